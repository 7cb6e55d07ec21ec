"""DynamoDB's quotas and the thresholds of our rules, each with its source (a section of docs/facts)."""

from __future__ import annotations

from typing import Final

KIB: Final = 1024
MIB: Final = 1024 * KIB
GIB: Final = 1024 * MIB

# Items and keys: facts/limits#items
ITEM_BYTES_MAX: Final = 400 * KIB
PARTITION_KEY_BYTES_MAX: Final = 2048
SORT_KEY_BYTES_MAX: Final = 1024
ATTRIBUTE_NAME_BYTES_MAX: Final = 64 * KIB
KEY_ATTRIBUTE_NAME_BYTES_MAX: Final = 255
NAME_PATTERN: Final = r"[a-zA-Z0-9_.-]+"
NAME_CHARS_MIN: Final = 3
NAME_CHARS_MAX: Final = 255
NESTING_LEVELS_MAX: Final = 32
NUMBER_DIGITS_MAX: Final = 38
NUMBER_EXPONENT_MAX: Final = 125
NUMBER_EXPONENT_MIN: Final = -130
TAGS_MAX: Final = 50
TAG_KEY_CHARS_MAX: Final = 128
TAG_VALUE_CHARS_MAX: Final = 256

# Indexes: facts/limits#indexes, facts/limits#multi-attribute-keys
GSI_MAX: Final = 20
LSI_MAX: Final = 5
GSI_KEY_ELEMENTS_MAX: Final = 4
PROJECTED_NAMES_MAX: Final = 100
PROJECTED_NAMES_PER_INDEX: Final = 20
LSI_COLLECTION_BYTES_MAX: Final = 10 * GIB

# Requests: facts/limits#requests
BATCH_GET_KEYS_MAX: Final = 100
BATCH_WRITE_ITEMS_MAX: Final = 25
TRANSACTION_ACTIONS_MAX: Final = 100
TRANSACTION_BYTES_MAX: Final = 4 * MIB
BATCH_BYTES_MAX: Final = 16 * MIB
PAGE_BYTES: Final = 1 * MIB
SCAN_SEGMENTS_MAX: Final = 1_000_000

# Expressions: facts/limits#expressions
EXPRESSION_BYTES_MAX: Final = 4096
PLACEHOLDER_BYTES_MAX: Final = 255
EXPRESSION_VALUES_BYTES_MAX: Final = 2 * MIB
OPERATORS_MAX: Final = 300
IN_OPERANDS_MAX: Final = 100
PATH_DEPTH_MAX: Final = 32

# Throughput: facts/limits#throughput
PARTITION_READ_UNITS: Final = 3000
PARTITION_WRITE_UNITS: Final = 1000
TABLE_UNITS_QUOTA: Final = 40_000
ACCOUNT_UNITS_QUOTA: Final = 80_000
UNITS_BOUND: Final = 1_000_000_000_000
ON_DEMAND_READS: Final = 12_000
ON_DEMAND_WRITES: Final = 4_000
PARTITION_BYTES: Final = 10 * GIB

# Capacity: facts/throughput#reads
READ_UNIT_BYTES: Final = 4 * KIB
WRITE_UNIT_BYTES: Final = 1 * KIB

# Storage overhead: facts/item-sizes#storage
ITEM_OVERHEAD_BYTES: Final = 100
INDEX_ENTRY_OVERHEAD_BYTES: Final = 100
GLOBAL_TABLE_OVERHEAD_BYTES: Final = 48

HOURS_PER_MONTH: Final = 730
SECONDS_PER_MONTH: Final = HOURS_PER_MONTH * 3600

# Tables and their features: facts/limits#features, facts/limits#vector-indexes
TABLES_QUOTA: Final = 2_500
POLICY_BYTES_MAX: Final = 20 * KIB
STRONG_REGIONS: Final = 3
VECTOR_INDEXES_MAX: Final = 5
VECTOR_DIMENSIONS_MAX: Final = 4_096
VECTOR_FILTERS_MAX: Final = 18

# PITR window: facts/limits#features
PITR_DAYS_MIN: Final = 1
PITR_DAYS_MAX: Final = 35

# Limits on input from outside (Keysheet's, not DynamoDB's)
DOCUMENT_BYTES_MAX: Final = 20 * MIB
DOCUMENT_ITEMS_MAX: Final = 50_000
DOCUMENT_DEPTH_MAX: Final = 40

# Thresholds of rules: facts/modeling#rules
SPARSE_SHARE: Final = 1 / 3
FILTER_DISCARD_SHARE: Final = 0.10
HOT_SHARE: Final = 0.50
NEAR_LIMIT_SHARE: Final = 0.50
MIN_DISTINCT: Final = 100
AMPLIFICATION_MAX: Final = 3.0
FANOUT_ADVICE: Final = 10
FANOUT_WARNING: Final = 25
LARGE_ITEM_BYTES: Final = 100 * KIB
NEAR_ITEM_SHARE: Final = 0.80
CONFLICT_SHARE: Final = 0.10
