"""Loops of CloudFormation's language extensions, Globals of SAM, and services of the Serverless Framework."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from tests.exporter.importers.cloudformation.test_cloudformation_import import KEYS, read, refused

LOOP = """
Transform: AWS::LanguageExtensions
Parameters:
  Names: {Type: CommaDelimitedList, Default: "users, carts"}
  Bare: {Type: CommaDelimitedList}
Resources:
  "Fn::ForEach::Tables":
    - Name
    - COLLECTION
    - "Table&{Name}":
        Type: AWS::DynamoDB::Table
        Properties:
          TableName: !Sub "app-${Name}"
          Tags: [{Key: name, Value: !Ref Name}]
          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          BillingMode: PAY_PER_REQUEST
"""
SERVICE = """
service: shop
custom:
  table: ${self:service}-orders-${opt:stage, self:provider.stage}
  units: {read: 4, write: 2}
provider: {name: aws, stage: test}
resources:
  - Conditions: {Never: !Equals [a, b]}
  - Resources:
      Orders:
        Type: AWS::DynamoDB::Table
        Properties:
          TableName: NAME
          ProvisionedThroughput: {ReadCapacityUnits: "${self:custom.units.read}", WriteCapacityUnits: 2}
          AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
          KeySchema: [{AttributeName: PK, KeyType: HASH}]
  - Resources:
      Others:
        Type: AWS::DynamoDB::Table
        Condition: Never
        Properties: {}
"""


@pytest.mark.parametrize(
    ("collection", "names"),
    [("[users, carts]", ["app-users", "app-carts"]), ("!Ref Names", ["app-users", "app-carts"])],
)
def test_a_loop_makes_a_table_a_round(collection, names):
    imported = read(LOOP.replace("COLLECTION", collection))
    assert [one.name for one in imported.design.tables] == names
    assert [one.settings["tags"]["name"] for one in imported.design.tables] == ["users", "carts"]
    assert imported.report == ()
    assert imported.places[imported.design.tables[1].id] == 10


def test_a_loop_within_a_loop_makes_every_pair():
    inner = LOOP.replace("COLLECTION", "[a, b]").replace("app-${Name}", "app-${Name}-${Zone}")
    head, loop = inner.split('  "Fn::ForEach::Tables":\n')
    shifted = "".join(f"        {line}\n" for line in loop.rstrip().split("\n")).replace(
        "Table&{Name}", "T${Name}${Zone}"
    )
    outer = f'{head}  "Fn::ForEach::Zones":\n    - Zone\n    - [x, y]\n    - "Fn::ForEach::Tables":\n{shifted}'
    names = [one.name for one in read(outer).design.tables]
    assert names == ["app-a-x", "app-b-x", "app-a-y", "app-b-y"]


def test_a_loop_over_what_is_not_known_is_said_and_left_out():
    more = "  Own:\n    Type: AWS::DynamoDB::Table\n    Properties:" + KEYS
    imported = read(LOOP.replace("COLLECTION", "!Ref Bare") + more)
    assert [one.name for one in imported.design.tables] == ["Own"]
    assert [
        (line.level.value, line.line) for line in imported.report if "the collection of this loop" in line.message
    ] == [("dropped", 7)]


@pytest.mark.slow
def test_loops_that_make_more_than_a_file_may_hold_are_refused():
    many = "[" + ", ".join(f"n{number}" for number in range(20_000)) + "]"
    assert "200,000 values" in refused(LOOP.replace("COLLECTION", many).encode()).message


def test_what_sam_says_of_all_simple_tables_is_said_of_each():
    globals_ = "Globals:\n  SimpleTable:\n    SSESpecification: {SSEEnabled: true}\n"
    imported = read(f"{globals_}Resources:\n  Own:\n    Type: AWS::Serverless::SimpleTable\n")
    assert imported.design.tables[0].settings["encryption"] == {"type": "AWS_MANAGED"}


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("${self:custom.table}", "shop-orders-test"),
        ("${self:service}-${sls:stage}", "shop-test"),
        ("${env:NAME, 'orders'}", "orders"),
        ("${ssm:/path/name}", "path-name"),
        ("${self:custom.nowhere}-x", "custom.nowhere-x"),
    ],
)
def test_variables_of_the_serverless_framework(name, table):
    imported = import_text(SERVICE.replace("NAME", name).encode(), "serverless.yml")
    (made,) = imported.design.tables
    assert made.name == table
    assert made.settings["provisioned"] == {"read": 4, "write": 2}
    assert imported.places[made.id] == 10
    is_guessed = any(line.level == "guessed" and line.line for line in imported.report)
    assert is_guessed is (table in ("path-name", "custom.nowhere-x"))


def test_variables_that_multiply_each_other_end():
    doubled = "".join(f"  v{n}: ${{self:custom.v{n - 1}}}${{self:custom.v{n - 1}}}\n" for n in range(1, 40))
    lists = "".join(f"  l{n}: [{', '.join([f"'${{self:custom.l{n - 1}}}'"] * 30)}]\n" for n in range(1, 9))
    custom = f"custom:\n  v0: {'x' * 500}\n{doubled}  l0: [a]\n{lists}"
    head, resources = SERVICE.split("custom:\n")
    text = f"{head}{custom}  units: {{read: 4}}\n{resources.split('\n', 2)[2]}"
    imported = import_text(text.replace("NAME", "${self:custom.v39}").encode(), "serverless.yml")
    assert any("refer to too many others" in line.message for line in imported.report)
    said = refused(text.replace("NAME", "${self:custom.l8}").encode()).message
    assert "the variables of this file create more" in said


def test_a_table_without_a_name_gets_one_that_a_table_may_have():
    imported = read("Resources:\n  T1:\n    Type: AWS::DynamoDB::Table\n    Properties:" + KEYS)
    assert imported.design.tables[0].name == "table-T1"


def test_yaml_that_is_no_template_is_told_so():
    assert "this YAML file is not a template" in refused(b"a: 1\nb: [2]\n").message
