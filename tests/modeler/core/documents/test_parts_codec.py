"""A design as parts: what is kept by id, so that a rename reaches every text that speaks of it."""

import pytest

from modeler.core.design.parts import ROOT, Part, PartKind, children
from modeler.core.documents.parts_codec import check_field, design_of, parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import apply, removal, set_field
from modeler.core.errors import Invalid

DOCUMENT = {
    "keysheet": 1,
    "name": "d",
    "tables": [
        {
            "name": "main",
            "partition_key": [{"name": "PK"}],
            "entities": [
                {
                    "name": "User",
                    "identity": ["id"],
                    "unique": [["email"], ["id", "email"]],
                    "attributes": [{"name": "id"}, {"name": "email"}, {"name": "@odd"}],
                    "overloads": [{"index": "GONE", "keys": {"PK": "U#{id}"}}],
                }
            ],
            "unassigned": [{"PK": "left over"}],
        },
        {"name": "log", "partition_key": [{"name": "PK"}]},
    ],
    "access_patterns": [
        {
            "code": "T1",
            "operation": "TransactWriteItems",
            "table": "main",
            "entities": ["User", "Nobody"],
            "steps": [
                {"operation": "PutItem", "key": {"PK": {"between": ["U#{id}", "U#{email}"]}}},
                {"operation": "PutItem", "table": "log", "key": {"PK": "{email}"}},
                {"operation": "PutItem", "table": "nowhere", "index": "GSI7"},
            ],
        },
        {"code": "Q1", "operation": "Query", "key": {"PK": "{email}"}},
    ],
}
DESIGN = from_document(DOCUMENT)
PARTS = parts_of(DESIGN)


def attribute(name):
    return next(part.id for part in PARTS.values() if part.kind is PartKind.ATTRIBUTE and part.name == name)


def renamed(name, new):
    return design_of(apply(PARTS, set_field(PARTS, attribute(name), "name", new)))


def test_steps_unique_names_unknown_names_and_what_is_unassigned_survive():
    assert design_of(PARTS) == DESIGN
    assert DESIGN.tables[0].unassigned
    assert DESIGN.tables[0].entities[0].overloads[0].index == "GONE"


def test_a_rename_reaches_what_must_be_unique():
    assert renamed("email", "mail").tables[0].entities[0].unique == (("mail",), ("id", "mail"))


def test_a_rename_reaches_a_step_that_takes_its_entities_from_the_whole():
    first, second, _ = renamed("email", "mail").patterns[0].steps
    assert first.key[0].templates == ("U#{id}", "U#{mail}")
    assert second.key[0].templates == ("{email}",), "a parameter, in a table that has no such attribute"


def test_a_name_that_looks_like_an_id_is_not_taken_for_one():
    overload = next(part.id for part in PARTS.values() if part.kind is PartKind.OVERLOAD)
    after = apply(PARTS, set_field(PARTS, overload, "keys.PK", "{@nobody}"))
    assert design_of(after).tables[0].entities[0].overloads[0].keys == {"PK": "{@nobody}"}


def test_children_are_the_living_ones_in_order():
    after = apply(PARTS, removal(PARTS, next(part.id for part in PARTS.values() if part.name == "log")))
    tables = children(after, ROOT, PartKind.TABLE)
    assert [part.name for part in tables] == ["main"]
    assert {part.kind for part in children(after, ROOT)} == {PartKind.TABLE, PartKind.PATTERN}
    later = {**PARTS, "first": Part("first", PartKind.TABLE, ROOT, {"name": "0", "position": "0"})}
    assert [part.name for part in children(later, ROOT, PartKind.TABLE)] == ["0", "main", "log"]


def test_a_field_may_always_be_absent_and_a_position_is_a_text():
    check_field(PartKind.TABLE, "name", None)
    check_field(PartKind.TABLE, "position", "V")
    check_field(PartKind.ITEM, "values.anything", {"S": "x"})
    with pytest.raises(Invalid):
        check_field(PartKind.TABLE, "position", 5)
