"""Cases whose near miss lacks a fact or lies elsewhere, so that the rule leaves it, and triggers that have no fix."""

from dataclasses import replace

from modeler.core.design.items import SizeFact
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    BASE,
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_ATTRIBUTES,
    ORDER_KEY,
    ORDERS,
    PATTERNS,
    attribute,
    gsi,
    overload,
    pattern,
    with_order,
    with_pattern,
    with_settings,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case, read
from tests.modeler.core.rules.cases.queries.index_choice import again, several
from tests.modeler.core.rules.cases.queries.query_order import BY_ID, DATED, asked, between, under
from tests.modeler.core.rules.cases.schemas.single_table import RATE, STEPS, TABLES, get

PUT = pattern("PutItem", "S1", set={"status": "OPEN"}, per_second=None)
RENAME = pattern("UpdateItem", "S2", entities=("Customer",), key=conditions(PK="CUST#{customerId}", SK="PROFILE"),
                 set={"name": "x"})  # fmt: skip
IS_THERE = "attribute_exists(PK)"
GIVEN = {"customerId": "a1", "orderId": "o-1", "orderDate": "2026-06-01"}
CHECK = pattern("ConditionCheck", "S3", key=ORDER_KEY, if_="status = 'OPEN'")
SHIP = pattern("UpdateItem", "S4", key=ORDER_KEY, set={"status": "SHIPPED"})
OWN = replace(SHIP, id="p-own", set={}, update="SET #s = :s", names={"#s": "status"}, values={":s": "SHIPPED"})
NOTE = replace(SHIP, id="p-note", set={"note": "x"})
FOUND = pattern("GetItem", "S5", key=ORDER_KEY)
PROFILE = pattern("GetItem", "S6", entities=("Customer",), key=RENAME.key)
MANY = {**GIVEN, "orderId": ["o-1", "o-2"]}
ONE_IS_OPEN = {"invariant": "one is open"}


def batch(*steps, **fields):
    return with_pattern(pattern("BatchWriteItem", steps=steps, **fields))


def transaction(*steps, **fields):
    return with_pattern(pattern("TransactWriteItems", steps=steps, parameters=GIVEN, **fields))


def update(text="", **fields):
    return with_pattern(pattern("UpdateItem", key=ORDER_KEY, update=text, parameters=GIVEN, **fields))


WRITES = (
    Case("batch.not_expressible", batch(RENAME), batch(PUT), ERROR, "UpdateItem as member 1"),
    Case("batch.not_expressible", batch(PUT, if_=IS_THERE), batch(PUT), ERROR, "has a condition"),
    Case("txn.same_item_twice", transaction(SHIP, NOTE), transaction(SHIP, RENAME), ERROR),
    Case("txn.same_item_twice", transaction(OWN, NOTE), transaction(OWN, RENAME), ERROR),
    Case("txn.no_invariant", transaction(CHECK), transaction(CHECK, RENAME, extra=ONE_IS_OPEN), ADVICE, "one item"),
    Case("txn.no_invariant", transaction(CHECK, RENAME), transaction(CHECK, RENAME, extra=ONE_IS_OPEN), ADVICE),
    Case(
        "expr.placeholder",
        with_pattern(
            pattern("UpdateItem", key=ORDER_KEY, update="SET #note = :word", parameters={**GIVEN, "word": "new"})
        ),
        update("SET #note = :word", names={"#note": "note"}, values={":word": "new"}),
        ERROR,
    ),
    Case(
        "expr.placeholder",
        update("SET note = :word, gift = :gift"),
        with_pattern(
            pattern(
                "UpdateItem",
                key=ORDER_KEY,
                update="SET note = :word, gift = :gift",
                parameters={**GIVEN, "word": "new", "gift": ["a", "b"]},
            )
        ),
        ERROR,
    ),
    Case("expr.placeholder", update("SET note = :x"), update("SET note = :x", values={":x": {"N": "much"}}), ERROR),
    Case(
        "write.increment_missing",
        update("SET amount = amount + note"),
        update("SET amount = if_not_exists(amount, :z) + note", values={":z": 0}),
        WARNING,
    ),
)  # fmt: skip

LONG = "ORDER#{orderDate}#{orderId}#{a}#{b}#{c}"
READS = (
    Case(
        "query.strong_not_needed",
        with_pattern(replace(ORDERS, id="p-s", code="S", consistent=True)),
        with_pattern(pattern("Steps", steps=(replace(ORDERS, id="p-s", consistent=True), RENAME))),
    ),
    Case(
        "query.strong_not_needed",
        replace(DESIGN, patterns=(replace(ORDERS, consistent=True, per_second=None),)),
        replace(DESIGN, patterns=(replace(ORDERS, per_second=None),)),
        ADVICE,
        "twice the units, but no need",
    ),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#{from}", "ORDER#{to}"),
        under(DATED, asked({"between": ["ORDER#{from}"]})),
    ),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#2026-01-01", "ORDER#2026-01-31"),
        between("ORDER#{orderId}", "ORDER#2026-01-01", "ORDER#2026-01-31"),
    ),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#{from}", "ORDER#{to}"),
        between(DATED, "ORDER#{from}", LONG),
    ),
    Case(
        "query.prefix_without_delimiter",
        under(BY_ID, asked({"begins_with": "ORDER#{orderId}"})),
        under(BY_ID, asked({"begins_with": ""})),
    ),
    Case(
        "query.geo_cell_too_small",
        under(BY_ID, asked({"begins_with": "ORDER#"}, extra={"intent": {"geohash_precision": 2, "radius_km": 9000}})),
        under(BY_ID, asked({"begins_with": "ORDER#"}, extra={"intent": {"geohash_precision": 2, "radius_km": 90}})),
        WARNING,
        "9000 km",
    ),
)


