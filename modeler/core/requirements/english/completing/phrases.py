"""Orders and bounds from phrases that are left: an attribute of the items, and what says that it sorts or is bounded.

Each word of such a phrase must be understood: "with the nearest due date on top", "title A-Z", "whose deadline falls
in the next 48 hours".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import name_at
from modeler.core.requirements.english.remaining.runs import runs
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.slots import bounds, dates
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Aggregate, Comparator, Range, Returned
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_PLACES: Final = words_in("first top")
_SMALL: Final = words_in(
    "with the in on at by and of order ordered sorted sort their its a an comes come listed going up"
)
_LEADS: Final = words_in("whose that which where with and the their its have has")
_VERBS: Final = words_in("is are was were falls fall lies lie comes come lands land set")
_STARTING: Final = words_in("starts start starting begins begin beginning")
_TYPED: Final = words_in(
    "the a an given letters typed prefix what was is certain some text string characters entered in"
)
_TIMES: Final = (*dates.RULES, *bounds.RULES)


def read_phrases(draft: Draft, held: KnownEntity) -> None:
    """Fill bounds of a read from phrases that name an attribute, and what computes over one."""
    if draft.value("operation") is not Act.LIST:
        return
    _computed(draft, held)
    for run in runs(draft):
        _ = _bound(draft, held, run) or _begins(draft, held, run)


def _computed(draft: Draft, held: KnownEntity) -> None:
    """Compute "average jury score" of items JuryScore from the score that they have."""
    name = held.words[-1]
    attribute = next((one for one in held.entity.attributes if words_of(one.name) == (name,)), None)
    if attribute is None or attribute.type is not AttributeType.N:
        return
    at = draft.first_of("entities") - 1
    if not draft.has("returned") and draft.low(at) in _KINDS and not draft.used[at]:
        draft.fill("returned", Returned(_KINDS[draft.low(at)], (attribute.name,)), range(at, at + 1))


_KINDS: Final = {"average": Aggregate.AVERAGE, "mean": Aggregate.AVERAGE, "total": Aggregate.SUM}


def _bound(draft: Draft, held: KnownEntity, run: range) -> bool:
    at = run.start
    while at < run.stop and draft.low(at) in _LEADS:
        at += 1
    name, end = name_at(draft, held, at)
    if name not in {one.name for one in held.times} or draft.has("range"):
        return False
    end += draft.low(end) in _VERBS
    if apply_rules(draft, end, _TIMES) not in {run.stop, run.stop - 1}:
        draft.forget("range")
        return False
    told: tuple[Range, ...] = draft.value("range") or ()
    draft.settle("range", tuple(replace(one, attribute=name) for one in told), run)
    return bool(told)


def _begins(draft: Draft, held: KnownEntity, run: range) -> bool:
    at = run.start
    while at < run.stop and draft.low(at) in _LEADS:
        at += 1
    name, end = name_at(draft, held, at)
    if not name or draft.low(end) not in _STARTING or draft.low(end + 1) != "with" or draft.has("range"):
        return False
    if any(draft.low(one) not in _TYPED for one in range(end + 2, run.stop)):
        return False
    draft.fill("range", Range(name, Comparator.BEGINS_WITH), run)
    return True
