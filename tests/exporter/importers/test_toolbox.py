"""DynamoDB-Toolbox in TypeScript and JavaScript: read by the syntax tree, nothing is run."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_models_of_code import keys_of, shares, types_of

SECOND = """import { Entity } from 'dynamodb-toolbox/entity'
import { anyOf, item, map, number, prefix, s, set, string } from 'dynamodb-toolbox'
import { Table } from 'dynamodb-toolbox/table'

const orgKey = (id: string) => `ORG#${id}`
export const Main = new Table({
  name: process.env.MAIN_TABLE ?? 'main', documentClient, entityAttributeSavedAs: '__kind',
  partitionKey: { name: 'PK', type: 'string' }, sortKey: { name: 'SK', type: 'string' },
  indexes: {
    byRole: { type: 'global', partitionKey: { name: 'GSI1PK', type: 'string' },
      sortKey: { name: 'points', type: 'number' } },
    byTime: { type: 'local', sortKey: { name: 'at', type: 'string' } },
  },
})
export const Member = new Entity({
  name: 'Member', table: Main,
  schema: item({
    orgId: s.string().key(), memberId: string().key(),
    email: string().optional().savedAs('mail'), points: number(), role: string().enum('admin', 'guest'),
    address: map({ city: string() }).optional(), tags: set(number()).optional(),
  }).and((before) => ({
    GSI1PK: string().link<typeof before>(({ role }) => ['ROLE', role.toLowerCase()].join('#')),
  })),
  computeKey: ({ orgId, memberId }) => {
    const pk = orgKey(orgId);
    return { PK: pk, SK: `MEMBER#${memberId}` };
  },
})
export const Bill = new Entity({
  name: 'Bill', table: Main, timestamps: { created: { name: 'made', savedAs: 'made' }, modified: false },
  entityAttribute: false,
  schema: item({
    org: string().key().transform(prefix('ORG')).savedAs('PK'),
    no: string().key().savedAs('SK').transform(prefix('BILL', { delimiter: '-' })),
    total: number().default(0), due: string({ required: 'never' }), note: anyOf(string(), number()),
    at: string().default(() => new Date().toISOString()),
  }),
})
"""

FIRST = """const { Entity, Table } = require('dynamodb-toolbox');
const Notes = new Table({
  name: 'notes', partitionKey: 'pk', sortKey: 'sk', DocumentClient,
  indexes: { newest: { partitionKey: 'GSI1pk', sortKey: 'made' }, byTitle: { sortKey: 'title' } },
  attributes: { made: 'number' },
});
const Note = new Entity({
  name: 'Note', timestamps: false,
  attributes: {
    user: { partitionKey: true, prefix: 'USER#' },
    sk: { sortKey: true, hidden: true, delimiter: '/' },
    folder: ['sk', 0], noteId: ['sk', 1, { type: 'string', save: false }],
    GSI1pk: { partitionKey: 'newest', default: (data) => `FOLDER#${data.folder}` },
    made: { type: 'number', sortKey: 'newest' },
    title: 'string', labels: { type: 'set', setType: 'string' },
    open: { type: 'boolean', required: true, alias: 'isOpen' },
    text: { type: 'string', map: 'body' },
  },
  table: Notes,
});
const Settings = new Entity({
  name: 'Settings', created: 'made_at', modified: false,
  attributes: { pk: { partitionKey: true, prefix: 'USER#' }, sk: { sortKey: true, default: 'SETTINGS' },
    theme: 'string' },
  table: Notes,
});
module.exports = { Notes, Note, Settings };
"""


def read(text: str, name: str = "models.ts") -> Imported:
    return import_text(text.encode(), name)


def test_the_schemas_of_versions_1_and_2():
    imported = read(SECOND)
    (table,) = imported.design.tables
    assert imported.importer == "dynamodb-toolbox"
    assert (table.name, table.base.key_names) == ("main", ("PK", "SK"))
    assert [(one.name, str(one.kind), one.key_names) for one in table.indexes] == [
        ("byRole", "GSI", ("GSI1PK", "points")),
        ("byTime", "LSI", ("PK", "at")),
    ]
    assert keys_of(imported, "Member") == [
        (None, {"PK": "ORG#{orgId}", "SK": "MEMBER#{memberId}"}),
        ("byRole", {"GSI1PK": "ROLE#{role:lower}", "points": "{points}"}),
    ]
    assert keys_of(imported, "Bill") == [
        (None, {"PK": "ORG#{org}", "SK": "BILL-{no}"}),
        ("byTime", {"at": "{at}"}),
    ]
    types = types_of(imported, "Member")
    assert (types["mail"], types["points"], types["address"], types["tags"]) == (
        ("S", ""), ("N", ""), ("M", ""), ("NS", ""),
    )  # fmt: skip
    assert (types["__kind"], types["_ct"], types["_md"]) == (("S", "enum"), ("S", "iso"), ("S", "iso"))
    assert {name for name, share in shares(imported, "Member").items() if share < 1} == {"mail", "address", "tags"}
    bill = types_of(imported, "Bill")
    assert "made" in bill and not {"_ct", "_md", "__kind", "_et"} & bill.keys()
    assert {name for name, share in shares(imported, "Bill").items() if share < 1} == {"due"}


def test_the_attributes_of_versions_before_1():
    imported = read(FIRST, "models.js")
    (table,) = imported.design.tables
    assert (table.name, table.base.key_names) == ("notes", ("pk", "sk"))
    assert [(one.name, str(one.kind), one.key_names) for one in table.indexes] == [
        ("newest", "GSI", ("GSI1pk", "made")),
        ("byTitle", "LSI", ("pk", "title")),
    ]
    assert str(table.indexes[0].sort_key[0].type) == "N"
    assert keys_of(imported, "Note") == [
        (None, {"pk": "USER#{user}", "sk": "{folder}/{noteId}"}),
        ("newest", {"GSI1pk": "FOLDER#{folder}", "made": "{made}"}),
        ("byTitle", {"title": "{title}"}),
    ]
    assert keys_of(imported, "Settings") == [(None, {"pk": "USER#{pk_value}", "sk": "SETTINGS"})]
    note = table.entity("Note")
    assert {one.name for one in note.attributes if one.key_only} == {"user", "noteId"}
    assert types_of(imported, "Note")["body"] == ("S", "")
    settings = types_of(imported, "Settings")
    assert settings["made_at"] == ("S", "iso") and "_md" not in settings and settings["_et"] == ("S", "enum")


def test_a_table_of_another_file_is_known_by_what_its_entities_write():
    text = """import { Entity, item, string } from "dynamodb-toolbox";
