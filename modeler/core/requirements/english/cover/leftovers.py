"""What the first reading left of a row: given values, bounds and conditions by the attributes of its entity."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.cover.mentions import Mention, is_subject, main_end, mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import status_of
from modeler.core.requirements.english.words.lexicon import BE, IDIOMS, MODALS, NEGATIONS, PREPOSITIONS, words_in
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import (
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Range,
    RequestedOrder,
)
from modeler.core.requirements.vocabulary import KnownEntity

_GIVING: Final = words_in("of for by in on at with from per within under to into against about")
_OF_WRITES: Final = words_in("of for in on at from")
_ONE: Final = words_in("a an the one this that given certain single specific particular my our each")
_ITS: Final = words_in("its their the his her")
_SIGNS: Final = {
    "below": Comparator.LESS, "under": Comparator.LESS, "beneath": Comparator.LESS, "above": Comparator.GREATER,
    "over": Comparator.GREATER, "exceed": Comparator.GREATER, "exceeds": Comparator.GREATER,
    "exceeding": Comparator.GREATER, "beyond": Comparator.GREATER, "past": Comparator.GREATER,
}  # fmt: skip
_ALLOWED: Final = {Comparator.LESS: Comparator.AT_LEAST, Comparator.GREATER: Comparator.AT_MOST}
_BACK: Final = words_in("backwards backward back")
_NOT: Final = NEGATIONS | words_in("cannot can't mustn't")


def read_leftovers(draft: Draft) -> None:
    """Fill slots from words that are left, where the row is about one entity of the design."""
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if len(names) == 1 else None
    if held is None or not held.is_own or draft.value("operation") is None:
        return
    _name_times(draft, held)
    for at in range(len(draft.tokens)):
        if not draft.used[at]:
            _ = _compared(draft, held, at) or _kept(draft, at) or _flag(draft, held, at) or _idiom(draft, held, at)
    _most(draft, held)
    _anew(draft)
    give(draft, held)


def _name_times(draft: Draft, held: KnownEntity) -> None:
    """Name the time that a row bounds after the verb that says it: validUntil of "that run out in 60 days"."""
    told: tuple[Range, ...] = draft.value("range") or ()
    start = draft.first_of("range")
    verbs = [one for one in mentions(draft) if one.is_verb and one.of(held) and one.start <= start]
    names = {one.of(held) for one in verbs}
    if len(told) == 1 and not told[0].attribute and len(names) == 1:
        draft.settle("range", (replace(told[0], attribute=names.pop()),), range(verbs[0].start, verbs[-1].end))


def _is_free(draft: Draft, start: int, end: int) -> bool:
    return end <= len(draft.tokens) and not any(draft.used[start:end])


def _named(draft: Draft, held: KnownEntity, at: int) -> tuple[str, int]:
    """Return the attribute at a token, and where it ends; '' if none is there."""
    found = next((one for one in mentions(draft) if one.start == at), None)
    return (found.of(held), found.end) if found is not None else ("", at)


def _compared(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "below its reorder level", "past their due date"."""
    sign = _SIGNS.get(draft.low(at))
    if sign is None or draft.low(at + 1) not in _ITS:
        return False
    name, end = _named(draft, held, at + 2)
    if not name or not _is_free(draft, at, at + 1):
        return False
    if name in {one.name for one in held.times}:
        act = draft.value("operation")
        if sign is Comparator.GREATER and act is not None and act.is_read and not draft.value("range"):
            _forget_given(draft, name)
            draft.fill("range", Range(name, Comparator.LESS, ("now",)), range(at, end))
            return True
        return False
    changed = _changed(draft)
    if changed and changed != name:
        is_not = _is_not(draft, at)
        draft.fill("condition", Condition(changed, _ALLOWED[sign] if is_not else sign, name), range(at, end))
        return True
    return False


def _forget_given(draft: Draft, name: str) -> None:
    kept = tuple(one for one in draft.value("given") or () if one.attribute != name)
    if kept != (draft.value("given") or ()):
        draft.drop("given")
        if kept:
            draft.fill("given", kept)


def _changed(draft: Draft) -> str:
    """Return the only attribute that a write changes."""
    changes = [one.attribute for one in draft.value("changes") or ()]
    return changes[0] if len(changes) == 1 else ""


def _is_not(draft: Draft, at: int) -> bool:
    """Return whether a negation is in the words before a token that are left."""
    place = at - 1
    while place >= 0 and (not draft.used[place] or draft.low(place) in MODALS | BE):
        if draft.low(place) in _NOT or draft.low(place).endswith("n't"):
            return True
        place -= 1
    return False


