"""Reads that say what they are given and no key: counted where their serving finds them, in capacity and in heat."""

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.heat import HeatCache, design_heat
from modeler.core.capacity.loads import Direction, LoadPlace
from modeler.core.capacity.patterns import CapacityCache, pattern_capacity
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import Rate
from modeler.core.design.tables import IndexKind, Table
from modeler.core.servings import served_pattern, serving, servings
from modeler.core.servings.known import KnownServings
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import CUSTOMER, DESIGN, ORDER, conditions, gsi, key, lsi, overload, pattern

RATE = Rate(10, 100)
GSI1 = LoadPlace("app-main", "GSI1", IndexKind.GSI)
SHIPPED = {"given": ["customerId"]}


def query(intent=None, **fields):
    extra = {"intent": intent} if intent else {}
    return pattern("Query", **{"entities": ("Order",), "per_second": RATE, "extra": extra, **fields})


def with_patterns(*patterns):
    return replace(DESIGN, patterns=patterns)


def places(capacity):
    return [(load.place, load.per_call.value) for load in capacity.loads]


def test_units_are_counted_on_the_index_that_serves():
    asked = query(SHIPPED, filter="status = 'OPEN'", items_returned=8)
    capacity = pattern_capacity(DESIGN, asked)
    assert [place for place, _ in places(capacity)] == [GSI1]
    assert capacity.unknown == capacity.remarks == ()  # the filter is in the key, so it discards nothing


def test_a_gsi_is_counted_as_read_eventually():
    asked = query(filter="status = 'OPEN'", items_returned=8)
    strong = pattern_capacity(DESIGN, replace(asked, consistent=True))
    assert strong.read_units == pattern_capacity(DESIGN, asked).read_units
    assert strong.remarks == (
        "GSI2 is a GSI, which does not support strongly consistent reads: counted as eventually consistent",
    )


def test_what_the_key_cannot_say_is_still_a_filter():
    capacity = pattern_capacity(DESIGN, query(SHIPPED, filter="status = 'OPEN' AND total > :least", items_returned=8))
    assert capacity.remarks == (
        "the number of examined items is not given, so the filter is assumed to discard nothing",
    )


def test_an_index_that_does_not_serve_is_not_counted_as_one_that_does():
    capacity = pattern_capacity(DESIGN, query({"given": ["total"]}, items_returned=8))
    assert [place for place, _ in places(capacity)] == [LoadPlace("app-main")]
    assert capacity.unknown == ("no index serves it: counted as a Query of the table itself",)


def test_a_named_index_that_does_not_serve_is_counted_as_it_is_named():
    capacity = pattern_capacity(DESIGN, query({"given": ["total"]}, index="GSI1", items_returned=8))
    assert [place for place, _ in places(capacity)] == [GSI1]
    assert capacity.unknown == ("no index serves it: counted as a Query of GSI1",)


def test_an_index_that_is_not_there_is_told_once():
    capacity = pattern_capacity(DESIGN, query({"given": ["total"]}, index="GONE", items_returned=8))
    (said,) = capacity.unknown
    assert "GONE" in said


def test_a_local_index_fetches_what_it_does_not_carry():
    keys = overload(None, PK="CUST#{customerId}", SK="ORDER#{orderId}")
    local = lsi("LSI1", key("PK"), key("status"), projection="KEYS_ONLY")
    table = Table("t", "app-main", key("PK"), key("SK"), (local,), (replace(ORDER, overloads=(keys,)),))
    asked = query({"given": ["customerId", "status"]}, projection=("total",), items_returned=3, table="app-main")
    made = pattern_capacity(Design("d", tables=(table,)), asked)
    assert places(made) == [
        (LoadPlace("app-main", "LSI1", IndexKind.LSI), Decimal("0.5")),
        (LoadPlace("app-main"), Decimal("1.5")),
    ]


def sharded(shards):
    keys = overload(None, PK="ORDER#{orderId}", SK="META")
    spread = overload("GSI1", GSI1PK=f"ALL#{{orderId:shard({shards})}}", GSI1SK="{orderDate}")
    table = Table("t", "app-main", key("PK"), key("SK"), (gsi("GSI1", key("GSI1PK"), key("GSI1SK")),),
                  (replace(ORDER, overloads=(keys, spread), count=100_000),))  # fmt: skip
    return Design("d", tables=(table,), patterns=(query({"order_by": "orderDate"}, items_returned=20),))


@pytest.mark.parametrize("shards", [2, 10])
def test_each_shard_of_the_key_is_one_request(shards):
    made = sharded(shards)
    assert design_capacity(made).patterns[0].read_units == Decimal("0.5") * shards
    (found,) = design_heat(made).keys
    assert (found.place, found.peak) == (GSI1, Decimal("0.5") * 100)  # each goes to a key of its own


def test_heat_falls_on_the_key_of_the_index():
    asked = query(SHIPPED, filter="status = 'OPEN'", items_returned=8)
    (found,) = design_heat(with_patterns(asked)).keys
    assert (found.place, found.label) == (GSI1, "CUST#{customerId}#OPEN")


def test_heat_of_what_nothing_serves_is_not_known():
    heat = design_heat(with_patterns(query({"given": ["total"]})))
    assert heat.keys == ()
    assert heat.unknown == ("P: no index serves it, so the key it reads is unknown",)