import { Shop } from "../tables";
export const Item = new Entity({ name: "Item", table: Shop, schema: item({ sku: string().key() }),
  computeKey: ({ sku }: { sku: string }) => ({ hash: `ITEM#${sku}`, range: "DATA" }) });
"""
    imported = read(text)
    (table,) = imported.design.tables
    assert (table.name, table.base.key_names) == ("Shop", ("hash", "range"))
    assert keys_of(imported, "Item") == [(None, {"hash": "ITEM#{sku}", "range": "DATA"})]
    assert any("another file" in line.message for line in imported.report)


def test_what_only_the_running_program_knows_is_reported():
    text = SECOND.replace("const pk = orgKey(orgId);", "const pk = keyOf(orgId);").replace("...shared", "")
    imported = read(text.replace("orgId: s.string().key(),", "...shared, orgId: s.string().key(),"))
    assert keys_of(imported, "Member")[0] == (None, {"PK": "{PK}", "SK": "MEMBER#{memberId}"})
    told = [(str(line.level), line.message, line.line) for line in imported.report]
    assert ("dropped", "the program computes the key PK; no template is known", 15) in told
    assert any("shared is not in this file" in message for _, message, _ in told)


@pytest.mark.parametrize(
    "text",
    [
        "import { Entity } from 'dynamodb-toolbox';\nexport const make = (given) => new Entity(given);\n",
        "import { PutItemCommand } from 'dynamodb-toolbox';\nexport const a = 1;\n",
    ],
)
def test_a_source_without_models_says_what_is_needed(text):
    with pytest.raises(DocumentInvalid, match="DynamoDB-Toolbox"):
        read(text)


def test_a_second_partition_key_of_an_entity_is_a_plain_attribute():
    text = """import { Entity } from 'dynamodb-toolbox';
export const Admin = new Entity({ name: 'Admin', table: Main, attributes: {
  id: { partitionKey: true }, sk: { sortKey: true }, group: { partitionKey: true, default: 'admins' } } });
"""
    imported = read(text)
    assert keys_of(imported, "Admin") == [(None, {"id": "{id}", "sk": "{sk}"})]
    assert any("already the partitionKey" in line.message for line in imported.report)


def test_the_stored_name_of_an_alias_is_used_and_said():
    imported = read(FIRST)
    assert "open" in types_of(imported, "Note")
    said = {line.path.rpartition(".attributes.")[2]: line.message for line in imported.report}
    assert said["open.alias"] == "stored as open, so the design uses that name; code says isOpen"


def test_values_by_default_are_reported():
    told = {line.path.rpartition(".schema.")[2] for line in read(SECOND).report if "by default" in line.message}
    assert told == {"total.default", "at.default"}


@pytest.mark.parametrize(
    "made",
    [
        "schema: item({ id: string().key(), at: string().key() }),\n"
        "  computeKey: ({ id, at }) => ({ PK: `SHIP#${id}`, SK: `AT#${at}` }) });",
        "attributes: { PK: { partitionKey: true, prefix: 'SHIP#' }, SK: { sortKey: true, default: 'META' } } });",
    ],
)
def test_an_entity_through_another_module_is_known_by_its_shape(made):
    text = "import { Entity, item, string } from '../lib/store';\nimport { Ports } from './table';\n"
    imported = read(f"{text}export const Ship = new Entity({{ name: 'Ship', table: Ports, {made}\n")
    assert imported.importer == "dynamodb-toolbox"
    assert next(iter(dict(keys_of(imported, "Ship"))[None].values())).startswith("SHIP#")
