"""ElectroDB and OneTable in TypeScript and JavaScript: read by their syntax tree, nothing is run."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_models_of_code import keys_of, shares, types_of

ELECTRODB = """import { Entity, createSchema, CustomAttributeType } from "electrodb";
import { audit, client } from "./shared";
enum State { OPEN = "open", DONE = "done" }
const service = { service: "work", version: "1" } as const;
const times = { createdAt: { type: "number", readOnly: true, default: () => Date.now() } } as const;
const table = process.env.TABLE || "work-items";

export const Task = new Entity({
  model: { ...service, entity: `${"ta"}sk` },
  attributes: {
    ...times, ...audit,
    team: { type: "string", required: true },
    taskId: { 'type': "string", required: true, /* by the client */ label: "tid" },
    state: { type: Object.values(State), required: true },
    size: { type: [ "s", "l" ] as const },
    extra: { type: CustomAttributeType<{ a: string }>("any") },
    points: { type: "number", padding: { length: 1_0, char: "0" } },
  },
  indexes: {
    byTask: { pk: { field: "pk", composite: ["taskId"] }, sk: { field: "sk", composite: [] } },
    byTeam: { index: "gsi1", pk: { field: "gsi1pk", composite: ["team"], casing: "none" },
              sk: { field: "gsi1sk", composite: ["points", "ownerId"] } },
  },
}, { client, table });

const note = createSchema({
  model: { ...service, entity: "note" },
  attributes: { noteId: { type: "string" } },
  indexes: { own: { pk: { field: "pk", template: "NOTE#${noteId}", composite: ["noteId"], casing: "none" },
                    sk: { field: "sk", composite: [] } } },
});
export class Notes { static entity = new Entity(note, { table, client }); }
export const later = new Entity(makeModel(), { client });
"""

ONETABLE = """import { Table, Entity } from 'dynamodb-onetable';
const { WORLDS } = process.env;
const common = {
  heat: { type: Number, required: true },
  tags: { type: Array, default: [] as string[] },
  token: { type: String, encode: ["pk", "#", 1 as unknown as string] },
};
const schema = {
  format: 'onetable:1.1.0',
  version: '0.0.1',
  indexes: { primary: { hash: 'PK', sort: 'SK' }, GSI1: { hash: 'GSI1PK', project: 'keys' } },
  models: {
    World: {
      PK: { type: String, value: 'WORLD#${id}' },
      SK: { type: String, value: `LATEST` },
      GSI1PK: { type: String, value: 'STATE#${state}' },
      id: { type: 'string', required: true, generate: 'ulid' },
      state: { type: String, enum: ['on', 'off'], required: true, validate: /^o/i },
      born: { type: Date },
      made: { type: String, generate: () => nanoid() },
      ...common,
    },
  } as const,
  params: { isoDates: true, timestamps: false },
} satisfies OneSchema;
export const table = new Table({ client, name: WORLDS, schema, partial: true });
"""


def read(text: str, name: str) -> Imported:
    return import_text(text.encode(), name)


@pytest.mark.parametrize("name", ["models.ts", "models.tsx", "models.mts", ""])
def test_entities_of_a_source_are_those_that_it_constructs(name):
    imported = read(ELECTRODB, name)
    table = imported.design.tables[0]
    assert imported.importer == "electrodb"
    assert (table.name, [one.name for one in table.entities]) == ("work-items", ["task", "note"])
    assert keys_of(imported, "task") == [
        (None, {"pk": "$work#tid_{taskId:lower}", "sk": "$task_1"}),
        ("gsi1", {"gsi1pk": "$work#team_{team}", "gsi1sk": "$task_1#points_{points:pad(10)}#ownerid_{ownerId:lower}"}),
    ]
    assert keys_of(imported, "note") == [(None, {"pk": "NOTE#{noteId}", "sk": "$note_1"})]
    types = types_of(imported, "task")
    assert (types["state"], types["size"], types["extra"]) == (("S", "enum"), ("S", "enum"), ("S", ""))
    state = next(one for one in table.entity("task").attributes if one.name == "state")
    assert list(state.values) == ["open", "done"]
    assert {name for name, share in shares(imported, "task").items() if share < 1} == {"createdAt", "size", "extra"}


def test_what_only_the_running_program_knows_is_reported_with_its_line():
    told = {(str(line.level), line.path, line.line) for line in read(ELECTRODB, "models.ts").report}
    assert ("dropped", "line 8.attributes.createdAt.default", 5) in told
    assert ("dropped", "line 8.attributes....audit", 0) not in told
    assert any(path.startswith("line 8.attributes....audit") for _, path, _ in told)
    assert ("guessed", "line 8.attributes.ownerId", 0) in told
    assert ("dropped", "line 33", 33) in told


def test_a_schema_of_onetable_in_a_source():
    imported = read(ONETABLE, "worlds.ts")
    table = imported.design.tables[0]
    assert imported.importer == "onetable"
    assert (table.name, table.base.key_names, table.indexes[0].projection.type) == ("WORLDS", ("PK", "SK"), "KEYS_ONLY")
    assert keys_of(imported, "World") == [
        (None, {"PK": "WORLD#{id}", "SK": "LATEST"}),
        ("GSI1", {"GSI1PK": "STATE#{state}"}),
    ]
    types = types_of(imported, "World")
    assert (types["heat"], types["tags"], types["id"]) == (("N", ""), ("L", ""), ("S", "ulid"))
    assert (types["born"], types["state"]) == (("S", "iso"), ("S", "enum"))
    assert any(line.level == "guessed" and "WORLDS" in line.message for line in imported.report)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('import { Entity } from "electrodb";\nexport const make = (a) => new Entity(a);\n', "a.ts"),
        ('const { Entity } = require("electrodb");\nmodule.exports = {};\n', "a.js"),
        (
            'import { Entity } from "electrodb";\nfunction make(attributes, indexes) {\n'
            '  return new Entity({ model: { entity: "a", version: "1", service: "s" }, attributes, indexes });\n}\n',
            "a.js",
        ),
        ("import { OneModel } from 'dynamodb-onetable';\nexport type A = OneModel;\n", "a.ts"),
        ('import { Entity } from "electrodb";\nconst = = = {{{\n', "a.ts"),
    ],
)
def test_a_source_without_models_says_how_to_get_json(text, name):
    with pytest.raises(DocumentInvalid, match=r"JSON\.stringify"):
        read(text, name)


def test_a_fault_in_a_source_does_not_hide_the_rest():
    imported = read(ELECTRODB + "\nexport const broken = ((;\n", "models.ts")
    assert [one.name for one in imported.design.tables[0].entities] == ["task", "note"]
    assert any("not understood" in line.message for line in imported.report)


def test_a_name_stands_for_what_its_own_scope_says():
    text = """const { Entity } = require('electrodb');
