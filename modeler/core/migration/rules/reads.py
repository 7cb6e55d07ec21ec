"""Reads that return the same items in another order after a change. facts/ordering#key-order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.migration.change import DesignPair
from modeler.core.migration.pairs import paired
from modeler.core.rules.support.rule import WARNING, Rule, Scope, Spot, rule
from modeler.core.servings import serving
from modeler.core.servings.returned_order import SortedBy, renamed, returned_order


@rule(
    "migrate.read_order_changed",
    WARNING,
    Scope.CHANGE,
    title="Read returns its items in another order",
    why="Callers that show the first items, or go on from page to page, get other items, and no error says so",
    fix="Keep what the read sorted by first in the sort key, or read by an index that sorts by it",
    sources="facts/ordering#key-order",
)
def read_order_changed(change: DesignPair) -> Iterator[Spot]:
    for was, now in paired(change.before.patterns, change.after.patterns):
        if was is None or now is None or not _relies_on_order(was) or now.facts.intent.order_by:
            continue  # another rule compares a declared order with the keys
        for pair in change.pairing.entities:
            before = _sorted_by(change.before, was, pair.before_table, pair.before)
            after = _sorted_by(change.after, now, pair.after_table, pair.after)
            if before and after and renamed(before, pair.renames)[0] != after[0] and serving(change.after, now).served:
                message = f"{now.label} returns {pair.after.name} items by {_named(after[0])}, no longer by "
                path = f"patterns.{now.label}"
                yield Spot(message + _named(before[0]), path, now.id, pair.after.name, {"pattern": now.label})


def _relies_on_order(pattern: AccessPattern) -> bool:
    """Return whether a direction or a limit tells that the order of the items matters."""
    return pattern.operation is Operation.QUERY and (pattern.descending or pattern.limit is not None)


def _sorted_by(design: Design, pattern: AccessPattern, table: Table, entity: Entity) -> tuple[SortedBy, ...] | None:
    if design.table(pattern.table) is not table or entity.name not in pattern.entities:
        return None
    index = table.base if pattern.index is None else table.index(pattern.index)
    return None if index is None else returned_order(table, index, entity, pattern.key)


def _named(one: SortedBy) -> str:
    return f"{{{':'.join([one.attribute, *one.formats])}}}"


RULES: Final[tuple[Rule, ...]] = (read_order_changed,)
