"""What a function of TypeScript returns, beside what the evaluator says: the same items, each with what it holds."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.typescript.library_project import Project
from modeler.core.design.patterns import Operation
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, ReturnedItem
from modeler.core.values.attribute_values import AttributeType, AttributeValue

SETS = {AttributeType.SS, AttributeType.NS, AttributeType.BS}
AS_JSON = """
const said = (value) => {
  if (value instanceof Set) return [...value].map(said);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(said);
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one)]));
};
"""


def compare_rows(
    project: Project, pattern: PatternPlan, found: Evaluation, database: Database, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Every returned item is a row with its attributes; rows of one query are in the order of the index."""
    label = pattern.pattern.label
    wanted = [_wanted(project, pattern, one, database) for one in found.returned]
    assert len(rows) == len(wanted), (label, rows, wanted)
    is_sequence = pattern.operation is Operation.QUERY and not isinstance(pattern.entity, type(None))
    several = any(one.several for one in pattern.parameters)
    if is_sequence and not several:
        for row, one in zip(rows, wanted, strict=True):
            assert _holds(row, one), (label, row, one)
        return
    left = list(rows)
    for one in wanted:
        match = next((row for row in left if _holds(row, one)), None)
        assert match is not None, (label, one, left)
        left.remove(match)


type Wanted = tuple[Mapping[str, AttributeValue], ...]


def _wanted(project: Project, pattern: PatternPlan, one: ReturnedItem, database: Database) -> Wanted:
    """What a row holds, by the names of the entity or, of the document client, by those of DynamoDB."""
    stored = next(
        item
        for table in project.design.tables
        for item in database.items(table.name)
        if item.id == one.id and item.key == one.key
    )
    plan = next((plan for plan in _plans(project, pattern) if plan.entity.name == stored.entity), None)
    if plan is None:
        return (dict(one.item),)
    held = {name: value for name, value in one.item.items() if name in plan.fields}
    if not pattern.paths:
        # An index that projects keys only still says which item it is: its keys contain that.
        held |= {name: stored.item[name] for name in plan.entity.identity if name in stored.item.keys() & plan.fields}
    return ({plan.field(name): value for name, value in held.items()}, held)


def _plans(project: Project, pattern: PatternPlan) -> list[EntityPlan]:
    tables = {one.table.name for one in (pattern, *pattern.members)}
    return [plan for plan in project.entities if plan.table.name in tables]


def _holds(row: Mapping[str, Any], wanted: Wanted) -> bool:
    return any(all(name in row and _same(row[name], value) for name, value in one.items()) for one in wanted)


def _same(said: Any, value: AttributeValue) -> bool:
    if value.type in SETS:
        return isinstance(said, list) and sorted(map(str, said)) == sorted(map(str, json_value(value)))
    return bool(said == json_value(value))


def json_value(value: AttributeValue) -> Any:
    """A value as JSON has it after JavaScript."""
    data: Any = value.data
    match value.type:
        case AttributeType.N:
            return _number(data)
        case AttributeType.B:
            return base64.b64encode(data).decode()
        case AttributeType.NULL:
            return None
        case AttributeType.L:
            return [json_value(one) for one in data]
        case AttributeType.M:
            return {name: json_value(one) for name, one in data}
        case AttributeType.NS:
            return [_number(one) for one in data]
        case AttributeType.BS:
            return [base64.b64encode(one).decode() for one in data]
        case AttributeType.SS:
            return list(data)
    return data


def _number(data: Any) -> int | float:
    number = Decimal(data)
    return int(number) if number == number.to_integral_value() else float(number)
