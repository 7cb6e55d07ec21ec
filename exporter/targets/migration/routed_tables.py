"""Which tables a change of a design copies, which it fills in place, and which it leaves alone.

Items are copied into another table if the key of any entity in it changes, if the table itself cannot be changed, or if
an item would need two values under one name: one for the readers of each design. The old table stays as it is, and is
the way back. If indexes only get more keys, these are written into the stored items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from modeler.core.design.tables import IndexKind, Table
from modeler.core.migration.fates import fewer_shards
from modeler.core.migration.moves import is_remade
from modeler.core.migration.overlap.renaming import stored_renames
from modeler.core.migration.overlap.taken_keys import NEXT, taken_keys
from modeler.core.migration.pairs import EntityPair, Pairing, TablePair, same_keys, same_projection


@dataclass(frozen=True, slots=True)
class RoutedTable:
    """Where the items of an old table go. `new` has the names that tables and indexes have while the old ones exist.

    `old_stays`: the old table is one of the new design, too. `new_exists`: the new one is one of the old design.
    """

    old: Table
    new: Table
    pairs: tuple[EntityPair, ...]
    in_place: bool
    old_stays: bool = False
    new_exists: bool = False

    @property
    def name(self) -> str:
        """The name of the route."""
        return self.old.name if self.old.name == self.new.name else f"{self.old.name} to {self.new.name}"


def routed_tables(pairing: Pairing) -> tuple[RoutedTable, ...]:
    """Return the routes of a change, in the order of the new design's tables."""
    copied = {id(pair.after) for pair in pairing.tables if _is_copied(pairing, pair)}
    names = {id(table): _name(pairing, table, copied) for table in pairing.after.tables}
    groups: dict[tuple[int, int], list[EntityPair]] = {}
    for one in pairing.entities:
        if not one.same_table or id(one.after_table) in copied:
            groups.setdefault((id(one.before_table), id(one.after_table)), []).append(one)
    kept = [pair for pair in pairing.tables if id(pair.after) not in copied]
    found = [_copy(group, names[id(group[0].after_table)], kept) for group in groups.values()]
    found += [
        RoutedTable(pair.before, _filled(pair), tuple(_of(pairing, pair)), in_place=True)
        for pair in pairing.tables
        if id(pair.after) not in copied and any(_writes_anew(one, pair) for one in _of(pairing, pair))
    ]
    return tuple(found)


def _copy(group: list[EntityPair], name: str, kept: Sequence[TablePair]) -> RoutedTable:
    old, new = group[0].before_table, group[0].after_table
    stays, exists = any(one.before is old for one in kept), any(one.after is new for one in kept)
    return RoutedTable(old, replace(new, name=name), tuple(group), in_place=False, old_stays=stays, new_exists=exists)


def _is_copied(pairing: Pairing, pair: TablePair) -> bool:
    """Return whether the old table has to stay as it is: an item cannot hold what both designs need."""
    if is_remade(pair) or taken_keys(pairing, pair):
        return True
    return any(
        one.base_changed or fewer_shards(one) or (one.is_stored and stored_renames(one)) for one in _of(pairing, pair)
    )


def _of(pairing: Pairing, pair: TablePair) -> Iterator[EntityPair]:
    return (one for one in pairing.entities if one.same_table and one.after_table is pair.after)


def _name(pairing: Pairing, table: Table, copied: set[int]) -> str:
    known = {one.name for one in pairing.before.tables}
    return f"{table.name}{NEXT}" if id(table) in copied and table.name in known else table.name


def _writes_anew(one: EntityPair, pair: TablePair) -> bool:
    """Return whether stored items need other keys of an index than they have."""
    return any(
        bool(one.new_keys(new)) and not (old and same_keys(old, new) and one.writes_the_same(old, new))
        for old, new in pair.indexes
        if new is not None
    )


def _filled(pair: TablePair) -> Table:
    """Return the table with both versions of an index whose key or projection changes: the new one has another name."""
    changed = {
        new.name
        for old, new in pair.indexes
        if old and new and new.kind is IndexKind.GSI and not (same_keys(old, new) and same_projection(old, new))
    }
    indexes = [replace(one, name=f"{one.name}{NEXT}") if one.name in changed else one for one in pair.after.indexes]
    return replace(pair.after, indexes=tuple(indexes))
