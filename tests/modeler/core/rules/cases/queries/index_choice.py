"""Cases: which indexes there should be, and what they carry."""

from dataclasses import replace

from modeler.core.design.items import Entity, SizeFact
from modeler.core.design.patterns import Rate
from modeler.core.rules.support.rule import ADVICE, WARNING
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    BASE,
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_ATTRIBUTES,
    ORDER_KEY,
    TABLE,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    pattern,
)
from tests.modeler.core.rules.cases.case import Case

NUMBERS = (1, 2, 3)


def kind(number, index):
    """An entity of its own, in the base table and in one index."""
    own = f"kind{number}"
    return Entity(
        f"e-{own}",
        f"Kind{number}",
        (attribute(f"id{number}", format="id", owner=own), attribute(f"mail{number}", format="slug", owner=own)),
        (
            replace(overload(None, PK=f"K{number}#{{id{number}}}", SK="META"), id=f"o-{own}-base"),
            replace(
                overload(index, **{f"{index}PK": f"MAIL{number}#{{mail{number}}}", f"{index}SK": f"{{id{number}}}"}),
                id=f"o-{own}-{index}",
            ),
        ),
        identity=(f"id{number}",),
    )


def several(indexes, entities, patterns):
    return replace(DESIGN, tables=(replace(TABLE, indexes=indexes, entities=entities),), patterns=patterns)


def by_mail(number, index):
    asked = conditions(**{f"{index}PK": f"MAIL{number}#{{mail{number}}}"})
    return pattern("Query", f"M{number}", index=index, key=asked, entities=(f"Kind{number}",))


INDEXES = tuple(gsi(f"GSI{number}") for number in NUMBERS)
APART = several(
    INDEXES,
    tuple(kind(number, f"GSI{number}") for number in NUMBERS),
    tuple(by_mail(number, f"GSI{number}") for number in NUMBERS),
)
TWICE = overload("GSI2", GSI2PK="MAIL1#{mail1}#{id1}", GSI2SK="{id1}")
THRICE = overload("GSI3", GSI3PK="THIRD#{mail1}", GSI3SK="{id1}")
ONE_ENTITY = several(
    INDEXES,
    (replace(kind(1, "GSI1"), overloads=(*kind(1, "GSI1").overloads, TWICE, THRICE)),),
    (
        by_mail(1, "GSI1"),
        pattern("Query", "M2", index="GSI2", key=conditions(GSI2PK="MAIL1#{mail1}#{id1}"), entities=("Kind1",)),
        pattern("Query", "M3", index="GSI3", key=conditions(GSI3PK="THIRD#{mail1}"), entities=("Kind1",)),
    ),
)
TWO = several(INDEXES[:2], (kind(1, "GSI1"), kind(2, "GSI2")), (by_mail(1, "GSI1"), by_mail(2, "GSI2")))


def again(**keys):
    """Orders in GSI1 under these keys, and a read of it."""
    order = replace(ORDER, overloads=(BASE, overload("GSI1", **keys)))
    asked = pattern("Query", index="GSI1", key=conditions(GSI1PK=keys["GSI1PK"]))
    return several((gsi("GSI1"),), (CUSTOMER, order), (asked,))


def local(per_parent=None, count=1000, size=100, **fields):
    """Orders of a customer by status, in an LSI."""
    note = attribute("note", format="text", size=SizeFact(size, size))
    attributes = (*(one for one in ORDER_ATTRIBUTES if one.name != "note"), note)
    order = replace(ORDER, overloads=(BASE,), attributes=attributes, count=count, per_parent=per_parent)
    customer = replace(CUSTOMER, count=500)
    key_asked = conditions(PK="CUST#{customerId}", status="{status}")
    asked = pattern("Query", index="LSI1", key=key_asked, **fields)
    return several((lsi("LSI1", sort=key("status")),), (customer, order), (asked,))