let version = '1'; version = '2';
function make(service) {
  const model = { entity: 'a', version: '3', service };
  return new Entity({ model, attributes: { id: { type: 'string' } },
    indexes: { i: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } } }, { table: 't' });
}
const service = 'outside';
"""
    imported = read(text, "a.js")
    # A parameter hides a constant of the same name.
    assert keys_of(imported, "a") == [(None, {"pk": "$service#id_{id:lower}", "sk": "$a_3"})]
    assert any("known only when the program runs" in line.message for line in imported.report)


def test_a_table_named_at_run_time_is_said():
    source = ELECTRODB.replace("}, { client, table });", "}, { client, table: config.tableName });", 1)
    said = [one.message for one in import_text(source.encode(), "work.ts").report]
    assert sum("known only when the program runs; named 'tableName'" in one for one in said) == 1


def test_a_second_index_without_a_name_is_not_another_form_of_the_table():
    text = """import { Entity } from "electrodb";
    export const User = new Entity({ model: { entity: "User", version: "1", service: "app" },
      attributes: { id: { type: "string", required: true } },
      indexes: { primary: { pk: { field: "pk", composite: ["id"] } },
        lookup: { pk: { field: "gsi1pk", composite: ["id"] }, sk: { field: "gsi1sk", composite: [] } } } });"""
    made = import_text(text.encode(), "user.ts")
    table = made.design.tables[0]
    assert [(one.name, [key.name for key in one.partition_key]) for one in table.indexes] == [("lookup", ["gsi1pk"])]
    assert [one.index is None for one in table.entities[0].overloads] == [True, False]
    assert "ElectroDB rejects a second index without an index name; read as an index named lookup" in [
        line.message for line in made.report
    ]
