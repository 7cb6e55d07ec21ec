"""One rule over a change shown: what triggers it, and a near miss that does not."""

from dataclasses import dataclass, replace

from modeler.core.design import Design
from modeler.core.findings import Severity
from modeler.core.items import Entity, Overload
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import Action, Backfill, Plan, Step
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    CUSTOMER,
    DESIGN,
    OPEN,
    ORDER,
    ORDER_ATTRIBUTES,
    PATTERNS,
    TABLE,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    pattern,
    with_attribute,
    with_base,
    with_cell,
    with_index,
    with_order,
    with_settings,
    with_table,
)

type Change = tuple[Design, Design, Plan | None]


@dataclass(frozen=True)
class ChangeCase:
    """`trigger` has the finding (of `severity`, if given; whose message holds `says`), `near` does not."""

    rule: str
    trigger: Change
    near: Change
    severity: Severity | None = None
    says: str = ""


def bare(after: Design, before: Design = DESIGN) -> Change:
    """A change without a plan."""
    return before, after, None


def planned(after: Design, *steps: Step, before: Design = DESIGN) -> Change:
    """A change with a plan that a person wrote."""
    return before, after, Plan(tuple(replace(step, id=step.id or f"s{n}") for n, step in enumerate(steps, 1)))


def proposed(after: Design, before: Design = DESIGN) -> Change:
    """A change with the plan that we make."""
    return before, after, plan(before, after)


def step(action: str, index: str = "", **fields) -> Step:
    return Step(fields.pop("id", ""), Action(action), "", "app-main", index=index, **fields)


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
    return sessions(), MOVED, Plan(tuple(replace(one, target="sessions", id=f"s{n}") for n, one in enumerate(steps, 1)))


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
FLAGGED = (*ORDER_ATTRIBUTES, attribute("large", "BOOL", optional=0.1))
"""An attribute that orders to come may have."""
LARGE = Overload("o-large", None, {"PK": "ORDER#{orderId}", "SK": "ORDER"}, "attribute_exists(large)")
NUMBERED = tuple(attribute("customerId", "N") if one.name == "customerId" else one for one in ORDER_ATTRIBUTES)
TIMES = {"billing": "PAY_PER_REQUEST", "ops": {"switches_per_day": {"mode": 4}}}

KEYS = (
    ChangeCase(
        "migrate.key_changed",
        bare(with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}#{orderDate}")),
        bare(with_order(overloads=(BASE, overload("GSI1", GSI1PK="S#{status}", GSI1SK="{orderId}"), OPEN))),
        Severity.WARNING,
        "(segment order): 1,000 stored items",
    ),
    ChangeCase(
        "migrate.key_changed",
        bare(with_table(partition_key=key("pk"))),
        bare(with_table(indexes=(gsi("GSI1", partition=key("other")), gsi("GSI2")))),
        says="Customer, Order must move",
    ),
    ChangeCase(
        "migrate.key_changed", bare(with_table(name="main")), proposed(with_table(name="main")), says="another table"
    ),
    ChangeCase(
        "migrate.key_changed",
        bare(with_order(overloads=(LARGE, BASE, BY_STATUS, OPEN), attributes=FLAGGED)),
        proposed(with_order(overloads=(LARGE, BASE, BY_STATUS, OPEN), attributes=FLAGGED)),
        says="stored items keep theirs",
    ),
    ChangeCase(
        "migrate.key_changed",
        bare(
            replace(
                DESIGN,
                tables=(
                    with_table(entities=(CUSTOMER,)).tables[0],
                    replace(TABLE, id="t-2", name="orders", entities=(ORDER,)),
                ),
            )
        ),
        bare(with_base(PK="CUST#{customerId}", SK="{orderId}"), before=with_order(count=0)),
        says="goes from table app-main to orders",
    ),
    ChangeCase(
        "migrate.shard_count_changed",
        bare(shards(20), shards(10)),
        bare(random_shards(20), random_shards(10)),
        Severity.ERROR,
    ),
    ChangeCase(
        "migrate.shard_count_changed",
        bare(shards(20), shards(10)),
        planned(shards(20), step("read_both"), before=shards(10)),
        says="1,000 stored items are in the shards of the old count",
    ),
    ChangeCase(
        "migrate.shard_count_changed",
        bare(random_shards(4), random_shards(10)),
        planned(random_shards(4), step("read_both"), before=random_shards(10)),
        says="shards 4 to 9",
    ),
    ChangeCase("migrate.shard_count_changed", bare(shards(20), shards(10)), bare(shards(20), shards(10, count=0))),
    ChangeCase(
        "migrate.type_changed",
        bare(with_attribute(attribute("total", "S"))),
        bare(with_attribute(attribute("totalText", "S"))),
        Severity.WARNING,
        "A2, A4, A5 read it",
    ),
    ChangeCase(
        "migrate.type_changed",
        bare(
            with_order(attributes=tuple(replace(one, key_only=one.name == "customerId") for one in NUMBERED)),
            with_order(attributes=NUMBERED),
        ),
        bare(with_attribute(attribute("customerId", format="id", key_only=True))),
        says="kept only inside keys",
    ),
    ChangeCase(
        "migrate.type_changed",
        bare(with_attribute(attribute("total", "S"))),
        bare(
            replace(with_attribute(attribute("total", "S")), patterns=(replace(PATTERNS[0], projection=("status",)),)),
            replace(DESIGN, patterns=(replace(PATTERNS[0], projection=("status",)),)),
        ),
    ),
    ChangeCase(
        "migrate.ttl_in_flight",
        bare(MOVED, sessions()),
        bare(sessions("sessions", ""), sessions(ttl="")),
        Severity.WARNING,
    ),
    ChangeCase(
        "migrate.ttl_in_flight",
        moved(
            step("create_table", settings={"ttl_attribute": "expires"}),
            step("dual_write"),
            fill(),
            step("switch_reads"),
        ),
        moved(
            step("create_table"),
            step("dual_write"),
            fill(),
            step("switch_reads"),
            step("set", settings={"ttl_attribute": "expires"}),
        ),
        says="on before reads have moved",
    ),
)

