"""Scenarios of designs: what is throttled, what a second run changes, and what is assumed and unknown."""

from dataclasses import replace

import numpy as np
import pytest

from modeler.core.capacity.heat import design_heat
from modeler.core.documents.reading import from_document
from modeler.core.simulation.design_places import Setting, design_places
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.scenario import SCENARIOS
from modeler.core.simulation.scenarios import traffic_of
from modeler.core.simulation.simulating import simulate
from modeler.examples import NAMES, example

pytestmark = pytest.mark.slow

SMALL = SimulationOptions(seeds=3)
ID = {"name": "userId", "type": "S", "format": "id"}
SIZE = {"average": 400, "max": 400}


def design(patterns, *, sort="ITEM#{itemId}", pk="USER#{userId}", settings=None, indexes=(), overloads=(), **more):
    attributes = [
        ID, {"name": "itemId", "type": "S", "format": "uuid4"}, {"name": "madeAt", "type": "S", "format": "iso"},
        {"name": "body", "type": "S", "format": "text", "size": SIZE},
    ]  # fmt: skip
    keys = {"PK": pk, **({"SK": sort} if sort else {})}
    entity = {
        "name": "Item", "identity": ["itemId"], "count": 1_000_000, "attributes": attributes,
        "overloads": [{"index": None, "keys": keys}, *overloads], **more,
    }  # fmt: skip
    user_keys = {"PK": "USER#{userId}", **({"SK": "META"} if sort else {})}
    user = {"name": "User", "identity": ["userId"], "count": 100_000, "attributes": [ID],
            "overloads": [{"index": None, "keys": user_keys}]}  # fmt: skip
    return from_document(
        {
            "keysheet": 1, "name": "Traffic", "access_patterns": patterns,
            "tables": [{
                "name": "main", "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}] if sort else [], "indexes": list(indexes),
                "entities": [entity, user], "settings": settings or {"billing": "PAY_PER_REQUEST"},
            }],
        }
    )  # fmt: skip


def put(rate, **more):
    return {"code": "P1", "name": "Add", "table": "main", "operation": "PutItem", "entities": ["Item"],
            "per_second": {"average": rate / 10, "peak": rate}, **more}  # fmt: skip


def query(rate, **more):
    return {"code": "Q1", "name": "List", "table": "main", "operation": "Query", "entities": ["Item"],
            "key": {"PK": "USER#{userId}"}, "items_returned": 5,
            "per_second": {"average": rate / 10, "peak": rate}, **more}  # fmt: skip


def gsi(**more):
    key = {"partition_key": [{"name": "G1PK", "type": "S"}], "sort_key": [{"name": "G1SK", "type": "S"}]}
    return {"name": "GSI1", "kind": "GSI", "projection": {"type": "KEYS_ONLY"}, **key, **more}


def flows(made, **more):
    return design_places(made, Setting(3600.0, **more)).tables[0].base


@pytest.mark.conformance(cases=14)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", [one.name for one in SCENARIOS if one.name != "week"])
def test_every_example_runs_in_every_scenario(name, scenario):
    found = simulate(example(name).design, scenario, SimulationOptions(seeds=2))
    assert found.scenario.name == scenario
    for place in found.places:
        assert place.heat.shape[1] == len(found.throttled) <= 120
        assert place.heat.min() >= 0
    for pattern in found.patterns:
        assert 0 <= pattern.given_up.low <= pattern.given_up.median <= pattern.given_up.high <= 1
        assert sum(band.median for _, band in pattern.reasons) == pytest.approx(pattern.given_up.median, abs=0.05)


def test_the_hottest_key_is_that_of_the_heat():
    made = design([put(2000, skew={"hottest": 0.7})])
    heat = next(iter(design_heat(made).of("main")))
    flow = next(iter(flows(made).flows))
    assert float(heat.peak) == pytest.approx(2000 * flow.units * max(flow.shares.values()))
    assert simulate(made, "steady", SMALL).given_up.median > 0


def test_a_place_without_hot_keys_serves_its_peak():
    assert simulate(design([put(2000), query(500)]), "steady", SMALL).given_up.high == 0


