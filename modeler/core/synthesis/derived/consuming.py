"""The consumer of a table's stream that keeps derived data: its settings, its price, and the code of its pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.tables import Table

VIEW: Final = "NEW_AND_OLD_IMAGES"
CONSUMER_DOLLARS: Final = 10.0
"""Dollars per month that derived data must save to be worth a consumer, whose own runs no one counts here."""


def code_for(design: Design, wanted: str) -> str:
    """A code that no pattern of the design has."""
    taken = {one.code for one in design.patterns}
    return next(one for one in (wanted, *(f"{wanted}{number}" for number in range(2, 100))) if one not in taken)


def with_consumer(tables: tuple[Table, ...], name: str, maintains: Sequence[str]) -> tuple[Table, ...] | None:
    """The tables with a stream of the first one, whose settings all entities get, and who reads it; None if it has one
    that shows less: its view cannot change in place.
    """
    first, *rest = tables
    if first.options.stream not in {"", VIEW}:
        return None
    told = [{key: value for key, value in asdict(one).items() if value} for one in first.options.consumers]
    told.append({"name": name, "kind": "lambda", "needs": "both", "maintains": [*maintains]})
    return (replace(first, settings={**first.settings, "stream": VIEW, "stream_consumers": told}), *rest)
