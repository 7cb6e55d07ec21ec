"""Access code that runs: its items are those of the core, and its functions do what the evaluator predicts.

Each design gets its tables on the sandbox. Every sample is written by the generated code and compared with what the
core stores; then the sandbox is set to the samples as the core has them, and every function is called in turn.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3

from exporter.provisioning.plan import create_arguments
from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from modeler.core.design.items import SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.database import Database
from modeler.core.items.materialize import StoredItem, item_writer
from modeler.core.values.attribute_values import AttributeValue
from tests.doors.described import items_of


@dataclass(frozen=True)
class Written:
    """One sample that the generated code writes, and what the core stores for it."""

    plan: EntityPlan
    sample: SampleItem
    stored: StoredItem


def samples(plans: tuple[EntityPlan, ...]) -> Iterator[Written]:
    """Samples that fit what their entity declares, and that the core can store without keys of their own."""
    for plan in plans:
        write = item_writer(plan.table, plan.entity)
        for sample in plan.entity.items:
            stored = write(sample)
            if plan.base and stored.key and not stored.problems and not sample.stored_keys and _fits(plan, sample):
                yield Written(plan, sample, stored)


def _fits(plan: EntityPlan, sample: SampleItem) -> bool:
    for one in plan.entity.attributes:
        value = sample.values.get(one.name)
        if value is None:
            if one.optional >= 1:
                return False
        elif (
            value.type is not one.type
            or (one.values and value.data not in one.values)
            or (isinstance(value.data, tuple) and not value.data and value.type.endswith("S"))
        ):
            return False
    return set(sample.values) <= set(plan.fields)


class Ground:
    """The tables of one design on the sandbox, under names of their own."""

    def __init__(self, design: Design, url: str) -> None:
        self.design = design
        self.client = boto3.client(
            "dynamodb",
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="test",
            aws_secret_access_key="test",
        )
        run = uuid.uuid4().hex[:8]
        self.names = {table.name: f"code-{run}-{at}" for at, table in enumerate(design.tables)}

    def __enter__(self) -> Ground:
        for table in self.design.tables:
            self.client.create_table(**create_arguments(table, self.names[table.name], {}))
        return self

    def __exit__(self, *error: object) -> None:
        for name in self.names.values():
            self.client.delete_table(TableName=name)

    def held(self, table: Table) -> dict[Any, dict[str, AttributeValue]]:
        """Everything that a table holds, by key."""
        return items_of(self.client, table, self.names[table.name])


def predicted(design: Design, pattern: PatternPlan, database: Database) -> Any:
    """What the evaluator says of a pattern, its parameters as given."""
    return evaluate(design, pattern.pattern, stored=database)


type Given = AttributeValue | tuple[AttributeValue, ...]


def calls(pattern: PatternPlan) -> tuple[dict[str, Given], ...]:
    """What the function of a pattern is called with, by identifier: once, or once for each of several values.

    Each parameter has the value of the step that takes it. No call where something is not given, where keys are left
    unwritten, as the target says, or where several values are written: one that fails keeps no other from being made.
    """
    found: dict[str, Given] = {}
    for plan in (*pattern.members, pattern):
        known: dict[str, Given] = {**plan.bindings.values, **plan.bindings.lists}
        for one in plan.parameters:
            if one.entity is None and one.name in known:
                found.setdefault(one.identifier, known[one.name])
    asked = [one for one in pattern.parameters if one.entity is None]
    if pattern.problem or pattern.notes or any(one.identifier not in found for one in asked if not one.is_stored):
        return ()
    several = [one.identifier for one in asked if one.several and not pattern.operation.is_multiple]
    if not several:
        return (found,)
    rows = zip(*(found[name] for name in several), strict=True) if pattern.operation.is_read else ()
    return tuple({**found, **dict(zip(several, row, strict=True))} for row in rows)
