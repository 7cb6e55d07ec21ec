"""What a write changes, by intent or by its own expression, and what its condition says of the item before it."""

import pytest

from modeler.core.capacity.changes import change_of, condition_terms, creates
from modeler.core.capacity.effects import Effect, index_effects
from modeler.core.values.attribute_values import number, string
from tests.modeler.core.capacity.lab import KEY, design


def asked(operation="UpdateItem", **fields):
    """The lab's table, its order, and one write of it."""
    made = design({"code": "W", "operation": operation, "entities": ["Order"], "key": KEY, **fields})
    return made.tables[0], made.tables[0].entities[0], made.patterns[0]


def change(operation="UpdateItem", **fields):
    _, order, pattern = asked(operation, **fields)
    return change_of(order, pattern)


class TestIntent:
    def test_a_put_writes_its_parameters_and_what_it_sets(self):
        made = change("PutItem", parameters={"total": "5", "status": "OPEN"}, set={"status": "SHIPPED"})
        assert made.values == {"total": number(5), "status": string("SHIPPED")}
        assert (made.unknown, made.removed, made.physical) == (frozenset(), frozenset(), False)

    def test_an_update_does_not_write_its_parameters(self):
        assert change(parameters={"total": "5"}, set={"status": "OPEN"}).values == {"status": string("OPEN")}

    def test_a_parameter_gives_the_example_of_a_value(self):
        told = change(set={"total": ":t", "status": ":s"}, parameters={"t": "7"})
        assert (told.values, told.unknown) == ({"total": number(7)}, {"status"})

    def test_a_value_of_the_wrong_type_is_not_known(self):
        assert change(set={"total": {"deep": 1}, "status": {"deep": 1}}).unknown == {"total", "status"}

    def test_an_attribute_that_nobody_declared_is_a_text(self):
        assert change(set={"nick": "ada"}).values == {"nick": string("ada")}

    @pytest.mark.parametrize(
        "path",
        ["address.city", "address.at.city", "address[0][1]", "address[0]", "address[0].city", "address.lines[2]"],
    )
    def test_a_part_of_a_value_changes_the_whole_to_something_unknown(self, path):
        assert (change(set={path: "Bonn"}).values, change(set={path: "Bonn"}).unknown) == ({}, {"address"})
        assert change(add={path: 1}).unknown == {"address"}

    def test_what_is_added_to_is_not_known_afterwards_unless_it_is_set_too(self):
        made = change(set={"total": "5"}, add={"total": 1, "visits": 1}, remove=["status"])
        assert (made.unknown, made.removed, made.names) == ({"visits"}, {"status"}, {"total", "visits", "status"})


class TestOwnExpression:
    def test_values_that_are_given_are_known(self):
        made = change(update="SET #s = :s, total = :t", names={"#s": "status"}, values={":s": {"S": "OPEN"}})
        assert (made.values, made.unknown, made.physical) == ({"status": string("OPEN")}, {"total"}, True)

    def test_what_is_computed_is_not_known(self):
        made = change(update="SET total = total + :one ADD visits :one", values={":one": {"N": "1"}})
        assert (made.values, made.unknown) == ({}, {"total", "visits"})

    def test_a_part_of_an_attribute_is_touched_and_not_removed(self):
        made = change(update="SET tags[0] = :t REMOVE address.city, note, flag", values={":t": {"S": "x"}})
        assert (made.values, made.unknown, made.removed) == ({}, {"tags", "address"}, {"note", "flag"})

    def test_a_name_that_stands_for_nothing_is_passed_over(self):
        made = change(update="SET #gone = :t, total = :t REMOVE #lost, note", values={":t": {"N": "1"}})
        assert (made.values, made.removed) == ({"total": number(1)}, {"note"})

    @pytest.mark.parametrize("update", ["SET total", "SET total = 5", "total = :t"])
    def test_what_dynamodb_does_not_take_touches_nothing_that_is_known(self, update):
        made = change(update=update)
        assert (made.names, made.physical) == (frozenset(), True)


class TestConditions:
    @pytest.mark.parametrize(
        ("fields", "is_new"),
        [
            ({"if": "attribute_not_exists(PK)"}, True), ({"if": "attribute_not_exists(SK)"}, True),
            ({"if": "attribute_not_exists(total)"}, False), ({"if": "attribute_exists(PK)"}, False),
            ({"if": "status = 'OPEN' AND attribute_not_exists(PK)"}, True), ({"if": "PK = 'x'"}, False),
            ({"if": "status = 'OPEN' OR attribute_not_exists(PK)"}, False), ({"if": "attribute_not_exists("}, False),
            ({"condition": "attribute_not_exists(#k)", "names": {"#k": "PK"}}, True),
            ({"condition": "attribute_not_exists(#k)", "names": {"#k": "total"}}, False),
            ({"condition": "attribute_not_exists(#k)"}, False), ({}, False),
        ],
    )  # fmt: skip
    def test_only_a_key_that_must_not_exist_says_that_the_item_is_new(self, fields, is_new):
        table, _, pattern = asked("PutItem", **fields)
        assert creates(table, pattern) is is_new

    def test_conditions_joined_by_and_must_all_hold(self):
        assert len(condition_terms(asked(**{"if": "status = 'OPEN' AND total > 5"})[2])) == 2
        assert len(condition_terms(asked(**{"if": "status = 'OPEN' OR total > 5"})[2])) == 1
        assert condition_terms(asked(**{"if": "status ="})[2]) == ()
        assert condition_terms(asked()[2]) == ()

    @pytest.mark.parametrize(
        ("fields", "leaves"),
        [
            ({}, 0.03), ({"if": "status = 'OPEN'"}, 1), ({"if": "status <> 'CANCELLED'"}, 3 / 98),
            ({"if": "total > 5 AND status = 'OPEN'"}, 1), ({"if": "total > 5"}, 0.03),
            ({"if": "status = :status", "parameters": {"status": "OPEN"}}, 1), ({"if": "status = :lost"}, 0.03),
            ({"if": "status = :lost AND status <> 'CANCELLED'"}, 3 / 98), ({"if": "status = 'NEVER'"}, 0.03),
            ({"condition": "#s = :s", "names": {"#s": "status"}, "values": {":s": {"S": "OPEN"}}}, 1),
            ({"condition": "#s = :s", "values": {":s": {"S": "OPEN"}}}, 0.03),
            ({"condition": "attribute_exists(PK) AND status = :s", "values": {":s": {"S": "OPEN"}}}, 1),
        ],
    )  # fmt: skip
    def test_a_delete_finds_the_states_that_its_condition_allows(self, fields, leaves):
        """GSI2 holds the open orders, 3 of 100; what a condition asks of unknown values excludes nothing."""
        table, order, pattern = asked("DeleteItem", **fields)
        sparse = index_effects(table, order, pattern)[1].likelihood
        assert sparse.get(Effect.LEAVES, 0) == pytest.approx(leaves)
        assert sum(sparse.values()) == pytest.approx(1)
