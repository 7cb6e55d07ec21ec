"""Amplify's GraphQL schemas as the tables that Amplify creates for them."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_models_of_code import shares

SCHEMA = '''"""The blog."""
enum State { DRAFT PUBLISHED }
type Place { lat: Float lon: Float }

type Blog @model @auth(rules: [{ allow: public }]) {
  name: String!
  posts: [Post] @hasMany
  drafts: [Post] @hasMany(indexName: "byState", fields: ["id"])
}

"One post."
type Post @model(timestamps: null) {
  slug: ID! @primaryKey(sortKeyFields: ["year", "title"])
  year: Int!
  title: String!
  state: State! @index(name: "byState", sortKeyFields: ["publishedAt"], queryField: "postsByState")
  publishedAt: AWSDateTime
  score: Float @index
  where: Place
  words: [String!]
  seen: AWSTimestamp @default(value: "0")
  cover: Picture @hasOne
  tags: [Tag] @manyToMany(relationName: "PostTags")
}
type Picture @model { id: ID! url: AWSURL! }
type Tag @model { id: ID! label: String! posts: [Post] @manyToMany(relationName: "PostTags") }
'''

OLD = """type Customer @model
  @key(fields: ["email"])
  @key(name: "byRep", fields: ["rep", "at"], queryField: "customersByRep")
  @key(name: "local", fields: ["email", "at"]) {
  email: String!
  rep: ID!
  at: AWSDate!
  orders: [Order] @connection(keyName: "byCustomer", fields: ["email"])
}
type Order @model @key(name: "byCustomer", fields: ["customerEmail", "at", "number"]) {
  id: ID! customerEmail: String! at: AWSDate! number: Int!
}
"""


def read(text: str, name: str = "schema.graphql") -> Imported:
    return import_text(text.encode(), name)


def keys(table) -> list[tuple[str, str]]:
    return [(key.name, str(key.type)) for key in (*table.partition_key, *table.sort_key)]


@pytest.mark.parametrize("name", ["schema.graphql", "schema.gql", ""])
def test_each_model_is_a_table_with_the_keys_that_amplify_gives_it(name):
    imported = read(SCHEMA, name)
    tables = {one.name: one for one in imported.design.tables}
    assert imported.importer == "amplify"
    assert {one: keys(table) for one, table in tables.items()} == {
        "Blog": [("id", "S")],
        "Post": [("slug", "S"), ("year#title", "S")],
        "Picture": [("id", "S")],
        "Tag": [("id", "S")],
        "PostTags": [("id", "S")],
    }
    assert [(one.name, one.kind, one.key_names) for one in tables["Post"].indexes] == [
        ("byState", "GSI", ("state", "publishedAt")),
        ("postsByScore", "GSI", ("score",)),
        ("gsi-Blog.posts", "GSI", ("blogPostsId",)),
    ]
    assert [(one.name, one.key_names) for one in tables["PostTags"].indexes] == [
        ("byPost", ("postSlug", "postYear#postTitle")),
        ("byTag", ("tagId",)),
    ]
    assert tables["Post"].settings == {"billing": "PAY_PER_REQUEST", "stream": "NEW_AND_OLD_IMAGES"}


def test_fields_are_attributes_with_their_types():
    imported = read(SCHEMA)
    table = next(one for one in imported.design.tables if one.name == "Post")
    entity = table.entities[0]
    found = {one.name: (str(one.type), one.format) for one in entity.attributes}
    assert found == {
        "slug": ("S", ""), "year": ("N", "integer"), "title": ("S", ""), "state": ("S", "enum"),
        "publishedAt": ("S", "iso"), "score": ("N", ""), "where": ("M", ""), "words": ("L", ""),
        "seen": ("N", "epoch_seconds"), "blogPostsId": ("S", ""), "postCoverId": ("S", ""),
        "createdAt": ("S", "iso"), "updatedAt": ("S", "iso"), "__typename": ("S", "enum"),
    }  # fmt: skip
    assert entity.description == "One post."
    assert entity.overloads[0].keys == {"slug": "{slug}", "year#title": "{year}#{title}"}
    optional = {one.name for one in entity.attributes if one.optional < 1}
    assert {"where", "words", "seen"} <= optional and not {"title", "createdAt", "__typename"} & optional


def test_queries_of_the_schema_are_access_patterns():
    patterns = {one.name: one for one in read(SCHEMA).design.patterns}
    assert str(patterns["getPost"].operation) == "GetItem"
    by_state = patterns["postsByState"]
    assert (by_state.index, [one.name for one in by_state.key]) == ("byState", ["state"])


def test_what_a_design_cannot_represent_is_reported_with_its_line():
    told = {(str(line.level), line.path, line.line) for line in read(SCHEMA).report}
    assert ("dropped", "Blog", 5) in told
    assert any(level == "guessed" and path == "" for level, path, _ in told)


def test_a_schema_of_the_first_transformer():
    imported = read(OLD)
    customer, order = imported.design.tables
    assert keys(customer) == [("email", "S")]
    assert [(one.name, one.kind, one.key_names) for one in customer.indexes] == [
        ("byRep", "GSI", ("rep", "at")),
        ("local", "LSI", ("email", "at")),
    ]
    assert [(one.name, one.key_names) for one in order.indexes] == [("byCustomer", ("customerEmail", "at#number"))]
    assert "customersByRep" in [one.name for one in imported.design.patterns]
    assert shares(imported, "Customer")["rep"] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("type A @model { id: ID! @index(name: ) }", "line 1"),
        ("type A @model { id: ID!", "line 1"),
        ("type A @model { a: [" + "[" * 5000 + "Int", "line 1|too deeply"),
    ],
)
def test_a_schema_that_is_not_graphql_is_refused_with_its_line(text, said):
    with pytest.raises(DocumentInvalid, match=said):
        read(text)


def test_a_key_of_a_field_that_is_missing_is_read_and_reported():
    imported = read('type A @model { id: ID! x: Int @index(name: "i", sortKeyFields: ["gone"]) }')
    assert imported.design.tables[0].indexes[0].key_names == ("x", "gone")
    assert any("has no field 'gone'" in line.message for line in imported.report)


def test_a_schema_in_a_text_of_a_source_is_read_on_its_lines():
    text = """import { defineData } from '@aws-amplify/backend'
const note = `not a schema`
const schema = `
  type Shelf @model @auth(rules: [{ allow: owner }]) {
    id: ID!
    label: String! @index(name: "byLabel")
  }
`
export const data = defineData({ schema })
"""
    imported = import_text(text.encode(), "resource.ts")
    (table,) = imported.design.tables
    assert (imported.importer, table.name, [one.name for one in table.indexes]) == ("amplify", "Shelf", ["byLabel"])
    assert [line.line for line in imported.report if "@auth" in line.message] == [4]


RELATED = """type Ward @model {
  code: ID! @primaryKey
  nurses: [Nurse] @hasMany(fields: ["code"])
  chief: Chief @hasOne(references: ["wardCode"])
}
type Nurse @model { id: ID! @primaryKey(sortKeyFields: ["at"]) at: AWSDate! }
type Chief @model { id: ID! wardCode: ID ward: Ward @belongsTo(references: ["wardCode"]) }
"""


def test_relations_by_fields_make_no_index_and_relations_by_references_make_one():
    tables = {one.name: one for one in read(RELATED).design.tables}
    assert tables["Nurse"].indexes == ()
    assert [(one.name, one.key_names) for one in tables["Chief"].indexes] == [("gsi-Ward.chief", ("wardCode",))]
    assert tables["Ward"].indexes == ()
