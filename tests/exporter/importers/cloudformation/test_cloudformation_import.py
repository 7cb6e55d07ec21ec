"""CloudFormation and SAM templates: functions where static, placeholders with lines elsewhere, and hostile files."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

HEAD = 'AWSTemplateFormatVersion: "2010-09-09"\n'
KEYS = """
      AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
      KeySchema: [{AttributeName: PK, KeyType: HASH}]
      BillingMode: PAY_PER_REQUEST
"""


def template(properties: str, more: str = "", kind: str = "AWS::DynamoDB::Table") -> str:
    return f"{HEAD}{more}\nResources:\n  Orders:\n    Type: {kind}\n    Properties:\n{properties}{KEYS}"


def read(text: str):
    return import_text(text.encode(), "stack.yaml")


def named(expression: str, more: str = ""):
    imported = read(template(f"      TableName: {expression}", more))
    return imported.design.tables[0].name, imported


def refused(raw: bytes) -> DocumentInvalid:
    with pytest.raises(DocumentInvalid) as caught:
        import_text(raw, "stack.yaml")
    return caught.value


MORE = """
Parameters:
  Env: {Type: String, Default: prod}
  Zones: {Type: CommaDelimitedList, Default: "a, b,c"}
  Secret: {Type: "AWS::SSM::Parameter::Value<String>", Default: /path/of/it}
  Bare: {Type: String}
Mappings:
  Sizes: {prod: {name: big}, test: {name: small}}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  IsTest: !Equals [!Ref Env, test]
  Both: !And [!Condition IsProd, !Not [!Condition IsTest]]
  Either: !Or [!Condition IsTest, !Condition IsProd]
  Open: !Equals [!Ref Bare, x]
  Self: !Not [!Condition Self]
"""


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("orders", "orders"),
        ("!Ref Env", "prod"),
        ('!Sub "orders-${Env}"', "orders-prod"),
        ('!Sub ["orders-${e}-${!x}", {e: !Ref Env}]', "orders-prod-${x}"),
        ("!Join ['-', [a, !Ref Env, !Select [1, !Ref Zones]]]", "a-prod-b"),
        ("!Select [1, !Split ['/', x/y/z]]", "y"),
        ("!FindInMap [Sizes, !Ref Env, name]", "big"),
        ("!FindInMap [Sizes, nowhere, name, {DefaultValue: middle}]", "middle"),
        ("!If [IsProd, one, two]", "one"),
        ("!If [IsTest, one, two]", "two"),
        ("!If [Both, one, two]", "one"),
        ("!If [Either, one, two]", "one"),
        ('!Sub "${AWS::Partition}-x"', "aws-x"),
        ("{Ref: Env}", "prod"),
        ("{'Fn::Sub': 'x-${Env}'}", "x-prod"),
    ],
)
def test_functions_give_what_the_template_alone_says(expression, name):
    found, imported = named(expression, MORE)
    assert found == name
    assert not [line for line in imported.report if line.level == "guessed"]


@pytest.mark.parametrize(
    ("expression", "name", "words"),
    [
        ("!Ref Bare", "Bare", "parameter Bare has no default"),
        ('!Sub "orders-${Bare}"', "orders-Bare", "parameter Bare has no default"),
        ("!Ref Secret", "Secret", "Secret"),
        ('!Sub "${AWS::StackName}-orders"', "StackName-orders", "known only at deployment"),
        ("!ImportValue x", "ImportValue", "Keysheet does not evaluate Fn::ImportValue"),
        ("!Select [9, !Ref Zones]", "Select", "Keysheet does not evaluate Fn::Select"),
        ("!FindInMap [Sizes, nowhere, name]", "FindInMap", "Fn::FindInMap"),
        ("!If [Open, one, two]", "one", "the condition Open is evaluated only at deployment"),
        ("!If [Self, one, two]", "one", "the condition Self is evaluated only at deployment"),
        ("!If [Nowhere, one, two]", "one", "the condition Nowhere is evaluated only at deployment"),
        ("!Cidr [a, b]", "Cidr", "Fn::Cidr"),
        ("!Join [x]", "Join", "Fn::Join"),
    ],
)
def test_what_only_a_deployment_knows_is_readable_and_has_its_line(expression, name, words):
    found, imported = named(expression, MORE)
    assert found == name
    said = [line for line in imported.report if words in line.message]
    assert said, imported.report
    text = template(f"      TableName: {expression}", MORE)
    assert "TableName" in text.split("\n")[said[0].line - 1]


def test_a_resource_whose_condition_does_not_hold_is_left_out():
    text = template("      TableName: orders", MORE)
    text += "  Gone:\n    Type: AWS::DynamoDB::Table\n    Condition: IsTest\n    Properties: {}\n"
    imported = read(text)
    assert [table.name for table in imported.design.tables] == ["orders"]
    assert [line.path for line in imported.report if line.level == "dropped"] == ["Resources.Gone"]


def test_no_value_is_no_member():
    imported = read(
        template("      TableName: orders\n      TableClass: !If [IsTest, STANDARD, !Ref AWS::NoValue]", MORE)
    )
    assert "table_class" not in imported.design.tables[0].settings
    assert imported.report == ()


def test_a_table_without_a_name_is_called_as_the_template_calls_it():
    imported = read(template("      TableClass: STANDARD"))
    assert imported.design.tables[0].name == "Orders"
    assert "Orders" in imported.report[0].message


def test_a_simple_table_has_the_keys_that_sam_gives_it():
    text = HEAD + (
        "Transform: AWS::Serverless-2016-10-31\nResources:\n  A: {Type: AWS::Serverless::SimpleTable}\n"
        "  B:\n    Type: AWS::Serverless::SimpleTable\n    Properties:\n      TableName: b\n"
        "      PrimaryKey: {Name: n, Type: Number}\n      Tags: {team: x}\n"
        "      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 6}\n"
        "      SSESpecification: {SSEEnabled: true}\n"
    )
    first, second = read(text).design.tables
    assert (first.name, [(key.name, key.type) for key in first.partition_key]) == ("table-A", [("id", "S")])
    assert first.settings["billing"] == "PAY_PER_REQUEST"
    assert [(key.name, key.type) for key in second.partition_key] == [("n", "N")]
    assert second.settings == {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 6}, "tags": {"team": "x"},
                               "encryption": {"type": "AWS_MANAGED"}}  # fmt: skip


def test_auto_scaling_by_a_written_resource_id_is_folded_into_its_table():
    text = (
        template("      TableName: orders")
        + """
  T:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties: {MinCapacity: 5, MaxCapacity: "50", ResourceId: table/orders, ServiceNamespace: dynamodb,
                 ScalableDimension: "dynamodb:table:ReadCapacityUnits"}
  P:
    Type: AWS::ApplicationAutoScaling::ScalingPolicy
    Properties:
      ResourceId: table/orders
      ScalableDimension: "dynamodb:table:ReadCapacityUnits"
      TargetTrackingScalingPolicyConfiguration: {TargetValue: 70.0, ScaleInCooldown: 0}
  Other:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties: {MinCapacity: 5, MaxCapacity: 50, ResourceId: table/elsewhere, ServiceNamespace: dynamodb,
                 ScalableDimension: "dynamodb:table:ReadCapacityUnits"}
