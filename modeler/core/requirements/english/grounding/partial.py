"""Attributes that words name only in part, or that no entity of the design has: asked, not filled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import owner, refers
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Aggregate, Choice, Comparator, Condition, Question, RequestedOrder
from modeler.core.requirements.vocabulary import KnownEntity

_SORTING: Final = ("order", "range", "changes")
_NAMES_MAX: Final = 4


def named_in_part(here: KnownEntity, name: str) -> tuple[str, ...]:
    """Return the attributes whose names have the words of another one: amountDue and amountPaid of "amount"."""
    words = set(words_of(name))
    if not words or here.called(words_of(name)) is not None:
        return ()
    return tuple(one.name for one in here.entity.attributes if words <= set(words_of(one.name)))


def complete_names(draft: Draft) -> None:
    """Name what orders, bounds and changes items as the one attribute that has its words; ask which of several."""
    names: tuple[str, ...] = draft.value("entities") or ()
    here = draft.known.entity(names[0]) if len(names) == 1 else None
    if here is None:
        return
    for slot in _SORTING:
        told = draft.value(slot) or ()
        for one in told:
            found = named_in_part(here, one.attribute) if one.attribute and not getattr(one, "by", "") else ()
            if len(found) == 1:
                renamed = tuple(replace(each, attribute=found[0]) if each is one else each for each in told)
                draft.settle(slot, renamed)
            elif found:
                _ask_which(draft, slot, told, one, found)


def _ask_which(draft: Draft, slot: str, told: tuple[Any, ...], one: Any, found: tuple[str, ...]) -> None:
    kept = tuple(each for each in told if each is not one)
    choices = tuple(
        Choice(name, {slot: plain_value((*kept, replace(one, attribute=name)))}) for name in found[:_NAMES_MAX]
    )
    if kept:
        draft.settle(slot, kept)
    else:
        draft.drop(slot)
    said = " ".join(words_of(one.attribute))
    draft.ask(slot, Question(f'"{said}": which attribute?', choices))


def ask_holder(draft: Draft) -> None:
    """Ask whose attribute a write changes, if the named entity lacks it and several that refer to it have it."""
    names: tuple[str, ...] = draft.value("entities") or ()
    act = draft.value("operation")
    here = draft.known.entity(names[0]) if len(names) == 1 else None
    if here is None or act is not Act.UPDATE:
        return
    changed = [one.attribute for one in draft.value("changes") or () if one.attribute]
    if not changed or any(here.called(words_of(one)) or named_in_part(here, one) for one in changed):
        return
    given = [one.attribute for one in draft.value("given") or ()]
    near = [one for one in draft.known.own if refers(draft.known, one, here)]
    found = [one for one in near if all(one.attribute(name) is not None for name in changed)]
    found = [one for one in found if all(one.attribute(name) is not None for name in given)] or found
    if len(found) < 2:
        return
    draft.unfill("entities")
    choices = tuple(Choice(f"the entity {one.name}", {"entities": [one.name]}) for one in (*found, here))
    draft.ask("entities", Question(f"{changed[0]} of a {here.name}: kept by which entity?", choices))


def ask_returned(draft: Draft) -> None:
    """Take back attributes to return that the entity does not have: they stay a question."""
    names: tuple[str, ...] = draft.value("entities") or ()
    made = draft.value("returned")
    here = draft.known.entity(names[0]) if names else None
    if here is None or made is None or made.what is not Aggregate.ATTRIBUTES or draft.question("returned") is not None:
        return
    held = [draft.known.entity(one) for one in names]
    known = {each.name for one in held if one is not None for each in one.entity.attributes}
    strange = [one for one in made.attributes if one not in known and here.called(words_of(one)) is None]
    kept = draft.known.recorded(words_of(strange[0])) if len(strange) == len(made.attributes) == 1 else None
    if kept is not None:
        draft.drop("returned")
        draft.settle("operation", Act.LIST)
        draft.settle("entities", (kept.name,), range(1))
    elif len(strange) == len(made.attributes):
        draft.unfill("returned")
        draft.ask("returned", Question(f"{', '.join(strange)}: which attribute says so, or is it computed?"))


def ask_states(draft: Draft) -> None:
    """Leave a state that no attribute of the design says to its question."""
    names: tuple[str, ...] = draft.value("entities") or ()
    told: tuple[Condition, ...] = draft.value("condition") or ()
    is_new = bool(names) and draft.known.entity(names[0]) is None
    if is_new or draft.question("condition") is None or (not names and draft.question("entities") is None):
        return
    kept = tuple(one for one in told if one.attribute or one.comparison is not Comparator.EQUAL)
    if kept == told:
        return
    if kept:
        question = draft.question("condition")
        draft.settle("condition", kept)
        if question is not None:
            draft.ask("condition", question)
    else:
        draft.unfill("condition")


def time_of_child(draft: Draft) -> None:
    """Order what is read together by the time of the items that belong to the first."""
    names: tuple[str, ...] = draft.value("entities") or ()
    orders: tuple[RequestedOrder, ...] = draft.value("order") or ()
    if len(names) != 2 or len(orders) != 1 or orders[0].by:
        return
    first, child = draft.known.entity(names[0]), draft.known.entity(names[1])
    if first is None or child is None or not refers(draft.known, child, first):
        return
    own = {one.name for one in first.times}
    times = [one.name for one in child.times if owner(draft.known, one.name) is None]
    if (orders[0].attribute in own or not orders[0].attribute) and len(times) == 1:
        draft.settle("order", (replace(orders[0], attribute=times[0]),))
    elif orders[0].attribute in own and times:
        draft.settle("order", (replace(orders[0], attribute=""),))
        choices = tuple(Choice(one, {"order": plain_value((replace(orders[0], attribute=one),))}) for one in times)
        draft.ask("order", Question("Which time orders the items?", choices))
