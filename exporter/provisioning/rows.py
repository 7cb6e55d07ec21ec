"""Rows: the result of one access pattern on an endpoint, for pages, the REST API, and the lab. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from modeler.core.design.patterns import AccessPattern
from modeler.core.items.materialize import KeyValues
from modeler.core.values.json_values import to_dynamodb_json

SHOWN_MAX: Final = 100
"""Limit on keys that a row shows for each side; the counts are always complete."""


class Status(StrEnum):
    """The status of a row. The worst of several is the first of these. `EMPTY`: as predicted, but there was nothing to
    return or to change, which proves nothing.
    """

    DIFFER = "differ"
    NOT_COMPARED = "not_compared"
    EMPTY = "empty"
    AGREE = "agree"


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One pattern: keys returned and predicted (of a write: the keys it wrote), units and predicted
    units, and a sentence that compares them.
    """

    pattern: str
    code: str
    name: str
    operation: str
    status: Status
    sentence: str
    returned: tuple[KeyValues, ...] = ()
    predicted: tuple[KeyValues, ...] = ()
    units: Mapping[str, Decimal] = field(default_factory=dict)
    predicted_units: Mapping[str, Decimal] = field(default_factory=dict)
    units_compared: bool = False
    refused: str = ""
    predicted_refused: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the form that pages and the REST API use: keys as lists of texts, units as exact decimal texts."""
        return {
            "pattern": self.pattern,
            "code": self.code,
            "name": self.name,
            "operation": self.operation,
            "status": str(self.status),
            "sentence": self.sentence,
            "returned": [key_texts(key) for key in self.returned[:SHOWN_MAX]],
            "returned_count": len(self.returned),
            "predicted": [key_texts(key) for key in self.predicted[:SHOWN_MAX]],
            "predicted_count": len(self.predicted),
            "units": unit_texts(self.units),
            "predicted_units": unit_texts(self.predicted_units),
            "units_compared": self.units_compared,
            "refused": self.refused,
            "predicted_refused": self.predicted_refused,
        }


def key_texts(key: KeyValues) -> list[str]:
    """Return a key as texts; binary as base64."""
    return [str(next(iter(to_dynamodb_json(value).values()))) for value in key]


def unit_texts(units: Mapping[str, Decimal]) -> dict[str, str]:
    """Return units as exact decimals, without places that cost nothing."""
    return {place: format(value.normalize(), "f") for place, value in units.items() if value}


def not_compared(pattern: AccessPattern, sentence: str) -> ProofRow:
    """Return a row that says why nothing was run."""
    return ProofRow(pattern.id, pattern.code, pattern.name, str(pattern.operation), Status.NOT_COMPARED, sentence)


def combined(pattern: AccessPattern, rows: Sequence[ProofRow]) -> ProofRow:
    """Return the row of a sequence: what its steps returned and cost together, and the worst of their statuses."""
    if not rows:
        return not_compared(pattern, "the pattern has no steps")
    # A step that finds nothing is not a failure: together with others that do, the sequence is proved.
    worst = min(rows, key=lambda row: list(Status).index(row.status))
    status = Status.AGREE if worst.status is Status.EMPTY and _statuses(rows) != {Status.EMPTY} else worst.status
    return ProofRow(
        pattern.id,
        pattern.code,
        pattern.name,
        str(pattern.operation),
        status,
        worst.sentence if status is not Status.AGREE else _steps_said(rows),
        tuple(key for row in rows for key in row.returned),
        tuple(key for row in rows for key in row.predicted),
        _sums(row.units for row in rows),
        _sums(row.predicted_units for row in rows),
        all(row.units_compared for row in rows),
        next((row.refused for row in rows if row.refused), ""),
        next((row.predicted_refused for row in rows if row.predicted_refused), ""),
    )


def _statuses(rows: Sequence[ProofRow]) -> set[Status]:
    return {row.status for row in rows}


def _steps_said(rows: Sequence[ProofRow]) -> str:
    empty = sum(row.status is Status.EMPTY for row in rows)
    said = f"{len(rows)} {'step' if len(rows) == 1 else 'steps'} as predicted"
    return f"{said}, {empty} of them with nothing to return or to change" if empty else said


def _sums(all_units: Iterable[Mapping[str, Decimal]]) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for units in all_units:
        for place, value in units.items():
            found[place] = found.get(place, Decimal(0)) + value
    return found
