"""The order management design of facts/procedures#lab, and short words to build designs with in tests."""

from collections.abc import Mapping

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string


def key(name: str, kind: str = "S") -> tuple[KeyAttribute, ...]:
    """A key of one attribute."""
    return (KeyAttribute(name, AttributeType(kind)),)


def gsi(name: str, partition: tuple, sort: tuple = (), projection: str = "ALL", include: tuple = ()) -> Index:
    """A GSI."""
    return Index(name, name, IndexKind.GSI, partition, sort, Projection(ProjectionType(projection), include))


def lsi(name: str, partition: tuple, sort: tuple, projection: str = "ALL", include: tuple = ()) -> Index:
    """An LSI."""
    return Index(name, name, IndexKind.LSI, partition, sort, Projection(ProjectionType(projection), include))


def values(**plain: str | int | AttributeValue) -> dict[str, AttributeValue]:
    """An item: texts as S, whole numbers as N."""
    return {
        name: string(value) if isinstance(value, str) else number(value) if isinstance(value, int) else value
        for name, value in plain.items()
    }


def attribute(name: str, kind: str = "S", format: str = "") -> Attribute:
    """An attribute whose id is its name."""
    return Attribute(name, name, AttributeType(kind), format)


def overload(index: str | None, when: str = "", **keys: str) -> Overload:
    """One cell of the key sheet."""
    return Overload(f"{index}{when}", index, keys, when)


def conditions(**keys: str | Mapping[str, str | list[str]]) -> tuple[KeyCondition, ...]:
    """Key conditions as the document spells them: a template means equality."""
    found = []
    for name, spec in keys.items():
        operator, templates = ("=", spec) if isinstance(spec, str) else next(iter(spec.items()))
        found.append(KeyCondition(name, operator, (templates,) if isinstance(templates, str) else tuple(templates)))
    return tuple(found)


def pattern(operation: str, *, code: str = "P", **fields) -> AccessPattern:
    """An access pattern of one operation."""
    return AccessPattern(code, code, code, Operation(operation), **fields)


ORDER = Entity(
    "order",
    "Order",
    attributes=(
        attribute("customerId", format="id"),
        attribute("orderId", format="id"),
        attribute("orderDate", format="date"),
        attribute("status", format="enum"),
        attribute("total", "N", "money"),
    ),
    overloads=(
        overload(None, PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId}"),
        overload("GSI1", GSI1PK="CUST#{customerId}#{status}", GSI1SK="{orderDate}#{orderId}"),
        overload("GSI2", "status = 'OPEN'", GSI2PK="OPEN", GSI2SK="{orderDate}#{orderId}"),
    ),
    items=(
        SampleItem(
            "o-9001",
            values(customerId="a1b2", orderId="o-9001", orderDate="2026-06-01", status="OPEN", total=149),
        ),
        SampleItem(
            "o-9044",
            values(
                customerId="a1b2", orderId="o-9044", orderDate="2026-06-03", status="SHIPPED", total=number("72.50")
            ),
        ),
    ),
    identity=("orderId",),
)
CUSTOMER = Entity(
    "customer",
    "Customer",
    attributes=(attribute("customerId", format="id"), attribute("name"), attribute("tier")),
    overloads=(overload(None, PK="CUST#{customerId}", SK="PROFILE"),),
    items=(SampleItem("a1b2", values(customerId="a1b2", name="Acme Co", tier="GOLD")),),
)
LINE = Entity(
    "line",
    "Line",
    attributes=(attribute("orderId", format="id"), attribute("line", "N"), attribute("sku"), attribute("qty", "N")),
    overloads=(overload(None, PK="ORDER#{orderId}", SK="ITEM#{line:pad(3)}"),),
    items=(SampleItem("line-1", values(orderId="o-9001", line=1, sku="ABC", qty=2)),),
)
GSI1 = gsi("GSI1", key("GSI1PK"), key("GSI1SK"), "INCLUDE", ("status", "total"))
GSI2 = gsi("GSI2", key("GSI2PK"), key("GSI2SK"), "KEYS_ONLY")
TABLE = Table("app-main", "app-main", key("PK"), key("SK"), indexes=(GSI1, GSI2), entities=(CUSTOMER, ORDER, LINE))
ORDER_KEY = conditions(PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId}")
ORDER_PARAMETERS = {"customerId": "a1b2", "orderDate": "2026-06-01", "orderId": "o-9001"}
PATTERNS = (
    pattern(
        "Query",
        code="A2",
        entities=("Order",),
        key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORDER#"}),
        descending=True,
        parameters={"customerId": "a1b2"},
    ),
    pattern("Query", code="A3", key=conditions(PK="ORDER#{orderId}"), parameters={"orderId": "o-9001"}),
    pattern(
        "Query",
        code="A4",
        index="GSI1",
        entities=("Order",),
        key=conditions(GSI1PK="CUST#{customerId}#{status}"),
        descending=True,
        parameters={"customerId": "a1b2", "status": "SHIPPED"},
    ),
    pattern("Query", code="A5", index="GSI2", entities=("Order",), key=conditions(GSI2PK="OPEN")),
    pattern(
        "UpdateItem",
        code="A7",
        entities=("Order",),
        key=ORDER_KEY,
        set={"status": "SHIPPED"},
        if_="status = 'OPEN'",
        parameters=ORDER_PARAMETERS,
    ),
)
DESIGN = Design("Order management", tables=(TABLE,), patterns=PATTERNS)
