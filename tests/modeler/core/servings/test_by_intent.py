"""Patterns by intent: which index serves them, compared, with what it takes."""

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.design.items import Attribute, Entity, SizeFact
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator import evaluate
from modeler.core.items.sizes import Sizes
from modeler.core.servings import kept_share, served_pattern, serving, serving_fixes, servings
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import DESIGN, ORDER, gsi, key, lsi, overload, pattern
from tests.modeler.core.rules.builders import item

D = Decimal
SHARES = {"OPEN": 0.03, "SHIPPED": 0.95, "CANCELLED": 0.02}


def query(intent=None, **fields):
    """A query of orders by intent alone."""
    extra = {"intent": intent} if intent else {}
    return pattern("Query", **{"entities": ("Order",), "extra": extra, **fields})


def shown(made):
    return made.index, [(one.name, one.operator, *one.templates) for one in made.condition]


BY_CUSTOMER = ("PK", "=", "CUST#{customerId}")


@pytest.mark.parametrize(
    ("asked", "index", "condition", "left"),
    [
        (query({"given": ["customerId"]}), None, [BY_CUSTOMER, ("SK", "begins_with", "ORDER#")], ""),
        (
            query({"given": ["customerId", "orderDate"]}),
            None,
            [BY_CUSTOMER, ("SK", "begins_with", "ORDER#{orderDate}#")],
            "",
        ),
        (
            query({"given": ["customerId"], "range": "orderDate"}),
            None,
            [BY_CUSTOMER, ("SK", "between", "ORDER#{orderDateFrom}", "ORDER#{orderDateTo}~")],
            "",
        ),
        (
            query({"given": ["customerId"], "range": "orderDate"}, parameters={"orderDateFrom": "2026-06-01"}),
            None,
            [BY_CUSTOMER, ("SK", "between", "ORDER#{orderDateFrom}", "ORDER#~")],
            "",
        ),
        (
            query({"given": ["customerId"], "range": "orderDate"}, parameters={"orderDateTo": "2026-06-01"}),
            None,
            [BY_CUSTOMER, ("SK", "between", "ORDER#", "ORDER#{orderDateTo}~")],
            "",
        ),
        (
            query({"given": ["customerId"]}, filter="orderDate BETWEEN :from AND :to AND total > :least"),
            None,
            [BY_CUSTOMER, ("SK", "between", "ORDER#{from}", "ORDER#{to}~")],
            "total > :least",
        ),
        (
            query({"given": ["customerId"]}, filter="status = 'OPEN'"),
            "GSI1",
            [("GSI1PK", "=", "CUST#{customerId}#OPEN")],
            "",
        ),
        (
            query({"given": ["customerId"]}, filter=":s = status"),
            "GSI1",
            [("GSI1PK", "=", "CUST#{customerId}#{s}")],
            "",
        ),
        (query(filter="status = 'OPEN'"), "GSI2", [("GSI2PK", "=", "OPEN")], ""),
        (
            query({"range": "orderDate"}, filter="status = 'OPEN'", parameters={"orderDateFrom": "x"}),
            "GSI2",
            [("GSI2PK", "=", "OPEN"), ("GSI2SK", ">=", "{orderDateFrom}")],
            "",
        ),
        (
            query({"range": "orderDate"}, filter="status = 'OPEN'", parameters={"orderDateTo": "x"}),
            "GSI2",
            [("GSI2PK", "=", "OPEN"), ("GSI2SK", "<=", "{orderDateTo}~")],
            "",
        ),
        (
            query({"given": ["customerId", "total"]}),
            None,
            [BY_CUSTOMER, ("SK", "begins_with", "ORDER#")],
            "total = :total",
        ),
    ],
)
def test_the_key_condition_is_built_from_the_templates_and_the_rest_is_filtered(asked, index, condition, left):
    made = serving(DESIGN, asked)
    assert made.served, made.reason
    assert shown(made) == (index, condition)
    assert made.filter == left


def test_newest_first_reads_the_index_backwards():
    made = serving(DESIGN, query({"given": ["customerId"], "order_by": "orderDate", "direction": "newest first"}))
    assert (made.order_satisfied, made.descending) == (True, True)
    assert "sorts by orderDate" in made.order_reason
    done = evaluate(DESIGN, replace(served_pattern(query(), made), parameters={"customerId": "a1b2"}))
    assert [one.id for one in done.returned] == ["o-9044", "o-9001"]