def scanned(count, **fields):
    """A report over all customers."""
    customer = replace(CUSTOMER, count=count)
    read = pattern("Scan", entities=("Customer",), key=(), extra={"purpose": "report"}, items_returned=None, **fields)
    return replace(with_table(entities=(customer, ORDER)), patterns=(read,))


def heavy(**fields):
    """A large order of which one small attribute is read."""
    note = attribute("note", format="text", size=SizeFact(60_000, 60_000))
    attributes = (*(one for one in ORDER_ATTRIBUTES if one.name != "note"), note)
    read = pattern("GetItem", key=ORDER_KEY, projection=("status",), **fields)
    return replace(with_order(attributes=attributes, items=()), patterns=(read,))


REPORTS = (
    Case("query.report_on_table", scanned(10_000_000), scanned(None)),
    Case("query.large_item_for_little", heavy(), heavy(extra={"purpose": "job"})),
)

SHARED = again(GSI1PK="CUST#{customerId}", GSI1SK="ORDER#{orderDate}#{orderId}")
ELSEWHERE = (
    Case(
        "index.same_as_base",
        replace(SHARED, patterns=(*SHARED.patterns, *PATTERNS[:1])),
        again(GSI1PK="ORDER#{orderDate}#{orderId}", GSI1SK="CUST#{customerId}"),
        WARNING,
    ),
    Case(
        "settings.throughput_shape",
        with_settings(billing="PROVISIONED", provisioned={"read": 5, "write": 5}, on_demand_maximum={"read": 9}),
        with_settings(on_demand_maximum={"read": 9}),
        ERROR,
        "has an on-demand maximum",
    ),
    Case(
        "keys.sequential_id",
        with_order(
            attributes=(*ORDER_ATTRIBUTES, attribute("n", "N", "sequence")),
            overloads=(overload(None, PK="ORDER#{n}", SK="META"),),
        ),
        with_order(
            attributes=(*ORDER_ATTRIBUTES, attribute("n", "N", "sequence")),
            overloads=(overload(None, PK="ORDER#{n:hash(8)}", SK="META"),),
        ),
        ADVICE,
    ),
    Case(
        "keys.not_unique",
        with_order(identity=(), items=(), count=1000, overloads=(overload(None, PK="S#{status}", SK="X"),)),
        with_order(identity=(), items=(), count=2, overloads=(overload(None, PK="S#{status}", SK="X"),)),
    ),
)
SORTED = conditions(GSI1PK="CUST#{customerId}", GSI1SK={"begins_with": "ORDER#2026"})
RARE = replace(ORDER, count=900, items=(), overloads=(BASE, overload("GSI1", GSI1PK="ALL", GSI1SK="{orderId}")))
GHOST = "ORDER#{ghost}#{orderId}"
BY_DATE = asked({"begins_with": "ORDER#"}, extra={"intent": {"order_by": "orderDate"}})
TWO_WAYS = (
    replace(BASE, id="o-open", when="status = 'OPEN'"),
    replace(BASE, id="o-other", keys={"PK": "CUST#{customerId}", "SK": "OLD#{orderId}"}),
)


def put_twice(*overloads):
    """A transaction that puts an order and notes something in it."""
    steps = (pattern("PutItem", "S1", set={"status": "OPEN"}), NOTE)
    return replace(with_order(overloads=overloads, items=()), patterns=transaction(*steps).patterns[-1:])


GONE = (
    {"code": "A1", "operation": "Steps", "steps": [get("customers", "customerId"), get("gone", "orderId")], **RATE},
)


def single(*patterns):
    """Three tables of one entity each, two of which share an id, and these patterns."""
    return read(tables=TABLES, access_patterns=[*patterns])


MORE = (
    # A read that already gives a part of the sort key keeps it in the table.
    Case(
        "index.same_as_base",
        replace(SHARED, patterns=(pattern("Query", index="GSI1", key=SORTED),)),
        again(GSI1PK="ORDER#{orderDate}#{orderId}", GSI1SK="CUST#{customerId}"),
    ),
    Case(
        "index.constant_pk",
        several((gsi("GSI1"),), (CUSTOMER, replace(RARE, count=9000)), ()),
        several((gsi("GSI1"),), (CUSTOMER, RARE), ()),
        WARNING,
    ),
    Case("keys.fine_to_coarse", under(BY_ID, BY_DATE), under(GHOST, BY_DATE)),
    Case("txn.same_item_twice", put_twice(BASE), put_twice(*TWO_WAYS), ERROR),
    Case(
        "txn.same_item_twice",
        with_pattern(pattern("TransactGetItems", parameters=MANY, steps=(FOUND, replace(FOUND, id="p-again")))),
        with_pattern(pattern("TransactGetItems", parameters=MANY, steps=(FOUND, PROFILE))),
    ),
    Case("model.table_per_entity", single(*STEPS), single(*GONE), WARNING),
)


def many(names, projection="ALL", include=()):
    """An index that carries a secret, and so many other attributes."""
    others = tuple(attribute(f"field{n}", format="id") for n in range(names))
    secret = attribute("taxId", format="id", sensitive=True)
    order = replace(ORDER, attributes=(*ORDER_ATTRIBUTES, *others, secret), items=())
    index = gsi("GSI1", projection=projection, include=include)
    return several((index,), (CUSTOMER, order), PATTERNS[:2])


PROJECTIONS = (
    Case("index.sensitive_projected", many(120), many(120, "KEYS_ONLY"), WARNING, "taxId"),
    Case("index.sensitive_projected", many(3), many(3, "KEYS_ONLY"), WARNING, "taxId"),
)

CASES = (*MORE, *WRITES, *READS, *REPORTS, *ELSEWHERE, *PROJECTIONS)
