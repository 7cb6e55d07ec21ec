"""The gate before slots: a clause that the grammar does not know decides nothing about the items.

"customers who haven't been in for a service" gives no service: "for a service" belongs to a clause that was not
understood. Words of such a clause stay unread, so a person sees them.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    BE,
    CONJUNCTIONS,
    HAVE,
    MODALS,
    NEGATIONS,
    PRONOUNS,
    RELATIVES,
    SILENT,
    STATES,
    UNITS,
    VAGUE,
)
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural

_TRANSPARENT: Final = SILENT | ADVERBS | CONJUNCTIONS | STATES | VAGUE
_OPENERS: Final = (RELATIVES | PRONOUNS | MODALS | {"whose", "where", "when", "while", "once", "as", "because"}) - {
    "there",
    "all",
    "one",
    "ones",
    "me",
    "us",
}
"""Words with which a clause of its own begins."""
_BOUNDING: Final = frozenset({"before", "after", "since", "until", "till", "by", "than", "between", "from"})
"""Prepositions without which a time means something else: before today."""


def is_apart(draft: Draft, at: int) -> bool:
    """Return whether words that were not understood come between the items and a token: what follows can belong to
    them ("hangars with room for an aircraft").
    """
    left = _left(draft, at)
    if _is_one_verb(draft, left, at):
        return False
    said = {draft.low(one) for one in left if "about" not in (draft.low(one), draft.low(one - 1))} - _TRANSPARENT
    return any(not (one.endswith("ing") or is_participle(one)) for one in said) or is_in_clause(draft, at)


def _is_one_verb(draft: Draft, left: list[int], at: int) -> bool:
    """Return whether only the verb of the items is unknown: "drugs that interact with a drug"."""
    group = draft.about
    if group is None or not group.is_plural or not left or left != list(range(group.end, at)):
        return False
    verbs = left[1:] if draft.low(left[0]) in RELATIVES else left
    return len(verbs) == 1 and starts(draft.tokens[verbs[0]]) and not is_plural(draft.low(verbs[0]))


def is_in_clause(draft: Draft, at: int) -> bool:
    """Return whether a clause that was not understood began before a token and no comma ended it: "who haven't been
    in for a service".
    """
    for place in range(at - 1, _start(draft, at) - 1, -1):
        if draft.low(place) in {",", ";", ":", "(", ")"}:
            return False
        is_opener = draft.low(place) in _OPENERS and not draft.used[place]
        if is_opener and any(not draft.used[one] for one in range(place + 1, at) if draft.tokens[one].is_word):
            return draft.low(place + 1) not in {"is", "are", "was", "were"}
    return False


def follows_unknown(draft: Draft, at: int) -> bool:
    """Return whether a noun that was not understood is right before a token, which can belong to it: "members with
    birthdays this month".
    """
    if any(draft.low(one) == "whose" and not draft.used[one] for one in range(_start(draft, at), at)):
        return True
    before = at - 1
    while before > 1 and not draft.used[before] and draft.low(before) in {"in", "the", "within", "during", "over"}:
        before -= 1
    if before < 1 or draft.used[before] or not draft.tokens[before].is_word:
        return False
    low = draft.low(before)
    if low in _BOUNDING or draft.low(before - 1) in {"no", "without"}:
        return True
    if draft.low(before - 1) in RELATIVES or low in UNITS or draft.low(at) in {"in", "on", "for", "during", "within"}:
        return False
    is_verbal = is_participle(low) or low.endswith("ing") or base_form(low) != "" or low in _TRANSPARENT
    return not is_verbal and starts(draft.tokens[before])


def is_far(draft: Draft, at: int) -> bool:
    """Return whether more than the verb of a time was not understood before a token: "that are due today" is near."""
    place = at
    while place > _start(draft, at) and not draft.used[place - 1] and _is_of_time(draft, place - 1):
        place -= 1
    return is_apart(draft, place)


def _is_of_time(draft: Draft, at: int) -> bool:
    low = draft.low(at)
    is_verb = is_participle(low) or low.endswith("ing") or base_form(low) != "" or is_act(low) or low == "due"
    return is_verb or low in RELATIVES | BE | HAVE | MODALS | NEGATIONS or not draft.tokens[at].is_word


def _start(draft: Draft, at: int) -> int:
    return draft.about.end if draft.about is not None else at


def _left(draft: Draft, at: int) -> list[int]:
    found: list[int] = []
    depth = 0
    for place in range(_start(draft, at), at):
        depth += (draft.low(place) == "(") - (draft.low(place) == ")")
        if draft.low(place) == "," and draft.low(place + 1) in {"with", "including", "along", "together"}:
            found.clear()
        elif draft.low(place) == "to" and draft.low(place + 1) == "be":
            continue
        elif not depth and draft.tokens[place].is_word and not draft.used[place]:
            found.append(place)
    return found
