"""Changes as people write them: "set an order to shipped", "update an order: set status = shipped"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.edits import change_state, mark
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.slots import Act, AttributeChange, Edit


def _item_to_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "set an order to shipped", "mark an order shipped"."""
    group = caught[0]
    is_one = (group.is_one or not group.determiner) and not (group.is_trait or group.is_plural or group.is_exact)
    is_end = end == len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) in _AFTER_STATES
    is_end = is_end and not str(caught[-1]).endswith("ing")
    return is_one and is_end and not group.states and group.owner is None and mark(draft, at, end, caught)


_AFTER_STATES: Final = words_in("if unless when only as once by for at after before")


def _sets(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "update an order: set status = shipped"."""
    group, changed, value = caught[0], caught[1], caught[2]
    if group.is_trait or group.is_plural or changed.states or changed.is_plural:
        return False
    written(draft, group, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    said = value.plain if isinstance(value, WordToken) else str(value)
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(changed.words), said), places(group.end, end))
    return True


def _moved_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "move the status of a claim to approved"."""
    if caught[0].words[-1] not in {"status", "state"}:
        return False
    verb, draft.verb = draft.verb, "change"
    is_done = change_state(draft, at, end, caught)
    draft.verb = draft.verb if is_done else verb
    return is_done


RULES: Final = (
    Phrase("mark|flag GROUP STATE", _item_to_state),
    Phrase("update|change|edit|modify|patch GROUP :|,|-|(? :: BARE =|to VALUE", _sets),
    Phrase("update|change|edit|modify|patch GROUP :|,|-|(? :: BARE =|to WORD", _sets),
    Phrase("move|switch|transition|advance GROUP of|for GROUP to STATE", _moved_state),
    Phrase("set GROUP to STATE", _item_to_state),
)
