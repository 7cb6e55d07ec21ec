"""The design without any thought: every item by its id, and a whole index of its own for every other read."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Projection
from modeler.core.items.sizes import Sizes
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.candidates.keys import EntityCalls, index_shapes
from modeler.core.synthesis.setting_up import set_up
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import resolved_read, resolved_write


def one_index_each(design: Design) -> Design | None:
    """The design with one ALL index for each read that does not give an id; None if a read cannot be served so."""
    setup = set_up(design)
    workshop = setup.workshop
    keys: dict[str, list[tuple[str, KeyShape]]] = {}
    indexes: list[Index] = []
    sources: dict[tuple[str, tuple[int, ...]], str] = {}
    for call in setup.calls:
        if call.is_read and not set(call.entities[0].identity) <= call.given:
            index = workshop.index(len(indexes) + 1, Projection())
            shapes = index_shapes(EntityCalls(call.entities[0], (call,)))
            if not shapes:
                return None
            indexes.append(index)
            sources[call.id] = index.name
            keys.setdefault(call.entities[0].id, []).append((index.name, shapes[0]))
    entities = [one for group in setup.groups for one in group.entities]
    rows = [(one, KeyShape(one.name, one.identity, (), is_base=True), keys.get(one.id, [])) for one in entities]
    table = workshop.table(rows, tuple(indexes))
    sizes, patterns = Sizes(), []
    for call in setup.calls:
        made = _resolved(workshop, table, call, sources.get(call.id), sizes)
        if made is None:
            return None
        patterns.append(replace(made, table=table.name))
    return replace(design, tables=(table,), patterns=tuple(patterns))


def _resolved(workshop, table, call: PlacedCall, index, sizes):
    if not call.is_read:
        return resolved_write(workshop, table, call)
    found = resolved_read(workshop, table, call, index, sizes)
    return found.pattern if found is not None else None
