"""Units of access patterns: the lab, facts/check-values#units, facts/throughput#reads, and laws."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.capacity.effects import Effect, index_effects
from modeler.core.capacity.loads import Direction
from modeler.core.capacity.patterns import pattern_capacity
from tests.modeler.core.capacity.lab import KEY, ORDER, SHIP, design, plain, table

ALL_INDEX = {
    "name": "ALL", "kind": "GSI", "partition_key": [{"name": "status"}], "sort_key": [{"name": "updatedAt"}],
    "projection": {"type": "ALL"},
}  # fmt: skip
KEYS_INDEX = {"name": "KEYS", "kind": "GSI", "partition_key": [{"name": "owner"}], "projection": {"type": "KEYS_ONLY"}}


def composite(size=2355):
    """facts/throughput#example: an item of 2.3 KB with an ALL index on (status, updatedAt) and a KEYS_ONLY index."""
    thing = {
        "name": "Thing",
        "attributes": [
            {"name": "id", "type": "S", "format": "uuid4", "key_only": True},
            {"name": "status", "type": "S", "values": {"A": 0.5, "B": 0.5}},
            {"name": "updatedAt", "type": "S", "size": {"average": 24, "max": 24}},
            {"name": "owner", "type": "S", "format": "ulid"},
            {"name": "body", "type": "S", "size": {"average": size - 113, "max": size - 113}},
        ],
        "overloads": [{"index": None, "keys": {"PK": "{id}"}}],
    }  # fmt: skip
    return {"sort_key": [], "indexes": [ALL_INDEX, KEYS_INDEX], "entities": [thing]}


def update(**fields):
    return {"code": "U", "operation": "UpdateItem", "entities": ["Thing"], "key": {"PK": "{id}"}, **fields}


def units(document, **changes):
    made = design(document, **changes)
    capacity = pattern_capacity(made, made.patterns[0])
    return {(load.place.label, load.direction): load.per_call.value for load in capacity.loads}, capacity


def writes(document, **changes):
    counted, _ = units(document, **changes)
    return {name: value for (name, direction), value in counted.items() if direction is Direction.WRITE}


def test_shipping_an_order_moves_its_gsi1_entry_and_drains_gsi2():
    made = design(SHIP)
    effects = {e.index: e for e in index_effects(made.tables[0], made.tables[0].entities[0], made.patterns[0])}
    assert effects["GSI1"].likelihood == {Effect.MOVED: 1.0}
    assert effects["GSI2"].likelihood == {Effect.LEAVES: 1.0}
    counted, capacity = units(SHIP)
    assert writes(SHIP) == {"app-main": 1, "GSI1": 2, "GSI2": 1}
    assert capacity.write_units == 4
    assert capacity.amplification == 3
    assert counted == {(name, Direction.WRITE): value for name, value in writes(SHIP).items()}


def test_the_seeds_own_update_forgets_gsi1_and_costs_3():
    seed = {key: value for key, value in SHIP.items() if key not in {"set", "if"}} | {
        "update": "SET #s = :shipped REMOVE GSI2PK, GSI2SK", "condition": "#s = :open",
        "names": {"#s": "status"}, "values": {":shipped": {"S": "SHIPPED"}, ":open": {"S": "OPEN"}},
    }  # fmt: skip
    assert writes(seed) == {"app-main": 1, "GSI1": 1, "GSI2": 1}


def test_without_a_condition_the_effect_is_an_expectation_over_the_statuses():
    loose = {key: value for key, value in SHIP.items() if key != "if"}
    made = design(loose)
    effects = {e.index: e for e in index_effects(made.tables[0], made.tables[0].entities[0], made.patterns[0])}
    assert effects["GSI1"].likelihood == pytest.approx({Effect.MOVED: 0.05, Effect.NONE: 0.95})
    assert effects["GSI2"].likelihood == pytest.approx({Effect.LEAVES: 0.03, Effect.NONE: 0.97})
    assert effects["GSI1"].units.value == Decimal("0.1")
    assert effects["GSI2"].units.estimate
    assert "in 3%" in effects["GSI2"].summary


def test_placing_an_order_enters_the_sparse_index_by_its_example_status():
    place = {"code": "A6", "operation": "PutItem", "entities": ["Order"], "key": KEY,
             "if": "attribute_not_exists(PK)", "parameters": {"status": "OPEN", "total": "10"}}  # fmt: skip
    assert writes(place) == {"app-main": 1, "GSI1": 1, "GSI2": 1}
    _, capacity = units(place)
    assert capacity.loads[-1].per_call.arithmetic[0].text == "for the value of status that the pattern gives"
    place["parameters"] = {"status": "SHIPPED"}
    assert writes(place) == {"app-main": 1, "GSI1": 1}
    place["parameters"] = {}
    assert writes(place)["GSI2"] == Decimal("0.03")


