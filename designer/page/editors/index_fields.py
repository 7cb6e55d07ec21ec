"""Editors of an index."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import (
    CONSTRAINTS,
    MULTI_KEYS,
    PROVENANCE,
    EditorField,
    FieldGroup,
    capacity,
    key_schema,
)

_GSI: Final = "Using global secondary indexes in DynamoDB"

INDEX: Final = (
    FieldGroup(
        "index",
        "Index",
        (
            EditorField(
                "name",
                "Name",
                "code",
                "3 to 255 letters, digits, _ . and -. Several entities can use an index whose name is generic (GSI1).",
                CONSTRAINTS,
            ),
            EditorField(
                "kind",
                "Kind",
                "choice",
                "A GSI can have any key, has its own capacity, and supports eventually consistent reads; 20 per "
                "table by default. An LSI has the table's partition key, supports strongly consistent reads, can "
                "only be created with the table (at most 5), and limits an item collection to 10 GB.",
                "Improving data access with secondary indexes",
                choices=(("GSI", "GSI (global)"), ("LSI", "LSI (local)")),
            ),
            EditorField(
                "description",
                "Description",
                "long",
                "The purpose of the index, in terms of the access patterns that use it.",
            ),
            EditorField(
                "reserve",
                "Unused on purpose",
                "switch",
                "An index that is kept for later. Its keys are written from the start, so that a new pattern needs "
                "no backfill.",
            ),
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
                "Up to 4 attributes in a GSI; a query specifies all of them with =. An item without one of the key "
                "attributes is not in the index. A value can have 2,048 bytes.",
                MULTI_KEYS,
            ),
            key_schema(
                "sort_key",
                "Sort key",
                "Up to 4 attributes in a GSI, compared from left to right, each in the order of its type. A query "
                "can omit the last ones. A value can have 1,024 bytes.",
                MULTI_KEYS,
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "projection",
        "Projection",
        (
            EditorField(
                "projection",
                "Projects",
                "object",
                "The attributes of an index entry besides the keys. Projected attributes are written again with "
                "each change: KEYS_ONLY has the cheapest writes, ALL the cheapest reads. INCLUDE can list 20 "
                "attributes, and 100 over all indexes of a table. A projection cannot be changed; the index must be "
                "rebuilt.",
                _GSI,
                members=(
                    EditorField(
                        "type",
                        "Projection",
                        "choice",
                        choices=(
                            ("ALL", "ALL (the whole item)"),
                            ("KEYS_ONLY", "KEYS_ONLY"),
                            ("INCLUDE", "INCLUDE (listed attributes)"),
                        ),
                    ),
                    EditorField("attributes", "Attributes", "names", offers="attributes"),
                ),
            ),
        ),
        is_open=True,
    ),
    FieldGroup("capacity", "Capacity", capacity("", "the index")),
)
