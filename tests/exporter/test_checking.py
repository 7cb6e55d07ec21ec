"""`keysheet check`, `import` and `drift` on raw templates: lines, SARIF regions, baselines, folders of Terraform."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from exporter.command_line import main
from exporter.importers import import_text
from exporter.targets import target
from modeler.core.analysis import analyse
from modeler.core.design.model import Mute
from modeler.core.documents import reading
from modeler.examples import example, examples
from tests.exporter.targets.designs.all_designs import everything

TEMPLATE = """AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: or ders
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - {AttributeName: PK, AttributeType: S}
      KeySchema:
        - {AttributeName: PK, KeyType: HASH}
      GlobalSecondaryIndexes:
        - IndexName: byPK
          KeySchema: [{AttributeName: PK, KeyType: HASH}]
          Projection: {ProjectionType: INCLUDE}
"""


@pytest.fixture
def template(tmp_path):
    path = tmp_path / "stack.yaml"
    path.write_text(TEMPLATE, "utf-8")
    return path


@pytest.fixture
def module(tmp_path):
    """The Terraform files of a design, in which a name is spoilt."""
    folder = tmp_path / "infra"
    main(["export", str(_example(tmp_path)), "--target", "terraform", "--out", str(folder)])
    text = (folder / "main.tf").read_text("utf-8")
    spoilt = text.replace('"orders"', '"or ders"')
    assert spoilt != text or '"or ders"' in spoilt
    (folder / "main.tf").write_text(spoilt, "utf-8")
    return folder


def _example(folder: Path) -> Path:
    path = folder / "everything.keysheet.json"
    path.write_text(reading.dump(everything()), "utf-8")
    return path


def test_a_raw_template_is_checked_with_file_and_line(template, capsys):
    assert main(["check", str(template)]) == 1
    said = capsys.readouterr().out
    assert f"error name.bad_table_or_index tables.or ders ({template}:6)" in said
    assert f"error index.projection_shape tables.or ders.indexes.byPK ({template}:15)" in said


def test_sarif_has_the_line_as_its_region(template, capsys):
    assert main(["check", str(template), "--format", "sarif"]) == 1
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    lines = {one["ruleId"]: one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results}
    assert lines["name.bad_table_or_index"] == 6
    assert lines["index.projection_shape"] == 15


def test_json_has_file_and_line(template, capsys):
    assert main(["check", str(template), "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["importer"] == "cloudformation"
    assert {one["rule"]: (one["file"], one["line"]) for one in said["findings"]}["name.bad_table_or_index"] == (
        str(template),
        6,
    )


def test_a_design_file_is_checked_with_its_lines_too(tmp_path, capsys):
    path = tmp_path / "x.json"
    document = reading.to_document(example("order-management").design)
    document["tables"][0]["name"] = "or ders"
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False), "utf-8")
    main(["check", str(path), "--format", "json"])
    finding = next(one for one in json.loads(capsys.readouterr().out)["findings"] if one["rule"].startswith("name."))
    assert document["tables"][0]["id"] in path.read_text("utf-8").split("\n")[finding["line"] - 1]


def test_a_baseline_accepts_what_is_there_and_nothing_more(template, tmp_path, capsys):
    baseline = tmp_path / "baseline.json"
    assert main(["check", str(template), "--write-baseline", str(baseline)]) == 0
    assert main(["check", str(template), "--baseline", str(baseline)]) == 0
    assert "0 errors" in capsys.readouterr().out
    # Lines move, and what is known stays known; what is new is new.
    template.write_text("# moved\n\n" + TEMPLATE.replace("byPK", "b PK"), "utf-8")
    assert main(["check", str(template), "--baseline", str(baseline)]) == 1
    said = capsys.readouterr().out
    assert "tables.or ders (" not in said
    assert f"tables.or ders.indexes.b PK ({template}:15)" in said


@pytest.mark.parametrize(
    "text", ["{}", "[]", '{"keysheet_baseline": 1}', '{"keysheet_baseline": 2, "findings": []}', "x"]
)
def test_what_is_no_baseline_exits_2_with_a_sentence(template, tmp_path, capsys, text):
    path = tmp_path / "b.json"
    path.write_text(text, "utf-8")
    assert main(["check", str(template), "--baseline", str(path)]) == 2
    assert capsys.readouterr().err.count("Traceback") == 0


def test_a_folder_of_terraform_is_one_module_and_each_finding_has_its_file(module, capsys):
    main(["check", str(module), "--format", "sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    place = next(
        one["locations"][0]["physicalLocation"] for one in results if one["ruleId"] == "name.bad_table_or_index"
    )
    name = Path(place["artifactLocation"]["uri"])
    assert name.name == "main.tf"
    assert "or ders" in (module / "main.tf").read_text("utf-8").split("\n")[place["region"]["startLine"] - 1]


def test_a_folder_without_terraform_exits_2(tmp_path, capsys):
    assert main(["check", str(tmp_path)]) == 2
    assert "*.tf" in capsys.readouterr().err


def test_import_writes_own_json_and_says_on_standard_error_what_it_left_out(template, tmp_path, capsys):
    template.write_text(TEMPLATE + "      Wings: 2\n", "utf-8")
    assert main(["import", str(template)]) == 0
    said = capsys.readouterr()
    design = reading.load(said.out)
    assert design.tables[0].name == "or ders"
    assert f"{template}:16: dropped: Resources.Orders.Properties.Wings" in said.err
    out = tmp_path / "out.json"
    assert main(["import", str(template), "--out", str(out)]) == 0
    assert reading.load(out.read_bytes()) == design


def test_import_as_a_management_command(template, capsys):
    with pytest.raises(SystemExit) as caught:
        call_command("import_design", str(template))
    assert caught.value.code == 0
    assert reading.load(capsys.readouterr().out).tables[0].name == "or ders"


def test_import_of_what_is_nothing_writes_nothing(tmp_path, capsys):
    path = tmp_path / "x.yaml"
    path.write_text("Resources: {}\nx: AWS::\n", "utf-8")
    out = tmp_path / "out.json"
    assert main(["import", str(path), "--out", str(out)]) == 2
    assert not out.exists()


def test_drift_of_a_design_from_its_own_template_is_nothing(tmp_path, capsys):
    path = _example(tmp_path)
    file = target("cloudformation").build(everything()).files[0]
    template = tmp_path / "stack.yaml"
    template.write_bytes(file.content.replace(b"AttributeName: expiresAt", b"AttributeName: other"))
    assert main(["drift", str(path), str(template)]) == 1
    assert "error drift.ttl tables.orders.settings.ttl_attribute" in capsys.readouterr().out
    template.write_bytes(file.content)
    assert main(["drift", str(path), str(template)]) == 0


@pytest.mark.parametrize("design", [one.design for one in examples()], ids=lambda one: one.name)
def test_no_rule_speaks_of_entities_or_patterns_that_a_template_cannot_have(design, capsys, tmp_path):
    file = target("cloudformation").build(design).files[0]
    path = tmp_path / file.path
    path.write_bytes(file.content)
    assert main(["check", str(path), "--format", "json"]) == 0
    findings = json.loads(capsys.readouterr().out)["findings"]
    tables = import_text(file.content, file.path).design.tables
    known = {table.id for table in tables} | {index.id for table in tables for index in table.indexes} | {""}
    assert {one["part"] for one in findings} <= known
    assert not [one for one in findings if "access pattern" in one["message"]]


def test_what_is_muted_in_a_design_is_a_suppressed_result(tmp_path, capsys):
    path = tmp_path / "muted.json"
    (finding, *_) = analyse(everything()).findings
    mute = Mute(finding.rule, finding.path, "as it was decided", finding.part)
    path.write_text(reading.dump(replace(everything(), mutes=(*everything().mutes, mute))), "utf-8")
    main(["check", str(path), "--format", "sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    muted = [one for one in results if one.get("suppressions")]
    assert finding.rule in {one["ruleId"] for one in muted}
    assert {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in muted} == {str(path)}


def test_a_local_index_of_a_template_is_no_finding_for_want_of_access_patterns(tmp_path, capsys):
    path = tmp_path / "local.tf"
    path.write_text(
        'resource "aws_dynamodb_table" "a" {\n name = "orders"\n billing_mode = "PAY_PER_REQUEST"\n hash_key = "a"\n'
        ' range_key = "b"\n local_secondary_index {\n  name = "byC"\n  range_key = "c"\n  projection_type = "ALL"\n }\n'
        "}\n",
        "utf-8",
    )
    assert main(["check", str(path)]) == 0
    assert "index.lsi_where_gsi" not in capsys.readouterr().out


def test_what_is_no_hcl_in_a_folder_names_its_file_and_line(module, capsys):
    (module / "variables.tf").write_text("\nvariable {{\n", "utf-8")
    assert main(["check", str(module)]) == 2
    assert f"{module / 'variables.tf'}, line 2, column" in capsys.readouterr().err
