"""Writes of what links two entities: "sign a petition", "join a guild", "remove a song from a person's favorites"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.grounding.links import of_verb, refers
from modeler.core.requirements.english.words.lexicon import POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import (
    CREATING,
    EDITING,
    LOWERING,
    RAISING,
    READING,
    REMOVING,
)
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.slots import Act, AttributeChange, Edit
from modeler.core.requirements.vocabulary import KnownEntity

_PLAIN: Final = READING | CREATING | EDITING | REMOVING | RAISING | LOWERING
"""Verbs that say what is done with an item, whatever entities are called."""
_BRINGING: Final = words_in("submit order request")
"""Verbs of those that bring about an item of their own name: a submission of an assignment."""
_JOINING: Final = words_in("join enter leave quit")
_LEAVING: Final = words_in("leave quit unfollow unsubscribe unlike unwatch unvote unbookmark unfavorite unsign unstar")
_MEMBERS: Final = words_in(
    "member membership participant participation attendee attendance enrollment enrolment registration player seat"
)
_TOWARDS: Final = words_in("for in to on at")
_PUT: Final = words_in("add put save place")
_TAKEN: Final = words_in("remove take delete drop")
_LISTS: Final = words_in("list collection board set folder")
_ADDED: Final = words_in("add give award credit grant")


def by_addition(draft: Draft) -> None:
    """Read "add penalty points to a member" as a change of the attribute that members have."""
    if draft.value("operation") not in {None, Act.CREATE, Act.UPDATE} or draft.value("changes"):
        return
    at = next((one for one in range(min(3, len(draft.tokens))) if draft.low(one) in _ADDED), -1)
    found = match(draft.tokens, at + 1, "GROUP to|from ONE") if at >= 0 else None
    if found is None:
        return
    end, (what, whose) = found
    other = draft.known_entity(whose.words)
    words = tuple(map(singular, what.words))
    named = [one for one in other.entity.attributes if words_of(one.name) == words] if other is not None else []
    if other is None or not named or draft.known_entity(what.words) is not None:
        return
    draft.settle("operation", Act.UPDATE, range(at, at + 1))
    draft.settle("entities", (other.name,), range(whose.start, end))
    draft.settle("given", (draft.reference(other.name),), range(whose.start - 1, end))
    amount = str(what.count) if what.count is not None else ""
    draft.settle("changes", (AttributeChange(Edit.ADD, named[0].name, amount),), range(what.start, what.end))


def by_reference(draft: Draft) -> None:
    """Read "change a screening's venue" as a change of what a screening refers to, not of the venue."""
    names: tuple[str, ...] = draft.value("entities") or ()
    if draft.value("operation") is not Act.UPDATE or len(names) != 1 or draft.value("changes"):
        return
    at = _verb_at(draft)
    found = match(draft.tokens, at + 1, "GROUP") if at is not None and draft.low(at) in EDITING else None
    if at is None or found is None:
        return
    part: NounGroup = found[1][0]
    whole = part.owner
    end = part.end
    if whole is None and draft.low(part.end) in {"of", "for"}:
        whole = group_at(draft.tokens, part.end + 1)
        end = whole.end if whole is not None else end
    here = draft.known_entity(whole.words) if whole is not None and whole.is_one else None
    other = draft.known_entity(part.words)
    if here is None or other is None or other.name != names[0] or not refers(draft.known, here, other):
        return
    draft.settle("entities", (here.name,), range(at + 1, end))
    draft.drop("given")
    draft.fill("given", draft.reference(here.name), range(at + 1, end))
    draft.fill("changes", AttributeChange(Edit.SET, other.identity[-1]), range(at + 1, end))


def by_act(draft: Draft) -> None:
    """Read "sign a petition" as a new signature of it, where the design has signatures."""
    act = draft.value("operation")
    if act is Act.CREATE and not draft.value("entities") and _brought_about(draft):
        return
    at = _verb_at(draft)
    if (act is not None and act.is_read) or at is None:
        return
    verb = draft.low(at)
    target = group_at(draft.tokens, at + 1 + (draft.low(at + 1) in _TOWARDS))
    here = draft.known_entity(target.words) if target is not None else None
    if target is None or here is None or not target.is_one:
        return
    link = _linking(draft, verb, here)
    if link is not None:
        draft.read(range(at + 1, target.start), "operation")
        draft.settle("operation", Act.DELETE if verb in _LEAVING else Act.CREATE, range(at, at + 1))
        _write(draft, link, here, target, target.end)
        return
    if verb in _PUT | _TAKEN:
        _listed(draft, verb, here, target, at)


def _brought_about(draft: Draft) -> bool:
    """Read "candidates can apply for a job only once" as one application of both."""
    parents = [draft.known.entity(one.of) for one in draft.value("given") or ()]
    for at in range(len(draft.tokens)) if len(parents) > 1 else ():
        link = of_verb(draft.known, draft.low(at)) if draft.tokens[at].is_word else None
        if link is not None and all(one is not None and refers(draft.known, link, one) for one in parents):
            draft.settle("entities", (link.name,), range(at, at + 1))
            return True
    return False


def _verb_at(draft: Draft) -> int | None:
    """Return the verb of a write: the first token that is the row's verb, or the first of all."""
    if not draft.tokens:
        return None
    verb = draft.verb.split()[0] if draft.verb else ""
    return next((at for at, one in enumerate(draft.tokens) if verb and one.low == verb), None if verb else 0)


