"""Values and amounts that an attribute gets: "to paid", "from draft to open", "by one", "by the amount"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import CLOSED, PREPOSITIONS, words_in
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.morphology import attribute_name

_ONE: Final = words_in("one 1")
_ENDS: Final = words_in("and but or so then when if where because while unless only within in for at by with as once")
_NOW: Final = words_in("now")
_CALLER: Final = words_in("the a an its their new given")


def left_at(draft: Draft, at: int) -> tuple[str, int]:
    """Return the value that is left ("from draft"), and where it ends."""
    is_left = draft.low(at) == "from" and at + 2 < len(draft.tokens) and draft.low(at + 2) == "to"
    return (draft.tokens[at + 1].plain, at + 2) if is_left else ("", at)


def amount_at(draft: Draft, at: int) -> tuple[str, int]:
    """Return an amount ("20", "one", "the amount"), and where it ends; '' if none is there."""
    number = number_of(draft.tokens[at]) if at < len(draft.tokens) else None
    if number is not None:
        return str(number), at + 1
    if draft.low(at) in _ONE:
        return "1", at + 1
    end = at + 1
    while end < min(at + 4, len(draft.tokens)) and draft.tokens[end].is_word and draft.low(end) not in CLOSED:
        end += 1
    is_named = draft.low(at) in {"the", "its", "their", "an", "a"} and end > at + 1
    return (attribute_name(tuple(draft.low(one) for one in range(at + 1, end))), end) if is_named else ("", at)


def value_at(draft: Draft, at: int) -> tuple[str, int]:
    """Return the value at a token, and where it ends; '' for now and what the caller gives, the end is 0 without a
    value.
    """
    if at >= len(draft.tokens):
        return "", 0
    token, after = draft.tokens[at], draft.tokens[at + 1] if at + 1 < len(draft.tokens) else None
    is_end = after is None or after.kind == "mark" or after.low in _ENDS
    if token.low in _NOW:
        return "", at + 1
    if token.is_value:
        return token.plain, at + 1
    if token.low in _CALLER:
        end = at + 1
        while end < len(draft.tokens) and draft.tokens[end].is_word and draft.low(end) not in _ENDS:
            end += 1
        return ("", end) if at + 1 < end <= at + 3 else ("", 0)
    is_plain = token.is_word and token.low not in CLOSED | PREPOSITIONS and is_end
    return (token.text, at + 1) if is_plain else ("", 0)
