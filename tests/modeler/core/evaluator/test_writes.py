"""What writes do and cost. facts/throughput#writes, facts/throughput#index-writes, facts/expressions#updates."""

from dataclasses import replace

import pytest

from modeler.core.evaluator import IndexEffect, evaluate
from modeler.core.values.attribute_values import AttributeType, AttributeValue, item_size, number, string
from tests.modeler.core.evaluator.tables import PLAIN, holding, refusals, run, sized
from tests.modeler.core.order_management import DESIGN, ORDER, conditions, gsi, key, lsi, pattern, values

KEY = conditions(pk="a", sk="1")
PUT = pattern("PutItem", key=KEY)
UPDATE = pattern("UpdateItem", key=KEY)
DELETE = pattern("DeleteItem", key=KEY)
CHECK = pattern("ConditionCheck", key=KEY)
GSI = gsi("G", key("kind"), projection="KEYS_ONLY")
INDEXED = replace(PLAIN, indexes=(GSI,))


def put(size: int, **fields):
    """A put of an item of exactly `size` bytes."""
    item = sized(size, pk="a", sk="1", **fields)
    return replace(PUT, parameters={name: value for name, value in item.items() if name not in ("pk", "sk")})


def binary(size: int) -> AttributeValue:
    return AttributeValue(AttributeType.B, bytes(size))


class TestTheTable:
    def test_a_put_is_charged_by_the_larger_of_what_was_and_what_is(self):
        assert run(holding(), put(1024)).write_units == 1
        assert run(holding(), put(1025)).write_units == 2
        assert run(holding(sized(3072, pk="a", sk="1")), put(100)).write_units == 3

    def test_an_update_is_charged_for_the_whole_item(self):
        design = holding(sized(3000, pk="a", sk="1", n=1))
        assert run(design, replace(UPDATE, add={"n": 1})).write_units == 3

    def test_a_delete_is_charged_by_what_it_deletes(self):
        design = holding(sized(2049, pk="a", sk="1"))
        done = run(design, DELETE)
        assert (done.write_units, done.after.items("t")) == (3, ())
        assert run(holding(), DELETE).write_units == 1

    def test_a_failed_condition_is_charged_and_changes_nothing(self):
        design = holding(sized(3000, pk="a", sk="1", status="OPEN"))
        done = evaluate(design, replace(put(100), if_="attribute_not_exists(pk)"))
        assert [refusal.message for refusal in done.refusals] == ["The conditional request failed"]
        assert (done.write_units, done.writes[0].condition_held) == (3, False)
        assert done.after.items("t")[0].item == design.tables[0].unassigned[0].values

    def test_a_put_keeps_the_id_of_what_it_replaces(self):
        done = run(holding(sized(100, pk="a", sk="1")), put(50))
        assert [stored.id for stored in done.after.items("t")] == ["i0"]

    def test_an_update_of_a_missing_item_makes_it(self):
        done = run(holding(), replace(UPDATE, set={"n": "x"}))
        assert done.writes[0].before is None
        assert done.after.items("t")[0].item == values(pk="a", sk="1", n="x")
        assert run(holding(), UPDATE).after.items("t")[0].item == values(pk="a", sk="1")

    def test_an_identical_put_is_charged_on_the_table_and_not_in_the_index(self):
        design = holding(sized(2000, pk="a", sk="1", kind="k"), table=INDEXED)
        (write,) = run(design, put(2000, kind="k")).writes
        assert (write.table_units, write.indexes[0].units, write.indexes[0].effect) == (2, 0, IndexEffect.UNCHANGED)

    def test_lists_of_parameters_write_one_after_the_other(self):
        adding = replace(UPDATE, key=conditions(pk="{p}", sk="1"), add={"n": 1}, parameters={"p": ["a", "a", "b"]})
        done = run(holding(), adding)
        assert [write.after.item["n"].data for write in done.writes] == ["1", "2", "1"]


