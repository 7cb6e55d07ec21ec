"""What is computed, as people write it: "daily number of orders", "the highest price of orders"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.orders import is_aggregate
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import OFTEN, TRAITS, UNIT_NAMES, UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_value_of
from modeler.core.requirements.english.words.superlatives import FALLING
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Aggregate, Question, Returned


def _often_count(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "daily number of orders"."""
    period = UNIT_NAMES[OFTEN[draft.low(at)]]
    draft.fill("returned", Returned(Aggregate.COUNT, period=period), places(at, end))
    return True


def _extreme(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "the highest price of orders": of several items, what is computed."""
    group: NounGroup = caught[0]
    owner = group_at(draft.tokens, end)
    if owner is None or not owner.is_plural or owner.rank or not group.is_trait or group.is_plural or group.states:
        return False
    what = Aggregate.MAXIMUM if draft.low(at) in FALLING else Aggregate.MINIMUM
    draft.fill("returned", Returned(what, (draft.attribute(group.words),)), places(at, end))
    about(draft, owner, is_counted=True)
    return True


def _amount(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "amount of data downlinked per satellite": a sum for each group, and no attribute of one item."""
    group: NounGroup = caught[0]
    if not any(draft.low(one) in {"per", "each"} for one in range(end, len(draft.tokens))) or group.words[-1] in TRAITS:
        return False
    draft.fill("entities", draft.entity(group.words), places(group.noun, end))
    draft.fill("returned", Returned(Aggregate.SUM, (draft.attribute((draft.low(at),)),)), places(at, end))
    name = draft.entity(group.words)
    question = Question(f"{draft.low(at)} of {' '.join(group.words)}: of {name} items, or of other items?")
    draft.ask("entities", question)
    if is_participle(draft.low(end)):
        draft.read(places(end, end + 1), "entities")
    return True


def group_name(draft: Draft, group: NounGroup) -> str:
    """Return the attribute that groups by what a noun names."""
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    is_own = held is not None and held.attribute(draft.attribute(group.words)) is not None
    is_value = group.is_trait or is_own or is_value_of(group.words[-1])
    is_value = is_value and (group.is_trait or draft.known_entity(group.words) is None)
    return draft.attribute(group.words) if is_value else draft.reference(draft.entity(group.words)).attribute


def done_by_each(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how many tickets each agent solved": the group of a count."""
    group, returned = caught[0], draft.value("returned")
    is_counted = returned is not None and returned.what is Aggregate.COUNT and not returned.group
    if not is_counted or group.is_trait or group.is_plural:
        return False
    named = (group_name(draft, group),)
    draft.fill("returned", Returned(Aggregate.COUNT, (), named, returned.period), places(at, group.end))
    state_condition(draft, caught[1], places(end - 1, end))
    return True


def unit_of(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "by hour of the day": a group of its own, and no period."""
    returned = draft.value("returned")
    if not is_aggregate(draft):
        return False
    unit = next(one for one in range(at, end) if draft.low(one) in UNITS)
    name = draft.attribute((draft.low(unit), "of", draft.low(end - 1)))
    made = Returned(returned.what, returned.attributes, (*returned.group, name), returned.period)
    draft.fill("returned", made, places(at, end))
    return True


def counted_per(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "downloads of an episode, counted per country": how many there are for each."""
    group, act = caught[-1], draft.value("operation")
    if draft.has("returned") or not draft.has("entities") or (act is not None and not act.is_read) or group.is_plural:
        return False
    draft.fill("returned", Returned(Aggregate.COUNT, (), (group_name(draft, group),)), places(at, end))
    return True


RULES: Final = (
    Phrase("amount|volume|quantity of BARE", _amount),
    Phrase("|".join(sorted(set(OFTEN) - {"nightly", "annually"})) + " number|count of", _often_count),
    Phrase("highest|largest|greatest|lowest|smallest BARE of|over|across all? the?", _extreme),
)
