"""Conditions that writes lack, versions, contention. facts/modeling#rules, facts/choices#write-guard."""

from dataclasses import replace

from modeler.core.design.patterns import Rate
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import (
    ORDER_KEY,
    attribute,
    pattern,
    with_attribute,
    with_order,
    with_pattern,
)
from tests.modeler.core.rules.cases.case import Case

PARAMETERS = {"customerId": "a1", "orderDate": "2026-06-01", "orderId": "o-1"}
WHOLE = {**PARAMETERS, "status": "OPEN", "total": "5", "note": "x"}
CREATE, STUB = "write.no_condition_on_create", "write.no_exists_condition"
MOVE, LOST, MEET = "write.no_condition_on_transition", "write.no_version_condition", "write.contention"
STATES = with_attribute(
    attribute("status", format="enum", values={"OPEN": 0.1, "PAID": 0.1, "SHIPPED": 0.8},
              states={"OPEN": ("PAID",), "PAID": ("SHIPPED",)})
)  # fmt: skip


def having(design, *made):
    return replace(design, patterns=(*with_pattern().patterns, *made))


def put(**fields):
    return pattern("PutItem", "C1", parameters=WHOLE, **fields)


def update(code="U1", **fields):
    return pattern("UpdateItem", code, **{"key": ORDER_KEY, "parameters": PARAMETERS, **fields})


def own(text, **fields):
    return update(update=text, **fields)


S = {"names": {"#s": "status"}}
STORED = replace(put(), name="Store what a till sent")
CONCURRENT = with_order(concurrent=True)
VERSIONED = replace(
    with_attribute(attribute("version", "N", "integer")),
    tables=tuple(
        replace(table, entities=tuple(replace(one, concurrent=True) for one in table.entities))
        for table in with_attribute(attribute("version", "N", "integer")).tables
    ),
)
GET = pattern("GetItem", "G1", key=ORDER_KEY, parameters=PARAMETERS)
AFTER_READ = {"follows": {"code": "G1", "same_key": True}}
VERSION_KEPT = {"set": {"note": "x"}, "add": {"version": 1}, "if_": "version = :v"}
HOT = {"per_second": Rate(10, 100)}


def meeting(**fields):
    kept = {**VERSION_KEPT, **fields}
    return having(VERSIONED, update(**{**kept, "parameters": {**PARAMETERS, "v": 1}}))


def stepwise(peak):
    """A sequence that reads an order and writes it back under its version."""
    step = update(**VERSION_KEPT, parameters={**PARAMETERS, "v": 1}, per_second=None)
    rate = {"per_second": Rate(1, peak), "extra": {"skew": {"hottest": 0.5}}}
    return having(VERSIONED, pattern("Steps", "S1", steps=(replace(GET, per_second=None), step), **rate))


def transaction(*steps, **fields):
    return pattern("TransactWriteItems", "T1", steps=steps, **fields)