class TestIndexes:
    ALL = replace(PLAIN, indexes=(gsi("G", key("kind")),))

    def change(self, before: dict, pattern, table=INDEXED):
        (write,) = run(holding(before, table=table), pattern).writes
        (change,) = write.indexes
        return change.effect, change.units

    def test_an_item_outside_stays_outside_for_nothing(self):
        assert self.change(values(pk="a", sk="1"), replace(UPDATE, set={"n": "x"})) == (IndexEffect.ABSENT, 0)

    def test_entering_and_leaving_cost_the_entry(self):
        table = replace(PLAIN, indexes=(gsi("G", key("kind")),))
        entering = self.change(sized(2000, pk="a", sk="1"), replace(UPDATE, set={"kind": "k"}), table)
        assert entering == (IndexEffect.ENTERS, 2)
        item = sized(2000, pk="a", sk="1", kind="k")
        assert self.change(item, replace(UPDATE, remove=("kind",)), table) == (IndexEffect.LEAVES, 2)
        assert self.change(item, DELETE, table) == (IndexEffect.LEAVES, 2)

    def test_the_entry_counts_and_not_the_item(self):
        design = holding(sized(3023, pk="a", sk="1"), table=INDEXED)
        (write,) = run(design, replace(UPDATE, set={"kind": "k"})).writes
        assert (write.table_units, write.indexes[0].units) == (3, 1)

    def test_a_change_that_is_not_projected_costs_nothing(self):
        item = values(pk="a", sk="1", kind="k")
        assert self.change(item, replace(UPDATE, set={"n": "x"})) == (IndexEffect.UNCHANGED, 0)

    def test_a_projected_change_costs_the_larger_entry(self):
        item = sized(2049, pk="a", sk="1", kind="k")
        assert self.change(item, replace(UPDATE, set={"pad": "x"}), self.ALL) == (IndexEffect.REWRITTEN, 3)

    def test_a_move_costs_both_entries_each_rounded_alone(self):
        """facts/throughput#index-writes, captured: from 3,017 B to 18 B costs 3 + 1."""
        index = gsi("G", key("kind"))
        item = sized(3017, pk="a", sk="1", kind="k")
        table = replace(PLAIN, indexes=(index,))
        shrinking = replace(PUT, parameters={"kind": "other-ki"})
        (write,) = run(holding(item, table=table), shrinking).writes
        (change,) = write.indexes
        assert (change.before.size, change.after.size) == (3017, 18)
        assert (change.effect, change.units, write.table_units) == (IndexEffect.MOVES, 4, 3)

    def test_a_set_in_another_order_is_no_change_and_a_list_is_one(self):
        def ordered(kind, *members):
            return AttributeValue(AttributeType(kind), tuple(members))

        item = {**values(pk="a", sk="1", kind="k"), "set": ordered("SS", "x", "y")}
        swapped = replace(UPDATE, set={"set": {"SS": ["y", "x"]}})
        assert self.change(item, swapped, self.ALL) == (IndexEffect.UNCHANGED, 0)
        listed = {**values(pk="a", sk="1", kind="k"), "list": ordered("L", string("x"), string("y"))}
        swapped = replace(UPDATE, set={"list": {"L": [{"S": "y"}, {"S": "x"}]}})
        assert self.change(listed, swapped, self.ALL) == (IndexEffect.REWRITTEN, 1)


def test_the_worked_composite():
    # facts/throughput#example: 3 for the table, 6 for the index that moves, 0 for the other: 9, in a transaction 12.
    moving = gsi("ALL", key("status"), key("updatedAt"))
    still = gsi("KEYS", key("owner"), projection="KEYS_ONLY")
    table = replace(PLAIN, indexes=(moving, still))
    item = sized(2355, pk="a", sk="1", status="OPEN", updatedAt="2026-01-01", owner="ada")
    design = holding(item, table=table)
    update = replace(UPDATE, set={"status": "DONE", "updatedAt": "2026-01-02"})
    (write,) = run(design, update).writes
    assert (write.table_units, [change.units for change in write.indexes]) == (3, [6, 0])
    assert run(design, update).write_units == 9
    assert run(design, pattern("TransactWriteItems", steps=(update,))).write_units == 12


