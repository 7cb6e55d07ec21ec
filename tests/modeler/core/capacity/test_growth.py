"""How large collections and items become, and when they reach what DynamoDB allows."""

from decimal import Decimal

import pytest
from hypothesis import given, settings

from modeler.core.capacity.growth import collections, duration, months_until_full
from modeler.core.capacity.heat import HeatCache, design_heat
from modeler.core.capacity.loads import Direction
from modeler.core.capacity.populations import Population
from modeler.core.design.pattern_facts import Skew
from modeler.core.documents.reading import from_document, to_document
from modeler.core.items.sizes import Sizes
from modeler.core.limits import ITEM_BYTES_MAX, LSI_COLLECTION_BYTES_MAX
from tests.modeler.core.capacity.test_heat import attribute, design, entity
from tests.modeler.core.strategies import design_documents

BODY = attribute("body", "text", size={"average": 900, "max": 900})
LSI = {
    "name": "L", "kind": "LSI", "partition_key": [{"name": "PK", "type": "S"}],
    "sort_key": [{"name": "at", "type": "S"}], "projection": {"type": "ALL"},
}  # fmt: skip


def found(*entities, skews=None, indexes=()):
    table = design(list(entities), [], indexes).tables[0]
    return {one.label: one for one in collections(table, Sizes(), Population.of(table), skews)}


def event(key="D#{deviceId}", **more):
    fields = [
        attribute("deviceId"), attribute("eventId", "ulid"), attribute("at", "iso"), BODY, attribute("day", "date"),
        attribute("kind", "enum", values={"A": 0.5, "B": 0.5}), attribute("shard", "shard(4)"),
        attribute("mood", "enum", values={"GOOD": 0.9, "BAD": 0.1}),
    ]  # fmt: skip
    return entity(
        "Event", fields, {"PK": key, "SK": "{eventId}"}, **{"identity": ["eventId"], "count": 1_000_000, **more}
    )


DEVICE = entity(
    "Device", [attribute("deviceId")], {"PK": "D#{deviceId}", "SK": "META"}, identity=["deviceId"], count=1000
)


