"""facts/choices#write-guard, case by case."""

from decimal import Decimal

import pytest

from modeler.core.decisions.writes import Guard, Old, WriteNeed, write_guard


def guarded(**need):
    return write_guard(WriteNeed(**need))


def test_a_one_item_whose_old_state_does_not_matter():
    found = guarded()
    assert (found.guard, found.condition, found.table_units, found.requests) == (Guard.PLAIN, "", 1, 1)


@pytest.mark.parametrize(
    ("old", "condition"),
    [
        (Old.NONE, "attribute_not_exists(PK)"),
        (Old.EXISTS, "attribute_exists(PK)"),
        (Old.STATE, "#s = :expected"),
    ],
)
def test_b_what_must_be_new_or_there_or_in_a_state(old, condition):
    found = guarded(old=old)
    assert (found.guard, found.condition, found.table_units) == (Guard.CONDITION, condition, 1)
    assert "charged" in found.reason


def test_b_the_partition_key_and_the_state_are_the_table_s():
    assert guarded(old=Old.NONE, partition_key="id").condition == "attribute_not_exists(id)"
    assert guarded(old=Old.STATE, state="stage IN (:a, :b)").condition == "stage IN (:a, :b)"


def test_c_several_writers_that_read_first():
    found = guarded(read_first=True, writers=2)
    assert (found.guard, found.condition, found.table_units) == (Guard.VERSION, "version = :expected", 1)
    assert guarded(read_first=True, writers=1).guard is Guard.PLAIN
    assert guarded(read_first=True, writers=2, old=Old.STATE).guard is Guard.VERSION


def test_d_a_create_that_may_arrive_twice():
    for old in (Old.NONE, Old.ANY):
        found = guarded(at_least_once=True, old=old)
        assert (found.guard, found.condition) == (Guard.SAME_KEY, "attribute_not_exists(PK)")


def test_d_a_change_that_may_arrive_twice():
    for need in ({"counts": True}, {"old": Old.EXISTS}, {"read_first": True, "writers": 2}):
        found = guarded(at_least_once=True, **need)
        assert (found.guard, found.table_units) == (Guard.ONCE, 2)


def test_e_an_invariant_over_several_items():
    found = guarded(items=3, invariant=True, old=Old.NONE)
    assert (found.guard, found.condition) == (Guard.TRANSACTION, "attribute_not_exists(PK)")
    assert (found.table_units, found.index_units) == (Decimal(2), Decimal(1))
    assert guarded(items=100, invariant=True).guard is Guard.TRANSACTION
    assert "ClientRequestToken" in guarded(items=2, invariant=True, at_least_once=True).reason


def test_e_more_than_a_transaction_holds():
    found = guarded(items=101, invariant=True)
    assert (found.guard, found.requests) == (Guard.SPLIT, 2)


def test_e_an_invariant_of_one_item_needs_no_transaction():
    assert guarded(invariant=True).guard is Guard.PLAIN


def test_f_independent_puts():
    assert [guarded(items=count).requests for count in (25, 26, 1000)] == [1, 2, 40]
    assert guarded(items=25).guard is Guard.BATCH


def test_f_a_batch_takes_no_conditions():
    found = guarded(items=30, old=Old.NONE)
    assert (found.guard, found.requests) == (Guard.CONDITION, 30)


@pytest.mark.parametrize(("rate", "shards"), [(0, 1), (500, 1), (501, 2), (5000, 10)])
def test_g_a_lossy_counter(rate, shards):
    found = guarded(counts=True, lossy=True, per_second=rate, at_least_once=True)
    assert (found.guard, found.shards) == (Guard.ADD, shards)
