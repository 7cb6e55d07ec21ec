"""A small design without a finding, and ways to make one thing in it wrong."""

import re
from dataclasses import replace
from itertools import chain, count

from modeler.core.analysis import analyse
from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation, Rate
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.findings import Severity
from modeler.core.values.attribute_values import AttributeType, string
from tests.modeler.core.order_management import conditions, values


def key(name, kind="S"):
    return (KeyAttribute(name, AttributeType(kind)),)


def gsi(name="GSI1", partition=None, sort=None, projection="ALL", include=(), **more):
    partition = key(f"{name}PK") if partition is None else partition
    sort = key(f"{name}SK") if sort is None else sort
    kept = Projection(ProjectionType(projection), tuple(include))
    return Index(f"i-{name}", name, IndexKind.GSI, partition, sort, kept, **more)


def lsi(name="LSI1", partition=None, sort=None, **more):
    partition = key("PK") if partition is None else partition
    sort = key("total", "N") if sort is None else sort
    return Index(f"i-{name}", name, IndexKind.LSI, partition, sort, **more)


def attribute(name, kind="S", format="", owner="", **more):
    return Attribute(f"a-{owner}{name}", name, AttributeType(kind), format, **more)


def overload(index, when="", **keys):
    return Overload(f"o-{index}", index, keys, when)


def item(identity, **plain):
    return SampleItem(identity, values(**plain))


ORDER_ATTRIBUTES = (
    attribute("customerId", format="id"),
    attribute("orderId", format="id"),
    attribute("orderDate", format="date"),
    attribute("status", format="enum", values={"OPEN": 0.03, "SHIPPED": 0.97}),
    attribute("total", "N", "money"),
    attribute("note", format="text"),
)
BASE = overload(None, PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId}")
BY_STATUS = overload("GSI1", GSI1PK="CUST#{customerId}#{status}", GSI1SK="{orderDate}#{orderId}")
OPEN = overload("GSI2", "status = 'OPEN'", GSI2PK="OPEN", GSI2SK="{orderDate}#{orderId}")
ITEMS = (
    item("o-1", customerId="a1", orderId="o-1", orderDate="2026-06-01", status="OPEN", total=149),
    item("o-2", customerId="a1", orderId="o-2", orderDate="2026-06-03", status="SHIPPED", total=72),
)
ORDER = Entity("e-order", "Order", ORDER_ATTRIBUTES, (BASE, BY_STATUS, OPEN), ITEMS, ("orderId",), count=1000)
CUSTOMER = Entity(
    "e-customer",
    "Customer",
    (attribute("customerId", format="id", owner="customer-"), attribute("name", format="text", owner="customer-")),
    (replace(overload(None, PK="CUST#{customerId}", SK="PROFILE"), id="o-customer"),),
    (item("c-1", customerId="a1", name="Acme"),),
    ("customerId",),
)
TABLE = Table("t-main", "app-main", key("PK"), key("SK"), (gsi("GSI1"), gsi("GSI2")), (CUSTOMER, ORDER))
RATE = {"per_second": Rate(1, 2), "items_returned": 5}


def pattern(operation, code="P1", **fields):
    made = {"entities": ("Order",), **RATE, **fields}
    return AccessPattern(f"p-{code}", code, code, Operation(operation), **made)


ORDER_KEY = conditions(PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId}")
ORDERS = pattern("Query", "A2", key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORDER#"}))
BY_STATUS_READ = pattern("Query", "A4", index="GSI1", key=conditions(GSI1PK="CUST#{customerId}#{status}"))
OPEN_READ = pattern("Query", "A5", index="GSI2", key=conditions(GSI2PK="OPEN"))
PATTERNS = (ORDERS, BY_STATUS_READ, OPEN_READ)
DESIGN = Design("Orders", tables=(TABLE,), patterns=PATTERNS)


def with_table(**fields):
    """The design with fields of its table replaced."""
    return replace(DESIGN, tables=(replace(TABLE, **fields),))


def with_order(**fields):
    """The design with fields of Order replaced."""
    return with_table(entities=(CUSTOMER, replace(ORDER, **fields)))


def with_attribute(made):
    """The design with an attribute of Order added, or replaced by name."""
    kept = tuple(one for one in ORDER_ATTRIBUTES if one.name != made.name)
    return with_order(attributes=(*kept, made))


def with_base(**keys):
    """The design with Order's key templates replaced."""
    return with_order(overloads=(overload(None, **keys), BY_STATUS, OPEN))


def with_overload(made, attributes=ORDER_ATTRIBUTES):
    """The design with Order's overload of one index replaced or added."""
    kept = tuple(one for one in (BASE, BY_STATUS, OPEN) if one.index != made.index)
    return with_order(overloads=(*kept, made), attributes=attributes)


def with_entity(made):
    """The design with one more entity."""
    return with_table(entities=(CUSTOMER, ORDER, made))


def with_cell(made, attributes=ORDER_ATTRIBUTES):
    """The design with one more index, GSI3 as a reserve, and Order's overload of it."""
    order = replace(ORDER, overloads=(*ORDER.overloads, made), attributes=attributes)
    return with_table(indexes=(*TABLE.indexes, gsi("GSI3", reserve=True)), entities=(CUSTOMER, order))


def with_index(*made):
    """The design with more indexes, as reserves where nothing reads them."""
    return with_table(indexes=(*TABLE.indexes, *(replace(one, reserve=True) for one in made)))


def with_item(made):
    """The design with one more sample of Order."""
    return with_order(items=(*ITEMS, made))


def with_pattern(*made):
    """The design with more access patterns."""
    return replace(DESIGN, patterns=(*PATTERNS, *made))


def with_settings(**settings):
    """The design with settings of its table."""
    return with_table(settings=settings)


def rules_of(design):
    """The ids of all findings, the gravest first."""
    return [finding.rule for finding in analyse(design).findings]


def errors_of(design):
    """The ids of the findings that are errors."""
    return [finding.rule for finding in analyse(design).findings if finding.severity is Severity.ERROR]


def only(design, rule):
    """The one finding of a rule in a design that has no error of another rule: one defect, one finding."""
    (finding,) = (one for one in analyse(design).findings if one.rule == rule)
    assert set(errors_of(design)) <= {rule}
    return finding


def with_own_ids(design):
    """The design with ids that stand on one part each, as a document must have them."""
    seen: set[str] = set()

    def own(part):
        wanted = re.sub(r"[^A-Za-z0-9_.:-]", "-", part.id)[:60]
        names = chain((wanted,), (f"{wanted}.{number}" for number in count(2)))
        identity = next(name for name in names if name not in seen)
        seen.add(identity)
        return replace(part, id=identity)

    def of_entity(entity):
        entity = own(entity)
        return replace(
            entity, **{name: tuple(map(own, getattr(entity, name))) for name in ("attributes", "overloads", "items")}
        )

    def of_table(table):
        table = replace(own(table), indexes=tuple(map(own, table.indexes)))
        return replace(table, entities=tuple(map(of_entity, table.entities)))

    return replace(design, tables=tuple(map(of_table, design.tables)), patterns=tuple(map(own, design.patterns)))


def without_a_note(sk):
    """A sample of Order whose note is an empty text, which this sort key of an index uses."""
    empty = replace(ORDER.items[0], values={**ORDER.items[0].values, "note": string("")})
    order = replace(ORDER, items=(empty,), overloads=(*ORDER.overloads, overload("GSI3", GSI3PK="C", GSI3SK=sk)))
    return with_table(indexes=(*TABLE.indexes, gsi("GSI3", reserve=True)), entities=(CUSTOMER, order))