class TestRefused:
    def test_an_item_of_400_kilobytes_is_the_largest(self):
        assert refusals(holding(), put(409_600)) == []
        assert refusals(holding(), put(409_601)) == ["item.size"]
        assert evaluate(holding(), put(409_601)).write_units == 0

    def test_an_update_counts_its_actions_too(self):
        growing = replace(UPDATE, key=conditions(pk="a", sk="1"), set={"pad": "x" * (409_600 - 6 - 3 - 16)})
        assert refusals(holding(), growing) == []
        longer = replace(growing, set={"pad": growing.set["pad"] + "x"})
        assert item_size({**values(pk="a", sk="1"), "pad": string(longer.set["pad"])}) < 409_600
        assert refusals(holding(), longer) == ["item.size"]

    def test_keys_have_a_largest_size(self):
        assert refusals(holding(), replace(PUT, key=conditions(pk="p" * 2048, sk="s" * 1024))) == []
        assert refusals(holding(), replace(PUT, key=conditions(pk="p" * 2049, sk="1"))) == ["key.partition_size"]
        assert refusals(holding(), replace(PUT, key=conditions(pk="p", sk="s" * 1025))) == ["key.sort_size"]

    def test_an_index_key_of_another_type_or_empty(self):
        design = holding(table=INDEXED)
        done = evaluate(design, replace(PUT, set={"kind": {"NULL": True}}))
        assert [refusal.message for refusal in done.refusals] == [
            "One or more parameter values were invalid: "
            "Type mismatch for Index Key kind Expected: S Actual: NULL IndexName: G"
        ]
        done = evaluate(design, replace(UPDATE, set={"kind": {"NULL": True}}))
        assert [refusal.message for refusal in done.refusals] == [
            "The update expression attempted to update the secondary index key to unsupported type"
        ]
        assert refusals(design, replace(UPDATE, set={"kind": "x" * 2049})) == ["index.key_size"]
        assert refusals(design, replace(UPDATE, set={"kind": {"S": ""}})) == ["index.key_empty"]

    def test_values_that_dynamodb_does_not_take(self):
        done = evaluate(holding(), replace(PUT, parameters={"tags": {"SS": []}}))
        assert [refusal.message for refusal in done.refusals] == [
            "One or more parameter values were invalid: An string set  may not be empty"
        ]

    def test_a_key_cannot_be_updated(self):
        done = evaluate(holding(), replace(UPDATE, set={"sk": "2"}))
        assert "Cannot update attribute sk. This attribute is part of the key" in done.refusals[0].message

    def test_a_condition_that_fails_comes_before_what_the_update_finds_in_the_item(self):
        design = holding(sized(100, pk="a", sk="1", n="text"))
        adds = replace(UPDATE, add={"n": 1})
        assert refusals(design, adds) == ["expression.update.refused"]
        stopped = evaluate(design, replace(adds, if_="attribute_not_exists(pk)"))
        assert [refusal.code for refusal in stopped.refusals] == ["condition.failed"]
        assert stopped.write_units == 1

    def test_an_expression_that_cannot_be_read(self):
        assert refusals(holding(), replace(UPDATE, update="SET n")) == ["expression.invalid"]
        assert refusals(holding(), replace(PUT, if_="n =")) == ["expression.invalid"]


class TestBatchWrite:
    def test_each_is_rounded_on_its_own(self):
        steps = (put(1025), replace(DELETE, key=conditions(pk="a", sk="2")))
        design = holding(sized(2049, pk="a", sk="2"))
        done = run(design, pattern("BatchWriteItem", steps=steps))
        assert [write.units for write in done.writes] == [2, 3]
        assert len(done.after.items("t")) == 1

    @pytest.mark.parametrize(
        ("steps", "codes"),
        [
            ((UPDATE,), ["batch.operation"]),
            ((replace(DELETE, if_="attribute_exists(pk)"),), ["batch.condition"]),
            ((PUT, DELETE), ["batch.twice"]),
            (tuple(replace(PUT, key=conditions(pk="a", sk=str(n))) for n in range(26)), ["batch.size"]),
        ],
    )
    def test_what_it_cannot_hold(self, steps, codes):
        assert refusals(holding(), pattern("BatchWriteItem", steps=steps)) == codes


