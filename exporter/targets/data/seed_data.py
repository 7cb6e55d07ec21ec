"""Sample items as DynamoDB JSON, one item per line, as DynamoDB's import from S3 reads them; one folder per table.

Next to each table is its ImportTable request, ready for ``aws dynamodb import-table --cli-input-json``.
facts/limits#features.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, safe_name, text_block
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind, Table
from modeler.core.items.materialize import StoredItem, materialise
from modeler.core.values.attribute_values import AttributeValue
from modeler.core.values.json_values import to_dynamodb_json

type Data = dict[str, Any]

_LINE_ENDS: Final = {ord(letter): f"\\u{ord(letter):04x}" for letter in "\u0085\u2028\u2029"}
"""Characters that some readers treat as the end of a line."""

BUCKET: Final = "amzn-s3-demo-bucket"
"""An example bucket name that AWS reserves: replace it in the request."""


def stored_once(table: Table) -> tuple[list[StoredItem], list[Loss]]:
    """Return the items that the table would hold: those with a key (of two with one key, the later),
    and what is left out.
    """
    losses: list[Loss] = []
    kept: dict[tuple[AttributeValue, ...], StoredItem] = {}
    for stored in materialise(table):
        path = f"tables.{table.name}.items.{stored.id}"
        if stored.key is None:
            losses.append(Loss(path, f"{'; '.join(stored.problems) or 'it has no key'}; the item is left out"))
            continue
        if stored.key in kept:
            losses.append(Loss(path, "an earlier item has the same key, and would be replaced; this one is written"))
            del kept[stored.key]
        kept[stored.key] = stored
    return list(kept.values()), losses


def item_line(stored: StoredItem) -> str:
    """One line: ``{"Item": {...}}``."""
    item = {name: to_dynamodb_json(value) for name, value in stored.item.items()}
    return json.dumps({"Item": item}, ensure_ascii=False, separators=(",", ":")).translate(_LINE_ENDS) + "\n"


def import_request(table: Table, folder: str) -> Data:
    """Return the arguments of ImportTable. It creates the table, and does not support local indexes."""
    creation: Data = {
        "TableName": table.name,
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in _definitions(table).items()
        ],
        "KeySchema": table_inputs.key_schema(table.base),
        "BillingMode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        **_throughput(table_inputs.units(table, table.base)),
    }
    indexes = [
        {
            "IndexName": index.name,
            "KeySchema": table_inputs.key_schema(index),
            "Projection": table_inputs.projection(index),
            **_throughput(table_inputs.units(table, index)),
        }
        for index in table.indexes
        if index.kind is IndexKind.GSI
    ]
    return {
        "S3BucketSource": {"S3Bucket": BUCKET, "S3KeyPrefix": f"{folder}/"},
        "InputFormat": "DYNAMODB_JSON",
        "InputCompressionType": "NONE",
        "TableCreationParameters": creation | ({"GlobalSecondaryIndexes": indexes} if indexes else {}),
    }


def _definitions(table: Table) -> dict[str, str]:
    taken = {key.name for index in table.all_indexes if index.kind is not IndexKind.LSI for key in index.keys}
    return {name: kind for name, kind in table_inputs.attribute_definitions(table).items() if name in taken}


def _throughput(units: table_inputs.Units | None) -> Data:
    if units is None:
        return {}
    return {"ProvisionedThroughput": {"ReadCapacityUnits": units.read, "WriteCapacityUnits": units.write}}


def _losses(design: Design) -> Iterator[Loss]:
    yield Loss("design", "items and their tables only; entities, templates, and access patterns are not included")
    for table in design.tables:
        path = f"tables.{table.name}"
        yield from stored_once(table)[1]
        for index in table.indexes:
            if index.kind is IndexKind.LSI:
                said = (
                    "an import from S3 cannot create a local index; create the table with another export and "
                    "load the lines"
                )
                yield Loss(f"{path}.indexes.{index.name}", said)


def _build(design: Design) -> Export:
    losses = tuple(_losses(design))
    files: list[ExportFile] = []
    lines = header(design, "sample items", losses)
    names: list[str] = []
    for table in design.tables:
        folder = safe_name(table.name, names, otherwise="table")
        names.append(folder)
        items, _ = stored_once(table)
        files.append(ExportFile(f"{folder}/items.json", "".join(map(item_line, items))))
        request = json.dumps(import_request(table, folder), indent=2, ensure_ascii=False) + "\n"
        files.append(ExportFile(f"{folder}.import-table.json", request))
        lines.append(f"{folder}/items.json: {len(items):,} items of {table.name}.")
    lines.append(f"Upload the folders to a bucket, replace {BUCKET} with its name, and run this for each table:")
    lines.append("aws dynamodb import-table --cli-input-json file://TABLE.import-table.json")
    files.append(ExportFile("README.txt", text_block(lines)))
    return Export(tuple(files), losses)


TARGET: Final = Target(
    "seed-data",
    "Sample items, DynamoDB JSON lines",
    ("<table>/items.json", "<table>.import-table.json", "README.txt"),
    "application/x-ndjson",
    _build,
    TargetKind.DATA,
)
