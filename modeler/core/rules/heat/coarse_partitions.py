"""Partition keys that are coarser than what reads ask for. facts/building-blocks#x5."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.limits import NEAR_LIMIT_SHARE
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.hot_keys import WrittenCell, hot_keys
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_HALF = 0.5


@rule(
    "keys.coarse_partition",
    WARNING,
    Scope.TABLE,
    title="Partition key is coarser than its reads",
    why="The traffic of a whole parent goes to one key, while reads request only one of its parts",
    fix="Make the part the partition key, and give the parent's view an index",
    sources="facts/building-blocks#x5, facts/building-blocks#p13",
)
def coarse_partition(context: RuleContext, table: Table) -> Iterator[Spot]:
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        cell = key.cell
        if cell is None or not cell.ids:
            continue
        reads = [
            pattern
            for pattern in context.design.patterns
            if pattern.operation.is_read and pattern.per_second and cell.entity.name in pattern.entities
        ]
        total = sum(_peak(pattern) for pattern in reads)
        finer: dict[str, float] = {}
        for pattern in reads:
            name = _finer(table, cell, context.asked(pattern))
            if name:
                finer[name] = finer.get(name, 0.0) + _peak(pattern)
        for name, peak in finer.items():
            if total and peak / total >= _HALF:
                message = (
                    f"{key.text()}; {100 * peak / total:.0f}% of the reads of {cell.entity.name} also give "
                    f"{name}, which could be the partition key"
                )
                yield Spot(message, key.path, key.part, key.field, {"attribute": name, "share": peak / total})


def _peak(pattern: AccessPattern) -> float:
    return pattern.per_second.peak if pattern.per_second else 0.0


def _finer(table: Table, cell: WrittenCell, pattern: AccessPattern) -> str:
    """The attribute of the sort key that a read of the table gives together with the partition key; '' for none."""
    if pattern.index is not None or not _sort_ids(cell.entity, cell):
        return ""
    names = {key.name for key in table.sort_key}
    bound = [one for one in pattern.key if one.name in names and one.operator in {"=", "begins_with"}]
    held = {name for one in bound for text in one.templates for name in parse(text).attributes}
    return next((name for name in _sort_ids(cell.entity, cell) if name in held), "")


def _sort_ids(entity: Entity, cell: WrittenCell) -> tuple[str, ...]:
    """Attributes of the sort key that group items: neither times nor parts of the item's identity."""
    templates = (cell.key.complete or ())[len(cell.partition) :]
    return tuple(
        name
        for template in templates
        for name in template.attributes
        if name not in entity.identity
        and name not in cell.ids
        and (attribute := entity.attribute(name)) is not None
        and not attribute.values
        and attribute.format not in {"iso", "date", "month", "year", "epoch_seconds", "epoch_millis"}
    )


RULES = (coarse_partition,)
