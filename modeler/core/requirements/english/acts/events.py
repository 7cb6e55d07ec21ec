"""Writes of a property of what an event is about: "when a pallet arrives, store its location"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.slots import Act, AttributeChange, Edit

_WHEN: Final = frozenset({"when", "whenever", "once", "if", "after"})


def kept_of_thing(draft: Draft, at: int, end: int) -> int | None:
    """Read a verb at tokens `at` to `end` whose object is a property of what the event before it is about."""
    changed = group_at(draft.tokens, end)
    if changed is None or draft.low(changed.start) not in {"its", "their", "his", "her"} or not changed.is_trait:
        return None
    device = None if draft.role is None or is_agent(draft.role) else draft.role
    thing = group_at(draft.tokens, 1, before_verb=True) if draft.low(0) in _WHEN else device
    is_one = thing is not None and thing.is_one and not (thing.is_trait or thing.states)
    if thing is None or not is_one or changed.is_plural or changed.states:
        return None
    written(draft, thing, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, end))
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(changed.words)), places(end, changed.end))
    if draft.low(0) in _WHEN:
        draft.read(places(0, at))
    return changed.end
