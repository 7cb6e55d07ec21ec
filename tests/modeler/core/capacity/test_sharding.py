"""Shard counts, what reading shards costs, partitions, and the share of the hottest key."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.capacity.sharding import (
    Sharding,
    counter_shards,
    partition_count,
    point_read_units,
    read_copies,
    shard_count,
    sharded_read,
)
from modeler.core.capacity.skew import harmonic, hottest_share, zipf_share
from modeler.core.design.pattern_facts import Skew


@pytest.mark.parametrize(
    ("units", "minimum", "recommended"), [(1000, 1, 2), (2500, 3, 3), (9000, 9, 10), (25_000, 25, 28), (0, 1, 1)]
)
def test_shards_of_a_hot_key(units, minimum, recommended):
    """facts/check-values#units."""
    assert (shard_count(units).minimum, shard_count(units).recommended) == (minimum, recommended)
    assert shard_count(Decimal(units)) == shard_count(units)


def test_blocks_of_the_catalogue():
    """P17 and P13: 5,000 writes/s of 1 KB; P20: 10,000 increments/s; 12,001 read units on a key."""
    assert (shard_count(5000).minimum, counter_shards(10_000), counter_shards(501), read_copies(12_001)) == (
        5,
        20,
        2,
        5,
    )


@pytest.mark.parametrize(
    ("sharding", "point_read", "item_requests", "item_units"),
    [(Sharding.RANDOM, False, 10, "5"), (Sharding.CALCULATED, True, 1, "0.5"), (Sharding.CALENDAR, True, 1, "0.5")],
)
def test_reading_ten_shards(sharding, point_read, item_requests, item_units):
    read = sharded_read(sharding, 10, 40_960)
    assert (read.requests, read.units.value) == (10, Decimal(5))
    assert (read.point_read, read.item_requests) == (point_read, item_requests)
    assert point_read_units(read, 400) == Decimal(item_units)


def test_each_shard_is_rounded_alone():
    assert sharded_read(Sharding.RANDOM, 200, 4096).units.value == Decimal(100)
    assert sharded_read(Sharding.RANDOM, 1, 4096, consistent=True).units.value == Decimal(1)
    assert sharded_read(Sharding.RANDOM, 1, 4096).point_read


def test_a_read_of_one_key_is_exact_and_one_of_several_takes_them_for_even():
    one, two = (sharded_read(Sharding.CALCULATED, keys, 40_960) for keys in (1, 2))
    assert [(read.units.unit, read.units.estimate) for read in (one, two)] == [("RU", False), ("RU", True)]
    ten = sharded_read(Sharding.RANDOM, 10, 40_960, consistent=True).units
    assert [(line.value, line.unit) for line in ten.arithmetic] == [(ten.value, "RU")] == [(10, "RU")]


def test_a_key_that_does_not_hold_the_item_costs_the_minimum():
    """Nine misses and an item of two blocks: half units, or whole ones where read consistently.

    facts/throughput#reads.
    """
    read = sharded_read(Sharding.RANDOM, 10, 40_960)
    assert (point_read_units(read, 5000), point_read_units(read, 5000, consistent=True)) == (Decimal("5.5"), 11)


def test_partitions_by_units_and_by_size_are_both_shown():
    figure = partition_count(Decimal(3000), Decimal(0), Decimal(25 * 1024**3))
    assert [(line.value, line.unit) for line in figure.arithmetic[:2]] == [(1, "partitions"), (3, "partitions")]
    assert (figure.unit, len(figure.arithmetic)) == ("partitions", 3)


@pytest.mark.parametrize(
    ("read", "write", "stored", "partitions"),
    [(0, 0, 0, 1), (3000, 1000, 0, 2), (7500, 5000, 0, 8), (3000, 0, 25 * 1024**3, 3)],
)
def test_partitions(read, write, stored, partitions):
    figure = partition_count(Decimal(read), Decimal(write), Decimal(stored))
    assert (figure.value, figure.estimate) == (partitions, True)


@given(st.integers(1, 4000), st.floats(0, 2.5))
def test_harmonic_numbers_are_what_they_add_up_to(count, exponent):
    assert harmonic(count, exponent) == pytest.approx(sum(rank**-exponent for rank in range(1, count + 1)), rel=1e-9)


def test_a_million_keys():
    assert harmonic(1_000_000, 1.0) == pytest.approx(14.392726722865)
    assert zipf_share(math.inf, 2.0) == pytest.approx(6 / math.pi**2)
    assert zipf_share(None, 2.0) == zipf_share(math.inf, 2.0)
    assert zipf_share(None, 1.0) is None


@pytest.mark.parametrize(
    ("skew", "count", "share"),
    [
        (None, 50, 0.02), (None, None, None), (None, 0, 1.0), (Skew(hottest=0.3), None, 0.3),
        (Skew(hottest=0.3), 2, 0.5),
        (Skew(hottest=3.0), None, 1.0), (Skew(zipf=1.0), 3, 6 / 11), (Skew(zipf=1.0), None, None), (Skew(), 4, 0.25),
    ],
)  # fmt: skip
def test_hottest_share(skew, count, share):
    assert hottest_share(skew, count) == (None if share is None else pytest.approx(share))
