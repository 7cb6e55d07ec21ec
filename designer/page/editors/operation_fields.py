"""Editors of the operation of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from designer.page.editors.design_fields import traffic
from designer.page.editors.fields import CONSTRAINTS, EditorField, units

_OPS: Final = (
    EditorField(
        "alarms", "Create alarms", "choice", choices=(("", "None"), ("few", "Few: urgent ones"), ("all", "All"))
    ),
    EditorField("existing_alarms", "Existing alarms", "names", adds="alarm"),
    EditorField("endpoint", "Gateway endpoint", "switch"),
    EditorField("rebuildable", "Can be rebuilt", "switch"),
    EditorField("measured", "Rates are measured", "switch"),
    replace(units("previous_peak", "Highest peak so far", "", ""), help=""),
    replace(traffic("curve", ""), label="Traffic of this table"),
    EditorField(
        "switches_per_day",
        "Changes per day",
        "object",
        members=(
            EditorField("mode", "Capacity mode", "number"),
            EditorField("class", "Table class", "number"),
            EditorField("ttl", "TTL", "number"),
        ),
    ),
    EditorField("retention_owner", "Owner of the retention", "text"),
    replace(units("reserved", "Reserved units", "", "", "units"), help=""),
    EditorField("backups_kept", "Backups kept", "number", unit="backups"),
)

OPERATION: Final = (
    EditorField(
        "settings.environment",
        "Environment",
        "offered",
        "Overrides the design: dev, test, staging or production.",
        offers="environments",
        absent="as in the design",
    ),
    EditorField(
        "settings.live",
        "Contains items",
        "switch",
        "The table is deployed and contains items. A change of its key is planned as a migration, not made in place.",
        "Working with tables and data in DynamoDB",
    ),
    EditorField(
        "settings.contributor_insights",
        "Contributor Insights",
        "switch",
        "Shows the most accessed and most throttled keys. Billed per event. Key values appear unmasked.",
        "Analyzing data access using CloudWatch Contributor Insights for DynamoDB",
    ),
    EditorField(
        "settings.tags",
        "Tags",
        "map",
        "For cost allocation and access control: up to 50 tags, names of up to 128 characters, values of up to 256. "
        "Names that start with aws: are reserved.",
        CONSTRAINTS,
        members=(EditorField("name", "Name", "code"), EditorField("value", "Value", "text")),
        adds="tag",
    ),
    EditorField(
        "settings.ops",
        "Operation",
        "object",
        "How the table is operated. An on-demand table immediately supports twice its previous peak. Reserved "
        "capacity is sold in units of 100 for 1 or 3 years, for provisioned tables of the Standard class in one "
        "Region.",
        "Reserved capacity",
        members=_OPS,
    ),
)
