"""Values that a script computes from constants: lists that are mapped, parameters of a template."""

from __future__ import annotations

from exporter.importers import import_text

MAPPED = """import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
const SORTS = ['ls1', 'ls2'] as const;
await new DynamoDBClient({}).send(new CreateTableCommand({
  TableName: 'shelf', BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }, { AttributeName: 'sk', AttributeType: 'S' },
    ...SORTS.map((name) => ({ AttributeName: name, AttributeType: 'S' as const }))],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
  LocalSecondaryIndexes: SORTS.map((name, at) => ({
    IndexName: `by${at + 1}`,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }, { AttributeName: name, KeyType: 'RANGE' as const }],
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  })),
}));
"""
PARAMETER = """import { CfnParameter, Stack } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
export class Shop extends Stack {
  constructor(scope, id) {
    super(scope, id);
    const name = new CfnParameter(this, 'Name', { type: 'String', default: 'carts' });
    new dynamodb.Table(this, 'Carts', { tableName: name.valueAsString,
      partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
  }
}
"""


def test_a_list_that_is_mapped_is_the_list_of_what_the_function_returns():
    (table,) = import_text(MAPPED.encode(), "tables.ts").design.tables
    assert [(one.name, one.key_names) for one in table.indexes] == [("by1", ("pk", "ls1")), ("by2", ("pk", "ls2"))]


def test_a_parameter_of_the_template_has_its_default():
    assert import_text(PARAMETER.encode(), "stack.ts").design.tables[0].name == "carts"
