"""What the published workload asks of a synthesis: the answer depends on the mix of reads and writes."""

from __future__ import annotations

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import ProjectionType
from modeler.core.synthesis import AlternativeKind, SynthesisOptions, synthesise
from tests.modeler.core.synthesis.workloads.rubis import MIXES, rubis

pytestmark = pytest.mark.slow


def cheapest(design):
    """The cheapest alternative, and for each read what serves it."""
    made = next(one for one in synthesise(design).alternatives if one.kind is AlternativeKind.CHEAPEST)
    return made, {one.label: one for one in made.served}


@pytest.mark.parametrize("mix", ["browsing", "bidding", "write_heavy"])
def test_a_search_reads_a_fat_index_until_updates_cost_more_than_a_second_read(mix):
    made, served = cheapest(rubis(mix))
    search = served["SearchItemsByCategory"]
    index = made.design.tables[0].index(search.index)
    is_fat = mix != "write_heavy"
    assert (index.projection.type is ProjectionType.INCLUDE and "maxBid" in index.projection.attributes) == is_fat
    assert float(search.units) == (1.0 if is_fat else 13.0)
    operation = made.design.pattern("SearchItemsByCategory").operation
    assert operation is (Operation.QUERY if is_fat else Operation.STEPS)


@pytest.mark.parametrize(("updates", "is_fat"), [(2.3, True), (2.35, True), (2.5, False)])
def test_the_answer_turns_at_2_4_updates_for_each_search(updates, is_fat):
    rates = {"StoreBid": 10.0 * updates, "SearchItemsByCategory": 10.0, "SearchItemsByRegion": 0.0}
    _, served = cheapest(rubis("bidding", **rates))
    assert (float(served["SearchItemsByCategory"].units) == 1.0) == is_fat


@pytest.mark.conformance
@pytest.mark.parametrize("mix", ["browsing", "bidding", "write_heavy"])
def test_a_search_by_region_has_a_key_of_its_own_unless_writes_cost_more(mix):
    made, served = cheapest(rubis(mix))
    index = served["SearchItemsByRegion"].index
    key = next(one for one in made.design.tables[0].entity("Item").overloads if one.index == index)
    assert any("sellerRegionId" in text for text in key.keys.values()) == (mix != "write_heavy")


@pytest.mark.conformance
def test_every_mix_is_served_without_a_problem():
    for mix in MIXES:
        found = synthesise(rubis(mix), SynthesisOptions(alternatives=1))
        assert found.unmet == ()
        assert found.alternatives[0].problems == ()
