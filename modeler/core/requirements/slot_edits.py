"""The slots of an access pattern in a design: their text, and the fields of the document after one was typed.

A slot is a view of the document's own fields (`recovered`, `patterns`), so typing one changes no other field: members
of `intent` that it does not hold stay as they are.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.patterns import pattern_fields
from modeler.core.requirements.recovered import pattern_rows
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slot_text import name_text, number_of, slot_text, slot_value
from modeler.core.requirements.slots import Act, Comparator, Slot
from modeler.core.requirements.vocabulary import Vocabulary

type Raw = Mapping[str, Any]

READS: Final = (
    *("operation", "entities", "given", "range", "order", "limit", "returned", "condition", "consistency"),
    *("freshness", "rate", "peak"),
)  # fmt: skip
WRITES: Final = ("operation", "entities", "given", "range", "condition", "changes", "delivery", "rate", "peak")
OF_WHOLE: Final = frozenset({"delivery", "rate", "peak"})
"""Slots of the pattern itself where it has several steps."""
_ABOUT: Final = ", about "
_UNIQUE: Final = " is unique"
_FIELDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "operation": (("operation",), ("one", "replace")),
    "entities": (("entities",), ()),
    "given": ((), ("given", "related", "range", "bounds")),
    "range": ((), ("given", "related", "range", "bounds")),
    "order": (("descending",), ("order_by", "ranked_by", "direction")),
    "limit": (("limit",), ("page",)),
    "returned": (("projection",), ("returns",)),
    "changes": (("set", "add", "remove"), ()),
    "consistency": (("consistent",), ("eventual",)),
    "freshness": (("fresh",), ()),
    "delivery": (("delivery",), ()),
}
"""The fields that each slot holds, and the members of `intent`."""


def slots_of(pattern: AccessPattern) -> tuple[str, ...]:
    """Return the names of the slots that a pattern, or one of its steps, has."""
    return READS if pattern.operation.is_read else WRITES


def written(pattern: AccessPattern, slot: str, known: Vocabulary) -> str:
    """Return the text of a slot of a pattern without steps, or of one step. Raises Invalid for a slot that it lacks."""
    if slot not in slots_of(pattern):
        raise Invalid(f"{pattern.label or 'this step'} has no slot {slot}", path=slot)
    if slot == "condition":
        return _condition_text(pattern)
    (row,) = pattern_rows(pattern, known)
    if slot == "operation" and row.operation.value is None:
        return str(pattern.operation)
    text = slot_text(slot, getattr(row, slot).value)
    if slot == "limit" and pattern.items_returned is not None and pattern.items_returned != pattern.limit:
        about = slot_text("rate", pattern.items_returned)
        return f"{text}{_ABOUT}{about}" if text else _ABOUT.removeprefix(", ") + about
    return text


def _condition_text(pattern: AccessPattern) -> str:
    said = pattern.filter if pattern.operation.is_read else pattern.if_
    unique = [f"{name_text(one)}{_UNIQUE}" for one in pattern.facts.intent.unique]
    return "; ".join([*([said] if said else []), *unique])


def filled_fields(raw: Raw, pattern: AccessPattern, slot: str, text: str, known: Vocabulary) -> dict[str, Any]:
    """Return the document's fields of a pattern, or of one step, after a text was typed into a slot: `raw` are those
    before it. Raises Invalid with a sentence for a text that the slot cannot hold; `written` refuses a slot that the
    pattern lacks.
    """
    made = copy.deepcopy(dict(raw))
    match slot:
        case "condition":
            _fill_condition(made, pattern, text)
        case "rate" | "peak":
            _fill_rate(made, pattern, slot, text)
        case _:
            _fill(made, pattern, slot, text, known)
    return made


def _fill(made: dict[str, Any], pattern: AccessPattern, slot: str, text: str, known: Vocabulary) -> None:
    if slot == "limit":
        text = _fill_average(made, text)
    if slot == "operation" and text in {str(one) for one in Operation}:
        made["operation"] = text
        return
    value = slot_value(slot, text)
    (row,) = pattern_rows(pattern, known)
    if value is None and slot in {"operation", "entities"}:
        raise Invalid("an access pattern needs an operation" if slot == "operation" else "choose an entity", path=slot)
    row = with_slots(row, **{slot: Slot(value)})
    fields = _fields_after(row, slot)
    own, members = _FIELDS[slot]
    before = made.get("set", {})
    for name in own:
        _put(made, name, fields.get(name))
    intent = {name: one for name, one in made.get("intent", {}).items() if name not in members}
    intent |= {name: one for name, one in fields.get("intent", {}).items() if name in members}
    _put(made, "intent", intent)
    if slot == "changes" and "set" in made:
        # A value that a slot cannot show, such as an expression, stays where the text does not replace it.
        said = {one.attribute: one.value for one in value or ()}
        made["set"] = {name: one if said.get(name) or name not in before else before[name]
                       for name, one in made["set"].items()}  # fmt: skip


def _fields_after(row: Row, slot: str) -> dict[str, Any]:
    """Return the fields of a row, which needs an operation and an entity to have any."""
    if row.operation.value is None:
        row = with_slots(row, operation=Slot(Act.LIST if slot not in WRITES else Act.UPDATE))
    if not row.entities.value:
        row = with_slots(row, entities=Slot(("",)))
    return pattern_fields(row)


def _fill_average(made: dict[str, Any], text: str) -> str:
    """Take the average number of items out of the text of how many."""
    front, about, number = f", {text}".rpartition(_ABOUT)
    _put(made, "items_returned", number_of(number, "limit") if about else None)
    rest = (front if about else text).removeprefix(",").strip().removesuffix(",").strip()
    if rest and not about:
        # The limit is what a call returns unless somebody says another average.
        limit = slot_value("limit", rest)
        made["items_returned"] = limit.count
    return rest


def _fill_condition(made: dict[str, Any], pattern: AccessPattern, text: str) -> None:
    said = [one.strip() for one in text.split(";") if one.strip()]
    unique = [one.removesuffix(_UNIQUE).strip() for one in said if one.endswith(_UNIQUE)]
    terms = [one for one in said if not one.endswith(_UNIQUE)]
    if len(terms) > 1:
        raise Invalid("a condition is one expression; join its terms by AND or OR", path="condition")
    if terms:
        try:
            parse_condition(terms[0])
        except ExpressionInvalid as error:
            raise Invalid(str(error), path="condition") from error
    _put(made, "filter" if pattern.operation.is_read else "if", terms[0] if terms else None)
    intent = {name: one for name, one in made.get("intent", {}).items() if name not in {"unique", "text_search"}}
    names = [one.attribute for text in unique for one in slot_value("given", text)]
    is_search = pattern.operation.is_read and bool(terms) and f"{Comparator.CONTAINS}(" in terms[0]
    _put(made, "intent", intent | ({"unique": names} if names else {}) | ({"text_search": True} if is_search else {}))


def _fill_rate(made: dict[str, Any], pattern: AccessPattern, slot: str, text: str) -> None:
    value = slot_value(slot, text)
    rate = pattern.per_second
    average = value if slot == "rate" else rate.average if rate else value
    had_peak = rate.peak if rate is not None and rate.peak != rate.average else None
    peak = value if slot == "peak" else had_peak
    if average is None:
        if peak is not None:
            raise Invalid("clear the peak first: a peak needs a rate", path=slot)
        _put(made, "per_second", None)
        return
    if peak is not None and peak < average:
        raise Invalid(f"the peak ({peak:g}/s) is less than the rate ({average:g}/s)", path=slot)
    made["per_second"] = {**made.get("per_second", {}), "average": average, "peak": average if peak is None else peak}


def _put(made: dict[str, Any], name: str, value: Any) -> None:
    if value in (None, "", [], {}):
        made.pop(name, None)
    else:
        made[name] = value


def step_at(pattern: AccessPattern, number: int) -> AccessPattern:
    """Return a step of a pattern, from 1; the pattern itself for 0. Raises Invalid."""
    if number == 0:
        return replace(pattern, steps=())
    if number > len(pattern.members):
        raise Invalid(f"{pattern.label} has no step {number}", path="steps")
    return pattern.members[number - 1]


def unknown_names(design: Design, pattern: AccessPattern, slot: str, text: str) -> tuple[str, ...]:
    """Return the entities and attributes that a text names and that the design does not have."""
    value = slot_value(slot, text) if slot in _NAMING else None
    entities = {one.name: one for _, one in design.entities()}
    if slot == "entities":
        return tuple(one for one in value or () if one not in entities)
    own = [entities[one] for one in pattern.entities if one in entities]
    names: list[str] = []
    for one in value if isinstance(value, tuple) else [value] if value is not None else []:
        names.extend(_names_in(slot, one, entities, own))
    return tuple(dict.fromkeys(names))


_NAMING: Final = frozenset({"entities", "given", "range", "order", "returned", "changes"})


def _names_in(slot: str, one: Any, entities: Mapping[str, Any], own: list[Any]) -> list[str]:
    if slot == "given" and one.of:
        return [] if one.of in entities else [one.of]
    if slot == "order" and one.by:
        is_known = one.attribute in entities or _has(own, one.attribute)
        return [] if is_known else [one.attribute]
    listed = (*one.attributes, *one.group) if slot == "returned" else (one.attribute,)
    return [name for name in listed if not _has(own, name)]


def _has(own: list[Any], name: str) -> bool:
    first = name.split(".")[0].split("[")[0]
    return any(entity.attribute(one) is not None or one in entity.identity for entity in own for one in (name, first))
