"""The last item of several, and a direction without an attribute: "most recent only", "in ascending order"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.orders import is_aggregate, time_order
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.superlatives import TIMELY
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Limit, RequestedOrder


def _last_only(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "blood samples of a patient, latest one only"; "only the last 5" is a number of them."""
    act = draft.value("operation")
    is_more = end < len(draft.tokens) and (starts(draft.tokens[end]) or draft.tokens[end].kind == "number")
    is_more = is_more or draft.low(end) == "per" or draft.low(end + 1) in {"each", "every"}
    if is_more or draft.has("order") or draft.has("limit") or not (act is None or act.is_read):
        return False
    draft.fill("limit", Limit(1), places(at, end))
    time_order(draft, descending=True, at=places(at, end))
    return True


def _directed(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "between two dates, in ascending order": which attribute orders the items is a question."""
    if draft.has("order") or is_aggregate(draft):
        return False
    time_order(draft, descending=draft.low(at + 1) == "descending", at=places(at, end))
    return True


def _in_order(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "in ascending order of their register numbers": each item has one of them."""
    group = caught[0]
    if group.states or group.words[-1] in UNITS:
        return False
    words = (*group.words[:-1], singular(group.words[-1]))
    descending = draft.low(at + 1) in {"descending", "decreasing"}
    draft.fill("order", RequestedOrder(draft.attribute(words), descending), places(at, end))
    return True


def _to_and_fro(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "newest to oldest"."""
    time_order(draft, descending=TIMELY[draft.low(at + (draft.low(at) == "from"))], at=places(at, end))
    return True


RULES: Final = (
    Phrase("newest|latest to oldest|earliest", _to_and_fro),
    Phrase("oldest|earliest to newest|latest", _to_and_fro),
    Phrase("from newest|latest|oldest|earliest to newest|latest|oldest|earliest", _to_and_fro),
    Phrase("the? most recent one? only", _last_only),
    Phrase("the? latest|last|newest one? only", _last_only),
    Phrase("only the most recent one?", _last_only),
    Phrase("only the latest|last|newest one?", _last_only),
    Phrase("in ascending|descending|increasing|decreasing order of their|its|the? BARE", _in_order),
    Phrase("in order of their|its|the BARE", _in_order),
    Phrase("in ascending|descending order", _directed),
)
