"""Whether an index entry has what a read returns; if not, the read fetches the items by their keys."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.synthesis.calls import Call
from modeler.core.synthesis.trial import Resolved


def needs_of(call: Call, resolved: AccessPattern) -> frozenset[str] | None:
    """The attributes that a resolved read needs from an index: what it returns, and its remaining filter."""
    if call.needs is None:
        return None
    return call.needs | needed_attributes(replace(resolved, projection=()))


def fits(table: Table, index: Index, needs: frozenset[str] | None) -> bool:
    """Return whether an index projects what a read needs."""
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return True
    return needs is not None and needs <= {*table.base.key_names, *index.key_names, *index.projection.attributes}


def fetched(table: Table, call: Call, found: Resolved) -> Resolved | None:
    """The read in two steps: the keys from the index, then the items by their keys; None if the index lacks what the
    filter of the first step needs, or if the read is of more than one entity.
    """
    index = table.index(found.pattern.index)
    entity = table.entity(call.entities[0].name)
    if index is None or entity is None or len(call.entities) != 1 or found.pattern.operation is not Operation.QUERY:
        return None
    if not fits(table, index, needed_attributes(replace(found.pattern, projection=()))):
        return None
    listed = _listed(call, found.pattern)
    key = tuple(KeyCondition(name, "=", (text,)) for name, text in entity.overloads[0].keys.items())
    count = found.pattern.items_returned or found.pattern.limit
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
    whole = replace(
        found.pattern,
        operation=Operation.STEPS,
        steps=(listed, items),
        index=None,
        key=(),
        filter="",
        limit=None,
        descending=False,
        projection=(),
        fan_out=1,
    )
    return Resolved(whole, found.serving, filtered=True)


def _listed(call: Call, pattern: AccessPattern) -> AccessPattern:
    """The Query of both steps, without what belongs to the whole."""
    extra = _read(pattern)
    return replace(pattern, id=_step_id(call, 1), code="", name="", projection=(), per_second=None, extra=extra)


def _step_id(call: Call, number: int) -> str:
    return part_id(call.top.id, "step", ".".join(map(str, (*call.place, number))))


def _read(pattern: AccessPattern) -> dict[str, object]:
    """The facts of a pattern that belong to its Query."""
    return {name: value for name, value in pattern.extra.items() if name in {"examined", "intent"}}