INDEXES = (
    ChangeCase(
        "migrate.lsi_changed", bare(with_index(lsi())), bare(DESIGN), Severity.ERROR, "LSI1 is new or different"
    ),
    ChangeCase(
        "migrate.lsi_changed", bare(DESIGN, with_index(lsi())), proposed(DESIGN, with_index(lsi())), says="is gone"
    ),
    ChangeCase(
        "migrate.lsi_changed",
        bare(with_index(lsi())),
        bare(
            replace(DESIGN, tables=(TABLE, replace(with_index(lsi()).tables[0], id="t-2", name="second", entities=())))
        ),
    ),
    ChangeCase(
        "migrate.gsi_key_or_projection_changed",
        bare(with_table(indexes=(gsi("GSI1", projection="KEYS_ONLY"), gsi("GSI2")))),
        bare(with_table(indexes=(replace(gsi("GSI1"), capacity=replace(gsi("GSI1").capacity, write=9)), gsi("GSI2")))),
        Severity.WARNING,
        "nothing serves A4",
    ),
    ChangeCase(
        "migrate.gsi_key_or_projection_changed",
        bare(with_table(indexes=(gsi("GSI1", sort=key("orderDate")), gsi("GSI2")))),
        proposed(with_table(indexes=(gsi("GSI1", sort=key("orderDate")), gsi("GSI2")))),
        says="another key",
    ),
    ChangeCase(
        "migrate.two_gsi_changes",
        bare(with_index(gsi("GSI3"), gsi("GSI4"))),
        bare(
            with_table(
                indexes=(
                    gsi("GSI1"),
                    replace(gsi("GSI2"), capacity=replace(gsi("GSI2").capacity, write=9)),
                    gsi("GSI3", reserve=True),
                )
            )
        ),
        Severity.ERROR,
        "GSI3 (created), GSI4 (created)",
    ),
    ChangeCase(
        "migrate.two_gsi_changes",
        planned(with_index(gsi("GSI3")), step("change_indexes", creates=("GSI3",), deletes=("GSI1",))),
        planned(
            with_index(gsi("GSI3")),
            step("change_indexes", creates=("GSI3",)),
            step("change_indexes", deletes=("GSI1",)),
        ),
        says="in one call",
    ),
    ChangeCase(
        "migrate.two_gsi_changes",
        planned(DESIGN, step("change_indexes", creates=("GSI1",), deletes=("GSI1",))),
        proposed(with_index(gsi("GSI3"), gsi("GSI4"))),
    ),
    ChangeCase(
        "migrate.gsi_needs_backfill",
        bare(GSI3),
        bare(BY_ATTRIBUTES),
        Severity.ERROR,
        "about 1,000 stored items of Order lack GSI3PK, GSI3SK",
    ),
    ChangeCase("migrate.gsi_needs_backfill", planned(GSI3, CREATE3), planned(GSI3, CREATE3, FILL3, COUNT3)),
    ChangeCase(
        "migrate.gsi_needs_backfill",
        bare(with_order(overloads=(BASE, overload("GSI1", GSI1PK="S#{status}", GSI1SK="{orderId}"), OPEN))),
        bare(with_order(overloads=(BASE, replace(BY_STATUS, id="o-other"), OPEN))),
        says="keep their old key in GSI1",
    ),
    ChangeCase(
        "migrate.gsi_needs_backfill",
        bare(with_order(overloads=(BASE, BY_STATUS, replace(OPEN, when="status = 'OPEN' OR status = 'SHIPPED'")))),
        bare(with_order(overloads=(BASE, BY_STATUS))),
        says="about 970 stored items",
    ),
    ChangeCase(
        "migrate.gsi_needs_backfill",
        bare(GSI3),
        bare(with_cell(overload("GSI3", "attribute_exists(large)", GSI3PK="L", GSI3SK="{orderId}"), FLAGGED)),
    ),
)

