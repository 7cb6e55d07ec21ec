"""What a noun gives: the identity of an entity, or an attribute."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import (
    ID_KINDS,
    ITEMS_TOO,
    MOMENTS,
    MONTH_NAMES,
    NO_THINGS,
    PARTS_OF,
    PLACES,
    QUANTIFIERS,
    TRAITS,
    UNITS,
    WEEKDAYS,
    WHOLE,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_value_of
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Given

IDS: Final = frozenset(
    {("id",), ("key",), ("identifier",), ("primary", "key"), ("ids",), ("pk",), ("uuid",), ("guid",)}
)


_SHOWN: Final = frozenset(
    {"format", "view", "screen", "dashboard", "overview", "csv", "pdf", "app", "interface", "ui", "tab", "api"}
)
"""Nouns for how and where items are shown: "in a calendar format"."""


def is_thing(draft: Draft, group: NounGroup) -> bool:
    """Return whether a noun can identify something: no time, no unit, and nothing like "a prefix"."""
    head = group.words[-1]
    if group.is_exact or draft.known_entity(group.words) is not None:
        return True
    is_unit = len(group.words) == 1 and (head in UNITS or head in MOMENTS)
    is_day = head in WEEKDAYS | MONTH_NAMES
    return not (is_unit or is_day) and head not in NO_THINGS - TRAITS


_ACTIONS: Final = ("ion", "ment", "ance", "ence", "ing", "al")
"""Endings of nouns for what is done: "for organization" tells the purpose where people write whole sentences."""
_PURPOSES: Final = words_in("review approval pickup sale rent inspection adoption confirmation processing reference")

_USES: Final = words_in("login logins checkout payroll audit audits display support export auth signup")
"""What is done with items that other words identify: "by email for login"."""


def is_purpose(draft: Draft, group: NounGroup) -> bool:
    """Return whether a noun without an article after "for" tells what something is for, and identifies nothing."""
    act = draft.value("operation")
    is_write = draft.verb != "" and act in {Act.UPDATE, Act.DELETE}
    is_use = draft.has("given") and (group.words[-1] in _USES or group.words[-1].endswith(_ACTIONS))
    return (
        is_write
        or is_use
        or group.words[-1] in _PURPOSES
        or (draft.role is not None and group.words[-1].endswith(_ACTIONS))
    )


def give(draft: Draft, group: NounGroup, at: range, via: str = "") -> bool:
    """Give the identity of what a group names, or the attribute that it names."""
    entity = (draft.value("entities") or ("",))[0]
    if group.words[-1] in PARTS_OF and draft.low(group.end) == "of" and draft.known_entity(group.words) is None:
        return False
    is_shown = group.words[-1] in _SHOWN or (group.words == ("list",) and draft.low(group.start) in {"one", "single"})
    if is_shown and draft.known_entity(group.words) is None:
        return False
    if not is_thing(draft, group) or group.determiner in QUANTIFIERS - {"another", "other"}:
        return False
    if group.owner is not None and draft.low(at.start) == "of" and (group.is_trait or group.words[-1] in WHOLE):
        return give(draft, group.owner, at)
    if group.words in IDS and group.owner is not None:
        return give(draft, group.owner, at)
    if group.words in IDS and entity:
        draft.fill("given", draft.reference(entity), at)
        return True
    if (of := identified(group)) and not group.is_exact:
        draft.fill("given", draft.reference(draft.entity(of)), at)
        return True
    if group.is_exact and _is_own_attribute(draft, group.words[-1]):
        draft.fill("given", Given(group.words[-1]), at)
        return True
    if group.is_exact and (of := identified(group)):
        draft.fill("given", draft.reference(draft.entity(of)), at)
        return True
    is_place = group.words[-1] in PLACES and group.determiner in {"a", "an", "the", "one", "this", "another"}
    is_place = is_place or (group.words[-1] in ITEMS_TOO and group.determiner == "a")
    is_named = len(group.words) > 1 and group.words[-1] == "id" and group.words[-2] in ID_KINDS
    is_named |= is_value_of(group.words[-1])
    if (group.is_trait or is_named) and draft.known_entity(group.words) is None and not is_place:
        draft.fill("given", Given(draft.attribute(group.words)), at)
        return True
    if group.owner is not None:
        draft.fill("given", draft.reference(draft.entity(group.owner.words)), ())
    draft.fill("given", draft.reference(draft.entity(group.words), via), at)
    return True


def identified(group: NounGroup) -> tuple[str, ...]:
    """Return the nouns whose item a name identifies: the customer of "customer id", customerId; () for others."""
    words = words_of(group.words[-1]) if group.is_exact else group.words
    is_id = len(words) > 1 and words[-1] in _ID_ENDS and words[-2] not in ID_KINDS
    return tuple(words[:-1]) if is_id else ()


_ID_ENDS: Final = frozenset({"id", "identifier", "uuid", "guid", "ids"})


def _is_own_attribute(draft: Draft, name: str) -> bool:
    """Return whether the row's entity has an attribute of this name that identifies no entity or several."""
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    if held is None or held.attribute(name) is None:
        return False
    return sum(one.identity == (name,) for one in draft.known.entities) != 1
