"""Whether an index entry has what a read returns; if not, the read fetches the items by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, Projection, ProjectionType, Table
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import ServedCall

UNIONS_MAX: Final = 4
"""Lists of attributes that reads need, up to which every union is priced as a projection."""


def needs_of(call: PlacedCall, resolved: AccessPattern) -> frozenset[str] | None:
    """The attributes that a resolved read needs from an index: what it returns, and its remaining filter."""
    if call.needs is None:
        return None
    return call.needs | needed_attributes(replace(resolved, projection=()))


def fits(table: Table, index: Index, needs: frozenset[str] | None) -> bool:
    """Return whether an index projects what a read needs."""
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return True
    return needs is not None and needs <= {*table.base.key_names, *index.key_names, *index.projection.attributes}


def fetched(table: Table, call: PlacedCall, found: ServedCall) -> ServedCall | None:
    """The read in two steps: the keys from the index, then the items by their keys; None if the index lacks what the
    filter of the first step needs, if the read is of more than one entity or computes its answer from many items, or if
    the number of items is unknown.
    """
    index = table.index(found.pattern.index)
    entity = table.entity(call.entities[0].name)
    if index is None or entity is None or len(call.entities) != 1 or found.pattern.operation is not Operation.QUERY:
        return None
    if call.asked.facts.intent.returns:
        return None  # it would fetch every item that it computes its answer from
    if not fits(table, index, needed_attributes(replace(found.pattern, projection=()))):
        return None
    listed = _query_step(call, found.pattern)
    key = tuple(KeyCondition(name, "=", (text,)) for name, text in entity.overloads[0].keys.items())
    count = found.pattern.items_returned or found.pattern.limit
    if count is None and entity.per_parent is None:
        return None  # how many items the second step fetches is unknown
    items = replace(
        listed,
        id=_step_id(call, 2),
        operation=Operation.BATCH_GET,
        index=None,
        key=key,
        filter="",
        limit=None,
        descending=False,
        fan_out=1,
        items_returned=count,
        projection=call.asked.projection,
        extra={"retries_unprocessed": True},
    )
    return ServedCall(_in_steps(found.pattern, (listed, items)), found.serving, filtered=True)


def _in_steps(pattern: AccessPattern, steps: tuple[AccessPattern, ...]) -> AccessPattern:
    """The pattern as these steps, without what belongs to one of them."""
    return replace(
        pattern,
        operation=Operation.STEPS,
        steps=steps,
        index=None,
        key=(),
        filter="",
        limit=None,
        descending=False,
        projection=(),
        fan_out=1,
    )


def _query_step(call: PlacedCall, pattern: AccessPattern) -> AccessPattern:
    """The Query of both steps, without what belongs to the whole."""
    extra = _read(pattern)
    return replace(pattern, id=_step_id(call, 1), code="", name="", projection=(), per_second=None, extra=extra)


def _step_id(call: PlacedCall, number: int) -> str:
    return part_id(call.top.id, "step", ".".join(map(str, (*call.place, number))))


def _read(pattern: AccessPattern) -> dict[str, object]:
    """The facts of a pattern that belong to its Query."""
    return {name: value for name, value in pattern.extra.items() if name in {"examined", "intent"}}


def projections(
    entity: Entity, shape: KeyShape, served: Sequence[tuple[PlacedCall, AccessPattern]]
) -> Iterator[Projection]:
    """The keys only; for each set of reads exactly what they return, or what their filters need; and ALL."""
    if not served:
        return
    parts = {needs for call, pattern in served if (needs := needs_of(call, pattern)) is not None}
    parts |= {needed_attributes(replace(pattern, projection=())) for _, pattern in served}
    own = [one.name for one in entity.attributes]
    for names in unions(sorted(parts, key=sorted)):
        carried = tuple(name for name in own if name in names and name != shape.native)
        yield Projection(ProjectionType.INCLUDE, carried) if carried else Projection(ProjectionType.KEYS_ONLY)
    yield Projection()


def unions(parts: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The unions of the sets, each once: of all subsets, of many sets only of the single ones, of two, and of all."""
    counts = range(len(parts) + 1) if len(parts) <= UNIONS_MAX else (0, 1, 2, len(parts))
    yield from dict.fromkeys(frozenset().union(*some) for count in counts for some in combinations(parts, count))
