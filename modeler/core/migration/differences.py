"""The differences between two designs in DynamoDB's terms: tables, key schemas, indexes, keys of items, settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from modeler.core.design.items import Attribute
from modeler.core.design.lenient import texts
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.migration.aspects import Aspect, aspects_of
from modeler.core.migration.fates import Fate, fates
from modeler.core.migration.overlap.owed import owed_items
from modeler.core.migration.overlap.splits import splits
from modeler.core.migration.pairs import EntityPair, Pairing, TablePair, carried, shapes
from modeler.core.phrases import and_list


class What(StrEnum):
    """Kinds of differences."""

    TABLE_ADDED = "table_added"
    TABLE_REMOVED = "table_removed"
    TABLE_RENAMED = "table_renamed"
    KEY_SCHEMA = "key_schema"
    INDEX_ADDED = "index_added"
    INDEX_REMOVED = "index_removed"
    INDEX_KEY = "index_key"
    INDEX_PROJECTION = "index_projection"
    INDEX_UNITS = "index_units"
    ENTITY_ADDED = "entity_added"
    ENTITY_SPLIT = "entity_split"
    ENTITY_OWED = "entity_owed"
    ENTITY_REMOVED = "entity_removed"
    ENTITY_MOVED = "entity_moved"
    BASE_KEY = "base_key"
    OVERLOAD_ADDED = "overload_added"
    OVERLOAD_REMOVED = "overload_removed"
    OVERLOAD_CHANGED = "overload_changed"
    ATTRIBUTE_ADDED = "attribute_added"
    ATTRIBUTE_REMOVED = "attribute_removed"
    ATTRIBUTE_RENAMED = "attribute_renamed"
    ATTRIBUTE_TYPE = "attribute_type"
    ATTRIBUTE_STORED = "attribute_stored"
    ATTRIBUTE_FORMAT = "attribute_format"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. Names are those after the change, or before it for removed parts; `part` is the id of the part.

    `before` and `after` are plain JSON (None: absent). `aspects` are how keys differ, `fates` what happens to stored
    items in that index (shares, an estimate). `setting` is the field of a table's settings.
    """

    what: What
    path: str
    message: str
    part: str = ""
    table: str = ""
    index: str = ""
    entity: str = ""
    setting: str = ""
    before: Any = None
    after: Any = None
    aspects: tuple[Aspect, ...] = ()
    fates: Mapping[Fate, float] | None = None


SETTINGS: Final[Mapping[str, Any]] = {
    "billing": "PAY_PER_REQUEST",
    "ttl_attribute": None,
    "stream": None,
    "table_class": "STANDARD",
    "point_in_time_recovery": None,
    "replicas": None,
    "encryption": None,
    "deletion_protection": None,
    "contributor_insights": None,
    "provisioned": None,
    "auto_scaling": None,
    "on_demand_maximum": None,
    "warm_throughput": None,
    "resource_policy": None,
    "tags": None,
}
"""Settings that DynamoDB knows, each with its default; one call changes one of them.

facts/table-api#updatetable.
"""


def compare(before: Design, after: Design) -> tuple[Difference, ...]:
    """Every difference, in the order of the design after; removed parts last. Never raises on invalid designs."""
    return tuple(differences(Pairing(before, after)))


def differences(pairing: Pairing) -> Iterator[Difference]:
    """`compare` for parts that are already paired."""
    for table in pairing.added:
        yield _of_table(What.TABLE_ADDED, table, f"{table.name} is a new table")
    for pair in pairing.tables:
        yield from _table(pair)
    for entities in pairing.entities:
        yield from _entity(entities)
    owed = {id(one.entity): (What.ENTITY_OWED, one.message) for one in owed_items(pairing)}
    known = owed | {id(one.entity): (What.ENTITY_SPLIT, one.message) for one in splits(pairing)}
    for table, entity in pairing.new_entities():
        path = f"tables.{table.name}.entities.{entity.name}"
        what, message = known.get(id(entity), (What.ENTITY_ADDED, f"{entity.name} is new"))
        yield Difference(what, path, message, entity.id, table.name, entity=entity.name)
    for table, entity in pairing.gone_entities():
        path, message = f"tables.{table.name}.entities.{entity.name}", f"{entity.name} is removed"
        yield Difference(What.ENTITY_REMOVED, path, message, entity.id, table.name, entity=entity.name)
    for table in pairing.removed:
        yield _of_table(What.TABLE_REMOVED, table, f"the table {table.name} is removed")


