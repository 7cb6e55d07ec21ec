"""A property of an item that is named before it: "update order status", "increment post likes"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import ADJECTIVES, ITEMS_TOO, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.verbs import EDITING, LOWERING, RAISING
from modeler.core.requirements.slots import Act, AttributeChange, Edit


def of_new(draft: Draft, at: int, group: NounGroup) -> bool:
    """ "change user email", "update order status", where the design has neither yet. "Unit price" is a property of
    something else.
    """
    if group.is_exact or not group.is_trait or group.states or group.is_plural or group.rank:
        return False
    length = 2 if group.words[-2:-1] and group.words[-2] in _QUALIFYING else 1
    owner = replace(group, words=group.words[:-length], end=group.end - length)
    verbs = EDITING | RAISING | LOWERING
    if draft.verb not in verbs or not owner.words or owner.words[-1] in TRAITS - ITEMS_TOO | _QUALIFYING | ADJECTIVES:
        return False
    name, changed = draft.attribute(group.words[-length:]), places(group.end - length, group.end)
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(owner.words)), owner.read)
    if draft.verb in EDITING:
        draft.fill("changes", AttributeChange(Edit.SET, name), changed)
    else:
        step = "-1" if draft.verb in LOWERING else "1"
        draft.fill("changes", AttributeChange(Edit.ADD, name, step), changed)
    return True


_QUALIFYING: Final = words_in(
    "unit total billing shipping delivery contact phone email mailing home postal due start end expiry expiration "
    "creation birth first last full display license number plate serial reference tracking tax bank zip postal "
    "battery stock payment departure arrival opening closing minimum maximum average hourly daily monthly base list "
    "sale selling purchase retail street job file image profile cover"
)
"""Words that begin the name of a property and name no item of their own before one."""
