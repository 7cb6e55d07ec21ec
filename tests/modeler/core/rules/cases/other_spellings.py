"""Cases: writes whose condition cannot be read, that are members of others, or that spell their own expressions."""

from dataclasses import replace

from modeler.core.rules.support.rule import WARNING
from tests.modeler.core.rules.builders import ORDER_KEY, attribute, pattern, with_attribute, with_pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.ttl import NOT_THERE, listing, lock
from tests.modeler.core.rules.cases.writes.counters import BEHIND, TOTAL, count, having, ranked
from tests.modeler.core.rules.cases.writes.write_conditions import (
    AFTER_READ,
    CONCURRENT,
    GET,
    LOST,
    MOVE,
    PARAMETERS,
    STATES,
    STUB,
    VERSIONED,
    own,
    update,
)

ASKED = {"set": {"note": "x"}, "extra": AFTER_READ}
READ_FIRST = replace(GET, id="p-first")
ELSE = pattern("GetItem", "G2", key=ORDER_KEY, parameters=PARAMETERS, entities=("Customer",))
FROM_EITHER = with_attribute(
    attribute("status", format="enum", values={"OPEN": 0.1, "PAID": 0.1, "SHIPPED": 0.8},
              states={"OPEN": ("SHIPPED",), "PAID": ("SHIPPED",)})
)  # fmt: skip
EXPECTED = {":n": "x", ":expectedVersion": {"N": "1"}}


def in_turn(*steps):
    return having(CONCURRENT, pattern("Steps", "T1", parameters=PARAMETERS, steps=steps))


CONDITIONS = (
    Case(
        STUB,
        with_pattern(update(set={"note": "x"}, if_="note <> 'x'")),
        with_pattern(update(set={"note": "x"}, if_="note <>")),
    ),
    Case(
        STUB,
        with_pattern(own("SET note = :n", values={":n": "x"}, condition="note <> :n")),
        with_pattern(own("SET note = :n", values={":n": "x"}, condition="#gone <> :n")),
    ),
    Case(MOVE, having(STATES, update(set={"status": "SHIPPED"})),
         having(STATES, update(set={"status": "SHIPPED"}, if_="status ="))),
    Case(MOVE, having(STATES, update(set={"status": "SHIPPED"})),
         having(STATES, update(set={"status": "SHIPPED"}, if_=NOT_THERE))),
    Case(
        MOVE,
        having(FROM_EITHER, update(set={"status": "SHIPPED"})),
        having(STATES, update(set={"status": "SHIPPED"}, if_="status = 'PAID'")),
        WARNING,
        "SHIPPED can follow only OPEN, PAID",
    ),
    Case(LOST, having(CONCURRENT, GET, update(**ASKED)), having(CONCURRENT, GET, update(if_="note =", **ASKED))),
    Case(LOST, in_turn(READ_FIRST, update(set={"note": "x"})), in_turn(ELSE, update(set={"note": "x"}))),
    Case(
        LOST,
        having(VERSIONED, GET, own("SET note = :n", values=EXPECTED, extra=AFTER_READ)),
        having(VERSIONED, GET, update(set={"note": "x"})),
    ),
)  # fmt: skip

LATER = {"now": "1780302600"}
EXPIRED = (
    Case("ttl.correctness", lock(if_=NOT_THERE, parameters=LATER),
         lock(if_=f"{NOT_THERE} OR ttl < :now", parameters=LATER)),
    Case("ttl.read_without_filter", listing(parameters=LATER), listing(filter="ttl > :now", parameters=LATER)),
    Case(
        "ttl.read_without_filter",
        listing(filter="#u = :u", names={"#u": "user"}, values={":u": "x"}),
        listing(filter="#t > :now", names={"#t": "ttl"}, values={":now": {"N": "1"}}),
    ),
)  # fmt: skip

COUNTERS = (
    Case(
        BEHIND,
        having(ranked(), count(update="SET #t = :one, GSI1SK = #t", **TOTAL)),
        having(ranked(), count(update="SET #t = :one, GSI1SK = :one", **TOTAL)),
        WARNING,
    ),
    Case(
        BEHIND,
        having(ranked(), count(update="SET GSI1SK = #t REMOVE #t", names={"#t": "total"})),
        having(ranked(), count(update="REMOVE #t, GSI1SK", names={"#t": "total"})),
        WARNING,
    ),
)

CASES = (*CONDITIONS, *EXPIRED, *COUNTERS)
