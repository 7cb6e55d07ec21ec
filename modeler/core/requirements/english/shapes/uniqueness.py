"""Rules of uniqueness: "email must be unique", "a user's email has to be unique"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import MODALS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Act, Comparator, Condition, Question

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


_ONLY: Final = "a|an|each|every WORD WORD? can|may|must|should have only|just a|an|one GROUP"
_AT_MOST: Final = "a|an|each|every WORD WORD? can|may|must|should have at most a|an|one GROUP"


def one_each(draft: Draft, at: int) -> int | None:
    """Read "a flat can have only one active lease": no second item is created for the same parent."""
    found = match(draft.tokens, at, _ONLY) or match(draft.tokens, at, _AT_MOST)
    if found is None:
        return None
    end, (*names, child) = found
    parent = tuple(one for one in names if one)
    of = draft.reference(draft.entity(parent))
    start = next(one for one in range(at, end) if draft.low(one) in MODALS)
    draft.fill("operation", Act.CREATE, places(start, child.start))
    draft.fill("entities", draft.entity(child.words), places(child.noun, child.end))
    draft.fill("given", of, places(at, start))
    draft.fill("condition", Condition(of.attribute, Comparator.UNIQUE), places(start, child.end))
    draft.verb = "create"
    return end


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
