"""Lines that say who does something: "support agents find a payment by amount", "hiring managers leave a score"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.words.lexicon import ARTICLES, POSSESSIVES, QUANTIFIERS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import READING, VERBS
from modeler.core.requirements.morphology import is_plural

_AGENT_MAX: Final = 3
_ASKED: Final = words_in("which what how who whether")


def acting(draft: Draft, at: int) -> int:
    """Read who does something in the plural, before a bare verb and its object; return where the verb is, the same
    place without an agent.
    """
    start = at + (draft.low(at) in {"the", "our", "all"})
    for verb in range(start + 1, min(start + _AGENT_MAX + 1, len(draft.tokens) - 1)):
        before = draft.tokens[verb - 1]
        if not before.is_word or draft.tokens[verb].kind != "word":
            return at
        words = tuple(map(draft.low, range(start, verb)))
        if not is_plural(words[-1]) or draft.low(verb) not in VERBS or not _has_object(draft, verb):
            continue
        agent = NounGroup(at, verb, start, words)
        if is_agent(agent):
            draft.role = agent
            draft.is_wish = True
            draft.read(places(at, verb), "operation")
            return verb
    return at


def _has_object(draft: Draft, verb: int) -> bool:
    after = draft.low(verb + 1)
    if after in ARTICLES | POSSESSIVES | QUANTIFIERS:
        return True
    is_counted = number_of(draft.tokens[verb + 1]) is not None
    group = group_at(draft.tokens, verb + 1)
    is_read = draft.low(verb) in READING and (after in _ASKED or (group is not None and group.is_plural))
    return is_read or (is_counted and group is not None and group.is_plural)
