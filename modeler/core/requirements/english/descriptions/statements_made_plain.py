"""Statements of one fact in plainer words: "invoice numbers must be unique" as "the number of an invoice is unique"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.heads import with_fields
from modeler.core.requirements.english.words.lexicon import BE, MODALS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import is_plural, singular

type Tokens = Sequence[WordToken]
type Aside = tuple[tuple[int, str], ...]

_UNIQUE_NAMES: Final = words_in("number code name id email address plate title barcode username slug phone serial key")
_SHARING: Final = words_in("share shares have has use")
_CHANGES: Final = words_in("may can could might must")
_LIMITS: Final = words_in("by only not at")
_DEPENDING: Final = words_in("depends depend varies vary changes change applies apply")


def plain_statement(said: Tokens) -> tuple[Tokens, Aside]:
    """Return a statement in plainer words, and what was beside its point."""
    kept, aside = _without_but(said)
    unique, more = _unique(kept)
    bare, relative = _without_that(unique)
    return with_fields(_each_with(_between(_of_each(_never_shared(bare))))), (*aside, *more, *relative)


def _without_but(said: Tokens) -> tuple[Tokens, Aside]:
    """Return "a player belongs to one team" and ", who may teach many" of what only adds what may change."""
    for at in range(3, len(said) - 2):
        is_but = said[at].low == "but" and said[at + 1].low in _CHANGES | _LIMITS
        is_who = said[at].low == "," and said[at + 1].low == "who" and said[at + 2].low in _CHANGES
        if is_but or is_who:
            end = at - (said[at - 1].low == ",")
            return said[:end], ((said[at + is_who].start, " ".join(one.text for one in said[at + is_who :])),)
    return said, ()


def _without_that(said: Tokens) -> tuple[Tokens, Aside]:
    """Return "every ticket has a price that depends on its kind" without what the price depends on."""
    for at in range(3, len(said) - 1):
        if said[at].low in {"that", "which"} and said[at + 1].low in _DEPENDING:
            end = next((one for one in range(at, len(said)) if said[one].low in {",", ";"}), len(said))
            return (*said[:at], *said[end:]), ((said[at].start, " ".join(one.text for one in said[at:end])),)
    return said, ()


def _between(said: Tokens) -> Tokens:
    """Return "between a doctor and a patient there are many visits" as "a visit links a doctor and a patient"."""
    lows = [one.low for one in said]
    there = next((at for at in range(3, len(said) - 2) if lows[at : at + 2] == ["there", "are"]), 0)
    if not there or lows[0] != "between":
        return said
    first = group_at(said, 1)
    second = group_at(said, first.end + 1) if first is not None and lows[first.end] == "and" else None
    start = there + 2 + (lows[there + 2] in {"many", "several", "multiple"})
    things = group_at(said, start) if second is not None and second.end == there else None
    if things is None or not things.is_plural or things.end != len(said) or things.states:
        return said
    nouns = [*said[things.noun : things.end]]
    nouns[-1] = replace(nouns[-1], low=singular(nouns[-1].low))
    return (replace(said[0], low="a"), *nouns, replace(said[there], low="links"), *said[1:there])


def _unique(said: Tokens) -> tuple[Tokens, Aside]:
    """Return "invoice numbers must be unique and must not have gaps" as "the number of an invoice is unique"."""
    at = next((place for place, one in enumerate(said) if one.low == "unique"), 0)
    verb = at - 1 if at > 1 and said[at - 1].low in BE else 0
    subject = verb - (said[verb - 1].low in MODALS) if verb else 0
    names = said[:subject]
    is_one = 1 < len(names) < 4 and all(one.is_word for one in names) and singular(names[-1].low) in _UNIQUE_NAMES
    if not is_one or not is_plural(names[-1].low) or (at + 1 < len(said) and said[at + 1].low != "and"):
        return said, ()
    head = replace(names[-1], low=singular(names[-1].low))
    front = replace(names[0], low="the")
    link = replace(names[-1], low="of")
    owner = (*names[:-2], replace(names[-2], low=singular(names[-2].low)))
    made = (front, head, link, replace(link, low="a"), *owner, replace(said[verb], low="is"), said[at])
    rest = said[at + 1 :]
    return made, ((rest[0].start, " ".join(one.text for one in rest)),) if rest else ()


def _never_shared(said: Tokens) -> Tokens:
    """Return "no two rooms share a number" as "the number of a room is unique"."""
    lows = [one.low for one in said]
    group = group_at(said, 2, before_verb=True) if lows[:2] == ["no", "two"] else None
    if group is None or group.end + 2 >= len(said) or lows[group.end] not in _SHARING:
        return said
    start = group.end + 1
    start += lows[start] in {"a", "the", "one"}
    start += start < len(said) and lows[start] in {"same", "single"}
    value = group_at(said, start)
    if value is None or value.end != len(said) or value.determiner:
        return said
    nouns = [*said[group.end - len(group.words) : group.end]]
    nouns[-1] = replace(nouns[-1], low=singular(nouns[-1].low))
    verb = said[group.end]
    of, a = replace(verb, low="of"), replace(verb, low="a")
    return (
        replace(said[0], low="the"),
        *said[start:],
        of,
        a,
        *nouns,
        replace(verb, low="is"),
        replace(verb, low="unique"),
    )


def _each_with(said: Tokens) -> Tokens:
    """Return "trips: each with a driver and a start" as "each trip has a driver and a start"."""
    mark = next((at for at in range(1, min(4, len(said) - 3)) if said[at].low == ":"), 0)
    if not mark or said[mark + 1].low != "each" or said[mark + 2].low not in {"with", "has"}:
        return said
    nouns = [*said[:mark]]
    nouns[-1] = replace(nouns[-1], low=singular(nouns[-1].low))
    return (said[mark + 1], *nouns, replace(said[mark + 2], low="has"), *said[mark + 3 :])


def _of_each(said: Tokens) -> Tokens:
    """Return "per customer: name, phone" as "customer: name, phone"."""
    is_each = len(said) > 4 and said[0].low in {"per", "for"} and any(one.low == ":" for one in said[2:5])
    start = 2 if is_each and said[1].low in {"each", "every"} else 1
    return said[start:] if is_each and (start == 2 or said[0].low == "per") else said
