"""What readers ask during a rehearsal, and what they must find: from both designs, by the evaluator. Pure.

A few items that access patterns find are left alone by the writer, so that what a read returns of them is known
whatever happens to the others. Limits are left out: with them, what a read returns depends on the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.requests import Request, RequestNaming, requests_of
from exporter.provisioning.wire import item_to_client, plain_item
from exporter.targets.migration.routed_tables import RoutedTable, routed_tables
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.database import Database
from modeler.core.items.materialize import KeyValues, StoredItem, item_writer, key_item
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.migration.rules.stored import carried_over
from modeler.core.servings.known import asked_design

STILL_PER_READ: Final = 2
"""How many of the items that a read finds are left alone."""

OLD: Final = "old"
NEW: Final = "new"
_AS_DESIGNED: Final = RequestNaming({}, keys_too=True)
type Place = tuple[str, KeyValues]
"""A table's name and the key of an item in it."""


@dataclass(frozen=True, slots=True)
class ReadingSide:
    """One of both designs: with the names that its tables have during the migration, and the items in them."""

    name: str
    design: Design
    stored: Mapping[str, tuple[StoredItem, ...]]

    @property
    def reads(self) -> Iterator[AccessPattern]:
        """The reads of tables that take part, each without a limit; a sequence gives those of its steps."""
        for pattern in asked_design(self.design).patterns:
            for one in pattern.members if pattern.operation is Operation.STEPS else (pattern,):
                if one.operation.is_read and _tables_of(one) <= self.stored.keys():
                    yield replace(one, code=one.code or pattern.code, limit=None)

    def only(self, still: Iterable[Place]) -> Database:
        """The tables with some items alone."""
        kept = set(still)
        return Database.of(
            self.design,
            {
                table.name: [one for one in self.stored.get(table.name, ()) if (table.name, one.key) in kept]
                for table in self.design.tables
            },
        )

    def plain(self, places: Iterable[Place]) -> dict[str, list[Any]]:
        """Keys in DynamoDB JSON, by table."""
        found: dict[str, list[Any]] = {}
        for table, key in places:
            schema = _schema(self.design.table(table))
            found.setdefault(table, []).append(plain_item(item_to_client(key_item(schema, key))))
        return found


def held_reads(before: Design, after: Design) -> dict[str, Any]:
    """Return `reads` and `still` of a rehearsal, as plain JSON: see `rehearsal_reader` of the generated package."""
    pairing = Pairing(before, after)
    routes = routed_tables(pairing)
    carried = dict(_carried(pairing, routes))
    old = ReadingSide(OLD, before, _stored_before(before, routes))
    new = ReadingSide(NEW, _renamed(after, routes), _stored_after(carried))
    back = {place: was for was, (place, _) in carried.items()}
    still = dict.fromkeys(place for place in _found_by(old) if place in carried)
    still |= dict.fromkeys(back[place] for place in _found_by(new) if place in back)
    places = {OLD: list(still), NEW: [carried[one][0] for one in still]}
    reads = [one for side in (old, new) for one in _reads(side, places[side.name])]
    return {"reads": reads, "still": {side.name: side.plain(places[side.name]) for side in (old, new)}}


def _reads(side: ReadingSide, still: list[Place]) -> Iterator[dict[str, Any]]:
    database = side.only(still)
    for pattern in side.reads:
        requests = _requests(side, pattern, database)
        if requests:
            told = evaluate(side.design, pattern, stored=database)
            found = _places(side, pattern, told.returned) if not told.refused else []
            plain = [{"method": one.method, "arguments": _plain(one.arguments)} for one in requests]
            own = {"side": side.name, "pattern": f"{pattern.code} {pattern.name}".strip()}
            yield {**own, "requests": plain, "expected": side.plain(dict.fromkeys(found))}


def _requests(side: ReadingSide, pattern: AccessPattern, database: Database) -> tuple[Request, ...]:
    try:
        return requests_of(side.design, pattern, database, _AS_DESIGNED)
    except NotExpressible:
        return ()