"""
    )
    units = "BillingMode: PROVISIONED\n      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 5}"
    imported = read(text.replace("BillingMode: PAY_PER_REQUEST", units))
    scaling = {"read": {"min": 5, "max": 50, "target": 70, "scale_in_cooldown": 0}}
    assert imported.design.tables[0].settings["auto_scaling"] == scaling
    assert any("elsewhere" in line.message and line.line for line in imported.report)


def test_the_serverless_framework_has_resources_below_its_own():
    inner = "\n".join(f"  {line}" for line in template("      TableName: orders").removeprefix(HEAD).split("\n"))
    assert read(f"service: shop\nprovider: {{name: aws}}\nresources:{inner}").design.tables[0].name == "orders"


def test_what_a_template_says_wrongly_is_said_with_its_line():
    text = f"""{HEAD}Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: SOMETIMES
      AttributeDefinitions:
        - {{AttributeName: PK, AttributeType: M}}
        - {{AttributeName: unused, AttributeType: S}}
      KeySchema:
        - {{AttributeName: PK, KeyType: HASH}}
        - {{AttributeName: SK, KeyType: SORT}}
      TimeToLiveSpecification: {{Enabled: true}}
      TableClass: GOLD
      StreamSpecification: {{StreamViewType: ALL}}
      SSESpecification: yes
      Tags: {{a: b}}
      ProvisionedThroughput: {{ReadCapacityUnits: many}}
      Wings: 2
