"""Tables of the document, with their indexes and entities, to and from JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Final

from modeler.core.design.items import Entity, Overload
from modeler.core.design.parts import Json, PartKind, part_id
from modeler.core.design.tables import Capacity, Index, IndexKind, Table
from modeler.core.documents.named_ids import document_label
from modeler.core.documents.parts_json import (
    attribute_document,
    item_document,
    part_document,
    read_attribute,
    read_item,
    read_values,
)


def identified(raws: Sequence[Mapping[str, Json]], parent: str, kind: str) -> Iterable[Mapping[str, Json]]:
    """Each with its id: the one that it carries, else one made from its name, made unique if a name comes twice."""
    return raws if all(raw.get("id") for raw in raws) else _numbered(raws, parent, kind)


def _numbered(raws: Sequence[Mapping[str, Json]], parent: str, kind: str) -> Iterator[Mapping[str, Json]]:
    seen: Counter[str] = Counter()
    for raw in raws:
        name = document_label(raw)
        seen[name] += 1
        number = f" {seen[name]}" if seen[name] > 1 else ""
        yield raw if raw.get("id") else {**raw, "id": part_id(parent, kind, name + number)}


def read_table(raw: Mapping[str, Json]) -> Table:
    """A table with its indexes and entities from its JSON."""
    identity = raw["id"]
    return Table(
        **read_values(PartKind.TABLE, raw),
        indexes=tuple(map(read_index, identified(raw.get("indexes", ()), identity, "index"))),
        entities=tuple(map(read_entity, identified(raw.get("entities", ()), identity, "entity"))),
        unassigned=tuple(
            read_item(item, identity, (), number) for number, item in enumerate(raw.get("unassigned", ()))
        ),
    )


CAPACITY_SETTINGS: Final = ("auto_scaling", "on_demand_maximum", "warm_throughput")
"""What an index has in the document and its `capacity` keeps among its settings."""


def read_index(raw: Mapping[str, Json]) -> Index:
    """A secondary index from its JSON."""
    values = read_values(PartKind.INDEX, raw)
    provisioned = values.pop("provisioned") or {}
    settings = {name: values.pop(name) for name in CAPACITY_SETTINGS}
    given = {name: value for name, value in settings.items() if value is not None}
    capacity = Capacity(provisioned.get("read"), provisioned.get("write"), given)
    return Index(**{**values, "kind": IndexKind(values["kind"]), "capacity": capacity})


def read_entity(raw: Mapping[str, Json]) -> Entity:
    """An entity with attributes, overloads and items from its JSON."""
    identity = raw["id"]
    attributes = tuple(map(read_attribute, identified(raw.get("attributes", ()), identity, "attribute")))
    return Entity(
        **read_values(PartKind.ENTITY, raw),
        attributes=attributes,
        overloads=tuple(
            Overload(**read_values(PartKind.OVERLOAD, overload))
            for overload in identified(raw.get("overloads", ()), identity, "overload")
        ),
        items=tuple(read_item(item, identity, attributes, number) for number, item in enumerate(raw.get("items", ()))),
    )


def table_document(table: Table) -> dict[str, Json]:
    """A table with everything in it, as JSON."""
    return part_document(
        PartKind.TABLE,
        table,
        {
            "indexes": [part_document(PartKind.INDEX, _with_capacity(index)) for index in table.indexes],
            "entities": [_entity_document(entity) for entity in table.entities],
            "unassigned": [item_document(item, ()) for item in table.unassigned],
        },
    )


def _with_capacity(index: Index) -> SimpleNamespace:
    """An index with what the document has beside its keys and the value keeps in its `capacity`."""
    capacity = index.capacity
    units = {"read": capacity.read, "write": capacity.write}
    provisioned = {name: one for name, one in units.items() if one is not None}
    settings = {name: capacity.settings.get(name) for name in CAPACITY_SETTINGS}
    return SimpleNamespace(**vars(index), provisioned=provisioned, **settings)


def _entity_document(entity: Entity) -> dict[str, Json]:
    return part_document(
        PartKind.ENTITY,
        entity,
        {
            "attributes": [attribute_document(attribute) for attribute in entity.attributes],
            "overloads": [part_document(PartKind.OVERLOAD, overload) for overload in entity.overloads],
            "items": [item_document(item, entity.attributes) for item in entity.items],
        },
    )
