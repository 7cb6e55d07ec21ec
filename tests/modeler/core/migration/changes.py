"""Designs before and after, and plans of a person, for cases of rules over a change."""

from dataclasses import replace

from modeler.core.design.items import Entity, Overload
from modeler.core.design.model import Design
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import Backfill, MigrationPlan, Step, StepAction
from tests.modeler.core.rules.builders import (
    BY_STATUS,
    DESIGN,
    OPEN,
    ORDER_ATTRIBUTES,
    PATTERNS,
    TABLE,
    attribute,
    gsi,
    key,
    overload,
    pattern,
    with_cell,
    with_index,
    with_order,
    with_table,
)

type Change = tuple[Design, Design, MigrationPlan | None]


def bare(after: Design, before: Design = DESIGN) -> Change:
    """A change without a plan."""
    return before, after, None


def planned(after: Design, *steps: Step, before: Design = DESIGN) -> Change:
    """A change with a plan that a person wrote."""
    return before, after, MigrationPlan(tuple(replace(step, id=step.id or f"s{n}") for n, step in enumerate(steps, 1)))


def proposed(after: Design, before: Design = DESIGN) -> Change:
    """A change with the plan that we make."""
    return before, after, plan(before, after)


def step(action: str, index: str = "", **fields) -> Step:
    return Step(fields.pop("id", ""), StepAction(action), "", "app-main", index=index, **fields)


def shards(number: int, **more) -> Design:
    """Orders in shards of their day, calculated from their id."""
    template = f"DAY#{{orderDate}}#{{orderId:shard({number})}}"
    return with_order(overloads=(overload(None, PK=template, SK="{orderId}"), BY_STATUS, OPEN), **more)


def random_shards(count: int) -> Design:
    """Orders in shards of their day, drawn when they are written."""
    attributes = (*ORDER_ATTRIBUTES, attribute("shard", "N", f"shard({count})"))
    cell = overload(None, PK="DAY#{orderDate}#{shard}", SK="{orderId}")
    return with_order(overloads=(cell, BY_STATUS, OPEN), attributes=attributes)


GSI3 = with_cell(overload("GSI3", GSI3PK="DATE#{orderDate}", GSI3SK="{orderId}"))
"""One more index, whose keys no stored item has."""
BY_ATTRIBUTES = with_index(gsi("GSI3", key("status"), key("orderDate")))
"""One more index, on attributes that every stored item has."""
BY_STATUS_AND_DATE = with_index(gsi("GSI3", (*key("status"), *key("orderDate")), key("note")))
BY_STATUS_THEN_DATE = with_index(gsi("GSI3", key("status"), (*key("orderDate"), *key("note"))))
"""The same attributes in another key."""


def included(*names: str) -> Design:
    """GSI1 carries these names."""
    return with_table(indexes=(gsi("GSI1", projection="INCLUDE", include=names), gsi("GSI2")))


FILL = Backfill(condition="attribute_not_exists(GSI3PK)", operation="UpdateItem", units_per_second=100)
CREATE3 = step("change_indexes", "GSI3", creates=("GSI3",))
FILL3 = step("backfill", "GSI3", entities=("Order",), backfill=FILL)
COUNT3 = step("reconcile", "GSI3")
READ3 = step("switch_reads", "GSI3", patterns=("A9",))

SESSION = Entity(
    "e-session",
    "Session",
    (attribute("sessionId", format="id"), attribute("expires", "N", "epoch_seconds")),
    (overload(None, PK="SESSION#{sessionId}", SK="META"),),
    identity=("sessionId",),
    count=100,
)


def sessions(name: str = "app-main", ttl: str = "expires", **fields) -> Design:
    """A table of sessions."""
    table = replace(TABLE, name=name, indexes=(), entities=(SESSION,), settings={"ttl_attribute": ttl} if ttl else {})
    return Design("Sessions", tables=(replace(table, **fields),))


MOVED = sessions("sessions")
"""The same sessions in a table of another name."""


def moved(*steps: Step) -> Change:
    """The move of the sessions by a plan of a person."""
    return (
        sessions(),
        MOVED,
        MigrationPlan(tuple(replace(one, target="sessions", id=f"s{n}") for n, one in enumerate(steps, 1))),
    )


def fill(**fields) -> Step:
    """A backfill of the sessions."""
    return step(
        "backfill", backfill=replace(Backfill(condition="attribute_not_exists(PK)", units_per_second=10), **fields)
    )


def provisioned(units: int, **fields) -> Design:
    """The orders in a provisioned table."""
    return with_table(settings={"billing": "PROVISIONED", "provisioned": {"read": units, "write": units}}, **fields)


def busy(peak: float) -> Design:
    """GSI3 in a table of 200 units, with so many writes a second at the peak."""
    write = pattern("PutItem", "W1", per_second=replace(PATTERNS[0].per_second, peak=peak))
    after = provisioned(200, indexes=GSI3.tables[0].indexes, entities=GSI3.tables[0].entities)
    return replace(after, patterns=(*PATTERNS, write))


CONSTANT = with_cell(overload("GSI3", GSI3PK="ALL", GSI3SK="{orderId}"))
QUEUED = with_cell(overload("GSI3", "status = 'OPEN'", GSI3PK="ALL", GSI3SK="{orderId}"))
"""One more index of one key, for the few orders that are open."""
FLAGGED = (*ORDER_ATTRIBUTES, attribute("large", "BOOL", optional=0.1))
"""An attribute that orders to come may have."""
LARGE = Overload("o-large", None, {"PK": "ORDER#{orderId}", "SK": "ORDER"}, "attribute_exists(large)")
NUMBERED = tuple(attribute("customerId", "N") if one.name == "customerId" else one for one in ORDER_ATTRIBUTES)
TIMES = {"billing": "PAY_PER_REQUEST", "ops": {"switches_per_day": {"mode": 4}}}
