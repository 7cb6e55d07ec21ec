"""Lines that tell what happened or how things are, and ask for nothing: "our club was founded in 1987", "the law
changed last year", "the average should stay under 65 percent". Nothing of them decides about items.
"""

from __future__ import annotations

import itertools
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.statements import IS_IT_A_RULE
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    POSSESSIVES,
    QUESTION_WORDS,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import READING, base_form, is_participle
from modeler.core.requirements.slots import Act

_SLOTS: Final = (
    "operation", "entities", "given", "range", "order", "limit", "returned", "condition", "changes", "consistency",
    "freshness", "rate", "peak", "delivery", "retention",
)  # fmt: skip
_DEFINITE: Final = POSSESSIVES | words_in("the this that these those")
_INNER: Final = words_in("in of at on for from near behind with")
_WERE: Final = words_in("was were")
_AFTER: Final = words_in("last every in on two three when because after before since and during this so out down up")
_STAYING: Final = words_in("stay remain lie fall be keep")
_BOUNDS: Final = words_in("under above below within over at between")
_OUGHT: Final = words_in("should must may shall")


def tells_story(draft: Draft) -> bool:
    """Empty the slots of a line that tells a story; return whether it does."""
    is_asked = draft.is_told("operation") or draft.is_wish or draft.is_titled
    if not _is_of_thing(draft) and (is_asked or not _is_story(draft)):
        return False
    for slot in _SLOTS:
        draft.forget(slot)
    draft.ask("operation", IS_IT_A_RULE)
    return True


def _is_of_thing(draft: Draft) -> bool:
    """Return whether a line tells what a thing does, and asks for nothing: "the region counts 210,000 households"."""
    group = group_at(draft.tokens, 0, before_verb=True)
    if group is None or group.is_plural or not group.determiner or draft.value("operation") not in {Act.GET, Act.LIST}:
        return False
    low = draft.low(group.end)
    is_verb = low.endswith("s") and base_form(low) in READING - {low}
    return is_verb and not (is_agent(group) or _SHOWING & set(group.words))


_SHOWING: Final = words_in(
    "app application page screen view dashboard list report site website system service api map widget client ui form "
    "job worker process portal backend frontend tool bot feed search board monitor kiosk display terminal tab menu"
)
"""Things that show items to people."""


def _is_story(draft: Draft) -> bool:
    if any(_is_goal(draft, at) for at in range(1, min(_SUBJECT_MAX, len(draft.tokens)))) or _is_fact(draft):
        return True
    group = group_at(draft.tokens, 0, before_verb=True)
    if group is None:
        return False
    at = group.end
    while draft.low(at) in _INNER:
        inner = group_at(draft.tokens, at + 1, before_verb=True)
        if inner is None:
            return False
        at = inner.end
    while draft.low(at) in ADVERBS or draft.low(at).endswith("ly"):
        at += 1
    low, after = draft.low(at), draft.low(at + 1)
    is_definite = group.determiner in _DEFINITE
    if low in _WERE:
        return is_definite or group.is_plural or group.determiner == ""
    if low in PASTS and not is_participle(low):
        return True
    is_done = is_participle(low) and is_definite and not group.is_plural and group.determiner != "their"
    return is_done and (after in _AFTER or after == "")


def _is_fact(draft: Draft) -> bool:
    """Return whether a line says what something is or consists of: "the result of an exam is a grade"."""
    lows = [one.low for one in draft.tokens[:_SUBJECT_MAX]]
    pairs = list(itertools.pairwise(lows))
    owned = next((one + 2 for one, pair in enumerate(pairs) if pair in {("belongs", "to"), ("belong", "to")}), 0)
    is_owned = 0 < owned < len(lows) and lows[owned] in ARTICLES
    if (is_owned or ("goes", "from") in pairs) and lows[0] not in QUESTION_WORDS:
        return True
    at = next((one for one in range(1, len(lows) - 1) if lows[one] in {"is", "are", "consists", "consist"}), 0)
    if not at or lows[0] not in {"the", "a", "an", "each", "every"}:
        return False
    is_made_of = lows[at].startswith("consist") and lows[at + 1] == "of"
    return is_made_of or (lows[at] == "is" and lows[at + 1] in {"a", "an", "between"})


def _is_goal(draft: Draft, at: int) -> bool:
    """Return whether "should stay under 65 percent" is at a token."""
    is_kept = draft.low(at) in _OUGHT and draft.low(at + 1) in _STAYING and draft.low(at + 2) in _BOUNDS
    return is_kept and _is_number(draft, at + 3)


_SUBJECT_MAX: Final = 8


def _is_number(draft: Draft, at: int) -> bool:
    """Return whether a number is at a token, whatever is right before it: "at least 4"."""
    found = [number_of(draft.tokens[one]) for one in range(at, min(at + 2, len(draft.tokens)))]
    return any(one is not None for one in found) and draft.low(at + 1) not in UNITS
