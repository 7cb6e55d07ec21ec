"""What a write does to an index entry, in each state that the item may be in, and what that costs.

facts/throughput#index-writes.
"""

from decimal import Decimal

import pytest

from modeler.core.capacity.effects import Effect, index_effects, index_transitions
from modeler.core.items.sizes import Sizes
from tests.modeler.core.capacity.lab import KEY, ORDER, design
from tests.modeler.core.capacity.test_calls import KEY_BYTES, thing
from tests.modeler.core.capacity.test_patterns import composite, update

NONE, REWRITTEN, MOVED, ENTERS, LEAVES = Effect.NONE, Effect.REWRITTEN, Effect.MOVED, Effect.ENTERS, Effect.LEAVES


def effect(document, index, **changes):
    """What the write does to one index."""
    made = design(document, **changes)
    found = index_effects(made.tables[0], made.tables[0].entities[0], made.patterns[0])
    return next(one for one in found if one.index == index)


def on_order(operation="UpdateItem", index="GSI1", **fields):
    return effect({"code": "W", "operation": operation, "entities": ["Order"], "key": KEY, **fields}, index)


def steps(found):
    return [(line.text, line.value, line.unit) for line in found.units.arithmetic]


KINDS = {"name": "kind", "type": "S", "format": "enum", "values": {"A": 0.5, "B": 0.5}}


def sparse(when, keys="{status}#{kind}", attributes=(), **fields):
    """An update of an order with a kind, and what it does to an index that holds what meets a condition."""
    order = {**ORDER, "attributes": [*ORDER["attributes"], KINDS, *attributes],
             "overloads": [ORDER["overloads"][0], {"index": "S", "when": when, "keys": {"SPK": keys}}]}  # fmt: skip
    index = {"name": "S", "kind": "GSI", "partition_key": [{"name": "SPK"}], "projection": {"type": "KEYS_ONLY"}}
    asked = {"code": "W", "operation": "UpdateItem", "entities": ["Order"], "key": KEY, **fields}
    return effect(asked, "S", entities=[order], indexes=[index])


