"""Editors of a table."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import CONSTRAINTS, PROVENANCE, QUOTAS, EditorField, FieldGroup, capacity, key_schema
from designer.page.editors.operation_fields import OPERATION

_CAPACITY: Final = (
    EditorField(
        "settings.billing",
        "Capacity mode",
        "choice",
        "On-demand bills per request and immediately supports twice the previous peak. Provisioned bills per hour "
        "for capacity, used or not, and is cheaper above about 29% utilization. A table can switch to on-demand 4 "
        "times in 24 hours, and back at any time.",
        "Considerations when switching capacity modes in DynamoDB",
        choices=(("", "On-demand (default)"), ("PAY_PER_REQUEST", "On-demand"), ("PROVISIONED", "Provisioned")),
    ),
    *capacity("settings.", "the table"),
    EditorField(
        "settings.table_class",
        "Table class",
        "choice",
        "With Standard-IA, storage costs 60% less and reads and writes cost about 25% more. It pays off if storage "
        "costs more than about 40% of throughput. GSIs use the table's class. Two changes are possible in 30 days.",
        "DynamoDB table classes",
        choices=(
            ("", "Standard (default)"),
            ("STANDARD", "Standard"),
            ("STANDARD_INFREQUENT_ACCESS", "Standard-IA (infrequent access)"),
        ),
    ),
    EditorField(
        "settings.gsi_quota",
        "GSI quota",
        "number",
        "The number of GSIs per table in the account. 20, unless AWS raised it on request.",
        QUOTAS,
        unit="indexes",
        absent="20",
    ),
)

_PROTECTION: Final = (
    EditorField(
        "settings.point_in_time_recovery",
        "Point-in-time recovery",
        "switch",
        "Restores to any second of the window, always into a new table. Billed by the size of the table and its LSIs.",
        "Point-in-time backups for DynamoDB",
    ),
    EditorField(
        "settings.recovery_days",
        "Window",
        "number",
        "The recovery window, 1 to 35 days; 35 if not specified.",
        "Point-in-time backups for DynamoDB",
        unit="days",
        absent="35",
    ),
    EditorField(
        "settings.deletion_protection",
        "Deletion protection",
        "switch",
        "While this is on, DeleteTable fails, from the console, the API and CloudFormation alike.",
        "Deletion protection",
    ),
    EditorField(
        "settings.encryption",
        "Encryption",
        "object",
        "Tables are always encrypted at rest. A customer managed key costs KMS calls, shows each use in CloudTrail, "
        "and can be revoked. The key can be changed 4 times in 24 hours.",
        "DynamoDB encryption at rest",
        members=(
            EditorField(
                "type",
                "Key",
                "choice",
                choices=(
                    ("", "AWS owned key (default)"),
                    ("AWS_OWNED", "AWS owned key"),
                    ("AWS_MANAGED", "AWS managed key (aws/dynamodb)"),
                    ("CUSTOMER", "Customer managed key"),
                ),
            ),
            EditorField("key", "Key ID or ARN", "code"),
        ),
    ),
    EditorField(
        "settings.resource_policy",
        "Resource policy",
        "json",
        "A policy on the table, for access from other accounts: at most 20 KB of JSON.",
        QUOTAS,
    ),
    EditorField(
        "settings.compliance",
        "Compliance",
        "names",
        "Regulations that apply to this table's data. Overrides the design.",
        offers="regimes",
        adds="regime",
    ),
)

_LIFETIME: Final = (
    EditorField(
        "settings.ttl_attribute",
        "TTL attribute",
        "offered",
        "A top-level Number attribute, in epoch seconds. DynamoDB usually deletes expired items within a few days, "
        "without a guarantee and for free. The deletion appears in the stream. Values more than five years in the "
        "past are ignored.",
        "Using time to live (TTL) in DynamoDB",
        offers="attributes",
    ),
    EditorField(
        "settings.stream",
        "Stream",
        "choice",
        "Contains each change in order for 24 hours, with the images specified here; at most 2 concurrent readers. "
        "To change the view type, turn the stream off first.",
        "Change data capture for DynamoDB Streams",
        choices=(
            ("", "Off"),
            ("KEYS_ONLY", "Keys only"),
            ("NEW_IMAGE", "New image"),
            ("OLD_IMAGE", "Old image"),
            ("NEW_AND_OLD_IMAGES", "New and old images"),
        ),
    ),
    EditorField(
        "settings.stream_consumers",
        "Stream consumers",
        "rows",
        "More than two readers of a shard throttle each other. The stream's images must include what a consumer needs.",
        "Change data capture for DynamoDB Streams",
        members=(
            EditorField("name", "Name", "text"),
            EditorField(
                "kind",
                "Kind",
                "choice",
                choices=(("", "Not specified"), ("lambda", "Lambda"), ("reader", "Reader"), ("kinesis", "Kinesis")),
            ),
            EditorField(
                "needs",
                "Needs",
                "choice",
                choices=(
                    ("", "Not specified"),
                    ("keys", "Keys"),
                    ("new", "New image"),
                    ("old", "Old image"),
                    ("both", "Both"),
                ),
            ),
            EditorField("maintains", "Updates", "names", offers="entities", adds="name"),
            EditorField("requests_per_second", "GetRecords calls", "number", unit="per second"),
        ),
        adds="consumer",
    ),
)

_REGIONS: Final = (
    EditorField(
        "settings.replicas",
        "Replicas",
        "names",
        "Other Regions with a replica of the table. Every write is billed in each of them. With eventual "
        "consistency, the last writer wins, and a transaction is atomic only in the Region where it was made.",
        "Global tables: multi-active, multi-Region replication",
        offers="regions",
        adds="Region",
    ),
    EditorField(
        "settings.multi_region_consistency",
        "Consistency across Regions",
        "choice",
        "Strong consistency needs exactly three Regions of one Region set, including a witness if there is one. It "
        "does not support TTL, LSIs and transactions.",
        "Multi-Region strong consistency",
        choices=(("", "Eventual (default)"), ("EVENTUAL", "Eventual"), ("STRONG", "Strong")),
    ),
    EditorField(
        "settings.witness",
        "Witness",
        "offered",
        "With strong consistency: a Region that takes part in the quorum but has no replica.",
        "Multi-Region strong consistency",
        offers="regions",
    ),
)

_SEARCH: Final = (
    EditorField(
        "settings.vector_indexes",
        "Vector indexes",
        "rows",
        "For similarity search, on on-demand tables only: 5 per table, up to 4,096 dimensions. Items without the "
        "vector attribute or the partition attribute are not indexed. A vector index cannot be changed later.",
        "Vector search in DynamoDB",
        members=(
            EditorField("name", "Name", "code"),
            EditorField("attribute", "Attribute", "offered", offers="attributes"),
            EditorField("dimensions", "Dimensions", "number"),
            EditorField(
                "distance",
                "Distance",
                "choice",
                choices=(
                    ("", "Cosine (default)"),
                    ("COSINE", "Cosine"),
                    ("EUCLIDEAN", "Euclidean"),
                    ("DOT_PRODUCT", "Dot product"),
                ),
            ),
            EditorField("hash", "Partitioned by", "names", offers="attributes", adds="attribute"),
            EditorField("filters", "Filtered by", "names", offers="attributes", adds="attribute"),
        ),
        adds="vector index",
    ),
)

TABLE: Final = (
    FieldGroup(
        "table",
        "Table",
        (
            EditorField(
                "name",
                "Name",
                "code",
                "3 to 255 letters, digits, _ . and -; unique per account and Region, which can have 2,500 tables by "
                "default.",
                CONSTRAINTS,
            ),
            EditorField("description", "Description", "long", "The purpose of the table."),
            PROVENANCE,
        ),
        is_open=True,
    ),
    FieldGroup(
        "key",
        "Key",
        (
            key_schema(
                "partition_key",
                "Partition key",
                "Exactly one attribute: String, Number or Binary. A value can have 2,048 bytes, and one partition "
                "supports 3,000 reads/s and 1,000 writes/s. The key of a table cannot be changed; a new table is "
                "needed.",
                CONSTRAINTS,
            ),
            key_schema(
                "sort_key",
                "Sort key",
                "At most one attribute. A value can have 1,024 bytes. Items with the same partition key value are "
                "stored in its order.",
                CONSTRAINTS,
            ),
        ),
        is_open=True,
    ),
    FieldGroup("capacity", "Capacity", _CAPACITY, is_open=True),
    FieldGroup("protection", "Recovery and protection", _PROTECTION, is_open=True),
    FieldGroup("lifetime", "Lifetime and stream", _LIFETIME, is_open=True),
    FieldGroup("regions", "Regions", _REGIONS),
    FieldGroup("search", "Vector search", _SEARCH),
    FieldGroup("operation", "Operation", OPERATION),
)
