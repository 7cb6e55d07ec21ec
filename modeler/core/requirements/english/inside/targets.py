"""Which attribute of which entity words name: "the balance of a mill", "a mill's balance", "its balance"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.requirements.english.cover.mentions import mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import name_at
from modeler.core.requirements.english.words.lexicon import ARTICLES, POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.vocabulary import KnownEntity

_OF: Final = words_in("of on for in from at")
_AMOUNTS: Final = words_in("number amount count")
ITEM: Final = ARTICLES | POSSESSIVES | words_in("one this that each every given")
"""Words before the name of one item."""


def targets(draft: Draft, at: int, about: KnownEntity | None) -> Iterator[tuple[KnownEntity, str, int, bool]]:
    """Yield the attribute that words name with its entity ("the balance of a mill", "its balance"), where they end, and
    whether they name the entity.
    """
    start = at
    while draft.low(start) in ARTICLES:
        start += 1
    if draft.low(start) in _AMOUNTS and draft.low(start + 1) == "of":
        start += 2
    mark = next((one for one in range(at, min(at + 6, len(draft.tokens))) if draft.tokens[one].kind == "possessive"), 0)
    owner = group_at(draft.tokens[:mark], at) if mark else None
    if owner is not None and owner.end == mark and (held := draft.known_entity(owner.words)) is not None:
        name, end = name_at(draft, held, mark + 1)
        if name and held.is_own and not owner.is_plural:
            yield held, name, end, True
        return
    for held in draft.known.own:
        name, end = name_at(draft, held, start)
        group = group_at(draft.tokens, end + 1) if name and draft.low(end) in _OF else None
        is_item = group is not None and group.determiner in ITEM and not group.is_plural and group.owner is None
        if group is not None and is_item and draft.known_entity(group.words) is held:
            yield held, name, group.end, True
    for held in _before(draft, at, about):
        name, end = name_at(draft, held, start)
        if name and name not in held.identity:
            yield held, name, end, False


def _before(draft: Draft, at: int, about: KnownEntity | None) -> tuple[KnownEntity, ...]:
    """Return the entity that the clauses before a token are about: that of the last change, or the one item named."""
    if about is not None:
        return (about,)
    named = {
        one.entities[0].name: one.entities[0]
        for one in mentions(draft)
        if one.start < at and len(one.entities) == 1 and one.determiner in ITEM and not (one.is_plural or one.before)
    }
    return tuple(named.values()) if len(named) == 1 else ()