def _of_table(what: What, table: Table, message: str, **more: Any) -> Difference:
    return Difference(what, f"tables.{table.name}", message, table.id, table.name, **more)


def _told(value: Any, otherwise: str) -> str:
    """A value of a field in a sentence."""
    if value is True:
        return "on"
    if isinstance(value, list | tuple):
        return and_list([str(one) for one in value]) or otherwise
    if isinstance(value, Mapping):
        return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return str(value or otherwise)


def _table(pair: TablePair) -> Iterator[Difference]:
    old, new = pair.before, pair.after
    if old.name != new.name:
        message = f"{old.name} is renamed to {new.name}: for DynamoDB, a different table"
        yield _of_table(What.TABLE_RENAMED, new, message, before=old.name, after=new.name)
    if _schema(old.base) != _schema(new.base):
        message = f"the key schema of {new.name} is {_spelled(new.base)}; it was {_spelled(old.base)}"
        yield _of_table(What.KEY_SCHEMA, new, message, before=_schema(old.base), after=_schema(new.base))
    for before, after in pair.indexes:
        yield from _index(new, before, after)
    for name, default in SETTINGS.items():
        was, is_now = old.settings.get(name) or default, new.settings.get(name) or default
        if was != is_now and not (name == "replicas" and _regions(was) == _regions(is_now)):
            message = f"{name} of {new.name} is {_told(is_now, 'off')}; it was {_told(was, 'off')}"
            yield _of_table(What.SETTING, new, message, setting=name, before=was, after=is_now)


def _regions(value: Any) -> set[str]:
    """Regions of replicas, in no order."""
    return set(texts(value))


def _index(table: Table, old: Index | None, new: Index | None) -> Iterator[Difference]:
    if new is None:
        assert old is not None  # a pair has at least one side
        path = f"tables.{table.name}.indexes.{old.name}"
        message = f"the {old.kind} {old.name} is removed"
        yield Difference(What.INDEX_REMOVED, path, message, old.id, table.name, old.name)
        return
    made = Difference(What.INDEX_ADDED, f"tables.{table.name}.indexes.{new.name}", "", new.id, table.name, new.name)
    if old is None:
        yield _as_difference(made, f"the {new.kind} {new.name} is new")
        return
    if _schema(old) != _schema(new):
        message = f"the key of {new.name} is {_spelled(new)}; it was {_spelled(old)}"
        yield _as_difference(made, message, What.INDEX_KEY, _schema(old), _schema(new))
    if _carries(old) != _carries(new):
        message = f"{new.name} projects {_in_words(new)}; it projected {_in_words(old)}"
        yield _as_difference(made, message, What.INDEX_PROJECTION, _carries(old), _carries(new))
    if new.kind is IndexKind.GSI and old.capacity != new.capacity:
        units = (_units(old), _units(new))
        yield _as_difference(made, f"the throughput settings of {new.name} differ", What.INDEX_UNITS, *units)


def _as_difference(
    made: Difference, message: str, what: What = What.INDEX_ADDED, before: Any = None, after: Any = None
) -> Difference:
    return Difference(what, made.path, message, made.part, made.table, made.index, before=before, after=after)


def _schema(index: Index) -> list[list[dict[str, str]]]:
    return [_elements(index.partition_key), _elements(index.sort_key)]


def _elements(keys: tuple[KeyAttribute, ...]) -> list[dict[str, str]]:
    return [{"name": key.name, "type": key.type.value} for key in keys]


def _spelled(index: Index) -> str:
    parts = (", ".join(f"{key.name} ({key.type})" for key in keys) for keys in (index.partition_key, index.sort_key))
    return ", sorted by ".join(filter(None, parts)) or "empty"


def _carries(index: Index) -> dict[str, Any]:
    kind, names = carried(index)
    return {"type": kind.value, "attributes": names}


def _in_words(index: Index) -> str:
    names = _carries(index)["attributes"]
    return f"{index.projection.type} {', '.join(names)}".strip()


