"""Sources of the AWS CDK in TypeScript and Python, and calls of the SDK for JavaScript: nothing is run."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from exporter.targets import target
from modeler.core.analysis import findings
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Severity
from modeler.examples import examples
from tests.exporter.targets.designs.all_designs import everything

TYPESCRIPT = """import * as cdk from 'aws-cdk-lib';
import { aws_dynamodb as ddb } from 'aws-cdk-lib';
const pk = { name: 'PK', type: ddb.AttributeType.STRING };
const GSI = { name: 'GSI1', sort: 'GSI1SK' } as const;
export class Data extends cdk.Stack {
  public readonly table: ddb.Table;
  private tables: { [name: string]: ddb.Table } = {};
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    this.table = new ddb.Table(this, 'Orders', {
      tableName: `orders-${props.stage}`,
      partitionKey: pk,
      sortKey: { name: 'SK', type: ddb.AttributeType.NUMBER },
      billingMode: ddb.BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expires',
      stream: ddb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 7 },
      encryption: ddb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      deletionProtection: true,
      removalPolicy: props.isProd ? cdk.RemovalPolicy.RETAIN : cdk.RemovalPolicy.DESTROY,
      wings: 2,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: GSI.name, partitionKey: { name: 'GSI1PK', type: ddb.AttributeType.STRING },
      sortKey: { name: GSI.sort, type: ddb.AttributeType.STRING },
      projectionType: ddb.ProjectionType.INCLUDE, nonKeyAttributes: ['total', 'state'],
    });
    this.table.addLocalSecondaryIndex({ indexName: 'byAt', sortKey: { name: 'at', type: ddb.AttributeType.BINARY } });
    this.tables['log'] = new ddb.Table(this, 'Log', {
      partitionKey: { name: Keys.PK, type: ddb.AttributeType.STRING }, readCapacity: 3, ...props.shared,
    });
    this.tables['log'].autoScaleReadCapacity({ minCapacity: 3, maxCapacity: 30 }).scaleOnUtilization({
      targetUtilizationPercent: 60 });
    const fn = new Function(this, 'Fn', { environment: { TABLE: this.table.tableName } });
    this.table.grantReadData(fn);
  }
}
const two = new ddb.TableV2(stack, 'Two', {
  partitionKey: { name: 'id', type: ddb.AttributeType.STRING },
  billing: ddb.Billing.provisioned({
    readCapacity: ddb.Capacity.fixed(10),
    writeCapacity: ddb.Capacity.autoscaled({ minCapacity: 1, maxCapacity: 10, targetUtilizationPercent: 50 }),
  }),
  replicas: [{ region: 'eu-west-1' }],
  encryption: ddb.TableEncryptionV2.awsManagedKey(),
  globalSecondaryIndexes: [{ indexName: 'g', partitionKey: { name: 'g', type: ddb.AttributeType.STRING } }],
});
two.addReplica({ region: 'eu-west-2' });
new ddb.CfnTable(stack, 'Three', {
  tableName: 'three', keySchema: [{ attributeName: 'id', keyType: 'HASH' }],
  attributeDefinitions: [{ attributeName: 'id', attributeType: 'S' }], billingMode: 'PAY_PER_REQUEST',
  sseSpecification: { sseEnabled: true },
});
new ddb.Table(stack, 'Open', makeProps());
"""

PYTHON = """from aws_cdk import Stack, RemovalPolicy, aws_dynamodb as ddb
from aws_cdk.aws_dynamodb import Attribute, AttributeType

