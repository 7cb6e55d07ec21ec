"""`keysheet` on files: no server, no database, no settings file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from exporter.command_line import main
from modeler.core.documents import reading
from modeler.examples import example

EXAMPLES = Path(__file__).parents[2] / "modeler" / "examples"
ORDERS = str(EXAMPLES / "order-management.json")


@pytest.fixture
def broken(tmp_path):
    """The order example with a template that names an attribute which the entity lacks."""
    document = reading.to_document(example("order-management").design)
    document["tables"][0]["entities"][0]["overloads"][0]["keys"]["PK"] = "CUST#{nobody}"
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def test_a_sound_design_exits_0_and_says_so(capsys):
    assert main(["check", ORDERS]) == 0
    assert "Order management: 0 errors" in capsys.readouterr().out


def test_an_error_exits_1_and_names_rule_place_and_fix(broken, capsys):
    assert main(["check", broken]) == 1
    said = capsys.readouterr().out
    assert "error keys.unknown_attribute" in said
    assert "nobody" in said
    assert "Fix:" in said


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a": 1}', "[" * 1_000_000])
def test_a_file_that_is_no_design_exits_2_with_one_sentence(tmp_path, capsys, text):
    path = tmp_path / "odd.json"
    path.write_text(text, "utf-8")
    assert main(["check", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_a_missing_file_exits_2(capsys):
    assert main(["check", "no/such/file.json"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_json_findings_can_be_read_by_a_pipeline(broken, capsys):
    main(["check", broken, "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert said["counts"]["error"] >= 1
    assert {"rule", "severity", "path", "message", "why", "fix"} <= said["findings"][0].keys()


def test_fixes_are_listed_on_demand_and_only_safe_ones(broken, capsys):
    main(["check", broken, "--format", "json"])
    told = json.loads(capsys.readouterr().out)["findings"]
    assert not any("fixes" in one for one in told)
    main(["check", broken, "--format", "json", "--fixes"])
    offered = {one["rule"]: one["fixes"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert {one["rule"] for one in told if one["has_fixes"]} >= {rule for rule, fixes in offered.items() if fixes}
    for rule, fixes in offered.items():
        for fix in fixes:
            assert rule in {gone["rule"] for gone in fix["removes"]}
            assert not any(new["severity"] == "error" for new in fix["adds"])
    main(["check", broken, "--fixes"])
    assert "Automatic fix: " in capsys.readouterr().out


SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["ruleId", "message", "level", "locations"],
                            "properties": {"level": {"enum": ["none", "note", "warning", "error"]}},
                        },
                    }
                },
            },
        },
    },
}


def test_sarif_has_its_required_members_and_every_rule_is_declared(broken, capsys):
    main(["check", broken, "--format", "sarif"])
    said = json.loads(capsys.readouterr().out)
    jsonschema.validate(said, SARIF)
    run = said["runs"][0]
    declared = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= declared


def test_export_writes_files_that_come_back_as_the_same_design(tmp_path, capsys):
    assert main(["export", ORDERS, "--target", "json", "--out", str(tmp_path / "out")]) == 0
    written = Path(capsys.readouterr().out.splitlines()[0])
    assert reading.load(written.read_bytes()) == example("order-management").design


def test_capacity_says_units_and_money(capsys):
    assert main(["capacity", ORDERS, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {pattern["pattern"] for pattern in said["patterns"]} == {"A1", "A2", "A3", "A4", "A5", "A6", "A7"}
    assert float(said["monthly_usd"]["on demand"]["amount"]) > 0


def test_capacity_without_access_patterns_says_that_it_knows_nothing(tmp_path, capsys):
    document = {**reading.to_document(example("order-management").design), "access_patterns": []}
    for table in document["tables"]:
        table["entities"] = []
    path = tmp_path / "tables.json"
    path.write_text(json.dumps(document), "utf-8")
    main(["capacity", str(path)])
    text = capsys.readouterr().out
    assert "on demand: not known" in text
    assert "no access patterns, so no requests are counted" in text
    main(["capacity", str(path), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert not said["monthly_usd"]["on demand"]["complete"]
    assert any("no access patterns" in one for one in said["unknown"])
    main(["capacity", ORDERS])
    assert "not known" not in capsys.readouterr().out


def test_evaluate_shows_keys_in_order_and_units(capsys):
    assert main(["evaluate", ORDERS, "A2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("#")[-1] for line in lines if "ORDER#" in line] == ["o-9044", "o-9001"]
    assert "0.5 RU" in lines[-1]


def test_a_name_cannot_steer_the_terminal(tmp_path, capsys):
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({"keysheet": 1, "name": "\x1b[31mred\nline"}), "utf-8")
    main(["check", str(path)])
    main(["capacity", str(path)])
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\\u001b[31mred\\u000aline: 0 errors" in said


def test_evaluate_takes_parameters(capsys):
    assert main(["evaluate", ORDERS, "A2", "--set", "customerId=c3d4", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 1


def test_evaluate_of_an_unknown_pattern_names_the_known_ones(capsys):
    assert main(["evaluate", ORDERS, "A99"]) == 2
    assert "A1, A2" in capsys.readouterr().err


def test_the_console_script_needs_no_settings_and_no_database(tmp_path):
    script = Path(sys.executable).with_name("keysheet")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    done = subprocess.run([script, "check", ORDERS], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


TEMPLATE = """Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders-prod
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      DeletionProtectionEnabled: false
"""


@pytest.fixture
def protected(tmp_path):
    """A design of one protected table, and a template in which it is neither protected nor of the same name."""
    table = {"name": "orders", "partition_key": [{"name": "id"}], "settings": {"deletion_protection": True}}
    design, template = tmp_path / "design.json", tmp_path / "template.yaml"
    design.write_text(json.dumps({"keysheet": 1, "name": "Shop", "region": "eu-west-1", "tables": [table]}), "utf-8")
    template.write_text(TEMPLATE, "utf-8")
    return str(design), str(template)


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("advice", 1), ("never", 0)])
def test_a_difference_fails_a_pipeline_from_the_severity_that_it_names(protected, capsys, fail_on, code):
    design, template = protected
    assert main(["drift", design, template, "--name", "orders=orders-prod", "--fail-on", fail_on]) == code
    assert "warning drift.deletion_protection" in capsys.readouterr().out


def test_a_difference_names_the_place_in_what_is_deployed(protected, capsys):
    design, template = protected
    main(["drift", design, template, "--name", "orders=orders-prod", "--format", "json"])
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert found["facts"]["actual_path"] == "tables.orders-prod.settings.deletion_protection"
    assert (found["file"], found["line"]) == (template, 9)


def test_what_is_deployed_must_be_named_once(protected, capsys):
    design, template = protected
    assert main(["drift", design]) == main(["drift", design, template, "--live"]) == 2
    assert capsys.readouterr().err.count("name the file that describes what is deployed, or --live") == 2


def test_live_tables_are_described_by_their_names_in_the_region_of_the_design(protected, capsys):
    design, _ = protected
    asked = []

    def describe(names, region, url):
        asked.append((list(names), region, url))
        table = {
            "TableName": "orders-prod", "TableStatus": "ACTIVE", "DeletionProtectionEnabled": True,
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
        }  # fmt: skip
        about = {"keysheet_scan": 1, "endpoint": "AWS", "region": region, "name": "AWS"}
        return json.dumps({**about, "tables": [{"table": table, "notes": []}]}).encode()

    command = ["drift", design, "--live", "--name", "orders=orders-prod", "--fail-on", "advice"]
    assert main(command, describe=describe) == 0
    assert asked == [(["orders-prod"], "eu-west-1", "")]
    assert "Shop: 0 errors" in capsys.readouterr().out
