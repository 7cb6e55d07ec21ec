"""What a person decides about a row: the value of a slot, a choice for its question, or that it stays open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.codec import value_of
from modeler.core.requirements.morphology import entity_name
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Choice, Condition, Given, Slot, Span

_NAMING: Final = frozenset({"range", "order", "condition", "changes"})
"""Slots whose members have an attribute, which a question can ask for."""


def filled(row: Row, name: str, value: Any) -> Row:
    """Return the row with a slot that a person filled: without its question, with the spans that it had."""
    return with_slots(row, **{name: Slot(value, getattr(row, name).spans)})


def answered(row: Row, name: str, choice: Choice) -> Row:
    """Return the row after a choice for the question of a slot: every slot that the choice sets is filled. Members of
    the slot that the question was not about stay: a signature that is stored with a state.
    """
    others = _named_members(row, name)
    row = filled(row, name, getattr(row, name).value)
    for slot, plain in choice.sets.items():
        value = None if plain is None else value_of(slot, plain)
        if others and slot == name and value is not None:
            chosen = {one.attribute for one in value}
            value = (*value, *(one for one in others if one.attribute not in chosen))
        row = filled(row, slot, value)
    return row


def _named_members(row: Row, slot: str) -> tuple[Any, ...]:
    """Return the members of a slot that have an attribute, beside one that lacks it and that the question is about."""
    value = getattr(row, slot).value or () if slot in _NAMING else ()
    named = tuple(one for one in value if one.attribute)
    return named if len(named) < len(value) else ()


def takes_name(row: Row, slot: str) -> bool:
    """Return whether a name answers the question of a slot: of an entity, or of the attribute that it lacks."""
    value = getattr(row, slot).value
    if slot == "entities":
        return not value
    if slot == "returned":
        return value is not None and not value.attributes
    if slot == "restriction":
        return True
    if slot == "given":
        asked = row.given.question
        return asked is not None and all(one.sets.get(slot) is None for one in asked.choices)
    return slot in _NAMING and any(not one.attribute for one in value or ())


def named(row: Row, slot: str, name: str) -> Row:
    """Return the row after a person named what the question of a slot asks for (`takes_name`)."""
    value = getattr(row, slot).value
    if slot == "entities":
        return filled(row, slot, (entity_name(name.split()),))
    if slot == "returned":
        return filled(row, slot, replace(value, attributes=(name,)))
    if slot == "restriction":
        return _restricted(row, name)
    if slot == "given":
        return filled(row, slot, (*(value or ()), Given(name)))
    return filled(row, slot, tuple(one if one.attribute else replace(one, attribute=name) for one in value))


def _restricted(row: Row, name: str) -> Row:
    """Return the row whose words that restrict the items mean one value of an attribute, which the caller gives."""
    said = row.restriction.spans
    had = row.condition
    condition = Slot((*(had.value or ()), Condition(name)), (*had.spans, *said), had.question)
    unread = tuple(
        one for one in row.unread if not any(span.start <= one.start and one.end <= span.end for span in said)
    )
    return replace(with_slots(row, restriction=Slot(), condition=condition), unread=unread)


def left_open(row: Row, slot: str) -> Row:
    """Return the row without what a slot asks about. Its words are then among those that filled no slot."""
    held = getattr(row, slot)
    if slot == "given" and held.value:  # the question is about some of its words
        kept = tuple(one for one in held.value if one.attribute not in _doubtful(held))
        given = Slot(kept or None, held.spans if kept else ())
        return replace(with_slots(row, given=given), unread=_joined((*row.unread, *_quoted(row, held))))
    kept = tuple(one for one in held.value or () if one.attribute) if slot in _NAMING else ()
    row = with_slots(row, **{slot: Slot(kept or None)})
    return replace(row, unread=_joined((*row.unread, *held.spans)))


def _doubtful(held: Slot[Any]) -> frozenset[str]:
    """Return the given attributes of a slot that an answer to its question drops."""
    asked = held.question.choices if held.question is not None else ()
    kept = [{one["attribute"] for one in choice.sets["given"] or ()} for choice in asked if "given" in choice.sets]
    return frozenset(one.attribute for one in held.value or () if any(one.attribute not in names for names in kept))


def _quoted(row: Row, held: Slot[Any]) -> tuple[Span, ...]:
    """Return the words that the question of a slot quotes; all words of the slot if it quotes none of them."""
    said = held.question.text.split('"')[1:2] if held.question is not None else []
    starts = [(row.text.lower().find(words.lower()), len(words)) for words in said]
    return tuple(Span(at, at + length) for at, length in starts if at >= 0) or held.spans


def _joined(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans in order, without overlap."""
    made: list[Span] = []
    for one in sorted(spans):
        if made and one.start <= made[-1].end:
            made[-1] = Span(made[-1].start, max(made[-1].end, one.end))
        else:
            made.append(one)
    return tuple(made)


def with_slots(row: Row, **slots: Slot[Any]) -> Row:
    """Return the row with other slots."""
    changed: dict[str, Any] = dict(slots)
    return replace(row, **changed)
