"""Single calls: how many items they evaluate, of which size, and what their arithmetic says.

facts/throughput#reads, facts/throughput#writes.
"""

from decimal import Decimal

import pytest

from modeler.core.capacity.loads import Direction
from modeler.core.capacity.patterns import pattern_capacity
from tests.modeler.core.capacity.lab import KEY, ORDER, design
from tests.modeler.core.capacity.test_patterns import LISTED, LOCAL, composite, units, update, writes

KEY_BYTES = 45
"""What `thing` has beside its payload: the key with its name, and the name of the payload."""


def thing(least, most=None, name="Thing", **more):
    """An entity whose items have `least` bytes; up to `most` where it is given."""
    size = {"average": (least + (most or least)) / 2 - KEY_BYTES, "max": (most or least) - KEY_BYTES}
    payload = {"name": "payload", "type": "S", "size": size}
    return {
        "name": name, "count": 1000, "attributes": [{"name": "id", "type": "S", "format": "uuid4", "key_only": True},
                                                    payload],
        "overloads": [{"index": None, "keys": {"PK": "{id}"}}], **more,
    }  # fmt: skip


def unbounded(name="Thing"):
    """An entity with a text of which nobody says how long it may be."""
    return {
        "name": name,
        "attributes": [{"name": "id", "type": "S", "format": "uuid4", "key_only": True}, {"name": "note", "type": "S"}],
        "overloads": [{"index": None, "keys": {"PK": "{id}"}}],
    }


def called(operation, *entities, indexes=(), **fields):
    """One call on a table of these entities; all of them are meant where the call names none."""
    names = [entity["name"] for entity in entities]
    pattern = {"code": "C", "operation": operation, "entities": names, **fields}
    made = design(pattern, sort_key=[], indexes=list(indexes), entities=list(entities))
    return pattern_capacity(made, made.patterns[0])


def figure(operation, *entities, **fields):
    """What the call draws from the table."""
    return called(operation, *entities, **fields).loads[0].per_call


def steps(found):
    """The values and units of the arithmetic; the last is the number itself."""
    assert (found.arithmetic[-1].value, found.arithmetic[-1].unit) == (found.value, found.unit)
    return [(line.value, line.unit) for line in found.arithmetic]


class TestSizes:
    @pytest.mark.parametrize(
        ("operation", "entity", "value", "estimate"),
        [
            ("PutItem", thing(1024), 1, False), ("PutItem", thing(3000), 3, False),
            ("PutItem", thing(600, 1400), 1, True), ("PutItem", unbounded(), 1, True),
            ("PutItem", {**ORDER, "overloads": [{"index": None, "keys": {"PK": "{orderId}"}}]}, 1, True),
            ("GetItem", thing(4096), Decimal("0.5"), False), ("GetItem", thing(3000, 5000), Decimal("0.5"), True),
            ("GetItem", unbounded(), Decimal("0.5"), True), ("GetItem", thing(600, 1400), Decimal("0.5"), False),
        ],
    )  # fmt: skip
    def test_a_number_is_exact_where_every_item_costs_the_same(self, operation, entity, value, estimate):
        """An average with a most says nothing of the least, so it may be anything below."""
        found = figure(operation, entity)
        assert (found.value, found.estimate) == (value, estimate)
        assert steps(found) == [(value, "WU" if operation == "PutItem" else "RU")]

    def test_several_entities_count_by_their_average(self):
        small, large = thing(1000), thing(9000, name="Large")
        read = figure("GetItem", small, large)
        assert (read.value, read.estimate) == (1, True)
        assert "5,000 B, the average of 2 entities" in read.arithmetic[0].text
        assert not figure("GetItem", small, thing(3000, name="Large")).estimate
        assert figure("PutItem", small, thing(3000, name="Large")).value == 2

    def test_an_entity_without_a_bound_leaves_the_average_without_one(self):
        assert figure("GetItem", thing(1000), unbounded("Note")).estimate

    def test_an_index_counts_the_entities_that_it_holds(self):
        index = {"name": "G", "kind": "GSI", "partition_key": [{"name": "GPK"}], "projection": {"type": "ALL"}}
        held = thing(1000)
        held["overloads"] = [*held["overloads"], {"index": "G", "keys": {"GPK": "ALL"}}]
        asked = {"index": "G", "items_returned": 10, "indexes": [index]}
        assert figure("Query", held, thing(9000, name="Away"), **asked).value == Decimal("1.5")
        assert figure("Query", thing(9000), thing(3000, name="Away"), **asked).value > 5


