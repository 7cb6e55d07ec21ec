"""`keysheet simulate`: a scenario as text and as JSON, and a second run beside it."""

import json
from dataclasses import replace

import pytest

from exporter.command_line import main
from modeler.core.documents.reading import dump
from modeler.core.simulation.reasons import REASONS
from modeler.examples import example


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "design.json"
    path.write_text(dump(example("iot-telemetry").design))
    return str(path)


def test_text_names_what_is_throttled_and_what_is_assumed(file, capsys):
    assert main(["simulate", file, "--scenario", "viral"]) == 1
    shown = capsys.readouterr().out
    assert "One key gone viral: 120 minutes, estimated with 20 seeds" in shown
    assert "    TableWriteKeyRangeThroughputExceeded: " in shown
    assert "    Heat over time of partitions above 80% of their limit (@ is over the limit):" in shown
    assert "Assumed: on-demand tables have served their declared peak before" in shown
    assert "Not known: I3: the hottest key of GSI1 is unknown" in shown
    assert "With the changes:" not in shown


def test_json_has_bands_and_the_second_run(file, capsys):
    assert main(["simulate", file, "--scenario", "viral", "--shards", "10", "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert made["estimate"] is True
    assert made["second"]["given_up"]["median"] < made["given_up"]["low"]
    first = made["patterns"][0]
    assert first["reasons"].keys() <= set(map(str, REASONS))
    assert {len(row) for row in made["places"][0]["heat"]} == {len(made["given_up_over_time"])}


def test_a_steady_peak_without_throttling_is_a_success(file, capsys):
    assert main(["simulate", file]) == 0
    assert "Given up after retries: 0.00% of all calls" in capsys.readouterr().out


def test_units_mean_provisioned_mode(file, capsys):
    assert main(["simulate", file, "--write-units", "10", "--format", "json"]) == 0
    second = json.loads(capsys.readouterr().out)["second"]
    assert "TableWriteProvisionedThroughputExceeded" in {
        reason for one in second["patterns"] for reason in one["reasons"]
    }


def test_on_demand_mode_has_no_units(file, capsys):
    assert main(["simulate", file, "--mode", "ON_DEMAND", "--write-units", "10"]) == 2
    assert "on-demand mode has no provisioned units" in capsys.readouterr().err


def test_a_design_too_large_to_simulate_is_refused(file, capsys):
    assert main(["simulate", file, "--warm-write", "1000000000000"]) == 2
    assert "needs more than 10,000 partitions in this scenario" in capsys.readouterr().err


def test_counted_keys_need_a_place_and_rows(file, tmp_path, capsys):
    keys = tmp_path / "keys.csv"
    keys.write_text("key,count\nDEVICE#1,900\nDEVICE#2,100\n")
    assert main(["simulate", file, "--keys", str(keys)]) == 2
    assert "name the table or GSI whose keys were counted: GSI1, iot-telemetry" in capsys.readouterr().err
    assert main(["simulate", file, "--keys", str(keys), "--place", "iot-telemetry"]) == 1
    keys.write_text("DEVICE#1,900\nDEVICE#2,many\n")
    assert main(["simulate", file, "--keys", str(keys), "--place", "iot-telemetry"]) == 2
    assert "row 2 of the key counts is not a key and a count" in capsys.readouterr().err
    keys.write_bytes(b"\xff\xfe\x00")
    assert main(["simulate", file, "--keys", str(keys), "--place", "iot-telemetry"]) == 2
    assert "the key counts are not a CSV file in UTF-8" in capsys.readouterr().err
    keys.write_text("DEVICE#1,0\n")
    assert main(["simulate", file, "--keys", str(keys), "--place", "iot-telemetry"]) == 2
    assert "the key counts contain no calls" in capsys.readouterr().err


def test_a_refusal_of_counted_keys_names_their_file(file, tmp_path, capsys):
    keys = tmp_path / "keys.csv"
    keys.write_bytes(b"\x00\xff")
    assert main(["simulate", file, "--keys", str(keys), "--place", "telemetry"]) == 2
    assert capsys.readouterr().err.startswith(f"{keys}: the key counts are not a CSV file")


def test_without_a_rate_nothing_is_simulated_and_nothing_is_called_served(tmp_path, capsys):
    made = example("iot-telemetry").design
    path = tmp_path / "design.json"
    patterns = tuple(replace(one, per_second=None, steps=()) for one in made.patterns)
    path.write_text(dump(replace(made, patterns=patterns)))
    assert main(["simulate", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Nothing is simulated: no access pattern has a rate" in shown
    assert "Given up" not in shown


@pytest.mark.parametrize("given", ["0", "-1", "many", "9" * 30])
def test_a_change_is_a_whole_number_above_0(file, given, capsys):
    with pytest.raises(SystemExit):
        main(["simulate", file, "--shards", given])
    assert "is not a whole number from 1 to 100" in capsys.readouterr().err or given == "-1"
