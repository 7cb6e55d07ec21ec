"""Writes by the second reading: an act, and the one entity of the design that has all that its clause names."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.cover.mentions import Mention, covers, mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.words.lexicon import ARTICLES, CONJUNCTIONS, MODALS, POSSESSIVES, words_in
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import (
    LOWERING,
    RAISING,
    READING,
    TRANSITIONS,
    VERBS,
    act_of,
    is_participle,
    participle,
)
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, AttributeChange, Edit
from modeler.core.requirements.vocabulary import KnownEntity

_ACTORS: Final = words_in("i we they") | MODALS
_ADVERBS: Final = words_in("only also just then to")
_PARTICLES: Final = words_in("over up back off out away down in on")
_ASIDE: Final = words_in("to with by from as into onto at for after before")
_GIFTS: Final = words_in("give grant award credit charge pay")
_OTHER: Final = words_in("another new different other")
_NO_WRITES: Final = READING | words_in(
    "need want like have be let help know remember tell make do keep allow use sum total "
    "average compute calculate tally rank sort group"
)


def write_by_cover(draft: Draft) -> bool:
    """Fill the operation, the entity, and what changes, of a line that writes one item; return whether it did."""
    at = _verb_at(draft)
    verb = draft.low(at)
    if at < 0 or verb in _NO_WRITES:
        return False
    said = [one for one in mentions(draft) if at < one.start < _clause_end(draft, at)]
    thing = next((one for one in said if not (one.before or one.is_owner)), None)
    if (
        thing is None
        or thing.is_verb
        or (thing.is_plural and (thing.determiner in {"", "all", "every"} or verb not in VERBS))
    ):
        return False
    core = [one for one in said if one.before not in _ASIDE]
    able = [one for one in draft.known.own if all(covers(draft, one, each) for each in core)]
    own = [one for one in able if one in thing.entities]
    if len(own or able) != 1 or (not own and (len(core) < 2 or thing.entities)):
        return False
    _write(draft, at, thing, (own or able)[0], said)
    return True


def _verb_at(draft: Draft) -> int:
    """Return where the verb of an act is: it begins the line, or follows who acts; -1 without one."""
    at = next((one + 1 for one in range(min(8, len(draft.tokens))) if draft.low(one) in _ACTORS), 0)
    while draft.low(at) in _ADVERBS:
        at += 1
    after = draft.low(at + 1)
    follows = after in ARTICLES | POSSESSIVES | {"all", "another"} or after in _PARTICLES
    word = draft.low(at)
    is_open = bool(word) and draft.tokens[at].is_word and not (is_participle(word) or is_plural(word))
    is_verb = word in VERBS or (
        is_open and (is_act(word) or at > 0) and not any(one.start == at for one in mentions(draft))
    )
    return at if is_verb and follows else -1


def _clause_end(draft: Draft, at: int) -> int:
    ends = CONJUNCTIONS - {"and", "or"}
    while at < len(draft.tokens) and draft.tokens[at].kind != "mark" and draft.low(at) not in ends:
        at += 1
    return at


def _write(draft: Draft, at: int, thing: Mention, held: KnownEntity, said: list[Mention]) -> None:
    verb = draft.low(at)
    draft.verb = verb
    is_attribute = held not in thing.entities
    is_added = verb == "add" and thing.determiner in {"a", "an"}  # "add a subscriber to a publication"
    act = Act.UPDATE if is_attribute else act_of(verb) or (Act.CREATE if is_added else Act.UPDATE)
    draft.fill("operation", act, range(at, at + 1 + (draft.low(at + 1) in _PARTICLES)))
    draft.fill("entities", (held.name,), range(thing.start, thing.end))
    if act in {Act.UPDATE, Act.DELETE}:
        draft.fill("given", draft.reference(held.name))
    if act is not Act.UPDATE:
        return
    if is_attribute and thing.of(held):
        edit = Edit.ADD if verb in RAISING | LOWERING else Edit.SET
        draft.fill("changes", AttributeChange(edit, thing.of(held)), range(thing.start, thing.end))
        return
    for one in said:
        parent = one.parent(held, draft.known)
        name = one.of(held) or (parent.identity[-1] if parent is not None else "")
        is_new = one.before == "to" and _OTHER & {draft.low(place) for place in range(one.start - 2, one.start)}
        if is_new and name:
            draft.fill("changes", AttributeChange(Edit.SET, name), range(one.start - 2, one.end))
            return
        token = draft.tokens[one.start - 1]
        if verb in _GIFTS and one is not thing and one.of(held) and (count := number_of(token)) is not None:
            draft.fill("changes", AttributeChange(Edit.ADD, one.of(held), str(count)), range(one.start - 1, one.end))
            return
    if verb in TRANSITIONS - {"mark"}:
        set_state(draft, participle(verb), range(at, at + 1))
