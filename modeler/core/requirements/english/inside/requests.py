"""The items that a line asks for, wherever it names them: "the clerk types a plate and wants to see the permits"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.english.inside.frames import Lead, without_showing
from modeler.core.requirements.english.slots.subjects import period_before
from modeler.core.requirements.english.words.lexicon import PREPOSITIONS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import act_of, base_form, is_participle
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Certainty
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

type Tokens = tuple[WordToken, ...]

_SENTENCE: Final = frozenset(".!?;")
_ASKING: Final = words_in("which what")
_INSIDE: Final = (PREPOSITIONS - {"to"}) | words_in("of per and or than")
_CANDIDATES_MAX: Final = 6
_COMPUTING: Final = words_in("add adds sum summed sums total totals average altogether number count counted")
_TOLD: Final = ("given", "range", "condition", "order", "limit", "returned")


def requests(text: str, tokens: Tokens, known: Vocabulary) -> Iterator[Tokens]:
    """Yield a line with each thing of the design that it can ask for first, and what comes before it behind that."""
    draft = Draft(text, tokens, known)
    found = 0
    for at, held in _starts(draft):
        lead = Lead(tokens[:at], partial(_can_give, draft, held))
        end = _sentence_end(tokens, at)
        core, is_shown = without_showing(tokens[at:end])
        if lead.is_frame and (lead.is_seeing or is_shown or not lead.has_subject):
            found += 1
            yield (*core, *lead.given, *tokens[end:], *_beside(lead.rest))
        if found == _CANDIDATES_MAX:
            return


def is_request(row: Row) -> bool:
    """Return whether a row says more than the name of some items, and left no word that computes something of them."""
    unread = {word for words in row.unread_words for word in words.lower().split()}
    if any(is_participle(one) and act_of(base_form(one)) is not None for one in unread):
        return False  # "the fault of a dome is removed"
    is_told = any(slot.certainty is Certainty.UNDERSTOOD for name, slot in row.slots if name in _TOLD)
    return is_told and row.operation.value is not None and row.operation.value.is_read and not unread & _COMPUTING


def _can_give(draft: Draft, held: KnownEntity, group: NounGroup) -> bool:
    """Return whether nouns name an attribute of items, or what the items refer to."""
    other = draft.known_entity(group.words)
    if other is not None:
        return other is not held and refers(draft.known, held, other)
    return held.spoken(group.words) is not None


def _starts(draft: Draft) -> Iterator[tuple[int, KnownEntity]]:
    """Yield where things of the design begin, with the words that ask for them."""
    at = 0
    while at < len(draft.tokens):
        start = _asked_at(draft, at)
        group = group_at(draft.tokens, start)
        if group is None:
            at += 1
            continue
        held = draft.known_entity(group.words)
        is_led = start > at or draft.low(at - 1) not in _INSIDE
        if at and held is not None and held.is_own and is_led:
            yield at, held
        at = group.end


def _asked_at(draft: Draft, at: int) -> int:
    """Return where the nouns begin behind what asks for them: "which", "how many", "number of", "this week's"."""
    if draft.low(at) in _ASKING:
        return at + 1
    if (draft.low(at), draft.low(at + 1)) == ("how", "many"):
        return at + 2
    if draft.low(at) == "number" and draft.low(at + 1) == "of":
        return at + 2
    return at + period_before(draft, at)


def _sentence_end(tokens: Tokens, at: int) -> int:
    return next((one for one in range(at, len(tokens)) if tokens[one].low in _SENTENCE), len(tokens))


def _beside(rest: list[WordToken]) -> Tokens:
    """Return words that stay visible and decide nothing."""
    words = [one for one in rest if one.is_word]
    return (replace(words[0], low="because", kind="word"), *words[1:]) if words else ()
