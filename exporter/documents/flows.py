"""The map of a table: which access pattern uses which index, and which entities are in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.documents.contents import FlowEdge, TableMap
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings import serving

PATTERNS_MAX: Final = 40
ENTITIES_MAX: Final = 40
LABEL_MAX: Final = 44


def flows_of(design: Design) -> tuple[TableMap, ...]:
    """Return one map per table that has entities or access patterns."""
    found = (_flow(design, table) for table in design.tables)
    return tuple(flow for flow in found if flow.entities or flow.patterns)


def _flow(design: Design, table: Table) -> TableMap:
    mine = [pattern for pattern in design.patterns if any(True for _ in places_used(design, table, pattern))]
    shown, entities = mine[:PATTERNS_MAX], table.entities[:ENTITIES_MAX]
    places = [index.name for index in table.all_indexes]
    reads = tuple(
        FlowEdge(number, places.index(place), is_write)
        for number, pattern in enumerate(shown)
        for place, is_write in dict.fromkeys(places_used(design, table, pattern))
        if place in places
    )
    holds = tuple(
        FlowEdge(place, number, False)
        for place, index in enumerate(table.all_indexes)
        for number, entity in enumerate(entities)
        if written_keys(table, entity, index)
    )
    left = [
        f"{count:,} further {what}"
        for count, what in (
            (len(mine) - len(shown), "access patterns"),
            (len(table.entities) - len(entities), "entities"),
        )
        if count > 0
    ]
    return TableMap(
        table=table.name,
        patterns=tuple(short(pattern_label(pattern)) for pattern in shown),
        places=tuple(short(name) for name in places),
        entities=tuple(short(entity.name) for entity in entities),
        reads=reads,
        holds=holds,
        left_out=f"{' and '.join(left)} not drawn." if left else "",
    )


def pattern_label(pattern: AccessPattern) -> str:
    """Return the code and name of an access pattern, or its operation."""
    return f"{pattern.code} {pattern.name}".strip() or pattern.operation.value


def places_used(design: Design, table: Table, pattern: AccessPattern) -> Iterator[tuple[str, bool]]:
    """Return the places of a table that a pattern uses, each with whether it writes there."""
    for call in pattern.members or (pattern,):
        if design.table(call.table) is not table:
            continue
        if call.steps:
            yield from places_used(design, table, call)
        elif call.operation.is_read:
            served = serving(design, call)
            name = (served.index if served.found else call.index) or table.name
            yield (name, False)
        else:
            yield (table.name, True)


def short(text: str) -> str:
    """Return a label that fits into a diagram."""
    return f"{text[: LABEL_MAX - 1]}…" if len(text) > LABEL_MAX else text
