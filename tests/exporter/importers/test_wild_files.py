"""Files as practitioners write them: what belongs to a table is kept wherever the file has it."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from exporter.importers import Imported, import_text
from modeler.core.analysis import findings
from modeler.core.findings import Severity

MODULE = """
variable "name" {}
variable "scale" { default = null }
resource "aws_dynamodb_table" "this" {
  name         = var.name
  billing_mode = var.scale == null ? "PAY_PER_REQUEST" : "PROVISIONED"
  read_capacity  = var.scale == null ? null : 5
  write_capacity = var.scale == null ? null : 5
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
  tags = { app = "fleet", team = "own" }
}
resource "aws_appautoscaling_target" "read" {
  count              = var.scale == null ? 0 : 1
  min_capacity       = 5
  max_capacity       = var.scale
  resource_id        = "table/${aws_dynamodb_table.this.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_appautoscaling_policy" "read" {
  count              = length(aws_appautoscaling_target.read)
  name               = "read"
  resource_id        = aws_appautoscaling_target.read[0].resource_id
  scalable_dimension = aws_appautoscaling_target.read[0].scalable_dimension
  service_namespace  = "dynamodb"
  target_tracking_scaling_policy_configuration {
    target_value = 60
    predefined_metric_specification { predefined_metric_type = "DynamoDBReadCapacityUtilization" }
  }
}
"""
ROOT = """
provider "aws" {
  region = "us-west-2"
  default_tags { tags = { env = "prod", team = "all" } }
}
module "calm" {
  source = "./store"
  name   = "calm"
}
module "busy" {
  source = "./store"
  name   = "busy"
  scale  = 90
}
"""

SERVICE = """
service: booking
provider:
  name: aws
  region: ${opt:region, 'eu-west-1'}
functions:
  notify:
    handler: a.b
    events:
      - stream: {type: dynamodb, arn: {Fn::GetAtt: [Bookings, StreamArn]}}
      - http: GET /x
  queue:
    handler: a.b
    events:
      - stream: arn:aws:kinesis:eu-west-1:123456789012:stream/s
resources:
  Resources:
    Bookings:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: bookings
        BillingMode: PAY_PER_REQUEST
        AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
        KeySchema: [{AttributeName: id, KeyType: HASH}]
        StreamSpecification: {StreamViewType: NEW_IMAGE}
"""

PETS = """
from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute, NumberAttribute, DiscriminatorAttribute
class Pet(Model):
    class Meta:
        table_name = "pets"
        region = "eu-north-1"
    id = UnicodeAttribute(hash_key=True)
    kind = DiscriminatorAttribute()
class Cat(Pet, discriminator="Cat"):
    lives = NumberAttribute()
class Unrelated(Pet):
    pass
"""


def _terraform() -> Imported:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("main.tf", ROOT)
        archive.writestr("store/main.tf", MODULE)
    return import_text(raw.getvalue(), "fleet.zip")


def test_instances_of_a_resource_are_counted_where_others_depend_on_them():
    tables = {one.name: one for one in _terraform().design.tables}
    assert "auto_scaling" not in tables["calm"].settings
    assert tables["busy"].settings["auto_scaling"] == {"read": {"min": 5, "max": 90, "target": 60}}


def test_tables_have_the_default_tags_of_the_provider():
    made = _terraform()
    assert made.design.region == "us-west-2"
    assert made.design.tables[0].settings["tags"] == {"env": "prod", "team": "own", "app": "fleet"}


def test_a_service_has_the_region_of_its_provider_and_functions_that_read_streams():
    made = import_text(SERVICE.encode(), "serverless.yml")
    assert made.design.region == "eu-west-1"
    assert made.design.tables[0].settings["stream_consumers"] == [{"name": "notify", "kind": "lambda"}]


def test_models_of_pynamodb_that_share_a_table_are_entities_of_it():
    made = import_text(PETS.encode(), "models.py")
    (table,) = made.design.tables
    assert made.design.region == "eu-north-1"
    assert {one.name: [each.name for each in one.attributes] for one in table.entities} == {
        "Pet": ["id", "kind"], "Cat": ["id", "kind", "lives"],
    }  # fmt: skip


def test_architect_names_its_region():
    text = "@app\na\n@aws\nruntime nodejs20.x\nregion us-west-2\n\n@tables\npets\n  id *String\n"
    assert import_text(text.encode(), "app.arc").design.region == "us-west-2"


def test_a_state_of_pulumi_has_the_tags_that_are_deployed():
    outputs = {"name": "carts", "attributes": [{"name": "id", "type": "S"}], "hashKey": "id", "tags": {"a": "1"},
               "billingMode": "PAY_PER_REQUEST", "tagsAll": {"a": "1", "env": "prod"}}  # fmt: skip
    one = {"urn": "urn:pulumi:p::s::aws:dynamodb/table:Table::carts", "type": "aws:dynamodb/table:Table",
           "outputs": outputs}  # fmt: skip
    made = import_text(json.dumps({"version": 3, "deployment": {"resources": [one]}}).encode(), "stack.json")
    assert made.design.tables[0].settings["tags"] == {"a": "1", "env": "prod"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("station_id,measured_at,temp\nS1,2026-01-01,-3.5\nS1,2026-01-02,-3.1\nS2,2026-01-01,11\n",
         ["station_id", "measured_at"]),
        ("reading,station_id\n1.5,a\n2.5,b\n3.5,c\n", ["station_id"]),
        ("word,meaning\na,x\nb,x\n", ["word"]),
    ],
)  # fmt: skip
def test_a_measured_value_is_not_a_key_because_it_happens_to_differ(text, key):
    table = import_text(text.encode(), "rows.csv").design.tables[0]
    assert [one.name for one in (*table.partition_key, *table.sort_key)] == key


def test_the_parameter_of_a_range_compares_with_the_attribute_of_the_key():
    entity = {
        "entity_type": "STAY", "pk_template": "GARAGE#{garage_id}", "sk_template": "STAY#{entered_at}#{plate}",
        "fields": [{"name": name, "type": "string", "required": True} for name in ("garage_id", "plate", "entered_at")],
        "access_patterns": [
            {"pattern_id": 3, "name": "stays", "description": "Stays", "operation": "Query",
             "range_condition": "begins_with", "return_type": "entity_list",
             "parameters": [{"name": "garage_id", "type": "string"}, {"name": "entered_prefix", "type": "string"}]}],
    }  # fmt: skip
    config = {"table_name": "Parking", "partition_key": "pk", "sort_key": "sk"}
    schema = {"tables": [{"table_config": config, "entities": {"Stay": entity}}]}
    design = import_text(json.dumps(schema).encode(), "schema.json").design
    assert not [one for one in findings(design) if one.severity is Severity.ERROR]


DOCUMENT = """# Orders

- Get an order by id

```json
{"orderId": "o-1", "total": 5}
```

```yaml
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{AttributeName: orderId, AttributeType: S}]
      KeySchema: [{AttributeName: orderId, KeyType: RANGE}]
```
"""


def test_the_code_of_a_document_is_read_with_its_lines():
    yaml = import_text(DOCUMENT.replace("RANGE", "HASH").encode(), "orders.md")
    assert yaml.importer == "cloudformation"
    assert [line.line for line in yaml.report if line.message.startswith("the table has no explicit name")] == [11]
    assert any("its text is not read" in line.message for line in yaml.report)
    split = "```python\nimport boto3\nKEYS = [{'AttributeName': 'id', 'KeyType': 'HASH'}]\n```\nand then\n```python\n"
    split += "boto3.client('dynamodb').create_table(TableName='Shop', KeySchema=KEYS, BillingMode='PAY_PER_REQUEST',\n"
    split += "  AttributeDefinitions=[{'AttributeName': 'id', 'AttributeType': 'S'}])\n```\n"
    assert [table.name for table in import_text(split.encode(), "shop.md").design.tables] == ["Shop"]


def test_a_document_without_tables_stays_a_list_of_access_patterns():
    text = DOCUMENT.partition("```yaml")[0]
    assert import_text(text.encode(), "orders.md").importer == "patterns"
