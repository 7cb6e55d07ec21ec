"""Tables of the document, with their indexes and entities, to and from JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from modeler.core.design.items import Entity, Overload
from modeler.core.design.parts import Json, part_id
from modeler.core.design.tables import Capacity, Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.documents.parts_json import (
    attribute_document,
    item_document,
    read_attribute,
    read_item,
    size_fact,
    size_fact_document,
    without_empty,
)
from modeler.core.values.attribute_values import AttributeType


def identified(raws: Iterable[Mapping[str, Json]], parent: str, kind: str) -> Iterator[Mapping[str, Json]]:
    """Each with its id: the one that it carries, else one made from its name, told apart where a name comes twice."""
    seen: Counter[str] = Counter()
    for raw in raws:
        name = str(raw.get("code") or raw.get("name") or raw.get("index") or "")
        seen[name] += 1
        number = f" {seen[name]}" if seen[name] > 1 else ""
        yield raw if raw.get("id") else {**raw, "id": part_id(parent, kind, name + number)}


def read_table(raw: Mapping[str, Json]) -> Table:
    """A table with its indexes and entities from its JSON."""
    identity = raw["id"]
    return Table(
        id=identity,
        name=raw["name"],
        partition_key=_key_schema(raw.get("partition_key", ())),
        sort_key=_key_schema(raw.get("sort_key", ())),
        indexes=tuple(map(read_index, identified(raw.get("indexes", ()), identity, "index"))),
        entities=tuple(map(read_entity, identified(raw.get("entities", ()), identity, "entity"))),
        unassigned=tuple(
            read_item(item, identity, (), number) for number, item in enumerate(raw.get("unassigned", ()))
        ),
        settings=raw.get("settings", {}),
        description=raw.get("description", ""),
    )


def _key_schema(raw: Json) -> tuple[KeyAttribute, ...]:
    return tuple(KeyAttribute(key["name"], AttributeType(key.get("type", "S"))) for key in raw)


def read_index(raw: Mapping[str, Json]) -> Index:
    """A secondary index from its JSON."""
    projection = raw.get("projection") or {"type": "ALL"}
    provisioned = raw.get("provisioned") or {}
    settings = {name: raw[name] for name in ("auto_scaling", "on_demand_maximum", "warm_throughput") if name in raw}
    return Index(
        id=raw["id"],
        name=raw["name"],
        kind=IndexKind(raw.get("kind", "GSI")),
        partition_key=_key_schema(raw.get("partition_key", ())),
        sort_key=_key_schema(raw.get("sort_key", ())),
        projection=Projection(ProjectionType(projection["type"]), tuple(projection.get("attributes", ()))),
        capacity=Capacity(provisioned.get("read"), provisioned.get("write"), settings),
        reserve=bool(raw.get("reserve", False)),
        description=raw.get("description", ""),
    )


def read_entity(raw: Mapping[str, Json]) -> Entity:
    """An entity with attributes, overloads and items from its JSON."""
    identity = raw["id"]
    attributes = tuple(map(read_attribute, identified(raw.get("attributes", ()), identity, "attribute")))
    return Entity(
        id=identity,
        name=raw["name"],
        attributes=attributes,
        overloads=tuple(
            Overload(overload["id"], overload.get("index"), overload.get("keys", {}), overload.get("when", ""))
            for overload in identified(raw.get("overloads", ()), identity, "overload")
        ),
        items=tuple(read_item(item, identity, attributes, number) for number, item in enumerate(raw.get("items", ()))),
        identity=tuple(raw.get("identity", ())),
        count=raw.get("count"),
        per_parent=size_fact(raw.get("per_parent")),
        growth=raw.get("growth", 0.0),
        retention=raw.get("retention"),
        unique=tuple(tuple(names) for names in raw.get("unique", ())),
        concurrent=bool(raw.get("concurrent", False)),
        constraint_of=raw.get("constraint_of", ""),
        description=raw.get("description", ""),
    )


def table_document(table: Table) -> dict[str, Json]:
    """A table with everything in it, as JSON."""
    return without_empty(
        {
            "id": table.id,
            "name": table.name,
            "description": table.description,
            "partition_key": _keys_document(table.partition_key),
            "sort_key": _keys_document(table.sort_key),
            "indexes": [_index_document(index) for index in table.indexes],
            "settings": sorted_by_name(table.settings),
            "entities": [_entity_document(entity) for entity in table.entities],
            "unassigned": [item_document(item, ()) for item in table.unassigned],
        }
    )


def _keys_document(keys: tuple[KeyAttribute, ...]) -> list[Json]:
    return [{"name": key.name, "type": str(key.type)} for key in keys]


def _index_document(index: Index) -> dict[str, Json]:
    projection = {"type": str(index.projection.type)}
    provisioned = {"read": index.capacity.read, "write": index.capacity.write}
    return without_empty(
        {
            "id": index.id,
            "name": index.name,
            "kind": str(index.kind),
            "description": index.description,
            "partition_key": _keys_document(index.partition_key),
            "sort_key": _keys_document(index.sort_key),
            "projection": {**projection, **without_empty({"attributes": list(index.projection.attributes)})},
            "provisioned": {name: units for name, units in provisioned.items() if units is not None},
            **index.capacity.settings,
            "reserve": index.reserve,
        }
    )


def _entity_document(entity: Entity) -> dict[str, Json]:
    return without_empty(
        {
            "id": entity.id,
            "name": entity.name,
            "description": entity.description,
            "count": entity.count,
            "identity": list(entity.identity),
            "per_parent": size_fact_document(entity.per_parent),
            "growth": entity.growth,
            "retention": entity.retention,
            "unique": [list(names) for names in entity.unique],
            "concurrent": entity.concurrent,
            "constraint_of": entity.constraint_of,
            "attributes": [attribute_document(attribute) for attribute in entity.attributes],
            "overloads": [
                {
                    "id": overload.id,
                    "index": overload.index,
                    **without_empty({"when": overload.when}),
                    "keys": dict(overload.keys),
                }
                for overload in entity.overloads
            ],
            "items": [item_document(item, entity.attributes) for item in entity.items],
        }
    )


def sorted_by_name(mapping: Mapping[str, Json]) -> dict[str, Json]:
    """A mapping in the order of its names, so that it diffs well."""
    return {name: mapping[name] for name in sorted(mapping)}
