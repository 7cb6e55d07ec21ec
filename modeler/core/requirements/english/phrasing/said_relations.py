"""Clauses that say whose items are read or which of them: "who work at a clinic", "that share a device id", "ranked
matches only".
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.givens import give, identified, is_thing
from modeler.core.requirements.english.slots.orders import is_aggregate
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import HAVE, MOMENTS, QUANTIFIERS, UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Given, RequestedOrder


def _is_read(draft: Draft) -> bool:
    act = draft.value("operation")
    return draft.has("entities") and (act is None or act.is_read)


def _placed(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "practitioners who work at a clinic": a present verb, and where or for whom it is done."""
    verb, group = caught
    is_one = group.determiner in {"a", "an", "one", "this", "given"} and not (group.states or group.is_trait)
    if not _is_read(draft) or verb in HAVE or is_participle(verb) or not is_one or not is_thing(draft, group):
        return False
    if group.words[-1] in {*MOMENTS, *UNITS}:
        return False
    via = f"{verb} {draft.low(group.start - 1)}"
    draft.fill("given", draft.reference(draft.entity(group.words), via), places(at, end))
    return True


def _shared(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "accounts that share a device id", "users with the same postcode": the value is given."""
    group: NounGroup = caught[0]
    is_value = group.is_trait or identified(group) != () or group.words[-1] in {"id", "identifier"}
    if not draft.has("entities") or not is_value or group.is_plural or group.states:
        return False
    draft.fill("given", Given(draft.attribute(group.words)), places(at, end))
    return True


def _kind_only(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "(ranked matches only)": a state of the items, said with their noun."""
    group: NounGroup = caught[0]
    names = draft.value("entities") or ()
    is_same = draft.entity(group.words) in names or draft.entity(group.words[-1:]) in names
    if not _is_read(draft) or len(group.states) != 1 or not is_same or group.determiner or group.count:
        return False
    state_condition(draft, group.states[0].word, places(at, end))
    return True


def _then_by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "urgent ones first, then by age": a further order."""
    group: NounGroup = caught[0]
    if not draft.has("order") or is_aggregate(draft) or group.states or group.determiner in QUANTIFIERS:
        return False
    draft.fill("order", RequestedOrder(draft.attribute(group.words)), places(at, end))
    return True


def _of_role(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "as a landlord, all requests for my apartments": those of the role."""
    group: NounGroup = caught[0]
    is_mine = draft.low(at + 1) in {"my", "our"} and group.is_plural and not group.is_trait
    if draft.role is None or not is_mine or not _is_read(draft) or group.states or draft.has("given"):
        return False
    return give(draft, draft.role, places(at, end))


RULES: Final = (
    Phrase("and|, then by GROUP", _then_by),
    Phrase("then by GROUP", _then_by),
    Phrase("that|who|which share|shares|have|has|use|uses the same GROUP", _shared),
    Phrase("that|who|which share|shares a|an|one GROUP", _shared),
    Phrase("with the same GROUP", _shared),
    Phrase("only? GROUP only", _kind_only),
    Phrase("only GROUP", _kind_only),
    Phrase("of|for|in|at|on GROUP", _of_role),
    Phrase("that|which|who VERB at|in|for|on|with|under|from|to ONE", _placed),
)
