"""Terraform: what a plan makes of tables in production, what the sandbox makes of an apply, and names that escape."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import hcl2
import pytest

from exporter.importers import import_text
from exporter.targets import target
from exporter.targets.infrastructure import alarms
from exporter.targets.infrastructure.hcl import FunctionCall, HclBlock, HclExpression, HclTemplate, dump, quoted
from exporter.targets.terraform import target as terraform
from modeler.core.documents import reading
from modeler.examples import examples
from tests.doors import provider_facts
from tests.doors.terraform_runs import has_terraform, plan, run
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, MODELS, everything, evil, key
from tests.exporter.targets.designs.provider import POLICY, SCALING, production

needs_terraform = pytest.mark.skipif(not has_terraform(), reason="no terraform or no AWS provider on this machine")


FIVE = target("terraform@5")


def text_of(design, name="main.tf", made=terraform.TARGET):
    return next(file.text for file in made.export(design) if file.path == name)


def written(design, folder, made=FIVE):
    for file in made.export(design):
        (folder / file.path).write_text(file.text, "utf-8")
    return folder


@pytest.mark.doors
@pytest.mark.slow
def test_every_design_is_valid(tmp_path):
    """One folder a design, all of them modules of one root: a single validate. python-hcl2 reads them everywhere."""
    found = {"production": production(), "everything": everything()} | {one.key: one.design for one in examples()}
    found |= {path.stem: import_text(path.read_bytes(), path.name).design for path in MODELS.glob("[A-Z]*.json")}
    roots = []
    for number, design in enumerate(found.values()):
        folder = tmp_path / f"design_{number}"
        folder.mkdir()
        written(design, folder)
        for file in (*FIVE.export(design), *terraform.TARGET.export(design)):
            assert hcl2.loads(file.text)
        roots.append(HclBlock("module", (folder.name,), {"source": f"./{folder.name}"}))
    if has_terraform():
        (tmp_path / "main.tf").write_text(dump(roots), "utf-8")
        run(tmp_path, "init", "-backend=false", "-input=false")
        assert json.loads(run(tmp_path, "validate", "-json"))["valid"]
        run(tmp_path, "fmt", "-check", "-diff", "-recursive")


@pytest.mark.doors
@pytest.mark.slow
@needs_terraform
def test_tables_of_production_are_planned_as_designed(tmp_path):
    """Replicas, policy, scaling, insights and alarms; without a key that would have to be looked up in an account."""
    design = production(with_key=False)
    written(design, tmp_path)
    run(tmp_path, "fmt", "-check", "-diff")
    resources = plan(tmp_path)
    expected = provider_facts.of_design(design, is_current=False)
    # Nobody has said which stream of Kinesis takes the changes.
    assert "aws_dynamodb_kinesis_streaming_destination" not in {one["type"] for one in resources}
    assert provider_facts.of_resources((one["type"], one["values"]) for one in resources) == expected
    planned = {one["values"]["alarm_name"]: one["values"] for one in resources if "alarm_name" in one["values"]}
    of_tables = [one for one in alarms.alarms(design) if one.table]
    wanted = {one.name: one for one in of_tables if not one.index or one.index.name != "byParts"}
    assert planned.keys() == wanted.keys()
    for name, values in planned.items():
        assert (values["threshold"], values["comparison_operator"]) == (wanted[name].threshold, wanted[name].comparison)
        queries = [query for query in values["metric_query"] if query["metric"]]
        metrics = [query["metric"][0]["metric_name"] for query in queries] or [values["metric_name"]]
        assert sorted(metrics) == sorted(metric.name for metric in wanted[name].metrics)


def test_a_key_that_is_no_arn_is_looked_up():
    text = text_of(production())
    assert 'data "aws_kms_key" "orders_v2" {\n  key_id = "alias/orders"\n}' in text
    assert "kms_key_arn = data.aws_kms_key.orders_v2.arn" in text
    assert 'kms_key_arn = "arn:aws:kms:' in text_of(everything())


def test_two_tables_whose_names_differ_in_punctuation_have_labels_of_their_own():
    labels = [block for one in hcl2.loads(text_of(production()))["resource"] for block in one.values()]
    names = [next(iter(block)).strip('"') for block in labels]
    assert {"orders_v2", "orders_v2_2", "ledger"} <= set(names)


def test_what_the_provider_lacks_is_said_and_left_out():
    report = {loss.path: loss.message for loss in FIVE.build(production()).report}
    assert "does not support warm throughput" in report["tables.orders-v2.warm_throughput"]
    assert "does not support multi-attribute keys" in report["tables.Orders.v2.indexes.byParts"]
    assert "EVENTUAL is written" in report["tables.ledger.settings.multi_region_consistency"]
    text = text_of(production(), made=FIVE)
    assert "# byParts: partition key shop + month" in text
    assert '"byParts"' not in text


@pytest.mark.skipif(not shutil.which("terraform"), reason="no terraform here")
def test_no_name_escapes_from_hcl(tmp_path):
    """Terraform itself evaluates every quoted text, template and member, and has to give them back."""
    joined = [HclTemplate((text, HclExpression("local.plain"), text)) for text in (*EVIL_TEXTS, "$", "%", "$$")]
    members = {text: text for text in (*EVIL_TEXTS, "for", "null", "true", "if")}
    values = {"plain": "p", "texts": list(EVIL_TEXTS), "joined": joined, "json": FunctionCall("jsonencode", members)}
    (tmp_path / "main.tf").write_text(dump([HclBlock("locals", (), values)]), "utf-8")
    done = subprocess.run(
        ["terraform", "console"], cwd=tmp_path, env=os.environ | {"TF_CLI_CONFIG_FILE": os.devnull},
        input="jsonencode([local.texts, local.joined, jsondecode(local.json)])\n",
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    texts, templates, document = json.loads(json.loads(done.stdout))
    assert texts == list(EVIL_TEXTS)
    assert templates == [f"{text}p{text}" for text in (*EVIL_TEXTS, "$", "%", "$$")]
    assert document == members


@pytest.mark.slow
@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_names_make_the_same_blocks_as_harmless_ones(text):
    hostile, tame = terraform.TARGET.build(evil(text)), terraform.TARGET.build(evil("tame"))
    assert [file.path for file in hostile.files] == [file.path for file in tame.files]
    for one, other in zip(hostile.files, tame.files, strict=True):
        assert shape(hcl2.loads(one.text)) == shape(hcl2.loads(other.text))


def shape(blocks):
    """Kinds of blocks, and the types of resources; labels are made of names."""
    named = {"data", "output", "variable"}
    return {kind: len(found) if kind in named else [sorted(one) for one in found] for kind, found in blocks.items()}


def test_quoting_leaves_nothing_that_starts_a_template():
    assert quoted('a"${b}%{c}\\\n') == '"a\\"\\u0024{b}\\u0025{c}\\\\\\n"'


def test_a_long_list_has_a_line_for_each_member():
    names = [f"attribute_{number}" for number in range(12)]
    text = dump([HclBlock("x", (), {"names": names, "short": ["a"]})])
    assert text.count("\n") == 17
    assert hcl2.loads(text)["x"][0]["names"] == [f'"{name}"' for name in names]


def test_a_replica_asks_for_a_key_of_its_own_region():
    """A key is of one Region: that of the table encrypts no replica."""
    settings = {
        "billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}, "auto_scaling": SCALING,
        "replicas": ["us-east-1"], "encryption": {"type": "CUSTOMER", "key": "alias/orders"},
        "resource_policy": POLICY, "deletion_protection": True,
    }  # fmt: skip
    table = {"name": "orders", "partition_key": key("id"), "settings": settings}
    design = reading.from_document({"keysheet": 1, "name": "x", "region": "eu-west-1", "tables": [table]})
    assert re.search(r"kms_key_arn += var\.orders_key_in_us_east_1", text_of(design))
    assert 'variable "orders_key_in_us_east_1"' in text_of(design, "variables.tf")
    said = {loss.path for loss in FIVE.build(design).report}
    assert {
        f"tables.orders.settings.{name}" for name in ("auto_scaling", "resource_policy", "deletion_protection")
    } <= said
    program = next(file.text for file in target("pulumi-python").export(design) if file.path == "__main__.py")
    assert 'orders_key_in_us_east_1 = config.get("ordersKeyInUsEast1")' in program
    assert '"deletion_protection_enabled": True' in program


def indexes(text, name):
    """The blocks of an index."""
    tables = [one['"aws_dynamodb_table"'] for one in hcl2.loads(text)["resource"] if '"aws_dynamodb_table"' in one]
    blocks = [block for one in tables for table in one.values() for block in table.get("global_secondary_index", ())]
    return [block for block in blocks if block["name"] == f'"{name}"']


def test_each_provider_gets_its_own_pin_and_spelling():
    """Version 6 has deprecated hash_key and range_key of an index; version 5 has no key_schema."""
    six, five = text_of(production()), text_of(production(), made=FIVE)
    assert 'version = "~> 6.37"' in text_of(production(), "versions.tf")
    assert 'version = "~> 5.100"' in text_of(production(), "versions.tf", FIVE)
    (index,) = indexes(six, "byParts")
    assert [one["key_type"] for one in index["key_schema"]].count('"HASH"') == 2
    assert "hash_key" not in index
    assert "key_schema" not in five
