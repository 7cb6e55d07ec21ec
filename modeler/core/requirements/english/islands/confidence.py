"""Facts that are likely wrong become questions with the reading as the suggested answer.

Measured on readings of lists before anybody saw them (docs/decisions/0027): a read that follows from a noun alone is
right in 98 of 100 cases, and in 75 if the next word is one that nobody understood and that can be the verb of the line.
Where a line does not say what is done, its other slots are right in 70.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.clauses import ACTS, WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.syntax.clauses import is_phrasal
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    BE,
    CLOSED,
    POSSESSIVES,
    STATES,
    STAY_ING,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Choice, Question

_RISKY: Final = ("condition", "range", "returned")
_UNREAD_LEAST: Final = 2
_DOES: Final = {Act.LIST: "list them", Act.GET: "get one"}


def ask_unsure(draft: Draft) -> None:
    """Ask about what a line only seems to say."""
    if _is_verb_next(draft):
        _suggest(draft)
    elif draft.value("operation") is None and _unread(draft) >= _UNREAD_LEAST and not draft.has("entities"):
        for slot in _RISKY:
            draft.forget(slot)


def _is_verb_next(draft: Draft) -> bool:
    """Return whether a noun alone says that something is read, and the word after it can be the verb of the line."""
    group = draft.about
    if group is None or draft.is_told("operation") or draft.is_titled or draft.value("operation") not in _DOES:
        return False
    at = group.end
    if is_phrasal(draft.tokens):
        return True
    if draft.is_wish and not draft.reading:
        return True  # "the app should feel light": what follows is a verb that no list has
    if _is_verb_inside(draft, group):
        return True
    if draft.low(at) in BE and not (group.determiner or group.is_plural):
        return True  # "the audit is due in November" tells of it
    if at >= len(draft.tokens) or draft.used[at] or not draft.tokens[at].is_word:
        return False
    low, after = draft.low(at), draft.low(at + 1)
    if low in CLOSED | ADVERBS | STATES | STAY_ING or low.endswith(("ing", "ly", "able")):
        return False
    if is_participle(low) or low in PASTS:
        return (low, after) == ("used", "to")
    is_verb = base_form(low) != "" or is_act(low)
    return is_verb or after in ARTICLES | POSSESSIVES


def _is_verb_inside(draft: Draft, group: NounGroup) -> bool:
    """Return whether the last word of a name can be a verb with its complement: "the database stays read-only"."""
    last = group.words[-1]
    is_third = last.endswith("s") and not last.endswith("ss") and (is_act(last) or base_form(last) != "")
    is_named = group.determiner in ARTICLES | POSSESSIVES and len(group.words) > 1 and not is_plural(group.words[-2])
    at = group.end
    is_open = at < len(draft.tokens) and draft.tokens[at].is_word and not draft.used[at]
    return is_third and is_named and is_open and draft.known_entity(group.words) is None


def _unread(draft: Draft) -> int:
    return sum(1 for at, used in enumerate(draft.used) if not used and draft.tokens[at].low not in CLOSED)


def _suggest(draft: Draft) -> None:
    """Ask what a line does, with the read that its noun suggests as the first answer."""
    act, names = draft.value("operation"), draft.value("entities") or ()
    given = draft.value("given") or ()
    own = [one for one in given if one.of in names] if act is Act.GET else []
    for slot in ("operation", "entities", *_RISKY):
        draft.forget(slot)
    for slot in ("operation", "entities"):
        draft.drop(slot)
    rest = tuple(one for one in given if one not in own)
    draft.drop("given")
    if rest:
        draft.fill("given", rest)
    sets = {"operation": str(act), "entities": list(names)}
    if own:
        sets["given"] = plain_value((*rest, *own))
    first = (Choice(f"{_DOES[act]}: {', '.join(names)}", sets),) if names else ()
    draft.ask("operation", Question(WHAT_DOES_IT_DO.text, (*first, *ACTS)))