class Data(Stack):
    GSI = "byMail"
    def __init__(self, scope, construct_id, **kwargs):
        super().__init__(scope, construct_id, **kwargs)
        self.users_name = "users"
        self.table = ddb.Table(
            self, "Users", table_name=f"{project}-{self.users_name}",
            partition_key=ddb.Attribute(name="PK", type=ddb.AttributeType.STRING),
            sort_key=Attribute(name="SK", type=AttributeType.NUMBER),
            billing_mode=ddb.BillingMode.PAY_PER_REQUEST,
            time_to_live_attribute="ttl", point_in_time_recovery=True,
            removal_policy=RemovalPolicy.DESTROY,
        )
        self.table.add_global_secondary_index(
            index_name=self.GSI, partition_key=ddb.Attribute(name="mail", type=ddb.AttributeType.STRING),
            projection_type=ddb.ProjectionType.KEYS_ONLY,
        )
        other = ddb.TableV2(
            self, id="Other", partition_key=ddb.Attribute(name="id", type=ddb.AttributeType.STRING),
            billing=ddb.Billing.provisioned(
                read_capacity=ddb.Capacity.fixed(4),
                write_capacity=ddb.Capacity.autoscaled(min_capacity=1, max_capacity=9),
            ),
            local_secondary_indexes=[ddb.LocalSecondaryIndexPropsV2(
                index_name="l", sort_key=ddb.Attribute(name="at", type=ddb.AttributeType.STRING))],
        )
"""


def read(text: str, name: str) -> Imported:
    return import_text(text.encode(), name)


def keys(table) -> list[tuple[str, str]]:
    return [(key.name, str(key.type)) for key in (*table.partition_key, *table.sort_key)]


@pytest.mark.parametrize("name", ["stack.ts", ""])
def test_tables_of_a_stack_in_typescript(name):
    imported = read(TYPESCRIPT, name)
    orders, log, two, three = imported.design.tables
    assert imported.importer == "script"
    assert (orders.name, keys(orders)) == ("orders-stage", [("PK", "S"), ("SK", "N")])
    assert orders.settings == {
        "billing": "PAY_PER_REQUEST", "ttl_attribute": "expires", "point_in_time_recovery": True, "recovery_days": 7,
        "stream": "NEW_AND_OLD_IMAGES", "encryption": {"type": "CUSTOMER", "key": "key"}, "deletion_protection": True,
    }  # fmt: skip
    assert [(one.name, one.kind, one.key_names, str(one.projection.type)) for one in orders.indexes] == [
        ("GSI1", "GSI", ("GSI1PK", "GSI1SK"), "INCLUDE"),
        ("byAt", "LSI", ("PK", "at"), "ALL"),
    ]
    assert orders.indexes[0].projection.attributes == ("total", "state")
    assert log.settings["auto_scaling"] == {"read": {"target": 60, "min": 3, "max": 30}}
    assert (log.name, keys(log), log.settings["provisioned"]) == ("Log", [("PK", "S")], {"read": 3, "write": 5})
    assert two.settings["auto_scaling"] == {"write": {"target": 50, "min": 1, "max": 10}}
    assert two.settings["replicas"] == ["eu-west-1", "eu-west-2"]
    assert two.settings["provisioned"] == {"read": 10, "write": 1}
    assert (two.indexes[0].name, two.settings["encryption"]) == ("g", {"type": "AWS_MANAGED"})
    assert (three.name, keys(three), three.settings["encryption"]) == ("three", [("id", "S")], {"type": "AWS_MANAGED"})


def test_what_a_stack_leaves_to_its_run_is_reported():
    told = [(str(line.level), line.path, line.line) for line in read(TYPESCRIPT, "stack.ts").report]
    assert ("guessed", "line 10.Orders.TableName", 10) in told
    assert ("dropped", "line 10.Orders.wings", 22) in told
    assert ("dropped", "line 30.Log....shared", 31) in told
    line = TYPESCRIPT.split("\n").index("new ddb.Table(stack, 'Open', makeProps());") + 1
    assert ("dropped", f"line {line}.Open", line) in told
    assert ("guessed", "line 30.Log.partitionKey", 30) in told


@pytest.mark.parametrize("name", ["stack.py", ""])
def test_tables_of_a_stack_in_python(name):
    imported = read(PYTHON, name)
    users, other = imported.design.tables
    assert imported.importer == "python"
    assert (users.name, keys(users)) == ("project-users", [("PK", "S"), ("SK", "N")])
    assert users.settings == {"billing": "PAY_PER_REQUEST", "ttl_attribute": "ttl", "point_in_time_recovery": True}
    assert [(one.name, one.key_names, str(one.projection.type)) for one in users.indexes] == [
        ("byMail", ("mail",), "KEYS_ONLY")
    ]
    assert (other.name, other.settings["provisioned"]) == ("Other", {"read": 4, "write": 1})
    assert [(one.name, one.kind, one.key_names) for one in other.indexes] == [("l", "LSI", ("id", "at"))]


def test_tables_that_the_sdk_creates():
    text = """const { CreateTableCommand } = require("@aws-sdk/client-dynamodb");
