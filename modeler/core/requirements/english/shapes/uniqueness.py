"""Rules of uniqueness: "email must be unique", "a user's email has to be unique"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.openings import APPLICATIONS
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.morphology import entity_name, singular
from modeler.core.requirements.slots import Act, Choice, Comparator, Condition, Question
from modeler.core.requirements.vocabulary import KnownEntity

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
    if group.owner is None and len(group.words) == 1 and end < len(draft.tokens) and not _is_everywhere(draft, end):
        return None
    said = " ".join(group.words)
    front = () if group.owner is not None or end == len(draft.tokens) else group.words[:-1]
    name = draft.attribute((last,) if front else (*group.words[:-1], last))
    draft.fill("condition", Condition(name, Comparator.UNIQUE), places(at, end))
    items = group.owner.words if group.owner is not None else front
    if items:
        start = group.owner.start if group.owner is not None else group.noun
        draft.fill("entities", draft.entity(items), places(start, start + len(items)))
        _ask_when(draft, items)
    elif (owner := _only_owner(draft, name)) is not None:
        draft.fill("entities", (owner.name,))
        _ask_when(draft, owner.words)
    else:
        draft.ask("entities", Question(f"{said}: unique among the items of which entity?"))
    return end


def _ask_when(draft: Draft, items: tuple[str, ...]) -> None:
    draft.fill("operation", Act.CREATE)
    said = f"Is this checked when a {' '.join(items)} is created or updated?"
    choices = tuple(Choice(f"{act}d", {"operation": str(act)}) for act in (Act.CREATE, Act.UPDATE))
    draft.ask("operation", Question(said, choices))


def _is_everywhere(draft: Draft, at: int) -> bool:
    """Return whether only "across the system" follows."""
    return len(draft.tokens) == at + 3 and entity_name((draft.low(at + 2),)) in _WHOLES


_WHOLES: Final = frozenset(entity_name((one,)) for one in APPLICATIONS)


def _only_owner(draft: Draft, attribute: str) -> KnownEntity | None:
    """Return the one entity that has an attribute of that name."""
    owners = [one for one in draft.known.entities if one.attribute(attribute) is not None]
    return owners[0] if len(owners) == 1 else None