class TestCollections:
    def test_children_and_parent_are_one_collection(self):
        (made,) = found(event(growth=50_000), DEVICE).values()
        assert {one.entity.name: (one.items, one.monthly) for one in made.holdings} == {
            "Event": (1000, 50),
            "Device": (1, 0),
        }
        assert made.size.value == sum(line.value for line in made.size.arithmetic)
        assert made.size.estimate

    def test_months_until_a_limit(self):
        (made,) = found(event(growth=50_000), DEVICE).values()
        months = made.months_until(LSI_COLLECTION_BYTES_MAX)
        reached = made.size.value + made.monthly.value * Decimal(months)
        assert float(reached) == pytest.approx(LSI_COLLECTION_BYTES_MAX)
        assert made.months_until(10) == 0

    def test_what_does_not_grow_never_reaches_it(self):
        (made,) = found(event(), DEVICE).values()
        assert made.months_until(LSI_COLLECTION_BYTES_MAX) is None

    def test_what_is_just_full_is_full_now(self):
        (made,) = found(entity("Note", [attribute("body", "date")], {"PK": "NOTES", "SK": "{body}"}, count=1)).values()
        size = int(made.size.value)
        assert (made.size.value, made.months_until(size), made.months_until(size + 1)) == (size, 0, None)

    def test_what_grows_by_less_than_a_byte_a_month_is_full_one_day(self):
        (made,) = found(event(growth=0.5), DEVICE).values()
        assert 0 < made.monthly.value < 1
        assert made.months_until(int(made.size.value) + 100) == pytest.approx(100 / float(made.monthly.value), rel=0.01)

    def test_a_skew_makes_one_parent_larger(self):
        even, uneven = (
            found(event(growth=1000), DEVICE, skews=skews)["D#{deviceId}"]
            for skews in (None, {"Event": Skew(hottest=0.2)})
        )
        assert (even.monthly.value < uneven.monthly.value, uneven.holdings[0].monthly) == (True, 200)

    def test_declared_children_and_their_most(self):
        made = found(event(per_parent={"average": 10, "max": 400}, growth=100), DEVICE)["D#{deviceId}"]
        assert (made.holdings[0].items, made.holdings[0].most, made.holdings[0].monthly) == (10, 400, 0)
        assert made.size.value > 400 * 900

    def test_a_bucket_holds_what_comes_in_it(self):
        made = found(event("D#{deviceId}#{at:date}", growth=730_000), DEVICE)["D#{deviceId}#{at:date}"]
        assert made.holdings[0].items == pytest.approx(24)
        assert made.holdings[0].monthly == 0

    def test_retention_keeps_it_as_large_as_it_is(self):
        assert found(event(growth=100, retention=30), DEVICE)["D#{deviceId}"].monthly.value == 0

    def test_entries_of_local_indexes_count(self):
        plain, local = (found(event(), DEVICE, indexes=indexes)["D#{deviceId}"] for indexes in ((), (LSI,)))
        assert float(local.size.value / plain.size.value) == pytest.approx(2, abs=0.01)

    def test_without_a_count_nothing_is_guessed(self):
        made = found(event())["D#{deviceId}"]
        assert (made.holdings, made.size.value) == ((), 0)
        assert "the number of deviceId is not given" in made.lacking[0]

    @pytest.mark.parametrize(
        ("key", "identity"),
        [
            ("E#{eventId}", ["eventId"]), ("E#{eventId:lower}#{deviceId}", ["eventId"]),
            ("E#{eventId:hash(20)}", ["eventId"]),
            ("E#{eventId}#{kind}", ["eventId", "kind"]), ("E#{deviceId}#{shard}", ["deviceId", "shard"]),
        ],
    )  # fmt: skip
    def test_an_item_with_its_own_key_stays_alone(self, key, identity):
        for made in found(event(key, growth=1000, identity=identity)).values():
            assert [(one.items, one.monthly, one.how) for one in made.holdings] == [(1, 0, "each has its own key")]

    @pytest.mark.parametrize(
        ("key", "items"),
        [
            ("S#{eventId:shard(5)}", 200_000), ("S#{eventId:hash(1)}", 62_500), ("S#{eventId:first(1)}", 10**6 / 36),
            ("S#{eventId:shard(5)}#{kind}", 100_000),
        ],
    )  # fmt: skip
    def test_a_key_that_blurs_the_identity_holds_many(self, key, items):
        for made in found(event(key)).values():
            assert made.holdings[0].items == pytest.approx(items)

    def test_each_value_of_an_enum_is_a_collection(self):
        made = found(event("K#{mood}", growth=1000))
        assert {label: one.holdings[0].items for label, one in made.items()} == pytest.approx(
            {"K#GOOD": 900_000, "K#BAD": 100_000}
        )
        assert made["K#BAD"].monthly.value == pytest.approx(made["K#GOOD"].monthly.value / 9)

    def test_each_overload_adds_what_it_writes_and_one_that_cannot_be_read_nothing(self):
        """Three of ten are written by device, a tenth of all by none, the others to one key."""
        fields = [
            attribute("deviceId"),
            attribute("eventId"),
            attribute("state", "enum", values={"A": 3, "B": 1, "C": 6}),
        ]
        both = {
            "name": "Event", "attributes": fields, "identity": ["eventId"], "count": 1000, "growth": 100,
            "overloads": [
                {"id": "by-state", "when": "state = 'B'", "keys": {"PK": "{", "SK": "{eventId}"}},
                {"id": "by-device", "when": "state = 'A'", "keys": {"PK": "D#{deviceId}", "SK": "{eventId}"}},
                {"id": "rest", "keys": {"PK": "ALL", "SK": "{eventId}"}},
            ],
        }  # fmt: skip
        made = found(both, {**DEVICE, "count": 10})
        device, rest = made["D#{deviceId}"].holdings[0], made["ALL"].holdings[0]
        assert (device.items, device.monthly, rest.items, rest.monthly) == pytest.approx((30, 3, 600, 60))
        assert (device.how, rest.how) == ("1/10 of 1,000", "1/1 of 1,000")
        parents = {**both, "per_parent": {"average": 20}}
        assert found(parents, {**DEVICE, "count": 10})["D#{deviceId}"].holdings[0].items == pytest.approx(6)
        buckets = {**both, "overloads": [{**both["overloads"][1], "keys": {"PK": "{day}", "SK": "{eventId}"}}],
                   "attributes": [*fields, attribute("day", "date")]}  # fmt: skip
        assert found(buckets)["{day}"].holdings[0].items == pytest.approx(100 * 0.3 * 24 / 730)

    @pytest.mark.parametrize(
        ("key", "hours"),
        [("{at:hour}", 1), ("{at:month}", 730), ("{at:date}", 24), ("{day}", 24), ("{at:date}#{at:hour}", 1),
         ("{at:minute}", 1 / 60)],
    )  # fmt: skip
    def test_a_bucket_is_as_long_as_its_shortest_piece_of_time(self, key, hours):
        (holding,) = found(event(key, growth=730))[key].holdings
        assert (holding.items, holding.monthly, holding.how) == (pytest.approx(hours), 0, "items in one bucket")

    def test_a_bucket_of_what_does_not_come_is_not_known(self):
        assert found(event("{at:date}"))["{at:date}"].holdings == ()
        assert found(event("{at:date}", growth=1))["{at:date}"].holdings[0].items == pytest.approx(24 / 730)

    def test_what_is_not_told_is_named(self):
        (made,) = found(entity("Note", [attribute("noteId")], {"PK": "NOTES", "SK": "{noteId}"})).values()
        assert (made.label, made.lacking) == ("NOTES", ("Note: its count is not given",))

    @pytest.mark.parametrize(
        ("skew", "share"),
        [
            (Skew(0.2), 0.2),
            (Skew(0.0001), 0.001),
            (Skew(3.0), 1.0),
            (Skew(None, 1.0), 0.001),
            (Skew(None, 3.0), 0.8319),
        ],
    )
    def test_the_hottest_parent_has_its_share_and_no_less_than_an_even_one(self, skew, share):
        made = found(event(), DEVICE, skews={"Event": skew})["D#{deviceId}"]
        assert made.holdings[0].items == pytest.approx(share * 10**6, rel=1e-4)

    def test_a_skew_is_not_of_the_shards(self):
        assert found(event("D#{shard}"), skews={"Event": Skew(0.9)})["D#{shard}"].holdings[0].items == 250_000

    def test_a_share_that_is_told_needs_no_count_of_parents(self):
        assert found(event(), skews={"Event": Skew(0.2)})["D#{deviceId}"].holdings[0].items == pytest.approx(200_000)
        assert found(event(), skews={"Event": Skew(3.0)})["D#{deviceId}"].holdings[0].items == pytest.approx(10**6)

    @pytest.mark.parametrize(
        ("more", "known", "monthly"),
        [
            ({}, True, 0.1),
            ({"count": None}, False, 0),
            ({"retention": 30}, True, 0),
            ({"per_parent": {"average": 9, "max": 9}}, True, 0),
        ],
    )
    def test_children_come_where_nothing_holds_them(self, more, known, monthly):
        children = event(**{"per_parent": {"average": 10}, "growth": 100, **more})
        made = found(children, *([DEVICE] if known else []))["D#{deviceId}"]
        assert (made.holdings[0].monthly, made.holdings[0].how) == (pytest.approx(monthly), "as declared per parent")

    def test_a_holding_names_the_overload_that_writes_it(self):
        made = design([event()], []).tables[0]
        (one,) = collections(made, Sizes(), Population.of(made, None), {"Event": Skew(0.2)})
        assert one.holdings[0].overload == made.entities[0].overloads[0].id