def _kept(draft: Draft, at: int) -> bool:
    """ "never below zero", "it may not exceed 500", "never move it backwards": what must hold of the changed value."""
    name = _changed(draft)
    if not name or not _is_not(draft, at):
        return False
    start = at
    while start > 0 and not draft.used[start - 1] and draft.tokens[start - 1].kind != "mark":
        start -= 1
    if draft.low(at) in _BACK:
        draft.fill("condition", Condition(name, Comparator.LESS, "new value"), range(start, at + 1))
        return True
    sign = _SIGNS.get(draft.low(at))
    token = draft.tokens[at + 1] if at + 1 < len(draft.tokens) else None
    number = 0 if token is not None and token.low == "zero" else number_of(token) if token is not None else None
    if sign is None or number is None:
        return False
    draft.fill("condition", Condition(name, _ALLOWED[sign], str(number)), range(start, at + 2))
    return True


def _most(draft: Draft, held: KnownEntity) -> None:
    """Order "most played episodes" by their playCount."""
    if draft.value("order") or draft.question("order") is not None:
        return
    for at in range(len(draft.tokens) - 1):
        verb = base_form(draft.low(at + 1)) if draft.low(at) in {"most", "least"} else ""
        names = [one.name for one in held.entity.attributes if verb and _counts(words_of(one.name), verb)]
        if len(names) == 1:
            draft.fill("order", RequestedOrder(names[0], draft.low(at) == "most"), range(at, at + 2))
            return


def _counts(words: tuple[str, ...], verb: str) -> bool:
    is_count = bool({"count", "total", "times", "time", "number"} & set(words))
    return len(words) > 1 and is_count and any((base_form(one) or one) == verb for one in words)


def _anew(draft: Draft) -> None:
    """Read "raise the rate to a new value" as a value that the caller gives, not as one more."""
    told: tuple[AttributeChange, ...] = draft.value("changes") or ()
    if len(told) != 1 or told[0].edit is not Edit.ADD:
        return
    for at in range(len(draft.tokens) - 3):
        if [draft.low(one) for one in range(at, at + 3)] in (["to", "a", "new"], ["to", "the", "new"]):
            draft.settle("changes", (replace(told[0], edit=Edit.SET, value=""),), range(at, at + 4))
            return


def _flag(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "on shift", where items have onShift."""
    if draft.low(at) not in PREPOSITIONS:
        return False
    name, end = _named(draft, held, at)
    if name and _is_free(draft, at, end):
        draft.fill("condition", Condition(name, value="true"), range(at, end))
    return bool(name)


def _idiom(draft: Draft, held: KnownEntity, at: int) -> bool:
    """ "under review", where items have a status."""
    status = status_of(held)
    said = f"{draft.low(at)} {draft.low(at + 1)}"
    if said not in IDIOMS or status is None or not _is_free(draft, at, at + 2):
        return False
    if draft.question("condition") is not None and not draft.value("condition"):
        draft.drop("condition")
    draft.fill("condition", Condition(status.name, value=said), range(at, at + 2))
    return True


def give(draft: Draft, held: KnownEntity) -> None:
    """Give what a preposition, a possessor or a subject of a question names, if it is one and the entity has it."""
    act = draft.value("operation")
    is_read = act is not None and act.is_read
    said = {
        one.attribute for slot in ("given", "range", "order", "condition", "changes") for one in draft.value(slot) or ()
    }
    end = main_end(draft, is_read=is_read)
    for one in mentions(draft):
        if one.start >= end or any(draft.used[one.start : one.end]) or one.is_verb or one.is_plural:
            continue
        parent = one.parent(held, draft.known)
        name = one.of(held) or (parent.identity[-1] if parent is not None else "")
        if not is_read and parent is None and name not in held.identity:
            continue
        is_time = name in {each.name for each in held.times}
        if name and not is_time and name not in said and _is_given(draft, one, is_read=is_read):
            whose = draft.reference(parent.name) if parent is not None else Given(name)
            draft.fill("given", whose, range(one.start, one.end))


def _is_given(draft: Draft, one: Mention, *, is_read: bool) -> bool:
    if one.before == "with" and one.entities:
        return False  # read together with the items
    place = one.start - 1 - bool(one.determiner)
    is_second = draft.low(place) == "and" and draft.last_of("given") == place - 1 and is_read
    is_led = (
        is_second
        or one.before in (_GIVING if is_read else _OF_WRITES)
        or one.is_owner
        or (is_read and is_subject(draft, one))
    )
    return is_led and (one.determiner in _ONE or not one.determiner)
