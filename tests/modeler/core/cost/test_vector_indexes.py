"""Vector indexes in a bill, and what a bill of several Regions leaves open. Numbers by hand."""

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.cost.vector_indexes import written_bytes
from modeler.core.design.patterns import Rate
from modeler.core.design.table_settings import VectorIndex
from modeler.core.limits import GIB, SECONDS_PER_MONTH
from tests.modeler.core.rules.builders import DESIGN, ORDER, attribute, pattern, with_table

INDEX = {"name": "similar", "attribute": "embedding", "dimensions": 1024}


def design(**settings):
    """Ten orders per second, each with a vector of 8,900 bytes."""
    embedding = attribute("embedding", "L")
    order = replace(ORDER, attributes=(*ORDER.attributes, embedding))
    made = with_table(entities=(order,), settings={"vector_indexes": [INDEX], **settings})
    put = pattern("PutItem", "W1", table="app-main", per_second=Rate(10, 10), items_returned=None)
    return replace(made, patterns=(*made.patterns, put), region="us-east-1")


def lines(made, what):
    return [line for line in monthly_cost(made).lines() if line.place == "similar" and line.what == what]


@pytest.mark.parametrize(("dimensions", "expected"), [(3, 1024), (1024, 4 * 1024 + 35), (4096, 4 * 4096 + 35)])
def test_a_write_is_metered_by_its_numbers(dimensions, expected):
    assert written_bytes(VectorIndex("v", dimensions)) == expected


def test_gb_written_are_priced():
    (line,) = lines(design(), "writes")
    writes = line.quantity.value * GIB / SECONDS_PER_MONTH / (4 * 1024 + 35)
    units = next(m for m in monthly_cost(design()).tables[0].meters if m.is_table and m.direction == "write")
    assert 0 < writes <= units.demand.average.value
    assert line.amount.value == line.quantity.value * Decimal("0.52")
    assert line.amount.estimate


def test_the_infrequent_class_has_its_own_price():
    (line,) = lines(design(table_class="STANDARD_INFREQUENT_ACCESS"), "writes")
    assert line.price.value == Decimal("0.65")


def test_searches_are_not_counted_and_their_price_is_told():
    (line,) = lines(design(), "searches")
    assert line.amount is None
    assert "no access pattern is a SearchVectors ($0.002 per GB searched)" in line.unknown
    assert line.unknown in monthly_cost(design()).unknown


def test_reads_in_replicas_are_left_open():
    told = monthly_cost(design(replicas=["eu-west-1"])).unknown
    assert "app-main, reads: all are priced in us-east-1; how many are in eu-west-1 is not specified" in told
    assert not any("how many are in" in one for one in monthly_cost(DESIGN).unknown)
