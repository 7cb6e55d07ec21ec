"""Lines that say who does something: "support agents find a payment by amount", "hiring managers leave a score"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.openings import opening
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.subjects import period_before
from modeler.core.requirements.english.words.lexicon import ARTICLES, POSSESSIVES, QUANTIFIERS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import READING, VERBS, base_form
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Question

_AGENT_MAX: Final = 3
_ASKED: Final = words_in("which what how who whether")
_INQUIRIES: Final = words_in("who whether what")
_WHEN: Final = words_in("when whenever if once")
_SCREENS: Final = words_in("page screen profile view dashboard")


def acting(draft: Draft, at: int) -> int:
    """Read who does something, also after a scene ("on the start screen a member sees ..."); return where the verb is,
    the same place without an agent.
    """
    start = _after_scene(draft, at)
    if start > at and (reached := opening(draft, start)) > start:
        draft.read(places(at, start), "operation")
        return reached
    verb = _several(draft, start) or _single(draft, start)
    if verb and start > at:
        draft.read(places(at, start), "operation")
    return verb or at


def _after_scene(draft: Draft, at: int) -> int:
    """Return where a line begins after its scene: "on the start screen", "when an owner calls,"."""
    if draft.low(at) in _WHEN:
        comma = next((one for one in range(at, len(draft.tokens)) if draft.low(one) == ","), 0)
        return comma + 1 if comma else at
    group = group_at(draft.tokens, at + 1) if draft.low(at) in {"on", "at", "in"} else None
    if group is None or not (group.determiner or group.owner):
        return at
    end = next((one + 1 for one in range(group.start, group.end) if draft.low(one) in _SCREENS), group.end)
    if group.owner is not None and end > group.owner.end and draft.low(end - 1) in _SCREENS:
        draft.fill("given", draft.reference(draft.entity(group.owner.words)), group.owner.read)
    return end + (draft.low(end) == ",")


def _single(draft: Draft, at: int) -> int:
    """Return the place of a verb of reading after one agent: "a member sees the next three classes"; 0 without it."""
    group = group_at(draft.tokens, at, before_verb=True)
    if group is None or group.is_plural or not group.determiner or not is_agent(group):
        return 0
    verb, low = group.end, draft.low(group.end)
    base = base_form(low)
    is_read = low.endswith("s") and base in READING and low != base
    if not is_read or verb + 1 >= len(draft.tokens) or not (_has_object(draft, verb) or draft.low(verb + 1) in _ASKED):
        return 0
    draft.tokens = (*draft.tokens[:verb], replace(draft.tokens[verb], low=base), *draft.tokens[verb + 1 :])
    draft.role, draft.is_wish = group, True
    draft.read(places(at, verb), "operation")
    return verb


def inquired(draft: Draft, at: int) -> int | None:
    """Read "see who is coming to my class": something is read, and which items are is a question."""
    if draft.low(at) not in READING or draft.low(at + 1) not in _INQUIRIES:
        return None
    said = draft.low(at + 1)
    draft.fill("operation", Act.GET if said == "whether" else Act.LIST, places(at, at + 1))
    draft.ask("entities", Question(f'"{said}": which items are read?'), places(at + 1, at + 2))
    return at + 2


def _several(draft: Draft, at: int) -> int:
    """Return the place of a bare verb with its object after several agents; 0 without it."""
    start = at + (draft.low(at) in {"the", "our", "all"})
    for verb in range(start + 1, min(start + _AGENT_MAX + 1, len(draft.tokens) - 1)):
        before = draft.tokens[verb - 1]
        if not before.is_word or draft.tokens[verb].kind != "word":
            return 0
        words = tuple(map(draft.low, range(start, verb)))
        if not is_plural(words[-1]) or draft.low(verb) not in VERBS or not _has_object(draft, verb):
            continue
        agent = NounGroup(at, verb, start, words)
        if is_agent(agent):
            draft.role = agent
            draft.is_wish = True
            draft.read(places(at, verb), "operation")
            return verb
    return 0


def by_staff(draft: Draft, at: int) -> int:
    """Read "support staff list pending payments": people whose noun has no plural; return where the verb is."""
    start = at + (draft.low(at) in {"the", "our", "all"})
    for verb in range(start + 1, min(start + _AGENT_MAX + 1, len(draft.tokens) - 1)):
        words = tuple(map(draft.low, range(start, verb)))
        if words[-1] not in _STAFF or draft.low(verb) not in READING or not _has_object(draft, verb):
            continue
        draft.role, draft.is_wish = NounGroup(at, verb, start, words), True
        draft.read(places(at, verb), "operation")
        return verb
    return at


_STAFF: Final = words_in("staff people police crew personnel management security support sales")


def _has_object(draft: Draft, verb: int) -> bool:
    after = draft.low(verb + 1)
    if after in ARTICLES | POSSESSIVES | QUANTIFIERS or period_before(draft, verb + 1):
        return True  # "drivers get today's route"
    is_counted = number_of(draft.tokens[verb + 1]) is not None
    group = group_at(draft.tokens, verb + 1)
    is_read = draft.low(verb) in READING and (after in _ASKED or (group is not None and group.is_plural))
    return is_read or (is_counted and group is not None and group.is_plural)