def test_order_with_a_line_in_a_transaction_doubles_the_table_only():
    """facts/check-values#units: order + 1 line in a Txn vs alone: table 4 vs 2, GSI units not doubled."""
    line = {"name": "Line", "attributes": [{"name": "sku", "type": "S", "size": {"average": 3, "max": 9}}],
            "overloads": [{"index": None, "keys": {"PK": "ORDER", "SK": "ITEM#{sku}"}}]}  # fmt: skip
    puts = [
        {"operation": "PutItem", "entities": [name], "parameters": {"status": "OPEN"}} for name in ("Order", "Line")
    ]
    for operation, on_table in (("TransactWriteItems", 4), ("Steps", 2), ("BatchWriteItem", 2)):
        document = {"code": "T", "operation": operation, "table": "app-main", "steps": puts}
        assert writes(document, entities=[ORDER, line]) == {"app-main": on_table, "GSI1": 1, "GSI2": 1}


def test_the_worked_composite_of_facts_3_6():
    moves = update(set={"status": ":to", "updatedAt": ":now"}, parameters={"now": "2026"})
    assert writes(moves, **composite()) == {"app-main": 3, "ALL": 6}
    inside = {"code": "T", "operation": "TransactWriteItems", "steps": [moves]}
    assert writes(inside, **composite()) == {"app-main": 6, "ALL": 6}


def test_an_unprojected_attribute_costs_its_index_nothing():
    assert writes(update(set={"body": ":b"}), **composite()) == {"app-main": 3, "ALL": 3}
    assert writes(update(remove=["owner"]), **composite())["KEYS"] == 1
    assert writes(update(set={"owner": ":o"}), **composite())["KEYS"] == 2


def test_deleting_pays_for_every_entry_that_was_there():
    document = {"code": "D", "operation": "DeleteItem", "entities": ["Order"], "key": KEY}
    assert writes(document) == {"app-main": 1, "GSI1": 1, "GSI2": Decimal("0.03")}


def test_a_condition_check_costs_twice_the_existing_item_and_touches_no_index():
    check = {"operation": "ConditionCheck", "entities": ["Thing"]}
    document = {"code": "C", "operation": "TransactWriteItems", "steps": [check]}
    assert writes(document, **composite(3023)) == {"app-main": 6}


@pytest.mark.parametrize(("size", "count"), [(1024, 1), (1025, 2), (2560, 3), (409_600, 400)])
def test_writes_by_size(size, count):
    """facts/check-values#units: 500 writes/s x 2.5 KB: 3 units each."""
    put = {"code": "W", "operation": "PutItem", "entities": ["Thing"], "per_second": {"average": 500}}
    assert writes(put, **plain(size)) == {"app-main": count}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [({}, "0.5"), ({"consistent": True}, "1"), ({"operation": "TransactGetItems"}, "2"),
     ({"operation": "BatchGetItem", "items_returned": 50}, "25"), ({"operation": "BatchGetItem", "fan_out": 50}, "25"),
     ({"operation": "BatchGetItem", "fan_out": 50, "consistent": True}, "50")],
)  # fmt: skip
def test_reads_by_key_of_3_kb(fields, expected):
    read = {"code": "R", "operation": "GetItem", "entities": ["Thing"], "key": {"PK": "{id}"}} | fields
    counted, _ = units(read, **plain(3072))
    assert counted == {("app-main", Direction.READ): Decimal(expected)}


@pytest.mark.parametrize(
    ("size", "expected"),
    [(250, "2"), (400, "2.5"), (500, "3.5"), (800, "5"), (1024, "6.5"), (2048, "12.5"), (4096, "25")],
)
def test_a_fat_list_of_50_rows(size, expected):
    """facts/check-values#units: fat list of 50 rows at these sizes."""
    read = {"code": "L", "operation": "Query", "entities": ["Thing"], "items_returned": 50}
    counted, capacity = units(read, **plain(size))
    assert counted == {("app-main", Direction.READ): Decimal(expected)}
    assert not capacity.loads[0].per_call.estimate


