"""Another partition key of one entity: what changes in the design, what is assumed, and what is refused."""

import pytest

from modeler.core.errors import Invalid
from modeler.core.simulation.changed_keys import with_key
from modeler.core.simulation.options import KeyChange, SimulationOptions
from modeler.core.simulation.scenarios import traffic_of
from modeler.core.simulation.simulating import simulate
from modeler.examples import example
from tests.modeler.core.simulation.test_scenarios import SMALL, design, gsi, put, query

OVER_GSI = [{"index": "GSI1", "keys": {"G1PK": "ALL", "G1SK": "{madeAt}"}}]


def keys_of(made, entity, index=None):
    return [one.keys for _, each in made.entities() if each.name == entity for one in each.overloads_of(index)]


def test_the_key_and_the_patterns_that_give_it_change_together():
    made, assumed = with_key(design([put(10), query(5)]), KeyChange("Item", "", "ITEM#{itemId}"))
    assert [one["PK"] for one in keys_of(made, "Item")] == ["ITEM#{itemId}"]
    assert [one["PK"] for one in keys_of(made, "User")] == ["USER#{userId}"]
    assert made.patterns[1].key[0].templates == ("ITEM#{itemId}",)
    assert assumed == ["the partition key of Item in main is ITEM#{itemId}", "Q1: calls give itemId too"]


def test_the_key_of_a_gsi_changes_there_alone():
    read = query(5) | {"index": "GSI1", "key": {"G1PK": "ALL"}}
    made = design([put(10), read], indexes=[gsi()], overloads=OVER_GSI)
    changed, _ = with_key(made, KeyChange("Item", "GSI1", "ALL#{itemId:shard(8)}"))
    assert [one["G1PK"] for one in keys_of(changed, "Item", "GSI1")] == ["ALL#{itemId:shard(8)}"]
    assert keys_of(changed, "Item") == keys_of(made, "Item")
    assert changed.patterns[1].key[0].templates == ("ALL#{itemId:shard(8)}",)


def test_a_key_that_is_written_differently_stays_and_is_named():
    read = query(5) | {"key": {"PK": "USER#{other}"}, "parameters": {"other": "u1"}}
    made, assumed = with_key(design([read]), KeyChange("Item", "", "ITEM#{itemId}"))
    assert made.patterns[0].key[0].templates == ("USER#{other}",)
    assert assumed[-1] == "Q1: the key that they give is written differently in the design, and stays"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (KeyChange("Nobody", "", "X"), "Nobody has no partition key in its table"),
        (KeyChange("Item", "GSI9", "X"), "Item has no partition key in GSI9"),
        (KeyChange("User", "GSI1", "X"), "User has no partition key in GSI1"),
        (KeyChange("Item", "", ""), "the new key is empty"),
        (KeyChange("Item", "", "USER#{"), "needs the name of an attribute"),
        (KeyChange("Item", "", "USER#{nothing}"), "Item has no attribute nothing"),
    ],
)
def test_what_is_no_key_of_the_entity_is_refused(change, sentence):
    with pytest.raises(Invalid, match=sentence):
        with_key(design([put(1)], indexes=[gsi()], overloads=OVER_GSI), change)


def test_a_fixed_key_throttles_and_a_spread_one_does_not():
    made = design([put(2500)])
    fixed = SimulationOptions(seeds=3, key=KeyChange("Item", "", "ALL"))
    assert simulate(made, "steady", SMALL).given_up.high == 0
    assert simulate(made, "steady", fixed).given_up.low > 0


def test_rates_are_multiplied_and_a_missing_one_is_given_for_the_run_only():
    made = design([put(10), {name: value for name, value in query(1).items() if name != "per_second"}])
    plain = traffic_of(made, "steady", SimulationOptions())
    assert plain.calls.shape[0] == 1
    given = traffic_of(made, "steady", SimulationOptions(traffic=3, assumed_rate=7))
    assert given.calls[:, 0].tolist() == [30, 21]
    assert "Q1: 7 calls/s, a rate that is given for this run only" in given.assumed
    assert "all rates are multiplied by 3; tables have served the declared ones before" in given.assumed
    assert "Q1: no rate is given" in simulate(made, "steady", SMALL).unknown


@pytest.mark.parametrize(
    ("scenario", "options", "minute", "calls"),
    [
        ("launch", SimulationOptions(ramp=30), 14, 50),
        ("flash-sale", SimulationOptions(factor=4), 40, 40),
        ("viral", SimulationOptions(share=0.8), 40, 500),
        ("steady", SimulationOptions(traffic=0.5), 0, 50),
    ],
)
def test_a_parameter_shapes_its_scenario_and_is_stated(scenario, options, minute, calls):
    made = traffic_of(design([put(100)]), scenario, options)
    assert made.calls[0, minute] == pytest.approx(calls)
    assert made.assumed[0] == made.scenario.assumes(options)


def test_the_hours_of_a_backfill_are_its_rate():
    made = traffic_of(design([put(10)]), "backfill", SimulationOptions(hours=10, traffic=2))
    assert made.calls[1, 0] == pytest.approx(1_000_000 / 36_000)


def test_the_known_partitions_of_a_live_table_are_where_it_starts():
    found = simulate(example("iot-telemetry").design, "steady", SimulationOptions(seeds=2, known={"iot-telemetry": 37}))
    assert found.places[0].partitions_first == 37
    assert "open shards of the stream of iot-telemetry, one for each partition: 37" in found.assumed
    new = simulate(example("iot-telemetry").design, "launch", SimulationOptions(seeds=2, known={"iot-telemetry": 37}))
    assert new.places[0].partitions_first < 37


def test_calls_of_uncounted_keys_are_even():
    made = design([put(1500)])
    one = {"k": 10.0}
    assert simulate(made, "steady", SimulationOptions(seeds=3, place="main", keys=one)).given_up.low > 0
    assert (
        simulate(made, "steady", SimulationOptions(seeds=3, place="main", keys=one, uncounted=90.0)).given_up.high == 0
    )
