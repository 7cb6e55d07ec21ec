"""Cases: reads that take more than they give, and fields that do not fit."""

from dataclasses import replace

from modeler.core.design.items import SizeFact
from modeler.core.design.patterns import Rate
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING
from tests.modeler.core.rules.builders import (
    BY_STATUS_READ,
    CUSTOMER,
    ITEMS,
    ORDER,
    ORDER_ATTRIBUTES,
    ORDER_KEY,
    ORDERS,
    TABLE,
    attribute,
    item,
    pattern,
    with_pattern,
)
from tests.modeler.core.rules.cases.case import Case


def read(**fields):
    """One more query of a customer's orders."""
    return with_pattern(pattern("Query", **{"key": ORDERS.key, **fields}))


def scan(**fields):
    return with_pattern(pattern("Scan", **fields))


def with_fields(design, **fields):
    """The design with fields of Order replaced."""
    return replace(design, tables=(replace(TABLE, entities=(CUSTOMER, replace(ORDER, **fields))),))


def big(design, size=9000):
    """Orders with a large note."""
    note = attribute("note", format="text", size=SizeFact(size, size))
    return with_fields(design, attributes=(*(one for one in ORDER_ATTRIBUTES if one.name != "note"), note))


def optional(design, share=0.9):
    made = attribute("ttl", "N", "epoch_seconds", optional=share)
    items = tuple(item(f"o-{n}", customerId="a1", orderId=f"{n}", orderDate="2026-06-01", status="OPEN", total=1, ttl=9)
                  for n in range(2))  # fmt: skip
    return with_fields(design, attributes=(*ORDER_ATTRIBUTES, made), items=items)


def after(code, operation="GetItem", **fields):
    """A pattern that follows another, beside the design's own."""
    told = {"code": code, **fields.pop("told", {})}
    return pattern(operation, "P2", extra={"follows": told, **fields.pop("extra", {})}, **{"key": ORDER_KEY, **fields})


GET = pattern("GetItem", "G1", key=ORDER_KEY)
STRONG = replace(GET, consistent=True, per_second=Rate(0.1, 1))
PUT = pattern("PutItem", "W1")
SHARED = {"same_key": True}
BUMP = {"set": {"note": "x"}}
ITEMS_AND = {"customerId": "a1", "orderId": "o-1", "orderDate": "2026-06-01"}


def together(*made):
    return with_pattern(*made)


COUNTED = {"intent": {"returns": {"what": "count"}}}


def count(average, **fields):
    return read(extra=COUNTED, items_returned=800, per_second=Rate(average, 4 * average), **fields)


OPEN = "status = 'OPEN'"
LATER = "ttl > :now"

