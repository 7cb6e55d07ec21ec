"""What a review by other designs than the authors' found: each was a miss or a false alarm once."""

from dataclasses import replace

from modeler.core.design.items import Entity, SizeFact
from modeler.core.design.patterns import Rate
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    ORDER,
    ORDER_KEY,
    ORDERS,
    attribute,
    overload,
    pattern,
    with_attribute,
    with_order,
    with_pattern,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case

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


READ = pattern("GetItem", "G1", key=ORDER_KEY)
BY_STATUS_KEY = conditions(GSI1PK="CUST#{customerId}#{status}")
NEW = "attribute_not_exists(PK)"
PUT = pattern("PutItem", "W1", parameters={"customerId": "a1", "orderId": "o-9", "orderDate": "2026-06-01"})


PAGED = replace(ORDERS, code="Q1", extra={"intent": {"page_numbers": True}})


def written(**fields):
    """An update of what G1 has just read."""
    return pattern(
        "UpdateItem",
        "W1",
        key=ORDER_KEY,
        set={"note": ":after"},
        extra={"follows": {"code": "G1", "same_key": True}},
        **fields,
    )


def of_parent(most):
    """The design whose customers have so many orders at most, of two million in all."""
    return with_order(count=2_000_000, per_parent=SizeFact(10, most))


def versions(first):
    """Versions of a document beside its latest copy."""
    latest = Entity(
        "e-latest",
        "Latest",
        (attribute("docId", format="id", owner="l"),),
        (replace(overload(None, PK="DOC#{docId}", SK="v0000_DOC"), id="o-latest"),),
        (),
        ("docId",),
    )
    number = attribute("version", "N", "integer", range=(first, 9999))
    history = Entity(
        "e-version",
        "Version",
        (attribute("docId", format="id"), number),
        (overload(None, PK="DOC#{docId}", SK="v{version:pad(4)}_DOC"),),
        (),
        ("docId", "version"),
    )
    return with_table(entities=(latest, history))


CASES = (
    Case("item.grows", appended(0.001), with_pattern(), severity=Severity.ADVICE, says="years"),
    Case("item.grows", appended(1), with_pattern(), severity=Severity.WARNING),
    Case("pattern.fan_out", both(SHARDS, REST), both(SHARDS), severity=Severity.ADVICE, says="11 requests"),
    Case(
        "pattern.fan_out",
        both(replace(SHARDS, fan_out=25), REST),
        both(REST, REST),
        severity=Severity.WARNING,
        says="26 requests per read (25 + 1); more than 25",
    ),
    Case(
        "expr.missing_attribute_drops",
        with_pattern(pattern("Query", "Q1", key=conditions(PK="CUST#{customerId}"), filter="gift > :g")),
        with_pattern(pattern("Query", "Q1", index="GSI1", key=conditions(GSI1PK="x"), filter="SK > :g")),
    ),
    # Asking whether the item is there is no use of what was read.
    Case(
        "query.read_before_write",
        with_pattern(replace(READ, code="G1"), written(if_="attribute_exists(PK)")),
        with_pattern(replace(READ, code="G1"), written(if_="total = :before")),
    ),
    Case(
        "query.read_after_write_on_gsi",
        with_pattern(pattern("Query", "Q1", index="GSI1", key=BY_STATUS_KEY, extra={"fresh": 0.5})),
        with_pattern(pattern("Query", "Q1", index="GSI1", key=BY_STATUS_KEY, extra={"fresh": 5})),
        says="a write within 0.5 seconds",
    ),
    Case(
        "item.blob_inline",
        with_attribute(attribute("descriptionHtml", format="text", size=SizeFact(50_000))),
        with_attribute(attribute("descriptionHtml", format="text", size=SizeFact(3_000))),
        says="a file of about 49 KB",
    ),
    Case(
        "pattern.search_like",
        replace(of_parent(4000), patterns=(PAGED,)),
        replace(of_parent(400), patterns=(PAGED,)),
        says="4,000 rows",
    ),
    # The latest copy at v0000 and versions from 1 on share no key.
    Case("keys.collision", versions(0), versions(1), says="v0000"),
    # A steps member has no code of its own: the sentence names the pattern and the call.
    Case(
        "write.no_condition_on_create",
        with_pattern(pattern("Steps", "S1", table="app-main", steps=(replace(PUT, code="", name=""),))),
        with_pattern(pattern("Steps", "S1", table="app-main", steps=(replace(PUT, code="", name="", if_=NEW),))),
        says="S1 PutItem puts its item",
    ),
)
