"""Rules of uniqueness: "email must be unique", "a user's email has to be unique"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Comparator, Condition, Question

_RULES: Final = (
    "GROUP must|should|shall|needs|need|has|have to? be unique",
    "GROUP is|are unique",
)


def unique(draft: Draft, at: int) -> int | None:
    """Read a property that no two items share, with the question of which items; return where it ended."""
    for pattern in _RULES:
        found = match(draft.tokens, at, pattern)
        if found is not None and found[0] == len(draft.tokens):
            return _rule(draft, at, *found)
    return None


def _rule(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> int | None:
    group: NounGroup = caught[0]
    if not group.is_trait or group.states or group.rank or group.count is not None:
        return None
    said = " ".join(group.words)
    name = draft.attribute(
        group.words if not group.is_plural else (*group.words[:-1], group.words[-1].removesuffix("s"))
    )
    draft.fill("condition", Condition(name, Comparator.UNIQUE), places(at, end))
    if group.owner is not None:
        draft.fill("entities", draft.entity(group.owner.words), places(group.owner.start, group.owner.end))
        draft.ask("operation", Question(f"Is this checked when a {' '.join(group.owner.words)} is created or updated?"))
    else:
        draft.ask("entities", Question(f"{said}: unique among the items of which entity?"))
    return end
