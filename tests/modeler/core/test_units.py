"""Units of single calls.

facts/throughput#reads, facts/throughput#writes, facts/throughput#index-writes line by line, and their laws.
"""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from modeler.core.units import index_write_units, lsi_fetch_units, query_units, read_units
from modeler.core.units import write_units as write

SIZES = st.integers(0, 409_600)
ENTRIES = st.none() | SIZES


def test_check_values_of_reads():
    assert read_units(3500, consistent=True) == 1
    assert read_units(9 * 1024, consistent=True) == 3
    assert read_units(9 * 1024) == Decimal("1.5")
    assert read_units(1536, consistent=True) + read_units(6656, consistent=True) == 3
    assert query_units(40 * 200) == 1
    assert query_units(8 * 2000) == 2


def test_a_missing_key_costs_the_minimum():
    assert (read_units(0), read_units(0, consistent=True), read_units(0, transactional=True)) == (Decimal("0.5"), 1, 2)
    assert (write(0), write(0, transactional=True)) == (1, 2)
    assert query_units(0) == Decimal("0.5")


def test_an_lsi_fetch_rounds_each_base_item_alone():
    assert query_units(3 * 40) + lsi_fetch_units([50, 50, 50]) == 2
    assert lsi_fetch_units([9 * 1024] * 3) == Decimal("4.5")
    assert lsi_fetch_units([9 * 1024] * 3, consistent=True) == 9


def test_a_page_read_consistently_costs_twice():
    """Three small items are one block: half a unit, or a whole one."""
    assert (query_units(3 * 40), query_units(3 * 40, consistent=True)) == (Decimal("0.5"), 1)


def test_a_full_page_costs_128_or_256_units():
    assert query_units(1024 * 1024) == 128
    assert query_units(1024 * 1024, consistent=True) == 256
    assert query_units(1024 * 1024 + 1) == Decimal("128.5")


def test_a_condition_check_of_3023_bytes_costs_6():
    assert write(3023, transactional=True) == 6


def test_index_writes_by_transition():
    unchanged = {"key_changed": False, "changed": False}
    assert index_write_units(None, None, **unchanged) == 0
    assert index_write_units(None, 1025, **unchanged) == 2
    assert index_write_units(1025, None, **unchanged) == 2
    assert index_write_units(900, 900, **unchanged) == 0
    assert index_write_units(900, 1100, key_changed=False, changed=True) == 2
    assert index_write_units(3017, 18, key_changed=True, changed=True) == 4


def test_the_worked_composite_of_facts_3_6():
    moved = index_write_units(2355, 2355, key_changed=True, changed=True)
    untouched = index_write_units(60, 60, key_changed=False, changed=False)
    assert write(2355) + moved + untouched == 9
    assert write(2355, transactional=True) + moved + untouched == 12
    assert 3 * write(2355) + 3 * (moved + untouched) == 27


@given(SIZES, SIZES, st.booleans())
def test_units_never_fall_as_sizes_grow(first, second, consistent):
    small, large = sorted((first, second))
    assert read_units(small, consistent=consistent) <= read_units(large, consistent=consistent)
    assert query_units(small * 30, consistent=consistent) <= query_units(large * 30, consistent=consistent)
    assert write(small) <= write(large)


@given(SIZES)
def test_strong_is_twice_eventual_and_transactional_twice_strong(size):
    assert read_units(size, consistent=True) == 2 * read_units(size)
    assert read_units(size, transactional=True) == 2 * read_units(size, consistent=True)
    assert write(size, transactional=True) == 2 * write(size)


@given(st.lists(SIZES, min_size=1, max_size=20))
def test_one_rounding_never_costs_more_than_rounding_each(sizes):
    assert read_units(sum(sizes)) <= lsi_fetch_units(sizes)


@given(ENTRIES, ENTRIES, st.booleans(), st.booleans())
def test_an_index_write_is_symmetric_in_time(old, new, key_changed, changed):
    there = index_write_units(old, new, key_changed=key_changed, changed=changed)
    back = index_write_units(new, old, key_changed=key_changed, changed=changed)
    assert there == back
    assert (there == 0) == ((old is None and new is None) or (None not in (old, new) and not (key_changed or changed)))
