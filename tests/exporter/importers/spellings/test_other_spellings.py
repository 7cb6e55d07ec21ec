"""Spellings of several authors: options before a verb, optional members, local indexes without a type, unique ids."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.analysis import findings
from modeler.core.design.tables import IndexKind
from modeler.core.findings import Severity


def design(text, name):
    return import_text(text.encode(), name).design


def test_options_of_the_cli_before_the_verb():
    text = """
    aws dynamodb --endpoint-url http://localhost:8000 --region=eu-west-3 \\
        create-table --table-name Boats --attribute-definitions AttributeName=id,AttributeType=S \\
        --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST
    """
    made = design(text, "boats.sh")
    assert [(one.name, one.base.key_names) for one in made.tables] == [("Boats", ("id",))]
    assert made.region == "eu-west-3"


def test_an_optional_member_that_an_object_lacks():
    text = """
    import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
    const all = [{ name: 'rooms', more: [{ name: 'byHouse', key: 'house' }] }, { name: 'keys' }];
    for (const one of all) {
      const listed = [{ AttributeName: 'id', AttributeType: 'S' }];
      for (const each of one.more || []) listed.push({ AttributeName: each.key, AttributeType: 'S' });
      client.send(new CreateTableCommand({
        TableName: one.name, AttributeDefinitions: listed, BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        GlobalSecondaryIndexes: one.more?.map((each) => ({
          IndexName: each.name, KeySchema: [{ AttributeName: each.key, KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        })),
      }));
    }
    """
    imported = import_text(text.encode(), "make.ts")
    found = [(one.name, [index.name for index in one.indexes]) for one in imported.design.tables]
    assert found == [("rooms", ["byHouse"]), ("keys", [])]
    assert not [line for line in imported.report if "DynamoDB rejects" in line.message]


def test_a_request_with_what_a_call_returns():
    text = """
    import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
    client.send(new CreateTableCommand({
      TableName: 'rooms', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], GlobalSecondaryIndexes: indexesOf('rooms'),
    }));
    """
    imported = import_text(text.encode(), "make.ts")
    assert [one.name for one in imported.design.tables] == ["rooms"]
    (line,) = [line for line in imported.report if "GlobalSecondaryIndexes" in line.path]
    assert line.message == "the indexes are unknown (indexesOf); left out"


LOCAL = """
import { Table } from 'dynamodb-onetable';
import { Visit } from './visit';
const schema = {
  format: 'onetable:1.1.0', version: '0.1.0',
  indexes: { primary: { hash: 'pk', sort: 'sk' }, %s },
  models: { Visit, Guest: { pk: { type: String, value: 'guest#${id}' }, sk: { type: String, value: 'guest#' },
            id: { type: String, required: true } } },
};
"""


def test_local_indexes_of_onetable_without_a_type():
    text = LOCAL % "a: { sort: 'a' }, b: { hash: 'pk', sort: 'b' }, c: { hash: 'c', sort: 'sk' }"
    imported = import_text(text.encode(), "schema.ts")
    (table,) = imported.design.tables
    assert [(one.name, one.kind, one.key_names) for one in table.indexes] == [
        ("a", IndexKind.LSI, ("pk", "a")),
        ("b", IndexKind.LSI, ("pk", "b")),
        ("c", IndexKind.GSI, ("c", "sk")),
    ]
    assert [one.name for one in table.entities] == ["Guest"]
    assert [line.path.rpartition(".")[2] for line in imported.report if "in another file" in line.message] == ["Visit"]


def test_a_unique_required_column_is_the_key_of_a_table_without_one():
    text = """
    CREATE TABLE trainers (id serial NOT NULL UNIQUE, name text NOT NULL);
    CREATE TABLE lessons (id serial NOT NULL UNIQUE, title text, trainer_id int REFERENCES trainers(id) NOT NULL);
    """
    imported = import_text(text.encode(), "gym.sql")
    (table,) = imported.design.tables
    lesson = next(one for one in table.entities if one.name == "Lesson")
    assert lesson.overloads[0].keys == {"PK": "TRAINER#{trainer_id}", "SK": "LESSON#{id}"}
    assert not [line for line in imported.report if "a separate item" in line.message]


def test_a_condition_of_an_electrodb_index_is_a_function():
    text = """
    import { Entity } from 'electrodb';
    export const Poem = new Entity({
      model: { entity: 'poem', version: '1', service: 'shelf' },
      attributes: { poemId: { type: 'string', required: true }, featured: { type: 'boolean', required: true } },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['poemId'] }, sk: { field: 'sk', composite: [] } },
        front: { index: 'gsi1', pk: { field: 'gsi1pk', composite: [] }, sk: { field: 'gsi1sk', composite: ['poemId'] },
                 condition: (one) => one.featured },
      },
    });
    """
    imported = import_text(text.encode(), "poem.ts")
    (entity,) = imported.design.tables[0].entities
    assert [(one.index, one.provenance) for one in entity.overloads] == [(None, ""), ("gsi1", "inferred")]
    (line,) = [line for line in imported.report if "condition" in line.path]
    assert line.message == "a function decides which items have an entry in gsi1; the cell is without a condition"
    assert not [one for one in findings(imported.design) if one.severity is not Severity.ADVICE]


BARE = """
Type: AWS::DynamoDB::Table
Properties:
  TableName: Lanterns
  AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
  KeySchema: [{AttributeName: id, KeyType: HASH}]
  BillingMode: PAY_PER_REQUEST
"""


@pytest.mark.parametrize("name", ["lanterns.yml", "lanterns.json"])
def test_one_resource_without_its_template(name):
    text = BARE if name.endswith("yml") else json.dumps(read_yaml(BARE.encode()).value)
    imported = import_text(text.encode(), name)
    assert [(one.name, one.base.key_names) for one in imported.design.tables] == [("Lanterns", ("id",))]
    assert imported.importer == "cloudformation"


def test_a_row_belongs_to_the_finest_of_its_owners():
    text = """
    CREATE TABLE ships (id int PRIMARY KEY, a text, b text, c text);
    CREATE TABLE decks (id int PRIMARY KEY, title text, ship_id int NOT NULL REFERENCES ships);
    CREATE TABLE cabins (id int PRIMARY KEY, label text, beds int, ship_id int NOT NULL REFERENCES ships,
      deck_id int NOT NULL REFERENCES decks);
    """
    (table,) = design(text, "ships.sql").tables
    cabin = next(one for one in table.entities if one.name == "Cabin")
    assert cabin.overloads[0].keys == {"PK": "DECK#{deck_id}", "SK": "CABIN#{id}"}
