"""Amounts on which a write depends: "once its error count hits 5", "but the balance must never drop below zero"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import ADVERBS, BE, DO, HAVE, MODALS, NEGATIONS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.slots import Comparator, Condition

_REACHING: Final = {
    "hits": Comparator.AT_LEAST, "hit": Comparator.AT_LEAST, "reaches": Comparator.AT_LEAST,
    "reach": Comparator.AT_LEAST, "reached": Comparator.AT_LEAST, "exceeds": Comparator.GREATER,
    "exceed": Comparator.GREATER, "exceeded": Comparator.GREATER, "passes": Comparator.GREATER,
    "above": Comparator.GREATER, "over": Comparator.GREATER, "beyond": Comparator.GREATER, "below": Comparator.LESS,
    "under": Comparator.LESS, "equals": Comparator.EQUAL,
}  # fmt: skip
_MOVING: Final = words_in(
    "drop drops fall falls go goes sink sinks rise rises climb climbs get gets run runs dip dips stay stays remain "
    "remains is are be gone fallen dropped risen"
)
_OPPOSITE: Final = {
    Comparator.LESS: Comparator.AT_LEAST, Comparator.GREATER: Comparator.AT_MOST,
    Comparator.AT_LEAST: Comparator.LESS, Comparator.AT_MOST: Comparator.GREATER,
    Comparator.EQUAL: Comparator.UNEQUAL, Comparator.UNEQUAL: Comparator.EQUAL,
}  # fmt: skip


def compared(draft: Draft, start: int, end: int) -> Condition | None:
    """Return the condition of a clause in which an amount reaches a number; None if no amount does."""
    group = _amount_at(draft, start)
    if group is None:
        return None
    at, is_negated = group.end, False
    while draft.low(at) in NEGATIONS | MODALS | ADVERBS | HAVE | DO | BE | _MOVING:
        is_negated ^= draft.low(at) in NEGATIONS
        at += 1
    comparison = _REACHING.get(draft.low(at))
    number = _number(draft.tokens[at + 1]) if at + 1 < min(end, len(draft.tokens)) else None
    if comparison is None or number is None or at + 2 < end:
        return None
    comparison = _OPPOSITE[comparison] if is_negated else comparison
    return Condition(draft.attribute(group.words), comparison, str(number))


def opposite(condition: Condition) -> Condition:
    """Return what holds where a compared amount does not."""
    return Condition(condition.attribute, _OPPOSITE[condition.comparison], condition.value)


def limit_tail(draft: Draft, at: int) -> int | None:
    """Read "but the balance must never drop below zero" after a write; return where it ended."""
    start = at + (draft.low(at) in {"but", "and"})
    act = draft.value("operation")
    if (act is not None and act.is_read) or not draft.verb or draft.low(at) not in {"but", "and", "the", "its"}:
        return None
    end = start
    while end < len(draft.tokens) and draft.tokens[end].kind != "mark":
        end += 1
    is_rule = any(draft.low(one) in MODALS for one in range(start, end))
    said = compared(draft, start, end) if is_rule and not any(draft.used[at:end]) else None
    if said is None:
        return None
    draft.fill("condition", said, places(at, end))
    return end


def _amount_at(draft: Draft, start: int) -> NounGroup | None:
    """Return the property at a token, before its verb: "its error count hits"."""
    first = start + (draft.low(start) in {"the", "its", "their", "his", "her"})
    for end in range(first + 1, min(first + 4, len(draft.tokens))):
        low = draft.low(end)
        if low in _REACHING or low in MODALS | BE | HAVE | DO | NEGATIONS or (low in _MOVING and base_form(low)):
            words = tuple(map(draft.low, range(first, end)))
            is_named = first > start and group_at(draft.tokens, end - 1) is not None
            return NounGroup(start, end, first, words, draft.low(start)) if is_named else None
    return None


def _number(token: WordToken) -> int | float | None:
    return 0 if token.low == "zero" else number_of(token)
