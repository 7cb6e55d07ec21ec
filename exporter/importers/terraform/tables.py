"""Resources of the AWS provider, from HCL or from `terraform show -json`, as the tables of a design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.cloudformation.importer import checked
from exporter.importers.described.settings import Scaling, scaling_place, scaling_settings, with_scaling, with_settings
from exporter.importers.described.tables import TABLES_MAX, Context, Unresolved, boolean, read_table, text_of
from exporter.importers.terraform.shapes import replication_of, shape_of
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import DocumentInvalid

TABLE: Final = "aws_dynamodb_table"
TARGET: Final = "aws_appautoscaling_target"
POLICY: Final = "aws_appautoscaling_policy"
INSIGHTS: Final = "aws_dynamodb_contributor_insights"
RESOURCE_POLICY: Final = "aws_dynamodb_resource_policy"
READ: Final = frozenset({TABLE, TARGET, POLICY, INSIGHTS, RESOURCE_POLICY})

_SCALING: Final[Mapping[str, str]] = {
    "min_capacity": "MinCapacity",
    "max_capacity": "MaxCapacity",
    "target_value": "TargetValue",
    "scale_in_cooldown": "ScaleInCooldown",
    "scale_out_cooldown": "ScaleOutCooldown",
}


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource: its type, its address (``aws_dynamodb_table.orders``), and its arguments."""

    type: str
    address: str
    values: Mapping[str, Any]


def design_of(resources: Sequence[Resource], region: str, context: Context) -> Design:
    """Return a design without a name: tables, scaling, insights, and policies.

    Raises DocumentInvalid if there is no table, or if a table's keys cannot be read.
    """
    taken: set[str] = set()
    made = [one for one in resources if one.type == TABLE]
    if not made:
        raise DocumentInvalid(
            f"this Terraform configuration creates no table: use files with an {TABLE}", code="document.no_model"
        )
    if len(made) > TABLES_MAX:
        raise DocumentInvalid(f"{len(made):,} tables; the limit is {TABLES_MAX:,}", code="document.too_large")
    tables = [_table(one, context, taken) for one in made]
    # As an expression that refers to one of them writes it.
    addresses = {str(placeholder(one.address)): table.name for one, table in zip(made, tables, strict=True)}
    tables = with_scaling(tables, _scalings(resources, context), context)
    for one in resources:
        if one.type in (INSIGHTS, RESOURCE_POLICY):
            tables = _beside(tables, one, addresses, context)
    _say_others(resources, context)
    design = Design(name="", region=region or "us-east-1", tables=tuple(tables))
    checked(design)
    return design


def unsaid_by(design: Design) -> frozenset[str]:
    """Return settings that only newer providers know: if no table has them, they are unspecified, not off."""
    spoken = any("warm_throughput" in table.settings for table in design.tables) or any(
        "warm_throughput" in index.capacity.settings for table in design.tables for index in table.indexes
    )
    return frozenset() if spoken else frozenset({"warm_throughput"})


def _table(one: Resource, context: Context, taken: set[str]) -> Table:
    shape = shape_of(one.values, one.address, context)
    name = text_of(shape.get("TableName"))
    if not name:
        name = one.address.removeprefix(f"{TABLE}.")[:255]
        said = f"the table's name is unknown; named {name[:80]!r}"
        context.guessed(f"{one.address}.name", said, one.values, "name")
    elif isinstance(shape["TableName"], Unresolved):
        said = f"the name is known only at apply; {name[:80]!r} is used in its place"
        context.guessed(f"{one.address}.name", said, one.values, "name")
    table = with_settings(read_table(shape, name, one.address, context, taken), shape, one.address, context)
    more = replication_of(one.values)
    for setting in more:
        context.put(table.id, f"settings.{setting}", one.values, "replica")
    return replace(table, settings={**table.settings, **more})


def _scalings(resources: Sequence[Resource], context: Context) -> Iterator[Scaling]:
    for kind in (TARGET, POLICY):
        for one in resources:
            if one.type != kind:
                continue
            place = scaling_place(text_of(one.values.get("resource_id")), text_of(one.values.get("scalable_dimension")))
            if place is not None:
                tracking = one.values.get("target_tracking_scaling_policy_configuration")
                listed = tracking if isinstance(tracking, list) else [tracking]
                tracked = next((block for block in listed if isinstance(block, Mapping)), {})
                both = {**one.values, **tracked}
                said = {ours: both[name] for name, ours in _SCALING.items() if both.get(name) is not None}
                yield Scaling(*place, scaling_settings(said), context.lines.of(one.values))
            elif text_of(one.values.get("service_namespace")) in ("dynamodb", ""):
                context.dropped(one.address, "the table or index that it scales is unknown; left out", one.values)


def _beside(tables: list[Table], one: Resource, addresses: Mapping[str, str], context: Context) -> list[Table]:
    if one.type == INSIGHTS:
        if text_of(one.values.get("index_name")):
            return tables
        name, setting = text_of(one.values.get("table_name")), "contributor_insights"
        value: Any = True
    else:
        arn = text_of(one.values.get("resource_arn"))
        name = addresses.get(arn.removesuffix(".arn").rstrip("-"), arn.rpartition(":table/")[2])
        setting, value = "resource_policy", one.values.get("policy")
    place = next((number for number, table in enumerate(tables) if table.name == name), None)
    if place is None:
        context.dropped(one.address, "its table is unknown; left out", one.values)
        return tables
    shape: dict[str, Any] = {"BillingMode": "PAY_PER_REQUEST"}
    shape |= {"ResourcePolicy": {"PolicyDocument": value}} if setting == "resource_policy" else {}
    read = with_settings(tables[place], shape, one.address, context).settings
    found = read.get(setting) if setting == "resource_policy" else boolean(value)
    if found is None:
        return tables
    table = tables[place]
    context.put(table.id, f"settings.{setting}", one.values)
    changed = replace(table, settings={**table.settings, setting: found})
    return [*tables[:place], changed, *tables[place + 1 :]]


def _say_others(resources: Sequence[Resource], context: Context) -> None:
    others = Counter(one.type for one in resources if one.type not in READ)
    if others:
        listed = ", ".join(f"{count} {kind[:80]}" for kind, count in sorted(others.items())[:10])
        context.report.note("resources", f"not supported in a design, left out: {listed}")
