"""NoSQL Workbench 3.0: opens in Workbench, and imports here as the same design.

Workbench's own members hold tables, indexes, items, and capacity; `ModelSchema` holds key templates for tools that read
it; `Keysheet` holds what neither can represent. Each facet is an entity.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, safe_name
from exporter.targets.data.workbench_queries import dollar_template, is_filter_lost, query
from exporter.targets.infrastructure.table_inputs import is_multi_attribute
from exporter.targets.support.resolved_reads import asked
from modeler.core.design.items import BASE, Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.documents import reading
from modeler.core.items.materialize import item_writer
from modeler.core.values.attribute_values import Item
from modeler.core.values.json_values import to_dynamodb_json

type Data = dict[str, Any]

_ROLE: Final = "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable"
_FORMATS: Final[Mapping[str, list[str]]] = {
    "uuid4": ["identifiers", "UUID"],
    "uuid7": ["identifiers", "UUID"],
    "date": ["date", "ISO 8601 date"],
    "iso": ["date", "ISO 8601 date and time"],
    "email": ["person", "Email"],
    "phone": ["person", "Phone"],
}
_WORDS: Final[Mapping[str, str]] = {
    "S": "String", "N": "Number", "B": "Binary", "BOOL": "Boolean", "NULL": "Null", "M": "Map", "L": "List",
    "SS": "StringSet", "NS": "NumberSet", "BS": "BinarySet",
}  # fmt: skip


def model(design: Design) -> Data:
    """Return the model as plain values."""
    document = reading.to_document(design)
    metadata = dict(design.settings.get("workbench") or {})
    settings = {name: value for name, value in document.get("settings", {}).items() if name != "workbench"}
    own = {
        name: value
        for name, value in {
            "region": design.region, "settings": settings, "mutes": document.get("mutes"),
            "relations": document.get("relations"), "access_patterns": document["access_patterns"],
        }.items()
        if value
    }  # fmt: skip
    return {
        "ModelName": design.name,
        "ModelMetadata": {
            "Author": str(metadata.get("author", "")),
            "DateCreated": str(metadata.get("created", "")),
            "DateLastModified": str(metadata.get("modified", "")),
            "Description": design.description,
            "AWSService": "Amazon DynamoDB",
            "Version": "3.0",
        },
        "DataModel": [
            _table(table, raw, [pattern for pattern in asked(design).patterns if design.table(pattern.table) is table])
            for table, raw in zip(design.tables, document["tables"], strict=True)
        ],
        "Keysheet": own,
    }


def _table(table: Table, raw: Data, patterns: list[AccessPattern]) -> Data:
    exported: Data = {
        "TableName": table.name,
        "KeyAttributes": _key_attributes(table.base),
        "NonKeyAttributes": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in _non_key_attributes(table).items()
        ],
        "TableFacets": [_facet(table, entity) for entity in table.entities],
    }
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_index(index) for index in table.indexes if index.kind is kind]:
            exported[member] = indexes
    if table.unassigned:
        write = item_writer(table, None)
        exported["TableData"] = [_item(write(sample).item) for sample in table.unassigned]
    if formats := _sample_formats(table):
        exported["SampleDataFormats"] = formats
    exported |= _billing(table)
    if ttl := table.options.ttl_attribute:
        exported["TimeToLiveAttribute"] = str(ttl)
    exported["ModelSchema"] = _model_schema(table, patterns)
    exported["Keysheet"] = _extension(table, raw)
    return exported


def _key_attributes(index: Index) -> Data:
    sides: list[tuple[str, tuple[KeyAttribute, ...]]] = [
        ("PartitionKey", index.partition_key[:1]),
        ("SortKey", index.sort_key[:1]),
    ]
    return {
        side: {"AttributeName": key.name, "AttributeType": key.type.value}
        for side, elements in sides
        for key in elements
    }


def _index(index: Index) -> Data:
    projection: Data = {"ProjectionType": index.projection.type.value}
    if index.projection.attributes:
        projection["NonKeyAttributes"] = list(index.projection.attributes)
    return {"IndexName": index.name, "KeyAttributes": _key_attributes(index), "Projection": projection}


def _non_key_attributes(table: Table) -> dict[str, str]:
    """Return every attribute that is not a key of the table: those of the entities, then the keys of
    indexes, then others.
    """
    base = set(table.base.key_names)
    types = {
        attribute.name: attribute.type.value
        for entity in table.entities
        for attribute in entity.attributes
        if not attribute.key_only
    }
    for index in table.indexes:
        types |= {key.name: key.type.value for key in index.keys if key.name not in types}
    write = item_writer(table, None)
    for sample in table.unassigned:
        types |= {name: value.type.value for name, value in write(sample).item.items() if name not in types}
    return {name: kind for name, kind in types.items() if name not in base}


def _facet(table: Table, entity: Entity) -> Data:
    write = item_writer(table, entity)
    rows = [write(sample).item for sample in entity.items]
    base = table.base.key_names
    names = dict.fromkeys(
        [*(attribute.name for attribute in entity.attributes), *(name for row in rows for name in row)]
    )
    aliases = {"PartitionKeyAlias": base[0] if base else "", **({"SortKeyAlias": base[1]} if len(base) > 1 else {})}
    return {
        "FacetName": entity.name,
        "KeyAttributeAlias": aliases,
        "TableData": [_item(row) for row in rows],
        "NonKeyAttributes": [name for name in names if name not in base],
        "DataAccess": {"MySql": {}},
    }


def _item(item: Item) -> Data:
    return {name: to_dynamodb_json(value) for name, value in item.items()}


def _sample_formats(table: Table) -> Data:
    return {
        attribute.name: _FORMATS[attribute.format]
        for entity in table.entities
        for attribute in entity.attributes
        if attribute.format in _FORMATS
    }


def _billing(table: Table) -> Data:
    found: Data = {"BillingMode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST"}
    capacity = table.capacity
    settings: Data = {}
    if capacity.read is not None and capacity.write is not None:
        settings["ProvisionedThroughput"] = {"ReadCapacityUnits": capacity.read, "WriteCapacityUnits": capacity.write}
    for side, member in (("read", "AutoScalingRead"), ("write", "AutoScalingWrite")):
        if bounds := capacity.settings.get(side):
            settings[member] = {
                "ScalableTargetRequest": {
                    "MinCapacity": bounds.get("min"), "MaxCapacity": bounds.get("max"), "ServiceRole": _ROLE,
                },
                "ScalingPolicyConfiguration": {"TargetValue": bounds.get("target")},
            }  # fmt: skip
    return found | ({"ProvisionedCapacitySettings": settings} if settings else {})


def _model_schema(table: Table, patterns: list[AccessPattern]) -> Data:
    indexes: Data = {"primary": {"hash": table.base.key_names[0] if table.base.key_names else ""}}
    if table.sort_key:
        indexes["primary"]["sort"] = table.sort_key[0].name
    for index in table.indexes:
        sides = {"hash": index.partition_key[:1], "sort": index.sort_key[:1]}
        named = {side: key.name for side, elements in sides.items() for key in elements}
        indexes[index.name] = {**named, "projection": index.projection.type.value}
    return {
        "indexes": indexes,
        "models": {entity.name: _schema_model(table, entity) for entity in table.entities},
        "queries": {pattern.label: query(pattern) for pattern in patterns if pattern.operation in _QUERIES},
    }


_QUERIES: Final = frozenset({Operation.QUERY, Operation.SCAN, Operation.GET})


def _schema_model(table: Table, entity: Entity) -> Data:
    members: Data = {attribute.name: {"type": _WORDS[attribute.type.value]} for attribute in entity.attributes}
    for index in table.all_indexes:
        for overload in entity.overloads_of(BASE if index.is_base else index.name)[:1]:
            for key in index.keys:
                text = overload.keys.get(key.name)
                value = dollar_template(text) if text is not None else None
                if value is not None and value != f"${{{key.name}}}":
                    members[key.name] = {"type": _WORDS[key.type.value], "value": value}
    return members


def _extension(table: Table, raw: Data) -> Data:
    """Return the table's Keysheet JSON without what Workbench's members already contain and without
    imported items' keys.
    """
    entities = [
        {name: value for name, value in entity.items() if name != "items"} for entity in raw.get("entities", ())
    ]
    samples = [
        {"entity": place, "item": number, **beside}
        for place, entity in enumerate(table.entities)
        for number, sample in enumerate(entity.items)
        if (beside := _beside(table, entity, sample))
    ]
    ids = {
        "items": [[sample.id for sample in entity.items] for entity in table.entities],
        "unassigned": [sample.id for sample in table.unassigned],
    }
    kept: Data = {name: raw[name] for name in ("id", "description", "settings", "indexes") if name in raw}
    return {**kept, "entities": entities, "ids": ids, **({"samples": samples} if samples else {})}


def _beside(table: Table, entity: Entity, sample: SampleItem) -> Data:
    """Return what a stored item does not show of its sample: key-only attributes, and keys that it carried."""
    stored = {key for index in table.all_indexes for key in index.key_names}
    hidden = {attribute.name for attribute in entity.attributes if attribute.key_only and attribute.name not in stored}
    key_values = {name: value for name, value in sample.values.items() if name in hidden}
    found = {"stored_keys": sample.stored_keys, "key_values": key_values}
    return {name: _item(values) for name, values in found.items() if values}


def _losses(design: Design) -> Iterator[Loss]:
    yield Loss(
        "design",
        "Workbench shows tables, indexes, facets, and items; key templates and access patterns are kept "
        "in ModelSchema and Keysheet, which Workbench does not show and may not keep when it saves",
    )
    for table in design.tables:
        for index in table.indexes:
            if is_multi_attribute(index):
                said = "Workbench supports one element per key; it shows the first, the others are kept in Keysheet"
                yield Loss(f"tables.{table.name}.indexes.{index.name}", said)
        for entity in table.entities:
            for overload in entity.overloads:
                if overload.when or any(dollar_template(text) is None for text in overload.keys.values()):
                    said = "ModelSchema has no conditions and no formats in keys; both are kept in Keysheet"
                    path = f"tables.{table.name}.entities.{entity.name}.{overload.index or table.name}"
                    yield Loss(path, said)
            yield from _differing(table, entity)
    for pattern in design.patterns:
        if pattern.operation in _QUERIES and is_filter_lost(pattern):
            said = "ModelSchema joins simple comparisons by AND; the filter is kept in Keysheet"
            yield Loss(f"access_patterns.{pattern.label}.filter", said)


def _differing(table: Table, entity: Entity) -> Iterator[Loss]:
    """Yield the items that were imported with other keys than their templates make."""
    write = item_writer(table, entity)
    for number, sample in enumerate(entity.items):
        if sample.stored_keys:
            item = write(sample).item
            names = [name for name, value in sample.stored_keys.items() if item.get(name) != value]
            if names:
                said = f"{', '.join(names)} is as the template makes it; the imported value is kept in Keysheet"
                yield Loss(f"tables.{table.name}.entities.{entity.name}.items[{number}]", said)


def _build(design: Design) -> Export:
    losses = tuple(_losses(design))
    exported = model(design)
    exported["Keysheet"] |= {"losses": [loss.as_json() for loss in losses]}
    text = json.dumps(exported, indent=2, ensure_ascii=False) + "\n"
    return Export((ExportFile(f"{safe_name(design.name)}.workbench.json", text),), losses)


TARGET: Final = Target("workbench", "NoSQL Workbench 3.0", ("<design>.workbench.json",), "application/json", _build)
