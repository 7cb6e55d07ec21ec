"""Bounds of numbers and beginnings of texts in phrases that are left: "with more than 2 free silos", "over 5 hectares",
"by the first letters of their name".
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.naming.names import name_at, numbers
from modeler.core.requirements.english.remaining.runs import runs
from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, HAVE, POSSESSIVES, UNITS, words_in
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.slots import Comparator, Range
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_SIGNS: Final = (
    ("more than", Comparator.GREATER), ("greater than", Comparator.GREATER), ("over", Comparator.GREATER),
    ("above", Comparator.GREATER), ("at least", Comparator.AT_LEAST), ("no less|fewer than", Comparator.AT_LEAST),
    ("less|fewer|lower than", Comparator.LESS), ("under", Comparator.LESS), ("below", Comparator.LESS),
    ("at most", Comparator.AT_MOST), ("up to", Comparator.AT_MOST), ("no more than", Comparator.AT_MOST),
)  # fmt: skip
_LEADS: Final = BE | HAVE | ARTICLES | words_in("that which who whose with having of and still currently")
_TAIL: Final = words_in("left each now remaining or")
_STARTS: Final = words_in("beginning start prefix")
_PARTS: Final = words_in("letters letter words word characters character digits chars")


def read_quantities(draft: Draft, held: KnownEntity) -> None:
    """Fill the range of a read from a phrase that bounds a number, or that gives the beginning of a text."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    _beginning(draft, held)
    for run in runs(draft):
        found = _bounded(draft, held, run) if not draft.value("range") else None
        if found is not None:
            draft.drop("range")
            draft.fill("range", found, run)


def _bounded(draft: Draft, held: KnownEntity, run: range) -> Range | None:
    at = run.start
    while at < run.stop and draft.low(at) in _LEADS:
        at += 1
    name, end = name_at(draft, held, at)
    if name not in numbers(held):
        name, end = "", at
    sign, place = next(
        ((sign, made[0]) for words, sign in _SIGNS if (made := match(draft.tokens, end, words)) is not None),
        (None, end),
    )
    number = number_of(draft.tokens[place]) if place < run.stop else None
    if sign is None or number is None or draft.low(place + 1) in UNITS:
        return None
    stop = place + 1
    if not name:
        name, stop = name_at(draft, held, stop)
        only = numbers(held)
        if (
            not name
            and stop == run.stop
            and len(only) == 1
            and draft.low(run.start) in {"over", "above", "under", "below"}
        ):
            name = only[0]
    while stop < run.stop and draft.low(stop) in _TAIL:
        stop += 1
    return Range(name, sign, (str(number),)) if name in numbers(held) and stop == run.stop else None


def _beginning(draft: Draft, held: KnownEntity) -> None:
    """Read "by the beginning of their name", "the first letters of the name"."""
    for at in range(1, len(draft.tokens) - 2):
        is_part = draft.low(at) in _PARTS and "first" in {draft.low(at - 1), draft.low(at - 2)}
        if not (draft.low(at) in _STARTS or is_part) or draft.low(at + 1) != "of":
            continue
        start = at + 2 + (draft.low(at + 2) in ARTICLES | POSSESSIVES)
        name, end = name_at(draft, held, start)
        attribute = held.attribute(name) if name else None
        is_time = name in {one.name for one in held.times}
        if attribute is None or attribute.type is not AttributeType.S or is_time:
            continue
        kept = tuple(one for one in draft.value("given") or () if one.attribute != name)
        draft.drop("given")
        if kept:
            draft.fill("given", kept)
        first = at
        while first > 0 and draft.low(first - 1) in _LEADING:
            first -= 1
        draft.fill("range", Range(name, Comparator.BEGINS_WITH), range(first, end))
        return


_LEADING: Final = words_in("the a by with on first few two three type types given")
