"""What a review by other designs than the authors' found: each was a miss or a false alarm once."""

from dataclasses import replace

from modeler.core.findings import Severity
from modeler.core.items import SizeFact
from modeler.core.patterns import Rate
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import ORDER, ORDER_KEY, attribute, pattern, with_order, with_pattern
from tests.modeler.core.rules.cases import Case

EVENTS = attribute("events", "L", elements=SizeFact(4))
APPEND = pattern(
    "UpdateItem",
    "U1",
    key=ORDER_KEY,
    update="SET events = list_append(events, :one)",
    condition="attribute_exists(PK)",
    values={":one": {"L": [{"S": "x" * 40}]}},
)


def appended(average):
    made = with_order(attributes=(*ORDER.attributes, EVENTS), count=1000)
    return replace(made, patterns=(*made.patterns, replace(APPEND, per_second=Rate(average, average))))


SHARDS = pattern("Query", "S1", key=conditions(PK="CUST#{customerId}"), fan_out=10)
REST = pattern("Query", "S2", key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORDER#"}))


def both(*steps):
    """One read of several queries side by side."""
    return with_pattern(pattern("Steps", "X1", table="app-main", parameters={"customerId": "a1"}, steps=steps))


CASES = (
    Case("item.grows", appended(0.001), with_pattern(), severity=Severity.ADVICE, says="years"),
    Case("item.grows", appended(1), with_pattern(), severity=Severity.WARNING),
    Case("pattern.fan_out", both(SHARDS, REST), both(SHARDS), severity=Severity.ADVICE, says="11 requests"),
    Case(
        "pattern.fan_out",
        both(replace(SHARDS, fan_out=25), REST),
        both(REST, REST),
        severity=Severity.WARNING,
        says="26 requests for one read (25 + 1); more than 25",
    ),
    Case(
        "expr.missing_attribute_drops",
        with_pattern(pattern("Query", "Q1", key=conditions(PK="CUST#{customerId}"), filter="gift > :g")),
        with_pattern(pattern("Query", "Q1", index="GSI1", key=conditions(GSI1PK="x"), filter="SK > :g")),
    ),
)
