"""Rules of uniqueness: "email must be unique", "a user's email has to be unique"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, Comparator, Condition, Question

_RULES: Final = (
    "GROUP must|should|shall|needs|need|has|have to? be unique",
    "GROUP is|are unique",
)


_ACROSS: Final = words_in("across within per in among for on")


def unique(draft: Draft, at: int) -> int | None:
    """Read a property that no two items share, with the question of which items; return where it ended."""
    for pattern in _RULES:
        found = match(draft.tokens, at, pattern)
        if found is not None and (found[0] == len(draft.tokens) or draft.low(found[0]) in _ACROSS):
            return _rule(draft, at, *found)
    return None


def _rule(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> int | None:
    group: NounGroup = caught[0]
    last = group.words[-1] if not group.is_plural else singular(group.words[-1])
    if last not in TRAITS or group.states or group.rank or group.count is not None:
        return None
    if group.owner is None and len(group.words) == 1 and end < len(draft.tokens):
        return None
    said = " ".join(group.words)
    front = () if group.owner is not None or end == len(draft.tokens) else group.words[:-1]
    name = draft.attribute((last,) if front else (*group.words[:-1], last))
    draft.fill("condition", Condition(name, Comparator.UNIQUE), places(at, end))
    items = group.owner.words if group.owner is not None else front
    if items:
        start = group.owner.start if group.owner is not None else group.noun
        draft.fill("entities", draft.entity(items), places(start, start + len(items)))
        draft.fill("operation", Act.CREATE)
        draft.ask("operation", Question(f"Is this checked when a {' '.join(items)} is created or updated?"))
    else:
        draft.ask("entities", Question(f"{said}: unique among the items of which entity?"))
    return end
