"""Tables that a script describes in objects of CloudFormation, and with SST's components."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.analysis import findings
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Severity

SERVICE = """import type { AWS } from '@serverless/typescript';
import hello from '@functions/hello';
const table: any = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName: '${self:custom.table}',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'userId', AttributeType: 'S' }, { AttributeName: 'at', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }, { AttributeName: 'at', KeyType: 'RANGE' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  },
};
const config: AWS = {
  service: 'todo',
  provider: { name: 'aws', region: 'eu-west-1', stage: "${opt:stage, 'dev'}" },
  functions: { hello },
  custom: { table: 'todo-${sls:stage}' },
  resources: { Resources: { Todo: table } },
};
module.exports = config;
"""

RESOURCES = """'use strict';
module.exports.carts = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] },
};
const Users = {
  Type: "AWS::DynamoDB::Table",
  Properties: {
    TableName: process.env.USERS, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'B' }] },
} as const;
"""

SST = """export default $config({
  async run() {
    const notes = new sst.aws.Dynamo("Notes", {
      fields: { userId: "string", noteId: "string", at: "number" },
      primaryIndex: { hashKey: "userId", rangeKey: "noteId" },
      globalIndexes: { ByAt: { hashKey: "userId", rangeKey: "at", projection: ["title"] }, Keys: { hashKey: "noteId",
        projection: "keys-only" } },
      localIndexes: { mine: { rangeKey: "at" } },
      stream: "new-and-old-images", ttl: "expireAt", deletionProtection: true, transform: {},
    });
    notes.subscribe("Sub", "src/sub.handler");
  },
});
"""


def _read(text: str, name: str = "a.ts") -> Imported:
    return import_text(text.encode(), name)


def test_a_service_in_typescript_is_read_with_its_variables():
    made = _read(SERVICE, "serverless.ts")
    (table,) = made.design.tables
    assert (table.name, table.settings["stream"]) == ("todo-dev", "NEW_IMAGE")
    assert [(one.name, str(one.type)) for one in table.sort_key] == [("at", "N")]
    assert [one.name for one in made.parameters] == ["stage"]


def test_objects_that_are_tables_are_read_by_the_names_that_they_have():
    made = _read(RESOURCES, "tables.js")
    assert made.design.tables[0].name == "carts"
    assert [str(one.partition_key[0].type) for one in made.design.tables] == ["S", "B"]
    assert any("USERS" in one.message for one in made.report)


def test_tables_of_sst():
    made = _read(SST, "sst.config.ts")
    (table,) = made.design.tables
    assert table.name == "Notes"
    assert table.settings == {
        "billing": "PAY_PER_REQUEST", "deletion_protection": True, "point_in_time_recovery": True,
        "stream": "NEW_AND_OLD_IMAGES", "ttl_attribute": "expireAt",
        "stream_consumers": [{"name": "Sub", "kind": "lambda"}],
    }  # fmt: skip
    indexes = {
        one.name: (str(one.kind), str(one.projection.type), list(one.projection.attributes)) for one in table.indexes
    }
    assert indexes == {
        "ByAt": ("GSI", "INCLUDE", ["title"]), "Keys": ("GSI", "KEYS_ONLY", []), "mine": ("LSI", "ALL", []),
    }  # fmt: skip
    assert [str(one.sort_key[0].type) for one in table.indexes if one.sort_key] == ["N", "N"]


def test_a_table_of_sst_whose_key_is_elsewhere_is_reported():
    with pytest.raises(DocumentInvalid, match="creates no table"):
        _read('import x from "y"; new sst.aws.Dynamo("A", { fields, primaryIndex: {} });')


ALONE = """export default {
  CartTable: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName: '${self:custom.stage}-cart',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      ProvisionedThroughput: { ReadCapacityUnits: '${self:custom.units}', WriteCapacityUnits: '${self:custom.units}' },
    },
  },
};
"""
ALONE_IN_YAML = """Resources:
  CartTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: ${self:custom.stage}-cart
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      ProvisionedThroughput: {ReadCapacityUnits: '${self:custom.units}', WriteCapacityUnits: '${self:custom.units}'}
"""


@pytest.mark.parametrize(("text", "name"), [(ALONE, "cart.ts"), (ALONE_IN_YAML, "cart.yml")])
def test_resources_without_their_service_have_its_variables_left_open(text, name):
    made = _read(text, name)
    assert made.design.tables[0].name == "custom.stage-cart"
    assert "known only at deployment" in " ".join(line.message for line in made.report)
    assert not [one for one in findings(made.design) if one.severity is not Severity.ADVICE]


def test_requests_of_create_table_that_nothing_sends_here_are_tables():
    text = """const keys = [{ AttributeName: 'pk', KeyType: 'HASH' }];
module.exports = { tables: [
  { TableName: 'shelf', KeySchema: keys, AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    ProvisionedThroughput: { ReadCapacityUnits: '10', WriteCapacityUnits: 2 } },
  { TableName: 'room', KeySchema: keys, AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }],
    BillingMode: 'PAY_PER_REQUEST' },
] };
"""
    tables = import_text(text.encode(), "jest-dynamodb-config.js").design.tables
    assert [(one.name, str(one.partition_key[0].type)) for one in tables] == [("shelf", "S"), ("room", "N")]
    assert tables[0].settings["provisioned"] == {"read": 10, "write": 2}