"""
    imported = read(text)
    said = {line.line: line.message for line in imported.report}
    assert {7, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20} <= said.keys()
    assert imported.design.tables[0].settings == {"billing": "PAY_PER_REQUEST"}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'{"Resources": {}}', "creates no table"),
        (b'{"Resources": 5}', "object of resources"),
        (b'{"AWSTemplateFormatVersion": "2010-09-09"}', "object of resources"),
        (HEAD.encode() + b"Resources: [1]", "object of resources"),
        (HEAD.encode() + b"Resources:\n  A: 5\n  B: {Type: [x]}\n", "creates no table"),
        (HEAD.encode() + b"Resources:\n  A:\n    Type: AWS::DynamoDB::Table\n", "line 4"),
        (HEAD.encode() + b"Resources:\n  A:\n    Type: AWS::DynamoDB::Table\n    Properties: 5\n", "line 5"),
        (template("").replace("[{AttributeName: PK, KeyType: HASH}]", "5").encode(), "KeySchema"),
        (template("").replace("[{AttributeName: PK, AttributeType: S}]", "x").encode(), "AttributeDefinitions"),
        (template("      GlobalSecondaryIndexes: {a: b}").encode(), "GlobalSecondaryIndexes"),
        (template("      TableName: " + "x" * 300).encode(), "line 7"),
        (template("").replace("PK", "k" * 300).encode(), "line 9"),
        (template("      GlobalSecondaryIndexes: [{IndexName: " + "x" * 300 + "}]").encode(), "line 7"),
        (template("", kind="AWS::DynamoDB::GlobalTable").encode(), "Replicas"),
        (template("      TableName: x").encode()[:-70] + b"{", "line"),
        (HEAD.encode() + b"Resources:\n  A: {Type: AWS::DynamoDB::Table, Properties: {TableName: *x}}", "*x"),
        (HEAD.encode() + b"Resources:\n  A: !!python/object/apply:os.system ['id']", "!!python"),
    ],
)
def test_what_is_no_template_gets_a_sentence(raw, words):
    assert words in refused(raw).message


def test_texts_that_double_each_other_end():
    mappings = "\n".join(f"  M{n}: {{a: {{b: x}}}}" for n in range(3))
    bomb = "!Ref Env"
    for _ in range(30):
        bomb = f"!Join ['', [{bomb}, {bomb}]]" if len(bomb) < 1500 else bomb
    name, _ = named(bomb, f"Mappings:\n{mappings}\nParameters:\n  Env: {{Type: String, Default: x}}")
    assert set(name) == {"x"}


def test_what_functions_make_has_a_bound():
    holes = "${Env}" * 200
    pairs = "\n".join(f"        - {{Key: k{n}, Value: !Sub '{holes}'}}" for n in range(60))
    text = template(
        f"      TableName: x\n      Tags:\n{pairs}", f"Parameters:\n  Env: {{Type: String, Default: {'y' * 900}}}"
    )
    assert refused(text.encode()).code == "document.too_large"


def test_tables_that_are_called_after_each_other_end():
    text = f"{HEAD}Resources:\n" + "".join(
        f"  T{n}:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: !Ref T{(n + 1) % 30}\n"
        "      AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]\n"
        "      KeySchema: [{AttributeName: PK, KeyType: HASH}]\n"
        for n in range(30)
    )
    assert len(read(text).design.tables) == 30


def test_a_long_chain_of_conditions_ends():
    conditions = "".join(f"  C{n}: !And [!Condition C{n + 1}, !Condition C{n + 1}]\n" for n in range(2000))
    text = template("      TableName: orders", f"Conditions:\n{conditions}  C2000: !Equals [a, a]\n")
    imported = read(text.replace("    Properties:", "    Condition: C0\n    Properties:"))
    assert any("C0" in line.message for line in imported.report)


HOSTILE = ("${jndi:ldap://x}", '"; rm -rf /', "<script>alert(1)</script>", "line\nbreak", "\u202eevil", "a\x85b", "{0}")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_is_data_whatever_it_looks_like(text):
    quoted = json.dumps(text)
    imported = import_text(
        template(f"      TableName: {quoted}\n      Tags: [{{Key: {quoted}, Value: {quoted}}}]").encode()
    )
    table = imported.design.tables[0]
    assert table.name == text
    assert table.settings["tags"] == {text: text}


def test_an_unknown_function_within_a_list_of_attributes_keeps_the_rest():
    text = template("      TableName: orders").replace(
        "KeySchema: [{AttributeName: PK, KeyType: HASH}]",
        "KeySchema: !If [Open, [{AttributeName: PK, KeyType: HASH}], []]",
    )
    assert [key.name for key in read(text).design.tables[0].partition_key] == ["PK"]


def test_what_only_a_deployment_knows_is_said_once():
    imported = import_text(
        b"""Parameters: {Stage: {Type: String}}
Conditions: {IsProd: !Equals [!Ref Stage, prod]}
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub 'orders-${Stage}'
      BillingMode: !If [IsProd, PAY_PER_REQUEST, PAY_PER_REQUEST]
      DeletionProtectionEnabled: !If [IsProd, true, false]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      Tags: [{Key: app, Value: shop}, {Key: stage, Value: !Ref Stage}, {Key: stack, Value: !Ref AWS::StackName}]
"""
    )
    assert imported.design.tables[0].settings["tags"] == {"app": "shop"}
    assert [(line.path.rpartition(".")[2], line.message) for line in imported.report] == [
        ("TableName", "the parameter Stage has no default; 'Stage' is used in its place"),
        ("BillingMode", "the condition IsProd is evaluated only at deployment; assumed true, here and everywhere else"),
        ("Tags", "the file does not give the value of stage, stack; left out"),
    ]
