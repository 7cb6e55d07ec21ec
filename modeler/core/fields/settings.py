"""Every setting of a design and of a table: `part_fields` has the fields of everything else."""

from __future__ import annotations

from typing import Final

from modeler.core.design.cost_scenarios import CAPACITY_MODES, TABLE_CLASSES
from modeler.core.design.design_settings import ENGINES, ISOLATIONS
from modeler.core.design.table_settings import CONSUMER_KINDS, CONSUMER_NEEDS, DISTANCES
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.references import Ref
from modeler.core.fields.shapes import ChoiceShape, Defined, Field, FlagShape, ListOf, MapOf, OrNull, TextShape
from modeler.core.fields.understood import (
    ALARMED,
    CURVE,
    FLAG,
    HOURS,
    MONTHS_AHEAD,
    NAMES,
    NUMBER,
    PERCENT_PER_MONTH,
    PRICE,
    SHAPE,
    SHARE,
    TEXT,
    TIMES,
    WHOLE,
    each_of,
    words,
)

_CURVE: Final = (
    "A shape (flat, diurnal, office-hours, spiky), 24 or 168 hourly numbers, or an object of shape, hours and steps"
)
_UNITS: Final = {"read": Open("Read units", accepted=NUMBER), "write": Open("Write units", accepted=NUMBER)}
_SCENARIO: Final = {
    "name": Open("Its name", accepted=TEXT),
    "region": Open("The Region of the tables", accepted=TEXT),
    "mode": Open("The capacity mode of every table", accepted=words(*CAPACITY_MODES)),
    "class": Open("The table class of every table", accepted=words(*TABLE_CLASSES)),
    "times": Open("A multiple of every rate", accepted=TIMES),
    "calls_growth": Open("Growth of the rates in percent per month", accepted=PERCENT_PER_MONTH),
    "items_growth": Open("Growth of the items in percent per month", accepted=PERCENT_PER_MONTH),
    "months": Open("How many months from now", accepted=MONTHS_AHEAD),
    "traffic": Open(f"{_CURVE}; instead of the design's traffic", accepted=CURVE),
}

DESIGN_SETTINGS: Final = (
    Field(
        "environment",
        Open("dev, test, staging, production: that of every table that does not specify its own", accepted=TEXT),
    ),
    Field("live", Open("true: tables hold items, so keys are expensive to change", accepted=FLAG)),
    Field(
        "traffic",
        Open(
            _CURVE,
            {
                "shape": Open("The name of a shape", accepted=SHAPE),
                "hours": Open(
                    "24 numbers of a day or 168 of a week from Monday 00:00 UTC; their proportions count",
                    accepted=HOURS,
                ),
                "steps": Open("true: each hour is constant; else the traffic is interpolated", accepted=FLAG),
            },
            accepted=CURVE,
        ),
    ),
    Field(
        "tenant",
        Open(
            "Tenants that share tables",
            {
                "attribute": Open("The attribute that names the tenant", refers=Ref.ATTRIBUTE, accepted=TEXT),
                "isolation": Open("pool or silo", accepted=words(*ISOLATIONS)),
                "shared": Open("Names of entities that belong to no tenant", refers=Ref.MARKED_ENTITY, accepted=NAMES),
                "admin_indexes": Open(
                    "Names of indexes that read over tenants on purpose", refers=Ref.MARKED_INDEX, accepted=NAMES
                ),
                "largest": Open("The largest tenant's share of the traffic, 0 to 1", accepted=SHARE),
                "iam": Open("true: roles keep tenants apart (LeadingKeys)", accepted=FLAG),
            },
            needs=("attribute",),
        ),
    ),
    Field(
        "iam",
        Open(
            "Roles of the application",
            {
                "roles": Open(
                    "One role each",
                    {
                        "name": Open("Its name", accepted=TEXT),
                        "actions": Open("Actions, such as dynamodb:Query", accepted=NAMES),
                        "admin": Open("true: it may do what applications should not", accepted=FLAG),
                        "leading_keys": Open(
                            "The partition keys that it is kept to",
                            {
                                "operator": Open("ForAllValues:StringEquals or ForAllValues:StringLike", accepted=TEXT),
                                "values": Open("Key values, or patterns of them", accepted=NAMES),
                            },
                        ),
                    },
                    is_list=True,
                ),
            },
        ),
    ),
    Field(
        "network",
        Open(
            "How DynamoDB is reached",
            {
                "vpc": Open("false: nothing runs in a VPC", accepted=FLAG),
                "endpoint": Open("true: there is a gateway endpoint", accepted=FLAG),
                "endpoint_policy": Open("true: the endpoint has a policy", accepted=FLAG),
            },
        ),
    ),
    Field(
        "prices",
        Open(
            "Prices of one's own in dollars: by Region, then by the place in the price list, as "
            "storage_gb_month.standard",
            each=Open("Of one Region", each=Open("Dollars", accepted=PRICE)),
        ),
    ),
    Field("budget", Open("Dollars per month that the design may cost", accepted=NUMBER)),
    Field("scenarios", Open("Assumptions about its cost that are kept by name", _SCENARIO, is_list=True)),
    Field(
        "engines",
        Open(
            "Where the design must run besides AWS: ministack, dynamodb-local, localstack",
            accepted=each_of(words(*ENGINES)),
        ),
    ),
    Field("compliance", Open("Regimes that the data falls under, such as PCI-DSS", accepted=NAMES)),
)