def test_what_lies_behind_an_unknown_segment_is_not_served_in_order():
    made = serving(DESIGN, query({"given": ["customerId"], "order_by": "orderId"}))
    assert made.served
    assert made.order_satisfied is False
    assert "sorts by orderDate first" in made.order_reason


def test_an_order_that_is_given_is_no_order():
    made = serving(DESIGN, query({"given": ["customerId", "orderDate"], "order_by": "orderDate"}))
    assert (made.order_satisfied, made.order_reason) == (True, "the attribute to order by is given")


def test_several_that_serve_are_compared():
    table = DESIGN.tables[0]
    twin = replace(
        ORDER, overloads=(*ORDER.overloads, overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="{total:pad(8)}"))
    )
    indexes = (*table.indexes, gsi("GSI3", key("GSI3PK"), key("GSI3SK")))
    design = replace(DESIGN, tables=(replace(table, indexes=indexes, entities=(table.entities[0], twin)),))
    first, second = servings(design, query({"given": ["customerId"]}))
    assert (first.index, first.comparison, second.index) == (None, "", "GSI3")
    assert "app-main" in second.comparison
    first, second = servings(design, query({"given": ["customerId"], "order_by": "total"}))
    assert (first.index, second.index) == ("GSI3", None)
    assert second.comparison.startswith("app-main does not provide the order")


def measured(count=50, size=4000, **fields):
    """Orders of a known size."""
    note = Attribute("note", "note", AttributeType.S, "text", size=SizeFact(size, size))
    order = replace(ORDER, attributes=(*ORDER.attributes, note), items=(), count=1000)
    table = replace(DESIGN.tables[0], entities=(order,))
    return replace(DESIGN, tables=(table,)), query(items_returned=count, **fields)


def test_units_are_those_of_a_list_and_of_what_it_has_to_fetch():
    design, asked = measured(intent={"given": ["customerId"]}, filter="status = 'OPEN'", projection=("note",))
    made = serving(design, asked, Sizes())
    assert (made.index, made.missing) == ("GSI1", ("note",))
    # 50 entries of 150 bytes on average, then 50 items of over 4 KB each (facts/throughput#reads).
    assert (made.expected.fetches, made.expected.fetch_units) == (50, D(50))
    assert made.expected.units == D(1)
    assert made.expected.total == D(51)


def test_pages_and_what_the_filter_discards_are_expected():
    design, asked = measured(100, 9000, intent={"given": ["customerId"]}, filter="total > :least")
    made = serving(design, replace(asked, extra={**asked.extra, "examined": 200}), Sizes())
    assert (made.expected.items, made.expected.examined, made.expected.pages) == (100, 200, 2)
    assert made.expected.size > 200 * 9000


def test_a_share_is_told_by_the_values_that_are_declared():
    attributes = tuple(replace(one, values=SHARES) if one.name == "status" else one for one in ORDER.attributes)
    order = replace(ORDER, attributes=attributes)
    table = replace(DESIGN.tables[0], entities=(order,))
    sizes = Sizes()
    assert kept_share(table, table.base, (order,), "status = 'OPEN'", {}, sizes).value == pytest.approx(0.03)
    assert kept_share(table, table.base, (order,), "status = :s", {"s": "SHIPPED"}, sizes).value == pytest.approx(0.95)
    assert kept_share(table, table.indexes[1], (order,), "status = 'OPEN'", {}, sizes).value == pytest.approx(1)
    assert kept_share(table, table.base, (order,), "total > :least", {"least": 1}, sizes) is None
    assert kept_share(table, table.base, (order,), "status = :unknown", {}, sizes) is None
    assert kept_share(table, table.base, (order,), "status =", {}, sizes) is None
    assert kept_share(table, table.base, (), "status = 'OPEN'", {}, sizes) is None