const TABLE = "music";
await client.send(new CreateTableCommand({
  TableName: TABLE, BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "artist", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "artist", AttributeType: "S" }],
}));
"""
    assert [(one.name, keys(one)) for one in read(text, "create.js").design.tables] == [("music", [("artist", "S")])]


DESIGNS = {"everything": everything()} | {one.design.name: one.design for one in examples()}


@pytest.mark.parametrize("language", ["cdk-typescript", "cdk-python"])
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS.keys())
def test_our_own_stacks_are_read_again(language, design):
    files = target(language).build(design).files
    file = next(one for one in files if "Table" in one.text and one.path.endswith((".ts", ".py")) and "key" in one.text)
    back = read(file.text, file.path).design
    assert [(one.name, keys(one)) for one in back.tables] == [(one.name, keys(one)) for one in design.tables]
    for found, own in zip(back.tables, design.tables, strict=True):
        assert {(one.name, one.kind, one.key_names, one.projection) for one in found.indexes} == {
            (one.name, one.kind, one.key_names, one.projection) for one in own.indexes
        }


def test_a_source_without_tables_says_what_can_be_read():
    with pytest.raises(DocumentInvalid, match="cdk synth"):
        read("import * as cdk from 'aws-cdk-lib';\nexport const a = 1;\n", "a.ts")


OPEN = """import * as cdk from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
const key = { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } };
class First extends cdk.Stack { constructor(scope, id, props) { super(scope, id);
  new dynamodb.TableV2(this, 'Jobs', { ...key, timeToLiveAttribute: props.ttl,
    replicas: [{ region: props.second }, { region: 'eu-west-1' }],
    billing: dynamodb.Billing.onDemand(props.big ? { maxReadRequestUnits: 5 } : { maxReadRequestUnits: 6 }) }); } }
class Second extends cdk.Stack { constructor(scope, id, props) { super(scope, id);
  new dynamodb.Table(this, 'Jobs', { ...key }); } }
"""


def test_values_that_stacks_are_given_are_left_out_and_said():
    imported = import_text(OPEN.encode(), "stacks.ts")
    assert [table.name for table in imported.design.tables] == ["Jobs", "Jobs-2"]
    assert imported.design.tables[0].settings["replicas"] == ["eu-west-1"]
    told = {(line.path, str(line.level)) for line in imported.report}
    assert {
        ("line 5.Jobs.replicas", "dropped"), ("line 7.big", "guessed"),
        ("line 5.Jobs.timeToLiveAttribute", "guessed"),
    } <= told  # fmt: skip
    assert [str(one.rule) for one in findings(imported.design) if one.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            'variable "second" {}\nresource "aws_dynamodb_table" "a" {\n name = "jobs"\n hash_key = "id"\n'
            ' billing_mode = "PAY_PER_REQUEST"\n attribute {\n  name = "id"\n  type = "S"\n }\n'
            " replica {\n  region_name = var.second\n }\n}\n",
            "main.tf",
        ),
        (
            "Parameters: {Second: {Type: String}}\nResources:\n  A:\n    Type: AWS::DynamoDB::GlobalTable\n"
            "    Properties:\n      TableName: jobs\n      BillingMode: PAY_PER_REQUEST\n"
            "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
            "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
            "      Replicas: [{Region: us-east-1}, {Region: !Ref Second}]\n",
            "template.yaml",
        ),
    ],
)
def test_a_replica_whose_region_a_deployment_decides_is_no_error(text, name):
    imported = import_text(text.encode(), name)
    assert "replicas" not in imported.design.tables[0].settings
    assert any("the replica is left out" in line.message for line in imported.report)
    assert [str(one.rule) for one in findings(imported.design) if one.severity is Severity.ERROR] == []


def test_tags_that_a_program_adds_are_those_of_the_table():
    script = """import { Table, AttributeType } from 'aws-cdk-lib/aws-dynamodb';
