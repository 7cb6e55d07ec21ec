"""What a write does to the entries of every secondary index, and what that costs. facts/throughput#index-writes."""

from __future__ import annotations

from modeler.core.design.tables import Index, Table
from modeler.core.evaluator.evaluation import IndexChange, IndexEffect
from modeler.core.expressions.value_comparison import equal
from modeler.core.items.item_collections import Entry, entry
from modeler.core.items.materialize import StoredItem
from modeler.core.units import index_write_units
from modeler.core.values.attribute_values import Item


def index_changes(table: Table, before: StoredItem | None, after: StoredItem | None) -> tuple[IndexChange, ...]:
    """One change for each secondary index of the table, in the table's order; including those without cost."""
    return tuple(index_change(table, index, before, after) for index in table.indexes)


def index_change(table: Table, index: Index, before: StoredItem | None, after: StoredItem | None) -> IndexChange:
    """What happens to one index's entry when an item changes from `before` to `after` (None: no item)."""
    old = entry(table, index, before) if before else None
    new = entry(table, index, after) if after else None
    effect = _effect(old, new)
    units = index_write_units(
        old.size if old else None,
        new.size if new else None,
        key_changed=effect is IndexEffect.MOVES,
        changed=effect is not IndexEffect.UNCHANGED,
    )
    return IndexChange(index.name, index.kind, effect, old, new, units)


def _effect(old: Entry | None, new: Entry | None) -> IndexEffect:
    if old is None:
        return IndexEffect.ABSENT if new is None else IndexEffect.ENTERS
    if new is None:
        return IndexEffect.LEAVES
    if (old.partition, old.sort) != (new.partition, new.sort):
        return IndexEffect.MOVES
    return IndexEffect.UNCHANGED if _same(old.item, new.item) else IndexEffect.REWRITTEN


def _same(old: Item, new: Item) -> bool:
    """Equal attribute by attribute; the order of a set does not count, that of a list does."""
    return old.keys() == new.keys() and all(equal(value, new[name]) for name, value in old.items())
