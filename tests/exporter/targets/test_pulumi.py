"""Pulumi: programs under its mocks register what the design says, whatever people have called things."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from exporter.targets.access_code.nodes import CallCode, NameCode
from exporter.targets.infrastructure import alarms
from exporter.targets.pulumi import python_target as pulumi_python
from exporter.targets.pulumi import typescript_target as pulumi_typescript
from exporter.targets.python.code_writer import assignment, expression
from exporter.targets.typescript.code_writer import expression as typescript
from exporter.targets.typescript.code_writer import statement
from tests.doors.provider_facts import of_design, of_resources
from tests.doors.pulumi_runs import SETTINGS, alarm_names, python_program, resources
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil
from tests.exporter.targets.designs.generated import write
from tests.exporter.targets.designs.provider import all_evil, production

NODES = st.recursive(
    st.one_of(st.text(max_size=60), st.integers(), st.booleans(), st.none(), st.sampled_from(EVIL_TEXTS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.slow
def test_tables_of_production_are_registered_as_designed(tmp_path):
    write(pulumi_python.TARGET.export(production()), tmp_path)
    found = python_program(tmp_path, SETTINGS | {"ordersV2KinesisStreamArn": "arn:stream"})
    made = resources(found)
    assert of_resources(made) == of_design(production(), is_current=True)
    assert alarm_names(made) == sorted(alarm.name for alarm in alarms.alarms(production()))
    told = [values["alarm_actions"] for kind, values in made if kind == "aws_cloudwatch_metric_alarm"]
    assert {tuple(topics) for topics in told} == {tuple(json.loads(SETTINGS["alarmTopicArns"]))}
    streams = [values for kind, values in made if kind == "aws_dynamodb_kinesis_streaming_destination"]
    assert streams == [{"stream_arn": "arn:stream", "table_name": "Orders.v2"}]
    assert {"ordersV2TableName", "ordersV22TableArn", "ledgerTableName"} <= set(found["exports"])


@pytest.mark.slow
def test_no_name_escapes_from_python(tmp_path):
    design = all_evil()
    write(pulumi_python.TARGET.export(design), tmp_path)
    found = resources(python_program(tmp_path))
    assert of_resources(found) == of_design(design, is_current=True)
    assert len(of_resources(found)) == len(EVIL_TEXTS)


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_programs_parse_whatever_they_are_called(text):
    files = {file.path: file.text for file in pulumi_python.TARGET.export(evil(text))}
    tree = ast.parse(files["__main__.py"].encode())
    assert {type(node).__name__ for node in tree.body} <= {"Import", "Assign", "Expr"}
    project = yaml.safe_load(files["Pulumi.yaml"])
    assert set(project) == {"name", "description", "runtime", "config"}
    for file in pulumi_typescript.TARGET.export(evil(text)):
        if file.path.endswith(".json"):
            json.loads(file.text)


def test_what_auto_scaling_moves_is_ignored():
    python = {file.path: file.text for file in pulumi_python.TARGET.export(everything())}
    assert 'ignore_changes=["read_capacity", "write_capacity", "global_secondary_indexes"]' in python["__main__.py"]
    script = {file.path: file.text for file in pulumi_typescript.TARGET.export(everything())}
    assert 'ignoreChanges: ["readCapacity", "writeCapacity", "globalSecondaryIndexes"]' in script["index.ts"]


@given(node=NODES)
def test_python_written_over_several_lines_is_the_same_value(node):
    written = assignment("value", CallCode("call", (node,), {"named": node}))
    call = ast.parse(written).body[0].value
    assert ast.literal_eval(call.args[0]) == node
    assert ast.literal_eval(call.keywords[0].value) == node
    longest = max(map(len, written.splitlines()))
    assert longest <= 100 or any(len(line.strip()) > 40 for line in written.splitlines())


def test_python_is_written_as_ruff_formats_it(tmp_path):
    node = {"members": [{"a": "x" * 30, "b": NameCode("orders.name")}] * 3, "short": [1, 2], "none": None}
    text = assignment(
        "orders", CallCode("aws.Table", ("orders",), {"given": node, "also": CallCode("join", ("y" * 70,))})
    )
    (tmp_path / "made.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100", "--diff", "made.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_typescript_puts_the_last_object_of_a_call_behind_its_bracket():
    node = CallCode("new Table", ("orders", {"name": "x" * 60, "keys": ["a", "b"], "at": NameCode("other.at")}))
    assert statement("const t = ", node) == (
        f'const t = new Table("orders", {{\n  name: "{"x" * 60}",\n  keys: ["a", "b"],\n  at: other.at,\n}});\n'
    )
    assert typescript(CallCode("f", ({}, {"a-b": None}))) == 'f({}, { "a-b": null })'
    assert expression([NameCode("a"), {"b": []}]) == '[a, {"b": []}]'
