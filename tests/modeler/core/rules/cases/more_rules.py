"""Cases: further ways in which a key, a prefix or a name is wrong, and what each is near to."""

from dataclasses import replace

from modeler.core.design.items import Entity
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    BY_STATUS,
    CUSTOMER,
    OPEN,
    ORDER,
    attribute,
    key,
    overload,
    pattern,
    with_order,
    with_pattern,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.queries.index_choice import INDEXES, NUMBERS, by_mail, kind, several
from tests.modeler.core.rules.cases.queries.query_order import BY_ID, REGIONAL, asked, intended, under

WORDS = (attribute("customerId", format="id", owner="line-"), attribute("kind", format="enum", owner="line-",
                                                                       values={"PROFILE": 1, "X": 1}))  # fmt: skip


def line(sk, *attributes, when="", pk="CUST#{customerId}"):
    """One more entity in the partition of a customer."""
    made = replace(overload(None, when, PK=pk, SK=sk), id="o-line")
    return Entity("e-line", "Line", attributes or WORDS, (made,))


def beside(*entities, **fields):
    """A customer and these, in one table."""
    return with_table(entities=(CUSTOMER, *entities), indexes=(), **fields)


def kept(sk):
    """An entity of one item."""
    return Entity("e-setting", "Setting", (), (replace(overload(None, PK="CUST", SK=sk), id="o-setting"),))


def numbered(name, sk="{n}"):
    """An entity under a number as its sort key."""
    attributes = (attribute("n", "N", "sequence", owner=name),)
    return Entity(f"e-{name}", name, attributes, (replace(overload(None, PK="ALL", SK=sk), id=f"o-{name}"),))


def as_stored(name, **more):
    """An entity whose own attributes PK and SK are the key."""
    return Entity(f"e-{name}", name, (attribute("PK", owner=name, **more), attribute("SK", owner=name, **more)))


TEXTS = {"format": "enum", "values": {"A": 1, "B": 1}}
COLLISIONS = (
    Case(
        "keys.collision",
        beside(line("{kind}")),
        beside(line("{kind}", when="kind =")),
        ERROR,
        "CUST#a / PROFILE",
    ),
    Case(
        "keys.collision",
        beside(line("{kind}", when="kind IN ('X', 'PROFILE')")),
        beside(line("{kind}", when="'X' = kind")),
    ),
    Case(
        "keys.collision",
        with_table(entities=(as_stored("A", **TEXTS), as_stored("B", **TEXTS)), indexes=()),
        with_table(entities=(as_stored("A"), as_stored("B")), indexes=()),
        ERROR,
        "A / A",
    ),
    Case(
        "keys.collision",
        beside(line("{kind}", when="'PROFILE' = kind")),
        beside(line("{kind}", when="kind IN ('X')")),
    ),
    Case(
        "keys.collision",
        with_table(entities=(numbered("A"), numbered("B")), sort_key=key("SK", "N"), indexes=()),
        with_table(entities=(numbered("A"), numbered("B", "1#{n}")), sort_key=key("SK", "S"), indexes=()),
    ),
    Case(
        "keys.collision",
        beside(line("CONFIG", pk="CUST"), kept("CONFIG")),
        beside(line("CONFIG", pk="CUST"), kept("C")),
        ERROR,
        "Line and Setting can both have the key CUST / CONFIG",
    ),
)  # fmt: skip


def lines(sk, **fields):
    """Lines of a customer with a total under LINE#TOTAL, and a query that means the lines."""
    attributes = (attribute("customerId", format="id", owner="line-"), attribute("n", "N", "sequence", owner="line-"))
    total = Entity("e-total", "Total", (attribute("customerId", format="id", owner="total-"),),
                   (replace(overload(None, PK="CUST#{customerId}", SK="LINE#TOTAL"), id="o-total"),))  # fmt: skip
    made = replace(overload(None, PK="CUST#{customerId}", SK="LINE#{n:pad(6)}"), id="o-line")
    meant = Entity("e-line", "Line", attributes, (made,))
    read = pattern("Query", entities=("Line",), key=conditions(PK="CUST#{customerId}", SK=sk), **fields)
    return replace(with_table(entities=(meant, total), indexes=()), patterns=(read,))


FIRST = replace(overload(None, "customerId = 'a1'", PK="CUST#{customerId}", SK="ORDER#ALL"), id="o-all")
OTHER = replace(overload(None, PK="CUST#{customerId}", SK="ORDER#ANY"), id="o-any")
TWICE = replace(CUSTOMER, overloads=(FIRST, OTHER))
PREFIXES = (
    Case("query.prefix_catches_entity", lines("LINE#{code:upper}"), lines("LINE#{code}"), ERROR, "LINE#TOTAL"),
    Case(
        "query.prefix_catches_entity",
        lines("LINE#{code:upper}", parameters={"code": "TOTAL"}),
        lines("LINE#{code:upper}", parameters={"code": 7}),
    ),
    Case("query.prefix_catches_entity", lines({"begins_with": "LINE#"}), lines({"begins_with": "LINE#0"})),
    Case(
        "query.prefix_catches_entity",
        replace(with_table(entities=(TWICE, ORDER)), patterns=(asked({"begins_with": "ORDER#"}),)),
        replace(with_table(entities=(CUSTOMER, ORDER)), patterns=(asked({"begins_with": "ORDER#"}),)),
        ERROR,
        "also reads Customer",
    ),
)


