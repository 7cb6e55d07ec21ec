"""Schemas of Amplify Gen 2: builders in TypeScript, read as the GraphQL schema that Amplify makes of them."""

from __future__ import annotations

from exporter.importers import Imported, import_text
from modeler.core.design.tables import Table

SCHEMA = """import { type ClientSchema, a, defineData } from '@aws-amplify/backend';
const PLACE = { lat: a.float().required(), long: a.float().required() };
const schema = a.schema({
  Visibility: a.enum(['PRIVATE', 'PUBLIC']),
  Place: a.customType(PLACE),
  Walk: a.model({
      title: a.string().required(),
      visibility: a.ref('Visibility').required(),
      start: a.ref('Place'),
      level: a.enum(['easy', 'hard']),
      guideId: a.id().required(),
      guide: a.belongsTo('Guide', 'guideId'),
      stops: a.hasMany('Stop', 'walkId'),
      likes: a.integer().default(0),
      tags: a.string().array(),
      startsAt: a.datetime(),
      minutes: a.madeUp(),
    })
    .secondaryIndexes((index) => [
      index('guideId').sortKeys(['startsAt', 'title']).name('byGuide').queryField('walksOfGuide'),
      index('level'),
    ])
    .authorization((allow) => [allow.owner()]),
  Guide: a.model({ club: a.string().required(), badge: a.integer().required() }).identifier(['club', 'badge']),
  Stop: a.model({ walkId: a.id(), walk: a.belongsTo('Walk', 'walkId'), note: a.string() }),
  ping: a.query().returns(a.string()),
});
export const data = defineData({ schema });
"""


def _read() -> Imported:
    return import_text(SCHEMA.encode(), "resource.ts")


def _table(name: str) -> Table:
    found = next((one for one in _read().design.tables if one.name == name), None)
    assert found is not None
    return found


def _keys(table: Table) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (one.name, [(key.name, str(key.type)) for key in (*one.partition_key, *one.sort_key)]) for one in table.indexes
    ]


def test_each_model_is_a_table_with_its_identifier():
    tables = {
        one.name: [(key.name, str(key.type)) for key in (*one.partition_key, *one.sort_key)]
        for one in _read().design.tables
    }
    assert tables == {"Walk": [("id", "S")], "Guide": [("club", "S"), ("badge", "N")], "Stop": [("id", "S")]}


def test_secondary_indexes_and_those_of_relations():
    assert dict(_keys(_table("Walk"))) == {
        "walksByLevel": [("level", "S")],
        "byGuide": [("guideId", "S"), ("startsAt#title", "S")],
    }
    assert _keys(_table("Stop")) == [("gsi-Walk.stops", [("walkId", "S")])]


def test_fields_have_their_types_and_are_optional_unless_required():
    entity = _table("Walk").entities[0]
    found = {one.name: (str(one.type), one.format, one.optional < 1) for one in entity.attributes}
    assert found == {
        "id": ("S", "uuid4", False),
        "title": ("S", "", False),
        "visibility": ("S", "enum", False),
        "start": ("M", "", True),
        "level": ("S", "enum", True),
        "guideId": ("S", "", False),
        "likes": ("N", "integer", True),
        "tags": ("L", "", True),
        "startsAt": ("S", "iso", True),
        "minutes": ("S", "", True),
        "createdAt": ("S", "iso", False),
        "updatedAt": ("S", "iso", False),
        "__typename": ("S", "enum", False),
    }
    values = {one.name: list(one.values) for one in entity.attributes if one.format == "enum"}
    assert values["visibility"] == ["PRIVATE", "PUBLIC"]
    assert values["level"] == ["easy", "hard"]


def test_queries_have_the_names_that_the_schema_gives_them():
    assert "walksOfGuide" in [one.name for one in _read().design.patterns]


def test_what_a_design_cannot_have_is_reported():
    said = [(one.path, one.message) for one in _read().report]
    assert ("Walk", "authorization is not part of a design; left out") in said
    assert ("Walk.likes.default", "not part of a design; left out") in said
    assert ("Walk.minutes", "the type 'madeUp' is unknown; read as text") in said


def test_indexes_without_a_name_have_the_one_that_amplify_gives_them():
    text = """import { a } from '@aws-amplify/backend';
    const schema = a.schema({ FieldCategory: a.model({ shop: a.string(), rank: a.integer(), word: a.string() })
      .secondaryIndexes((index) => [index('shop'), index('shop').sortKeys(['rank', 'word'])]) });"""
    made = import_text(text.encode(), "resource.ts").design
    assert [one.name for one in made.tables[0].indexes] == [
        "fieldCategoriesByShop",
        "fieldCategoriesByShopAndRankAndWord",
    ]
    assert [one.name for one in made.patterns] == [
        "getFieldCategory", "listFieldCategoryByShop", "listFieldCategoryByShopAndRankAndWord",
    ]  # fmt: skip


def test_a_model_that_is_a_variable_is_a_model():
    text = "import { a } from '@aws-amplify/backend';\nexport const Shelf = a.model({ room: a.string().required() });"
    assert [one.name for one in import_text(text.encode(), "shelf.ts").design.tables] == ["Shelf"]


def test_a_relation_to_a_model_of_another_file_is_no_attribute() -> None:
    text = """import { a } from '@aws-amplify/backend';
export const Guide = a.model({ name: a.string().required(), walks: a.hasMany('Walk', 'guideId') });
"""
    read = import_text(text.encode(), "guide.ts")
    (entity,) = read.design.tables[0].entities
    assert "walks" not in {one.name for one in entity.attributes}
    assert any(line.path == "Guide.walks" and "left out" in line.message for line in read.report)
