"""Simplifies a phrase, if a table knows some of its words: "order status", "user profile", "get order"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from modeler.core.design.tables import Table
from modeler.core.phrases.lines import Clause, Phrase
from modeler.core.phrases.matching import attribute_called, entity_called
from modeler.core.phrases.words import words_of

ASPECTS: Final = frozenset({"profile", "detail", "info", "information", "data", "record", "document", "entry"})
"""Words for a whole item besides its name: the profile of a user is the user, if there is no such entity."""
_SINGLE: Final = frozenset(
    {"get", "read", "fetch", "look up", "lookup", "show", "view", "load", "retrieve", "see", "open", "find"}
)
_SEVERAL: Final = re.compile(r"\b(?:all|any|every|each|some|many)\b", re.IGNORECASE)


def plainer(table: Table, phrase: Phrase) -> Phrase:
    """The same phrase about an entity of the table: "order status" is the status of an order, "user profile" a user.

    A reading verb before a single thing without an article means that one: "get order" as "get an order".
    """
    phrase = _divided(table, phrase)
    is_one = phrase.is_one or (_asks_for_one(phrase) and not phrase.clauses)
    return replace(phrase, is_one=is_one) if is_one != phrase.is_one else phrase


def without_aspects(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without those that only mean the whole item: ("user", "profile") is ("user",)."""
    while len(words) > 1 and words[-1] in ASPECTS:
        words = words[:-1]
    return words


def _divided(table: Table, phrase: Phrase) -> Phrase:
    words = words_of(phrase.subject)
    if entity_called(table, words)[0] is not None:
        return phrase
    bare = without_aspects(words)
    if bare != words and entity_called(table, bare)[0] is not None:
        return replace(phrase, subject=" ".join(bare))
    for at in range(len(words) - 1, 0, -1):
        entity, _ = entity_called(table, words[:at])
        if entity is None or attribute_called(entity, words[at:]) is None:
            continue
        if phrase.verb == "update":
            owner = Clause("of", " ".join(words[:at]))
            return replace(phrase, subject=" ".join(words[at:]), clauses=(owner, *phrase.clauses))
        if phrase.verb == "read":
            return replace(phrase, subject=" ".join(words[:at]))
    return phrase


def _asks_for_one(phrase: Phrase) -> bool:
    said = [word.lower() for word in re.findall(r"[^\W_]+", phrase.subject)]
    is_single = phrase.said in _SINGLE and not _SEVERAL.search(phrase.text)
    is_plain = phrase.order is None and phrase.range is None and phrase.limit is None
    return is_single and is_plain and bool(said) and words_of(phrase.subject)[-1:] == tuple(said[-1:])
