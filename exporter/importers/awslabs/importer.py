"""Files of the awslabs DynamoDB MCP server: ``dynamodb_data_model.json`` and ``schema.json``.

The data model holds tables in CreateTable format, items in BatchWriteItem format, and access patterns with their AWS
CLI commands. Entities and templates are inferred from its items. The schema holds entities with key templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.awslabs.commands import command_of, conditions_of
from exporter.importers.awslabs.schema import read_schema
from exporter.importers.described.tables import Context, read_table
from exporter.importers.items.item_tables import infer_table, table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import kind_of, object_at, refusal, text_at
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.rows import StoredRow, read_item
from exporter.importers.support.source import Source
from modeler.core.design.model import Design
from modeler.core.design.parts import ROOT, part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table

_WHAT: Final = "a DynamoDB data model"
_TABLES_MAX: Final = 2500
_PATTERNS_MAX: Final = 2000
_OPERATIONS: Final[Mapping[str, Operation]] = {
    "transactwrite": Operation.TRANSACT_WRITE, "transactget": Operation.TRANSACT_GET,
    **{operation.value.lower(): operation for operation in Operation},
}  # fmt: skip


def _tables(data: Mapping[str, Any]) -> list[Any]:
    tables = data.get("tables")
    return tables if isinstance(tables, list) else []


def _is_schema(data: Mapping[str, Any]) -> bool:
    return any(isinstance(one, Mapping) and "table_config" in one for one in _tables(data))


def _claims(source: Source) -> bool:
    data = source.data
    is_model = any(isinstance(one, Mapping) and "KeySchema" in one and "TableName" in one for one in _tables(data))
    return is_model or _is_schema(data)


def _read(source: Source) -> Imported:
    report = Report()
    if len(_tables(source.data)) > _TABLES_MAX:
        raise refusal("tables", f"{len(_tables(source.data)):,} tables; a design can hold {_TABLES_MAX:,}")
    name = table_name(source.filename)
    if _is_schema(source.data):
        return read_schema(source.data, name, report)
    context = Context(Lines(), report)
    taken: set[str] = set()
    items = source.data.get("items")
    items = items if isinstance(items, Mapping) else {}
    refuse_too_many(sum(len(puts) for puts in items.values() if isinstance(puts, list)))
    tables = []
    for number, raw in enumerate(_tables(source.data)):
        path = f"tables[{number}]"
        described = object_at(raw, path, _WHAT, "a table in CreateTable format")
        label = text_at(described.get("TableName"), f"{path}.TableName", _WHAT)
        table = read_table(described, label, path, context, taken)
        if not table.partition_key:
            raise refusal(f"{path}.KeySchema", f"{_WHAT} needs a partition key (HASH) here")
        mode = str(described.get("BillingMode") or "PAY_PER_REQUEST")
        billing = mode if mode in ("PAY_PER_REQUEST", "PROVISIONED") else "PAY_PER_REQUEST"
        table = replace(table, settings={"billing": billing})
        rows = list(_rows(items.get(label), f"items.{label}", report))
        tables.append(infer_table(table, rows, f"items.{label}", report))
    for label in [label for label in items if label not in {table.name for table in tables}]:
        report.dropped(f"items.{label}", "items of a table that the file does not define; left out")
    design = Design(name=name, tables=tuple(tables))
    design = replace(design, patterns=tuple(_patterns(source.data.get("access_patterns"), design, report)))
    return Imported(design, tuple(report.lines), tuple(report.guesses))


def _rows(raw: Any, path: str, report: Report) -> Iterator[StoredRow]:
    if raw is not None and not isinstance(raw, list):
        report.dropped(path, f"expected a list of PutRequest, found {kind_of(raw)}; left out")
        return
    for number, one in enumerate(raw or ()):
        place = f"{path}[{number}]"
        put = one.get("PutRequest") if isinstance(one, Mapping) else None
        item = put.get("Item") if isinstance(put, Mapping) else None
        if not isinstance(item, Mapping) or not item:
            report.dropped(place, "not a PutRequest with an Item; left out")
        elif len(item) > _PATTERNS_MAX:
            raise refusal(place, f"{len(item):,} attributes; an item can have 2,000 here", "document.too_large")
        elif found := read_item(item, place, report):
            yield StoredRow(place, found)


def _patterns(raw: Any, design: Design, report: Report) -> Iterator[AccessPattern]:
    if raw is not None and not isinstance(raw, list):
        report.dropped("access_patterns", f"expected a list, found {kind_of(raw)}; left out")
        return
    if raw is not None and len(raw) > _PATTERNS_MAX:
        raise refusal("access_patterns", f"{len(raw):,} entries; a design can hold {_PATTERNS_MAX:,}")
    for number, one in enumerate(raw or ()):
        path = f"access_patterns[{number}]"
        if not isinstance(one, Mapping):
            report.dropped(path, "not an access pattern; left out")
        elif pattern := _pattern(one, path, design, report):
            yield pattern


def _pattern(raw: Mapping[str, Any], path: str, design: Design, report: Report) -> AccessPattern | None:
    words = str(raw.get("description") or raw.get("name") or "")[:255]
    operation = _OPERATIONS.get(str(raw.get("dynamodb_operation") or raw.get("operation") or "").lower())
    if operation is None:
        reason = str(raw.get("reason") or "it does not name a DynamoDB operation")[:200]
        report.dropped(path, f"{words or 'an access pattern'}: {reason}")
        return None
    table = design.table(str(raw.get("table") or ""))
    label = raw.get("index")
    index = table.index(str(label) if label not in (None, "", "null") else None) if table else None
    if table is None or index is None:
        report.dropped(path, f"{words}: no {'index' if table else 'table'} has that name")
        return None
    pattern = AccessPattern(
        id=part_id(ROOT, "pattern", path),
        code=str(raw.get("pattern") or raw.get("pattern_id") or "")[:255],
        name=words or f"{operation} of {table.name}",
        operation=operation,
        table=table.name,
        index=None if index.is_base else index.name,
    )
    return _with_command(pattern, str(raw.get("implementation") or ""), table, path, report)


def _with_command(pattern: AccessPattern, text: str, table: Table, path: str, report: Report) -> AccessPattern:
    index = table.index(pattern.index)
    if not text or index is None or pattern.operation.is_multiple:
        return pattern
    command = command_of(text)
    conditions, parameters, entities = conditions_of(command, table, index)
    if command.problem:
        report.dropped(f"{path}.implementation", f"{command.problem}; the pattern was imported without its command")
        return pattern
    limit = command.options.get("limit", "")
    if filtered := command.options.get("filter-expression"):
        report.note(f"{path}.implementation", f"the filter was kept as written: {filtered[:200]}")
    return replace(
        pattern,
        key=conditions,
        parameters=parameters,
        entities=entities,
        descending="no-scan-index-forward" in command.options,
        consistent="consistent-read" in command.options,
        limit=int(limit) if limit.isdigit() and 0 < int(limit[:9]) == int(limit) else None,
        description=text[:20_000],
    )


IMPORTER: Final = Importer("awslabs", "a data model of the awslabs DynamoDB server", _claims, _read)
