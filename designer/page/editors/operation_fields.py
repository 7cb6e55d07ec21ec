"""Editors of how a table is run."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from designer.page.editors.design_fields import traffic
from designer.page.editors.fields import CONSTRAINTS, Field, units

_OPS: Final = (
    Field("alarms", "Make alarms", "switch"),
    Field("existing_alarms", "Alarms there already", "names", adds="alarm"),
    Field("endpoint", "Gateway endpoint", "switch"),
    Field("rebuildable", "Can be made again", "switch"),
    Field("measured", "Rates were measured", "switch"),
    replace(units("previous_peak", "Highest so far", "", ""), help=""),
    replace(traffic("curve", ""), label="Traffic of this table"),
    Field(
        "switches_per_day",
        "Changes a day",
        "object",
        members=(
            Field("mode", "Capacity mode", "number"),
            Field("class", "Table class", "number"),
            Field("ttl", "TTL", "number"),
        ),
    ),
    Field("retention_owner", "Who decides how long", "text"),
    replace(units("reserved", "Units reserved", "", "", "units"), help=""),
    Field("backups_kept", "Backups kept", "number", unit="backups"),
)

OPERATION: Final = (
    Field(
        "settings.environment",
        "Environment",
        "offered",
        "In place of the design's: dev, test, staging or production.",
        offers="environments",
        absent="as the design",
    ),
    Field(
        "settings.live",
        "Holds items",
        "switch",
        "The table exists with items in it: a change of its key is planned as a migration, not made in place.",
        "Working with tables and data in DynamoDB",
    ),
    Field(
        "settings.contributor_insights",
        "Contributor Insights",
        "switch",
        "Shows the partition and sort keys that are used and throttled most. Billed by event; key values appear in it "
        "as they are.",
        "Analyzing data access using CloudWatch Contributor Insights for DynamoDB",
    ),
    Field(
        "settings.tags",
        "Tags",
        "map",
        "For cost and for access: up to 50, names of up to 128 characters, values of up to 256. Names that begin with "
        "aws: belong to AWS.",
        CONSTRAINTS,
        members=(Field("name", "Name", "code"), Field("value", "Value", "text")),
        adds="tag",
    ),
    Field(
        "settings.ops",
        "Operation",
        "object",
        "How the table is run. An on-demand table takes twice its highest peak at once; reserved units are bought in "
        "hundreds for 1 or 3 years, for provisioned Standard tables of one Region.",
        "Reserved capacity",
        members=_OPS,
    ),
)
