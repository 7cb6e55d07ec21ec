"""What a proof run creates on an endpoint: tables, seed items, settings, and in which order. Pure.

Tables of a proof are always on-demand, whatever the design specifies: a proof checks keys and units, and a table with
one provisioned unit would only delay the seeding.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.endpoints import Trust
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.item_limits import item_refusals
from modeler.core.items.materialize import materialise
from modeler.core.servings.known import asked_design

TABLE_NAME_MAX: Final = 255
SLUG_MAX: Final = 24
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table to create: its name in the design, its real name, and the arguments of CreateTable.

    `ttl_attribute` ('' for none) and `recovery` are set after the proof, so that nothing expires during it.
    """

    table: str
    name: str
    create: Mapping[str, Any]
    ttl_attribute: str
    recovery: bool


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run: tables in order, their initial items, the patterns in order, and what is left out and why."""

    design: Design
    tables: tuple[TablePlan, ...]
    seed: Database
    patterns: tuple[AccessPattern, ...]
    notes: tuple[str, ...]

    @property
    def names(self) -> dict[str, str]:
        """Real table names by those of the design."""
        return {plan.table: plan.name for plan in self.tables}

    @property
    def item_count(self) -> int:
        """How many items are seeded."""
        return sum(len(self.seed.items(plan.table)) for plan in self.tables)


def run_prefix(endpoint_prefix: str, design_name: str, run: str) -> str:
    """Return the prefix of a run's table names: the operator's prefix, the design, and the run's random letters."""
    slug = re.sub(r"[^a-z0-9]+", "-", design_name.lower()).strip("-")[:SLUG_MAX].strip("-") or "design"
    return f"{endpoint_prefix}{slug}-{run}-"


def make_plan(
    design: Design, *, prefix: str, trust: Trust, tags: Mapping[str, str], allows_recovery: bool = True
) -> RunPlan:
    """Return the plan of a proof run. Raises Invalid with the place if a table cannot be created from the design.

    The tables get `tags` and no others: tags of an account can grant permissions and assign costs.
    """
    refuse_unmakeable(design, trust)
    notes = list(_notes(design, trust, allows_recovery=allows_recovery))
    tables = tuple(_table_plans(design, prefix, trust, tags, allows_recovery=allows_recovery))
    patterns = asked_design(design).patterns
    reads = [pattern for pattern in patterns if _only_reads(pattern)]
    writes = [pattern for pattern in patterns if not _only_reads(pattern)]
    return RunPlan(design, tables, seed_of(design, notes), (*reads, *writes), tuple(notes))


def refuse_unmakeable(design: Design, trust: Trust) -> None:
    """Raise Invalid if a design has no table, or something that this endpoint does not support."""
    if not design.tables:
        raise Invalid("the design has no tables", path="tables")
    for name, count in Counter(table.name for table in design.tables).items():
        if count > 1:
            raise Invalid(f"{count} tables are named {name}; rename all but one", path=f"tables.{name}")
    for table in design.tables:
        if not table.partition_key:
            raise Invalid(f"{table.name} has no partition key", path=f"tables.{table.name}.partition_key")
        for index in table.indexes:
            if not index.partition_key:
                raise Invalid(f"{index.name} has no partition key", path=f"tables.{table.name}.indexes.{index.name}")
            if table_inputs.is_multi_attribute(index) and not trust.multi_attribute_keys:
                word = f"{index.name} has a multi-attribute key, which this endpoint does not support"
                raise Invalid(word, path=f"tables.{table.name}.indexes.{index.name}")


def seed_of(design: Design, notes: list[str] | None = None) -> Database:
    """Return the initial items of the tables: every sample item that DynamoDB accepts; `notes` names the others."""
    kept: dict[str, list[Any]] = {}
    for table in design.tables:
        kept[table.name] = []
        for stored in materialise(table):
            problem = next(iter(stored.problems), "") if stored.key is None else _refusal(table, stored)
            if not problem:
                kept[table.name].append(stored)
            elif notes is not None:
                notes.append(f"one item of {stored.entity or table.name} is not seeded: {problem}")
    return Database.of(design, kept)


def _refusal(table: Table, stored: Any) -> str:
    return next((refusal.message for refusal in item_refusals(table, stored)), "")


def create_arguments(table: Table, name: str, tags: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of CreateTable, on-demand. facts/table-api#createtable."""
    arguments: dict[str, Any] = {
        "TableName": name,
        "AttributeDefinitions": [
            {"AttributeName": attribute, "AttributeType": kind}
            for attribute, kind in table_inputs.attribute_definitions(table).items()
        ],
        "KeySchema": table_inputs.key_schema(table.base),
        "BillingMode": "PAY_PER_REQUEST",
    }
    for field, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        found = [_index(index) for index in table.indexes if index.kind is kind]
        if found:
            arguments[field] = found
    if tags:
        arguments["Tags"] = [{"Key": key, "Value": value} for key, value in tags.items()]
    return arguments


def _index(index: Index) -> dict[str, Any]:
    return {
        "IndexName": index.name,
        "KeySchema": table_inputs.key_schema(index),
        "Projection": table_inputs.projection(index),
    }


def _table_plans(
    design: Design, prefix: str, trust: Trust, tags: Mapping[str, str], *, allows_recovery: bool
) -> Iterator[TablePlan]:
    taken: set[str] = set()
    for table in design.tables:
        name = _table_name(prefix, table.name, taken)
        taken.add(name)
        own_tags = tags if trust.tags else {}
        ttl = table.options.ttl_attribute if trust.ttl else ""
        recovery = table.options.point_in_time_recovery and trust.recovery and allows_recovery
        yield TablePlan(table.name, name, create_arguments(table, name, own_tags), ttl, recovery)


def _table_name(prefix: str, name: str, taken: Iterable[str]) -> str:
    base = (prefix + (_UNSAFE.sub("_", name) or "table"))[: TABLE_NAME_MAX - 4]
    found, number = base, 2
    while found in taken:
        found, number = f"{base}_{number}", number + 1
    return found


def _only_reads(pattern: AccessPattern) -> bool:
    if pattern.operation is Operation.STEPS:
        return all(_only_reads(step) for step in pattern.steps)
    return pattern.operation.is_read


def _notes(design: Design, trust: Trust, *, allows_recovery: bool) -> Iterator[str]:
    for table in design.tables:
        wanted = {
            "time to live": bool(table.options.ttl_attribute) and not trust.ttl,
            "point-in-time recovery": table.options.point_in_time_recovery and not trust.recovery,
        }
        missing = [what for what, is_missing in wanted.items() if is_missing]
        if missing:
            yield f"{table.name}: this endpoint does not support {' or '.join(missing)}"
        if table.options.point_in_time_recovery and trust.recovery and not allows_recovery:
            yield f"{table.name}: the operator of this endpoint does not allow point-in-time recovery"
        if table_inputs.tags(table):
            yield f"{table.name}: created without the tags of the design, as every table of a proof"
        if table.is_provisioned:
            yield f"{table.name}: created on-demand, like every table of a proof; its provisioned units are not tested"
        if table_inputs.stream(table):
            yield f"{table.name}: created without its stream, which no proof reads"
