"""Rules over a change of keys, indexes and plans: what triggers each, and a near miss that does not."""

from dataclasses import replace

from modeler.core.findings import Severity
from tests.modeler.core.migration.case import ChangeCase
from tests.modeler.core.migration.cases_of_stored_items import STORED
from tests.modeler.core.migration.changes import (
    BY_ATTRIBUTES,
    BY_STATUS_AND_DATE,
    BY_STATUS_THEN_DATE,
    CONSTANT,
    COUNT3,
    CREATE3,
    FILL,
    FILL3,
    FLAGGED,
    GSI3,
    LARGE,
    MOVED,
    NUMBERED,
    QUEUED,
    READ3,
    TIMES,
    bare,
    busy,
    fill,
    included,
    moved,
    planned,
    proposed,
    random_shards,
    sessions,
    shards,
    step,
)
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    CUSTOMER,
    DESIGN,
    OPEN,
    ORDER,
    PATTERNS,
    TABLE,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    with_attribute,
    with_base,
    with_cell,
    with_index,
    with_order,
    with_settings,
    with_table,
)


def noted(projection="ALL"):
    """The note becomes a number; orders are read through an index only."""
    thin = (gsi("GSI1", projection=projection), TABLE.indexes[1])

    def made(design):
        return replace(design, tables=(replace(design.tables[0], indexes=thin),), patterns=PATTERNS[1:2])

    return bare(made(with_attribute(attribute("note", "N"))), made(DESIGN))


KEYS = (
    ChangeCase(
        "migrate.key_changed",
        bare(with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}#{orderDate}")),
        bare(with_order(overloads=(BASE, overload("GSI1", GSI1PK="S#{status}", GSI1SK="{orderId}"), OPEN))),
        Severity.WARNING,
        "(segment order), but 1,000 stored items",
    ),
    ChangeCase(
        "migrate.key_changed",
        bare(with_table(partition_key=key("pk"))),
        bare(with_table(indexes=(gsi("GSI1", partition=key("other")), gsi("GSI2")))),
        says="Customer, Order must move",
    ),
    ChangeCase(
        "migrate.key_changed",
        bare(with_table(name="main")),
        proposed(with_table(name="main")),
        says="a different table",
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
    # The one index that is read does not carry it.
    ChangeCase("migrate.type_changed", noted(), noted("KEYS_ONLY"), says="A4 read it"),
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
        "migrate.lsi_changed", bare(DESIGN, with_index(lsi())), proposed(DESIGN, with_index(lsi())), says="is removed"
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
        says="a different key",
    ),
    # The same attributes, parted otherwise; the same names, listed otherwise.
    ChangeCase(
        "migrate.gsi_key_or_projection_changed",
        bare(BY_STATUS_THEN_DATE, BY_STATUS_AND_DATE),
        bare(included("note", "total"), included("total", "note", "total")),
        says="a different key",
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
        planned(GSI3, CREATE3, COUNT3, FILL3, READ3),
        planned(GSI3, CREATE3, COUNT3, FILL3, COUNT3, READ3),
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
        says="in addition to 150 of live traffic, which supports 200 (provisioned)",
    ),
    ChangeCase(
        "migrate.backfill_unthrottled",
        planned(CONSTANT, CREATE3, replace(FILL3, backfill=replace(FILL, units_per_second=1500)), COUNT3),
        planned(CONSTANT, CREATE3, replace(FILL3, backfill=replace(FILL, units_per_second=900)), COUNT3),
        says="to one key of GSI3; a partition supports 1,000",
    ),
    # Only what belongs in the index is filled, however few items that are.
    ChangeCase(
        "migrate.backfill_unthrottled",
        planned(QUEUED, CREATE3, replace(FILL3, backfill=replace(FILL, units_per_second=1500)), COUNT3),
        proposed(QUEUED),
        says="writes 1,500 units/s (estimate) to one key of GSI3",
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
        says="supports no conditions",
    ),
    ChangeCase(
        "migrate.backfill_not_idempotent",
        moved(fill(condition="attribute_exists(PK)")),
        moved(fill(condition="attribute_not_exists(PK) OR version < :version")),
        says="which newer items also meet",
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

CASES = (*KEYS, *INDEXES, *PLAN, *STORED)