class TestEffects:
    def test_a_key_that_two_indexes_share_moves_only_the_entry_whose_other_key_changes(self):
        """Both indexes sort by the entity's own total. A new status changes one partition key, and no total."""
        order = {
            **ORDER,
            "overloads": [
                ORDER["overloads"][0],
                {"index": "A", "keys": {"APK": "{status}", "total": "{total}"}},
                {"index": "B", "keys": {"BPK": "{customerId}", "total": "{total}"}},
            ],
        }
        indexes = [
            {"name": name, "kind": "GSI", "partition_key": [{"name": f"{name}PK"}],
             "sort_key": [{"name": "total", "type": "N"}], "projection": {"type": "KEYS_ONLY"}}
            for name in "AB"
        ]  # fmt: skip
        asked = {"code": "W", "operation": "UpdateItem", "entities": ["Order"], "key": KEY, "set": {"status": "OPEN"}}
        found = {name: effect(asked, name, entities=[order], indexes=indexes).likelihood for name in "AB"}
        assert found["A"][MOVED] > 0
        assert found["B"] == {NONE: 1}

    def test_each_state_has_its_effect(self):
        """Orders that are open move, cancelled ones enter, shipped ones stay as they are."""
        found = sparse("status <> 'CANCELLED'", "{status}", set={"status": "SHIPPED"})
        assert found.likelihood == pytest.approx({NONE: 0.95, MOVED: 0.03, ENTERS: 0.02})
        assert found.units.value == Decimal("0.08")
        assert [(line.value, line.text.split(",")[0]) for line in found.units.arithmetic] == [
            (None, "for the value of status that the pattern gives"),
            (2, "its index key changes: delete and put"),
            (1, "an entry is put"),
            (Decimal("0.08"), "expected"),
        ]
        assert found.units.arithmetic[1].text.endswith(", in 3% of the writes")
        assert found.units.arithmetic[2].text.endswith(", in 2% of the writes")
        assert found.summary == "it depends: not touched in 95%, moved in 3%, enters in 2%"

    @pytest.mark.parametrize(
        ("fields", "likely"),
        [
            ({}, {ENTERS: 1}), ({"if": "attribute_not_exists(PK)"}, {ENTERS: 1}),
            ({"if": "attribute_exists(PK)"}, {REWRITTEN: 1}), ({"condition": "attribute_exists(PK)"}, {REWRITTEN: 1}),
            ({"condition": "attribute_exists(PK)", "if": "attribute_not_exists(PK)"}, {REWRITTEN: 1}),
            ({"condition": "  ", "if": "attribute_exists(PK)"}, {REWRITTEN: 1}),
            ({"if": "attribute_exists(total) AND attribute_not_exists(PK)"}, {ENTERS: 1}),
        ],
    )  # fmt: skip
    def test_a_put_replaces_only_what_must_be_there(self, fields, likely):
        assert on_order("PutItem", **fields).likelihood == likely

    @pytest.mark.parametrize(
        ("fields", "likely"),
        [
            ({"set": {"total": "5"}}, {REWRITTEN: 1}), ({"set": {"nick": "x"}}, {NONE: 1}),
            ({"set": {"status": "OPEN"}, "if": "status = 'OPEN'"}, {NONE: 1}),
            ({"set": {"status": "OPEN", "total": "5"}, "if": "status = 'OPEN'"}, {REWRITTEN: 1}),
            ({"set": {"status": "OPEN"}, "if": "status = 'CANCELLED'"}, {MOVED: 1}),
            ({"remove": ["status"]}, {LEAVES: 1}), ({"add": {"total": 1}}, {REWRITTEN: 1}),
        ],
    )  # fmt: skip
    def test_an_update_does_what_its_attributes_are_to_the_index(self, fields, likely):
        assert on_order(**fields).likelihood == pytest.approx(likely)

    def test_a_delete_leaves_and_a_check_does_nothing(self):
        assert on_order("DeleteItem").likelihood == pytest.approx({LEAVES: 1})
        assert on_order("ConditionCheck").likelihood == pytest.approx({NONE: 1})
        assert on_order("DeleteItem", "GSI2").likelihood == pytest.approx({NONE: 0.97, LEAVES: 0.03})
        assert on_order("ConditionCheck", set={"status": "SHIPPED"}).likelihood == pytest.approx({NONE: 1})

    @pytest.mark.parametrize(
        ("fields", "there"),
        [
            ({"operation": "PutItem"}, {(ENTERS, False, True)}), ({"operation": "DeleteItem"}, {(LEAVES, True, False)}),
            ({"operation": "PutItem", "if": "attribute_exists(PK)"}, {(REWRITTEN, True, True)}),
            ({"set": {"total": "5"}}, {(REWRITTEN, True, True)}), ({"remove": ["status"]}, {(LEAVES, True, False)}),
            ({"update": "SET total = :t"}, {(REWRITTEN, True, True)}),
            ({"update": "REMOVE GSI1PK"}, {(LEAVES, True, False)}),
            ({"operation": "ConditionCheck"}, {(NONE, False, False)}),
        ],
    )  # fmt: skip
    def test_an_entry_that_enters_was_not_there_and_one_that_leaves_is_not_there_afterwards(self, fields, there):
        made = design({"code": "W", "operation": "UpdateItem", "entities": ["Order"], "key": KEY, **fields})
        (table,) = made.tables
        _, transitions = next(iter(index_transitions(table, table.entities[0], made.patterns[0], Sizes())))
        assert {(one.effect, one.before is not None, one.after is not None) for one in transitions} == there

    def test_a_key_of_another_index_that_changes_rewrites_an_entry_that_carries_it(self):
        """GSI1's key holds the status, so an index that projects GSI1PK has a new value to store."""
        carries = {"name": "C", "kind": "GSI", "partition_key": [{"name": "CPK"}],
                   "projection": {"type": "INCLUDE", "attributes": ["GSI1PK"]}}  # fmt: skip
        order = {**ORDER, "overloads": [*ORDER["overloads"][:2], {"index": "C", "keys": {"CPK": "ALL"}}]}
        indexes = [*design().tables[0].indexes[:0], carries, {
            "name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK"}], "sort_key": [{"name": "GSI1SK"}],
            "projection": {"type": "KEYS_ONLY"}}]  # fmt: skip
        asked = {"code": "W", "operation": "UpdateItem", "entities": ["Order"], "key": KEY}
        shipped = asked | {"set": {"status": "SHIPPED"}, "if": "status = 'OPEN'"}
        assert effect(shipped, "C", entities=[order], indexes=indexes).likelihood == {REWRITTEN: 1}
        priced = asked | {"set": {"total": "5"}}
        assert effect(priced, "C", entities=[order], indexes=indexes).likelihood == pytest.approx({NONE: 1})


MAIL = {"name": "G", "kind": "GSI", "partition_key": [{"name": "GPK"}], "projection": {"type": "KEYS_ONLY"}}
USER = {
    "name": "User", "count": 10,
    "attributes": [
        {"name": "id", "type": "S", "format": "uuid4"}, {"name": "name", "type": "S", "format": "id"},
        {"name": "email", "type": "S", "format": "email", "optional": 0.4},
    ],
    "overloads": [{"index": None, "keys": {"PK": "{id}"}}, {"index": "G", "keys": {"GPK": "{email}"}}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "likely"),
    [
        ({"set": {"email": ":e"}}, {ENTERS: 0.6, MOVED: 0.4}),
        ({"set": {"email": "a@b.example"}}, {ENTERS: 0.6, MOVED: 0.4}),
        ({"set": {"name": ":n"}}, {NONE: 1}), ({"remove": ["email"]}, {NONE: 0.6, LEAVES: 0.4}),
        ({"set": {"name": ":n"}, "if": "attribute_exists(email)"}, {NONE: 1}),
        ({"set": {"email": ":e"}, "if": "attribute_not_exists(email)"}, {ENTERS: 1}),
        ({"remove": ["email"], "if": "attribute_exists(email) AND name = :n"}, {LEAVES: 1}),
        ({"set": {"email": ":e"}, "if": "attribute_exists(PK)"}, {ENTERS: 0.6, MOVED: 0.4}),
        ({"update": "SET GPK = :k"}, {ENTERS: 0.6, MOVED: 0.4}), ({"update": "REMOVE GPK"}, {NONE: 0.6, LEAVES: 0.4}),
        ({"operation": "DeleteItem"}, {NONE: 0.6, LEAVES: 0.4}), ({"operation": "PutItem"}, {NONE: 0.6, ENTERS: 0.4}),
        ({"operation": "PutItem", "parameters": {"email": "a@b.example"}}, {ENTERS: 1}),
        ({"operation": "PutItem", "if": "attribute_exists(email)"}, {NONE: 0.6, REWRITTEN: 0.4}),
    ],
)  # fmt: skip
def test_items_that_lack_a_key_attribute_are_not_in_the_index(fields, likely):
    """Four of ten users have an e-mail address, by which the index finds them."""
    asked = {"code": "U", "operation": "UpdateItem", "entities": ["User"], "key": {"PK": "{id}"}, **fields}
    found = effect(asked, "G", sort_key=[], indexes=[MAIL], entities=[USER])
    assert found.likelihood == pytest.approx(likely)