class TestReadsByKey:
    @pytest.mark.parametrize(
        ("operation", "fields", "how", "each", "value"),
        [
            ("GetItem", {}, "eventually consistent", "0.5", "0.5"), ("GetItem", {"consistent": True}, "strongly", 1, 1),
            ("TransactGetItems", {"items_returned": 3}, "transactional", 2, 6),
            ("BatchGetItem", {"batch_size": 4, "consistent": True}, "strongly consistent", 1, 4),
            ("BatchGetItem", {"items_returned": 8, "batch_size": 4}, "eventually consistent", "0.5", 4),
            ("GetItem", {"items_returned": 8}, "eventually consistent", "0.5", "0.5"),
        ],
    )  # fmt: skip
    def test_every_key_is_rounded_alone(self, operation, fields, how, each, value):
        found = figure(operation, thing(3000), **fields)
        assert found.value == Decimal(value)
        assert steps(found)[0] == (Decimal(each), "RU")
        assert found.arithmetic[0].text.startswith(f"{how} ")
        assert [line.text for line in found.arithmetic[1:]] == (
            [f"{each} RU × {found.value / Decimal(each):f} keys, each rounded separately"]
            if found.value != Decimal(each)
            else []
        )

    def test_a_get_in_a_transaction_is_transactional(self):
        inside = {"steps": [{"operation": "GetItem", "entities": ["Thing"]}]}
        assert figure("TransactGetItems", thing(3000), **inside).value == 2
        assert figure("BatchGetItem", thing(3000), **inside).value == Decimal("0.5")


class TestHowMany:
    @pytest.mark.parametrize(
        ("fields", "items"),
        [
            ({"items_returned": 7}, 7), ({"limit": 10, "items_returned": 3}, 3), ({"limit": 10}, 10),
            ({"items_returned": 7, "examined": 20}, 20), ({"items_returned": 7, "key": {"PK": "{id}"}}, 1),
            ({"limit": 10, "key": {"PK": "{id}"}}, 1), ({"items_returned": 7, "examined": 2, "key": {"PK": "{id}"}}, 2),
        ],
    )  # fmt: skip
    def test_items_that_one_request_evaluates(self, fields, items):
        """Of 4,096 bytes each, so each of them is a block."""
        found = figure("Query", thing(4096), **fields)
        assert found.value == Decimal(items) / 2
        assert steps(found) == [(found.value, "RU")]
        assert not found.estimate
        assert found.arithmetic[0].text.startswith(f"eventually consistent: {items} items of 4,096 B (from ")

    @pytest.mark.parametrize(
        ("fields", "items"),
        [
            ({"fan_out": 4, "examined": 400}, 400), ({"fan_out": 2, "limit": 10, "items_returned": 4}, 20),
            ({"fan_out": 2, "items_returned": 4}, 4), ({"fan_out": 3}, 3),
        ],
    )  # fmt: skip
    def test_several_requests_share_what_is_told_of_the_whole(self, fields, items):
        found = figure("Query", thing(4096), **fields)
        assert found.value == Decimal(items) / 2
        assert steps(found)[0] == (found.value / fields["fan_out"], "RU")

    def test_the_children_of_a_parent_are_counted_where_nothing_else_is_told(self):
        children = thing(4096, per_parent={"average": 20}), thing(4096, name="Other", per_parent={"average": 4})
        assert figure("Query", *children, thing(4096, name="Third")).value == 12
        capacity = called("Query", thing(4096))
        assert capacity.loads[0].per_call.value == Decimal("0.5")
        assert "the number of items that a call returns is not given: counted as one" in capacity.unknown

    def test_a_key_with_a_range_is_no_single_item(self):
        asked = {"key": {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}}, "items_returned": 70}
        assert units({"code": "Q", "operation": "Query", "entities": ["Order"], **asked})[1].read_units == 1
        assert units({"code": "Q", "operation": "Query", "entities": ["Order"], **asked, "key": KEY})[1].read_units == (
            Decimal("0.5")
        )

    @pytest.mark.parametrize("consistent", [False, True])
    def test_sizes_that_differ_make_it_an_estimate(self, consistent):
        asked = {"items_returned": 5, "consistent": consistent}
        assert [figure("Query", one, **asked).estimate for one in (thing(3000), thing(2000, 4000), unbounded())] == [
            False, True, True,
        ]  # fmt: skip
        assert figure("Query", {**ORDER, "overloads": [{"index": None, "keys": {"PK": "{orderId}"}}]}, **asked).estimate

    def test_a_part_of_a_byte_is_a_byte(self):
        """4,096.2 bytes are expected: more than one block."""
        found = thing(4096, 5000)
        found["attributes"][1]["size"]["average"] = 4096.2 - KEY_BYTES
        assert figure("Query", found, items_returned=1).value == 1

    def test_a_filter_is_taken_to_discard_nothing(self):
        remark = "the number of examined items is not given, so the filter is assumed to discard nothing"
        filtered = {"items_returned": 5, "filter": "size(payload) > 3"}
        assert called("Query", thing(4096), **filtered).remarks == (remark,)
        assert called("Query", thing(4096), **filtered, examined=9).remarks == ()
        assert called("Query", thing(4096), items_returned=5, filter="  ").remarks == ()