def test_zipf_has_more_than_one_hot_key():
    flow = next(iter(flows(design([put(100, skew={"zipf": 1.2})])).flows))
    ranked = sorted(flow.shares.values(), reverse=True)
    assert len(ranked) == 50
    assert ranked[0] / ranked[1] == pytest.approx(2**1.2)
    assert sum(ranked) <= 1


def test_shards_of_the_key_are_as_many_keys():
    made = design([put(4000, skew={"hottest": 1.0})], sort="ITEM#{madeAt}")
    assert simulate(made, "steady", SMALL).given_up.median > 0.5
    assert simulate(made, "steady", replace(SMALL, shards=10)).given_up.median < 0.05


@pytest.mark.parametrize(
    ("more", "divisible"),
    [({}, True), ({"sort": "ITEM#{madeAt}"}, False), ({"sort": "ITEM"}, False), ({"sort": ""}, False)],
)
def test_what_a_split_can_divide(more, divisible):
    made = design([put(2000, skew={"hottest": 0.7})], **more)
    assert {key.divisible for key in flows(made).keys} == {divisible}


def test_an_lsi_keeps_collections_whole():
    lsi = {"name": "LSI1", "kind": "LSI", "partition_key": [{"name": "PK", "type": "S"}],
           "sort_key": [{"name": "madeAt", "type": "S"}], "projection": {"type": "ALL"}}  # fmt: skip
    made = design([put(2000, skew={"hottest": 0.7})], indexes=[lsi])
    assert not any(key.divisible for key in flows(made).keys)


def test_a_key_of_the_hour_changes_every_hour():
    made = design([put(500)], pk="HOUR#{madeAt:hour}")
    place = design_places(made, Setting(3 * 3600.0)).tables[0].base
    assert [flow.during for flow in place.flows] == [(0, 3600), (3600, 7200), (7200, 10_800)]
    assert len({name for flow in place.flows for name in flow.shares}) == 3


def test_a_key_of_the_minute_is_never_split():
    made = design([put(500)], pk="MINUTE#{madeAt:minute}")
    assert [key.divisible for key in flows(made).keys] == [False]


def test_eventually_consistent_reads_are_known():
    calls = [query(10), query(10, code="Q2", consistent=True), put(1)]
    assert [flow.eventual for flow in flows(design(calls)).flows] == [True, False, False]


def test_provisioned_units_and_auto_scaling_are_those_of_the_table():
    settings = {"billing": "PROVISIONED", "provisioned": {"read": 7, "write": 9},
                "auto_scaling": {"write": {"min": 5, "max": 50, "target": 60}}}  # fmt: skip
    place = flows(design([put(5)], settings=settings))
    assert (place.read.provisioned, place.read.scaling) == (7, None)
    assert (place.write.provisioned, place.write.scaling.maximum) == (9, 50)
    assert (
        flows(design([put(5)], settings=settings), options=SimulationOptions(mode="ON_DEMAND")).write.provisioned
        is None
    )


def test_missing_units_are_assumed_and_listed():
    found = simulate(design([put(70)], settings={"billing": "PROVISIONED"}), "steady", SMALL)
    assert "main: no provisioned write units are given: the declared peak at 70%" in found.assumed
    assert found.given_up.high == 0


def test_warm_throughput_and_a_maximum_are_read():
    warm = {"billing": "PAY_PER_REQUEST", "warm_throughput": {"write": 9000}, "on_demand_maximum": {"write": 100}}
    place = flows(design([put(10)], settings=warm), new=True)
    assert (place.write.warm, place.write.maximum, place.partitions) == (9000, 100, 9)
    found = simulate(design([put(300)], settings=warm), "steady", SMALL)
    assert [reason for reason, _ in found.patterns[0].reasons] == ["TableWriteMaxOnDemandThroughputExceeded"]


def test_a_launch_is_throttled_where_a_grown_table_is_not():
    made = design([put(12_000)])
    assert simulate(made, "launch", SMALL).given_up.median > 0.2
    assert simulate(made, "launch", replace(SMALL, warm_write=12_000)).given_up.median < 0.05
    assert simulate(made, "steady", SMALL).given_up.median == 0


