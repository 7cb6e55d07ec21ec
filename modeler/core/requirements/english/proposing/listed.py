"""Attributes that a read returns, listed behind it: "only their name and phone", "(title, cover)", ": name, stock"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.speech import is_property
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Aggregate, Returned

_ONLY: Final = words_in("only just merely")
_WITH: Final = words_in("with showing displaying returning gets get")
_BEFORE: Final = words_in("the its their his her a an")
_JOINTS: Final = words_in(", and & +")
_WORDS_MAX: Final = 3
_LEAST: Final = 2


def name_listed(draft: Draft) -> None:
    """Fill what a read returns from a list to the end of its line whose words nothing else read, and whose nouns are
    properties.
    """
    act = draft.value("operation")
    if act is None or not act.is_read or draft.has("returned"):
        return
    for at in range(1, len(draft.tokens)):
        start, is_only = _led(draft, at)
        names, end = _names(draft, start) if start else ((), 0)
        is_end = end >= len(draft.tokens) or draft.low(end) in {")", ".", ";"}
        if is_end and len(names) >= (1 if is_only else _LEAST):
            draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), range(at, end))
            return


def _led(draft: Draft, at: int) -> tuple[int, bool]:
    """Return where a list begins behind its mark, or behind "only"; 0 if none does."""
    low = draft.low(at)
    if draft.used[at] or (low not in {":", "(", "-", "–"} and low not in _ONLY):
        return 0, False
    start = at + 1
    start += draft.low(start) in _ONLY
    start += draft.low(start) in _WITH
    return start, low in _ONLY or draft.low(at + 1) in _ONLY


def _names(draft: Draft, at: int) -> tuple[tuple[str, ...], int]:
    """Return the attributes of a list, and where it ends; none unless each is a property."""
    names: list[str] = []
    while at < len(draft.tokens):
        at += draft.low(at) in _BEFORE
        end = at
        while end < len(draft.tokens) and end - at < _WORDS_MAX and _is_noun(draft, end):
            end += 1
        group = group_at(draft.tokens[:end], at)
        if end == at or group is None or group.end != end or any(draft.used[at:end]):
            return (), at
        words = tuple(draft.low(one) for one in range(at, end))
        if not (group.is_trait or is_property(words[-1]) or words[-1] == "id"):
            return (), at
        names.append(draft.attribute(words))
        after = end
        while draft.low(after) in _JOINTS:
            after += 1
        if after == end:
            return tuple(dict.fromkeys(names)), end
        at = after
    return (), at


def _is_noun(draft: Draft, at: int) -> bool:
    return draft.tokens[at].is_word and draft.low(at) not in CLOSED and not is_participle(draft.low(at))
