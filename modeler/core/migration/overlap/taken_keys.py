"""Key attributes of indexes that deployed readers still need, and the design that leaves them alone.

An item has one value under each name. If a change writes other keys under the names of an index that is read until the
cut-over, its readers lose what was rewritten. The new keys then get names and an index of their own, next to the old
ones. facts/procedures#index-change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from modeler.core.design.items import Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.keys.written_keys import attribute_template, written_keys
from modeler.core.migration.fates import Fate, fates
from modeler.core.migration.pairs import EntityPair, Pairing, Shape, TablePair, same_keys, shapes

NEXT = "-v2"

type _Written = Mapping[str, frozenset[tuple[str, Shape]]]


def taken_keys(pairing: Pairing, pair: TablePair) -> frozenset[str]:
    """Return the names of key attributes in a table that the design before needs with other values, or another type,
    than the design after writes.
    """
    kinds = _kinds(pair.before)
    found = {name for name, kind in _kinds(pair.after).items() if kinds.get(name, kind) != kind}
    for one in pairing.entities:
        if one.same_table and one.after_table is pair.after and one.is_stored:
            found |= set(_rewritten(one, pair))
    return frozenset(found - set(pair.after.base.key_names))


def _kinds(table: Table) -> dict[str, str]:
    return {key.name: key.type.value for index in table.indexes for key in index.keys}


def _rewritten(one: EntityPair, pair: TablePair) -> Iterator[str]:
    was, becomes = _old_values(one, pair.before), _new_values(one, pair.after)
    names = {name for index in pair.after.indexes for name in index.key_names}
    for name in names & set(was):
        if becomes.get(name, frozenset()) != was[name]:
            yield name
    # Keys of another index put items into an index that they were never in.
    for old in pair.before.indexes:
        if pair.after.index(old.name) is None and set(old.key_names) <= set(becomes) | set(pair.before.base.key_names):
            yield from (name for name in old.key_names if name not in was)


def _old_values(one: EntityPair, table: Table) -> _Written:
    return _values((index, key.when, one.old_shapes(key)) for index in table.indexes for key in one.old_keys(index))


def _new_values(one: EntityPair, table: Table) -> _Written:
    return _values((index, key.when, shapes(key)) for index in table.indexes for key in one.new_keys(index))


def _values(keys: Iterator[tuple[Index, str, tuple[Shape | None, ...]]]) -> _Written:
    found: dict[str, set[tuple[str, Shape]]] = {}
    for index, when, made in keys:
        for element, shape in zip(index.keys, made, strict=True):
            if shape is not None:
                found.setdefault(element.name, set()).add((when, shape))
    return {name: frozenset(values) for name, values in found.items()}


@dataclass(frozen=True)
class Beside:
    """The design after, with an index of its own for each whose key attributes are taken; `replaced` is the name that
    the design after gives such an index, by table and deployed name.
    """

    design: Design
    replaced: Mapping[tuple[str, str], str]


def beside(pairing: Pairing) -> Beside:
    """Return the design that is deployed next to the one before, so that both serve until the cut-over."""
    design = pairing.after
    replaced: dict[tuple[str, str], str] = {}
    for pair in pairing.tables:
        taken = taken_keys(pairing, pair)
        olds = {one.name for one in pair.before.indexes}
        for index in pair.after.indexes:
            if index.kind is IndexKind.GSI and taken & set(index.key_names) and not _is_only_left(pairing, pair, index):
                name = f"{index.name}{NEXT}" if index.name in olds else index.name
                replaced[pair.after.name, name] = index.name
                design = _renamed(design, pair.after.name, index, name, _free(pair, index, taken))
    return Beside(design, replaced)


def _is_only_left(pairing: Pairing, pair: TablePair, index: Index) -> bool:
    """Return whether stored items only leave an index: they are removed from it once no reader needs them."""
    old = pair.before.index(index.name)
    if old is None or not same_keys(old, index):
        return False
    kept = (Fate.STAYS, Fate.LEAVES)
    return all(
        fate in kept
        for one in pairing.entities
        if one.same_table and one.after_table is pair.after and one.is_stored
        for fate in fates(one, old, index)
    )


def _free(pair: TablePair, index: Index, taken: frozenset[str]) -> dict[str, str]:
    known = {name for table in (pair.before, pair.after) for one in table.all_indexes for name in one.key_names}
    names: dict[str, str] = {}
    for name in index.key_names:
        if name in taken:
            free = f"{name}_v2"
            while free in known:
                free += "_v2"
            names[name] = free
    return names


def _renamed(design: Design, place: str, index: Index, name: str, keys: Mapping[str, str]) -> Design:
    """The design with another name of an index, and of its key attributes."""
    held = next(table for table in design.tables if table.name == place)
    entities = tuple(_with_cells(held, entity, index, name, keys) for entity in held.entities)
    made = replace(index, name=name, partition_key=_of(index.partition_key, keys), sort_key=_of(index.sort_key, keys))
    indexes = tuple(made if one.name == index.name else one for one in held.indexes)
    table = replace(held, indexes=indexes, entities=entities)
    tables = tuple(table if one is held else one for one in design.tables)
    patterns = tuple(_asked(one, "", design, held, index.name, made, keys) for one in design.patterns)
    return replace(design, tables=tables, patterns=patterns)


def _of(elements: tuple[KeyAttribute, ...], keys: Mapping[str, str]) -> tuple[KeyAttribute, ...]:
    return tuple(replace(one, name=keys.get(one.name, one.name)) for one in elements)


def _with_cells(table: Table, entity: Entity, index: Index, name: str, keys: Mapping[str, str]) -> Entity:
    """The entity with its cells of the index; an attribute that was itself a key gets a template."""
    own = {key: attribute_template(key).source for key in keys if entity.attribute(key) is not None}
    cells = tuple(
        replace(cell, index=name, keys={keys.get(key, key): text for key, text in {**own, **cell.keys}.items()})
        if cell.index == index.name
        else cell
        for cell in entity.overloads
    )
    if not entity.overloads_of(index.name) and written_keys(table, entity, index):
        made = Overload(f"{entity.id}-{name}", name, {keys[key]: text for key, text in own.items()})
        cells = (*cells, made)
    return replace(entity, overloads=cells)


def _asked(
    pattern: AccessPattern, around: str, design: Design, table: Table, old: str, index: Index, keys: Mapping[str, str]
) -> AccessPattern:
    """A call with the names of the index that it reads."""
    here = pattern.table or around
    steps = tuple(_asked(step, here, design, table, old, index, keys) for step in pattern.steps)
    if pattern.index != old or design.table(here) is not table:
        return replace(pattern, steps=steps) if steps else pattern
    asked = tuple(replace(one, name=keys.get(one.name, one.name)) for one in pattern.key)
    return replace(pattern, steps=steps, index=index.name, key=asked)
