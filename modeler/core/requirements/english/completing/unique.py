"""What must be free before an item is created: "the slug must not be taken yet", "only if no other booking has the room
at that time".
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.cover.mentions import mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import follows, is_clause_end, name_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Act, Comparator, Condition
from modeler.core.requirements.vocabulary import KnownEntity

_TAKEN: Final = tuple(
    tuple(one.split())
    for one in (
        "must not be taken", "must not be in use", "must not be used", "may not be taken", "may not be in use",
        "must not exist", "must not yet exist", "must be free", "must still be free", "must be unused",
        "must be unique", "must be new", "should be free", "should not be taken", "is not taken", "is not in use",
        "is not used", "is not yet taken", "is still free", "is free", "is unused", "is not already taken",
        "isn't taken", "isn't in use", "isn't used", "has to be unique", "has to be free", "cannot be taken",
        "can't be taken", "isn't already taken", "is unique", "is still unused", "must not already exist",
        "must not be known", "isn't known", "is not known", "isn't known to us", "is not known to us", "doesn't exist",
        "does not exist", "must not be known to us",
    )
)  # fmt: skip
_IS_TAKEN: Final = tuple(
    tuple(one.split())
    for one in ("is taken", "is already taken", "is in use", "is already in use", "already exists", "exists", "is used",
                "is already used", "is known", "is already known")
)  # fmt: skip
_YET: Final = words_in("yet already before anywhere elsewhere")
_HOLDING: Final = words_in("holds has have uses use occupies occupy takes shares share hold exists with blocks covers")
_SAME: Final = words_in("the that this same a its an of at in on for with and")


def read_unique(draft: Draft, held: KnownEntity) -> None:
    """Fill the condition of a creation that nobody else has a value."""
    if draft.value("operation") not in {Act.CREATE, Act.SAVE}:
        return
    for at in range(1, len(draft.tokens)):
        if not draft.used[at] and (_free(draft, held, at) or _no_other(draft, held, at)):
            return


def _free(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "the slug must not be taken yet", "unless the slug is taken"."""
    name, end = name_at(draft, held, at)
    if not name:
        return False
    place = at - 1
    while place >= 0 and draft.low(place) in _SAME:
        place -= 1
    ways = _IS_TAKEN if draft.low(place) == "unless" else _TAKEN
    found = next((one for one in ways if follows(draft, end, one)), ())
    stop = end + len(found)
    stop += draft.low(stop) in _YET
    if not found or not is_clause_end(draft, stop):
        return False
    _require(draft, (name,), range(place if draft.low(place) in {"unless", "if"} else at, stop))
    return True


def _no_other(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "only if no other booking holds the room at that start time"."""
    after = at + 1 + (draft.low(at + 1) in {"other", "existing"})
    if draft.low(at) not in {"no", "another"} or draft.known_entity((draft.low(after),)) is not held:
        return False
    if draft.low(at) == "another" and "unless" not in {draft.low(at - 1), draft.low(at - 2)}:
        return False
    verb = after + 1 + (draft.low(after + 1) in {"already", "yet", "currently"})
    if draft.low(verb) not in _HOLDING:
        return False
    names: list[str] = []
    end = place = verb + 1
    while place < len(draft.tokens) and draft.tokens[place].kind != "mark":
        if draft.low(place) in _SAME:
            place += 1
            continue
        name, stop = _held_at(draft, held, place)
        if not name:
            return False
        names.append(name)
        end = place = stop
    if names:
        start = at
        while start and not draft.used[start - 1] and draft.tokens[start - 1].kind != "mark":
            start -= 1
        _require(draft, tuple(names), range(start, end))
    return bool(names)


def _held_at(draft: Draft, held: KnownEntity, at: int) -> tuple[str, int]:
    """Return an attribute at a token: one of the entity, or its reference to what is named."""
    one = next((each for each in mentions(draft) if each.start == at), None)
    parent = one.parent(held, draft.known) if one is not None else None
    if one is not None and parent is not None:
        return parent.identity[-1], one.end
    return name_at(draft, held, at)


def _require(draft: Draft, names: tuple[str, ...], at: range) -> None:
    draft.drop("condition")
    for one in names:
        draft.fill("condition", Condition(one, Comparator.UNIQUE), at)
