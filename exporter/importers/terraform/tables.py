"""Resources of the AWS provider, from HCL or from `terraform show -json`, as the tables of a design."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.cloudformation.importer import checked
from exporter.importers.described.operations import PARTLY_SEEN
from exporter.importers.described.settings import (
    DescribedScaling,
    scaling_place,
    scaling_settings,
    with_scaling,
    with_settings,
)
from exporter.importers.described.tables import TABLES_MAX, Context, Unresolved, read_table, text_of
from exporter.importers.support.report_lines import Level
from exporter.importers.terraform.beside import ConfiguredTables, say_replica, with_items
from exporter.importers.terraform.other_regions import merged
from exporter.importers.terraform.resource_kinds import BESIDE, ITEM, POLICY, READ, TABLE, TARGET, ParsedResource
from exporter.importers.terraform.shapes import blocks, replication_of, shape_of
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import DocumentInvalid

_IN_PLACE: Final = re.compile(r"'([^']+)' is used in its place")
_TRACKING: Final = "target_tracking_scaling_policy_configuration"
_SCALING: Final[Mapping[str, str]] = {
    "min_capacity": "MinCapacity",
    "max_capacity": "MaxCapacity",
    "target_value": "TargetValue",
    "scale_in_cooldown": "ScaleInCooldown",
    "scale_out_cooldown": "ScaleOutCooldown",
}


def design_of(resources: Sequence[ParsedResource], region: str, context: Context) -> Design:
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
    tables, places = merged(made, [_table(one, context, taken) for one in made], context)
    tables = with_scaling(tables, _scalings(resources, context), context)
    # As an expression that refers to one of them writes it.
    addresses = {str(placeholder(one.address)): places[number] for number, one in enumerate(made)}
    read = ConfiguredTables(tables, addresses, context)
    others = [one for one in resources if one.type not in READ or (one.type in BESIDE and not read.take(one))]
    read.finish()
    tables = with_items(read.tables, [one for one in resources if one.type == ITEM], read.place_of, context)
    _say_others(others, context)
    design = Design(name="", region=region or "us-east-1", tables=tuple(tables))
    checked(design)
    return design


def unsaid_by(design: Design) -> frozenset[str]:
    """Return settings that only newer providers know, if no table has them, and those that are seen in part."""
    spoken = any("warm_throughput" in table.settings for table in design.tables) or any(
        "warm_throughput" in index.capacity.settings for table in design.tables for index in table.indexes
    )
    return PARTLY_SEEN if spoken else PARTLY_SEEN | {"warm_throughput"}


def _table(one: ParsedResource, context: Context, taken: set[str]) -> Table:
    shape = shape_of(one.values, one.address, context)
    name = text_of(shape.get("TableName"))
    if not name:
        given, name = shape.get("TableName"), one.address.removeprefix(f"{TABLE}.")[:255]
        why = "is empty" if given == "" else "is not in these files" if given is None else "is known only at apply"
        said = f"the table's name {why}; " + (f"named {name[:80]!r}" if name else "nor has the resource one")
        context.guessed(f"{one.address}.name", said, one.values, "name")
    elif isinstance(shape["TableName"], Unresolved) and not _is_explained(name, context):
        said = f"these files do not give the name in full; {name[:80]!r} is used in its place"
        context.guessed(f"{one.address}.name", said, one.values, "name")
    table = with_settings(read_table(shape, name, one.address, context, taken), shape, one.address, context)
    more = replication_of(one.values, one.address, context)
    for setting in more:
        context.put(table.id, f"settings.{setting}", one.values, "replica")
    for number, block in enumerate(blocks(one.values, "replica")):
        region = text_of(block.get("region_name"))
        say_replica(block, table.settings, region, f"{one.address}.replica[{number}]", context)
    return replace(table, settings={**table.settings, **more})


def _is_explained(name: str, context: Context) -> bool:
    """Do lines of the report say of each unknown piece of a name what is in its place?"""
    said = " ".join(one.message for one in context.report.lines if one.level == Level.GUESSED)
    pieces = [piece for piece in _IN_PLACE.findall(said) if piece in name]
    for piece in sorted(pieces, key=len, reverse=True):
        name = name.replace(piece, "")
    # An attribute of another resource or of an instance has a dot, as in random_id.suffix.hex.
    return bool(pieces) and "." not in name


def _scalings(resources: Sequence[ParsedResource], context: Context) -> Iterator[DescribedScaling]:
    for kind in (TARGET, POLICY):
        for one in resources:
            if one.type != kind:
                continue
            place = scaling_place(text_of(one.values.get("resource_id")), text_of(one.values.get("scalable_dimension")))
            if place is not None:
                tracked = _tracked(one)
                both = {**one.values, **tracked}
                said = {ours: both[name] for name, ours in _SCALING.items() if both.get(name) is not None}
                unread = _say_unread(one, tracked, context)
                if both.get("disable_scale_in") is True:
                    context.dropped(
                        f"{one.address}.disable_scale_in", "a design scales in and out; left out", one.values
                    )
                if one.values.get("step_scaling_policy_configuration"):
                    context.dropped(one.address, "a design has target tracking only; left out", one.values)
                if len(said) > unread or not unread:
                    yield DescribedScaling(*place, scaling_settings(said), context.lines.of(one.values))
            elif text_of(one.values.get("service_namespace")) in ("dynamodb", ""):
                context.dropped(one.address, "the table or index that it scales is unknown; left out", one.values)


def _tracked(resource: ParsedResource) -> Mapping[str, Any]:
    tracking = resource.values.get(_TRACKING)
    listed = tracking if isinstance(tracking, list) else [tracking]
    return next((block for block in listed if isinstance(block, Mapping)), {})


def _say_unread(resource: ParsedResource, tracked: Mapping[str, Any], context: Context) -> int:
    """Report unknown bounds and targets, such as a variable without a value. Return how many there are."""
    count = 0
    for name, ours in _SCALING.items():
        within = name in tracked
        held = tracked if within else resource.values
        if held.get(name) is not None and not scaling_settings({ours: held[name]}):
            path = f"{resource.address}.{f'{_TRACKING}[0].' if within else ''}{name}"
            context.dropped(path, f"unknown number {str(held[name])[:60]!r}; left out", held, name)
            count += 1
    return count


def _say_others(others: Sequence[ParsedResource], context: Context) -> None:
    counted = Counter(one.type for one in others)
    if counted:
        listed = ", ".join(f"{count} {kind[:80]}" for kind, count in sorted(counted.items()))
        context.report.note("resources", f"not supported in a design, left out: {listed[:4000]}")
