"""Items that somebody takes if nobody has them yet: "as a picker I claim a task, as long as no one else has it"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.slots import Act, AttributeChange, Comparator, Condition, Edit

_TAKING: Final = words_in("claim take grab")
_PARTICLES: Final = words_in("over up on")
_NOBODY: Final = words_in("nobody no-one")
_SOMEBODY: Final = words_in("someone somebody anyone anybody")
_HOLDING: Final = words_in("has holds took claimed taken owns grabbed")


def by_taking(draft: Draft) -> None:
    """Read that an item is taken by who asks, or assigned, only while nobody has it."""
    free = _free_at(draft)
    if not free:
        return
    if not draft.value("operation") and not draft.value("entities"):
        _take(draft, free.start)
    changes: tuple[AttributeChange, ...] = draft.value("changes") or ()
    names: tuple[str, ...] = draft.value("entities") or ()
    here = draft.known.entity(names[0]) if len(names) == 1 else None
    holders = [one.attribute for one in changes if one.attribute and here is not None]
    holders = [name for name in holders if here is None or name not in here.identity]
    if draft.value("operation") is Act.UPDATE and len(holders) == 1:
        draft.drop("condition")
        draft.fill("condition", Condition(holders[0], Comparator.MISSING), free)


def _free_at(draft: Draft) -> range:
    """Return the words that say that nobody has it."""
    lows = [one.low for one in draft.tokens]
    for at, low in enumerate(lows):
        is_nobody = low in _NOBODY or lows[at : at + 2] == ["no", "one"]
        is_other = low in _SOMEBODY and "unless" in lows[max(0, at - 2) : at]
        tail = lows[at : at + 7]
        if (is_nobody or is_other) and _HOLDING & set(tail) and "it" in tail:
            return range(max(0, at - 1), min(len(lows), at + tail.index("it") + 1))
    return range(0)


def _take(draft: Draft, end: int) -> None:
    """Read "I claim a task" of a role that the items refer to."""
    who = draft.role or group_at(draft.tokens, int(draft.low(0) == "as"), before_verb=True)
    role = draft.known_entity(who.words) if who is not None else None
    at = next((one for one in range(end) if draft.low(one) in _TAKING), -1)
    begins = at + 1 + (draft.low(at + 1) in _PARTICLES)
    group = group_at(draft.tokens, begins) if at >= 0 else None
    here = draft.known_entity(group.words) if group is not None else None
    held = here.attribute(role.identity[-1]) if here is not None and role is not None else None
    if held is None and here is not None and who is not None:
        held = here.spoken(who.words)
    if group is None or here is None or held is None or not group.is_one:
        return
    draft.settle("operation", Act.UPDATE, range(at, begins))
    draft.settle("entities", (here.name,), range(group.start, group.end))
    draft.drop("given")
    draft.fill("given", draft.reference(here.name), range(group.start, group.end))
    draft.fill("changes", AttributeChange(Edit.SET, held.name), range(at, begins))