def _linking(draft: Draft, verb: str, here: KnownEntity) -> KnownEntity | None:
    """Return the entity that an act on an item brings about or ends."""
    known = draft.known
    if verb in _JOINING:
        found = [one for one in known.own if one.words[-1] in _MEMBERS and refers(known, one, here) and one is not here]
        return found[0] if len(found) == 1 else None
    if verb in _PLAIN - _BRINGING:
        return None
    link = of_verb(known, verb.removeprefix("un") if verb in _LEAVING else verb)
    return link if link is not None and link is not here and refers(known, link, here) else None


def _listed(draft: Draft, verb: str, here: KnownEntity, target: NounGroup, at: int) -> None:
    """Read "put a lot on their watch list", "remove a song from a singer's favorites"."""
    if draft.low(target.end) not in {"on", "onto", "to", "in", "into", "from", "off"}:
        return
    group = group_at(draft.tokens, target.end + 1)
    words = group.words if group is not None else ()
    words = words[:-1] if len(words) > 1 and words[-1] in _LISTS else words
    link = draft.known_entity(words) if words else None
    if group is None or link is None or link is here or not refers(draft.known, link, here):
        return
    is_whose = group.owner is not None or group.determiner in POSSESSIVES or words != group.words
    if not is_whose and not set(here.identity) <= set(link.identity):
        return  # "add a parcel to a permit" makes no permit
    draft.settle("operation", Act.CREATE if verb in _PUT else Act.DELETE, range(at, at + 1))
    _write(draft, link, here, target, group.end)
    person = draft.known_entity(group.owner.words) if group.owner is not None else None
    if person is not None and refers(draft.known, link, person):
        draft.fill("given", draft.reference(person.name), range(target.end, group.end))


def _write(draft: Draft, link: KnownEntity, here: KnownEntity, target: NounGroup, end: int) -> None:
    others = [(one, draft.known.entity(one.of)) for one in draft.value("given") or ()]
    kept = (one for one, of in others if of is not None and of is not here and refers(draft.known, link, of))
    draft.settle("entities", (link.name,), range(target.start, end))
    draft.settle("given", (draft.reference(here.name), *kept), range(target.start, end))
    role = draft.known_entity(draft.role.words) if draft.role is not None else None
    if role is not None and role is not here and refers(draft.known, link, role):
        draft.fill("given", draft.reference(role.name), draft.role.read if draft.role is not None else ())
    draft.drop("changes")
    if draft.low(end) in {"in", "into", "to", "for", "on", "at"}:
        group = group_at(draft.tokens, end + 1)
        other = draft.known_entity(group.words) if group is not None and group.is_one else None
        if group is not None and other is not None and other is not here and refers(draft.known, link, other):
            draft.fill("given", draft.reference(other.name), range(end, group.end))
