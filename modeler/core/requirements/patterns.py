"""Rows as access patterns by intent: the design document's own fields, and nothing that nobody confirmed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from modeler.core.design.patterns import Operation
from modeler.core.requirements.english.canonical.sentences import pattern_name
from modeler.core.requirements.nouns import NounOrigin, Nouns
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    NOW,
    NUMBER,
    STRONG,
    TRANSACTION,
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Range,
)

_CALLS: Final = {
    Act.GET: Operation.QUERY,
    Act.LIST: Operation.QUERY,
    Act.CREATE: Operation.PUT,
    Act.SAVE: Operation.PUT,
    Act.UPDATE: Operation.UPDATE,
    Act.DELETE: Operation.DELETE,
}
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Left:
    """A row that cannot become a pattern yet, why, a sentence, and the noun (``Order.price``) to confirm, if any."""

    row: Row
    reason: str
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Translated:
    """Patterns in the document's terms (without ids), the rows that are left, and for entities by name the fields that
    rows say about them: `unique` and `retention` (in days).
    """

    patterns: tuple[Mapping[str, Any], ...] = ()
    left: tuple[Left, ...] = ()
    entities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def to_patterns(rows: Iterable[Row], confirmed: Nouns, table: str = "") -> Translated:
    """Return the access patterns of rows whose nouns are known or confirmed and which have no open question.

    The rows of one line that were joined as a transaction become one TransactWriteItems. Codes that the rows lack are
    for the caller to number. `table` is the name of the table that the patterns belong to, if there is one.
    """
    patterns: list[Mapping[str, Any]] = []
    left: list[Left] = []
    entities: dict[str, dict[str, Any]] = {}
    for _, grouped in groupby(rows, key=lambda row: row.line):
        together = list(grouped)
        left += (reasons := [lack for row in together if (lack := _lack(row, confirmed))])
        is_joined = any(row.joined.value == TRANSACTION for row in together)
        if reasons and is_joined:
            continue
        ready = [row for row in together if not _lack(row, confirmed)]
        for row in ready:
            _say_of_entity(row, entities)
        made = [pattern_fields(row, table) for row in ready if not _is_only_retention(row)]
        patterns.extend([_transaction(ready, made, table)] if is_joined and len(made) > 1 else made)
    return Translated(tuple(patterns), tuple(left), entities)


def _lack(row: Row, confirmed: Nouns) -> Left | None:
    """Return why a row cannot become a pattern; None if it can."""
    if row.operation.value is None:
        return Left(row, "the row has no operation")
    names = row.entities.value or ()
    if not names:
        return Left(row, "the row has no entity")
    for slot, question in row.questions:
        return Left(row, f"{slot}: {question.text}")
    for name in (*names, *(one.of for one in row.given.value or () if one.of)):
        if not confirmed.has_entity(name):
            return Left(row, f"nobody has confirmed the entity {name}", name)
    for attribute in confirmed.attributes:
        if attribute.standing is NounOrigin.PROPOSED and attribute.entity == names[0] and row.line in attribute.lines:
            said = f"nobody has confirmed the attribute {attribute.name} of {attribute.entity}"
            return Left(row, said, f"{attribute.entity}.{attribute.name}")
    return Left(row, said) if (said := _unnamed(row)) else None


def _unnamed(row: Row) -> str:
    """Return which slot speaks of an attribute without a name."""
    if any(not one.attribute for one in row.range.value or ()):
        return "range: which attribute is bounded?"
    if any(not one.attribute for one in row.order.value or ()):
        return "order: which attribute orders the items?"
    for slot, listed in (("condition", row.condition.value), ("changes", row.changes.value)):
        for one in listed or ():
            if not one.attribute:
                return f"{slot}: which attribute holds {one.value}?"
    return ""


def _is_only_retention(row: Row) -> bool:
    return row.retention.value is not None and row.operation.value is Act.DELETE


def _say_of_entity(row: Row, entities: dict[str, dict[str, Any]]) -> None:
    """Collect what a row says about its entity rather than about a call."""
    name = (row.entities.value or ("",))[0]
    said = entities.setdefault(name, {})
    for one in row.condition.value or ():
        if one.comparison is Comparator.UNIQUE and [one.attribute] not in said.get("unique", []):
            said.setdefault("unique", []).append([one.attribute])
    if row.retention.value is not None:
        said["retention"] = row.retention.value
    if not said:
        del entities[name]


def pattern_fields(row: Row, table: str = "") -> dict[str, Any]:
    """Return a row with an operation and an entity as the fields of a pattern."""
    act, entities = row.operation.value, row.entities.value
    assert act is not None and entities  # `_reason` has looked
    made: dict[str, Any] = {
        "code": row.code,
        "name": pattern_name(row.text),
        "table": table,
        "entities": list(entities),
    }
    made["description"] = unread_note([row])
    made["operation"] = str(_call(row))
    made |= _read_fields(row) if act.is_read else _write_fields(row)
    made["intent"] = _intent(row)
    made |= _usage(row)
    return {name: value for name, value in made.items() if value not in ("", [], {}, None)}


def unread_note(rows: Iterable[Row]) -> str:
    """Return which words of rows filled no slot, a sentence; '' if all were understood."""
    words = dict.fromkeys(f'"{one}"' for row in rows for one in row.unread_words)
    return f"Not understood: {', '.join(words)}." if words else ""


def _call(row: Row) -> Operation:
    assert row.operation.value is not None
    is_narrowed = row.given.value or row.range.value or row.condition.value or row.order.value
    if row.operation.value is Act.LIST and not is_narrowed and row.limit.value is None:
        return Operation.SCAN
    return _CALLS[row.operation.value]


def _read_fields(row: Row) -> dict[str, Any]:
    made: dict[str, Any] = {"filter": " AND ".join(_text(one) for one in row.condition.value or ())}
    if row.order.value and row.order.value[0].descending:
        made["descending"] = True
    if row.limit.value is not None:
        made |= {"limit": row.limit.value.count, "items_returned": row.limit.value.count}
    if row.returned.value is not None and row.returned.value.what is Aggregate.ATTRIBUTES:
        made["projection"] = list(row.returned.value.attributes)
    if row.consistency.value == STRONG:
        made["consistent"] = True
    return made


def _write_fields(row: Row) -> dict[str, Any]:
    conditions = [one for one in row.condition.value or () if one.comparison is not Comparator.UNIQUE]
    made: dict[str, Any] = {"if": " AND ".join(_text(one) for one in conditions)}
    changes = row.changes.value or ()
    made["set"] = {one.attribute: _written_value(one) for one in changes if one.edit is Edit.SET}
    made["add"] = {one.attribute: _written_value(one) for one in changes if one.edit is Edit.ADD}
    made["remove"] = [one.attribute for one in changes if one.edit is Edit.REMOVE]
    return made


def _written_value(change: AttributeChange) -> Any:
    """Return the value that a change writes: a literal, or a parameter with the attribute's name."""
    if not change.value:
        return f":{change.attribute}"
    if NUMBER.fullmatch(change.value):
        return float(change.value) if "." in change.value else int(change.value)
    return {"true": True, "false": False}.get(change.value, change.value)


