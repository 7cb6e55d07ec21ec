"""Sentences in plainer words: "they've got" as "they have", without what is beside what they say of an entity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.brackets import ENUMS
from modeler.core.requirements.english.descriptions.listed_nouns import ONE, starts_with
from modeler.core.requirements.english.descriptions.statements_made_plain import plain_statement
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    BE,
    HAVE,
    MODALS,
    POSSESSIVES,
    QUANTIFIERS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import singular

_GOT: Final = {"they've": "they", "we've": "we", "you've": "you", "i've": "i"}
_ASIDE: Final = tuple(
    tuple(one.split(" "))
    for one in (
        "over the years",
        "over time",
        "at a time",
        "at once",
        "at the same time",
        "at any time",
        "in total",
        "in a fixed order",
        "in order",
        "in a certain order",
    )
)
"""Phrases beside what a sentence says of an entity."""
_MOSTLY: Final = words_in("mostly usually often typically sometimes mainly generally normally")
_PLACES: Final = words_in("by in on at for with via through from")
_EXAMPLES: Final = (("e.g",), ("e.g", "."), ("such", "as"), ("for", "example"), ("for", "instance"), ("like",))
_WHEN: Final = words_in("first later then finally afterwards initially eventually")
_COMMAS: Final = frozenset({",", ";"})


def reworded_tokens(
    said: Sequence[WordToken],
) -> tuple[Sequence[WordToken], tuple[tuple[int, str], ...]]:
    """Return a sentence in plainer words, and what was beside its point, which stays visible."""
    plain, asides = without_asides(without_got(said))
    plain, examples = _without_examples(plain)
    plain, beside = plain_statement(_with_must(plain))
    return _with_title(_with_values(_with_gaps(plain))), (*asides, *examples, *beside)


def without_got(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "they've got", "a hive's got" and "jars have got" with "have" and "has"."""
    made: list[WordToken] = []
    for one in said:
        before = made[-1] if made else None
        if one.low != "got" or before is None:
            made.append(one)
        elif before.low in _GOT:
            made[-1] = replace(before, low=_GOT[before.low])
            made.append(replace(one, low="have"))
        elif before.kind == "possessive" or before.low == "is":
            made[-1] = replace(before, low="has", kind="word")
        elif before.low not in HAVE:
            made.append(one)
    return tuple(made)


def without_asides(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], tuple[tuple[int, str], ...]]:
    """Return a sentence without "over the years" and the like, and these with their places: they stay visible."""
    kept: list[WordToken] = []
    aside: list[tuple[int, str]] = []
    at = 0
    while at < len(said):
        found = next((one for one in _ASIDE if starts_with(said, at, one)), ())
        after = said[at + len(found)].low if at + len(found) < len(said) else ""
        is_last = after in {"", ",", "and", "but", "."}
        if found and (is_last or (at and said[at - 1].low in {"and", "but", ","})):
            aside.append((said[at].start, " ".join(one.text for one in said[at : at + len(found)])))
            at += len(found)
            continue
        kept.append(said[at])
        at += 1
    return tuple(kept), tuple(aside)


def _without_examples(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], tuple[tuple[int, str], ...]]:
    """Return a sentence without ", e.g. stalls or balcony," and ", mostly by phone"."""
    for at in range(1, len(said) - 2):
        if said[at].low not in _COMMAS:
            continue
        is_mostly = said[at + 1].low in _MOSTLY and said[at + 2].low in _PLACES
        if not is_mostly and not any(starts_with(said, at + 1, one) for one in _EXAMPLES):
            continue
        end = next((one for one in range(at + 1, len(said)) if said[one].low in _COMMAS), len(said))
        aside = (said[at + 1].start, " ".join(one.text for one in said[at + 1 : end]))
        return (*said[:at], *said[end:]), (aside,)
    return said, ()


def _with_title(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "Rental has from, to, total price" as a list under a title: bare names without articles."""
    group = group_at(said, 0)
    is_bare = group is not None and group.is_bare and not group.is_plural
    if group is None or not is_bare or group.end + 1 >= len(said) or said[group.end].low not in HAVE:
        return said
    commas = sum(one.low == "," for one in said)
    has_articles = any(one.low in ARTICLES | QUANTIFIERS | POSSESSIVES for one in said[group.end :])
    if commas < _COMMAS_LEAST or has_articles:
        return said
    return (*said[: group.end], replace(said[group.end], low=":", text=":", kind="mark"), *said[group.end + 1 :])


_COMMAS_LEAST: Final = 2


def _with_must(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "which has to be unique" with "must be"."""
    made: list[WordToken] = []
    for at, one in enumerate(said):
        is_must = one.low in HAVE and starts_with(said, at + 1, ("to", "be"))
        if not (one.low == "to" and at and said[at - 1].low in HAVE and starts_with(said, at + 1, ("be",))):
            made.append(replace(one, low="must") if is_must else one)
    return tuple(made)


def _with_gaps(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "each van has one driver and each driver one van" with both verbs."""
    verb = next((one for one in said if one.low in HAVE), None)
    for at in range(1, len(said) - 3):
        is_next = said[at].low == "and" and said[at + 1].low in {"each", "every"}
        group = group_at(said, at + 1) if is_next and verb is not None else None
        if group is None or verb is None or group.end >= len(said) or said[group.end].low not in ONE:
            continue
        return (*said[: group.end], replace(verb, low="has"), *said[group.end :])
    return said


def _with_values(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "a status which is pending at first and later paid or expired" with its values after a colon."""
    for at in range(1, len(said) - 4):
        if singular(said[at].low) not in ENUMS or said[at + 1].low not in {"which", "that"}:
            continue
        start = at + 2 + (said[at + 2].low in MODALS)
        if said[start].low not in BE:
            continue
        body = [one for one in said[start + 1 :] if one.low not in _WHEN]
        body = [one for place, one in enumerate(body) if not (one.low == "at" and _is_last(body, place))]
        listed = [replace(one, low=",", text=",", kind="mark") if one.low == "and" else one for one in body]
        colon = replace(said[at + 1], low=":", text=":", kind="mark")
        return (*said[: at + 1], colon, *listed)
    return said


def _is_last(body: Sequence[WordToken], place: int) -> bool:
    """Return whether an "at" is what is left of "at first"."""
    return place + 1 >= len(body) or body[place + 1].low in {"and", ",", "or"}