def test_a_thin_list_then_50_items_by_key():
    """facts/check-values#units: EC 0.5 + 25 = 25.5; strong gets 0.5 + 50 = 50.5."""
    thin = {"operation": "Query", "index": "KEYS", "entities": ["Thing"], "items_returned": 50}
    for consistent, expected in ((False, "25.5"), (True, "50.5")):
        fetch = {"operation": "BatchGetItem", "entities": ["Thing"], "fan_out": 50, "consistent": consistent}
        document = {"code": "L", "operation": "Steps", "steps": [thin, fetch]}
        _, capacity = units(document, **composite(1024))
        assert capacity.read_units == Decimal(expected)


def test_the_labs_queries_cost_half_a_unit():
    key = {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}}
    orders = {"code": "A2", "operation": "Query", "entities": ["Order"], "key": key, "items_returned": 2}
    opened = {"code": "A5", "operation": "Query", "index": "GSI2", "entities": ["Order"], "items_returned": 1}
    assert units(orders)[0] == {("app-main", Direction.READ): Decimal("0.5")}
    assert units(opened)[0] == {("GSI2", Direction.READ): Decimal("0.5")}


def test_examined_items_are_paid_not_those_returned():
    read = {"code": "Q", "operation": "Query", "entities": ["Thing"], "items_returned": 5, "examined": 400,
            "filter": "size(payload) > 3"}  # fmt: skip
    assert units(read, **plain(1024))[0] == {("app-main", Direction.READ): 50}


def test_a_scatter_read_pays_each_shard():
    read = {"code": "Q", "operation": "Query", "entities": ["Thing"], "limit": 10, "items_returned": 10, "fan_out": 8}
    assert units(read, **plain(4096))[0] == {("app-main", Direction.READ): 40}


def test_a_scan_reads_every_item_in_pages_of_a_megabyte():
    read = {"code": "S", "operation": "Scan", "entities": ["Thing"]}
    assert units(read, **plain(1024, count=1024))[0] == {("app-main", Direction.READ): 128}
    counted, capacity = units(read, **plain(1024, count=None))
    assert counted == {("app-main", Direction.READ): Decimal("0.5")}
    assert any("number of items of Thing is not given" in sentence for sentence in capacity.unknown)


def test_an_lsi_query_fetches_what_it_does_not_carry():
    """facts/throughput#reads: three small rows: 0.5 index + 1.5 table = 2."""
    local = {"name": "L", "kind": "LSI", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "status"}],
             "projection": {"type": "KEYS_ONLY"}}  # fmt: skip
    read = {"code": "Q", "operation": "Query", "index": "L", "entities": ["Order"], "items_returned": 3}
    assert units(read, indexes=[local])[0] == {("L", Direction.READ): Decimal("0.5")}
    counted, capacity = units(read | {"projection": ["total"]}, indexes=[local])
    assert counted == {("L", Direction.READ): Decimal("0.5"), ("app-main", Direction.READ): Decimal("1.5")}
    assert capacity.read_units == 2


def test_what_is_not_known_is_said():
    read = {"code": "Q", "operation": "Query", "entities": ["Order", "Ghost"], "index": "GSI9"}
    _, capacity = units(read)
    assert [sentence.split(":")[0] for sentence in capacity.unknown] == [
        "app-main has no entity Ghost", "the table has no index GSI9",
        "the number of items that a call returns is not given",
        "its rate is not given, so it counts in no total",
    ]  # fmt: skip
    _, capacity = units({"code": "X", "operation": "PutItem"})
    assert capacity.estimate
    assert capacity.write_units == 1
    assert any("the effect of the write on the indexes is unknown" in sentence for sentence in capacity.unknown)
    _, capacity = units({"code": "X", "operation": "GetItem", "table": "nowhere"})
    assert capacity.loads == ()


def test_every_number_opens_its_arithmetic():
    _, capacity = units(SHIP)
    moved = next(load for load in capacity.loads if load.place.index == "GSI1")
    lines = moved.per_call.arithmetic
    assert lines[-1].value == moved.per_call.value == 2
    assert "delete and put" in lines[0].text
    assert "samples" in lines[0].text
    peak = moved.per_second(40)
    assert (peak.value, peak.unit, peak.arithmetic[-1].value) == (80, "WU/s", 80)


SIZES = st.integers(120, 400_000)


@given(SIZES, SIZES)
def test_units_are_monotone_in_size(first, second):
    small, large = sorted((first, second))
    put = {"code": "W", "operation": "PutItem", "entities": ["Thing"]}
    list_ = {"code": "R", "operation": "Query", "entities": ["Thing"], "items_returned": 7}
    for document in (put, list_):
        lower, upper = units(document, **plain(small))[1], units(document, **plain(large))[1]
        assert lower.write_units <= upper.write_units
        assert lower.read_units <= upper.read_units


