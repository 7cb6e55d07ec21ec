"""Small Workbench models to import: one of each trap, in words of our own."""

from __future__ import annotations

import json
from typing import Any

from exporter.importers import Imported, import_text
from tests.present import present

KEYS = {
    "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
    "SortKey": {"AttributeName": "SK", "AttributeType": "S"},
}
GSI1 = {
    "IndexName": "GSI1",
    "KeyAttributes": {
        "PartitionKey": {"AttributeName": "GSI1PK", "AttributeType": "S"},
        "SortKey": {"AttributeName": "GSI1SK", "AttributeType": "S"},
    },
    "Projection": {"ProjectionType": "ALL"},
}


def item(**values: Any) -> dict[str, Any]:
    """An item of S values; anything that is no text stands as it is given."""
    return {name: {"S": value} if isinstance(value, str) else value for name, value in values.items()}


def model(
    *, metadata: dict[str, str] | None = None, root: dict[str, Any] | None = None, **table: Any
) -> dict[str, Any]:
    """A model of one table."""
    return {
        "ModelName": "Shop",
        "ModelMetadata": {"AWSService": "Amazon DynamoDB", "Version": "3.0", **(metadata or {})},
        "DataModel": [{"TableName": "shop", "KeyAttributes": KEYS, "BillingMode": "PAY_PER_REQUEST", **table}],
        **(root or {}),
    }


def read(data: dict[str, Any]) -> Imported:
    """The import of a model."""
    return import_text(json.dumps(data).encode())


def lines(imported: Imported, level: str) -> list[tuple[str, str]]:
    """Path and message of the report's lines of one level, without the first table's path."""
    return [
        (line.path.removeprefix("DataModel[0]").removeprefix("."), line.message)
        for line in imported.report
        if line.level == level
    ]


def templates(imported: Imported, entity: str) -> dict[str, str]:
    """Every key template of one entity of the first table, by key attribute."""
    found = present(imported.design.tables[0].entity(entity))
    return {name: text for overload in found.overloads for name, text in overload.keys.items()}