class S extends cdk.Stack { constructor(scope, id) { super(scope, id);
  const table = new Table(this, 'A', { tableName: 'a', partitionKey: { name: 'id', type: AttributeType.STRING } });
  new Table(this, 'B', { tableName: 'b', partitionKey: { name: 'id', type: AttributeType.STRING } });
  cdk.Tags.of(table).add('App', 'web');
  Tags.of(this).add('Team', 'data');
  Tags.of(bucket).add('Other', 'x');
} }
"""
    program = """from aws_cdk import Stack, Tags, aws_dynamodb as dynamodb
class S(Stack):
    def __init__(self, scope, id):
        key = dynamodb.Attribute(name="id", type=dynamodb.AttributeType.STRING)
        self.table = dynamodb.Table(self, "A", table_name="a", partition_key=key)
        dynamodb.Table(self, "B", table_name="b", partition_key=key)
        Tags.of(self.table).add("App", "web")
        Tags.of(self).add("Team", "data")
        Tags.of(bucket).add("Other", "x")
"""
    for text, name in ((script, "a.ts"), (program, "a.py")):
        first, second = import_text(text.encode(), name).design.tables
        assert dict(first.settings["tags"]) == {"App": "web", "Team": "data"}
        assert dict(second.settings["tags"]) == {"Team": "data"}


STREAMED = """import * as ddb from 'aws-cdk-lib/aws-dynamodb';
const orders = new ddb.Table(stack, 'Orders', {
  partitionKey: { name: 'id', type: ddb.AttributeType.STRING }, serverSideEncryption: true,
  stream: ddb.StreamViewType.NEW_IMAGE,
});
this.projector.addEventSource(new DynamoEventSource(orders, { batchSize: 1 }));
this.mailer.addEventSource(new sources.DynamoEventSource(orders));
orders.autoScaleWriteCapacity({ minCapacity: 2, maxCapacity: 80 });
"""
STREAMED_IN_PYTHON = """from aws_cdk import aws_dynamodb as ddb
orders = ddb.Table(stack, "Orders", partition_key=ddb.Attribute(name="id", type=ddb.AttributeType.STRING),
                   server_side_encryption=True, stream=ddb.StreamViewType.NEW_IMAGE)
self.projector.add_event_source(sources.DynamoEventSource(orders, batch_size=1))
mailer.add_event_source(DynamoEventSource(orders))
orders.auto_scale_write_capacity(min_capacity=2, max_capacity=80)
"""


@pytest.mark.parametrize(("text", "name"), [(STREAMED, "s.ts"), (STREAMED_IN_PYTHON, "s.py")])
def test_readers_of_a_stream_old_encryption_and_scaling_without_a_policy(text, name):
    imported = read(text, name)
    settings = imported.design.tables[0].settings
    assert settings["stream_consumers"] == [{"name": one, "kind": "lambda"} for one in ("projector", "mailer")]
    assert settings["encryption"] == {"type": "AWS_MANAGED"}
    assert settings["auto_scaling"] == {"write": {"min": 2, "max": 80, "target": 70}}
    said = [line.message for line in imported.report if "scaleOnUtilization" in line.message]
    assert said == ["no scaleOnUtilization for the write units in this file; 70% is used"]
