"""Editors of a table."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import CONSTRAINTS, QUOTAS, Field, Group, capacity, key_schema
from designer.page.editors.operation_fields import OPERATION

_CAPACITY: Final = (
    Field(
        "settings.billing",
        "Capacity mode",
        "choice",
        "On-demand bills each request and doubles its peak at once; provisioned bills units by the hour, used or not, "
        "and is the cheaper where more than about 29 % of them are used. From provisioned to on-demand: 4 times in 24 "
        "hours; back at any time.",
        "Considerations when switching capacity modes in DynamoDB",
        choices=(("", "On-demand (default)"), ("PAY_PER_REQUEST", "On-demand"), ("PROVISIONED", "Provisioned")),
    ),
    *capacity("settings.", "the table"),
    Field(
        "settings.table_class",
        "Table class",
        "choice",
        "Standard-IA stores for 60 % less and asks about a quarter more for each read and write: it pays where "
        "storage costs more than some 40 % of throughput. GSIs take the table's class. Two changes in 30 days.",
        "DynamoDB table classes",
        choices=(
            ("", "Standard (default)"),
            ("STANDARD", "Standard"),
            ("STANDARD_INFREQUENT_ACCESS", "Standard-IA, infrequent access"),
        ),
    ),
    Field(
        "settings.gsi_quota",
        "GSI quota",
        "number",
        "How many GSIs the account may have on a table. 20 unless AWS raised it on request.",
        QUOTAS,
        unit="indexes",
        absent="20",
    ),
)

_PROTECTION: Final = (
    Field(
        "settings.point_in_time_recovery",
        "Point-in-time recovery",
        "switch",
        "Restores to any second of the window, always into a new table. Paid by the size of the table and its LSIs.",
        "Point-in-time backups for DynamoDB",
    ),
    Field(
        "settings.recovery_days",
        "Window",
        "number",
        "How far back one can go, 1 to 35 days; 35 where nothing is said.",
        "Point-in-time backups for DynamoDB",
        unit="days",
        absent="35",
    ),
    Field(
        "settings.deletion_protection",
        "Deletion protection",
        "switch",
        "DeleteTable is refused while it is on, from the console, the API and CloudFormation alike.",
        "Deletion protection",
    ),
    Field(
        "settings.encryption",
        "Encryption",
        "object",
        "Tables are always encrypted at rest. A key of one's own costs KMS calls, shows each use in CloudTrail, and "
        "can be taken away. Keys can be changed 4 times in 24 hours.",
        "DynamoDB encryption at rest",
        members=(
            Field(
                "type",
                "Key",
                "choice",
                choices=(
                    ("", "Owned by AWS (default)"),
                    ("AWS_OWNED", "Owned by AWS"),
                    ("AWS_MANAGED", "Managed by AWS, aws/dynamodb"),
                    ("CUSTOMER", "Your own"),
                ),
            ),
            Field("key", "Key id or ARN", "code"),
        ),
    ),
    Field(
        "settings.resource_policy",
        "Resource policy",
        "json",
        "A policy on the table itself, for access from other accounts: at most 20 KB of JSON.",
        QUOTAS,
    ),
    Field(
        "settings.compliance",
        "Compliance",
        "names",
        "Regimes that this table's data falls under, in place of the design's.",
        offers="regimes",
        adds="regime",
    ),
)

_LIFETIME: Final = (
    Field(
        "settings.ttl_attribute",
        "TTL attribute",
        "offered",
        "One Number at the top level, in epoch seconds. Items are removed usually within days, without a promise and "
        "for free, and the removal appears in the stream. Values more than five years in the past are ignored.",
        "Using time to live (TTL) in DynamoDB",
        offers="attributes",
    ),
    Field(
        "settings.stream",
        "Stream",
        "choice",
        "Each change in order for 24 hours, with the images named here; at most 2 readers at the same time. What it "
        "shows can only be changed by turning it off first.",
        "Change data capture for DynamoDB Streams",
        choices=(
            ("", "Off"),
            ("KEYS_ONLY", "Keys only"),
            ("NEW_IMAGE", "New image"),
            ("OLD_IMAGE", "Old image"),
            ("NEW_AND_OLD_IMAGES", "New and old images"),
        ),
    ),
    Field(
        "settings.stream_consumers",
        "Who reads the stream",
        "rows",
        "More than two readers of a shard throttle one another. What a consumer needs must be among the images of the "
        "stream.",
        "Change data capture for DynamoDB Streams",
        members=(
            Field("name", "Name", "text"),
            Field(
                "kind",
                "Kind",
                "choice",
                choices=(("", "Not said"), ("lambda", "Lambda"), ("reader", "Reader"), ("kinesis", "Kinesis")),
            ),
            Field(
                "needs",
                "Needs",
                "choice",
                choices=(
                    ("", "Not said"),
                    ("keys", "Keys"),
                    ("new", "New image"),
                    ("old", "Old image"),
                    ("both", "Both"),
                ),
            ),
            Field("maintains", "Keeps up to date", "names", offers="entities", adds="name"),
            Field("requests_per_second", "GetRecords calls", "number", unit="a second"),
        ),
        adds="consumer",
    ),
)

_REGIONS: Final = (
    Field(
        "settings.replicas",
        "Replicas",
        "names",
        "Other Regions in which the table stands; every write is billed in each. With eventual consistency the last "
        "writer wins, and a transaction is one only where it was made.",
        "Global tables: multi-active, multi-Region replication",
        offers="regions",
        adds="Region",
    ),
    Field(
        "settings.multi_region_consistency",
        "Consistency between Regions",
        "choice",
        "Strong takes exactly three Regions of one set, a witness among them or not, and does without TTL, LSIs and "
        "transactions.",
        "Multi-Region strong consistency",
        choices=(("", "Eventual (default)"), ("EVENTUAL", "Eventual"), ("STRONG", "Strong")),
    ),
    Field(
        "settings.witness",
        "Witness",
        "offered",
        "With strong consistency: a Region that votes and holds no replica.",
        "Multi-Region strong consistency",
        offers="regions",
    ),
)

_SEARCH: Final = (
    Field(
        "settings.vector_indexes",
        "Vector indexes",
        "rows",
        "For similarity search, on on-demand tables only: 5 a table, up to 4,096 dimensions. Items without the "
        "attribute, or without the partition attribute, are left out; nothing in one can be changed later.",
        "Vector search in DynamoDB",
        members=(
            Field("name", "Name", "code"),
            Field("attribute", "Attribute", "offered", offers="attributes"),
            Field("dimensions", "Dimensions", "number"),
            Field("hash", "Parted by", "names", offers="attributes", adds="attribute"),
            Field("filters", "Filtered by", "names", offers="attributes", adds="attribute"),
        ),
        adds="vector index",
    ),
)

TABLE: Final = (
    Group(
        "table",
        "Table",
        (
            Field(
                "name",
                "Name",
                "code",
                "3 to 255 letters, digits, _ . and -; unique in an account and Region, which hold 2,500 tables by "
                "default.",
                CONSTRAINTS,
            ),
            Field("description", "Description", "long", "What the table is for."),
        ),
        is_open=True,
    ),
    Group(
        "key",
        "Key",
        (
            key_schema(
                "partition_key",
                "Partition key",
                "Exactly one attribute, String, Number or Binary. A value has at most 2,048 bytes, and one partition "
                "takes 3,000 reads and 1,000 writes a second. A table's key can never be changed, only a new table "
                "filled.",
                CONSTRAINTS,
            ),
            key_schema(
                "sort_key",
                "Sort key",
                "At most one attribute. A value has at most 1,024 bytes; items of one partition key value are kept in "
                "its order.",
                CONSTRAINTS,
            ),
        ),
        is_open=True,
    ),
    Group("capacity", "Capacity", _CAPACITY, is_open=True),
    Group("protection", "Recovery and protection", _PROTECTION, is_open=True),
    Group("lifetime", "Lifetime and stream", _LIFETIME, is_open=True),
    Group("regions", "Regions", _REGIONS),
    Group("search", "Vector search", _SEARCH),
    Group("operation", "Operation", OPERATION),
)
