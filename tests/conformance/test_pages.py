"""More than one page: what DynamoDB reads in pages of 1 MB, the evaluator counts in the same pages."""

from dataclasses import replace

import pytest

from exporter.provisioning.proof import prove
from exporter.provisioning.rows import Status
from modeler.core.design.items import SampleItem
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.values.attribute_values import string
from tests.conformance.shapes import TABLES, design_with

QUERY = AccessPattern(
    "pages",
    "",
    "everything of one partition",
    Operation.QUERY,
    table="texts",
    key=(KeyCondition("PK", "=", ("p",)),),
)


@pytest.fixture(scope="module")
def filled(engine):
    """Forty items of 61 KB in one item collection: three pages."""
    items = [
        SampleItem(f"i{n}", {"PK": string("p"), "SK": string(f"{n:03}"), "filler": string("x" * 61_000)})
        for n in range(40)
    ]
    return engine.holding(design_with(TABLES[0], items))


@pytest.mark.parametrize(
    "changes",
    [{}, {"descending": True}, {"consistent": True}, {"limit": 20}, {"limit": 17}, {"projection": ("SK",)}],
    ids=str,
)
def test_a_query_of_several_pages(filled, engine, changes):
    plan, ground = filled
    row = prove(ground, replace(QUERY, **changes), plan.seed).row
    assert row.status is Status.AGREE, row.sentence
    assert len(row.returned) == changes.get("limit", 40)
    assert row.units_compared == engine.trust.reads


def test_a_filter_that_leaves_pages_empty(filled):
    plan, ground = filled
    filtered = replace(QUERY, filter="begins_with(filler, 'y')")
    # DynamoDB Local ends a page by what the filter keeps, so it reads all of this as one.
    keys_only = replace(ground, trust=replace(ground.trust, reads=False))
    row = prove(keys_only, filtered, plan.seed).row
    assert row.status is Status.EMPTY, row.sentence
    assert row.returned == ()


def test_a_scan_of_several_pages(filled):
    plan, ground = filled
    row = prove(ground, replace(QUERY, operation=Operation.SCAN, key=()), plan.seed).row
    assert row.status is Status.AGREE, row.sentence
    assert len(row.returned) == 40
