"""Cases: patterns that are there, served, and take one request."""

from dataclasses import replace

from modeler.core.design.items import Entity
from modeler.core.design.patterns import Rate
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    BY_STATUS_READ,
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_KEY,
    ORDERS,
    PATTERNS,
    TABLE,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    pattern,
    with_pattern,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case

CONSTRAINT = Entity(
    "e-mail",
    "OrderNumber",
    (attribute("number", owner="mail"), attribute("orderId", format="id", owner="mail")),
    (overload(None, PK="NUMBER#{number}", SK="CONSTRAINT"),),
    constraint_of="Order",
)


def read(**fields):
    """The design with one more query of a customer's orders."""
    return with_pattern(pattern("Query", **{"key": ORDERS.key, "parameters": {"customerId": "a1"}, **fields}))


def steps(*made, **fields):
    """The design with a pattern of several calls."""
    return with_pattern(pattern("Steps", steps=made, parameters={"customerId": "a1"}, **fields))


def step(operation, key, code, **fields):
    return replace(pattern(operation, code, key=key), per_second=None, **fields)


LIST = step("Query", ORDERS.key, "S1")
ITEM = step("GetItem", ORDER_KEY, "S2")
PROFILE = step("GetItem", conditions(PK="CUST#{customerId}", SK="PROFILE"), "S3", entities=("Customer",))
LOOK_UP = step("GetItem", conditions(PK="NUMBER#{number}", SK="CONSTRAINT"), "S4", entities=("OrderNumber",))


def with_constraint(*made):
    design = steps(*made)
    return replace(design, tables=(replace(TABLE, entities=(CUSTOMER, ORDER, CONSTRAINT)),))


def sharded(count):
    """A query of a partition key that is spread over shards."""
    spread = replace(ORDER, overloads=(overload(None, PK=f"CUST#{{customerId}}#{{orderId:shard({count})}}", SK="O"),))
    asked = pattern("Query", key=conditions(PK=f"CUST#{{customerId}}#{{orderId:shard({count})}}"))
    asked = replace(asked, parameters={"customerId": "a1"})
    return replace(DESIGN, tables=(replace(TABLE, entities=(CUSTOMER, spread)),), patterns=(asked,))


WRITES = pattern("PutItem", "W1", entities=("Order", "Customer"))
READS = pattern("GetItem", "R1", key=conditions(PK="CUST#{customerId}", SK="PROFILE"), entities=("Customer",))
COMPLETE = with_pattern(WRITES, READS)
IN_TRANSACTION = replace(
    COMPLETE,
    patterns=(
        *PATTERNS,
        READS,
        pattern(
            "TransactWriteItems",
            "W2",
            steps=(step("PutItem", (), "S5"), step("PutItem", (), "S6", entities=("Customer",))),
        ),
    ),
)


def search(intent, count=5000, **fields):
    design = read(extra={"intent": intent}, **fields)
    return replace(design, tables=(replace(TABLE, entities=(CUSTOMER, replace(ORDER, count=count))),))


def thin(projection=("total",), include=("status",), index=None, **fields):
    """A query of an index that carries but some attributes."""
    index = index or gsi("GSI3", projection="INCLUDE", include=include)
    made = overload("GSI3", GSI3PK="X#{customerId}", GSI3SK="{orderDate}") if index.name == "GSI3" else overload("LSI1")
    order = replace(ORDER, overloads=(*ORDER.overloads, made))
    asked = conditions(GSI3PK="X#{customerId}") if index.name == "GSI3" else conditions(PK="CUST#{customerId}")
    design = with_table(indexes=(*TABLE.indexes, index), entities=(CUSTOMER, order))
    return replace(
        design, patterns=(*PATTERNS, pattern("Query", index=index.name, key=asked, projection=projection, **fields))
    )


LOCAL = replace(lsi("LSI1", sort=key("status")), projection=gsi(projection="KEYS_ONLY").projection)
UNREAD_ORDER = replace(DESIGN, patterns=(WRITES, READS))

CASES = (
    Case("pattern.multiple_requests", steps(LIST, ITEM), steps(LIST, PROFILE), WARNING, "orderDate"),
    Case("pattern.multiple_requests", steps(PROFILE, LIST, ITEM), with_constraint(LOOK_UP, ITEM), WARNING),
    Case("pattern.multiple_requests", steps(LIST, ITEM), steps(LIST, step("PutItem", (), "S7"))),
    Case("pattern.fan_out", sharded(11), sharded(10), ADVICE, "11 requests"),
    Case("pattern.fan_out", sharded(26), sharded(10), WARNING),
    Case("pattern.fan_out", read(fan_out=12), read(fan_out=12, extra={"purpose": "job"}), ADVICE),
    Case(
        "pattern.fan_out",
        with_pattern(pattern("GetItem", key=ORDER_KEY, fan_out=30)),
        with_pattern(pattern("BatchGetItem", key=ORDER_KEY, fan_out=100)),
        WARNING,
    ),
    Case("pattern.missing", DESIGN, COMPLETE, ADVICE, "No access pattern writes anything"),
    Case("pattern.missing", replace(DESIGN, patterns=()), IN_TRANSACTION, ADVICE, "has no access pattern"),
    Case("pattern.missing", UNREAD_ORDER, COMPLETE, ADVICE, "No access pattern reads Order"),
    Case(
        "pattern.search_like",
        search({"page_numbers": True}),
        search({"page_numbers": True}, 900),
        WARNING,
        "5,000 rows",
    ),
    Case("pattern.search_like", search({"text_search": True}), search({"order_by": "orderDate"}), WARNING),
    Case(
        "pattern.search_like",
        search({"optional_filters": ["a", "b", "c", "d"]}),
        search({"optional_filters": ["a", "b"]}),
        WARNING,
        "4 optional filters",
    ),
    Case(
        "pattern.unserved",
        with_pattern(pattern("Query", parameters={"orderId": "o-1"})),
        with_pattern(pattern("Scan", extra={"purpose": "admin"})),
        ERROR,
        "orderId",
    ),
    Case(
        "pattern.unserved",
        with_pattern(pattern("GetItem", parameters={"customerId": "a1", "status": "OPEN"})),
        with_pattern(pattern("GetItem", key=ORDER_KEY)),
        ERROR,
    ),
    Case(
        "pattern.unserved",
        with_pattern(pattern("Query", key=conditions(PK="STATUS#{status}"), filter="status <> 'SHIPPED'")),
        with_pattern(pattern("Query", parameters={"customerId": "a1"}, filter="status = 'OPEN'")),
        ERROR,
    ),
    Case(
        "pattern.no_rate",
        read(per_second=None),
        read(per_second=Rate(0, 0)),
        ADVICE,
        "how often",
    ),
    Case("index.projection_too_thin", thin(), thin(("status",)), WARNING, "5 GetItem per call"),
    Case("index.projection_too_thin", thin(extra={"intent": {"one_request": True}}), thin(include=("total",)), ERROR),
    Case("index.projection_too_thin", thin(index=LOCAL), thin(("status",), index=LOCAL), WARNING, "fetches"),
    Case(
        "query.consistent_on_gsi",
        with_pattern(replace(BY_STATUS_READ, id="p-x", code="X", consistent=True)),
        read(consistent=True),
        ERROR,
    ),
    Case("query.all_attributes_on_thin_gsi", thin(("*",)), thin(("status",)), ERROR),
)