def _units(index: Index) -> dict[str, Any]:
    return {"read": index.capacity.read, "write": index.capacity.write, **index.capacity.settings}


def _entity(pair: EntityPair) -> Iterator[Difference]:
    path = f"tables.{pair.after_table.name}.entities.{pair.after.name}"
    made = Difference(What.ENTITY_MOVED, path, "", pair.after.id, pair.after_table.name, "", pair.after.name)
    if not pair.same_table:
        message = f"{pair.after.name} moves from {pair.before_table.name} to {pair.after_table.name}"
        yield _of_entity(made, What.ENTITY_MOVED, message, before=pair.before_table.name, after=pair.after_table.name)
    yield from _keys(pair, made, pair.before_table.base, pair.after_table.base)
    olds = {index.name: index for index in pair.before_table.indexes}
    for index in pair.after_table.indexes:
        yield from _keys(pair, made, olds.pop(index.name, None), index)
    for index in olds.values():
        yield from _keys(pair, made, index, None)
    for before, after in pair.attributes:
        yield from _attribute(made, before, after)


def _of_entity(made: Difference, what: What, message: str, **more: Any) -> Difference:
    return Difference(what, more.pop("path", made.path), message, more.pop("part", made.part), made.table,
                      more.pop("index", ""), made.entity, **more)  # fmt: skip


def _keys(pair: EntityPair, made: Difference, old: Index | None, new: Index | None) -> Iterator[Difference]:
    olds, news = pair.old_keys(old) if old else (), pair.new_keys(new) if new else ()
    old_shapes = [(key.when, pair.old_shapes(key)) for key in olds]
    new_shapes = [(key.when, shapes(key)) for key in news]
    if old_shapes == new_shapes:
        return
    index = new or old
    assert index is not None  # one of the two lists is not empty
    name = "" if index.is_base else index.name
    place = name or "the table"
    what = What.BASE_KEY if index.is_base else _overload_change(bool(olds), bool(news))
    aspects = aspects_of(old_shapes, new_shapes)
    words = f"{made.entity} writes a different key into {place}" if olds and news else None
    words = words or (
        f"{made.entity} now writes into {place}" if news else f"{made.entity} no longer writes into {place}"
    )
    yield _of_entity(
        made, what, words, path=f"{made.path}.{name or 'key'}", part=_part(news or olds, made), index=name,
        before=_texts(olds), after=_texts(news), aspects=aspects, fates=fates(pair, old, new),
    )  # fmt: skip


def _overload_change(was: bool, is_now: bool) -> What:
    if was and is_now:
        return What.OVERLOAD_CHANGED
    return What.OVERLOAD_ADDED if is_now else What.OVERLOAD_REMOVED


def _part(keys: tuple[WrittenKey, ...], made: Difference) -> str:
    return next((key.overload.id for key in keys if key.overload), made.part)


def _texts(keys: tuple[WrittenKey, ...]) -> list[dict[str, Any]]:
    return [{"when": key.when, "keys": [_text(one) for one in key.templates]} for key in keys]


def _text(template: KeyTemplate | None) -> str | None:
    return None if template is None else template.source


def _attribute(made: Difference, old: Attribute | None, new: Attribute | None) -> Iterator[Difference]:
    one = new or old
    assert one is not None  # a pair has at least one side
    at = {"path": f"{made.path}.attributes.{one.name}", "part": one.id}
    if old is None:
        yield _of_entity(made, What.ATTRIBUTE_ADDED, f"{made.entity} has the new attribute {one.name}", **at)
        return
    if new is None:
        yield _of_entity(made, What.ATTRIBUTE_REMOVED, f"{made.entity} no longer has {one.name}", **at)
        return
    changes = (
        (What.ATTRIBUTE_RENAMED, "name", old.name, new.name),
        (What.ATTRIBUTE_TYPE, "type", old.type.value, new.type.value),
        (What.ATTRIBUTE_STORED, "key_only", old.key_only, new.key_only),
        (What.ATTRIBUTE_FORMAT, "format", old.format, new.format),
    )
    for what, field, was, is_now in changes:
        if was != is_now:
            message = f"{field} of {made.entity}.{new.name} is {_told(is_now, 'none')}; it was {_told(was, 'none')}"
            yield _of_entity(made, what, message, before=was, after=is_now, **at)
