"""Edits that several rules offer as fixes: rename or remove an index, switch a table to on-demand, change a key
schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from modeler.core import limits
from modeler.core.design.lenient import number
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, KeyAttribute, Projection, Table
from modeler.core.fixes import Edit, Put, RemovePart


def free_name(wanted: str, taken: Iterable[str], most: int) -> str:
    """The name, or the first of name-2, name-3, ... that is free, within the maximum length."""
    known = set(taken)
    made, number = wanted[:most], 1
    while made in known:
        number += 1
        suffix = f"-{number}"
        made = wanted[: most - len(suffix)] + suffix
    return made


def renamed_index(design: Design, table: Table, index: Index, name: str) -> tuple[Edit, ...]:
    """Rename an index and the references to it. If two have one name, references belong to the first."""
    edits: list[Edit] = [Put(index.id, "name", name)]
    if table.index(index.name) is index:
        for entity in table.entities:
            edits += [Put(overload.id, "index", name) for overload in entity.overloads_of(index.name)]
        edits += [Put(one.id, "index", name) for one in reads_of(design, table, index)]
    return tuple(edits)


def renamed_table(design: Design, table: Table, name: str) -> tuple[Edit, ...]:
    """Rename a table and the patterns that name it. If two have one name, references belong to the first."""
    edits: list[Edit] = [Put(table.id, "name", name)]
    if design.table(table.name) is table:
        edits += [Put(one.id, "table", name) for one, _ in _calls(design) if one.table == table.name]
    return tuple(edits)


def removed_index(table: Table, index: Index) -> tuple[Edit, ...]:
    """Remove an index with its key templates. Patterns stay as they are."""
    edits: list[Edit] = [RemovePart(index.id)]
    if sum(one.name == index.name for one in table.indexes) == 1:
        for entity in table.entities:
            edits += [RemovePart(overload.id) for overload in entity.overloads_of(index.name)]
    return tuple(edits)


def reads_of(design: Design, table: Table, index: Index) -> tuple[AccessPattern, ...]:
    """The calls that name an index."""
    return tuple(one for one, named in _calls(design) if one.index == index.name and design.table(named) is table)


def _calls(design: Design) -> Iterator[tuple[AccessPattern, str]]:
    """Every call, and the name of its table, which a step can inherit from its pattern."""
    waiting = [(pattern, pattern.table) for pattern in design.patterns]
    while waiting:
        one, named = waiting.pop()
        yield one, named
        waiting.extend((step, step.table or named) for step in one.steps)


def on_demand(table: Table) -> tuple[Edit, ...]:
    """The table and its GSIs on demand: no provisioned units, no auto scaling."""
    edits: list[Edit] = [Put(table.id, "settings.billing", "PAY_PER_REQUEST")]
    edits += [
        Put(table.id, f"settings.{name}", None) for name in ("provisioned", "auto_scaling") if name in table.settings
    ]
    for index in table.indexes:
        if index.capacity.read is not None or index.capacity.write is not None:
            edits.append(Put(index.id, "provisioned", None))
        if "auto_scaling" in index.capacity.settings:
            edits.append(Put(index.id, "auto_scaling", None))
    least = {"read": limits.ON_DEMAND_READS, "write": limits.ON_DEMAND_WRITES}
    return (*edits, *(edit for index in table.all_indexes for edit in not_warm_enough(table, index, least)))


def not_warm_enough(table: Table, index: Index, least: Mapping[str, float]) -> tuple[Put, ...]:
    """The edit that clears a warm throughput below the current minimum, which DynamoDB rejects.

    facts/limits#throughput.
    """
    held = (table.settings if index.is_base else index.capacity.settings).get("warm_throughput")
    warm = held if isinstance(held, Mapping) else {}
    if not any((value := number(warm.get(word))) is not None and value < units for word, units in least.items()):
        return ()
    return (Put(index.id, "settings.warm_throughput" if index.is_base else "warm_throughput", None),)


def key_document(keys: Sequence[KeyAttribute]) -> list[dict[str, Any]]:
    """A key schema as the document represents it."""
    return [{"name": key.name, "type": str(key.type)} for key in keys]


def projection_document(projection: Projection) -> dict[str, Any]:
    """A projection as the document represents it."""
    names = {"attributes": list(projection.attributes)} if projection.attributes else {}
    return {"type": str(projection.type), **names}
