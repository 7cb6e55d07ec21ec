"""Steps: what happens, and what is set then: "courier drops off a parcel: its status becomes 'stored'"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.completing.requiring import read_required
from modeler.core.requirements.english.completing.stating import read_stated
from modeler.core.requirements.english.cover.mentions import mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import owner
from modeler.core.requirements.english.naming.names import follows
from modeler.core.requirements.english.phrasing.same import is_code
from modeler.core.requirements.english.remaining.spelled_out import spelled_out
from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, MODALS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, AttributeChange
from modeler.core.requirements.vocabulary import KnownEntity

_MARKS: Final = words_in(": → ⇒ =")
_TITLE_MAX: Final = 12


def stepped(draft: Draft) -> bool:
    """Fill an update from what a line sets after what happened; return whether it says that."""
    if draft.known.own and filed(draft):
        return True
    held = _of_design(draft) if draft.known.own else _of_text(draft)
    if held is None:
        return False
    _update(draft, held)
    read_required(draft, held)
    read_stated(draft, held)
    return bool(draft.value("changes"))


def _update(draft: Draft, held: KnownEntity) -> None:
    draft.fill("operation", Act.UPDATE)
    draft.fill("entities", (held.name,))
    draft.fill("given", draft.reference(held.name))


def _of_design(draft: Draft) -> KnownEntity | None:
    """Return the one entity of the design whose attributes a line sets."""
    named = {one.name for said in mentions(draft) for one in said.entities if not said.is_plural}
    several = {one.name for said in mentions(draft) for one in said.entities if said.is_plural and said.start < 2}
    found: list[tuple[int, bool, KnownEntity]] = []
    for held in draft.known.own:
        scratch = Draft(draft.text, draft.tokens, draft.known)
        _update(scratch, held)
        read_required(scratch, held)
        read_stated(scratch, held)
        told = scratch.value("changes") or ()
        count = len([one for one in told if one.attribute])
        if count and not any(_is_doubtful(draft, held, one) for one in told) and _is_step(draft, scratch):
            is_named = held.name in named | several
            is_own = count > 1 or any(is_code(draft.tokens[at]) for at in scratch.places("changes"))
            if is_named or is_own:
                found.append((count, is_named, held))
    best = max((one[:2] for one in found), default=None)
    fitting = [held for *rank, held in found if tuple(rank) == best]
    return fitting[0] if len(fitting) == 1 else None


def _is_doubtful(draft: Draft, held: KnownEntity, one: AttributeChange) -> bool:
    """Return whether a change is of what identifies an item: "the stay goes in" sets no stayId."""
    is_reference = owner(draft.known, one.attribute) is not None and bool(one.value)
    return one.attribute in held.identity or is_reference


def _is_step(draft: Draft, scratch: Draft) -> bool:
    """Return whether a mark or a modal leads to what is set, and it is more than a value in parentheses: not "units
    that are there (state = 'in_stock')", not "... and change the size" behind words that nothing knows.
    """
    said = {one.low for one in draft.tokens}
    first = draft.tokens[: max(scratch.first_of("changes"), 0)]
    marked = {one.low for one in first} & (_MARKS | {".", ";", ">", "possible", "can"} | MODALS)
    if not marked and not follows_any(draft, ("have", "to", "be"), ("has", "to", "be")):
        return False
    is_plain = any(draft.low(at) == "=" for at in scratch.places("changes"))
    return not is_plain or bool(said & MODALS) or follows_any(draft, ("have", "to", "be"), ("has", "to", "be"))


def follows_any(draft: Draft, *phrases: tuple[str, ...]) -> bool:
    """Return whether a line has one of some phrases."""
    return any(follows(draft, at, one) for at in range(len(draft.tokens)) for one in phrases)


def _of_text(draft: Draft) -> KnownEntity | None:
    """Return the entity of what something happened to, with the attributes that the line spells out."""
    said = range(min(_TITLE_MAX, len(draft.tokens)))
    mark = next((at for at in said if draft.low(at) in _MARKS or _is_arrow(draft, at)), 0)
    group = group_at(draft.tokens, 0, before_verb=True) if mark else None
    if group is None or group.end >= mark or group.is_plural or group.is_trait or group.states:
        return None
    at = group.end + (draft.low(group.end) in BE | {"gets"})
    if not is_participle(draft.low(at)):
        verb = base_form(draft.low(at))
        other = group_at(draft.tokens, at + 1 + (draft.low(at + 1) in {"off", "up", "in", "out", "on"}))
        if not verb:
            return None
        if other is not None:
            group = other
        elif at + 1 != mark:
            return None
        if group.end != mark or group.is_plural or group.is_trait or group.determiner not in ARTICLES | {""}:
            return None
    scratch = Draft(draft.text, draft.tokens, draft.known)
    scratch.fill("entities", draft.entity(group.words))
    return spelled_out(scratch)


def _is_arrow(draft: Draft, at: int) -> bool:
    return draft.low(at) in {"-", "="} and draft.low(at + 1) == ">"


_FILING: Final = words_in("report raise file submit log lodge issue")


def filed(draft: Draft) -> bool:
    """Create what begins a line after a verb that its time has: "report a fault", where faults have reportedAt."""
    verb = draft.low(0)
    said = next((one for one in mentions(draft) if one.start in {2, 3} and len(one.entities) == 1), None)
    if verb not in _FILING or draft.low(1) not in {"a", "an"} or said is None or said.is_plural:
        return False
    held = said.entities[0]
    if not any((base_form(words_of(one.name)[0]) or words_of(one.name)[0]) == verb for one in held.times):
        return False
    draft.fill("operation", Act.CREATE, range(1))
    draft.fill("entities", (held.name,), range(1, said.end))
    return True
