"""Rows of a table as words: "Order | customerId | createdAt desc" is "orders, by customerId, createdAt desc"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.phrasing.same import is_code
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import VERBS
from modeler.core.requirements.morphology import plural, words_of

_KEYS: Final = frozenset({"pk", "sk", "key"})


def celled(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return the tokens of a row of a table with commas between its cells, and "by" before a key."""
    bars = [at for at, one in enumerate(tokens) if one.low == "|"]
    if not bars:
        return _titled(tokens)
    made = [one if one.low != "|" else replace(one, low=",") for one in tokens]
    while made and made[0].low == ",":
        made = made[1:]
    while made and made[-1].low == ",":
        made = made[:-1]
    return _cells(made, several=True)


def _titled(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Read "Order: by customer" and "Message: conversationId, newest first" as rows of a table too."""
    group = group_at(tokens, 0)
    if group is None or group.end + 1 >= len(tokens) or tokens[group.end].low != ":" or tokens[0].low in VERBS:
        return tuple(tokens)
    after = tokens[group.end + 1]
    is_bare = not (group.determiner or group.states or group.rank)
    is_more = group.end + 2 < len(tokens) and tokens[group.end + 2].low not in {",", ";", "-", "("}
    if after.low != "by" and is_more:
        return tuple(tokens)
    if not is_bare or not (after.low == "by" or (is_code(after) and words_of(after.text)[-1] == "id")):
        return tuple(tokens)
    made = [*tokens[: group.end], replace(tokens[group.end], low=","), *tokens[group.end + 1 :]]
    return _cells(made, several=True)


def _cells(made: list[WordToken], *, several: bool) -> tuple[WordToken, ...]:
    cut = next((at for at, one in enumerate(made) if one.low == ","), len(made))
    rest = made[cut:]
    group = group_at(made[:cut], 0)
    is_noun = (
        group is not None
        and group.end == cut
        and (cut == 1 or made[0].low not in VERBS or made[0].end == made[1].start)
    )
    by_id = len(rest) > 2 and rest[1].low == "by" and rest[2].low in {"id", "its"}
    if is_noun and several and not by_id and rest and not (group is not None and group.is_plural):
        made = [*made[: cut - 1], replace(made[cut - 1], low=plural(made[cut - 1].low)), *rest]
    found: list[WordToken] = []
    at = 0
    while at < len(made):
        token = made[at]
        is_start = at > 0 and found[-1:] != [] and found[-1].low == ","
        if is_start and token.low in _KEYS and at + 2 < len(made) and made[at + 1].low in {"=", ":"}:
            at += 2
            continue
        if is_start and is_code(token) and words_of(token.text)[-1] == "id":
            found.append(replace(token, low="by", text="by", end=token.start))
        found.append(token)
        at += 1
    return tuple(found)
