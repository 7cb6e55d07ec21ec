"""Clauses before a request: "given a customer id, return the orders" is "return the orders given a customer id"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, VERBS

_FRONTS: Final = words_in("given for by with using within in from during of at over")
_NOT_FRONTS: Final = words_in("each every all example instance that order case reference")
_LONGEST: Final = 8


def fronted(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return tokens with a clause that comes before the request put behind it."""
    whole = tuple(tokens)
    if not whole or whole[0].low not in _FRONTS or (len(whole) > 1 and whole[1].low in _NOT_FRONTS):
        return whole
    mark = next((at for at, one in enumerate(whole[: _LONGEST + 1]) if one.low in {",", ":"}), 0)
    if mark < 2 or mark + 2 >= len(whole):
        return whole
    verb, group = whole[mark + 1].low, group_at(whole, 1)
    is_given = group is not None and group.end == mark and not group.is_plural
    if verb not in READING and not (is_given and verb in VERBS):
        return whole
    end = len(whole)
    while whole[end - 1].kind == "mark" and whole[end - 1].low in {".", "?", "!"}:
        end -= 1
    return (*whole[mark + 1 : end], *whole[:mark])