_ENCRYPTION: Final = Defined(
    {
        "type": "object",
        "properties": {
            "type": {"enum": ["AWS_OWNED", "AWS_MANAGED", "CUSTOMER"]},
            "key": {"type": "string", "maxLength": 255},
        },
        "additionalProperties": False,
    }
)
_OPS: Final = Open(
    "How the table is run",
    {
        "alarms": Open("Alarms that the export makes: few, the urgent ones, or all; true is all", accepted=ALARMED),
        "existing_alarms": Open("Alarms that are there already"),
        "endpoint": Open("true: it is reached through a gateway endpoint", accepted=FLAG),
        "rebuildable": Open("true: its items can be made again from elsewhere", accepted=FLAG),
        "previous_peak": Open("The highest units per second so far", _UNITS),
        "curve": Open(f"{_CURVE}; before the design's traffic", accepted=CURVE),
        "measured": Open("true: the rates were measured", accepted=FLAG),
        "switches_per_day": Open(
            "Changes of a setting a day",
            {
                "mode": Open("Of the capacity mode", accepted=NUMBER),
                "class": Open("Of the table class", accepted=NUMBER),
                "ttl": Open("Of time to live", accepted=NUMBER),
            },
        ),
        "retention_owner": Open("Who decides how long items are kept", accepted=TEXT),
        "reserved": Open("Units bought for 1 or 3 years", _UNITS),
        "backups_kept": Open("Full backups on demand that are kept", accepted=NUMBER),
    },
)

TABLE_SETTINGS: Final = (
    Field("billing", ChoiceShape(("PAY_PER_REQUEST", "PROVISIONED"))),
    Field("provisioned", Defined(ref="units")),
    Field("auto_scaling", Defined(ref="auto_scaling")),
    Field("on_demand_maximum", Defined(ref="units")),
    Field("warm_throughput", Defined(ref="units")),
    Field("ttl_attribute", TextShape(), refers=Ref.ATTRIBUTE),
    Field("point_in_time_recovery", FlagShape()),
    Field("recovery_days", Defined({"type": "integer"})),
    Field("stream", OrNull(ChoiceShape(("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES")))),
    Field("table_class", ChoiceShape(("STANDARD", "STANDARD_INFREQUENT_ACCESS"))),
    Field("encryption", _ENCRYPTION),
    Field("deletion_protection", FlagShape()),
    Field("contributor_insights", FlagShape()),
    Field("tags", MapOf(Defined({"type": "string"}))),
    Field("replicas", ListOf(TextShape(), most=None), description="Other Regions of the table"),
    Field("environment", TextShape()),
    Field("resource_policy", Defined({"type": ["string", "object"]})),
    Field("live", Open("true: the table holds items, so keys are expensive to change", accepted=FLAG)),
    Field(
        "multi_region_consistency",
        Open("Of a table with replicas: EVENTUAL, the default, or STRONG", accepted=words("EVENTUAL", "STRONG")),
    ),
    Field("witness", Open("Of STRONG: a Region that votes and holds no replica", accepted=TEXT)),
    Field(
        "vector_indexes",
        Open(
            "Indexes for similarity search",
            {
                "name": Open("Its name", accepted=TEXT),
                "attribute": Open("The attribute that holds the numbers", refers=Ref.ATTRIBUTE, accepted=TEXT),
                "dimensions": Open("How many numbers", accepted=NUMBER),
                "distance": Open("COSINE, the default, EUCLIDEAN or DOT_PRODUCT", accepted=words(*DISTANCES)),
                "hash": Open("Attributes that part the index", refers=Ref.ATTRIBUTE, accepted=NAMES),
                "filters": Open("Attributes that a search may filter by", refers=Ref.ATTRIBUTE, accepted=NAMES),
            },
            is_list=True,
        ),
    ),
    Field(
        "stream_consumers",
        Open(
            "Who reads the stream",
            {
                "name": Open("Its name", accepted=TEXT),
                "kind": Open("lambda, reader or kinesis", accepted=words(*CONSUMER_KINDS)),
                "needs": Open("keys, new, old or both: the images that it works on", accepted=words(*CONSUMER_NEEDS)),
                "maintains": Open(
                    "Attributes, entities or tables that it keeps up to date", refers=Ref.KEPT, accepted=NAMES
                ),
                "requests_per_second": Open("Of a reader: its GetRecords calls", accepted=NUMBER),
            },
            is_list=True,
        ),
    ),
    Field("compliance", Open("Regimes that the table's data falls under; else the design's", accepted=NAMES)),
    Field(
        "gsi_quota",
        Open("How many GSIs the account may have on a table, where the quota was raised above 20", accepted=WHOLE),
    ),
    Field("ops", _OPS),
)

KEPT_FOR_EXPORT: Final = frozenset({"workbench", "workbench_formats"})
"""What the importer of a format keeps beside the settings, so that its export gives it back."""