class TestTransactWrite:
    def test_table_and_indexes_as_captured(self):
        # facts/throughput#index-writes: a put with one GSI = table 2, gsi 1; moving 1,517 B entries = table 4, gsi 4.
        table = replace(PLAIN, indexes=(gsi("G", key("kind")),))
        (write,) = run(holding(table=table), pattern("TransactWriteItems", steps=(put(500, kind="k"),))).writes
        assert (write.table_units, write.indexes[0].units) == (2, 1)
        design = holding(sized(1517, pk="a", sk="1", kind="k"), table=table)
        move = replace(UPDATE, set={"kind": "l"})
        (write,) = run(design, pattern("TransactWriteItems", steps=(move,))).writes
        assert (write.table_units, write.indexes[0].units) == (4, 4)

    def test_two_puts_on_a_table_with_a_global_and_a_local_index(self):
        """facts/throughput#index-writes: 8 in total: table 4, gsi 2, lsi 2."""
        table = replace(PLAIN, indexes=(gsi("G", key("kind")), lsi("L", key("pk"), key("rank"))))
        steps = tuple(replace(PUT, key=conditions(pk="a", sk=sk), parameters={"kind": "k", "rank": "1"}) for sk in "12")
        done = run(holding(table=table), pattern("TransactWriteItems", steps=steps))
        assert sum(write.table_units for write in done.writes) == 4
        assert [sum(write.indexes[n].units for write in done.writes) for n in (0, 1)] == [2, 2]

    def test_a_condition_check_costs_twice_the_item_it_looks_at(self):
        check = replace(CHECK, if_="attribute_exists(pk)")
        design = holding(sized(3023, pk="a", sk="1"))
        assert run(design, pattern("TransactWriteItems", steps=(check,))).write_units == 6
        missing = replace(CHECK, if_="attribute_not_exists(pk)")
        assert run(holding(), pattern("TransactWriteItems", steps=(missing,))).write_units == 2

    def test_one_failed_condition_cancels_all_and_is_charged(self):
        steps = (put(2000), replace(CHECK, key=conditions(pk="b", sk="1"), if_="attribute_exists(pk)"))
        done = evaluate(holding(), pattern("TransactWriteItems", steps=steps))
        assert done.refusals[0].message == (
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[None, ConditionalCheckFailed]"
        )
        assert done.after.items("t") == ()
        assert done.write_units == 4 + 2

    def test_an_item_may_appear_once(self):
        assert refusals(holding(), pattern("TransactWriteItems", steps=(PUT, DELETE))) == ["transaction.twice"]

    def test_four_megabytes_are_the_most(self):
        def puts(count):
            blob = {"pad": binary(399_000)}
            return tuple(replace(PUT, key=conditions(pk="a", sk=str(n)), parameters=blob) for n in range(count))

        assert refusals(holding(), pattern("TransactWriteItems", steps=puts(10))) == []
        assert refusals(holding(), pattern("TransactWriteItems", steps=puts(11))) == ["transaction.bytes"]

    def test_a_read_has_no_place_in_it(self):
        done = evaluate(holding(), pattern("TransactWriteItems", steps=(pattern("GetItem", code="R", key=KEY),)))
        assert done.problems == ("R is a GetItem, which TransactWriteItems does not support",)


class TestPutOfAnEntity:
    PUT = pattern(
        "PutItem",
        entities=("Order",),
        if_="attribute_not_exists(PK) OR total < :limit",
        parameters={
            "customerId": "c", "orderId": "1", "orderDate": "2026-07-01", "status": "OPEN", "total": "5", "limit": "9"
        },
    )  # fmt: skip

    def test_it_gets_every_key_of_its_overloads(self):
        (write,) = run(DESIGN, self.PUT).writes
        assert write.after.entity == "Order"
        assert write.after.item["GSI2SK"] == string("2026-07-01#1")
        assert [change.effect for change in write.indexes] == [IndexEffect.ENTERS, IndexEffect.ENTERS]

    def test_a_parameter_of_the_condition_is_not_stored(self):
        (write,) = run(DESIGN, self.PUT).writes
        assert set(write.after.item) >= {attribute.name for attribute in ORDER.attributes}
        assert "limit" not in write.after.item

    def test_a_missing_attribute_of_the_key_is_a_problem(self):
        parameters = {name: value for name, value in self.PUT.parameters.items() if name != "orderId"}
        done = evaluate(DESIGN, replace(self.PUT, parameters=parameters))
        assert done.problems[0] == "SK: the item has no orderId"
        assert done.writes == ()


class TestOwnExpressions:
    """An own expression is refused for what it says before any item is read. facts/expressions#syntax."""

    def said(self, **fields):
        done = evaluate(holding(sized(100, pk="a", sk="1")), replace(UPDATE, **fields))
        assert done.write_units == 0
        return [refusal.message for refusal in done.refusals]

    def test_a_reserved_word(self):
        assert self.said(update="SET status = :s", values={":s": "x"}) == [
            "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status"
        ]

    def test_what_is_defined_and_not_used(self):
        assert self.said(update="SET n = :n", values={":n": 1, ":m": 2}) == [
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:m}"
        ]
        assert self.said(update="REMOVE n", names={"#n": "n"}) == [
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"
        ]

    def test_paths_that_overlap(self):
        assert self.said(update="SET n.a = :n REMOVE n", values={":n": 1}) == [
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these "
            "paths; path one: [n, a], path two: [n]"
        ]

    def test_a_condition_of_its_own_on_a_put(self):
        design = holding(sized(100, pk="a", sk="1"))
        done = evaluate(design, replace(PUT, condition="ttl < :now", values={":now": 1}))
        assert "reserved keyword: ttl" in done.refusals[0].message
        done = evaluate(design, replace(PUT, condition="#t < :now", names={"#t": "ttl"}, values={":now": 1}))
        assert [refusal.code for refusal in done.refusals] == ["condition.failed"]

    def test_a_parameter_without_a_value_is_a_problem_and_no_refusal(self):
        done = evaluate(holding(), replace(PUT, condition="n = :seen"))
        assert (done.refusals, done.problems) == ((), ("the parameter seen has no value",))


