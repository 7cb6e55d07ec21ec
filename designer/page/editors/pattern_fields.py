"""Editors of an access pattern. Its key, what it sets and what it is asked with have controls of their own."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import Field, Group
from modeler.core.design.patterns import Operation

_EXPRESSIONS: Final = "Using expressions in DynamoDB"
_SWITCHES: Final = (
    ("page_numbers", "Pages by number"),
    ("strict_order", "One order over everything"),
    ("text_search", "Words inside texts"),
    ("one_request", "In one request"),
    ("approximate", "Nearly right is enough"),
    ("upsert", "May create the item"),
    ("replace", "Means to overwrite"),
    ("expects_gone", "Expired items must not be found"),
    ("shared_by_tenants", "About all tenants"),
)

PATTERN: Final = (
    Group(
        "pattern",
        "Access pattern",
        (
            Field("code", "Code", "code", "A short name for tables and sentences: A1, Q7."),
            Field("name", "Name", "text", "What the application asks or does, in its own words."),
            Field("description", "Description", "long", "Who asks, and what for."),
            Field(
                "operation",
                "Operation",
                "choice",
                "The call that is made. Steps is a pattern of several calls, one after the other.",
                "DynamoDB API",
                choices=tuple((one.value, one.value) for one in Operation),
            ),
            Field("table", "Table", "offered", "The table that is called.", offers="tables"),
            Field(
                "index",
                "Index",
                "offered",
                "A GSI or LSI of the table; nothing for the table's own key. Where neither an index nor a key "
                "condition is given, the best one is looked for.",
                offers="indexes",
                absent="the table, or the best one",
            ),
            Field(
                "entities",
                "Entities",
                "names",
                "Whose items are meant. Names in conditions are those of their attributes.",
                offers="entities",
                adds="entity",
            ),
        ),
        is_open=True,
    ),
    Group(
        "read",
        "Reading",
        (
            Field(
                "filter",
                "Filter",
                "code",
                "Thrown away after reading, and paid for: what the key can say belongs into the key.",
                _EXPRESSIONS,
            ),
            Field(
                "projection",
                "Attributes",
                "names",
                "What is returned; units are charged for the whole item all the same. * asks for everything.",
                _EXPRESSIONS,
                offers="attributes",
                adds="attribute",
            ),
            Field("descending", "Backwards", "switch", "ScanIndexForward false: the greatest sort key first."),
            Field("limit", "Limit", "number", "How many items are read at most, before the filter.", unit="items"),
            Field(
                "consistent",
                "Strongly consistent",
                "switch",
                "Twice the units, and never on a GSI.",
                "DynamoDB read consistency",
            ),
            Field("fan_out", "Keys at once", "number", "For so many keys the call is made, one each.", unit="keys"),
            Field("segment", "Segment", "number", "Of a Scan in parts: which part this call reads, from 0."),
            Field("total_segments", "Segments", "number", "Of a Scan in parts: how many there are."),
        ),
    ),
    Group(
        "write",
        "Writing",
        (
            Field(
                "remove",
                "Removes",
                "names",
                "Attributes that an update takes away.",
                offers="attributes",
                adds="attribute",
            ),
            Field(
                "add",
                "Adds to",
                "map",
                "Numbers that are counted up, or sets that grow, by attribute.",
                members=(Field("", "Attribute", "offered", offers="attributes"), Field("", "By", "code")),
                adds="attribute",
            ),
            Field(
                "if",
                "Only if",
                "code",
                "A condition with literals, checked in the same call: attribute_not_exists(PK), status = 'OPEN'.",
                "DynamoDB condition expression",
            ),
            Field(
                "update",
                "Own UpdateExpression",
                "long",
                "Instead of what is derived from the intent; it is checked against what the intent would need.",
                _EXPRESSIONS,
            ),
            Field("condition", "Own ConditionExpression", "long", "With #names and :values.", _EXPRESSIONS),
            Field(
                "names",
                "ExpressionAttributeNames",
                "map",
                "What each #name stands for.",
                members=(Field("", "#name", "code"), Field("", "Attribute", "code")),
                adds="name",
            ),
            Field("values", "ExpressionAttributeValues", "json", "What each :value stands for."),
        ),
    ),
    Group(
        "rate",
        "How often",
        (
            Field(
                "per_second",
                "Calls a second",
                "object",
                "What capacity, heat and cost are counted from.",
                members=(
                    Field("average", "On average", "number", unit="calls/s"),
                    Field("peak", "At the peak", "number", unit="calls/s"),
                ),
            ),
            Field("items_returned", "Returned", "number", "Items of one call, on average.", unit="items"),
            Field(
                "examined",
                "Examined",
                "number",
                "Items that are read for it, where more than are returned.",
                unit="items",
            ),
            Field(
                "skew",
                "Uneven keys",
                "object",
                "How the calls fall on keys; evenly where nothing is said. One partition serves 3,000 reads and 1,000 "
                "writes a second.",
                "Best practices for designing partition keys",
                members=(
                    Field("hottest", "Share of the hottest", "percent"),
                    Field("zipf", "Zipf's exponent", "number"),
                    Field("attribute", "Of", "offered", offers="attributes"),
                ),
            ),
            Field(
                "follows",
                "After",
                "object",
                "The pattern after which this one is called.",
                members=(
                    Field("code", "Pattern", "offered", offers="patterns"),
                    Field("times", "Calls each time", "number"),
                    Field("same_key", "On the same key", "switch"),
                ),
            ),
            Field(
                "batch_size",
                "Items a batch",
                "number",
                "25 writes or 100 reads at most.",
                "Quotas in Amazon DynamoDB",
                unit="items",
            ),
            Field(
                "retries_unprocessed",
                "Sends again what was not done",
                "switch",
                "A batch may come back with keys or items that were not processed.",
            ),
            Field("window_ms", "Window", "number", "Calls that are gathered before they are sent.", unit="ms"),
        ),
        is_open=True,
    ),
    Group(
        "meant",
        "What is meant",
        (
            Field("fresh", "How old it may be", "json", 'Seconds, or "read_your_write".'),
            Field(
                "purpose",
                "Purpose",
                "choice",
                "Who waits for it: a person online, an administrator, a report, a job.",
                choices=(
                    ("", "Not said"),
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
                "Whether a call may come twice.",
                choices=(("", "Not said"), ("once", "Once"), ("at_least_once", "At least once")),
            ),
            Field("invariant", "What must hold", "long", "Why these writes belong together: what must be true of all."),
            Field(
                "intent",
                "By intent",
                "object",
                "What the caller knows and wants, from which an index is found where no key is given.",
                members=(
                    Field("given", "Given", "names", offers="attributes"),
                    Field("range", "Bounded", "offered", offers="attributes"),
                    Field("order_by", "Ordered by", "names", offers="attributes"),
                    Field(
                        "direction",
                        "Direction",
                        "choice",
                        choices=(
                            ("", "Not said"),
                            ("ascending", "Ascending"),
                            ("descending", "Descending"),
                            ("newest first", "Newest first"),
                        ),
                    ),
                    Field("top", "Of the first", "number", unit="items"),
                    Field("optional_filters", "May filter by", "names", offers="attributes"),
                    Field("radius_km", "Radius", "number", unit="km"),
                    Field("geohash_precision", "Geohash", "number", unit="characters"),
                    Field("window_days", "Window", "number", unit="days"),
                    *(Field(name, label, "switch") for name, label in _SWITCHES),
                ),
            ),
            Field("members", "Members", "json", "Parts that one whole is made of, read or written together."),
            Field("steps", "Steps", "json", "The calls of a batch, a transaction or a sequence, each a pattern."),
        ),
    ),
)
