"""Clauses that say what an attribute becomes, with a design or without: "sets the order's status to paid".

A clause names the attribute with its item, and what it becomes: "the status of an order becomes paid", "raises a
photo's like count by one", "seatsUsed + 1". Its verb alone decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.constructions.possessors import NamedTarget, entity_of, item_before, target_at
from modeler.core.requirements.english.constructions.values import amount_at, left_at, value_at
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import status_of
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, STATES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import attribute_name
from modeler.core.requirements.slots import Act, AttributeChange, Comparator, Condition, Edit

_SET: Final = words_in("set change update put switch move turn reset mark")
_STAMP: Final = words_in("stamp fill record")
_CLEAR: Final = words_in("clear empty unset blank")
_UP: Final = words_in("raise increase increment bump")
_DOWN: Final = words_in("lower decrease decrement reduce")
_INTO: Final = words_in("to = as into")
_TURNS: Final = words_in("becomes turns is")
_CHANGES: Final = words_in("goes changes moves switches turns jumps")
_SETTLED: Final = words_in("set changed switched updated moved")
_STAMPED: Final = words_in("filled stamped recorded")
_FIRST: Final = (
    _SET
    | _STAMP
    | _CLEAR
    | _UP
    | _DOWN
    | words_in("add adds subtract deduct take move transition advance turn promote")
)
_FOLLOWING: Final = _CHANGES | _SETTLED | _STAMPED | words_in("becomes back + - – = →")
_UNSURE: Final = words_in("if when whenever unless where whose that which who whether until while because as provided")


@dataclass(frozen=True, slots=True)
class SetClause:
    """A change of one attribute, with the tokens that say it. `before` is the value that it had."""

    target: NamedTarget
    change: AttributeChange
    start: int
    end: int
    before: str = ""


def read_clauses(draft: Draft) -> bool:
    """Fill an update of one item from the clauses of a line that set its attributes; return whether any does, and of
    one entity only.
    """
    found = clauses(draft)
    names = {one.target.entity for one in found}
    if len(names) != 1 or not any(one.target.is_told or _is_marked(draft, one) for one in found):
        return False
    name = names.pop()
    draft.fill("operation", Act.UPDATE, range(found[0].start, found[0].start + 1))
    draft.fill("entities", (name,))
    draft.fill("given", draft.reference(name))
    for one in found:
        if any(each.attribute == one.change.attribute for each in draft.value("changes") or ()):
            continue
        draft.fill("changes", one.change, range(one.start, one.end))
        if one.before:
            draft.fill("condition", Condition(one.change.attribute, Comparator.EQUAL, one.before))
    return True


def _is_marked(draft: Draft, one: SetClause) -> bool:
    """Return whether a clause whose item is named elsewhere says a value, or an amount."""
    return bool(one.change.value) or draft.low(one.end - 1) in {"now", "filled", "stamped", "set"}


def clauses(draft: Draft) -> list[SetClause]:
    """Return the changes that the clauses of a line say, from left to right."""
    found: list[SetClause] = []
    at = 0
    while at < len(draft.tokens):
        one = None
        if not draft.used[at] and _may_begin(draft, at) and not _is_unsure(draft, at):
            one = _clause_at(draft, at, found[-1].target.entity if found else item_before(draft, at))
        if one is None:
            at += 1
            continue
        found.append(one)
        at = max(one.end, at + 1)
        while draft.low(at - 1) not in {".", ";"} and (more := _further(draft, at, one)) is not None:
            found.append(more)
            at = more.end
    return found


def _may_begin(draft: Draft, at: int) -> bool:
    """Return whether a clause can begin at a token: with a verb that changes, or with a name that such a word follows
    soon. To look for the item before each token takes longer than all other reading of a line.
    """
    low = draft.low(at)
    if low in _FIRST or (base_form(low) or low) in _FIRST:
        return True
    return any(draft.low(one) in _FOLLOWING for one in range(at + 1, min(at + _NAME_MAX, len(draft.tokens))))


_NAME_MAX: Final = 10
"""The tokens of a name with its item, and the word behind it: "the delivery status of a customer's order becomes"."""


def _further(draft: Draft, at: int, one: SetClause) -> SetClause | None:
    """Return a further change of the same verb: "set status to paid and paidAt to now"."""
    while draft.low(at) in {",", "and"}:
        at += 1
    target = target_at(draft, at, one.target.entity)
    is_next = target is not None and not target.is_told and draft.low(target.end) in {"to", "="}
    if target is None or not is_next or draft.low(one.start) not in _SET | {"sets", "setting", "::"}:
        return None
    value, end = value_at(draft, target.end + 1)
    return SetClause(target, AttributeChange(Edit.SET, target.attribute, value), at, end) if end else None


def _is_unsure(draft: Draft, at: int) -> bool:
    """Return whether a token is in a clause that depends on another: "if its status is open"."""
    place = at
    while place > 0 and draft.tokens[place - 1].kind != "mark" and draft.low(place - 1) not in {"and", "then", "we"}:
        place -= 1
    return any(draft.low(one) in _UNSURE for one in range(place, at + 1)) or _is_asked(draft, place)


def _is_asked(draft: Draft, start: int) -> bool:
    """Return whether a clause asks or is negated."""
    return draft.low(start) in words_in("not never no how what which does is are has can")


def _clause_at(draft: Draft, at: int, about: str) -> SetClause | None:
    verb = base_form(draft.low(at)) or draft.low(at)
    is_verb = draft.tokens[at].is_word and not draft.low(at).endswith("ed")
    if is_verb and (moved := _moved_on(draft, at)) is not None:
        return moved
    if is_verb and verb in _SET | _STAMP | _CLEAR:
        return _set(draft, at, verb, about)
    if is_verb and verb in _UP | _DOWN:
        return _raised(draft, at, about, is_down=verb in _DOWN)
    if is_verb and verb in {"add", "adds", "subtract", "deduct", "take"}:
        return _moved(draft, at, about, is_down=verb not in {"add", "adds"})
    return _becomes(draft, at, about)


def _set(draft: Draft, at: int, verb: str, about: str) -> SetClause | None:
    """ "sets the reservation's status to paid", "stamps answeredAt", "clears its assignee"."""
    start = at + 1 + (verb == "fill" and draft.low(at + 1) == "in")
    target = target_at(draft, start, about)
    if target is None:
        return None
    if verb in _CLEAR:
        return SetClause(target, AttributeChange(Edit.REMOVE, target.attribute), at, target.end)
    if verb in _STAMP:
        is_time = is_name_of_time(target.attribute)
        return SetClause(target, AttributeChange(Edit.SET, target.attribute), at, target.end) if is_time else None
    before, place = left_at(draft, target.end)
    if verb in {"update", "reset", "refresh"} and target.is_told and is_name_of_time(target.attribute):
        return SetClause(target, AttributeChange(Edit.SET, target.attribute), at, target.end)
    if draft.low(place) not in _INTO:
        return None
    value, end = value_at(draft, place + 1)
    return SetClause(target, AttributeChange(Edit.SET, target.attribute, value), at, end, before) if end else None


def _raised(draft: Draft, at: int, about: str, *, is_down: bool) -> SetClause | None:
    """ "raises a photo's like count by one", "increments its seatsUsed"."""
    target = target_at(draft, at + 1, about)
    if target is None or draft.low(target.end) == "to":
        return None
    amount, end = "1", target.end
    if draft.low(end) == "by":
        amount, end = amount_at(draft, end + 1)
    if not amount:
        return None
    return SetClause(target, _added(target.attribute, amount, is_down=is_down), at, end)


def _moved(draft: Draft, at: int, about: str, *, is_down: bool) -> SetClause | None:
    """ "adds its amount to the raised total of the campaign", "take 250 off the balance of an account"."""
    joint = {"from", "off"} if is_down else {"to"}
    place = next((one for one in range(at + 2, min(at + 7, len(draft.tokens))) if draft.low(one) in joint), 0)
    if not place or any(draft.tokens[one].kind == "mark" for one in range(at, place)):
        return None
    target = target_at(draft, place + 1, about)
    amount, end = amount_at(draft, at + 1)
    is_number = amount != "" and amount[0].isdigit() and place - end <= 1
    is_said = end == place and amount != "" and draft.low(place - 1) in _MEASURED
    if target is None or not (is_number or is_said):
        return None
    return SetClause(target, _added(target.attribute, amount, is_down=is_down), at, target.end)


_MEASURED: Final = words_in("amount value price sum total number quantity points fee fare cost minutes hours")


def _becomes(draft: Draft, at: int, about: str) -> SetClause | None:
    """ "its status becomes paid", "approvedAt is filled in", "seatsUsed + 1", "status back to open"."""
    target = target_at(draft, at, about) or _counter(draft, at, about)
    if target is None:
        return None
    name, place = target.attribute, target.end
    low = draft.low(place)
    if low in {"+", "-", "–"} and (amount := amount_at(draft, place + 1))[0] and not draft.low(amount[1]).isalpha():
        return SetClause(target, _added(name, amount[0], is_down=low != "+"), at, amount[1])
    if low == "goes" and draft.low(place + 1) in {"up", "down"} and draft.low(place + 2) == "by":
        amount = amount_at(draft, place + 3)
        change = _added(name, amount[0], is_down=draft.low(place + 1) == "down")
        return SetClause(target, change, at, amount[1]) if amount[0] else None
    if low in BE | {"and", "gets"} or low in _STAMPED:
        filled = place + (low not in _STAMPED)
        if draft.low(filled) in _STAMPED and is_name_of_time(name):
            return SetClause(target, AttributeChange(Edit.SET, name), at, filled + 1 + (draft.low(filled + 1) == "in"))
    return _valued(draft, at, target)


def _counter(draft: Draft, at: int, about: str) -> NamedTarget | None:
    """ "upvotes + 1": a noun alone, right before the sign."""
    is_sign = draft.low(at + 1) in {"+", "-"} and at + 2 < len(draft.tokens) and draft.tokens[at + 2].kind == "number"
    is_noun = is_sign and draft.tokens[at].is_word and draft.low(at) not in CLOSED
    is_begin = at == 0 or draft.tokens[at - 1].kind == "mark" or draft.low(at - 1) == "and"
    if not (is_noun and is_begin and about) or draft.known.own:
        return None
    return NamedTarget(about, attribute_name((draft.low(at),)), at + 1, is_told=False)


def _moved_on(draft: Draft, at: int) -> SetClause | None:
    """ "move a bug from in_progress to resolved": a status, where both are states and no things."""
    group = group_at(draft.tokens, at + 1) if base_form(draft.low(at)) in _MOVING else None
    if group is None or group.is_plural or not group.determiner or group.owner is not None:
        return None
    before, place = left_at(draft, group.end)
    entity = entity_of(draft, group)
    value, end = value_at(draft, place + 1) if draft.low(place) == "to" else ("", 0)
    held = draft.known.entity(entity)
    status = status_of(held) if held is not None and held.is_own else None
    is_known = status is not None if draft.known.own else bool(entity)
    if not (is_known and end and _is_state(draft, place + 1)) or (before and not _is_state(draft, place - 1)):
        return None
    name = status.name if status is not None else "status"
    return SetClause(NamedTarget(entity, name, end), AttributeChange(Edit.SET, name, value), at, end, before)


def _is_state(draft: Draft, at: int) -> bool:
    token = draft.tokens[at]
    return token.is_value or "_" in token.text or token.low in STATES or is_participle(token.low)


_MOVING: Final = words_in("move transition switch change advance turn promote")


def _valued(draft: Draft, at: int, target: NamedTarget) -> SetClause | None:
    """Return what an attribute becomes behind its verb: "is set to paid", "goes from draft to open", "= now"."""
    name, place = target.attribute, target.end
    low = draft.low(place)
    before = ""
    if low in {"is", "gets"} and draft.low(place + 1) in _SETTLED:
        before, place = left_at(draft, place + 2)
    elif low in _CHANGES:
        before, place = left_at(draft, place + 1)
    elif low == "becomes":
        value, end = value_at(draft, place + 1)
        return SetClause(target, AttributeChange(Edit.SET, name, value), at, end) if end else None
    elif low == "back":
        place += 1
    elif low not in {"=", "→"}:
        return None
    if draft.low(place) not in _INTO | {"→"}:
        return None
    value, end = value_at(draft, place + 1)
    return SetClause(target, AttributeChange(Edit.SET, name, value), at, end, before) if end else None


def _added(name: str, amount: str, *, is_down: bool) -> AttributeChange:
    return AttributeChange(Edit.ADD, name, f"-{amount}" if is_down else amount)