def read(**fields):
    return with_pattern(pattern("Query", **{"key": conditions(PK="CUST#{customerId}"), **fields}))


def by_order(templates):
    return read(key=conditions(PK="CUST#{customerId}", SK=templates))


NAMES = (
    Case("keys.unknown_attribute", read(projection=("notes",)), read(projection=("note",)), ERROR, "names notes"),
    Case("keys.unknown_attribute", read(projection=("notes.kept[0]",)), read(projection=("note.kept[0]",))),
    Case("keys.unknown_attribute", read(filter="totl > 3"), read(filter="total > 3")),
    Case(
        "keys.unknown_attribute",
        read(filter="#t > 3", names={"#t": "totl"}),
        read(filter="#t > 3", names={"#t": "total"}),
    ),
    Case(
        "keys.unknown_attribute",
        by_order({"begins_with": "ORDER#{orderDat}"}),
        by_order({"begins_with": "ORDER#{orderDate}"}),
    ),
    Case(
        "keys.unknown_attribute",
        by_order({"between": ["ORDER#{orderDat}", "ORDER#{orderDate}"]}),
        by_order({"between": ["ORDER#{orderDate}", "ORDER#{orderDate}~"]}),
    ),
    Case(
        "keys.unknown_attribute",
        read(key=conditions(PK="CUST#{customrId}")),
        read(key=conditions(PK="CUST#{customrId}"), parameters={"customrId": "a1"}),
    ),
    Case(
        "keys.unknown_attribute",
        by_order({"<=": "ORDER#{orderDateTo}"}),
        read(
            key=conditions(PK="CUST#{customerId}", SK={"<=": "ORDER#{orderDateTo}"}),
            extra={"intent": {"range": "orderDate", "bounds": [{"comparison": "<", "values": ["today"]}]}},
        ),
    ),
)


def own(number, *, written):
    """An entity with attributes that are named as the keys of an index: they are its key, templates beside or not."""
    made = kind(number, f"GSI{number}")
    named = tuple(attribute(f"GSI{number}{part}", format="slug", owner=f"kind{number}") for part in ("PK", "SK"))
    overloads = made.overloads if written else made.overloads[:1]
    return replace(made, attributes=(*made.attributes, *named), overloads=overloads)


def each(*, written):
    patterns = tuple(by_mail(number, f"GSI{number}") for number in NUMBERS)
    return several(INDEXES, tuple(own(number, written=written) for number in NUMBERS), patterns)


APART = several(
    INDEXES,
    tuple(kind(number, f"GSI{number}") for number in NUMBERS),
    tuple(by_mail(number, f"GSI{number}") for number in NUMBERS),
)
MERGES = (
    Case("index.one_per_pattern", APART, each(written=True), ADVICE),
    Case("index.one_per_pattern", APART, each(written=False), ADVICE),
)

DATES = {"begins_with": "DATE#{orderDate}"}
UNREADABLE = with_order(overloads=(overload(None, PK="CUST#{customerId}", SK="REGION#{region"), BY_STATUS, OPEN))
SHOPS = (attribute("shop", format="enum", values={"A": 1, "B": 1, "C": 1}),)
COARSE = "REGION#{region}#SHOP#{shop}#{orderId}"
FINE = "SHOP#{shop}#REGION#{region}#{orderId}"


def shops(sort, **intent):
    regions = (*ORDER.attributes, attribute("region", format="enum", values={"W": 0.5, "E": 0.5}), *SHOPS)
    return under(sort, intended(**intent), regions)


SEGMENTS = (
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, asked(DATES)),
        replace(UNREADABLE, patterns=(asked(DATES),)),
        ERROR,
        "region before orderDate",
    ),
    Case("keys.fine_to_coarse", shops(FINE, order_by="region"), shops(COARSE, order_by="region"), WARNING),
    Case("keys.fine_to_coarse", shops(FINE, order_by="region"), shops(COARSE, order_by="shop"), WARNING),
    Case("keys.fine_to_coarse", shops(FINE, order_by="region"), shops(FINE, order_by="orderId"), WARNING),
    Case(
        "keys.fine_to_coarse",
        under(BY_ID, intended(order_by="orderDate")),
        under(BY_ID, asked({">": "A"}, index="gone", extra={"intent": {"order_by": "orderDate"}})),
    ),
)

CASES = (*COLLISIONS, *PREFIXES, *NAMES, *MERGES, *SEGMENTS)
