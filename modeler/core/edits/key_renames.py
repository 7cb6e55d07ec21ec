"""Rename a key attribute everywhere at the same time: in key schemas, key templates, key conditions, projections, and
the keys of imported items. A partial rename would leave some of them without a key.

A name in a table's own key, or one that only one index has, is that attribute's name: everything that refers to it
follows. If an index key gets the name of something that its items already have (an attribute, a key of the table), the
index uses that instead: the templates for the old name are removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from modeler.core.design.parts import Json, Part, PartKind, Parts, children
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Invalid, Missing

SCHEMAS: Final = ("partition_key", "sort_key")


def renamed_key(parts: Parts, holder: str, old: str, new: str) -> Iterator[Delta]:
    """The deltas that rename the key attribute `old` of a table or an index to `new`, based on the current parts.

    Raises Missing if the part does not exist, Invalid if it has no such key or the name is empty, Conflict if the key
    schema already has that name.
    """
    part = parts.get(holder)
    if part is None or part.is_removed:
        raise Missing("this part of the design no longer exists", path=holder)
    if part.kind not in (PartKind.TABLE, PartKind.INDEX) or old not in _key_names(part):
        raise Invalid(f"{part.name or part.kind} has no key attribute {old}", path=holder)
    if not new:
        raise Invalid("a key attribute needs a name", path=f"{holder}.partition_key")
    if new in _key_names(part):
        raise Conflict(f"{new} is already in this key", path=f"{holder}.partition_key", code="key.twice")
    table = part if part.kind is PartKind.TABLE else parts[part.parent]
    indexes = children(parts, table.id, PartKind.INDEX)
    shared = part is not table and any(old in _key_names(one) for one in (table, *indexes) if one is not part)
    holders = [part] if shared else [one for one in (table, *indexes) if old in _key_names(one)]
    replaces = part is not table and new in _known(parts, table, part)
    for one in holders:
        yield from _schemas(one, old, new)
    if not shared:
        for one in indexes:
            yield from _projection(one, old, new)
    yield from _overloads(parts, table, _places(table, holders), old, None if replaces else new)
    yield from _patterns(parts, table, _places(table, holders), old, new)
    if not shared:
        yield from _items(parts, table, old, None if replaces else new)


def _key_names(part: Part) -> list[str]:
    return [key["name"] for field in SCHEMAS for key in part.fields.get(field, ())]


def _known(parts: Parts, table: Part, index: Part) -> set[str]:
    """Names that items already have, regardless of the index."""
    known = set(_key_names(table))
    for other in children(parts, table.id, PartKind.INDEX):
        known.update(_key_names(other) if other is not index else ())
    for entity in children(parts, table.id, PartKind.ENTITY):
        known.update(one.name for one in children(parts, entity.id, PartKind.ATTRIBUTE))
    return known


def _schemas(part: Part, old: str, new: str) -> Iterator[Delta]:
    for field in SCHEMAS:
        keys = part.fields.get(field)
        if keys and any(key["name"] == old for key in keys):
            yield Delta(part.id, field, keys, [{**key, "name": new} if key["name"] == old else key for key in keys])


def _projection(index: Part, old: str, new: str) -> Iterator[Delta]:
    projection = index.fields.get("projection") or {}
    names = projection.get("attributes") or []
    if old in names:
        changed = [new if name == old else name for name in names]
        yield Delta(index.id, "projection", projection, {**projection, "attributes": changed})


def _places(table: Part, holders: list[Part]) -> set[str]:
    """The affected indexes, as overloads and patterns name them: '' is the table's own key."""
    return {"" if one is table else one.id for one in holders}


def _overloads(parts: Parts, table: Part, places: set[str], old: str, new: str | None) -> Iterator[Delta]:
    for entity in children(parts, table.id, PartKind.ENTITY):
        for overload in children(parts, entity.id, PartKind.OVERLOAD):
            if str(overload.fields.get("index") or "") in places:
                yield from _moved(overload, "keys", old, new)


def _items(parts: Parts, table: Part, old: str, new: str | None) -> Iterator[Delta]:
    entities = {one.id for one in children(parts, table.id, PartKind.ENTITY)}
    for part in parts.values():
        if part.kind is PartKind.ITEM and not part.is_removed and (part.parent in entities or part.parent == table.id):
            yield from _moved(part, "stored_keys", old, new)


def _moved(part: Part, mapping: str, old: str, new: str | None) -> Iterator[Delta]:
    held = part.fields.get(f"{mapping}.{old}")
    if held is None:
        return
    yield Delta(part.id, f"{mapping}.{old}", held, None)
    if new is not None:
        yield Delta(part.id, f"{mapping}.{new}", part.fields.get(f"{mapping}.{new}"), held)


def _patterns(parts: Parts, table: Part, places: set[str], old: str, new: str) -> Iterator[Delta]:
    tables = [one.id for one in parts.values() if one.kind is PartKind.TABLE and not one.is_removed]
    lonely = table.id if tables == [table.id] else ""
    for pattern in (one for one in parts.values() if one.kind is PartKind.PATTERN and not one.is_removed):
        about = str(pattern.fields.get("table") or lonely)
        if about == table.id and str(pattern.fields.get("index") or "") in places:
            yield from _moved(pattern, "key", old, new)
        steps = pattern.fields.get("steps")
        if steps and (changed := [_step(one, about, table.id, places, old, new) for one in steps]) != steps:
            yield Delta(pattern.id, "steps", steps, changed)


def _step(step: Mapping[str, Json], of_whole: str, table: str, places: set[str], old: str, new: str) -> Json:
    """A step of a pattern, which inherits the table of the whole pattern if it names none."""
    key = step.get("key") or {}
    is_meant = str(step.get("table") or of_whole) == table and str(step.get("index") or "") in places
    if not is_meant or old not in key:
        return step
    return {**step, "key": {new if name == old else name: condition for name, condition in key.items()}}
