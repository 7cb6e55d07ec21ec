"""Changes as people write them: "set an order to shipped", "update an order: set status = shipped"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.edits import change_state, mark
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import IDIOMS, STATES, words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Act, AttributeChange, Edit


def _item_to_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "set an order to shipped", "mark an order shipped"."""
    group = caught[0]
    is_one = (group.is_one or not group.determiner) and not (group.is_trait or group.is_plural or group.is_exact)
    is_end = end == len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) in _AFTER_STATES
    is_end = is_end and not str(caught[-1]).endswith("ing")
    return is_one and is_end and not group.states and group.owner is None and mark(draft, at, end, caught)


_AFTER_STATES: Final = words_in("if unless when only as once by for at after before while until so and during")


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


def _into_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "take a listing offline", "make a slot available"."""
    group = caught[0]
    is_done = str(caught[-1]) in STATES - {"new", "old", "first"} or is_participle(str(caught[-1]))
    return is_done and group.is_one and _item_to_state(draft, at, end, caught)


def _into_idiom(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "put an order on hold"."""
    group = caught[0]
    said = f"{draft.low(end - 2)} {caught[1]}"
    return said in IDIOMS and group.is_one and _item_to_state(draft, at, end, (group, said))


def _to_other(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "move an appointment to another time": which of its values changes."""
    group, changed = caught
    is_other = draft.low(changed.start - 1) == "another" or draft.low(changed.start) == "another"
    is_other = is_other or any(one.word in {"new", "different"} for one in changed.states)
    if not is_other or not group.is_one or group.is_trait or changed.is_plural:
        return False
    written(draft, group, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(changed.words)), places(group.end, end))
    return True


RULES: Final = (
    Phrase("mark|flag GROUP STATE", _item_to_state),
    Phrase("update|change|edit|modify|patch GROUP :|,|-|(? :: BARE =|to VALUE", _sets),
    Phrase("update|change|edit|modify|patch GROUP :|,|-|(? :: BARE =|to WORD", _sets),
    Phrase("move|switch|transition|advance GROUP of|for GROUP to STATE", _moved_state),
    Phrase("set GROUP to STATE", _item_to_state),
    Phrase("take|put|bring|make|set|turn|switch|declare GROUP STATE", _into_state),
    Phrase("put|take|bring|place GROUP on|off|in|under WORD", _into_idiom),
    Phrase("move|shift|change|switch GROUP to another|a|the? TRAIT", _to_other),
)
