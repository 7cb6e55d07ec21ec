"""Which words of a line name the time of its range: "posted within", "whose lease ends", "with a deadline before"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.proposing.time_names import PARTICLES, time_for, time_of_nouns, time_of_verb
from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    BE,
    DO,
    HAVE,
    NEGATIONS,
    RELATIVES,
    words_in,
)
from modeler.core.requirements.english.words.verbs import READING, VERBS, is_participle, participle
from modeler.core.requirements.morphology import attribute_name, singular
from modeler.core.requirements.slots import Comparator, Range

_BETWEEN: Final = BE | HAVE | ADVERBS | RELATIVES | words_in("only ever just last been yet still already not never")
_FALLING: Final = BE | words_in("falls fall lies lie lands land comes come")
_NOBODY: Final = NEGATIONS | words_in("nobody no-one")
_LEADS: Final = ARTICLES | words_in("with whose having their its")
_SORTED: Final = words_in("sorted ordered grouped ranked")
_BACK_MAX: Final = 6


@dataclass(frozen=True, slots=True)
class Named:
    """A time that words name, where they are, and the verb. `is_not`: nothing happened since. `is_other`: the words
    bound something else than when the items came to be.
    """

    name: str = ""
    places: range = range(0)
    verb: str = ""
    is_not: bool = False
    is_other: bool = False


def by_words(draft: Draft, one: Range) -> Named:
    """Return the time that words at a range, before it, or right after the items name."""
    start = draft.first_of("range")
    for at in sorted(draft.places("range"))[:_BACK_MAX]:
        if found := _verb_at(draft, at, one):
            return found
    at = start - 1
    while at > 0 and draft.low(at) in _BETWEEN:
        at -= 1
    at -= draft.low(at) in PARTICLES and at > 0
    if at > 0 and at not in draft.places("operation") and (found := _verb_at(draft, at, one)):
        return found
    is_asked = draft.low(at) in VERBS - READING and bool({draft.low(place) for place in range(at)} & DO)
    if is_asked and draft.low(at) not in {"have", "get", "make"}:
        said = participle(draft.low(at))  # "how many passports did a vet issue last year"
        return Named(time_of_verb(said), range(at, at + 1), said)
    return _by_noun(draft, start) or _by_clause(draft, start, one)


def _verb_at(draft: Draft, at: int, one: Range) -> Named | None:
    low = draft.low(at)
    is_not = _is_denied(draft, at)
    if is_not and not _is_told_since(draft, at):
        return Named(is_other=True)  # "paid but not shipped for 2 days" counts from the payment
    is_last = draft.low(at - 1) == "last" or (is_not and one.comparison in {Comparator.LESS, Comparator.AT_LEAST})
    name = time_of_verb(low, particle(draft, at + 1), is_last=is_last)
    if draft.low(at + 1) == "for" and (later := time_for(low)):
        name = later
    if not name:
        return None
    first = _subject_start(draft, at)
    return Named(_with_subject(draft, first, at, name), range(first, at + 1), low, is_not=is_not)


def _is_denied(draft: Draft, at: int) -> bool:
    """Return whether a verb is denied: "have not been topped up", "nobody has replied"."""
    place = at - 1
    while place > 0 and draft.low(place) in _BETWEEN - NEGATIONS:
        place -= 1
    return draft.low(place) in _NOBODY or draft.low(place - 1) == "no"


def _is_told_since(draft: Draft, at: int) -> bool:
    """Return whether a denied verb tells of what did not happen since: "have not been fired", "nobody has fired"."""
    said = {draft.low(one) for one in range(max(at - 5, 0), at)}
    return bool(said & (HAVE | DO | words_in("haven't hasn't didn't nobody never")))


def particle(draft: Draft, at: int) -> str:
    """Return the particle at a token: up of "topped up"."""
    return draft.low(at) if draft.low(at) in PARTICLES else ""


def _subject_start(draft: Draft, at: int) -> int:
    """Return where "whose membership" before a verb begins; the verb itself if it has no such subject."""
    first = at
    while first > max(at - 4, 0) and draft.tokens[first - 1].is_word and draft.low(first - 1) != "whose":
        first -= 1
    return first - 1 if draft.low(first - 1) == "whose" and first < at else at


def _with_subject(draft: Draft, first: int, at: int, name: str) -> str:
    """Return the name of a time with what it is of: membershipEndsAt of "whose membership ends"."""
    words = [draft.low(one) for one in range(first + 1, at) if draft.low(one) not in _BETWEEN]
    return f"{attribute_name(words)}{name[:1].upper()}{name[1:]}" if words else name


def _by_noun(draft: Draft, start: int) -> Named | None:
    """ "with a deadline before", "due for inspection in", "whose last check was over a year ago"."""
    at = start
    while at > 0 and draft.low(at - 1) in _FALLING:
        at -= 1
    for first in range(max(at - 3, 0), at):
        name = time_of_nouns(tuple(draft.low(one) for one in range(first, at)))
        if name and draft.tokens[first].is_word and not draft.used[first]:
            while first > 0 and draft.low(first - 1) in _LEADS:
                first -= 1
            return Named(name, range(first, start))
    whose = next((one for one in range(at - 1, max(at - 5, 0), -1) if draft.low(one) == "whose"), -1)
    is_aged = any(draft.low(one) in {"older", "younger", "newer"} for one in draft.places("range"))
    if at < start and 0 < whose < at - 1 and not is_aged:
        return Named(attribute_name((*(draft.low(one) for one in range(whose + 1, at)), "at")), range(whose, start))
    for noun in (at - 1, at):  # "due for repair in": the noun can be taken for a verb before the range
        if (draft.low(noun - 2), draft.low(noun - 1)) == ("due", "for") and draft.tokens[noun].is_word:
            return Named(attribute_name((singular(draft.low(noun)), "due", "at")), range(noun - 2, noun + 1))
    return None


def _by_clause(draft: Draft, start: int, one: Range) -> Named:
    """Return the time of the participle right after the items: "jobs delivered by a translator since a date"."""
    at = draft.about.end if draft.about is not None else 0
    while at < start and draft.low(at) in _BETWEEN:
        at += 1
    is_sorted = draft.low(at + 1) == "by" and draft.low(at) in _SORTED
    if not 0 < at < start or is_sorted or not is_participle(draft.low(at)):
        return Named()
    is_single = not any(is_participle(draft.low(place)) for place in range(at + 1, start))
    found = _verb_at(draft, at, one) if is_single and draft.low(start) != "for" else None
    return found or Named(is_other=True)