def _found_by(side: ReadingSide) -> Iterator[Place]:
    """Yield the first items that each read finds among all."""
    database = Database.of(side.design, {table.name: side.stored.get(table.name, ()) for table in side.design.tables})
    for pattern in side.reads:
        told = evaluate(side.design, pattern, stored=database)
        yield from _places(side, pattern, told.returned[:STILL_PER_READ])


def _places(side: ReadingSide, pattern: AccessPattern, returned: Iterable[Any]) -> list[Place]:
    """Return where returned items are. Keys of different tables can be equal: the id tells which item it is."""
    tables = _tables_of(pattern)
    ids = {(name, one.id, one.key) for name in tables for one in side.stored.get(name, ())}
    return [(name, one.key) for one in returned for name in sorted(tables) if (name, one.id, one.key) in ids]


def _tables_of(pattern: AccessPattern) -> set[str]:
    own = {pattern.table} if pattern.table and (pattern.key or not pattern.members) else set()
    return own | {table for one in pattern.members for table in _tables_of(one)}


def _plain(value: Any) -> Any:
    """Return the arguments of a request as JSON: binary as base64, and nothing about units."""
    made = plain_item(value)
    made.pop("ReturnConsumedCapacity", None)
    return made


def _schema(table: Table | None) -> Any:
    assert table is not None, "items are only in tables of the design"
    return table.partition_key + table.sort_key


def _stored_before(before: Design, routes: Iterable[RoutedTable]) -> dict[str, tuple[StoredItem, ...]]:
    database = Database.of(before)
    return {one.old.name: database.items(one.old.name) for one in routes}


def _carried(pairing: Pairing, routes: Iterable[RoutedTable]) -> Iterator[tuple[Place, tuple[Place, StoredItem]]]:
    """Yield where each item of the old design is, and what the new design makes of it."""
    for route in routes:
        for pair in route.pairs:
            yield from _of_pair(pair, route.new.name)


def _of_pair(pair: EntityPair, name: str) -> Iterator[tuple[Place, tuple[Place, StoredItem]]]:
    was = item_writer(pair.before_table, pair.before)
    for sample, made in carried_over(pair):
        old = was(sample)
        if old.key is not None and made.key is not None and not old.problems and not made.problems:
            yield (pair.before_table.name, old.key), ((name, made.key), made)


def _stored_after(carried: Mapping[Place, tuple[Place, StoredItem]]) -> dict[str, tuple[StoredItem, ...]]:
    found: dict[str, dict[KeyValues, StoredItem]] = {}
    for (table, key), made in carried.values():
        found.setdefault(table, {})[key] = made
    return {table: tuple(items.values()) for table, items in found.items()}


def _renamed(after: Design, routes: Iterable[RoutedTable]) -> Design:
    """Return the new design with the names that its tables and indexes have while the old ones exist."""
    named: dict[str, Table] = {}
    for route in routes:
        named[route.pairs[0].after_table.name] = route.new
    indexes = {
        (table.name, index.name): other.name
        for table in after.tables
        if table.name in named
        for index, other in zip(table.indexes, named[table.name].indexes, strict=True)
    }
    names = {name: table.name for name, table in named.items()}
    tables = tuple(named.get(table.name, table) for table in after.tables)
    patterns = tuple(_repointed(one, one.table, names, indexes) for one in after.patterns)
    return replace(after, tables=tables, patterns=patterns)


def _repointed(
    pattern: AccessPattern, table: str, names: Mapping[str, str], indexes: Mapping[tuple[str, str], str]
) -> AccessPattern:
    own = pattern.table or table
    index = indexes.get((own, pattern.index), pattern.index) if pattern.index else pattern.index
    steps = tuple(_repointed(one, own, names, indexes) for one in pattern.steps)
    return replace(pattern, table=names.get(pattern.table, pattern.table), index=index, steps=steps)
