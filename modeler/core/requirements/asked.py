"""The questions of one row: what its words leave open and what it lacks, each with the answer of a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.answers import answered, left_open, named, takes_name, with_slots
from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.clauses import ACTS, WHAT_DOES_IT_DO
from modeler.core.requirements.english.slots.bounds import TIME_BOUNDED
from modeler.core.requirements.english.slots.orders import TIME_ORDERS
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import EMPTY, Act, Choice, Given, Question, Slot, Span

LEFT_OPEN: Final = "leave"
NAMED: Final = "named"
TIME_OF_BOTH: Final = "Which time is bounded, and orders the items?"
NEEDED: Final = frozenset({"operation", "entities", "joined", "restriction"})
"""Slots whose question cannot be left open."""
LEAVE_OUT: Final = Choice("none of these: the line is left out")
"""Answers what a line does that only states something."""
_WHICH_ITEMS: Final = "Which items are read or written?"
_WHICH_OF_THEM: Final = "Are these all items, or those of one?"
_ALL: Final = Choice("all items", {"given": None})
_OFFERED_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class SlotAnswer:
    """What a person chose for the question of a slot: the label of a choice, `NAMED` with a name, or `LEFT_OPEN`."""

    choice: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a row, its answer if there is one, and which further answers it takes."""

    slot: str
    question: Question
    answer: SlotAnswer | None
    takes_name: bool
    may_stay_open: bool


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """A row as far as it was answered. `is_out` is set where the person leaves it out."""

    key: str
    row: Row
    asked: tuple[Asked, ...]
    is_out: bool


def proposed_row(
    key: str, row: Row, answers: Mapping[tuple[str, str], SlotAnswer], names: Mapping[str, str], *, is_out: bool
) -> ProposedRow:
    """Return a row with its questions and the answers to them. `names` are the entities that it is offered if it names
    none, with the attributes that identify them. Whatever keeps the row from becoming a pattern is among the questions.
    """
    asked: list[Asked] = []
    for slot, _ in tuple(row.questions):
        question = getattr(row, slot).question
        if question is None:  # the answer to an earlier question filled it
            continue
        if slot == "order" and _asks_one_time(row):  # asked with the range
            continue
        if slot == "operation":
            question = replace(question, choices=(*(question.choices or ACTS), LEAVE_OUT))
        if slot == "entities" and not question.choices and not row.entities.value:
            question = replace(question, choices=_offered(names))
        if slot == "given" and question.text == _WHICH_OF_THEM and row.operation.value is not Act.LIST:
            row = with_slots(row, given=EMPTY)
            continue
        if slot in {"given", "returned"}:
            question = _of_one(row, slot, question, names)
        row = _asked(asked, row, slot, question, answers.get((key, slot)))
    for slot, question in _lacking(row, names):
        if all(one.slot != slot for one in asked):
            row = _asked(asked, row, slot, question, answers.get((key, slot)))
    return ProposedRow(key, row, tuple(asked), is_out)


def row_by_hand(text: str, line: int) -> Row:
    """Return the row of a line in which nothing was understood: a person says what it does and to which items."""
    return Row(
        text,
        line,
        operation=Slot(None, (), replace(WHAT_DOES_IT_DO, choices=(Choice(str(Act.GET), {"operation": "get"}), *ACTS))),
        entities=Slot(None, (), Question(_WHICH_ITEMS)),
        given=Slot(None, (), Question(_WHICH_OF_THEM, (_ALL,))),
        unread=(Span(0, len(text)),),
    )


def is_left_out(key: str, answers: Mapping[tuple[str, str], SlotAnswer]) -> bool:
    """Return whether a row is left out by the answer to what it does."""
    answer = answers.get((key, "operation"))
    return answer is not None and answer.choice == LEAVE_OUT.label


def _asked(asked: list[Asked], row: Row, slot: str, question: Question, answer: SlotAnswer | None) -> Row:
    """Add a question; return the row after the answer to it."""
    after = _after(row, slot, question, answer)
    if slot == "range" and _asks_one_time(row):
        question = replace(question, text=TIME_OF_BOTH)
        after = _ordered_by_range(after)
    kept = answer if after is not row else None
    asked.append(Asked(slot, question, kept, takes_name(row, slot), may_stay_open=slot not in NEEDED))
    return after


def _lacking(row: Row, names: Mapping[str, str]) -> Iterator[tuple[str, Question]]:
    """Yield what a row needs and no words of it ask for."""
    if row.operation.value is None:
        yield "operation", replace(WHAT_DOES_IT_DO, choices=(*ACTS, LEAVE_OUT))
    if not row.entities.value:
        yield "entities", Question(_WHICH_ITEMS, _offered(names))


def _offered(names: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(name, {"entities": [name]}) for name in [*names][:_OFFERED_MAX])


def _of_one(row: Row, slot: str, question: Question, names: Mapping[str, str]) -> Question:
    """Return a question about whose items are meant with a choice for each other entity. Its choices keep what is given
    already.
    """
    had = plain_value(row.given.value) or []
    choices = question.choices
    if slot == "given" and all(one == _ALL for one in choices):
        own = row.entities.value or ()
        others = [one for one in names if one not in own][:_OFFERED_MAX]
        plain = {one: plain_value((Given(names[one], one),)) for one in others}
        choices = (*choices, *(Choice(f"those of one {one}", {"given": plain[one]}) for one in others))
    elif slot == "given":
        return question
    kept = (
        replace(one, sets={**one.sets, "given": had + one.sets["given"]}) if one.sets.get("given") else one
        for one in choices
    )
    return replace(question, choices=tuple(kept))


def _asks_one_time(row: Row) -> bool:
    """Return whether both the range and the order lack their time, so that one answer serves both."""
    bounded, ordered = row.range.question, row.order.question
    return bounded is not None and ordered is not None and (bounded.text, ordered.text) == (TIME_BOUNDED, TIME_ORDERS)


def _ordered_by_range(row: Row) -> Row:
    """Return the row ordered by the time of its range, if an answer has named that."""
    times = row.range.value or ()
    return named(row, "order", times[-1].attribute) if times and times[-1].attribute else row


def _after(row: Row, slot: str, question: Question, answer: SlotAnswer | None) -> Row:
    """Return the row after an answer; the row itself if the answer does not fit the question."""
    if answer is None:
        return row
    if answer.choice == LEFT_OPEN and slot not in NEEDED:
        return left_open(row, slot)
    if answer.choice == NAMED:
        return named(row, slot, answer.name) if answer.name and takes_name(row, slot) else row
    choice = next((one for one in question.choices if one.label == answer.choice), None)
    return answered(row, slot, choice) if choice is not None else row