class TestArithmetic:
    def test_the_steps_of_what_always_happens(self):
        found = on_order(set={"status": "SHIPPED"}, **{"if": "status = 'OPEN'"})
        size = "an entry of 103 B (from 2 samples, enum values and formats)"
        assert steps(found) == [(f"its index key changes: delete and put, {size}", 2, "WU")]
        assert (found.units.value, found.units.unit) == (2, "WU")
        assert found.summary == "moved"

    def test_the_steps_of_what_may_happen(self):
        found = on_order("DeleteItem", "GSI2")
        assert steps(found) == [
            ("its entry is deleted, an entry of 69 B (from 2 samples and formats), in 3% of the writes", 1, "WU"),
            ("expected, weighted by their shares", Decimal("0.03"), "WU"),
        ]
        assert (found.units.value, found.units.unit) == (Decimal("0.03"), "WU")

    def test_what_is_not_touched_costs_nothing_for_sure(self):
        found = on_order(set={"nick": "x"}).units
        assert (found.value, found.unit, found.arithmetic, found.estimate) == (0, "WU", (), False)

    def test_the_values_on_which_presence_hangs_are_named_first(self):
        both = "status = 'OPEN' AND kind = 'A'"
        told = sparse(both, set={"status": "OPEN", "kind": "A"}).units
        assert told.arithmetic[0].text == "for the value of kind, status that the pattern gives"
        half = sparse(both, set={"status": "OPEN", "kind": ":k"}).units
        assert [line.text.split(":")[0] for line in half.arithmetic[:2]] == [
            "the new value of kind is unknown", "for the value of status that the pattern gives",
        ]  # fmt: skip
        none = sparse(both, set={"status": ":s", "kind": ":k"}).units
        assert none.arithmetic[0].text.startswith("the new value of kind, status is unknown: ")
        assert none.estimate

    def test_a_value_that_is_not_told_makes_it_an_estimate_even_of_nothing(self):
        found = sparse("status = 'OPEN'", "OPEN", set={"status": ":s"})
        assert (found.likelihood, found.units.value, found.units.estimate) == ({NONE: pytest.approx(1)}, 0, True)


class TestEstimates:
    def test_one_effect_on_entries_of_one_size_is_exact(self):
        found = effect(update(set={"owner": ":o"}), "KEYS", **composite()).units
        assert (found.value, found.estimate) == (2, False)

    def test_two_effects_are_an_expectation(self):
        whole = composite()
        whole["entities"][0]["overloads"] += [{"index": "S", "when": "status = 'A'", "keys": {"SPK": "OPEN"}}]
        index = {"name": "S", "kind": "GSI", "partition_key": [{"name": "SPK"}], "projection": {"type": "KEYS_ONLY"}}
        deletion = {"code": "D", "operation": "DeleteItem", "entities": ["Thing"]}
        found = effect(deletion, "S", **whole | {"indexes": [index]}).units
        assert (found.value, found.estimate) == (Decimal("0.5"), True)

    def test_sizes_that_are_not_certain_make_it_an_estimate(self):
        assert on_order(set={"status": "SHIPPED"}, **{"if": "status = 'OPEN'"}).units.estimate

    @pytest.mark.parametrize(("least", "most", "estimate"), [(700, 700, False), (100, 700, False), (700, 1900, True)])
    def test_entries_of_one_block_cost_one_whatever_their_size(self, least, most, estimate):
        whole = thing(least + KEY_BYTES, most + KEY_BYTES)
        whole["overloads"] = [*whole["overloads"], {"index": "A", "keys": {"APK": "ALL"}}]
        index = {"name": "A", "kind": "GSI", "partition_key": [{"name": "APK"}], "projection": {"type": "ALL"}}
        put = {"code": "P", "operation": "PutItem", "entities": ["Thing"]}
        found = effect(put, "A", sort_key=[], indexes=[index], entities=[whole]).units
        assert found.estimate is estimate