def test_shards_are_calls_whose_answers_are_merged():
    spread = replace(ORDER, overloads=(overload(None, PK="CUST#{customerId}#{orderId:shard(4)}", SK="{orderDate}"),))
    design = replace(DESIGN, tables=(replace(DESIGN.tables[0], entities=(spread,)),))
    made = serving(design, query({"given": ["customerId"]}, parameters={"customerId": "a1b2"}))
    assert (made.served, made.requests) == (True, 4)
    assert "4 calls" in made.reason


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (query({"given": ["orderId"]}), "app-main also needs customerId"),
        (query(filter="status = 'SHIPPED'"), "also needs customerId"),
        (query(filter="status ="), "cannot be parsed"),
        (query({"given": ["customerId"]}, index="GSI2"), "only the Order items where status = 'OPEN'"),
        (query(filter="total = 3 AND status = 'OPEN'"), "GSI2 does not project total"),
        (query(filter="status = 'OPEN' AND contains(note, :word)"), "GSI2 does not project note"),
        (query(filter="status = 'OPEN' AND total > :least"), "GSI2 does not project total"),
        (query({"given": ["customerId"]}, entities=("Order", "Line")), "no index contains Order, Line"),
    ],
)
def test_what_serves_nothing_says_why(asked, why):
    made = serving(DESIGN, asked)
    assert not made.served
    assert why in made.reason, made.reason


def test_what_an_index_lacks_to_filter_by_is_offered_to_be_included():
    labels = [fix.label for fix in serving_fixes(DESIGN, query(filter="total = :n AND status = 'OPEN'"))]
    assert labels == [
        "Include total in GSI2",
        "Add the index GSI3, with GSI3PK ORDER#TOTAL#{total:pad(12)}#STATUS#{status} and GSI3SK {orderId}",
    ]


def test_an_lsi_may_filter_by_what_it_has_to_fetch():
    order = Entity("o", "Order", ORDER.attributes, (overload(None, PK="C#{customerId}", SK="{orderId}"),))
    local = lsi("LSI1", key("PK"), key("orderDate"), "KEYS_ONLY")
    table = Table("t", "t", key("PK"), key("SK"), (local,), (order,))
    asked = query({"given": ["customerId", "status"], "order_by": "orderDate"})
    made = serving(Design("d", tables=(table,)), asked)
    assert (made.index, made.filter, made.missing) == ("LSI1", "status = :status", ("status",))


@pytest.mark.parametrize(
    ("operation", "fields", "units"),
    [
        ("GetItem", {}, "1"),
        ("BatchGetItem", {"items_returned": 25}, "25"),
        ("BatchGetItem", {"fan_out": 25}, "25"),
        ("TransactGetItems", {"items_returned": 25}, "100"),
        ("TransactGetItems", {"items_returned": 25, "consistent": True}, "100"),
    ],
)
def test_several_keys_are_expected_to_take_what_the_capacity_says(operation, fields, units):
    design, _ = measured(size=7000)
    asked = pattern(operation, entities=("Order",), key=DESIGN.pattern("A7").key, **fields)
    made = serving(design, asked, Sizes()).expected
    assert made.units == pattern_capacity(design, asked).read_units == D(units)
    assert made.items == made.pages == (1 if operation == "GetItem" else 25)


def test_the_nearest_index_has_something_of_what_is_given():
    keys = overload(None, PK="C#{customerId}", SK="STATUS#{status}#TOTAL#{total:pad(9)}")
    by_month = overload("GSI1", GSI1PK="{status}#{orderDate:month}", GSI1SK="{orderId}")
    order = Entity("o", "Order", ORDER.attributes, (keys, by_month))
    table = Table("t", "t", key("PK"), key("SK"), (gsi("GSI1", key("GSI1PK"), key("GSI1SK")),), (order,))
    made = serving(Design("d", tables=(table,)), query({"given": ["status", "total"]}, table="t"))
    assert "GSI1 also needs orderDate" in made.reason


def test_a_batch_of_keys_is_served_like_one():
    asked = pattern("BatchGetItem", entities=("Order",), key=DESIGN.pattern("A7").key, fan_out=5)
    assert serving(DESIGN, asked).served
    assert serving(DESIGN, pattern("BatchWriteItem", entities=("Order",))).served


@pytest.mark.parametrize("asked", ["orderDate IN (:a, :b)", "orderDate > :a OR total > :b"])
def test_no_filter_names_a_key_of_the_index(asked):
    order = Entity("o", "Order", ORDER.attributes, (overload(None, PK="C#{customerId}", SK="{orderId}"),))
    local = lsi("LSI1", key("PK"), key("orderDate"))
    table = Table("t", "t", key("PK"), key("SK"), (local,), (order,))
    made = servings(Design("d", tables=(table,)), query({"given": ["customerId"]}, filter=asked))
    assert [one.index for one in made] == [None]


