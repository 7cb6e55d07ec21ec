"""Services of the Serverless Framework in several files, and what our own target writes."""

from __future__ import annotations

import pytest

from exporter.command_line import main
from exporter.drift import drift_of
from exporter.importers import import_text
from exporter.targets import target
from modeler.core.errors import DocumentInvalid
from modeler.examples import examples
from tests.exporter.importers.terraform.test_module_files import zipped

SERVICE = """service: shop
provider:
  name: aws
  stage: ${opt:stage, 'test'}
params:
  default:
    class: STANDARD
  prod:
    class: STANDARD_INFREQUENT_ACCESS
custom:
  names: ${file(config/names.yml)}
  table: ${self:custom.names.prefix}-${self:provider.stage}
resources:
  - ${file(resources/orders.yml)}
  - Resources:
      Carts: ${file(./resources/carts.json):Carts}
  - Outputs: {}
"""
ORDERS = """
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: ${self:custom.table}-orders
      BillingMode: PAY_PER_REQUEST
      TableClass: ${param:class}
      Mood: good
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
"""
CARTS = """{"Carts": {"Type": "AWS::DynamoDB::Table", "Properties": {"TableName": "${opt:carts}",
 "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
 "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}}}"""
FILES = {
    "shop/serverless.yml": SERVICE,
    "shop/resources/orders.yml": ORDERS,
    "shop/resources/carts.json": CARTS,
    "shop/config/names.yml": "prefix: big\n",
}


def test_the_files_of_a_service_are_read_with_it():
    imported = import_text(zipped(FILES), "shop.zip", {"carts": "carts"})
    orders, carts = imported.design.tables
    assert (orders.name, carts.name, orders.settings["table_class"]) == ("big-test-orders", "carts", "STANDARD")
    (mood,) = [line for line in imported.report if "Mood" in line.path]
    assert mood.path.startswith("shop/resources/orders.yml: ")
    assert ORDERS.split("\n")[mood.line - 1].strip() == "Mood: good"


def test_options_are_parameters():
    imported = import_text(zipped(FILES), "shop.zip", {"stage": "prod"})
    orders, carts = imported.design.tables
    assert (orders.name, orders.settings["table_class"]) == ("big-prod-orders", "STANDARD_INFREQUENT_ACCESS")
    found = {one.name: one for one in imported.parameters}
    assert found["stage"].is_given and not found["carts"].is_known
    assert carts.name == "carts"


def test_a_service_alone_says_which_files_it_needs():
    with pytest.raises(DocumentInvalid) as caught:
        import_text(SERVICE.encode(), "serverless.yml")
    assert "resources/orders.yml" in caught.value.message and "folder of the service" in caught.value.message


@pytest.mark.parametrize("path", ["../outside.yml", "config.js", "nowhere.yml"])
def test_files_outside_and_programs_are_not_read(path):
    files = {
        "a/serverless.yml": f"service: x\nprovider:\n  name: aws\nresources: ${{file({path})}}\n",
        "a/config.js": "module.exports = {}",
    }
    with pytest.raises(DocumentInvalid, match="are in"):
        import_text(zipped(files), "x.zip")


def test_files_that_name_each_other_end():
    files = {
        "serverless.yml": "service: x\nprovider:\n  name: aws\nresources: ${file(a.yml)}\n",
        "a.yml": "a: ${file(a.yml)}\nb: ${file(a.yml)}\n",
    }
    with pytest.raises(DocumentInvalid):
        import_text(zipped(files), "x.zip")


@pytest.mark.parametrize("design", [one.design for one in examples()], ids=lambda one: one.name)
def test_what_our_target_writes_is_read_again(design, tmp_path, capsys):
    for file in target("serverless").build(design).files:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    raw = zipped({file.path: file.text for file in target("serverless").build(design).files})
    imported = import_text(raw, "service.zip")
    assert drift_of(design, imported.design, unsaid=imported.unsaid) == ()
    assert main(["check", str(tmp_path)]) in (0, 1)


SCALED = """service: shop
provider: {name: aws, region: eu-west-1}
plugins: [serverless-dynamodb-autoscaling]
custom:
  most: 100
  capacities:
    - table: Orders
      index: [byStatus]
      read: {minimum: 5, maximum: "${self:custom.most}", usage: 0.6}
      write: {minimum: 6}
resources:
  Resources:
    Orders:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: orders
        AttributeDefinitions: [{AttributeName: id, AttributeType: S}, {AttributeName: status, AttributeType: S}]
        KeySchema: [{AttributeName: id, KeyType: HASH}]
        ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 6}
        GlobalSecondaryIndexes:
          - IndexName: byStatus
            KeySchema: [{AttributeName: status, KeyType: HASH}]
            Projection: {ProjectionType: ALL}
            ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 6}
"""


def test_capacities_of_the_scaling_plugin_are_auto_scaling():
    scaling = {"read": {"min": 5, "max": 100, "target": 60}, "write": {"min": 6, "max": 200, "target": 75}}
    orders = import_text(SCALED.encode(), "serverless.yml").design.tables[0]
    assert orders.settings["auto_scaling"] == scaling
    assert orders.indexes[0].capacity.settings["auto_scaling"] == scaling
    only = import_text(SCALED.replace("index: [", "indexOnly: true\n      index: [").encode(), "serverless.yml")
    assert "auto_scaling" not in only.design.tables[0].settings
    assert "auto_scaling" in only.design.tables[0].indexes[0].capacity.settings


def test_parameters_of_a_stage_are_read_where_version_four_has_them():
    text = """service: shop
provider: {name: aws}
stages:
  default: {params: {table: "carts-${sls:stage}", kind: STANDARD}}
  dev: {params: {kind: STANDARD_INFREQUENT_ACCESS}}
resources:
  Resources:
    Carts:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: ${param:table}
        TableClass: ${param:kind}
        BillingMode: PAY_PER_REQUEST
        AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
        KeySchema: [{AttributeName: id, KeyType: HASH}]
"""
    table = import_text(text.encode(), "serverless.yml").design.tables[0]
    assert (table.name, table.settings["table_class"]) == ("carts-dev", "STANDARD_INFREQUENT_ACCESS")


def test_a_service_in_typescript_gives_the_names_of_tables_of_another_file():
    service = """import type { AWS } from '@serverless/typescript';
import tables from './resources/tables';
const service: AWS = { service: 'shop', custom: { carts: '${self:service}-carts-${sls:stage}', units: 3 },
  provider: { name: 'aws', stage: 'dev', environment: { CARTS: '${self:custom.carts}' } },
  resources: { Resources: tables } };
module.exports = service;
"""
    tables = """export default { Carts: { Type: 'AWS::DynamoDB::Table', Properties: {
  TableName: '${self:provider.environment.CARTS}',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  ProvisionedThroughput: { ReadCapacityUnits: '${self:custom.units}', WriteCapacityUnits: '${self:custom.units}' },
} } };
"""
    read = import_text(zipped({"serverless.ts": service, "resources/tables.ts": tables}), "shop.zip")
    assert read.design.tables[0].name == "shop-carts-dev"
    assert read.design.tables[0].settings["provisioned"] == {"read": 3, "write": 3}
