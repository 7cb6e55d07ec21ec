"""Dynamoose in TypeScript and JavaScript: schemas, models, and tables of every version, read by the syntax tree."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid

THIRD = """import * as dynamoose from 'dynamoose';

const berthSchema = new dynamoose.Schema({
  harborId: { type: String, hashKey: true },
  berthId: { type: String, rangeKey: true, required: true },
  vessel: { type: String, index: { name: 'byVessel', type: 'global', rangeKey: 'since', project: ['state'] } },
  since: { type: { value: Date, settings: { storage: 'seconds' } } },
  depth: { type: Number, required: true, index: { type: 'local', name: 'byDepth', project: false } },
  state: { type: String, enum: ['FREE', 'TAKEN'], default: 'FREE' },
  leftAt: Date,
  tags: { type: Set, schema: [String] },
  lights: { type: Array, schema: [Boolean] },
  note: { type: Object, schema: { text: String } },
  owner: { type: String, index: true },
  gone: Number,
}, { timestamps: true, saveUnknown: ['extra'] });

export const Berth = dynamoose.model('Berth', berthSchema);
export const table = new dynamoose.Table('harbor', [Berth], {
  prefix: 'live-', throughput: { read: 7, write: 3 }, expires: { ttl: 60, attribute: 'gone' }, waitForActive: false,
});
"""

FIRST = """const dynamoose = require('dynamoose');
dynamoose.AWS.config.update({ region: 'eu-west-1' });
const Crew = dynamoose.model('Crew', dynamoose.Schema({
  ship: { type: String, hashKey: true },
  name: { type: String, rangeKey: true },
  rank: { type: Number, index: true },
  port: { type: String, index: { global: true, name: 'byPort' } },
  skills: [String],
}, { throughput: 'ON_DEMAND' }));
"""


def _read(text: str, name: str = "models.ts") -> Imported:
    return import_text(text.encode(), name)


def test_a_table_has_the_keys_indexes_and_settings_of_its_source() -> None:
    read = _read(THIRD)
    assert read.importer == "dynamoose"
    (table,) = read.design.tables
    assert table.name == "live-harbor"
    assert [(one.name, one.type.value) for one in table.base.keys] == [("harborId", "S"), ("berthId", "S")]
    found = {
        one.name: (one.kind.value, [key.name for key in one.keys], one.projection.type.value, one.projection.attributes)
        for one in table.indexes
    }
    assert found == {
        "byVessel": ("GSI", ["vessel", "since"], "INCLUDE", ("state",)),
        "byDepth": ("LSI", ["harborId", "depth"], "KEYS_ONLY", ()),
        "ownerGlobalIndex": ("GSI", ["owner"], "ALL", ()),
    }
    assert table.settings["provisioned"] == {"read": 7, "write": 3}
    assert table.settings["ttl_attribute"] == "gone"


def test_attributes_have_the_types_that_dynamoose_stores() -> None:
    (entity,) = _read(THIRD).design.tables[0].entities
    kinds = {one.name: one.type.value for one in entity.attributes}
    assert kinds == {
        "harborId": "S", "berthId": "S", "vessel": "S", "since": "N", "depth": "N", "state": "S", "leftAt": "N",
        "tags": "SS", "lights": "L", "note": "M", "owner": "S", "gone": "N", "createdAt": "N", "updatedAt": "N",
    }  # fmt: skip
    forms = {one.name: one.format for one in entity.attributes if one.format}
    assert forms == {
        "since": "epoch_seconds", "leftAt": "epoch_millis", "state": "enum", "createdAt": "epoch_millis",
        "updatedAt": "epoch_millis",
    }  # fmt: skip
    assert entity.identity == ("harborId", "berthId")
    held = {one.index: one.when for one in entity.overloads}
    assert held["byVessel"] == "attribute_exists(since) AND attribute_exists(vessel)"
    assert held["byDepth"] == ""


def test_what_is_left_out_and_assumed_is_said() -> None:
    said = {line.path: line.message for line in _read(THIRD).report}
    assert "default" in said["line 3.state"]
    assert "library behavior" in said["line 3.saveUnknown"]
    assert any("global or local" in message for message in said.values())


def test_an_index_of_the_first_versions_is_local_unless_it_says_global() -> None:
    (table,) = _read(FIRST, "crew.js").design.tables
    assert table.name == "Crew"
    assert {one.name: one.kind.value for one in table.indexes} == {"rankLocalIndex": "LSI", "byPort": "GSI"}
    assert table.settings["billing"] == "PAY_PER_REQUEST"
    assert {one.name: one.type.value for one in table.entities[0].attributes}["skills"] == "SS"


def test_models_of_one_table_have_keys_that_only_their_callers_know() -> None:
    text = """import { Schema, model, Table } from 'dynamoose';
const keys = { pk: { type: String, hashKey: true }, sk: { type: String, rangeKey: true } };
const Ship = model('Ship', new Schema({ ...keys, tons: Number }));
const Port = model('Port', new Schema({ ...keys, city: { type: String, required: true } }));
export default new Table(process.env.TABLE, [Ship, Port]);
"""
    read = _read(text)
    (table,) = read.design.tables
    assert [one.name for one in table.entities] == ["Ship", "Port"]
    assert {one.provenance for entity in table.entities for one in entity.overloads} == {"inferred"}
    assert any("name" in line.message and "run" in line.message for line in read.report)


def test_a_schema_without_a_model_is_a_table_of_its_own() -> None:
    text = "import { Schema } from 'dynamoose';\nexport const one = new Schema({ id: String, at: { type: Date } });\n"
    read = _read(text, "reading.ts")
    assert [table.name for table in read.design.tables] == ["reading"]
    assert [one.name for one in read.design.tables[0].base.keys] == ["id"]


def test_items_are_in_an_index_of_the_table_keys_alone() -> None:
    text = """import { Schema } from 'dynamoose';
export const one = new Schema({ pk: { type: String, hashKey: true },
  sk: { type: String, rangeKey: true, index: { name: 'bySort', type: 'global' } } });
"""
    (table,) = _read(text).design.tables
    assert [(one.index, dict(one.keys)) for one in table.entities[0].overloads if one.index] == [("bySort", {})]


def test_a_source_without_a_schema_is_refused_with_what_it_needs() -> None:
    with pytest.raises(DocumentInvalid, match="Dynamoose schema"):
        _read("import dynamoose from 'dynamoose';\nexport const x = dynamoose;\n")