@given(st.sampled_from(["OPEN", "SHIPPED", "CANCELLED"]), st.booleans(), st.integers(1, 9))
def test_a_transaction_doubles_the_table_and_never_an_index(status, conditional, times):
    member = {"operation": "UpdateItem", "entities": ["Order"], "key": KEY, "set": {"status": status}, "fan_out": times}
    if conditional:
        member["if"] = "status = 'OPEN'"
    plainly = writes({"code": "P", "operation": "Steps", "steps": [member]})
    inside = writes({"code": "T", "operation": "TransactWriteItems", "steps": [member]})
    assert inside.pop("app-main") == 2 * plainly.pop("app-main") == 2 * times
    assert inside == plainly


@given(st.dictionaries(st.sampled_from(["OPEN", "SHIPPED", "CANCELLED"]), st.floats(0.01, 1), min_size=1))
def test_likelihoods_add_up_to_one(values):
    attributes = [{**a, "values": values} if a["name"] == "status" else a for a in ORDER["attributes"]]
    made = design({key: value for key, value in SHIP.items() if key != "if"},
                  **table(entities=[{**ORDER, "attributes": attributes}]))  # fmt: skip
    for effect in index_effects(made.tables[0], made.tables[0].entities[0], made.patterns[0]):
        assert sum(effect.likelihood.values()) == pytest.approx(1)


def test_a_query_without_a_key_is_said_to_be_counted_on_the_table():
    asked = {"operation": "Query", "entities": ["Order"], "items_returned": 5}
    counted = units(asked)[1]
    assert [load.place.index for load in counted.loads] == [None]
    assert "it names no key and no index: counted as a Query of the table itself" in counted.unknown
    assert not any("no key" in one for one in units({**asked, "index": "GSI1"})[1].unknown)


def test_a_scan_whose_examined_items_are_not_told_keeps_its_limit():
    asked = {"operation": "Scan", "entities": ["Order"], "limit": 10}
    assert units({**asked, "examined": None})[1].read_units == units(asked)[1].read_units == Decimal("0.5")


def test_an_effect_that_is_not_certain_closes_with_what_is_expected_of_it():
    deletion = units({**SHIP, "operation": "DeleteItem", "set": {}, "if": ""})[1]
    sparse = next(load.per_call for load in deletion.loads if load.place.index == "GSI2")
    assert [line.value for line in sparse.arithmetic] == [Decimal(1), Decimal("0.03")]
    assert sparse.value == Decimal("0.03")


LOCAL = {"name": "L", "kind": "LSI", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "status"}],
         "projection": {"type": "KEYS_ONLY"}}  # fmt: skip
LISTED = {"code": "Q", "operation": "Query", "index": "L", "entities": ["Order"], "items_returned": 3}


def test_what_an_lsi_fetches_is_an_estimate_with_its_arithmetic():
    """Read consistently each fetched item costs a whole unit; how many there are is expected, not known.

    facts/throughput#reads.
    """
    counted, capacity = units(LISTED | {"projection": ["total"], "consistent": True}, indexes=[LOCAL])
    assert counted == {("L", Direction.READ): 1, ("app-main", Direction.READ): 3}
    fetched = capacity.loads[1].per_call
    assert [(line.value, line.unit) for line in fetched.arithmetic] == [(1, "RU"), (3, "RU")]
    assert (fetched.unit, fetched.estimate, fetched.arithmetic[1].text) == ("RU", True, "1 RU × 3 items")


@pytest.mark.parametrize(
    ("projection", "asked", "fetches"),
    [
        ("KEYS_ONLY", [], False), ("KEYS_ONLY", ["PK", "SK", "status"], False), ("KEYS_ONLY", ["*"], True),
        ("KEYS_ONLY", ["PK", "total"], True), ("ALL", ["*"], False), ("ALL", ["total"], False),
    ],
)  # fmt: skip
def test_an_lsi_fetches_only_what_it_does_not_carry(projection, asked, fetches):
    counted, _ = units(LISTED | {"projection": asked}, indexes=[LOCAL | {"projection": {"type": projection}}])
    assert (("app-main", Direction.READ) in counted) == fetches


