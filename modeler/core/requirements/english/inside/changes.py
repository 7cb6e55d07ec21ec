"""Clauses that change one attribute of one item, whatever their verb is: "put 20 on a driver's balance"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import status_of
from modeler.core.requirements.english.inside.targets import ITEM, targets
from modeler.core.requirements.english.naming.changes import value_at
from modeler.core.requirements.english.naming.names import is_clause_end, name_at, numbers
from modeler.core.requirements.english.words.lexicon import BE, MODALS, PREPOSITIONS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.slots import Act, AttributeChange, Comparator, Condition, Edit
from modeler.core.requirements.vocabulary import KnownEntity

_UP: Final = words_in("increase raise increment bump top add put credit boost grow up rise climb")
_DOWN: Final = words_in("decrease lower reduce decrement subtract deduct take cut debit drop fall shrink charge")
_ONE: Final = words_in("increment bump decrement")
"""Verbs that change a number by one if they say no other."""
_SETTING: Final = words_in(
    "set change edit modify correct adjust replace overwrite update switch move amend revise alter flip reset fix put"
)
_BECOMING: Final = words_in("become turn go change switch move jump")
_MOVING: Final = words_in("move set put switch change turn flip bring shift transfer take")
_FORMS: Final = {"goes": "go", "becomes": "become"}
_TO: Final = words_in("to = into onto on as in")
_PARTICLES: Final = words_in("up down in back")
_ACTORS: Final = MODALS | words_in("i we they then also just only simply please and to")
_SUBORDINATE: Final = words_in("if when whenever unless once after before while where whose that which who until as")


@dataclass(frozen=True, slots=True)
class AttributeStep:
    """One change of an attribute of an entity, with the tokens that say it. `before` is the value that it had."""

    held: KnownEntity
    change: AttributeChange
    start: int
    end: int
    before: str = ""
    is_named: bool = True


def read_changes(draft: Draft) -> bool:
    """Fill an update of one item from the clauses that change it; return whether a line says such changes, and of one
    entity only.
    """
    found = steps(draft)
    names = {one.held.name for one in found}
    if len(names) != 1:
        return False
    held = found[0].held
    draft.fill("operation", Act.UPDATE, range(found[0].start, found[0].start + 1))
    draft.fill("entities", (held.name,))
    draft.fill("given", draft.reference(held.name))
    for one in found:
        if not any(each.attribute == one.change.attribute for each in draft.value("changes") or ()):
            draft.fill("changes", one.change, range(one.start, one.end))
        if one.before:
            draft.fill("condition", Condition(one.change.attribute, Comparator.EQUAL, one.before))
    return True


def steps(draft: Draft) -> list[AttributeStep]:
    """Return the changes that the clauses of a line say, from left to right."""
    found: list[AttributeStep] = []
    about: KnownEntity | None = None
    at = 0
    while at < len(draft.tokens):
        one = step_at(draft, at, about) if begins(draft, at) else None
        if one is None:
            at += 1
            continue
        found.append(one)
        about, at = one.held, one.end
    return found


def begins(draft: Draft, at: int) -> bool:
    """Return whether a main clause begins at a token: nothing before it in its clause makes it depend on another."""
    before = draft.tokens[at - 1] if at else None
    if before is not None and not (before.kind == "mark" or before.low in _ACTORS or _is_by_act(draft, at)):
        return False
    start = at
    while start > 0 and draft.low(start - 1) not in {".", ":", ";", ",", "→", "!", "?"}:
        start -= 1
    return draft.low(start) not in _SUBORDINATE


def _is_by_act(draft: Draft, at: int) -> bool:
    """Return whether "by setting" is at a token."""
    return draft.low(at - 1) == "by" and draft.low(at).endswith("ing") and draft.low(at) != "ing"


def step_at(draft: Draft, at: int, about: KnownEntity | None) -> AttributeStep | None:
    return (
        _moved_amount(draft, at, about)
        or _by_amount(draft, at, about)
        or _set_to(draft, at, about)
        or _becomes(draft, at, about)
        or _moved(draft, at)
        or _is_moved(draft, at)
    )


def _verb(draft: Draft, at: int) -> str:
    low = draft.low(at)
    is_form = bool(low) and draft.tokens[at].is_word and (not low.endswith("ing") or draft.low(at - 1) == "by")
    return (base_form(low) or _FORMS.get(low) or low.removesuffix("s")) if is_form else ""


def _only(found: list[AttributeStep]) -> AttributeStep | None:
    """Return the one step that words can mean; one that names its entity before others."""
    named = [one for one in found if one.is_named] or found
    return named[0] if len({(one.held.name, one.change.attribute) for one in named}) == 1 else None


def _by_amount(draft: Draft, at: int, about: KnownEntity | None) -> AttributeStep | None:
    """ "bump the balance of a mill by 20", "top up a mill's balance by 20"."""
    verb = _verb(draft, at)
    if verb not in _UP | _DOWN:
        return None
    start = at + 1 + (draft.low(at + 1) in _PARTICLES)
    found = []
    for held, name, end, is_named in targets(draft, start, about):
        amount, stop = _amount(draft, end)
        if not stop and verb in _ONE and is_clause_end(draft, end):
            amount, stop = "1", end
        if stop and name in numbers(held):
            found.append(AttributeStep(held, _added(name, amount, is_down=verb in _DOWN), at, stop, is_named=is_named))
    return _only(found)


def _moved_amount(draft: Draft, at: int, about: KnownEntity | None) -> AttributeStep | None:
    """ "add 20 to the balance of a mill", "take 50 off its balance"."""
    verb = _verb(draft, at)
    amount = number_of(draft.tokens[at + 1]) if at + 1 < len(draft.tokens) else None
    if verb not in _UP | _DOWN or amount is None:
        return None
    place = at + 2
    while draft.tokens[place : place + 1] and draft.tokens[place].is_word and draft.low(place) not in _MOVED:
        place += 1
        if place > at + 4:
            return None
    is_down = verb in _DOWN
    if draft.low(place) not in (_OFF if is_down else _ONTO):
        return None
    place += 1 + (draft.low(place + 1) == "of" and draft.low(place) == "out")
    return _only(
        [
            AttributeStep(held, _added(name, str(amount), is_down=is_down), at, end, is_named=is_named)
            for held, name, end, is_named in targets(draft, place, about)
            if name in numbers(held)
        ]
    )


_OFF: Final = words_in("off from out")
_ONTO: Final = words_in("to onto on into")
_MOVED: Final = _OFF | _ONTO


def _amount(draft: Draft, at: int) -> tuple[str, int]:
    """Return the number of "by 20", and where it ends; 0 if none is there."""
    number = number_of(draft.tokens[at + 1]) if at + 1 < len(draft.tokens) and draft.low(at) == "by" else None
    return (str(number), at + 2) if number is not None else ("", 0)


def _added(name: str, amount: str, *, is_down: bool) -> AttributeChange:
    return AttributeChange(Edit.ADD, name, f"-{amount}" if is_down else amount)


def _set_to(draft: Draft, at: int, about: KnownEntity | None) -> AttributeStep | None:
    """ "replace the farmer of a field", "set the number of silos of a mill to 4"."""
    if _verb(draft, at) not in _SETTING:
        return None
    found = []
    for held, name, end, is_named in targets(draft, at + 1, about):
        if name in held.identity:
            continue
        value, stop = value_at(draft, held, name, end + 1) if draft.low(end) in {"to", "="} else ("", 0)
        if not stop and is_named and is_clause_end(draft, end):
            stop = end
        if stop:
            found.append(AttributeStep(held, AttributeChange(Edit.SET, name, value), at, stop, is_named=is_named))
    return _only(found)


def _becomes(draft: Draft, at: int, about: KnownEntity | None) -> AttributeStep | None:
    """ "the status of an order changes to 'milled'", "its balance goes down by 20"."""
    found = []
    for held, name, end, is_named in targets(draft, at, about):
        verb, start = _verb(draft, end), end + 1
        if draft.low(end) in BE | {"gets", "get"}:
            verb, start = _verb(draft, end + 1), end + 2
        if (
            _is_item(draft, at, end)
            or name in held.identity
            or not verb
            or draft.low(start - 1) in {"went", "became", "changed", "rose", "fell"}
        ):
            continue
        way = draft.low(start) if draft.low(start) in {"up", "down"} else ""
        amount, stop = _amount(draft, start + bool(way))
        is_moved = verb in _UP | _DOWN or (verb in _BECOMING and way != "")
        if stop and is_moved and name in numbers(held):
            is_down = way == "down" or (way == "" and verb in _DOWN)
            found.append(AttributeStep(held, _added(name, amount, is_down=is_down), at, stop, is_named=is_named))
            continue
        before, start = _left(draft, start)
        start += draft.low(start) in {"to", "into"}
        value, stop = value_at(draft, held, name, start) if verb in _BECOMING | {"set"} else ("", 0)
        is_value = value != "" and value not in PREPOSITIONS
        if stop and (is_value or draft.low(stop - 1) in {"now", "time"}):
            found.append(AttributeStep(held, AttributeChange(Edit.SET, name, value), at, stop, before, is_named))
    return _only(found)


def _is_item(draft: Draft, at: int, end: int) -> bool:
    """Return whether words name an item: "the berth turns 'occupied'" sets no berth."""
    group = group_at(draft.tokens, at, before_verb=True)
    return group is not None and group.end == end and draft.known_entity(group.words) is not None


def _left(draft: Draft, at: int) -> tuple[str, int]:
    """Return the value that is left ("from 'placed'"), and where it ends."""
    is_left = draft.low(at) == "from" and at + 2 < len(draft.tokens) and draft.low(at + 2) == "to"
    return (draft.tokens[at + 1].plain, at + 2) if is_left else ("", at)


def _moved(draft: Draft, at: int) -> AttributeStep | None:
    """ "move an order to 'milled'", "put an order on status 'late'", "mark an order as 'late'"."""
    verb = _verb(draft, at)
    group = group_at(draft.tokens, at + 1) if verb in _MOVING | {"mark", "flag"} else None
    if group is None or group.determiner not in ITEM or group.is_plural or group.owner is not None:
        return None
    return _state(draft, draft.known_entity(group.words), at, group.end, is_marked=verb in {"mark", "flag"})


def _is_moved(draft: Draft, at: int) -> AttributeStep | None:
    """ "an order is moved from 'placed' to 'milled'", "an order turns 'late'"."""
    group = group_at(draft.tokens, at, before_verb=True)
    if group is None or group.determiner not in ITEM or group.is_plural or group.owner is not None:
        return None
    place = group.end
    while draft.low(place) in BE | MODALS | {"gets", "get"}:
        place += 1
    verb = _verb(draft, place)
    is_passive = place > group.end and verb in _MOVING
    if not (is_passive or (place == group.end and verb in _BECOMING)):
        return None
    return _state(draft, draft.known_entity(group.words), at, place + 1, is_bare=verb in {"become", "turn"})


def _state(
    draft: Draft, held: KnownEntity | None, at: int, place: int, *, is_marked: bool = False, is_bare: bool = False
) -> AttributeStep | None:
    """Return the change of a state that follows: "to 'milled'", "from 'placed' to 'milled'", "on status 'late'"."""
    if held is None or not held.is_own:
        return None
    before, place = _left(draft, place)
    if draft.low(place) in ({"as"} if is_marked else _TO):
        place += 1
    elif not is_bare:
        return None
    name, end = name_at(draft, held, place)
    token = draft.tokens[end] if end < len(draft.tokens) else None
    if token is None or not (token.kind == "quoted" or (name and token.is_value)) or not is_clause_end(draft, end + 1):
        return None
    status = status_of(held)
    name = name or (status.name if status is not None else "")
    if not name or name in held.identity:
        return None
    return AttributeStep(held, AttributeChange(Edit.SET, name, token.plain), at, end + 1, before)