@pytest.mark.parametrize(
    ("asked", "sort", "left"),
    [
        ("orderDate > :a", ("orderDate", ">", "{a}"), ""),
        (":a > orderDate", ("orderDate", "<", "{a}"), ""),
        ("orderDate >= :a AND orderDate <= :b", ("orderDate", "between", "{a}", "{b}"), ""),
        ("orderDate <= :b AND total > :t AND orderDate >= :a", ("orderDate", "between", "{a}", "{b}"), "total > :t"),
        ("total >= :t AND orderDate >= :a", ("orderDate", ">=", "{a}"), "total >= :t"),
    ],
)
def test_a_range_of_any_form_is_asked_of_the_sort_key(asked, sort, left):
    order = Entity("o", "Order", ORDER.attributes, (overload(None, PK="C#{customerId}", SK="{orderId}"),))
    local = lsi("LSI1", key("PK"), key("orderDate"))
    table = Table("t", "t", key("PK"), key("SK"), (local,), (order,))
    made = serving(Design("d", tables=(table,)), query({"given": ["customerId"]}, filter=asked))
    assert shown(made) == ("LSI1", [("PK", "=", "C#{customerId}"), sort])
    assert made.filter == left


def test_what_a_key_takes_in_beside_a_strict_range_is_filtered():
    made = serving(DESIGN, query({"given": ["customerId"]}, filter="orderDate > :a"))
    assert shown(made) == (None, [BY_CUSTOMER, ("SK", "between", "ORDER#{a}", "ORDER#~")])
    assert made.filter == "orderDate > :a"


def test_the_bounds_of_a_range_are_written_as_the_attribute_is():
    at = Attribute("at", "at", AttributeType.N, "epoch_millis")
    keys = overload(None, PK="C#{customerId}", SK="{at:iso}#{orderId}")
    items = tuple(item(f"m{n}", customerId="c", orderId=f"o{n}", at=1_780_000_000_000 + n) for n in range(4))
    order = Entity("o", "Order", (*ORDER.attributes, at), (keys,), items)
    design = Design("d", tables=(Table("t", "t", key("PK"), key("SK"), (), (order,)),))
    bounds = {"customerId": "c", "atFrom": "1780000000001", "atTo": "1780000000002"}
    asked = query({"given": ["customerId"], "range": "at"}, table="t", parameters=bounds)
    done = evaluate(design, served_pattern(asked, serving(design, asked)))
    assert (done.problems, [one.id for one in done.returned]) == ((), ["m1", "m2"])


@pytest.mark.parametrize("template", ["{name}", "P#{name}", "{name}#{orderId}", "P#{name}#{orderId}"])
@pytest.mark.parametrize(("low", "high"), [("Bob", ""), ("", "Bob"), ("Bo", "Bob"), ("", "Bob Smith"), ("a", "日本")])
def test_a_range_of_free_text_takes_in_every_value_and_no_other(template, low, high):
    """facts/ordering#key-order: text goes on behind `~`, and a space sorts before `#`."""
    names = ["Bo", "Bob", "Bob Smith", "Bob!", "Bobby", "Zoë", "~x", "a", "日本", "😀"]
    people = tuple(item(name, customerId="c", orderId=f"o{n}", name=name) for n, name in enumerate(names))
    attributes = (*ORDER.attributes, Attribute("name", "name", AttributeType.S, "text"))
    order = Entity("o", "Order", attributes, (overload(None, PK="C#{customerId}", SK=template),), people)
    design = Design("d", tables=(Table("t", "t", key("PK"), key("SK"), (), (order,)),))
    bounds = {name: value for name, value in (("nameFrom", low), ("nameTo", high)) if value}
    asked = query({"given": ["customerId"], "range": "name"}, table="t", parameters={"customerId": "c", **bounds})
    done = evaluate(design, served_pattern(asked, serving(design, asked)))
    wanted = [name for name in names if low.encode() <= name.encode() and (not high or name.encode() <= high.encode())]
    assert (done.refusals, {one.id for one in done.returned}) == ((), set(wanted))
