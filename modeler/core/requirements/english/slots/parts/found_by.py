"""What finds an item instead of its id: a value that "by" names, or a text that is searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Choice, Given, Question

TEXTS: Final = frozenset({"name", "title", "description", "body", "subject"})


def drop_identity(draft: Draft, said: Sequence[str]) -> bool:
    """Read "delete a customer by email" without the customerId that "a customer" gives: the caller knows the
    email. Return that the words were read.
    """
    told: tuple[Given, ...] = draft.value("given") or ()
    names: tuple[str, ...] = draft.value("entities") or ()
    if draft.value("operation") not in {Act.UPDATE, Act.DELETE} or len(names) != 1:
        return True
    own = draft.reference(names[0])
    by = [one for one in told if not one.of and one.attribute in said and one.attribute != own.attribute]
    if by and own in told and _identifies(draft, names[0], by[-1].attribute):
        kept = tuple(one for one in told if one != own)
        draft.settle("given", kept)
    return True


def _identifies(draft: Draft, entity: str, attribute: str) -> bool:
    """Return whether an attribute can find one item: not a time or a state, and not a part of a longer identity."""
    held = draft.known.entity(entity)
    is_part = held is not None and held.is_own and attribute in held.identity and len(held.identity) > 1
    return not is_part and words_of(attribute)[-1] not in _SHARED


_SHARED: Final = words_in("at on date time day month year status state type category kind")


def search(draft: Draft, group: NounGroup, at: range) -> bool:
    """Ask what a search in a text means: a whole value, its beginning, or words inside it."""
    name = draft.attribute(group.words)
    choices = (
        Choice(f"{name} is known exactly", {"given": [{"attribute": name}]}),
        Choice(f"{name} begins with the text", {"range": [{"attribute": name, "comparison": "begins_with"}]}),
        Choice(f"{name} contains the words", {"condition": [{"attribute": name, "comparison": "contains"}]}),
    )
    draft.ask("condition", Question(f"How is {name} searched?", choices), at)
    return True
