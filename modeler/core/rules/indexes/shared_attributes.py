"""A key attribute that belongs to two indexes: one item stores one value of it.

facts/modeling#indexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.rules.keys.key_templates import Cell, written_cells
from modeler.core.rules.queries.impossible_conditions import can_both_hold
from modeler.core.rules.support.context import RuleContext, cell_path
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule


@rule(
    "keys.two_values",
    ERROR,
    Scope.ENTITY,
    title="Two indexes give one key attribute two values",
    why="An item stores one value of an attribute, so one of the indexes lists it under the key of the other",
    fix="Give one of the indexes a key attribute of its own, or write the same template for both",
    sources="facts/modeling#indexes",
)
def two_values(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    by_name: dict[str, list[Cell]] = {}
    for cell in written_cells(context, table, entity):
        by_name.setdefault(cell[2].name, []).append(cell)
    for name, cells in by_name.items():
        found = next((pair for pair in combinations(cells, 2) if _differ(*pair)), None)
        if found is None:
            continue
        (one, _, _, mine), (index, key, _, theirs) = found
        message = f"{entity.name} writes {mine} into {name} for {one.name}, and {theirs} for {index.name}"
        path = f"{cell_path(table, entity, None if index.is_base else index.name)}.{name}"
        part = key.overload.id if key.overload else entity.id
        yield Spot(message, path, part, f"keys.{name}", {"indexes": [one.name, index.name]})


def _differ(one: Cell, other: Cell) -> bool:
    """Can one item be in both indexes, with a template of its own in each?"""
    (index, mine, _, template), (other_index, theirs, _, other_template) = one, other
    if index is other_index or template.source == other_template.source:
        return False
    return not template.problem and not other_template.problem and can_both_hold(mine.when, theirs.when)


RULES = (two_values,)