def _text(condition: Condition) -> str:
    """Return a condition in the document's expressions."""
    name = quoted(condition.attribute)
    value = f":{condition.value or condition.attribute}" if condition.value in {"", NOW} else literal(condition.value)
    match condition.comparison:
        case Comparator.EXISTS:
            return f"attribute_exists({name})"
        case Comparator.MISSING:
            return f"attribute_not_exists({name})"
        case Comparator.BEGINS_WITH | Comparator.CONTAINS:
            return f"{condition.comparison}({name}, {value})"
        case Comparator.BETWEEN:
            return f"{name} BETWEEN :{condition.attribute}From AND :{condition.attribute}To"
    return f"{name} {condition.comparison} {value}"


def quoted(name: str) -> str:
    """Return an attribute's name as expressions write it."""
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '\\"') + '"'


def literal(value: str) -> str:
    """Return a literal as expressions write it: a number, true or false, or a text in quotation marks."""
    if NUMBER.fullmatch(value) or value in {"true", "false"}:
        return value
    return "'" + value.replace("'", "''") + "'"


def _intent(row: Row) -> dict[str, Any]:
    """Return what the document keeps as `intent`."""
    given = row.given.value or ()
    made: dict[str, Any] = {"given": [one.attribute for one in given]}
    related = [
        {"entity": one.of, "given": one.attribute, **({"via": one.via} if one.via else {})} for one in given if one.of
    ]
    made["related"] = related
    if row.range.value:
        names = [one.attribute for one in row.range.value]
        made["range"] = names[0] if len(names) == 1 else names
        made["bounds"] = [_bound(one) for one in row.range.value]
    for order in (row.order.value or ())[:1]:
        if order.by:
            made["ranked_by"] = {"what": order.by, "of": order.attribute}
        else:
            made["order_by"] = [one.attribute for one in row.order.value or () if not one.by]
    if row.order.value:
        made["direction"] = _directions(row)
    if row.limit.value is not None and row.limit.value.is_page:
        made["page"] = True
    if row.returned.value is not None:
        made["returns"] = _returns(row)
    unique = [one.attribute for one in row.condition.value or () if one.comparison is Comparator.UNIQUE]
    made["unique"] = unique
    flags = {
        "one": row.operation.value is Act.GET,
        "replace": row.operation.value is Act.SAVE,
        "eventual": row.consistency.value not in {None, STRONG},
        "text_search": any(one.comparison is Comparator.CONTAINS for one in row.condition.value or ()),
    }
    made |= {name: True for name, is_set in flags.items() if is_set}
    return {name: value for name, value in made.items() if value not in ([], {})}


