"""What the owner, the superlative and the number of a noun group say."""

from __future__ import annotations

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.orders import ask_order, compared_by, time_order
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.superlatives import FALLING, TIMELY
from modeler.core.requirements.slots import Limit, Question


def owner_of(draft: Draft, group: NounGroup) -> None:
    """Give what a possessive names: "a customer's orders", and "my orders" where a role is known."""
    if group.owner is not None:
        give(draft, group.owner, places(group.owner.start, group.owner.end))
    elif group.determiner in {"my", "our"} or (draft.role is not None and group.determiner in {"their", "his", "her"}):
        place = next(one for one in range(group.start, group.end) if draft.low(one) == group.determiner)
        if draft.role is not None:
            role = draft.role
            draft.fill("given", draft.reference(draft.entity(role.words)), (place, *places(role.start, role.end)))
        else:
            draft.ask("given", Question(f'"{group.determiner}": whose items are these?'), places(place, place + 1))


def ranked(draft: Draft, group: NounGroup) -> None:
    """Read a superlative and a count: "the 20 newest", "top 10", "the latest reading"."""
    at = places(*group.ranked)
    number = group.count if group.count is not None else 1 if group.rank and not group.is_plural else None
    if number is not None:
        draft.fill("limit", Limit(number), at)
    if group.rank in TIMELY:
        time_order(draft, descending=TIMELY[group.rank], at=at)
    elif (compared := compared_by(draft, group.rank)) is not None:
        draft.fill("order", compared, at)
    elif group.rank == "top":
        draft.ranking = True
        if any("selling" in draft.tokens[one].text.lower() for one in at):
            draft.ask("order", Question("Best-selling: by which count?"))
    elif group.rank and group.rank != "first":
        ask_order(draft, group.rank, descending=group.rank in FALLING, at=at)


def joined(draft: Draft, at: int, end: int, group: NounGroup) -> bool:
    """Read items together with those that the row is about; a superlative and a count of theirs bound what is read."""
    draft.fill(
        "entities", draft.entity(group.words), [one for one in places(at, end) if one not in places(*group.ranked)]
    )
    ranked(draft, group)
    for state in group.states:
        state_condition(draft, state.word, places(state.start, state.end))
    return True