class TestItems:
    @pytest.mark.parametrize(
        ("size", "each", "often", "months"),
        [(0, 100, 1, ITEM_BYTES_MAX / 100 / 2_628_000), (ITEM_BYTES_MAX, 1, 0, 0), (10, 5, 0, None)],
    )
    def test_until_400_kb(self, size, each, often, months):
        assert months_until_full(size, each, often) == (None if months is None else pytest.approx(months))

    def test_what_is_left_is_what_must_come(self):
        """Half full at one byte every two years; and just below the limit."""
        slow = 1 / (24 * 2_628_000)
        assert months_until_full(ITEM_BYTES_MAX / 2, 1, slow) == pytest.approx(24 * ITEM_BYTES_MAX / 2)
        assert months_until_full(ITEM_BYTES_MAX - 1, 1, 1) == pytest.approx(1 / 2_628_000)

    def test_the_last_hours_days_and_months(self):
        """A month has 730 hours; two days, sixty days and three years are told in the next unit."""
        assert [duration(hours / 730) for hours in (47, 49, 71, 59 * 24, 60 * 24 + 12)] == [
            "47 hours", "2 days", "3 days", "59 days", "2 months",
        ]  # fmt: skip
        assert [duration(months) for months in (35, 36)] == ["35 months", "3 years"]
        assert duration(60 / (730 / 24)) == "2 months"

    @pytest.mark.parametrize(
        ("months", "words"), [(0.01, "7 hours"), (0.1, "3 days"), (1, "30 days"), (4, "4 months"), (60, "5 years")]
    )
    def test_durations_in_words(self, months, words):
        assert duration(months) == words


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(design_documents())
def test_ill_designs_have_a_heat_too(document):
    """Half-typed templates, names of nothing, attributes of any type: told or left out, never an error."""
    for pattern in document.get("access_patterns", ()):
        pattern["per_second"] = {"average": 5, "peak": 50}
        pattern["skew"] = {"hottest": 0.3}
    made = from_document(document)
    cache = HeatCache()
    heat = design_heat(made, cache)
    assert design_heat(from_document(to_document(made)), HeatCache()).unknown == heat.unknown
    for table in made.tables:
        collections(table, Sizes(), Population.of(table))
    for key in heat.keys:
        assert key.peak >= 0
        assert key.figure().value == key.peak
        assert key.direction in Direction