class TestSequences:
    """Steps see what the steps before them left; each is charged."""

    def test_delete_then_put_under_another_key(self):
        design = holding(sized(1500, pk="a", sk="1", kind="k"), table=INDEXED)
        moved = replace(PUT, key=conditions(pk="a", sk="2"), parameters={"kind": "k"})
        done = run(design, pattern("Steps", steps=(DELETE, moved)))
        assert [write.units for write in done.writes] == [2 + 1, 1 + 1]
        assert [change.effect for write in done.writes for change in write.indexes] == [
            IndexEffect.LEAVES, IndexEffect.ENTERS
        ]  # fmt: skip
        assert [stored.item["sk"].data for stored in done.after.items("t")] == ["2"]

    def test_a_version_that_the_first_writer_took(self):
        """facts/choices#write-guard: the second writer of the same version is refused, and charged."""
        design = holding(values(pk="a", sk="1", version=7, n="old"))
        save = replace(UPDATE, set={"n": "new", "version": "8"}, if_="version = :read", parameters={"read": 7})
        done = evaluate(design, pattern("Steps", steps=(save, replace(save, set={"n": "late", "version": "8"}))))
        assert [write.condition_held for write in done.writes] == [True, False]
        assert done.write_units == 2
        assert done.after.items("t")[0].item["n"] == string("new")

    def test_a_token_makes_the_second_delivery_harmless(self):
        """facts/choices#write-guard: a transaction with a token that must be new counts once."""
        count = replace(UPDATE, add={"n": 1})
        token = replace(PUT, key=conditions(pk="token", sk="r-1"), if_="attribute_not_exists(pk)")
        once = pattern("TransactWriteItems", steps=(token, count))
        done = evaluate(holding(), pattern("Steps", steps=(once, once)))
        assert done.refusals[0].message.endswith("[ConditionalCheckFailed, None]")
        assert [stored.item.get("n") for stored in done.after.items("t")] == [None, number(1)]


class TestFanOut:
    def test_a_delete_of_every_shard(self):
        table = replace(PLAIN, entities=())
        design = holding(*(values(pk=f"c#{n}", sk="1") for n in range(4)), table=table)
        gone = replace(DELETE, key=conditions(pk="c#{id:shard(4)}", sk="1"))
        done = run(design, gone)
        assert (len(done.writes), done.write_units, done.after.items("t")) == (4, 4, ())

    def test_a_batch_of_lists(self):
        put_each = replace(PUT, key=conditions(pk="{p}", sk="1"), parameters={"p": ["a", "b", "c"], "n": "x"})
        done = run(holding(), pattern("BatchWriteItem", steps=(put_each,)))
        assert [write.units for write in done.writes] == [1, 1, 1]
        twice = replace(put_each, parameters={"p": ["a", "a"]})
        assert refusals(holding(), pattern("BatchWriteItem", steps=(twice,))) == ["batch.twice"]


def test_a_check_asks_something():
    done = evaluate(holding(), pattern("TransactWriteItems", steps=(CHECK,)))
    assert done.problems == ("P is a ConditionCheck without a condition",)


def test_a_cancelled_transaction_moves_no_index_and_charges_the_tables():
    """facts/throughput#writes: what was attempted is charged, twice over on the table."""
    design = holding(sized(1500, pk="a", sk="1", kind="k"), table=INDEXED)
    move = replace(UPDATE, set={"kind": "l"})
    never = replace(CHECK, key=conditions(pk="b", sk="1"), if_="attribute_exists(pk)")
    done = evaluate(design, pattern("TransactWriteItems", steps=(move, never)))
    assert [write.units for write in done.writes] == [4, 2]
    assert all(not write.indexes for write in done.writes)
    assert done.after.items("t")[0].item["kind"] == string("k")
