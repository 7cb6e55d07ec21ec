"""Editors of an access pattern. Its key, the attributes it sets, and its parameters have separate controls."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import PROVENANCE, EditorField, FieldGroup
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
            EditorField("code", "Code", "code", "A short code for tables and messages, such as A1 or Q7."),
            EditorField("name", "Name", "text", "What the application reads or writes, in its own terms."),
            EditorField("description", "Description", "long", "The caller and the purpose."),
            PROVENANCE,
            EditorField(
                "operation",
                "Operation",
                "choice",
                "The API operation. Steps is a pattern of several operations, one after the other.",
                "DynamoDB API",
                choices=tuple((one.value, one.value) for one in Operation),
            ),
            EditorField("table", "Table", "offered", "The table of the operation.", offers="tables"),
            EditorField(
                "index",
                "Index",
                "offered",
                "A GSI or LSI of the table; empty for the table itself. Without an index and a key condition, the "
                "best one is selected.",
                offers="indexes",
                absent="the table, or the best index",
            ),
            EditorField(
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
            EditorField(
                "filter",
                "Filter",
                "code",
                "Items that the filter discards are still read and billed. Put into the key what the key can express.",
                _EXPRESSIONS,
            ),
            EditorField(
                "projection",
                "Attributes",
                "names",
                "The attributes that are returned. Capacity is consumed for the whole item. * returns everything.",
                _EXPRESSIONS,
                offers="attributes",
                adds="attribute",
            ),
            EditorField(
                "descending", "Backwards", "switch", "ScanIndexForward is false: the greatest sort key comes first."
            ),
            EditorField(
                "limit",
                "Limit",
                "number",
                ("The maximum number of items that are read, before the filter."),
                unit="items",
            ),
            EditorField(
                "consistent",
                "Strongly consistent",
                "switch",
                "Consumes twice the capacity. Not available on a GSI.",
                "DynamoDB read consistency",
            ),
            EditorField(
                "fan_out",
                "Keys per call",
                "number",
                ("The operation is called once for each of this many keys."),
                unit="keys",
            ),
            EditorField(
                "segment",
                "Segment",
                "number",
                ("For a parallel Scan: the segment that this call reads, starting with 0."),
            ),
            EditorField("total_segments", "Segments", "number", "For a parallel Scan: the number of segments."),
        ),
    ),
    FieldGroup(
        "write",
        "Writing",
        (
            EditorField(
                "remove",
                "Removes",
                "names",
                "Attributes that the update removes.",
                offers="attributes",
                adds="attribute",
            ),
            EditorField(
                "add",
                "Adds to",
                "map",
                "Numbers to increment, or elements to add to sets, by attribute.",
                members=(EditorField("", "Attribute", "offered", offers="attributes"), EditorField("", "By", "code")),
                adds="attribute",
            ),
            EditorField(
                "if",
                "Only if",
                "code",
                "A condition with literal values, checked in the same call: attribute_not_exists(PK), status = 'OPEN'.",
                "DynamoDB condition expression",
            ),
            EditorField(
                "update",
                "Custom UpdateExpression",
                "long",
                "Replaces the expression that is derived from the intent, and is checked against it.",
                _EXPRESSIONS,
            ),
            EditorField("condition", "Custom ConditionExpression", "long", "With #names and :values.", _EXPRESSIONS),
            EditorField(
                "names",
                "ExpressionAttributeNames",
                "map",
                "The attribute of each #name.",
                members=(EditorField("", "#name", "code"), EditorField("", "Attribute", "code")),
                adds="name",
            ),
            EditorField("values", "ExpressionAttributeValues", "json", "The value of each :value."),
        ),
    ),
    FieldGroup(
        "rate",
        "Rate",
        (
            EditorField(
                "per_second",
                "Calls per second",
                "object",
                "The basis of capacity, traffic per partition key, and cost.",
                members=(
                    EditorField("average", "Average", "number", unit="calls/s"),
                    EditorField("peak", "Peak", "number", unit="calls/s"),
                ),
            ),
            EditorField("items_returned", "Returned", "number", "Items returned per call, on average.", unit="items"),
            EditorField(
                "examined",
                "Evaluated",
                "number",
                "Items evaluated per call, if more than returned.",
                unit="items",
            ),
            EditorField(
                "skew",
                "Skewed keys",
                "object",
                "How calls are distributed over keys; evenly if not specified. One partition supports 3,000 reads/s "
                "and 1,000 writes/s.",
                "Best practices for designing partition keys",
                members=(
                    EditorField("hottest", "Share of the hottest key", "percent"),
                    EditorField("zipf", "Zipf exponent", "number"),
                    EditorField("attribute", "Of", "offered", offers="attributes"),
                ),
            ),
            EditorField(
                "follows",
                "After",
                "object",
                "The pattern that precedes this one.",
                members=(
                    EditorField("code", "Pattern", "offered", offers="patterns"),
                    EditorField("times", "Calls per trigger", "number"),
                    EditorField("same_key", "Same key", "switch"),
                ),
            ),
            EditorField(
                "batch_size",
                "Items per batch",
                "number",
                "At most 25 writes or 100 reads.",
                "Quotas in Amazon DynamoDB",
                unit="items",
            ),
            EditorField(
                "retries_unprocessed",
                "Retries unprocessed items",
                "switch",
                "A batch response can contain unprocessed keys or items.",
            ),
            EditorField("window_ms", "Window", "number", "Calls that are collected before they are sent.", unit="ms"),
        ),
        is_open=True,
    ),
    FieldGroup(
        "meant",
        "Intent",
        (
            EditorField("fresh", "Maximum staleness", "json", 'Seconds, or "read_your_write".'),
            EditorField(
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
            EditorField(
                "delivery",
                "Delivered",
                "choice",
                "Whether a call can be delivered more than once.",
                choices=(("", "Not specified"), ("once", "Once"), ("at_least_once", "At least once")),
            ),
            EditorField("invariant", "Invariant", "long", "The condition that must hold over all of these writes."),
            EditorField(
                "intent",
                "By intent",
                "object",
                "What the caller knows and wants. If no key is given, an index is selected from this.",
                members=(
                    EditorField("given", "Known attributes", "names", offers="attributes"),
                    EditorField("range", "Range attribute", "offered", offers="attributes"),
                    EditorField("order_by", "Order by", "names", offers="attributes"),
                    EditorField(
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
                    EditorField(
                        "returns",
                        "Returns",
                        "object",
                        members=(
                            EditorField("what", "What", "choice", choices=_RETURNS),
                            EditorField("of", "Attributes", "names", offers="attributes"),
                            EditorField("group_by", "For each", "names", offers="attributes"),
                            EditorField("period", "Per unit of time", "text"),
                        ),
                    ),
                    EditorField(
                        "bounds",
                        "Bounds of the range",
                        "rows",
                        members=(
                            EditorField("comparison", "Comparison", "text"),
                            EditorField("values", "Values", "json"),
                        ),
                        adds="bound",
                    ),
                    EditorField(
                        "ranked_by",
                        "Ranked by",
                        "object",
                        members=(
                            EditorField("what", "What", "choice", choices=_RANKS),
                            EditorField("of", "Of", "offered", offers="attributes"),
                        ),
                    ),
                    EditorField(
                        "related",
                        "Identified entities",
                        "rows",
                        members=(
                            EditorField("entity", "Entity", "offered", offers="entities"),
                            EditorField("given", "Attribute", "offered", offers="attributes"),
                            EditorField("via", "Relation", "text"),
                        ),
                        adds="entity",
                    ),
                    EditorField("unique", "Unique", "names", offers="attributes"),
                    EditorField("top", "Of the first", "number", unit="items"),
                    EditorField("optional_filters", "Can filter by", "names", offers="attributes"),
                    EditorField("radius_km", "Radius", "number", unit="km"),
                    EditorField("geohash_precision", "Geohash", "number", unit="characters"),
                    EditorField("window_days", "Window", "number", unit="days"),
                    *(EditorField(name, label, "switch") for name, label in _SWITCHES),
                ),
            ),
            EditorField("members", "Members", "json", "Parts of one aggregate that are read or written together."),
            EditorField(
                "steps", "Steps", "json", "The operations of a batch, a transaction or a sequence, each a pattern."
            ),
        ),
    ),
)
