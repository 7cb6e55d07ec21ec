"""Access patterns from `ModelSchema.queries` and `SavedQuery`: saved queries as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exporter.importers.inference.declared_templates import DeclaredSchema, template_text
from exporter.importers.support.base import Report
from exporter.importers.workbench.query_filters import filter_of, operator_of, values_of
from modeler.core.design.parts import ROOT, part_id
from modeler.core.design.patterns import COMPARISONS, AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.items.materialize import item_writer


def read_queries(
    raw: Mapping[str, Any], table: Table, schema: DeclaredSchema, path: str, report: Report
) -> Iterator[AccessPattern]:
    """Yield the patterns in one table's file members; anything that cannot be read is reported."""
    for name, query in schema.queries.items():
        place = f"{schema.path}.queries.{name}"
        if pattern := _query(str(name), query, table, place, report):
            yield pattern
    saved = raw.get("SavedQuery")
    for name, query in saved.items() if isinstance(saved, Mapping) else ():
        if pattern := _query(str(name), query, table, f"{path}.SavedQuery.{name}", report):
            yield pattern


def _query(name: str, raw: Any, table: Table, path: str, report: Report) -> AccessPattern | None:
    if not isinstance(raw, Mapping):
        report.dropped(path, "not a saved query; left out")
        return None
    index = table.index(_index_name(raw.get("index") or raw.get("view"), table))
    if index is None:
        report.dropped(path, f"it reads the index {raw.get('index') or raw.get('view')}, which the table does not have")
        return None
    conditions = tuple(_conditions(raw, index, path, report))
    operation = Operation.QUERY if conditions else Operation.SCAN
    if raw.get("operation") and str(raw["operation"]).lower() not in ("query", "scan", "read"):
        report.converted(f"{path}.operation", f"{raw['operation']!r} is read as {operation}")
    member = "filters" if raw.get("filters") else "filter"
    known = {"index", "view", "hash", "sort", "operation", "filters", "filter", "limit", "type", *index.key_names}
    for member in [member for member in raw if member not in known]:
        report.dropped(f"{path}.{member}", "unknown; left out")
    limit = raw.get("limit")
    return AccessPattern(
        id=part_id(ROOT, "pattern", path),
        code="",
        name=name,
        operation=operation,
        table=table.name,
        index=None if index.is_base else index.name,
        entities=_entities(table, index, conditions, raw.get("type")),
        key=conditions,
        filter=filter_of(raw.get(member), f"{path}.{member}", report),
        limit=limit if isinstance(limit, int) and limit > 0 else None,
    )


def _index_name(raw: Any, table: Table) -> str | None:
    return None if raw in (None, "", "primary", "table", table.name) else str(raw)


def _conditions(raw: Mapping[str, Any], index: Index, path: str, report: Report) -> Iterator[KeyCondition]:
    sides = (("hash", index.partition_key[:1]), ("sort", index.sort_key[:1]))
    for side, keys in sides:
        for key in keys:
            member = key.name if key.name in raw else side
            if raw.get(member) in (None, "", {}):
                continue
            if condition := _condition(key.name, raw[member], f"{path}.{member}", report):
                yield condition


def _condition(name: str, raw: Any, path: str, report: Report) -> KeyCondition | None:
    if not isinstance(raw, Mapping):
        return KeyCondition(name, "=", (template_text(str(raw), path, report),))
    said = raw if raw.get("condition") or raw.get("operator") else {**raw, "condition": raw.get("type")}
    operator = operator_of(said)
    texts = tuple(template_text(str(value), path, report) for value in values_of(raw))
    if operator not in COMPARISONS or len(texts) != (2 if operator == "between" else 1):
        report.dropped(path, f"a condition that a key cannot have: {str(raw)[:200]}")
        return None
    return KeyCondition(name, operator, texts)


def _entities(table: Table, index: Index, conditions: tuple[KeyCondition, ...], said: Any) -> tuple[str, ...]:
    """Return the entity that the query names, else those with a sample item under its partition key."""
    if isinstance(said, str) and table.entity(said):
        return (said,)
    wanted = {condition.name: condition.templates[0] for condition in conditions if condition.operator == "="}
    if not wanted:
        return ()
    return tuple(
        entity.name
        for entity in table.entities
        if any(
            all(name in stored.item and str(stored.item[name].data) == text for name, text in wanted.items())
            for stored in map(item_writer(table, entity), entity.items)
        )
    )
