"""Editors of an index."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import CONSTRAINTS, MULTI_KEYS, Field, Group, capacity, key_schema

_GSI: Final = "Using global secondary indexes in DynamoDB"

INDEX: Final = (
    Group(
        "index",
        "Index",
        (
            Field(
                "name",
                "Name",
                "code",
                "3 to 255 letters, digits, _ . and -. Names that say nothing of the data (GSI1) can be used by "
                "several entities.",
                CONSTRAINTS,
            ),
            Field(
                "kind",
                "Kind",
                "choice",
                "A GSI has any key, units of its own and eventually consistent reads; 20 a table unless the quota is "
                "raised. An LSI has the table's partition key, can be read strongly consistent, exists only from the "
                "table's creation, 5 a table, and holds a collection to 10 GB.",
                "Improving data access with secondary indexes",
                choices=(("GSI", "GSI, global"), ("LSI", "LSI, local")),
            ),
            Field(
                "description",
                "Description",
                "long",
                "What the index is for, in the words of the patterns that it serves.",
            ),
            Field(
                "reserve",
                "Held in reserve",
                "switch",
                "A slot kept for later: its keys are written from the start, so that a new pattern needs no backfill "
                "of items.",
            ),
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
                "Up to 4 attributes in a GSI, all of them asked for with =. An item that lacks one of the key's "
                "attributes is not in the index. A value has at most 2,048 bytes.",
                MULTI_KEYS,
            ),
            key_schema(
                "sort_key",
                "Sort key",
                "Up to 4 attributes in a GSI, compared from left to right, each in the order of its own type; a query "
                "may leave out the last ones. A value has at most 1,024 bytes.",
                MULTI_KEYS,
            ),
        ),
        is_open=True,
    ),
    Group(
        "projection",
        "Projection",
        (
            Field(
                "projection",
                "Carries",
                "object",
                "What an entry holds besides keys. Everything projected is written again with each change: KEYS_ONLY "
                "is the cheapest write, ALL the cheapest read. INCLUDE names up to 20 attributes, and all indexes of "
                "a table together 100. It cannot be changed, only built anew.",
                _GSI,
                members=(
                    Field(
                        "type",
                        "Projection",
                        "choice",
                        choices=(
                            ("ALL", "ALL, the whole item"),
                            ("KEYS_ONLY", "KEYS_ONLY"),
                            ("INCLUDE", "INCLUDE, named attributes"),
                        ),
                    ),
                    Field("attributes", "Attributes", "names", offers="attributes"),
                ),
            ),
        ),
        is_open=True,
    ),
    Group("capacity", "Capacity", capacity("", "the index")),
)
