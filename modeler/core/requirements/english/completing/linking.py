"""What a row is about where two entities belong together through a third one, or one through a reference."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.cover.mentions import is_subject, mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import between, refers
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Act
from modeler.core.requirements.vocabulary import KnownEntity

_ADDING: Final = words_in("add put attach upload append enter log write post book place")


def link(draft: Draft, held: KnownEntity) -> None:
    """Settle what a row is about by how its entities refer to each other."""
    _added(draft, held)
    _joined(draft, held)
    _appearing(draft, held)


def _added(draft: Draft, held: KnownEntity) -> None:
    """Read "add a document to a permit" as a new document, where documents refer to permits and nothing joins them."""
    parents = [draft.known.entity(one.of) for one in draft.value("given") or () if one.of]
    is_asked = draft.value("operation") is Act.CREATE and draft.question("operation") is not None
    if not is_asked or draft.verb not in _ADDING or len(parents) != 1 or parents[0] is None:
        return
    if refers(draft.known, held, parents[0]) and not between(draft.known, held, parents[0]):
        draft.settle("operation", Act.CREATE)


def _joined(draft: Draft, held: KnownEntity) -> None:
    """Read "add a volunteer to a team" and "remove a volunteer from a team" as writes of what links the two."""
    said = [one for one in mentions(draft) if len(one.entities) == 1 and not one.is_plural]
    verb = draft.low(0)
    ways = _TO if verb in _JOINING else {"from"} if verb in _TAKING else frozenset[str]()
    if len(said) < 2 or said[0].entities[0] is not held or said[0].before or said[1].before not in ways:
        return
    other = said[1].entities[0]
    is_alone = not refers(draft.known, held, other) and not draft.value("changes")
    links = between(draft.known, held, other) if is_alone and other is not held else []
    if len(links) != 1 or said[0].start > 2 or said[1].end < draft.last_of("given"):
        return
    draft.settle("operation", Act.CREATE if verb in _JOINING else Act.DELETE, range(1))
    draft.settle("entities", (links[0].name,), range(said[0].start, said[0].end))
    places = range(said[1].start - 1 - bool(said[1].determiner), said[1].end)
    draft.drop("given")
    draft.fill("given", (draft.reference(held.name), draft.reference(other.name)), places)


_JOINING: Final = words_in("add assign enroll enrol put admit")
_TAKING: Final = words_in("remove take drop withdraw kick")
_TO: Final = words_in("to in into on")


def _appearing(draft: Draft, held: KnownEntity) -> None:
    """Read "in which shows does a guest appear" as appearances of a guest, where these link the two."""
    given = draft.value("given") or ()
    if draft.value("operation") is not Act.LIST or any(one.of for one in given):
        return
    for one in mentions(draft):
        if any(draft.used[one.start : one.end]) or one.is_plural or not is_subject(draft, one):
            continue
        other = one.entities[0] if len(one.entities) == 1 else None
        if other is None or other is held or refers(draft.known, held, other):
            continue
        links = between(draft.known, held, other)
        if len(links) == 1:
            draft.settle("entities", (links[0].name,), range(0))
            end = one.end + (one.end < len(draft.tokens) and draft.tokens[one.end].is_word)
            draft.fill("given", draft.reference(other.name), range(one.start, end))
        return
