"""What a design draws altogether, and a cache that never answers for another design."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.arithmetic import exact, plain_number, total
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.loads import Direction
from modeler.core.capacity.patterns import CapacityCache, batched, pattern_capacity
from modeler.core.design.items import SizeFact
from modeler.core.design.patterns import Rate
from modeler.core.design.tables import Projection, ProjectionType
from tests.modeler.core.capacity.lab import KEY, ORDER, SHIP, design

GET = {
    "code": "A1",
    "operation": "GetItem",
    "entities": ["Order"],
    "key": KEY,
    "per_second": {"average": 30, "peak": 90},
}
PLACE = {"code": "A6", "operation": "PutItem", "entities": ["Order"], "parameters": {"status": "OPEN"},
         "per_second": {"average": 2, "peak": 9}}  # fmt: skip
SCAN = {"code": "A9", "operation": "Scan", "entities": ["Order"], "per_second": {"average": 0.001}}
BOTH = {"code": "A8", "operation": "TransactWriteItems", "entities": ["Order"], "per_second": {"average": 1},
        "steps": [{"operation": "ConditionCheck"}]}  # fmt: skip


def test_totals_by_table_and_index():
    capacity = design_capacity(design(SHIP, GET, PLACE))
    assert [place.place.label for place in capacity.places] == ["app-main", "GSI1", "GSI2"]
    base, first, second = capacity.places
    assert (base.read.average.value, base.read.peak.value) == (15, 45)
    assert (base.write.average.value, base.write.peak.value) == (5 + 2, 40 + 9)
    assert (first.write.average.value, first.write.peak.value) == (5 * 2 + 2, 40 * 2 + 9)
    assert (second.write.average.value, second.read.average.value) == (5 + 2, 0)
    assert capacity.amplification == Decimal(12 + 7) / 7
    assert [part.label for part in first.write.parts] == ["A7", "A6"]
    assert [line.text for line in first.write.peak.arithmetic] == ["A7: 2 WU × 40 calls/s", "A6: 1 WU × 9 calls/s"]
    assert [(line.value, line.unit) for line in first.write.peak.arithmetic] == [(80, "WU/s"), (9, "WU/s")]
    assert [line.value for line in first.write.average.arithmetic] == [10, 2]
    assert [line.of[0].text.split(",")[0] for line in first.write.average.arithmetic] == [
        "its index key changes: delete and put", "an entry is put",
    ]  # fmt: skip
    assert first.write.average.arithmetic[0].of == first.write.peak.arithmetic[0].of
    assert (first.write.average.estimate, first.write.peak.estimate, second.read.average.estimate) == (
        True,
        True,
        False,
    )
    assert capacity.place("app-main", "GSI2") is second
    assert capacity.unknown == ()


def test_what_is_asked_for_by_name():
    capacity = design_capacity(design(SHIP, GET))
    base = capacity.places[0]
    assert (base.demand(Direction.READ), base.demand(Direction.WRITE)) == (base.read, base.write)
    assert (base.demand(Direction.READ).average.value, base.demand(Direction.WRITE).average.value) == (15, 5)
    assert (capacity.place("app-main"), capacity.place("app-main", "GSI9"), capacity.place("other")) == (
        base, None, None,
    )  # fmt: skip
    assert capacity.pattern("nobody") is None


def test_a_pattern_without_a_rate_is_counted_a_call_and_in_no_total():
    made = design({**SHIP, "per_second": None})
    capacity = design_capacity(made)
    assert capacity.patterns[0].write_units == 4
    assert all(place.write.average.value == 0 for place in capacity.places)
    assert capacity.unknown == ("A7: its rate is not given, so it counts in no total",)
    assert capacity.amplification is None
    assert capacity.pattern(made.patterns[0].id) is capacity.patterns[0]


def _edited(made, edit):
    table = made.tables[0]
    order = table.entities[0]
    match edit:
        case "count":
            table = replace(table, entities=(replace(order, count=7),))
        case "size":
            bigger = replace(order.attributes[4], size=SizeFact(5000, 9000))
            table = replace(table, entities=(replace(order, attributes=(*order.attributes[:4], bigger)),))
        case "samples":
            table = replace(table, entities=(replace(order, items=order.items[:1]),))
        case "projection":
            first = replace(table.indexes[0], projection=Projection(ProjectionType.ALL))
            table = replace(table, indexes=(first, *table.indexes[1:]))
        case "index":
            table = replace(table, indexes=table.indexes[:1])
        case "entity":
            table = replace(table, entities=())
        case "rate":
            return replace(made, patterns=(replace(made.patterns[0], per_second=Rate(99, 100)), *made.patterns[1:]))
        case "pattern":
            return replace(made, patterns=made.patterns[1:])
    return replace(made, tables=(table,))


EDITS = ["count", "size", "samples", "projection", "index", "entity", "rate", "pattern"]


@given(st.lists(st.sampled_from(EDITS), min_size=1, max_size=6))
def test_a_kept_cache_answers_as_a_fresh_one_after_any_edits(edits):
    cache = CapacityCache()
    made = design(SHIP, GET, PLACE, SCAN, BOTH)
    for edit in edits:
        design_capacity(made, cache)
        made = _edited(made, edit) if made.tables[0].entities and made.patterns else made
        assert design_capacity(made, cache) == design_capacity(made)


def test_an_untouched_pattern_is_found_again():
    cache = CapacityCache()
    made = design(SHIP, GET)
    before = design_capacity(made, cache)
    assert design_capacity(made, cache) is before
    after = design_capacity(_edited(made, "rate"), cache)
    assert after.patterns[1] is before.patterns[1]
    assert after.patterns[0] is not before.patterns[0]


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_units_a_second_are_linear_in_the_rate(first, second):
    def at(rate):
        return design_capacity(design({**SHIP, "per_second": {"average": rate}})).places[1].write.average.value

    assert at(first) + at(second) == at(first + second)


@pytest.mark.parametrize(
    ("value", "text"), [(Decimal("0.5"), "0.5"), (1234567, "1,234,567"), (0.1 + 0.2, "0.3"), (Decimal("1E+16"), None)]
)
def test_numbers_are_written_for_people(value, text):
    assert plain_number(value) == (text or "10,000,000,000,000,000")


def test_a_sum_of_figures_keeps_all_their_lines():
    figure = design_capacity(design(SHIP)).patterns[0].loads[0].per_call
    both = total([figure, figure.times(exact(3), "3 requests")], "WU")
    assert both.value == 4
    assert both.arithmetic[-1].text == "together: 1 + 3"
    assert total([], "WU").value == 0


def test_a_batch_is_shared_among_its_entities_where_no_fan_out_says_how_many():
    def each(entities, **fields):
        return batched(design({"code": "B", **fields}).patterns[0], entities)

    assert each(2, operation="BatchWriteItem", batch_size=10) == 5
    assert each(2, operation="BatchWriteItem", batch_size=10, fan_out=3) == 1
    assert each(2, operation="TransactWriteItems", batch_size=10) == 5
    assert each(2, operation="BatchGetItem", batch_size=10) == 1


def test_a_scan_is_counted_again_after_any_edit_of_its_table_and_others_after_one_of_their_entities():
    asked = {"entities": ["Order"], "key": KEY}
    calls = [{"code": name, "operation": name, **asked} for name in ("Scan", "PutItem", "GetItem")]
    made = design(*calls, entities=[ORDER, {**ORDER, "name": "Line"}])
    (table,) = made.tables
    fewer = replace(table, entities=(table.entities[0], replace(table.entities[1], count=10)))
    edited, cache = replace(made, tables=(fewer,)), CapacityCache()
    before, after = ([cache.pattern(one, pattern) for pattern in one.patterns] for one in (made, edited))
    assert after[0] == pattern_capacity(edited, edited.patterns[0])
    assert after[0] != before[0]
    assert all(new is old for new, old in zip(after[1:], before[1:], strict=True))
