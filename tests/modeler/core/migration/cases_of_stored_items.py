"""Rules about stored items that cannot be migrated, or are read under two keys: what triggers each, and a near miss."""

from dataclasses import replace

from modeler.core.design.patterns import KeyCondition
from modeler.core.findings import Severity
from modeler.core.migration.planning import plan
from tests.modeler.core.migration.case import ChangeCase
from tests.modeler.core.migration.changes import bare, planned, proposed, step
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    DESIGN,
    ITEMS,
    OPEN,
    ORDER,
    ORDER_ATTRIBUTES,
    PATTERNS,
    attribute,
    item,
    overload,
    with_base,
    with_cell,
    with_order,
)

TWO_A_DAY = (*ITEMS, item("o-3", customerId="a1", orderId="o-3", orderDate="2026-06-01", status="OPEN", total=1))
BY_DAY = overload(None, PK="CUST#{customerId}", SK="ORDER#{orderDate}")
A_DAY = ("customerId", "orderDate")
TAGGED = (*ORDER_ATTRIBUTES, attribute("channel", format="id"))
RARELY = tuple(
    attribute("note", format="text", optional=0.4) if one.name == "note" else one for one in ORDER_ATTRIBUTES
)
NOTED = tuple(replace(one, values={**one.values, **item("", note="n").values}) for one in ITEMS)
IN_CHANNEL = overload(None, PK="CH#{channel}", SK="{orderId}")
BY_CHANNEL = overload("GSI3", GSI3PK="CHANNEL#{channel}", GSI3SK="{orderId}")
BY_NOTE = overload("GSI3", GSI3PK="NOTE#{note}", GSI3SK="{orderId}")


def days(attributes=ORDER_ATTRIBUTES, items=ITEMS, identity=("orderId",)):
    """Orders keyed by their day."""
    return with_order(overloads=(BY_DAY, BY_STATUS, OPEN), attributes=attributes, items=items, identity=identity)


def orders(items=ITEMS, identity=("orderId",), **fields):
    return with_order(items=items, identity=identity, **fields)


def heavy(size):
    """An order whose note takes so many bytes."""
    note = "x" * size
    return (item("o-9", customerId="a1", orderId="o-9", orderDate="2026-06-01", status="SHIPPED", total=1, note=note),)


def filling(size):
    """An index more, for a heavy order."""
    before = orders(items=heavy(size))
    after = with_cell(overload("GSI3", GSI3PK="DATE#{orderDate}", GSI3SK="{orderId}"))
    return bare(after, before)


def split(kept):
    """The second order is an item of a new entity, with keys of its own."""
    key = overload(None, PK="RETURN#{orderId}", SK="RETURN")
    made = replace(ORDER, id="e-return", name="Return", overloads=(key,), items=ITEMS[1:])
    after = orders(items=kept)
    return replace(after, tables=(replace(after.tables[0], entities=(*after.tables[0].entities, made)),))


def by_time(sort, day="x", only=("orderDate",)):
    """Orders whose key has an attribute that is stored nowhere else, and an index with a text of its own."""
    attributes = tuple(replace(one, key_only=one.name in only) for one in ORDER_ATTRIBUTES)
    base = overload(None, PK="CUST#{customerId}", SK=f"O#{sort}#{{orderId}}")
    return with_order(
        attributes=attributes, overloads=(base, overload("GSI1", GSI1PK=f"D#{day}", GSI1SK="{orderId}"), OPEN_BY_ID)
    )


def slow(count, rate):
    """A re-keying of so many items, at a rate."""
    before, after = with_order(count=count), another_key(count)
    return before, after, plan(before, after, units_per_second=rate)


def another_key(count):
    return with_order(
        count=count, overloads=(overload(None, PK="CUST#{customerId}", SK="O#{orderId}"), BY_STATUS, OPEN)
    )


def in_gsi1(partition):
    """Orders by their id within a partition of GSI1."""
    return with_order(overloads=(BASE, overload("GSI1", GSI1PK=partition, GSI1SK="{orderId}"), OPEN))


def newest_first(design, is_ordered=True):
    """The design, with its read of a customer's orders, which begins at the newest."""
    limit = 25 if is_ordered else None
    read = replace(PATTERNS[0], descending=is_ordered, limit=limit)
    key = (KeyCondition("PK", "=", ("CUST#{customerId}",)), KeyCondition("SK", "begins_with", ("ORDER#",)))
    return replace(design, patterns=(replace(read, key=key),))


def renamed_date(sort):
    """Orders whose date has another name."""
    day = tuple(replace(one, name="day") if one.name == "orderDate" else one for one in ORDER_ATTRIBUTES)
    return with_order(overloads=(overload(None, PK="CUST#{customerId}", SK=f"ORDER#{sort}"),), attributes=day, items=())


OPEN_BY_ID = overload("GSI2", "status = 'OPEN'", GSI2PK="OPEN", GSI2SK="{orderDate}#{orderId}")
MOVED_INTO_STATUS = with_base(PK="CUST#{customerId}", SK="ORDER#{status}#{orderDate}#{orderId}")
APART = with_base(PK="CUST#{customerId}", SK="O#{orderDate}#{orderId}")

