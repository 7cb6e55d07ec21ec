"""An item that is written with its parts: "create an order with its items in one transaction"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.shapes.several import lead_of, with_lead
from modeler.core.requirements.english.words.lexicon import POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import CREATING, REMOVING
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
    lead = lead_of(tokens)
    if (removed := _removed_parts(tokens[lead:])) is not None:
        return [with_lead(removed[0], tokens[: lead - 1]), removed[1]] if lead else removed
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


def _removed_parts(tokens: tuple[WordToken, ...]) -> list[tuple[WordToken, ...]] | None:
    """Divide "remove a volunteer and all of his memberships": the item, and what belongs to it."""
    if not tokens or tokens[0].low not in REMOVING:
        return None
    whole = group_at(tokens, 1)
    at = whole.end if whole is not None else len(tokens)
    if whole is None or not whole.is_one or at + 2 >= len(tokens) or tokens[at].low not in _JOINTS:
        return None
    at += 1 + (tokens[at + 1].low == "with")
    while at < len(tokens) and tokens[at].low in {"all", "any", "of", "every", "each", "with"}:
        at += 1
    parts = group_at(tokens, at) if at < len(tokens) and tokens[at].low in POSSESSIVES else None
    if parts is None or not parts.is_plural or parts.is_trait or not _is_rest(tokens[parts.end :]):
        return None
    joint = replace(tokens[whole.end], low="of", kind="word")
    article = replace(tokens[parts.start], low="all")
    own = replace(tokens[parts.start], low="a")
    nouns = tokens[whole.noun : whole.end]
    second = (tokens[0], article, *tokens[parts.noun : parts.end], joint, own, *nouns)
    return [tokens[: whole.end], second]


_JOINTS: Final = words_in("and plus together along")


def _is_rest(tokens: tuple[WordToken, ...]) -> bool:
    """Return whether only what says that both happen at once follows."""
    return all(one.kind == "mark" or one.low in _AT_ONCE for one in tokens)


_AT_ONCE: Final = words_in("in one go step at once together too as well all or nothing also a single")