def carrying(projection="ALL", include=(), asked=("status",), note=50, rate=None, count=100_000, **more):
    """Orders in GSI1 with this projection, of which a pattern reads some attributes; another updates the note."""
    size = attribute("note", format="text", size=SizeFact(note, note))
    attributes = (*(one for one in ORDER_ATTRIBUTES if one.name != "note"), size, *more.get("attributes", ()))
    made = overload("GSI1", GSI1PK="CUST#{customerId}#BY", GSI1SK="{orderDate}#{orderId}")
    order = replace(ORDER, overloads=(BASE, made), attributes=attributes, count=count, items=())
    read = pattern("Query", "R1", index="GSI1", key=conditions(GSI1PK="CUST#{customerId}#BY"), projection=asked)
    write = pattern("UpdateItem", "W1", key=ORDER_KEY, set={"note": "x"}, if_="attribute_exists(PK)")
    read, write = replace(read, per_second=rate), replace(write, per_second=rate)
    index = gsi("GSI1", projection=projection, include=include)
    return several((index,), (CUSTOMER, order), (read, write))


FIELDS = tuple(f"field{number}" for number in range(25))


def hardly_read(asked):
    """An index of many attributes, of which a pattern reads so many now and then; the note changes all the time."""
    more = tuple(attribute(name, format="id", size=SizeFact(30, 30)) for name in FIELDS)
    made = carrying(asked=FIELDS[:asked], note=3000, attributes=more)
    read, write = made.patterns
    rates = replace(read, per_second=Rate(0.001, 0.001)), replace(write, per_second=Rate(50, 50))
    return replace(made, patterns=rates)


SECRET = {"attributes": (attribute("taxId", format="id", sensitive=True),)}
BUSY = Rate(50, 100)

CASES = (
    Case("index.one_per_pattern", APART, ONE_ENTITY, ADVICE, "could move into GSI1"),
    Case("index.one_per_pattern", APART, TWO, ADVICE),
    Case(
        "index.same_as_base",
        again(GSI1PK="CUST#{customerId}", GSI1SK="ORDER#{orderDate}#{orderId}"),
        again(GSI1PK="ORDER#{orderDate}#{orderId}", GSI1SK="CUST#{customerId}"),
        WARNING,
    ),
    Case(
        "index.lsi_where_gsi",
        local(),
        local(consistent=True),
        WARNING,
        "no access pattern reads it with strong consistency",
    ),
    Case(
        "index.lsi_where_gsi",
        local(consistent=True, count=None),
        local(SizeFact(10, 1000), None, consistent=True),
        WARNING,
        "per_parent",
    ),
    Case(
        "index.lsi_where_gsi",
        local(consistent=True, count=10_000_000, size=5000),
        local(SizeFact(10, 1000), 10_000_000, 5000, consistent=True),
        WARNING,
        "GB (estimate)",
    ),
    Case("index.projection_too_fat", carrying(), carrying(asked=()), ADVICE, "note"),
    Case("index.projection_too_fat", carrying(note=6000), carrying("KEYS_ONLY", asked=()), WARNING),
    Case("index.projection_too_fat", carrying(rate=BUSY), carrying("INCLUDE", ["status"], rate=BUSY)),
    Case("index.projection_too_fat", carrying("INCLUDE", ["status", "note"]), carrying("INCLUDE", ["status"])),
    Case(
        "index.projection_too_fat",
        carrying(rate=BUSY, note=3000, asked=("status",)),
        carrying(rate=Rate(1, 1), note=3000, asked=("note",)),
    ),
    # Fetching items would be cheaper still, but what is read stays; an index lists 20 names at most, so ALL remains.
    Case("index.projection_too_fat", hardly_read(20), hardly_read(21), says="listing field0, field1"),
    Case("index.sensitive_projected", carrying(**SECRET), carrying("KEYS_ONLY", **SECRET), WARNING, "taxId"),
    Case(
        "index.sensitive_projected",
        carrying("INCLUDE", ["status", "taxId"], **SECRET),
        carrying("INCLUDE", ["status", "taxId"], asked=("taxId",), **SECRET),
    ),
)
