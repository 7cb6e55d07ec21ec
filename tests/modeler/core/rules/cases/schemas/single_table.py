"""Cases of designs with a table for every entity."""

from copy import deepcopy

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case, read


def table(name, key, *attributes, **settings):
    """A table of one entity, found by one id."""
    entity = {
        "name": name.title(),
        "identity": [key],
        "attributes": [{"name": one, "format": "id"} for one in (key, *attributes)],
        "overloads": [{"index": None, "keys": {key: f"{{{key}}}"}}],
    }
    return {"name": name, "partition_key": [{"name": key}], "settings": settings, "entities": [entity]}


def get(name, key, **fields):
    return {"operation": "GetItem", "table": name, "key": {key: f"{{{key}}}"}, **fields}


RATE = {"per_second": {"average": 1}, "items_returned": 1}
STEPS = [
    {"code": "A1", "operation": "Steps", "steps": [get("customers", "customerId"), get("orders", "orderId")], **RATE},
]
TABLES = [
    table("customers", "customerId"),
    table("orders", "orderId", "customerId"),
    table("products", "productId"),
]


def with_orders(**settings):
    tables = deepcopy(TABLES)
    tables[1] = table("orders", "orderId", "customerId", **settings)
    return read(tables=tables, access_patterns=STEPS)


TOGETHER = read(tables=TABLES, access_patterns=STEPS)
FOLLOWING = [
    get("customers", "customerId", code="A1", **RATE),
    get("orders", "orderId", code="A2", follows={"code": "A1"}, **RATE),
]

CASES: tuple[Case, ...] = (
    Case(
        "model.table_per_entity",
        TOGETHER,
        read(tables=TABLES[:2], access_patterns=STEPS),
        Severity.WARNING,
        "3 tables hold one entity each; A1 reads customers and orders, which share customerId",
    ),
    Case("model.table_per_entity", TOGETHER, with_orders(billing="PROVISIONED", provisioned={"read": 1, "write": 1})),
    Case("model.table_per_entity", TOGETHER, with_orders(ttl_attribute="expires")),
    Case("model.table_per_entity", TOGETHER, with_orders(ops={"retention_owner": "finance"})),
    Case(
        "model.table_per_entity",
        read(tables=TABLES, access_patterns=FOLLOWING),
        read(tables=TABLES, access_patterns=[FOLLOWING[0], {**FOLLOWING[1], "follows": {}}]),
    ),
    Case(
        "model.table_per_entity",
        TOGETHER,
        read(tables=[TABLES[0], table("orders", "orderId"), TABLES[2]], access_patterns=STEPS),
    ),
)