def test_a_viral_key_is_throttled_and_its_table_is_not():
    made = design([query(20_000, items_returned=1)])
    found = simulate(made, "viral", SMALL)
    assert found.given_up.median > 0
    assert {reason for reason, _ in found.patterns[0].reasons} == {"TableReadKeyRangeThroughputExceeded"}
    assert found.patterns[0].worst_ms.median >= found.patterns[0].added_ms.median > 0
    assert simulate(made, "steady", SMALL).given_up.median == 0


def test_a_flash_sale_lasts_for_half_an_hour():
    traffic = traffic_of(design([put(100)]), "flash-sale", replace(SMALL, factor=20))
    assert traffic.calls[0, [29, 30, 59, 60]].tolist() == [10, 200, 200, 10]


def test_a_backfill_writes_every_counted_item():
    traffic = traffic_of(design([put(10)]), "backfill", SMALL)
    added = traffic.calls[1:]
    assert added.sum(axis=0)[0] * 8 * 3600 == pytest.approx(1_100_000)
    assert simulate(design([put(10)]), "backfill", SMALL).patterns[1].label == "Backfill of Item"


def test_a_failover_brings_the_calls_of_the_failed_region():
    one = traffic_of(design([put(100)]), "failover", SMALL)
    both = traffic_of(
        design([put(100)], settings={"billing": "PAY_PER_REQUEST", "replicas": ["eu-west-1"]}), "failover", SMALL
    )
    assert (one.calls[0, 20], both.calls[0, 9], both.calls[0, 10]) == (100, 100, 200)
    assert "no table has a replica in another Region, so no calls are added" in one.assumed
    assert len(both.assumed) == 1


def test_a_day_has_the_average_of_the_design():
    traffic = traffic_of(design([put(100)]), "day", SMALL)
    assert traffic.calls.shape == (1, 1440)
    assert traffic.calls.mean() == pytest.approx(10)
    assert traffic_of(design([put(100)]), "week", SMALL).calls.shape == (1, 10_080)


def test_measured_counts_replace_the_declared_skew():
    made = design([put(2000)])
    found = simulate(made, "steady", replace(SMALL, place="main", keys={"USER#1": 90.0, "USER#2": 10.0}))
    assert found.given_up.median > 0
    assert simulate(made, "steady", SMALL).given_up.median == 0


def test_a_small_index_refuses_writes_of_its_table():
    settings = {"billing": "PROVISIONED", "provisioned": {"read": 100, "write": 500}}
    overload = {"index": "GSI1", "keys": {"G1PK": "{itemId}", "G1SK": "{madeAt}"}}
    index = gsi(provisioned={"read": 5, "write": 5})
    found = simulate(design([put(300)], settings=settings, indexes=[index], overloads=[overload]), "steady", SMALL)
    assert [reason for reason, _ in found.patterns[0].reasons] == ["IndexWriteProvisionedThroughputExceeded"]
    assert found.places[1].waiting.median > 0


def test_what_has_no_rate_is_listed():
    found = simulate(design([put(10), {**query(1), "per_second": None}]), "steady", SMALL)
    assert "Q1: no rate is given" in found.unknown
    assert [one.label for one in found.patterns] == ["P1"]


def test_a_design_without_rates_has_nothing_to_throttle():
    found = simulate(design([]), "day", SMALL)
    assert (found.patterns, found.places, found.given_up.high) == ((), (), 0)


def test_progress_reaches_the_end():
    told = []
    simulate(design([put(10)]), "steady", SMALL, told.append)
    assert told == pytest.approx([1 / 3, 2 / 3, 1])


def test_the_heat_map_has_the_hottest_of_many_partitions():
    made = design([put(10, skew={"hottest": 0.5})], settings={"warm_throughput": {"write": 40_000, "read": 400_000}})
    place = simulate(made, "steady", SMALL).places[0]
    assert place.partitions_first > 64
    assert place.heat.shape == (64, 60)
    assert float(place.heat.max()) >= 10 * 0.5 / 1000
    assert np.isfinite(place.heat).all()