def test_steps_are_counted_where_they_are_served():
    step = replace(query(SHIPPED, filter="status = 'OPEN'", items_returned=8), code="", table="")
    whole = pattern("Steps", entities=("Order",), table="app-main", steps=(step,), per_second=RATE)
    made = with_patterns(whole)
    assert [place for place, _ in places(pattern_capacity(made, whole))] == [GSI1]
    assert [found.place for found in design_heat(made).keys] == [GSI1]


WHOLE = {"customerId": "c", "orderId": "o", "orderDate": "2026-06-01"}
BY_INTENT = [
    query(SHIPPED),
    query({"given": ["customerId"], "order_by": "orderDate", "direction": "descending"}, limit=5),
    query({"given": ["customerId"], "range": "orderDate"}, items_returned=3),
    query(SHIPPED, filter="status = :s AND total > :t", parameters={"s": "OPEN", "t": 3}, items_returned=4),
    query({}, filter="status = 'OPEN'", items_returned=9, projection=("orderId",)),
    pattern("GetItem", entities=("Order",), per_second=RATE, parameters=WHOLE),
    pattern("BatchGetItem", entities=("Order",), per_second=RATE, items_returned=9, parameters=WHOLE),
]  # fmt: skip


@pytest.mark.parametrize("asked", BY_INTENT)
def test_it_counts_as_the_same_read_with_the_key_that_was_found(asked):
    made = serving(DESIGN, asked)
    named = served_pattern(asked, made)
    assert made.found
    assert named.key
    assert pattern_capacity(DESIGN, asked).loads == pattern_capacity(DESIGN, named).loads
    assert design_heat(with_patterns(asked)).keys == design_heat(with_patterns(named)).keys


NOTE = Entity(
    "note", "Note", (Attribute("id", "id", AttributeType.S, "id"),), (overload("GSI1", GSI1PK="A", GSI1SK="B"),)
)


def crowded(*others):
    """Two indexes that serve alike: which is chosen hangs on what else lies under their keys."""
    keys = (overload(None, PK="{orderId}", SK="META"), overload("GSI1", GSI1PK="{customerId}", GSI1SK="{orderDate}"),
            overload("GSI2", GSI2PK="{customerId}", GSI2SK="{orderDate}"))  # fmt: skip
    indexes = tuple(gsi(name, key(f"{name}PK"), key(f"{name}SK")) for name in ("GSI1", "GSI2"))
    table = Table("t", "app-main", key("PK"), key("SK"), indexes, (replace(ORDER, overloads=keys, count=1000), *others))
    return Design("d", tables=(table,), patterns=(query(SHIPPED, items_returned=8),))


def test_what_is_remembered_is_forgotten_where_another_entity_moves_the_choice():
    before, after = crowded(), crowded(NOTE)
    after = replace(after, patterns=before.patterns, tables=(
        replace(before.tables[0], entities=(*before.tables[0].entities, NOTE)),))  # fmt: skip
    assert [serving(made, made.patterns[0]).index for made in (before, after)] == ["GSI1", "GSI2"]
    units, heat = CapacityCache(), HeatCache()
    for made in (before, after, before):
        assert design_capacity(made, units) == design_capacity(made)
        assert design_heat(made, heat) == design_heat(made)


def test_an_answer_that_does_not_change_is_the_same_object():
    known, before = KnownServings(), crowded()
    other = replace(before.tables[0], entities=(*before.tables[0].entities, CUSTOMER))
    after = replace(before, tables=(other,))
    asked = before.patterns[0]
    assert known.serving(before, asked) is known.serving(after, asked)
    assert known.asked(before, asked) is known.asked(after, asked)
    assert known.asked(before, asked) is not asked


def test_what_names_its_key_or_is_not_served_stays_as_it_is():
    known = KnownServings()
    named = pattern("Query", key=conditions(PK="CUST#{customerId}"))
    lost = query({"given": ["total"]})
    for asked in (named, lost, pattern("Scan"), pattern("PutItem"), pattern("Steps", steps=(named,)),
                  pattern("Steps", steps=(lost,), table="nowhere")):  # fmt: skip
        found = known.asked(DESIGN, asked)
        assert found == (asked if not asked.steps else replace(asked, steps=found.steps))
        assert design_capacity(with_patterns(asked), CapacityCache()) == design_capacity(with_patterns(asked))


def test_the_place_is_that_of_the_best_serving():
    asked = query(SHIPPED, items_returned=3)
    best = servings(DESIGN, asked)[0]
    (load,) = pattern_capacity(DESIGN, asked).loads
    assert (load.place.index, load.direction) == (best.index, Direction.READ)


def test_a_read_that_names_no_entity_hangs_on_all_of_them():
    asked = pattern("Query", key=conditions(PK="C#{customerId}"), per_second=RATE)
    renamed = tuple(replace(one, overloads=(overload(None, PK="C#{name}", SK="X"),)) for one in (CUSTOMER, ORDER))
    before = with_patterns(asked)
    after = replace(before, tables=(replace(DESIGN.tables[0], entities=renamed),))
    heat = HeatCache()
    for made in (before, after):
        assert design_heat(made, heat) == design_heat(made)
