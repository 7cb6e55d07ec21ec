"""Which building block an index is, by the shape of the keys that entities write into it."""

from __future__ import annotations

from modeler.core.blocks.block import Block
from modeler.core.blocks.library import block
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey, written_keys

_TIMES = frozenset({"year", "month", "date", "hour", "minute"})


def block_of_index(table: Table, index: Index) -> Block | None:
    """Return the block that an index is, or None if its keys have the shape of none. An index of several entities is
    an overloaded one.
    """
    found = blocks_within(table, index)
    return block("X10") if len(found) > 1 else next(iter(found.values()), None)


def blocks_within(table: Table, index: Index) -> dict[str, Block | None]:
    """Return for each entity in an index, by its name, the block that its own keys in it are. An LSI is none: it is
    another order of the table's own collections.
    """
    found: dict[str, Block | None] = {}
    if index.kind is IndexKind.LSI:
        return found
    for entity in table.entities:
        keys = [key for key in written_keys(table, entity, index) if key.complete]
        if keys:
            code = next((code for key in keys if (code := _code(table, entity, index, key))), "")
            found[entity.name] = block(code) if code else None
    return found


def _code(table: Table, entity: Entity, index: Index, key: WrittenKey) -> str:
    templates = key.complete or ()
    partition, sort = templates[: len(index.partition_key)], templates[len(index.partition_key) :]
    formats = {call.name for one in partition for reference in one.references for call in reference.formats}
    names = {name for one in partition for name in one.attributes}
    if _is_inverted(table, entity, partition, sort):
        return "P7"
    if "shard" in formats:
        return "P18"
    if any(_format(entity, name) == "geohash" for one in templates for name in one.attributes):
        return "P19"
    if any(_format(entity, name) == "path" for one in sort for name in one.attributes):
        return "P6"
    if key.when and not names:
        return "P4" if _is_deleted(table, entity) else "P15"
    if _waits(entity, key):
        return "P15"
    if key.when or (names and any(names == set(one) for one in entity.unique)):
        return "P3"
    if any((known := entity.attribute(name)) is not None and known.states for name in names):
        return "P16"
    if formats & _TIMES or not names:
        return "P12"
    if not any(entity.attribute(name) is not None for name in entity.identity if name in names) and sort:
        return "X5"
    return ""


def _waits(entity: Entity, key: WrittenKey) -> bool:
    """Whether the index has only the items in one state."""
    return any(
        one.values and any(f"{one.name} = '{value}'" in key.when for value in one.values) for one in entity.attributes
    )


def _format(entity: Entity, name: str) -> str:
    known = entity.attribute(name)
    return known.format if known is not None else ""


def _is_deleted(table: Table, entity: Entity) -> bool:
    """Whether the items expire: those in the trash."""
    expiry = table.options.ttl_attribute
    return bool(expiry) and entity.attribute(expiry or "") is not None


def _is_inverted(
    table: Table, entity: Entity, partition: tuple[KeyTemplate, ...], sort: tuple[KeyTemplate, ...]
) -> bool:
    """Whether the index has the table's keys of the entity, swapped."""
    own = [key.complete for key in written_keys(table, entity, table.base) if key.complete]
    count = len(table.partition_key)
    swapped = [([str(one) for one in keys[count:]], [str(one) for one in keys[:count]]) for keys in own]
    return ([str(one) for one in partition], [str(one) for one in sort]) in swapped
