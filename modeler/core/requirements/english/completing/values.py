"""Values beside the attribute that they are of: "in category comedy", "with the tag 'interview'", "size 27.5"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.naming.names import is_clause_end, name_at, numbers
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.morphology import is_plural, words_of
from modeler.core.requirements.slots import Act, Comparator, Condition, Range
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_LISTS: Final = frozenset({AttributeType.L, AttributeType.SS})
_LONG: Final = {"longer": Comparator.GREATER, "shorter": Comparator.LESS}
_LENGTHS: Final = words_in("duration length runtime")
_UNITS: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "min": 60.0, "sec": 1.0, "ms": 0.001, "day": 86_400.0}


def read_values(draft: Draft, held: KnownEntity) -> None:
    """Fill conditions of a read from attributes with their values beside them."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    for at in range(len(draft.tokens)):
        _ = _contained(draft, held, at) or _valued(draft, held, at) or _lasting(draft, held, at)


def _contained(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "carry the tag 'interview'", "tagged 'interview'"."""
    following = draft.tokens[at + 1] if at + 1 < len(draft.tokens) else None
    if following is None or following.kind != "quoted" or draft.used[at + 1]:
        return False
    low = draft.low(at).removesuffix("ged") if draft.low(at) == "tagged" else draft.low(at)
    found = [one.name for one in held.entity.attributes if words_of(one.name)[-1:] == (low,)]
    listed = [
        one for one in held.entity.attributes if one.name in found and (one.type in _LISTS or is_plural(one.name))
    ]
    if len(listed) != 1:
        return False
    start = at
    while (
        start and not draft.used[start - 1] and draft.tokens[start - 1].kind != "mark" and draft.low(start - 1) != "and"
    ):
        start -= 1
    draft.fill("condition", Condition(listed[0].name, Comparator.CONTAINS, following.plain), range(start, at + 2))
    return True


def _valued(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "in category comedy", "have status faulty", "in size 27.5": not of a value that the caller gives."""
    name, end = name_at(draft, held, at)
    token = draft.tokens[end] if name and end < len(draft.tokens) else None
    if token is None or draft.used[end] or name in held.identity:
        return False
    attribute = held.attribute(name)
    is_list = attribute is not None and (attribute.type in _LISTS or attribute.type is AttributeType.BOOL)
    if (
        is_list
        or draft.low(end + 1) == "or"
        or (not is_clause_end(draft, end + 1) and draft.low(end + 1) not in _PLACES)
    ):
        return False
    is_value = token.is_value and not (token.kind == "number" and name not in numbers(held))
    is_last = end + 1 == len(draft.tokens) or draft.tokens[end + 1].kind == "mark"
    is_word = token.is_word and token.low not in CLOSED and not _is_verb(token.low) and is_last
    is_led = draft.low(at - 1) in {"in", "with", "of", "has", "have", "is", "are", "and", "("} or draft.used[at]
    if not (is_value or (is_word and name in {one.attribute for one in draft.value("given") or () if not one.of})):
        return False
    if not is_led or name in {one.attribute for one in draft.value("condition") or ()}:
        return False
    kept = tuple(one for one in draft.value("given") or () if one.attribute != name or one.of)
    draft.drop("given")
    if kept:
        draft.fill("given", kept)
    draft.fill("condition", Condition(name, value=token.plain), range(at - (draft.low(at - 1) == "in"), end + 1))
    return True


_PLACES: Final = words_in("of in for at on by that which with from sorted ordered")


def _is_verb(low: str) -> bool:
    return low in PASTS or bool(base_form(low))


def _lasting(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "run longer than an hour" of items with durationSeconds."""
    sign = _LONG.get(draft.low(at))
    if sign is None or draft.value("operation") is not Act.LIST:
        return False
    found = match(draft.tokens, at + 1, "than DURATION")
    lengths = [one for one in numbers(held) if _LENGTHS & set(words_of(one))]
    if found is None or len(lengths) != 1 or not isinstance(found[1][0], Duration):
        return False
    unit = _UNITS.get(words_of(lengths[0])[-1])
    if unit is None or any(draft.used[at : found[0]]):
        return False
    start = at - (not draft.used[at - 1] and draft.tokens[at - 1].is_word)
    amount = found[1][0].number * found[1][0].seconds / unit
    draft.fill("range", Range(lengths[0], sign, (f"{amount:g}",)), range(start, found[0]))
    return True