def _directions(row: Row) -> str | list[str]:
    told = ["descending" if one.descending else "ascending" for one in row.order.value or ()]
    return told[0] if len(set(told)) == 1 else told


def _bound(bounded: Range) -> dict[str, Any]:
    values = {"values": list(bounded.values)} if bounded.values else {}
    return {"comparison": str(bounded.comparison), **values}


def _returns(row: Row) -> dict[str, Any]:
    returned = row.returned.value
    assert returned is not None
    made: dict[str, Any] = {
        "what": str(returned.what),
        "of": list(returned.attributes),
        "group_by": list(returned.group),
    }
    return {name: value for name, value in {**made, "period": returned.period}.items() if value not in ("", [])}


def _usage(row: Row) -> dict[str, Any]:
    """Return how often, how fresh and how a pattern is called."""
    made: dict[str, Any] = {"delivery": row.delivery.value}
    average = row.rate.value if row.rate.value is not None else row.peak.value
    if average is not None:
        peak = max(row.peak.value or 0.0, average)
        made["per_second"] = {"average": average, "peak": peak}
    if row.freshness.value is not None:
        made["fresh"] = row.freshness.value or "read_your_write"
    return made


def _transaction(rows: list[Row], made: list[dict[str, Any]], table: str) -> dict[str, Any]:
    """Return one pattern whose members are the writes of one line."""
    first = rows[0]
    own = {"code", "description", "per_second"}
    steps = [{name: value for name, value in one.items() if name not in own} for one in made]
    rates = {"per_second": made[0]["per_second"]} if "per_second" in made[0] else {}
    fields = {"code": first.code, "name": first.text[:255], "description": unread_note(rows), "table": table}
    fields["operation"] = str(Operation.TRANSACT_WRITE)
    return {name: value for name, value in fields.items() if value} | rates | {"steps": steps}
