"""Attributes whose class is another library's or the file's own, and keys that two classes type differently."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from modeler.core.analysis import analyse

MODELS = """from pynamodb.models import Model
from pynamodb.constants import NUMBER
from pynamodb.attributes import Attribute, DiscriminatorAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from pynamodb_attributes import TimestampAttribute, UnicodeEnumAttribute, UUIDAttribute
from elsewhere import MoneyAttribute

class LevelAttribute(Attribute[Level]):
    attr_type = NUMBER

class NickAttribute(UnicodeAttribute):
    pass

class ByShelf(GlobalSecondaryIndex):
    class Meta:
        index_name = "by-shelf"
        projection = AllProjection()
    shelf = NumberAttribute(hash_key=True)

class Thing(Model):
    class Meta:
        table_name = "things"
    shelf = UnicodeAttribute(hash_key=True)
    id = UUIDAttribute(range_key=True)
    cls = DiscriminatorAttribute()
    by_shelf = ByShelf()

class Book(Thing, discriminator="Book"):
    made = TimestampAttribute()
    state = UnicodeEnumAttribute(State, null=True)
    level = LevelAttribute()
    nick = NickAttribute(attr_name="n")
    price = MoneyAttribute()
"""


def test_no_attribute_of_a_model_is_lost_and_unknown_classes_are_said():
    imported = import_text(MODELS.encode(), "models.py")
    book = next(one for one in imported.design.tables[0].entities if one.name == "Book")
    assert {one.name: (str(one.type), one.format) for one in book.attributes} == {
        "shelf": ("S", ""), "id": ("S", "uuid4"), "cls": ("S", "enum"), "made": ("N", "epoch_seconds"),
        "state": ("S", ""), "level": ("N", ""), "n": ("S", ""), "price": ("S", ""),
    }  # fmt: skip
    assert dict(next(one for one in book.attributes if one.name == "cls").values) == {"Book": 1.0}
    said = {line.path: line.message for line in imported.report}
    assert "MoneyAttribute is in another file" in said["Book.price"]
    assert said["ByShelf.shelf"] == "shelf is of type N in by_shelf and S in the model; read as S"


def test_packed_attributes_are_projected_under_their_own_names():
    text = """export default {
    indexes: { primary: { hash: 'pk', sort: 'sk' }, gs1: { hash: 'g', project: ['name', 'data'] } },
    models: { User: { pk: { type: String, value: 'u#${id}' }, sk: { type: String, value: 'u#' }, id: { type: String },
      name: { type: String }, g: { type: String, value: '${name}' },
      street: { type: String, map: 'data.street' }, zip: { type: String, map: 'data.zip' } } },
}
"""
    imported = import_text(text.encode(), "schema.ts")
    assert imported.importer == "onetable"
    assert list(imported.design.tables[0].indexes[0].projection.attributes) == ["name", "street", "zip"]


def test_a_composite_that_the_model_lacks_is_said_as_electrodb_sees_it():
    text = """import { Entity } from "electrodb";
export const Link = new Entity({ model: { entity: "Link", version: "1", service: "s" },
  attributes: { id: { type: "string" } },
  indexes: { primary: { pk: { field: "pk", composite: ["id"] }, sk: { field: "sk", composite: ["other"] } } } });
"""
    said = {line.path: line.message for line in import_text(text.encode(), "link.ts").report}
    assert "which ElectroDB rejects" in said["line 2.attributes.other"]


AMPLIFY = """type Paper @model {
  id: ID!
  title: String!
  editor: ID @index(name: "byEditor", sortKeyFields: ["dueAt"])
  dueAt: AWSDateTime
}
"""
ONETABLE = """export default {
  indexes: { primary: { hash: 'pk', sort: 'sk' }, gs1: { hash: 'gs1pk', sort: 'gs1sk' }, byEditor: { hash: 'editor' } },
  models: { Paper: {
    pk: { type: String, value: 'paper#${id}' }, sk: { type: String, value: 'paper#' }, id: { type: String },
    title: { type: String, required: true }, editor: { type: String }, reviewer: { type: String },
    gs1pk: { type: String, value: 'reviewer#${reviewer}' }, gs1sk: { type: String, value: 'paper#${id}' } } },
}
"""


@pytest.mark.parametrize(
    ("text", "name", "index", "when", "optional"),
    [
        (AMPLIFY, "schema.graphql", "byEditor", "attribute_exists(dueAt) AND attribute_exists(editor)",
         {"editor", "dueAt"}),
        (ONETABLE, "schema.ts", "byEditor", "attribute_exists(editor)", {"editor"}),
        # OneTable writes the other key of this index also into items without a reviewer.
        (ONETABLE, "schema.ts", "gs1", "", {"editor"}),
    ],
)  # fmt: skip
def test_an_index_of_an_attribute_that_is_not_required_is_sparse(text, name, index, when, optional):
    imported = import_text(text.encode(), name)
    paper = imported.design.tables[0].entities[0]
    assert paper.overloads_of(index)[0].when == when
    assert {one.name for one in paper.attributes if one.optional < 1} == optional
    said = " ".join(line.message for line in imported.report)
    assert "which the file does not require" in said
    assert ("reviewer: not required, but keys of indexes are made of them" in said) == (name == "schema.ts")
    found = {one.rule for one in analyse(imported.design).findings}
    assert "index.unintended_sparse" not in found
