"""Patterns over tokens: a line of the grammar is words, alternatives, optional words and classes.

``"in|within|during the? last|past DURATION"`` matches "in the last 7 days" and captures the duration. Classes are in
capitals: NUMBER, DURATION, UNIT, GROUP (a noun group), ONE (a group that means a single thing), SINGLE (the same, also
without a determiner), BARE (a group without a determiner), TRAIT (a property, with or without "the" or "its"), VALUE,
MOMENT, STATE, PARTICIPLE, VERB, WORD, MEASURE (a unit of measure), SUPER (a superlative),
DATE (2025-03-01, 1 May, May 1, 2025).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from modeler.core.requirements.english.classes import CLASSES, Tokens

type Captures = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Element:
    words: frozenset[str]
    kind: str
    is_optional: bool


@cache
def _compiled(pattern: str) -> tuple[_Element, ...]:
    made = []
    for text in pattern.split():
        bare = text.removesuffix("?")
        kind = bare if bare.isupper() else ""
        made.append(_Element(frozenset(() if kind else bare.split("|")), kind, text.endswith("?") and text != "?"))
    return tuple(made)


@cache
def first_words(pattern: str) -> frozenset[str]:
    """Return the words that a match can begin with; empty if it can begin with others."""
    found: set[str] = set()
    for element in _compiled(pattern):
        if element.kind:
            return frozenset()
        found |= element.words
        if not element.is_optional:
            return frozenset(found)
    return frozenset()


def match(tokens: Tokens, at: int, pattern: str) -> tuple[int, Captures] | None:
    """Return where a pattern ends that begins at a token, and what its classes captured; None if it does not match."""
    return _matched(tokens, at, _compiled(pattern), 0)


def _matched(tokens: Tokens, at: int, elements: tuple[_Element, ...], place: int) -> tuple[int, Captures] | None:
    if place == len(elements):
        return at, ()
    element = elements[place]
    if element.kind:
        if at < len(tokens):
            for end, value in CLASSES[element.kind](tokens, at):
                found = _matched(tokens, end, elements, place + 1)
                if found is not None:
                    return found[0], (value, *found[1])
    elif at < len(tokens) and tokens[at].low in element.words and tokens[at].kind != "quoted":
        found = _matched(tokens, at + 1, elements, place + 1)
        if found is not None:
            return found
    if not element.is_optional:
        return None
    found = _matched(tokens, at, elements, place + 1)
    if found is None:
        return None
    return (found[0], (None, *found[1])) if element.kind else found
