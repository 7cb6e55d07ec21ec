"""What a person decides about a row: the value of a slot, or a choice for its question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from modeler.core.requirements.codec import value_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Choice, Slot


def filled(row: Row, name: str, value: Any) -> Row:
    """Return the row with a slot that a person filled: without its question, with the spans that it had."""
    return with_slots(row, **{name: Slot(value, getattr(row, name).spans)})


def answered(row: Row, name: str, choice: Choice) -> Row:
    """Return the row after a choice for the question of a slot: every slot that the choice sets is filled."""
    row = filled(row, name, getattr(row, name).value)
    for slot, plain in choice.sets.items():
        row = filled(row, slot, None if plain is None else value_of(slot, plain))
    return row


def with_slots(row: Row, **slots: Slot[Any]) -> Row:
    """Return the row with other slots."""
    changed: dict[str, Any] = dict(slots)
    return replace(row, **changed)