PLAN = (
    ChangeCase(
        "migrate.read_before_active",
        planned(GSI3, READ3, CREATE3, FILL3, COUNT3),
        planned(GSI3, CREATE3, FILL3, step("shadow_read", "GSI3"), COUNT3, READ3),
        Severity.ERROR,
        "reads GSI3 for A9 before step s2",
    ),
    ChangeCase(
        "migrate.read_before_active",
        planned(GSI3, CREATE3, FILL3, READ3),
        proposed(GSI3),
        says="before its counts are compared",
    ),
    ChangeCase(
        "migrate.read_before_active",
        moved(step("create_table"), step("dual_write"), step("switch_reads"), fill()),
        moved(
            step("create_table"),
            step("dual_write"),
            step("shadow_read"),
            fill(),
            step("shadow_read"),
            step("switch_reads"),
        ),
        says="reads sessions before",
    ),
    ChangeCase(
        "migrate.backfill_unthrottled",
        moved(fill(units_per_second=None)),
        moved(fill(units_per_second=None, way="export_import")),
        Severity.WARNING,
        "no limit",
    ),
    ChangeCase(
        "migrate.backfill_unthrottled",
        planned(busy(150), CREATE3, FILL3, COUNT3),
        planned(busy(50), CREATE3, FILL3, COUNT3),
        says="beside 150 of live traffic, which takes 200 (provisioned)",
    ),
    ChangeCase(
        "migrate.backfill_unthrottled",
        planned(CONSTANT, CREATE3, replace(FILL3, backfill=replace(FILL, units_per_second=1500)), COUNT3),
        planned(CONSTANT, CREATE3, replace(FILL3, backfill=replace(FILL, units_per_second=900)), COUNT3),
        says="on one key of GSI3; a partition takes 1,000",
    ),
    ChangeCase(
        "migrate.backfill_not_idempotent",
        moved(fill(condition="")),
        moved(fill()),
        Severity.ERROR,
        "without a condition",
    ),
    ChangeCase(
        "migrate.backfill_not_idempotent",
        moved(fill(operation="BatchWriteItem")),
        moved(fill(operation="ImportTable", condition="")),
        says="takes no conditions",
    ),
    ChangeCase(
        "migrate.backfill_not_idempotent",
        moved(fill(condition="attribute_exists(PK)")),
        moved(fill(condition="attribute_not_exists(PK) OR version < :version")),
        says="holds for a newer item too",
    ),
    ChangeCase(
        "migrate.backfill_not_idempotent",
        planned(
            GSI3, CREATE3, replace(FILL3, backfill=replace(FILL, operation="BatchWriteItem", condition="")), COUNT3
        ),
        planned(GSI3, CREATE3, FILL3, COUNT3),
    ),
    ChangeCase(
        "migrate.switch_quota",
        planned(DESIGN, *[step("set", settings={"billing": "PAY_PER_REQUEST"})] * 5),
        planned(DESIGN, *[step("set", settings={"billing": "PROVISIONED"})] * 5),
        Severity.WARNING,
        "5 times within 24 h",
    ),
    ChangeCase(
        "migrate.switch_quota",
        planned(DESIGN, *[step("set", settings={"table_class": "STANDARD"}, hours=24)] * 3),
        planned(DESIGN, *[step("set", settings={"table_class": "STANDARD"}, hours=360)] * 3),
        says="changes its class 3 times",
    ),
    ChangeCase(
        "migrate.switch_quota",
        bare(with_settings(ttl_attribute="expires"), with_settings(ttl_attribute="ttl")),
        proposed(with_settings(ttl_attribute="expires"), with_settings(ttl_attribute="ttl")),
        says="switches TTL 2 times",
    ),
    ChangeCase(
        "migrate.switch_quota",
        bare(with_settings(**TIMES), with_settings(billing="PROVISIONED", provisioned={"read": 5, "write": 5})),
        bare(with_settings(**TIMES)),
    ),
)

CASES = (*KEYS, *INDEXES, *PLAN)
