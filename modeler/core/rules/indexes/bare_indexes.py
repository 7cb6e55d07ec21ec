"""What the definition of a table alone shows of its indexes, where nothing is known of its items or its calls.

facts/modeling#indexes, facts/throughput#throttling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design.lenient import mapping, number
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.rules.support.context import RuleContext, index_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_FEW_VALUES: Final = re.compile(
    r"(.*[a-z_.-])?(status|Status|isActive|is_active|enabled|published|archived|processed|priority|Priority)"
)
_FRACTION: Final = 10


def _is_bare(table: Table) -> bool:
    return not any(one.overloads or one.items for one in table.entities)


@rule(
    "index.state_pk",
    ADVICE,
    Scope.TABLE,
    title="Index that is partitioned by a state",
    why="Items in one state share a partition key, which takes 1,000 write units/s; each change of state moves an item",
    fix="Put another attribute before the state, add a shard, or index only the states that are looked for",
    sources="facts/modeling#partition-keys, facts/modeling#hot-keys",
)
def state_pk(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes if _is_bare(table) else ():
        names = [one.name for one in index.partition_key]
        if index.kind is IndexKind.GSI and len(names) == 1 and _FEW_VALUES.fullmatch(names[0]):
            message = f"{index.name} is partitioned by {names[0]}, which by its name has few values"
            yield Spot(message, index_path(table, index), index.id, "partition_key", {"attribute": names[0]})


@rule(
    "index.same_key",
    ADVICE,
    Scope.TABLE,
    title="Index with the key of its table",
    why="It holds the same items under the same keys: a second copy to write and to store",
    fix="Remove it, and read the table; keep it only as a copy with units of its own for reads",
    sources="facts/modeling#indexes",
    hides=("index.unused",),
)
def same_key(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        same = index.key_names == table.base.key_names
        if same and index.kind is IndexKind.GSI and index.projection.type is ProjectionType.ALL and not index.reserve:
            yield Spot(f"{index.name} has the key of {table.name}", index_path(table, index), index.id, "partition_key")


@rule(
    "capacity.gsi_below_table",
    WARNING,
    Scope.DESIGN,
    title="Index with far fewer write units than its table",
    why="A write of the table that changes the index needs units of both: an index without them throttles the table",
    fix="Give the index the write units of its table, unless it holds few of the items",
    sources="facts/throughput#throttling, facts/throughput#index-writes",
)
def gsi_below_table(context: RuleContext) -> Iterator[Spot]:
    if any(not one.operation.is_read for one in context.design.patterns):
        return  # with rates of writes, another rule compares
    for table in context.design.tables:
        yield from _below(table)


def _below(table: Table) -> Iterator[Spot]:
    most, field = _most(table, table.base), "provisioned" if table.is_provisioned else "on_demand_maximum"
    sparse = {overload.index for one in table.entities for overload in one.overloads if overload.when.strip()}
    for index in table.indexes:
        own = _most(table, index) if index.kind is IndexKind.GSI and index.name not in sparse else None
        if _policy(table.base) and not _policy(index):
            continue  # that it does not scale is another rule's finding
        if most is not None and own is not None and own * _FRACTION <= most:
            message = f"{index.name} has a write capacity of {own:,g}, and {table.name} one of {most:,g}"
            yield Spot(message, index_path(table, index), index.id, field, {"units": own})


def _most(table: Table, index: Index) -> float | None:
    """The write units at most: by auto scaling, else as provisioned; on demand, the maximum that is set."""
    if not table.is_provisioned:
        held = table.settings if index.is_base else index.capacity.settings
        return number(mapping(held.get("on_demand_maximum")).get("write"))
    return number(_policy(index).get("max")) or index.capacity.write


def _policy(index: Index) -> Mapping[str, Any]:
    """Its auto scaling of writes."""
    held = index.capacity.settings
    return mapping(mapping(held if index.is_base else held.get("auto_scaling")).get("write"))


RULES = (state_pk, same_key, gsi_below_table)
