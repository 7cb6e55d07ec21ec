"""The thing that makes a new item, which then belongs to it: "a device sends a reading"."""

from __future__ import annotations

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.words.lexicon import NO_THINGS
from modeler.core.requirements.slots import Act


def give_maker(draft: Draft) -> None:
    """Give the one thing that does a creating act. A person who acts need not own the item."""
    role = draft.role
    if role is None or draft.is_wish or draft.value("operation") is not Act.CREATE or draft.has("joined"):
        return
    names = draft.value("entities") or ()
    if is_agent(role):
        return
    is_one = role.determiner in {"a", "each", "every"} and not (role.is_plural or role.is_trait or role.states)
    name = draft.entity(role.words)
    if is_one and len(names) == 1 and name not in names and role.words[-1] not in NO_THINGS:
        draft.fill("given", draft.reference(name), range(role.noun, role.end))
