"""Pulumi programs in TypeScript and Python: resources of pulumi-aws with the arguments of the Terraform provider."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.documents.reading import to_document
from modeler.core.errors import DocumentInvalid

SCRIPT = """import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";
const stage = pulumi.getStack();
export const carts = new aws.dynamodb.Table("carts", {
  name: `carts-${stage}`,
  attributes: [{ name: "shop", type: "S" }, { name: "at", type: "N" }, { name: "state", type: "S" }],
  hashKey: "shop", rangeKey: "at",
  billingMode: "PROVISIONED", readCapacity: 4, writeCapacity: 2,
  globalSecondaryIndexes: [{ name: "byState", hashKey: "state", rangeKey: "at", projectionType: "INCLUDE",
    nonKeyAttributes: ["sum"], readCapacity: 1, writeCapacity: 1 }],
  ttl: { attributeName: "gone", enabled: true },
  pointInTimeRecovery: { enabled: true },
  tags: { costCentre: "shop" },
});
const bucket = new aws.s3.Bucket("receipts", {});
"""
PYTHON = """import pulumi_aws as aws
stage = "dev"
carts = aws.dynamodb.Table(
    "carts",
    name=f"carts-{stage}",
    attributes=[aws.dynamodb.TableAttributeArgs(name="shop", type="S"), {"name": "at", "type": "N"},
                aws.dynamodb.TableAttributeArgs(name="state", type="S")],
    hash_key="shop", range_key="at", billing_mode="PROVISIONED", read_capacity=4, write_capacity=2,
    global_secondary_indexes=[aws.dynamodb.TableGlobalSecondaryIndexArgs(name="byState", hash_key="state",
        range_key="at", projection_type="INCLUDE", non_key_attributes=["sum"], read_capacity=1, write_capacity=1)],
    ttl=aws.dynamodb.TableTtlArgs(attribute_name="gone", enabled=True),
    point_in_time_recovery=aws.dynamodb.TablePointInTimeRecoveryArgs(enabled=True),
    tags={"costCentre": "shop"},
)
bucket = aws.s3.Bucket("receipts")
"""


def _read(text: str, name: str) -> Imported:
    return import_text(text.encode(), name)


@pytest.mark.parametrize(("text", "name", "called"), [(SCRIPT, "index.ts", "carts"), (PYTHON, "main.py", "carts-dev")])
def test_a_table_of_a_program_has_its_key_indexes_and_settings(text, name, called):
    table = _read(text, name).design.tables[0]
    assert table.name == called
    assert [one.name for one in table.base.keys] == ["shop", "at"]
    assert [(one.name, one.key_names, str(one.projection.type)) for one in table.indexes] == [
        ("byState", ("state", "at"), "INCLUDE")
    ]
    assert table.settings["ttl_attribute"] == "gone"
    assert table.settings["point_in_time_recovery"] is True
    assert table.settings["tags"] == {"costCentre": "shop"}
    settings = to_document(_read(text, name).design)["tables"][0]["settings"]
    assert (settings["billing"], settings["provisioned"]) == ("PROVISIONED", {"read": 4, "write": 2})


def test_a_name_that_only_the_stack_knows_is_the_label_and_is_reported():
    made = _read(SCRIPT, "index.ts")
    said = "the name of the table is known only when the program runs; carts is used"
    assert said in [line.message for line in made.report]


@pytest.mark.parametrize(
    ("text", "name"),
    [('import * as aws from "@pulumi/aws";\nnew aws.s3.Bucket("a", {});', "index.ts"),
     ("import pulumi_aws as aws\naws.s3.Bucket('a')", "main.py")],
)  # fmt: skip
def test_a_program_without_a_table_is_refused_in_words(text, name):
    with pytest.raises(DocumentInvalid, match="Pulumi"):
        _read(text, name)


@pytest.mark.parametrize(("flag", "view"), [("", None), ("streamEnabled: true, ", "NEW_IMAGE")])
def test_a_view_without_a_stream_is_no_stream(flag, view):
    text = f"""import * as aws from "@pulumi/aws";
new aws.dynamodb.Table("log", {{ name: "log", hashKey: "id", billingMode: "PAY_PER_REQUEST", {flag}
  streamViewType: "NEW_IMAGE", attributes: [{{ name: "id", type: "S" }}] }});
"""
    made = _read(text, "index.ts")
    assert made.design.tables[0].settings.get("stream") == view
    assert (view is None) == any("without stream_enabled" in line.message for line in made.report)


MAKER = """import * as aws from "@pulumi/aws";
const made = (name: string, hash: string) => new aws.dynamodb.Table(name, {
  name, hashKey: hash, billingMode: "PAY_PER_REQUEST", attributes: [{ name: hash, type: "S" }] });
"""


def test_a_table_that_a_function_makes_is_one_for_each_call():
    tables = _read(f'{MAKER}made("carts", "cart");\nmade("clients", "client");\n', "index.ts").design.tables
    assert [(one.name, one.base.key_names) for one in tables] == [("carts", ("cart",)), ("clients", ("client",))]


def test_a_table_that_a_function_makes_of_what_another_file_has_is_one_table():
    text = f'import {{ shop }} from "@shop/backend";\n{MAKER}export const main = () => made("shop", shop.key);\n'
    read = _read(text, "index.ts")
    assert [one.name for one in read.design.tables] == ["shop"]
    assert any("in full" in line.message and "'key'" in line.message for line in read.report)
