"""Makes the lines of a text agree on attributes that no design has: one line sets a status to "delivered" and another
asks for what is "undelivered"; one describes a due date and another asks for what is overdue.

Without that, a read compares an attribute that nothing writes, and returns nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.morphology import attribute_name, id_name, words_of
from modeler.core.requirements.rows import EntityDescription, Row
from modeler.core.requirements.slots import (
    EMPTY,
    Act,
    AttributeChange,
    Choice,
    Comparator,
    Condition,
    Edit,
    Given,
    Question,
    Range,
    RequestedOrder,
    Slot,
)
from modeler.core.requirements.vocabulary import Vocabulary

STATUS: Final = "status"
_TRUE: Final = {"true": True, "false": False}
_DENIED: Final = ("not ", "un-", "un", "non-", "in")
_SMALL: Final = words_in("at on for")
_SO: Final = re.compile(r"\bdone (?:so|it|this|that)\b", re.IGNORECASE)
_STEM: Final = 4
_TIME_LEAST: Final = 2
_ANY: Final = words_in("time date timestamp")


@dataclass(slots=True)
class _Told:
    """What a text says of an entity: its attributes, which of them are flags and times, and the values of its status,
    by their letters, as a line lists them (`is_listed`) or as other lines set them. `references` are the attributes
    that hold an identity, by its entity.
    """

    attributes: set[str] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)
    times: set[str] = field(default_factory=set)
    statuses: dict[str, str] = field(default_factory=dict)
    is_listed: bool = False
    references: dict[str, set[str]] = field(default_factory=dict)

    def time(self, name: str) -> str:
        """Return the described time that a proposed one means: dueDate for dueAt."""
        words = words_of(name)
        if name in self.attributes:
            return name
        if name in _ANY and len(self.times) == 1:
            return next(iter(self.times))
        if len(words) < _TIME_LEAST or words[-1] not in _SMALL:
            return name
        stem = _stem(words[-2])
        same = [one for one in self.times if any(_stem(word) == stem for word in words_of(one)[:-1])]
        return same[0] if len(same) == 1 else name

    def flag(self, said: str) -> Condition | None:
        """Return the described flag that a state is: excused is false for "unexcused"."""
        name = attribute_name(tuple(said.split()))
        if name in self.flags:
            return Condition(name, value="true")
        for front in _DENIED:
            bare = attribute_name(tuple(said.removeprefix(front).split())) if said.startswith(front) else ""
            if bare in self.flags:
                return Condition(bare, value="false")
        return None


def agreed(rows: Iterable[Row], told: Iterable[EntityDescription], known: Vocabulary) -> tuple[Row, ...]:
    """Return rows whose attributes are those that the descriptions and the other rows have; nothing changes of
    entities that a design has.
    """
    rows, told = tuple(rows), tuple(told)
    seen: dict[str, _Told] = {}
    items = {name for row in rows for name in row.entities.value or ()} | {one.entity for one in told}
    items |= {each.entity for one in told for each in one.belongs_to}
    items |= {name for one in told for name in one.has_several}
    for one in told:
        _describe(seen.setdefault(one.entity, _Told()), one)
    for row in rows:
        name = _entity(row, known)
        if name:
            _set_in(seen.setdefault(name, _Told()), row)
    return tuple(_row(row, seen[name], items) if (name := _entity(row, known)) else row for row in rows)


def _entity(row: Row, known: Vocabulary) -> str:
    """Return what a row reads or writes, if no design has it."""
    names = row.entities.value or ()
    return names[0] if names and known.entity(names[0]) is None else ""


def _describe(here: _Told, one: EntityDescription) -> None:
    here.attributes.update(one.attributes)
    for other in one.belongs_to:
        here.references.setdefault(other.entity, set()).add(other.attribute)
    here.flags.update(one.flags)
    here.times.update(name for name in one.attributes if name in one.times or is_name_of_time(name))
    for each in one.values:
        if each.attribute == STATUS:
            here.is_listed = True
            here.statuses.update({_letters(value): value for value in each.values})


def _set_in(here: _Told, row: Row) -> None:
    """Add the states that a row sets; a described status has those that are listed."""
    if here.is_listed:
        return
    for one in row.changes.value or ():
        if one.attribute == STATUS and one.edit is Edit.SET and one.value:
            here.statuses.setdefault(_letters(one.value), one.value)


def _row(row: Row, here: _Told, items: Collection[str]) -> Row:
    made = row
    if givens := row.given.value:
        made = replace(made, given=replace(made.given, value=tuple(_held(one, here, items) for one in givens)))
    if len(row.entities.value or ()) > 1 and row.operation.value is Act.GET and _orders_one(row, here):
        made = replace(made, order=EMPTY, limit=EMPTY, unread=(*made.unread, *made.order.spans))
    if bounds := row.range.value:
        made = replace(made, range=replace(made.range, value=tuple(_with_time(one, here) for one in bounds)))
    if orders := made.order.value:
        made = replace(made, order=replace(made.order, value=tuple(_with_time(one, here) for one in orders)))
    if changes := row.changes.value:
        made = replace(made, changes=replace(made.changes, value=tuple(_changed(one, here) for one in changes)))
    if conditions := row.condition.value:
        told = tuple(_state(one, here, made) for one in conditions)
        is_open = any(not one.attribute for one in told)
        question = made.condition.question if is_open or told == conditions else None
        made = replace(made, condition=replace(made.condition, value=told, question=question))
        made = _with_question(made, here)
    return made


def _orders_one(row: Row, here: _Told) -> bool:
    """Return whether a row orders the one item that is read by its identity, and not the items that come with it."""
    return any(one.attribute in here.attributes for one in row.order.value or ())


def _held(one: Given, here: _Told, items: Collection[str]) -> Given:
    """Return what is given by the attribute that a line has for it: ownerId for "projects of a user", and the value of
    a category, if nothing else says that categories are items.
    """
    if not one.of or one.via:
        return one
    plain = attribute_name(words_of(one.of))
    held = here.references.get(one.of, set())
    if one.of not in items and plain in here.attributes:
        return Given(plain)
    is_own = one.attribute == id_name(one.of) and one.attribute not in held
    return replace(one, attribute=next(iter(held))) if is_own and len(held) == 1 else one


def _with_time[T: (Range, RequestedOrder)](one: T, here: _Told) -> T:
    name = here.time(one.attribute)
    return one if name == one.attribute else replace(one, attribute=name)


def _changed(one: AttributeChange, here: _Told) -> AttributeChange:
    roles = {id_name(name): held for name, held in here.references.items()}
    if one.edit is Edit.SET and len(held := roles.get(one.attribute, set())) == 1:
        return replace(one, attribute=next(iter(held)))  # "reassign a task to another user"
    if one.edit is not Edit.SET or not one.value:
        return one
    state = _named(Condition(one.attribute, value=one.value), here)
    is_set = state.comparison is Comparator.EQUAL
    return replace(one, attribute=state.attribute, value=state.value) if is_set else one


def _state(one: Condition, here: _Told, row: Row) -> Condition:
    if one.attribute == STATUS and _letters(one.value) == "done" and _SO.search(row.text):
        done = next((each.value for each in row.changes.value or () if each.attribute == STATUS), "")
        return replace(one, value=done) if done else one  # "acknowledge it if nobody has done so"
    return _named(one, here)


def _named(one: Condition, here: _Told) -> Condition:
    """Return a state with the attribute and the value that the text has for it."""
    if not one.attribute:
        return here.flag(one.value) or one
    is_plain = one.comparison is Comparator.EQUAL
    if one.value in _TRUE and one.attribute not in here.attributes:
        value = here.statuses.get(_letters(one.attribute))
        is_so = _TRUE[one.value] is is_plain
        return Condition(STATUS, Comparator.EQUAL if is_so else Comparator.UNEQUAL, value) if value else one
    if one.attribute != STATUS:
        return one
    if (value := here.statuses.get(_letters(one.value))) is not None:
        return replace(one, value=value)
    flag = here.flag(one.value.lower().replace("_", " ")) if STATUS not in here.attributes else None
    return replace(flag, value="true" if (flag.value == "true") is is_plain else "false") if flag is not None else one


def _with_question(row: Row, here: _Told) -> Row:
    """Ask which of the listed values of a status a state means that is none of them."""
    told = row.condition.value or ()
    lost = [one for one in told if one.attribute == STATUS and here.is_listed and not _is_listed(one, here)]
    if len(lost) != 1 or row.condition.question is not None or lost[0].comparison is not Comparator.EQUAL:
        return row
    said = lost[0].value.lower().replace("_", " ")
    choices = tuple(
        Choice(
            f"{STATUS} = '{value}'",
            {"condition": plain_value(tuple(replace(one, value=value) if one is lost[0] else one for one in told))},
        )
        for value in here.statuses.values()
    )
    question = Question(f'Which status says "{said}"?', choices)
    return replace(row, condition=Slot(row.condition.value, row.condition.spans, question))


def _is_listed(one: Condition, here: _Told) -> bool:
    return _letters(one.value) in here.statuses


def _letters(value: str) -> str:
    return re.sub(r"[\W_]", "", value).lower().replace("canceled", "cancelled")


def _stem(word: str) -> str:
    for end in ("ing", "ed", "es", "s", "d"):
        word = word.removesuffix(end) if len(word) - len(end) > 2 else word
    return word[:_STEM]