STORED = (
    ChangeCase(
        "migrate.keys_collide",
        bare(days(items=TWO_A_DAY), orders(items=TWO_A_DAY)),
        bare(MOVED_INTO_STATUS),
        Severity.ERROR,
        "CUST#a1 / ORDER#2026-06-01#o-1 (Order) and CUST#a1 / ORDER#2026-06-01#o-3 (Order) both get the key "
        "CUST#a1 / ORDER#2026-06-01",
    ),
    ChangeCase(
        "migrate.keys_collide",
        bare(days(items=()), orders(items=())),
        bare(with_base(PK="ORDER#{orderId}", SK="META"), orders(items=())),
        says="The new key of Order does not contain orderId",
    ),
    ChangeCase(
        "migrate.keys_collide",
        bare(days(items=(), identity=()), orders(items=(), identity=())),
        bare(
            days(items=(), identity=("customerId", "orderDate")), orders(items=(), identity=("customerId", "orderDate"))
        ),
    ),
    ChangeCase(
        "migrate.source_missing",
        bare(
            with_order(
                overloads=(overload(None, PK="CH#{channel}", SK="{orderId}"), BY_STATUS, OPEN), attributes=TAGGED
            )
        ),
        bare(with_base(PK="CUST#{customerId}", SK="{orderId}")),
        Severity.ERROR,
        "channel is new",
    ),
    ChangeCase(
        "migrate.source_missing",
        bare(with_cell(BY_CHANNEL, attributes=TAGGED)),
        bare(with_cell(replace(BY_CHANNEL, when="status = 'OPEN'"), attributes=TAGGED)),
        Severity.WARNING,
        "in GSI3 needs attributes that stored items lack: channel is new",
    ),
    ChangeCase(
        "migrate.source_missing",
        bare(with_cell(BY_NOTE, attributes=RARELY), with_order(attributes=RARELY)),
        bare(with_cell(BY_NOTE), orders(items=NOTED)),
        says="40% have note",
    ),
    ChangeCase(
        "migrate.source_missing",
        bare(with_cell(BY_NOTE)),
        bare(with_cell(BY_NOTE), with_order(count=0)),
        says="2 of 2 sample items lack note",
    ),
    ChangeCase(
        "migrate.entity_split",
        bare(split(kept=ITEMS[:1])),
        bare(split(kept=ITEMS)),
        Severity.WARNING,
        "1 of 2 sample items of Order are Return in the new design",
    ),
    ChangeCase(
        "migrate.attribute_lost",
        bare(by_time("{orderDate:month}"), by_time("{orderDate}")),
        bare(by_time("{orderDate:month}", day="{orderDate}"), by_time("{orderDate}")),
        Severity.ERROR,
        "orderDate of Order is only in keys, and its new keys do not tell it",
    ),
    ChangeCase(
        "migrate.attribute_lost",
        bare(by_time("{total:hash(4)}", only=("total",)), by_time("{total:pad(6)}", only=("total",))),
        bare(by_time("{total:reverse(6)}", only=("total",)), by_time("{total:pad(6)}", only=("total",))),
        says="total of Order",
    ),
    ChangeCase(
        "migrate.item_too_large", filling(409_440), filling(400_000), Severity.ERROR, "with the keys of both designs"
    ),
    ChangeCase(
        "migrate.backfill_outlasts_stream",
        slow(10_000_000, 100),
        slow(10_000_000, 1_000),
        Severity.WARNING,
        "the stream keeps changes for 24",
    ),
    ChangeCase(
        "migrate.reads_both_shapes",
        proposed(replace(MOVED_INTO_STATUS, patterns=PATTERNS)),
        proposed(replace(APART, patterns=PATTERNS)),
        Severity.WARNING,
        "A2 (deployed and new version) returns Order items under the old and the new key of app-main",
    ),
    ChangeCase(
        "migrate.reads_both_shapes",
        bare(with_order(overloads=(BASE, replace(BY_STATUS, keys={**BY_STATUS.keys, "GSI1SK": "{orderId}"}), OPEN))),
        bare(
            with_order(overloads=(BASE, overload("GSI1", GSI1PK="C#{customerId}#{status}", GSI1SK="{orderId}"), OPEN))
        ),
        says="of GSI1",
    ),
    ChangeCase(
        "migrate.reads_both_shapes",
        planned(replace(MOVED_INTO_STATUS, patterns=PATTERNS), step("read_both")),
        bare(replace(MOVED_INTO_STATUS, patterns=PATTERNS), replace(DESIGN, tables=with_order(count=0).tables)),
    ),
    ChangeCase(
        "migrate.read_order_changed",
        bare(newest_first(with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}#{orderDate}")), newest_first(DESIGN)),
        bare(
            newest_first(with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate}#{total:pad(9)}")), newest_first(DESIGN)
        ),
        Severity.WARNING,
        "A2 returns Order items by {orderId}, no longer by {orderDate}",
    ),
    ChangeCase(
        "migrate.read_order_changed",
        bare(newest_first(renamed_date("{day:month}#{orderId}")), newest_first(DESIGN)),
        bare(newest_first(renamed_date("{day}#{orderId}")), newest_first(DESIGN)),
        says="by {day:month}",
    ),
    ChangeCase(
        "migrate.read_order_changed",
        bare(newest_first(with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}")), newest_first(DESIGN)),
        bare(newest_first(with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}"), False), newest_first(DESIGN, False)),
    ),
)
