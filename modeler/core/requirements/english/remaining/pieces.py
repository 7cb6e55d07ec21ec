"""Sentences of a line in another order: the one that says what is read or written first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.tokens import WordToken

type Tokens = tuple[WordToken, ...]

_ENDS: Final = frozenset(".!?;:→⇒")
_SENTENCE: Final = frozenset(".!?")
_PIECES_MAX: Final = 6


def pieces(tokens: Tokens) -> list[Tokens]:
    """Return the sentences of a line, and its parts around colons and arrows."""
    made: list[Tokens] = []
    start = depth = 0
    for at, one in enumerate(tokens):
        depth += (one.low == "(") - (one.low == ")")
        is_arrow = one.low in {"-", "="} and at + 1 < len(tokens) and tokens[at + 1].low == ">"
        if depth or at < start or not (one.low in _ENDS or is_arrow):
            continue
        end = at + 1 + is_arrow
        after = tokens[end] if end < len(tokens) else None
        if one.low == "." and after is not None and not after.text[:1].isupper() and after.kind != "number":
            continue
        made.append(tokens[start:at])
        start = end
    made.append(tokens[start:])
    return [one for one in made if any(each.is_word for each in one)]


def reordered(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the line with each of its later pieces first, the others behind it in their order."""
    parts = pieces(tokens)
    if not 1 < len(parts) <= _PIECES_MAX:
        return
    for place, part in enumerate(parts):
        others = [one for at, one in enumerate(parts) if at != place]
        if place:
            yield (*part, *(each for one in others for each in (_mark(one[0]), *one)))


def _mark(token: WordToken) -> WordToken:
    """Return a period before a token."""
    return replace(token, text=".", low=".", kind="mark", end=token.start)
