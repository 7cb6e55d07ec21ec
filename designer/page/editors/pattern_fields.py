"""Editors of an access pattern. Its key, the attributes it sets, and its parameters have separate controls."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import PROVENANCE, Field, FieldGroup
from modeler.core.design.patterns import Operation

_EXPRESSIONS: Final = "Using expressions in DynamoDB"
_SWITCHES: Final = (
    ("one", "At most one item"),
    ("page", "The limit is a page"),
    ("page_numbers", "Numbered pages"),
    ("strict_order", "One global order"),
    ("text_search", "Full-text search"),
    ("one_request", "In one request"),
    ("approximate", "Approximate result is enough"),
    ("eventual", "Eventual consistency is enough"),
    ("upsert", "Can create the item"),
    ("replace", "Intends to overwrite"),
    ("expects_gone", "Must not return expired items"),
    ("shared_by_tenants", "Across all tenants"),
)
_RETURNS: Final = (
    ("", "Not specified"),
    ("all", "Whole items"),
    ("attributes", "Some attributes"),
    ("count", "A count"),
    ("sum", "A sum"),
    ("average", "An average"),
    ("minimum", "A minimum"),
    ("maximum", "A maximum"),
    ("exists", "Whether there is one"),
)
_RANKS: Final = (("", "Not specified"), ("count", "Count"), ("sum", "Sum"), ("average", "Average"))

PATTERN: Final = (
    FieldGroup(
        "pattern",
        "Access pattern",
        (
            Field("code", "Code", "code", "A short code for tables and messages, such as A1 or Q7."),
            Field("name", "Name", "text", "What the application reads or writes, in its own terms."),
            Field("description", "Description", "long", "The caller and the purpose."),
            PROVENANCE,
            Field(
                "operation",
                "Operation",
                "choice",
                "The API operation. Steps is a pattern of several operations, one after the other.",
                "DynamoDB API",
                choices=tuple((one.value, one.value) for one in Operation),
            ),
            Field("table", "Table", "offered", "The table of the operation.", offers="tables"),
            Field(
                "index",
                "Index",
                "offered",
                "A GSI or LSI of the table; empty for the table itself. Without an index and a key condition, the "
                "best one is selected.",
                offers="indexes",
                absent="the table, or the best index",
            ),
            Field(
                "entities",
                "Entities",
                "names",
                "The entity of the items. Names in conditions are its attributes.",
                offers="entities",
                adds="entity",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "read",
        "Reading",
        (
            Field(
                "filter",
                "Filter",
                "code",
                "Items that the filter discards are still read and billed. Put into the key what the key can express.",
                _EXPRESSIONS,
            ),
            Field(
                "projection",
                "Attributes",
                "names",
                "The attributes that are returned. Capacity is consumed for the whole item. * returns everything.",
                _EXPRESSIONS,
                offers="attributes",
                adds="attribute",
            ),
            Field("descending", "Backwards", "switch", "ScanIndexForward is false: the greatest sort key comes first."),
            Field(
                "limit",
                "Limit",
                "number",
                ("The maximum number of items that are read, before the filter."),
                unit="items",
            ),
            Field(
                "consistent",
                "Strongly consistent",
                "switch",
                "Consumes twice the capacity. Not available on a GSI.",
                "DynamoDB read consistency",
            ),
            Field(
                "fan_out",
                "Keys per call",
                "number",
                ("The operation is called once for each of this many keys."),
                unit="keys",
            ),
            Field(
                "segment",
                "Segment",
                "number",
                ("For a parallel Scan: the segment that this call reads, starting with 0."),
            ),
            Field("total_segments", "Segments", "number", "For a parallel Scan: the number of segments."),
        ),
    ),
    FieldGroup(
        "write",
        "Writing",
        (
            Field(
                "remove",
                "Removes",
                "names",
                "Attributes that the update removes.",
                offers="attributes",
                adds="attribute",
            ),
            Field(
                "add",
                "Adds to",
                "map",
                "Numbers to increment, or elements to add to sets, by attribute.",
                members=(Field("", "Attribute", "offered", offers="attributes"), Field("", "By", "code")),
                adds="attribute",
            ),
            Field(
                "if",
                "Only if",
                "code",
                "A condition with literal values, checked in the same call: attribute_not_exists(PK), status = 'OPEN'.",
                "DynamoDB condition expression",
            ),
            Field(
                "update",
                "Custom UpdateExpression",
                "long",
                "Replaces the expression that is derived from the intent, and is checked against it.",
                _EXPRESSIONS,
            ),
            Field("condition", "Custom ConditionExpression", "long", "With #names and :values.", _EXPRESSIONS),
            Field(
                "names",
                "ExpressionAttributeNames",
                "map",
                "The attribute of each #name.",
                members=(Field("", "#name", "code"), Field("", "Attribute", "code")),
                adds="name",
            ),
            Field("values", "ExpressionAttributeValues", "json", "The value of each :value."),
        ),
    ),
    FieldGroup(
        "rate",
        "Rate",
        (
            Field(
                "per_second",
                "Calls per second",
                "object",
                "The basis of capacity, traffic per partition key, and cost.",
                members=(
                    Field("average", "Average", "number", unit="calls/s"),
                    Field("peak", "Peak", "number", unit="calls/s"),
                ),
            ),
            Field("items_returned", "Returned", "number", "Items returned per call, on average.", unit="items"),
            Field(
                "examined",
                "Evaluated",
                "number",
                "Items evaluated per call, if more than returned.",
                unit="items",
            ),
            Field(
                "skew",
                "Skewed keys",
                "object",
                "How calls are distributed over keys; evenly if not specified. One partition supports 3,000 reads/s "
                "and 1,000 writes/s.",
                "Best practices for designing partition keys",
                members=(
                    Field("hottest", "Share of the hottest key", "percent"),
                    Field("zipf", "Zipf exponent", "number"),
                    Field("attribute", "Of", "offered", offers="attributes"),
                ),
            ),
            Field(
                "follows",
                "After",
                "object",
                "The pattern that precedes this one.",
                members=(
                    Field("code", "Pattern", "offered", offers="patterns"),
                    Field("times", "Calls per trigger", "number"),
                    Field("same_key", "Same key", "switch"),
                ),
            ),
            Field(
                "batch_size",
                "Items per batch",
                "number",
                "At most 25 writes or 100 reads.",
                "Quotas in Amazon DynamoDB",
                unit="items",
            ),
            Field(
                "retries_unprocessed",
                "Retries unprocessed items",
                "switch",
                "A batch response can contain unprocessed keys or items.",
            ),
            Field("window_ms", "Window", "number", "Calls that are collected before they are sent.", unit="ms"),
        ),
        is_open=True,
    ),
    FieldGroup(
        "meant",
        "Intent",
        (
            Field("fresh", "Maximum staleness", "json", 'Seconds, or "read_your_write".'),
            Field(
                "purpose",
                "Purpose",
                "choice",
                "Who waits for the result: an online user, an administrator, a report, a job.",
                choices=(
                    ("", "Not specified"),
                    ("online", "Online"),
                    ("admin", "Administration"),
                    ("report", "Report"),
                    ("job", "Job"),
                ),
            ),
            Field(
                "delivery",
                "Delivered",
                "choice",
                "Whether a call can be delivered more than once.",
                choices=(("", "Not specified"), ("once", "Once"), ("at_least_once", "At least once")),
            ),
            Field("invariant", "Invariant", "long", "The condition that must hold over all of these writes."),
            Field(
                "intent",
                "By intent",
                "object",
                "What the caller knows and wants. If no key is given, an index is selected from this.",
                members=(
                    Field("given", "Known attributes", "names", offers="attributes"),
                    Field("range", "Range attribute", "offered", offers="attributes"),
                    Field("order_by", "Order by", "names", offers="attributes"),
                    Field(
                        "direction",
                        "Direction",
                        "choice",
                        choices=(
                            ("", "Not specified"),
                            ("ascending", "Ascending"),
                            ("descending", "Descending"),
                            ("newest first", "Newest first"),
                        ),
                    ),
                    Field(
                        "returns",
                        "Returns",
                        "object",
                        members=(
                            Field("what", "What", "choice", choices=_RETURNS),
                            Field("of", "Attributes", "names", offers="attributes"),
                            Field("group_by", "For each", "names", offers="attributes"),
                            Field("period", "Per unit of time", "text"),
                        ),
                    ),
                    Field(
                        "bounds",
                        "Bounds of the range",
                        "rows",
                        members=(
                            Field("comparison", "Comparison", "text"),
                            Field("values", "Values", "json"),
                        ),
                        adds="bound",
                    ),
                    Field(
                        "ranked_by",
                        "Ranked by",
                        "object",
                        members=(
                            Field("what", "What", "choice", choices=_RANKS),
                            Field("of", "Of", "offered", offers="attributes"),
                        ),
                    ),
                    Field(
                        "related",
                        "Identified entities",
                        "rows",
                        members=(
                            Field("entity", "Entity", "offered", offers="entities"),
                            Field("given", "Attribute", "offered", offers="attributes"),
                            Field("via", "Relation", "text"),
                        ),
                        adds="entity",
                    ),
                    Field("unique", "Unique", "names", offers="attributes"),
                    Field("top", "Of the first", "number", unit="items"),
                    Field("optional_filters", "Can filter by", "names", offers="attributes"),
                    Field("radius_km", "Radius", "number", unit="km"),
                    Field("geohash_precision", "Geohash", "number", unit="characters"),
                    Field("window_days", "Window", "number", unit="days"),
                    *(Field(name, label, "switch") for name, label in _SWITCHES),
                ),
            ),
            Field("members", "Members", "json", "Parts of one aggregate that are read or written together."),
            Field("steps", "Steps", "json", "The operations of a batch, a transaction or a sequence, each a pattern."),
        ),
    ),
)
