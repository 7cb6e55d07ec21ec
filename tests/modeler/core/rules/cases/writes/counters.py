"""Counters. facts/building-blocks#p8, facts/building-blocks#p20; facts/expressions#updates."""

from dataclasses import replace

from modeler.core.findings import Severity
from modeler.core.values.json_values import from_plain
from tests.modeler.core.rules.builders import (
    BASE,
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_KEY,
    attribute,
    gsi,
    item,
    key,
    overload,
    pattern,
    with_attribute,
    with_order,
    with_pattern,
    with_table,
)
from tests.modeler.core.rules.cases.case import Case

TWICE, MISSING, BEHIND = "write.non_idempotent_add", "write.increment_missing", "write.mirror_not_atomic"
PATH = "write.missing_path"
PARAMETERS = {"customerId": "a1", "orderDate": "2026-06-01", "orderId": "o-1"}
AGAIN = {"delivery": "at_least_once"}
ONE = {"values": {":one": 1}}
TOTAL = {"names": {"#t": "total"}, **ONE}


def count(code="U1", **fields):
    return pattern("UpdateItem", code, key=ORDER_KEY, **{"parameters": PARAMETERS, **fields})


def having(design, *made):
    return replace(design, patterns=(*with_pattern().patterns, *made))


def transaction(*steps):
    return pattern("TransactWriteItems", "T1", steps=steps, extra=AGAIN)


TOKEN = pattern("PutItem", "K1", entities=("Customer",), if_="attribute_not_exists(PK)")
OPTIONAL = with_attribute(attribute("total", "N", "money", optional=0.5))


def ranked(kind="N", template="{total}", **settings):
    """Orders ranked by their total in GSI1."""
    ranks = overload("GSI1", GSI1PK="RANK", GSI1SK=template)
    order = replace(ORDER, overloads=(BASE, ranks), items=())
    return with_table(indexes=(gsi("GSI1", sort=key("GSI1SK", kind)),), entities=(CUSTOMER, order), settings=settings)


CONSUMER = {"stream": "NEW_IMAGE", "stream_consumers": [{"name": "ranks", "kind": "lambda", "maintains": ["GSI1SK"]}]}
OLD = "ADD #t :one SET GSI1SK = #t"
SAME = "SET #t = if_not_exists(#t, :z) + :one, GSI1SK = if_not_exists(#t, :z) + :one"
COUNTED = count("C1", update="ADD #t :one", **TOTAL)


def gift(*samples, optional=1.0):
    """Orders with a gift, a map; each sample has the given one."""
    made = tuple(
        item(f"o-{n}", customerId="a1", orderId=f"o-{n}", gift=from_plain(one, "M")) for n, one in enumerate(samples)
    )
    return with_order(attributes=(*ORDER.attributes, attribute("gift", "M", optional=optional)), items=made)


CASES = (
    Case(PATH, having(gift(optional=0.5), count(update="SET gift.price = :one", **ONE)),
         having(gift(), count(update="SET gift.price = :one", **ONE)), Severity.WARNING, "may have no gift"),
    Case(PATH, having(gift({"price": 1}, {"wrap": {}}), count(update="SET gift.wrap.color = :one", **ONE)),
         having(gift({"wrap": {}}), count(update="SET gift.wrap.color = :one", **ONE)), says="may have no gift.wrap"),
    Case(PATH, having(gift(optional=0.5), count(set={"gift.price": 1})),
         having(gift(optional=0.5), count(set={"gift.price": 1}, if_="attribute_exists(gift)"))),
    Case(PATH, having(gift(optional=0.5), count(set={"gift.price": 1}, if_="attribute_not_exists(gift.price)")),
         having(gift(optional=0.5), count(set={"gift.price": 1}, if_="gift.price > 3 OR attribute_exists(gift.wrap)"))),
    Case(PATH, having(gift(optional=0.5), count(set={"gift.price": 1}, if_="present = 'x' OR gift.price > 3")),
         having(gift(optional=0.5), count(set={"gift.price": 1}, if_="present = 'x' AND gift.price > 3"))),
    Case(PATH, having(gift(optional=0.5), count(update="REMOVE gift.price")),
         having(gift(optional=0.5), count(update="REMOVE gift"))),
    Case(PATH, having(gift(optional=0.5), count(update="SET present = gift")),
         having(gift(optional=0.5), count(update="SET present = if_not_exists(gift, :one)", **ONE)),
         says="copies gift"),
    Case(
        TWICE,
        with_pattern(count(add={"total": 1}, extra=AGAIN)),
        with_pattern(count(add={"total": 1})),
        Severity.WARNING,
    ),
    Case(
        TWICE,
        with_pattern(count(update="SET #t = #t + :one", extra=AGAIN, **TOTAL)),
        with_pattern(count(update="SET #t = :one", extra=AGAIN, **TOTAL)),
    ),
    Case(
        TWICE,
        with_pattern(count(update="SET note = list_append(note, :one)", extra=AGAIN, values={":one": ["x"]})),
        with_pattern(count(update="ADD note :one", extra=AGAIN, values={":one": {"SS": ["x"]}})),
    ),
    Case(
        TWICE,
        with_pattern(transaction(count(add={"total": 1}))),
        with_pattern(transaction(count(add={"total": 1}), TOKEN)),
    ),
    Case(
        TWICE,
        with_pattern(count(add={"total": 1}, if_="attribute_exists(PK)", extra=AGAIN)),
        with_pattern(count(add={"total": 1}, if_="total = :seen", extra=AGAIN)),
    ),
    Case(
        MISSING,
        having(OPTIONAL, count(update="SET #t = #t + :one", **TOTAL)),
        having(DESIGN, count(update="SET #t = #t + :one", **TOTAL)),
        Severity.WARNING,
    ),
    Case(
        MISSING,
        having(OPTIONAL, count(update="SET #t = #t - :one", **TOTAL)),
        having(OPTIONAL, count(update="SET #t = if_not_exists(#t, :one) + :one", **TOTAL)),
    ),
    Case(
        MISSING,
        having(OPTIONAL, count(update="SET hits = hits + :one", **ONE)),
        having(OPTIONAL, count(update="SET #t = #t + :one", condition="#t > :one", **TOTAL)),
    ),
    Case(
        BEHIND,
        having(ranked(), count(update=OLD, **TOTAL)),
        having(ranked(), count(update=SAME, names={"#t": "total"}, values={":one": 1, ":z": 0})),
        Severity.WARNING,
        "sets GSI1SK to the value that total had before",
    ),
    # A second update after the one that counts.
    Case(
        BEHIND,
        having(ranked(), COUNTED, count(update="SET GSI1SK = :one", extra={"follows": {"code": "C1"}}, **ONE)),
        having(ranked(), COUNTED, count(update="SET GSI1SK = :one", **ONE)),
    ),
    # A padded text cannot be counted by DynamoDB; a stream consumer keeps it.
    Case(
        BEHIND,
        having(ranked("S", "{total:pad(12)}"), count(add={"total": 1})),
        having(ranked("S", "{total:pad(12)}", **CONSUMER), count(add={"total": 1})),
        says="DynamoDB cannot increment text",
    ),
    Case(
        BEHIND,
        having(ranked("S", "{total:pad(12)}"), count(add={"total": 1})),
        having(ranked(), count(add={"total": 1})),
    ),
)  # fmt: skip
