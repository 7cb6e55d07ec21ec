"""Acts whose object comes into being: "enter an absence for a student", "a guest leaves a review for a stay"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.words.lexicon import JUDGED, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup

_ALWAYS: Final = words_in("attach offer draw compose draft lodge produce jot pledge")
"""Verbs whose object is the new item, whatever follows."""
_FRAMED: Final = words_in("enter leave give make raise type capture key write add report")
"""Verbs whose object is the new item if its purpose follows; "leave a group" is something else."""
_RAISED: Final = words_in("ticket claim dispute request alarm alert issue incident complaint objection invoice case")
_FOR: Final = words_in("for on about at against under")
_SENT: Final = words_in("write record log report send emit publish produce generate upload push post transmit deliver")
"""Verbs by which a device brings about items."""
_COPYING: Final = words_in("duplicate clone copy")
_BOOKED: Final = words_in("appointment consultation meeting")
"""What comes into being when somebody books it."""


def is_begotten(draft: Draft, verb: str, group: NounGroup) -> bool:
    """Return whether an act makes the item that is its object."""
    if not is_new_item(group):
        return False
    follows = draft.low(group.end)
    is_booked = verb in {"book", "schedule", "arrange"} and group.words[-1] in _BOOKED
    is_raised = verb == "raise" and group.words[-1] in _RAISED
    is_copied = verb in _COPYING and follows not in {"to", "into", "onto", "in"}
    role = draft.role
    if verb in _SENT and role is not None and not (role.is_plural or is_agent(role)):
        return True
    return verb in _ALWAYS or is_booked or is_raised or is_copied or (verb in _FRAMED and follows in _FOR)


def is_new_item(group: NounGroup) -> bool:
    """Return whether a group is one thing of a kind: "a review", "a grade", no person and no property."""
    is_plain = not (group.is_plural or group.owner or group.rank or group.skipped) and group.count in {None, 1}
    is_item = not group.is_trait or group.words[-1] in JUDGED
    return is_plain and is_item and group.determiner == "a" and not is_agent(group)