CASES = (
    Case("query.scan_online", scan(), scan(extra={"purpose": "job"}), WARNING),
    Case(
        "query.scan_online",
        scan(filter="customerId = :c AND status = 'OPEN'", parameters={"c": "a1"}),
        read(filter=OPEN),
        WARNING,
    ),
    Case(
        "query.report_on_table",
        with_fields(scan(extra={"purpose": "report"}), count=50_000),
        with_fields(scan(extra={"purpose": "report"}), count=1000),
        WARNING,
        "MB per run",
    ),
    Case(
        "query.report_on_table",
        big(read(extra={"purpose": "report"}, items_returned=400)),
        big(read(extra={"purpose": "job"}, items_returned=400)),
    ),
    Case("query.filter_discards", read(filter=OPEN), read(filter="status <> 'OPEN'"), WARNING, "97%"),
    Case(
        "query.filter_discards",
        read(filter="total > :least", items_returned=5, extra={"examined": 50}, parameters={"least": 1}),
        read(filter="total > :least", items_returned=49, extra={"examined": 50}, parameters={"least": 1}),
        WARNING,
        "90%",
    ),
    Case("query.limit_with_filter", read(filter=OPEN, limit=10), read(limit=10), WARNING, "10 items"),
    Case(
        "query.limit_with_filter",
        with_pattern(pattern("Query", parameters={"customerId": "a", "total": "1"}, limit=5)),
        with_pattern(pattern("Query", parameters={"customerId": "a"}, limit=5)),
    ),
    Case(
        "query.many_pages", big(read(items_returned=400)), big(read(items_returned=400, limit=20)), WARNING, "4 pages"
    ),
    Case("query.many_pages", big(read(items_returned=150)), big(read(items_returned=100))),
    Case("query.count_by_reading", count(20), count(0.01), WARNING, "counts by reading"),
    Case("query.count_by_reading", count(2), count(0.2), ADVICE, "per second on average"),
    Case("query.count_by_reading", count(20), read(items_returned=800, per_second=Rate(20, 80))),
    Case(
        "query.large_item_for_little",
        big(with_pattern(replace(GET, projection=("status",)))),
        big(with_pattern(replace(GET, projection=("note",)))),
        ADVICE,
        "of Order",
    ),
    Case(
        "query.large_item_for_little",
        big(with_pattern(replace(GET, projection=("status",)))),
        big(with_pattern(replace(BY_STATUS_READ, id="p-9", code="P9", projection=("status",)))),
    ),
    Case(
        "query.read_after_write_on_gsi",
        with_pattern(replace(BY_STATUS_READ, id="p-9", code="P9", extra={"fresh": "read_your_write"})),
        read(extra={"fresh": "read_your_write"}, consistent=True),
        WARNING,
        "GSI1",
    ),
    Case(
        "query.read_after_write_on_gsi",
        with_pattern(replace(BY_STATUS_READ, id="p-9", code="P9", extra={"fresh": 0.5})),
        with_pattern(replace(BY_STATUS_READ, id="p-9", code="P9", extra={"fresh": 5})),
    ),
    Case("query.strong_not_needed", together(STRONG), together(GET), ADVICE),
    Case(
        "query.strong_not_needed",
        together(replace(STRONG, extra={"intent": {"given": ["orderId"], "eventual": True}})),
        together(replace(STRONG, extra={"intent": {"given": ["orderId"]}})),
        ADVICE,
        "declared to be good enough",
    ),
    Case("query.strong_not_needed", together(STRONG), together(replace(STRONG, extra={"fresh": 0})), ADVICE),
    Case(
        "query.strong_not_needed",
        together(replace(STRONG, per_second=Rate(90, 90))),
        together(STRONG, after("G1", "UpdateItem", told=SHARED, if_="total = :seen", **BUMP)),
        WARNING,
        "% of all read units",
    ),
    Case(
        "query.strong_not_needed",
        together(PUT, STRONG),
        together(PUT, replace(STRONG, extra={"follows": {"code": "W1", "same_key": True}})),
    ),
    Case("query.n_plus_one", together(after("A2", told={"times": 20})), together(after("A2")), WARNING, "20 rows"),
    Case(
        "query.n_plus_one",
        together(after("A2", told={"times": 500})),
        together(after("A2", "BatchGetItem", fan_out=20, told={"times": 1})),
    ),
    Case(
        "query.read_before_write",
        together(GET, after("G1", "UpdateItem", told=SHARED, **BUMP)),
        together(GET, after("G1", "UpdateItem", told=SHARED, if_="total = :seen", **BUMP)),
        ADVICE,
        "G1 has just read",
    ),
    Case(
        "query.read_before_write",
        together(pattern("Steps", steps=(GET, pattern("UpdateItem", "S", key=ORDER_KEY, **BUMP)))),
        together(pattern("Steps", steps=(GET, pattern("UpdateItem", "S", key=ORDER_KEY, if_="total = :t", **BUMP)))),
    ),
    Case(
        "expr.missing_attribute_drops", optional(read(filter=LATER)), optional(read(filter=LATER), 1.0), WARNING, "ttl"
    ),
    Case(
        "expr.missing_attribute_drops",
        optional(read(filter=f"{OPEN} AND :now < ttl")),
        optional(read(filter=f"{OPEN} AND (attribute_not_exists(ttl) OR {LATER})")),
    ),
    Case(
        "expr.missing_attribute_drops",
        optional(read(filter="ttl BETWEEN :a AND :b")),
        optional(read(filter="attribute_exists(ttl) AND ttl BETWEEN :a AND :b")),
    ),
    Case(
        "expr.missing_attribute_drops",
        with_fields(read(filter="total >= :least"), items=(*ITEMS, item("o-3", **ITEMS_AND))),
        with_fields(read(filter="total <> :least"), items=(*ITEMS, item("o-3", **ITEMS_AND))),
    ),
    Case("ap.fields_do_not_fit", together(replace(GET, index="GSI1")), together(GET), ERROR, "never an index"),
    Case("ap.fields_do_not_fit", together(replace(GET, filter=OPEN)), read(filter=OPEN), ERROR, "no filter"),
    Case("ap.fields_do_not_fit", read(if_=OPEN), together(replace(PUT, if_=OPEN)), ERROR, "no condition"),
    Case("ap.fields_do_not_fit", together(replace(GET, limit=1)), read(limit=1), ERROR, "no limit"),
    Case(
        "ap.fields_do_not_fit", read(set={"note": "x"}), together(pattern("UpdateItem", key=ORDER_KEY, **BUMP)), ERROR
    ),
    Case("ap.fields_do_not_fit", scan(extra={"segment": 0}), scan(extra={"segment": 0, "total_segments": 4}), ERROR),
    Case("ap.fields_do_not_fit", scan(extra={"segment": 4, "total_segments": 4}), scan(), ERROR, "1 to 1000000"),
    Case(
        "ap.fields_do_not_fit",
        together(pattern("DeleteItem", key=ORDER_KEY, **BUMP)),
        together(pattern("DeleteItem", key=ORDER_KEY, if_=OPEN)),
    ),
    Case(
        "ap.fields_do_not_fit",
        together(pattern("UpdateItem", key=ORDER_KEY, consistent=True, **BUMP)),
        together(pattern("GetItem", key=ORDER_KEY, consistent=True)),
    ),
)