def test_a_scan_with_a_limit_reads_that_many_and_no_more():
    read = {"code": "S", "operation": "Scan", "entities": ["Thing"], "limit": 50}
    assert units(read, **plain(1024))[0] == {("app-main", Direction.READ): Decimal("6.5")}
    assert units(read | {"examined": 400}, **plain(1024))[0] == {("app-main", Direction.READ): 50}
    assert units(read | {"consistent": True}, **plain(1024))[0] == {("app-main", Direction.READ): 13}


@pytest.mark.parametrize("intent", [{"set": {"owner": ":o"}}, {"remove": ["owner"]}, {"add": {"owner": 1}}])
def test_members_of_a_transaction_without_steps_update_what_they_change(intent):
    """An update of the key of KEYS moves its entry, or deletes it: it does not put a new item into ALL.

    facts/throughput#index-writes.
    """
    document = {"code": "T", "operation": "TransactWriteItems", "entities": ["Thing"], "table": "app-main", **intent}
    assert writes(document, **composite()) == {
        "app-main": 6, "ALL": 3, "KEYS": 1 if "remove" in intent else 2,
    }  # fmt: skip


def own(update, **fields):
    """An order updated by its own expression."""
    return writes(
        {"code": "O", "operation": "UpdateItem", "entities": ["Order"], "key": KEY, "update": update, **fields}
    )


def test_a_write_by_its_own_expression_touches_the_indexes_whose_attributes_it_names():
    """GSI1 has every order and projects total, GSI2 has the open ones (3%) and only keys.

    facts/throughput#index-writes.
    """
    assert own("SET total = :t") == {"app-main": 1, "GSI1": 1}
    assert own("SET note = :n") == {"app-main": 1}
    assert own("SET note = :n REMOVE total") == {"app-main": 1, "GSI1": 1}
    assert own("SET GSI1PK = :k") == {"app-main": 1, "GSI1": 2}
    assert own("REMOVE GSI1PK, GSI1SK") == {"app-main": 1, "GSI1": 1}


def test_a_key_set_by_an_expression_enters_where_there_was_no_entry_and_moves_where_there_was():
    shipped = {"condition": "#s = :s", "names": {"#s": "status"}}
    opens = "SET GSI2PK = :o"
    assert own(opens, values={":s": {"S": "SHIPPED"}}, **shipped)["GSI2"] == 1
    assert own(opens, values={":s": {"S": "OPEN"}}, **shipped)["GSI2"] == 2
    assert own("REMOVE GSI2PK", values={":s": {"S": "OPEN"}}, **shipped)["GSI2"] == 1
    assert "GSI2" not in own("REMOVE GSI2PK", values={":s": {"S": "SHIPPED"}}, **shipped)


def test_an_attribute_that_lives_in_keys_only_changes_no_entry_that_does_not_use_it():
    """Nothing is stored under its name, so an index that projects all has nothing to rewrite."""
    made = [
        {**a, "key_only": a["name"] == "owner" or a.get("key_only", False)}
        for a in composite()["entities"][0]["attributes"]
    ]
    entities = [{**composite()["entities"][0], "attributes": made}]
    assert "ALL" not in writes(
        update(set={"owner": ":o"}), **composite() | {"entities": entities, "indexes": [ALL_INDEX]}
    )
    assert writes(update(set={"owner": ":o"}), **composite() | {"indexes": [ALL_INDEX]})["ALL"] == 3


@pytest.mark.parametrize("operation", ["BatchWriteItem", "BatchGetItem"])
def test_a_batch_has_as_many_items_as_it_says(operation):
    asked = {"operation": operation, "entities": ["Order"], "key": KEY}
    told, counted = units({**asked, "batch_size": 25})[0], units({**asked, "fan_out": 25})[0]
    assert told == counted
    assert told != units(asked)[0]


def test_a_batch_of_two_is_twice_and_of_one_is_once():
    asked = {"operation": "BatchWriteItem", "entities": ["Order"], "key": KEY}
    two, one = (units({**asked, "batch_size": size})[1].loads[0].per_call for size in (2, 1))
    assert ([line.text.split(":")[0] for line in two.arithmetic[1:]], two.value) == (["1 WU × 2"], 2)
    assert (len(one.arithmetic), one.value) == (1, 1)


def test_the_items_of_a_batch_are_of_all_its_entities_together():
    line = {**ORDER, "name": "Line"}
    asked = {"operation": "BatchWriteItem", "entities": ["Order", "Line"], "batch_size": 10}
    assert writes(asked, entities=[ORDER, line])["app-main"] == 10
    assert writes({**asked, "batch_size": 1}, entities=[ORDER, line])["app-main"] == 2