CASES = (
    Case(CREATE, with_pattern(put()), with_pattern(put(if_="attribute_not_exists(PK)")), Severity.WARNING),
    Case(CREATE, with_pattern(put()), with_pattern(put(extra={"intent": {"replace": True}}))),
    Case(CREATE, with_pattern(STORED), with_pattern(put(if_="attribute_not_exists(PK)")),
         Severity.ADVICE),
    Case(CREATE, with_pattern(put(extra={"delivery": "at_least_once"})),
         with_pattern(put(if_="attribute_not_exists(PK)")), Severity.ADVICE),
    Case(CREATE, with_pattern(STORED, update(set={"status": "PAID"})),
         with_pattern(put(if_="attribute_not_exists(PK)")), Severity.WARNING),
    # A batch takes no conditions; of a transaction's members another rule speaks.
    Case(
        CREATE,
        with_pattern(pattern("Steps", "S1", steps=(put(),))),
        with_pattern(pattern("BatchWriteItem", "B1", steps=(put(),))),
    ),
    Case(CREATE, with_pattern(put()), with_pattern(transaction(put()))),
    Case(STUB, with_pattern(update(set={"note": "x"})), with_pattern(update(add={"total": 1})), Severity.ADVICE),
    Case(
        STUB,
        with_pattern(update(set={"note": "x"}, if_="note <> 'x'")),
        with_pattern(update(set={"note": "x"}, if_="note = 'y'")),
    ),
    Case(
        STUB,
        with_pattern(own("SET note = :n", values={":n": "x"})),
        with_pattern(own("SET note = if_not_exists(note, :n)", values={":n": "x"})),
    ),
    Case(
        STUB,
        with_pattern(own("SET #s = :n", values={":n": "x"}, condition="#s <> :n", **S)),
        with_pattern(own("SET note = :n", values={":n": "x"}, condition="attribute_not_exists(PK)")),
    ),
    Case(
        STUB,
        with_pattern(update(remove=("note",))),
        with_pattern(update(set={"note": "x"}, extra={"intent": {"upsert": True}})),
    ),
    Case(
        MOVE,
        having(STATES, update(set={"status": "SHIPPED"})),
        having(STATES, update(set={"status": "SHIPPED"}, if_="status = 'PAID'")),
        Severity.WARNING,
        "SHIPPED can follow only PAID",
    ),
    Case(
        MOVE,
        having(STATES, update(set={"status": "SHIPPED"}, if_="status IN ('PAID', 'OPEN')")),
        having(STATES, update(set={"status": "PAID"}, if_="status IN ('PAID', 'OPEN')")),
        says="from OPEN to SHIPPED",
    ),
    Case(
        MOVE,
        having(STATES, update(set={"status": "SHIPPED"}, if_="attribute_exists(PK)")),
        having(STATES, update(set={"note": "x"}, if_="attribute_exists(PK)")),
    ),
    Case(
        MOVE,
        having(STATES, own("SET #s = :n", values={":n": "SHIPPED"}, condition="attribute_exists(PK)", **S)),
        having(STATES, own("SET #s = :n", values={":n": "SHIPPED"}, condition="#s = :expected", **S)),
    ),
    Case(
        MOVE,
        having(STATES, update(set={"status": ":to"})),
        having(STATES, update(set={"status": ":to"}, if_="status = :from")),
    ),
    # A lost update: what is written follows from what was read.
    # Setting a version to the one that was checked does not raise it.
    *(Case(LOST, meeting(add={}, **same), meeting(add={}, **next_), Severity.WARNING, "does not write the next one")
      for same, next_ in (
          ({"set": {"note": "x", "version": ":v"}}, {"set": {"note": "x", "version": ":next"}}),
          ({"set": {}, "update": "SET version = :v", "condition": "version = :v", "if_": "", "values": {":v": 1}},
           {"set": {}, "update": "SET version = version + :v", "condition": "version = :v", "if_": "",
            "values": {":v": 1}}))),
    Case(
        LOST,
        having(CONCURRENT, GET, update(set={"note": "x"}, extra=AFTER_READ)),
        having(CONCURRENT, GET, update(set={"note": "x"})),
        Severity.WARNING,
        "a result of G1",
    ),
    Case(
        LOST,
        having(CONCURRENT, GET, own("SET note = :n", values={":n": "x"}, extra=AFTER_READ)),
        having(CONCURRENT, GET, own("ADD total :n", values={":n": 1}, extra=AFTER_READ)),
    ),
    Case(
        LOST,
        having(VERSIONED, GET, update(set={"note": "x"}, extra=AFTER_READ)),
        having(VERSIONED, GET, update(**VERSION_KEPT, extra=AFTER_READ)),
    ),
    Case(
        LOST,
        having(CONCURRENT, pattern("Steps", "S1", steps=(GET, update(set={"note": "x"})))),
        having(CONCURRENT, pattern("Steps", "S1", steps=(update(set={"note": "x"}), GET))),
    ),
    # Asked for, and not counted up.
    Case(
        LOST,
        having(VERSIONED, update(set={"note": "x"}, if_="version = :v", parameters={**PARAMETERS, "v": 1})),
        having(VERSIONED, update(**{**VERSION_KEPT, "parameters": {**PARAMETERS, "v": 1}})),
        says="does not write the next",
    ),
    Case(
        LOST,
        having(VERSIONED, own("SET note = :n", values={":n": "x", ":v": 1}, condition="version = :v")),
        having(
            VERSIONED,
            own("SET note = :n, version = :w", values={":n": "x", ":v": 1, ":w": 2}, condition="version = :v"),
        ),
    ),
    Case(
        LOST,
        having(CONCURRENT, put(extra={"intent": {"replace": True}})),
        having(VERSIONED, put(if_="version = :v OR attribute_not_exists(PK)")),
        says="puts the whole item back",
    ),
    Case(
        LOST,
        having(CONCURRENT, put(if_="attribute_exists(PK)")),
        having(CONCURRENT, put(if_="attribute_not_exists(PK)")),
    ),
    # A hundred a second on one of ten orders, each 50 ms long, is half of them.
    Case(
        MEET,
        replace(meeting(**HOT), tables=with_order(count=10, concurrent=True).tables),
        meeting(**HOT),
        Severity.WARNING,
        "50% of the calls at peak conflict with another",
    ),
    Case(
        MEET,
        meeting(**HOT, extra={"skew": {"hottest": 0.5}}),
        meeting(**HOT, extra={"skew": {"hottest": 0.5}, "window_ms": 1}),
    ),
    Case(
        MEET,
        with_pattern(transaction(update(add={"total": 1}, key=(replace(ORDER_KEY[0], templates=("ALL",)),
                                                             replace(ORDER_KEY[1], templates=("ALL",)))), **HOT)),
        with_pattern(transaction(put(if_="attribute_not_exists(PK)"), **HOT)),
    ),
    Case(
        MEET,
        meeting(**HOT, extra={"skew": {"hottest": 0.5}}),
        meeting(per_second=None, extra={"skew": {"hottest": 0.5}}),
    ),
    Case(MEET, stepwise(100), stepwise(1), Severity.WARNING, "conflict with another"),
)  # fmt: skip
