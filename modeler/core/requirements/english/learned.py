"""What the lines of one text tell about each other: an entity that one line is sure of is known in the others."""

from __future__ import annotations

from collections.abc import Iterable

from modeler.core.design.items import Entity
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Certainty
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary


def learned(rows: Iterable[Row], known: Vocabulary) -> Vocabulary:
    """Return a vocabulary with the entities that rows are sure of, beside those of the design."""
    names = dict.fromkeys(name for row in rows for name in _sure(row))
    new = [KnownEntity(Entity(f"learned-{name}", name)) for name in names if known.entity(name) is None]
    return Vocabulary((*known.entities, *new))


def _sure(row: Row) -> Iterable[str]:
    """Yield the entities that a row names without a question, where words of the line say what is done with them."""
    is_told = row.operation.certainty is Certainty.UNDERSTOOD and bool(row.operation.spans)
    if not is_told or row.entities.certainty is not Certainty.UNDERSTOOD:
        return
    yield from row.entities.value or ()
    if row.given.certainty is Certainty.UNDERSTOOD:
        yield from (one.of for one in row.given.value or () if one.of)


def is_open(rows: tuple[Row, ...]) -> bool:
    """Return whether a line leaves open what it reads or writes."""
    return not rows or any(row.entities.question is not None or not row.entities.value for row in rows)


def is_better(rows: tuple[Row, ...], before: tuple[Row, ...]) -> bool:
    """Return whether a second reading knows the items that the first one did not, and loses nothing."""
    is_known = bool(rows) and not is_open(rows)
    return is_known and _filled(rows) >= _filled(before)


def _filled(rows: tuple[Row, ...]) -> int:
    return sum(slot.value is not None for row in rows for _, slot in row.slots)
