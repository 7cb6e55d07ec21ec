"""CDK: which classes a table gets, what is declared, and that no name of a design becomes code."""

from __future__ import annotations

import ast
import re

import pytest

from exporter.targets import target
from exporter.targets.cdk.nodes import WrappedGroup, layout, one_line
from exporter.targets.cdk.properties import camel
from exporter.targets.cdk.python_target import snake
from exporter.targets.cdk.stack import stack
from exporter.targets.cdk.tables import uses_l2
from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, key, small
from tests.exporter.targets.designs.production import POLICY, production


def design_of(*tables: dict) -> Design:
    return reading.from_document({"keysheet": 1, "name": "Some", "region": "eu-west-1", "tables": list(tables)})


def table(name: str = "carts", **settings: object) -> dict:
    return {"name": name, "partition_key": key("id"), "settings": {"billing": "PAY_PER_REQUEST", **settings}}


def texts(name: str, design: Design, suffix: str) -> list[str]:
    return [file.text for file in target(name).export(design) if file.path.endswith(suffix)]


def test_each_table_has_the_class_that_takes_all_of_it():
    assert [(one.name, one.type) for one in stack(production()).members] == [
        ("alarmAction", "actions.SnsAction"),
        ("ordersTable", "dynamodb.Table"),
        ("cartsTable", "dynamodb.CfnGlobalTable"),
        ("ledgerTable", "dynamodb.CfnGlobalTable"),
        ("likenessTable", "dynamodb.CfnTable"),
    ]


@pytest.mark.parametrize(
    "settings",
    [
        {"encryption": {"type": "CUSTOMER", "key": "alias/shop"}},
        {"resource_policy": {"Version": "2012-10-17"}},
        {"resource_policy": POLICY | {"Id": "shop"}},
        {"billing": "PROVISIONED", "auto_scaling": {"read": {"min": 1, "max": 2, "target": 95}}},
    ],
)
def test_what_the_construct_refuses_is_given_to_the_classes_of_cloudformation(settings):
    design = design_of(table(**settings))
    assert not uses_l2(design, design.tables[0])
    assert "new dynamodb.CfnTable(" in texts("cdk-typescript", design, "-stack.ts")[0]
    assert uses_l2(design_of(table()), design_of(table()).tables[0])


def test_scaling_of_such_a_table_refers_to_it():
    settings = {"billing": "PROVISIONED", "auto_scaling": {"read": {"min": 1, "max": 2, "target": 95}}}
    (text,) = texts("cdk-python", design_of(table(**settings)), "_stack.py")
    assert 'resource_id=cdk.Fn.join("/", ["table", self.carts_table.ref])' in text
    assert "scaling_target_id=carts_read_scaling.ref" in text


def test_names_are_words_of_neither_language_and_no_attribute_of_a_stack():
    design = design_of(*(table(name) for name in ("class", "lambda", "tags", "region", "Tags", "node", "123", "語")))
    (text,) = texts("cdk-python", design, "_stack.py")
    names = re.findall(r"^        self\.(\w+) = ", text, re.MULTILINE)
    assert names == ["class_table", "lambda_table", "tags_table", "region_table", "tags_table2", "node_table",
                     "table123_table", "table"]  # fmt: skip
    ast.parse(text)


def test_construct_ids_are_unique_whatever_tables_are_called():
    settings = {"stream_consumers": [{"name": "lake", "kind": "kinesis"}]}
    design = design_of(table("orders-name"), table("orders", **settings), table("orders-kinesis-stream"),
                       table("orders_name"))  # fmt: skip
    (text,) = texts("cdk-typescript", design, "-stack.ts")
    ids = re.findall(r"\(\s*this,\s*\"(\w+)\"", text)
    assert len(ids) == len(set(ids))
    assert len(ids) > 8


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_python_of_hostile_names_is_python_of_harmless_ones(text):
    def shape(design: Design) -> list[list[str]]:
        trees = [ast.parse(one) for one in texts("cdk-python", design, ".py")]
        return [[type(node).__name__ for node in ast.walk(tree)] for tree in trees]

    assert shape(evil(text)) == shape(evil("tame"))
    (written,) = texts("cdk-python", evil(text), "_stack.py")
    assert text in {node.value for node in ast.walk(ast.parse(written)) if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_typescript_of_hostile_names_is_typescript_of_harmless_ones(text):
    """Alike but for words, quoted texts, comments, and where lines are broken."""

    def shape(design: Design) -> list[str]:
        found = []
        for one in texts("cdk-typescript", design, ".ts"):
            lines = [line for line in one.split("\n") if not line.strip().startswith("//")]
            bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', "TEXT", "\n".join(lines))
            found.append(re.sub(r",(?=[\])}])", "", re.sub(r"\w+|\s+", "", bare)))
        return found

    assert shape(evil(text)) == shape(evil("tame"))


@pytest.mark.parametrize("make", [small, everything])
@pytest.mark.parametrize("name", ["cdk-typescript", "cdk-python"])
def test_lines_of_code_are_short_enough_to_read(name, make):
    for text in (*texts(name, make(), ".ts"), *texts(name, make(), ".py")):
        code = [line for line in text.split("\n") if not line.strip().startswith(("//", "#"))]
        assert [line for line in code if len(line) > 120] == []


def test_alarms_need_the_helpers_and_other_stacks_have_none():
    (with_alarms,) = texts("cdk-typescript", production(), "-stack.ts")
    (without,) = texts("cdk-typescript", small(), "-stack.ts")
    assert "private watch(" in with_alarms
    assert "cloudwatch" not in without


@pytest.mark.parametrize(
    ("given", "expected"),
    [("TableName", "tableName"), ("SSESpecification", "sseSpecification"), ("KMSMasterKeyId", "kmsMasterKeyId"),
     ("Arn", "arn")],
)  # fmt: skip
def test_members_are_spelled_as_cdk_spells_them(given, expected):
    assert camel(given) == expected


def test_python_spells_them_its_own_way():
    assert [snake(one) for one in ("tableName", "fromKeyArn", "kmsMasterKeyId", "of")] == [
        "table_name", "from_key_arn", "kms_master_key_id", "of",
    ]  # fmt: skip


def test_a_long_call_is_broken_and_a_short_one_is_not():
    short = WrappedGroup("f(", (("", "1"), ("a=", "2")), ")")
    assert layout(short, "    ", 2) == one_line(short) == "f(1, a=2)"
    long = WrappedGroup("f(", (("", "1" * 80), ("a=", "2" * 40)), ")")
    assert layout(long, "    ", 0) == f"f(\n    {'1' * 80},\n    a={'2' * 40},\n)"


def test_a_description_is_no_longer_than_cdk_takes_and_the_cut_is_said():
    design = reading.from_document({"keysheet": 1, "name": "Long " * 50, "description": "😀" * 400, "tables": []})
    made = stack(design)
    assert len(made.description.encode("utf-16-le")) <= 2 * 512
    assert len(made.name) <= 128
    assert "CDK allows 512 characters; the description was cut" in [
        loss.message for loss in target("cdk-python").build(design).report
    ]


def test_replicas_ask_for_the_stream_of_their_table_once():
    settings = {"replicas": ["us-east-1", "eu-central-1"], "stream_consumers": [{"name": "lake", "kind": "kinesis"}]}
    (text,) = texts("cdk-typescript", design_of(table(**settings)), "-stack.ts")
    assert text.count("new cdk.CfnParameter(") == 1
    assert text.count("const cartsKinesisStreamArn = ") == 1