class TestScans:
    def test_everything_is_read_whatever_it_is_asked_for(self):
        both = thing(1024), thing(2048, name="Other", count=500)
        found = figure("Scan", *both)
        assert (found.value, found.estimate) == (250, True)
        assert steps(found) == [(250, "RU")]
        assert figure("Scan", *both, entities=["Thing"], consistent=True).value == 500

    def test_what_has_no_count_is_left_out(self):
        capacity = called("Scan", thing(9000, count=None), thing(4096, name="Other", count=3))
        assert capacity.loads[0].per_call.value == Decimal("1.5")
        assert capacity.unknown[0] == "the number of items of Thing is not given: excluded from the scan"

    def test_a_sparse_index_holds_its_share(self):
        """3 of 100 of five million orders, 69 bytes each."""
        capacity = units({"code": "S", "operation": "Scan", "index": "GSI2", "entities": ["Order"]})[1]
        found = capacity.loads[0]
        assert (found.place.index, float(found.per_call.value)) == (
            "GSI2",
            pytest.approx(150_000 * 69 / 8192, rel=1e-3),
        )

    def test_an_index_that_holds_nothing_costs_the_least(self):
        nobody = {"name": "N", "kind": "GSI", "partition_key": [{"name": "absent"}], "projection": {"type": "ALL"}}
        assert figure("Scan", thing(1024), index="N", indexes=[nobody]).value == Decimal("0.5")

    @pytest.mark.parametrize(("fields", "items"), [({"limit": 10}, 10), ({"limit": 10, "examined": 40}, 40)])
    def test_a_page_reads_what_it_is_limited_to(self, fields, items):
        found = figure("Scan", thing(4096), **fields)
        assert (found.value, found.unit, found.estimate) == (Decimal(items) / 2, "RU", True)
        assert found.arithmetic[0].text.startswith(f"{items} items are ")


BY_OWNER = {"code": "Q", "operation": "Query", "index": "KEYS", "entities": ["Thing"], "items_returned": 60}


class TestIndexes:
    def test_a_global_index_is_not_read_consistently(self):
        """60 entries of 69 bytes are two blocks."""
        counted, capacity = units(BY_OWNER | {"consistent": True}, **composite())
        assert counted == {("KEYS", Direction.READ): 1}
        assert capacity.remarks == (
            "KEYS is a GSI, which does not support strongly consistent reads: counted as eventually consistent",
        )
        assert units(BY_OWNER, **composite())[1].remarks == ()

    def test_a_local_one_is(self):
        counted, capacity = units(LISTED | {"consistent": True}, indexes=[LOCAL])
        assert (counted, capacity.remarks) == ({("L", Direction.READ): 1}, ())

    def test_a_write_of_several_entities_is_their_average(self):
        """One of two entities is in the index, and its entry moves: two units, so one on average."""
        other = {**composite()["entities"][0], "name": "Other"}
        other["attributes"] = [one for one in other["attributes"] if one["name"] not in {"owner", "status"}]
        changed = update(entities=["Thing", "Other"], set={"owner": ":o"})
        capacity = units(changed, **composite() | {"entities": [composite()["entities"][0], other]})[1]
        found = next(load for load in capacity.loads if load.place.index == "KEYS").per_call
        assert (found.value, found.unit) == (1, "WU")
        assert {line.unit for line in found.arithmetic if line.value is not None} == {"WU"}
        assert found.arithmetic[-1].text.endswith("1/2, the average of the entities")


def test_a_check_of_its_own_costs_as_one_in_a_transaction_and_no_steps_cost_nothing():
    assert writes({"code": "C", "operation": "ConditionCheck", "entities": ["Thing"]}, **composite(3023)) == {
        "app-main": 6
    }
    assert units({"code": "N", "operation": "Steps", "entities": ["Thing"]}, **composite())[0] == {}


def test_steps_need_no_table_of_the_whole():
    steps = [{"operation": "GetItem", "table": "app-main", "entities": ["Order"]}]
    _, capacity = units({"operation": "Steps", "table": "nowhere", "steps": steps, "per_second": {"average": 1}})
    assert (capacity.unknown, capacity.read_units) == ((), Decimal("0.5"))
