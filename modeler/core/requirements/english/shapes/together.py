"""An item that is written with its parts: "create an order with its items in one transaction"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import CREATING
from modeler.core.requirements.slots import Span

_TOGETHER: Final = re.compile(
    r",?\s*\(?\b(?:(?:with)?in (?:one|a|a single|the same) (?:db |database )?(?:transaction|tx|txn)"
    r"|atomically|transactionally"
    r"|all or nothing|as one transaction)\b\)?",
    re.IGNORECASE,
)


def together(text: str) -> Span | None:
    """Return the words of a line that say that its writes happen together: "in one transaction"."""
    found = _TOGETHER.search(text)
    return Span(found.start(), found.end()) if found is not None else None


def with_parts(tokens: tuple[WordToken, ...]) -> list[tuple[WordToken, ...]]:
    """Divide "create an order with its items": the item, and its parts, to which it is given."""
    start = 1 if tokens and tokens[0].low in CREATING else 0
    found = match(tokens, start, "ONE with|and|plus|including all? its|their BARE") if start else None
    if found is None or found[0] != len(tokens):
        return [tokens]
    whole, parts = found[1][0], found[1][-1]
    if not parts.is_plural or parts.is_trait or whole.is_trait or whole.owner is not None:
        return [tokens]
    joint = replace(tokens[whole.end], low="for", kind="word")
    own = replace(tokens[parts.start - 1], low="a")
    second = (tokens[0], *tokens[parts.start : parts.end], joint, own, *tokens[whole.noun : whole.end])
    return [tokens[: whole.end], second]
