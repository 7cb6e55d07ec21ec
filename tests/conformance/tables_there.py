"""Tables that are made once on an engine and hold what each case wants, by puts and deletes."""

from collections.abc import Mapping, Sequence
from itertools import batched
from typing import Any

from modeler.core.design.tables import IndexKind, KeyAttribute, Table
from modeler.core.errors import Invalid
from modeler.core.items.materialize import StoredItem, key_of
from modeler.core.values.json_values import to_dynamodb_json
from tests.conformance.comparison import item_from, plain
from tests.conformance.engines import Wire


def create(wire: Wire, table: Table) -> None:
    """Make a table, on demand and empty."""
    definitions = dict.fromkeys((key.name, str(key.type)) for index in table.all_indexes for key in index.keys)
    request: dict[str, Any] = {
        "TableName": table.name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in definitions],
        "KeySchema": schema(table.partition_key, table.sort_key),
    }
    groups = {"GlobalSecondaryIndexes": IndexKind.GSI, "LocalSecondaryIndexes": IndexKind.LSI}
    for group, kind in groups.items():
        if found := [_index(index) for index in table.indexes if index.kind is kind]:
            request[group] = found
    wire.call("CreateTable", request)


def schema(partition: Sequence[KeyAttribute], sort: Sequence[KeyAttribute]) -> list[dict[str, str]]:
    hashes = [{"AttributeName": key.name, "KeyType": "HASH"} for key in partition]
    return hashes + [{"AttributeName": key.name, "KeyType": "RANGE"} for key in sort]


def _index(index: Any) -> dict[str, Any]:
    projection: dict[str, Any] = {"ProjectionType": str(index.projection.type)}
    if index.projection.attributes:
        projection["NonKeyAttributes"] = list(index.projection.attributes)
    return {
        "IndexName": index.name,
        "KeySchema": schema(index.partition_key, index.sort_key),
        "Projection": projection,
    }


def contents(wire: Wire, table: Table) -> dict[Any, Mapping[str, Any]]:
    """Everything that a table holds, as the engine gives it, by key; None where an engine holds what is no item."""
    found: dict[Any, Mapping[str, Any]] = {}
    request: dict[str, Any] = {"TableName": table.name, "ConsistentRead": True}
    while True:
        page = wire.call("Scan", request)
        for raw in page["Items"]:
            found[_key(table, raw)] = raw
        if "LastEvaluatedKey" not in page:
            return found
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def _key(table: Table, raw: Mapping[str, Any]) -> Any:
    try:
        return key_of(table.base.keys, item_from(raw))
    except Invalid:
        return None


def fill(wire: Wire, table: Table, stored: Sequence[StoredItem]) -> None:
    """Make a table hold exactly these items."""
    wanted = {one.key: one.item for one in stored}
    there = contents(wire, table)
    if None in there:
        # An engine that takes what is no item, or lets an update remove a key, is left with what nobody can delete.
        wire.call("DeleteTable", {"TableName": table.name})
        create(wire, table)
        there = {}
    names = table.base.key_names
    actions: list[dict[str, Any]] = [
        {"DeleteRequest": {"Key": {name: raw[name] for name in names}}}
        for key, raw in there.items()
        if key not in wanted
    ]
    actions += [
        {"PutRequest": {"Item": {name: to_dynamodb_json(value) for name, value in item.items()}}}
        for key, item in wanted.items()
        if key not in there or item_from(there[key]) != plain(item)
    ]
    for some in batched(actions, 25, strict=False):
        wire.call("BatchWriteItem", {"RequestItems": {table.name: list(some)}})
