"""The awslabs DynamoDB MCP server: its data model with items and commands, and its repository generator's schema."""

from __future__ import annotations

import json
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, text_block
from exporter.targets.data.awslabs_commands import NoCommand, command
from exporter.targets.data.awslabs_schema import schema
from exporter.targets.data.seed_data import stored_once
from exporter.targets.infrastructure import table_inputs
from exporter.targets.infrastructure.table_calls import proof_arguments
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.evaluator.database import Database
from modeler.core.values.json_values import to_dynamodb_json

type Data = dict[str, Any]

VERSION: Final = "2.1.8"
"""The version of awslabs.dynamodb-mcp-server that defines these formats."""


def data_model(design: Design) -> tuple[Data, tuple[Loss, ...]]:
    """Return ``dynamodb_data_model.json``, and what it cannot represent."""
    losses: list[Loss] = []
    database = Database.of(design)
    items: Data = {}
    for table in design.tables:
        stored, left = stored_once(table)
        losses += left
        items[table.name] = [
            {"PutRequest": {"Item": {name: to_dynamodb_json(value) for name, value in one.item.items()}}}
            for one in stored
        ]
    patterns = [_pattern(design, pattern, database, losses) for pattern in design.patterns]
    return {"tables": [_table(table) for table in design.tables], "items": items, "access_patterns": patterns}, tuple(
        losses
    )


def _table(table: Table) -> Data:
    made = {"TableName": table.name, **proof_arguments(table)}
    if ttl := table.options.ttl_attribute:
        made["TimeToLiveSpecification"] = {"Enabled": True, "AttributeName": str(ttl)}
    return made


def _pattern(design: Design, pattern: AccessPattern, database: Database, losses: list[Loss]) -> Data:
    table = design.table(pattern.table)
    made: Data = {"pattern": pattern.label, "description": pattern.description or pattern.name}
    try:
        line = command(design, pattern, database)
    except NoCommand as error:
        losses.append(Loss(f"patterns.{pattern.label}", error.message))
        return {**made, "reason": error.message}
    index = {"index": pattern.index} if pattern.index else {}
    where = {"table": table.name if table else pattern.table, **index}
    return {**made, **where, "dynamodb_operation": pattern.operation.value, "implementation": line}


def _losses(design: Design) -> tuple[Loss, ...]:
    found = [Loss("design", "cannot represent capacity, formats of attributes, and keys beyond the first overload")]
    for table in design.tables:
        path = f"tables.{table.name}"
        found += [Loss(f"{path}.indexes.{index.name}", "several attributes in a key: only the newest versions read it")
                  for index in table.indexes if table_inputs.is_multi_attribute(index)]  # fmt: skip
    return tuple(found)


@by_key
def _build(design: Design) -> Export:
    model, of_model = data_model(design)
    repository, of_schema = schema(design)
    losses = tuple(dict.fromkeys((*_losses(design), *of_model, *of_schema)))
    lines = header(design, f"data model for the awslabs DynamoDB MCP server {VERSION}", losses)
    files = [ExportFile("dynamodb_data_model.json", _dumped(model))]
    if repository["tables"]:
        files.append(ExportFile("schema.json", _dumped(repository)))
    files.append(ExportFile("README.txt", text_block(lines)))
    return Export(tuple(files), losses)


def _dumped(data: Data) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


TARGET: Final = Target(
    "awslabs",
    "awslabs data model and schema",
    ("dynamodb_data_model.json", "schema.json", "README.txt"),
    "application/json",
    _build,
    TargetKind.DATA,
)
