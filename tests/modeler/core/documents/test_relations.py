"""Relations between entities: read, written, edited, and following the names of what they speak of."""

import json

import pytest

from modeler.core.design.items import SizeFact
from modeler.core.design.parts import ROOT, PartKind, children
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import dump, from_document, load
from modeler.core.edits.changes import apply
from modeler.core.edits.document_edits import document_change, document_of
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Gone, Made, Typed
from modeler.core.errors import DocumentInvalid, Invalid


def entity(name: str, *attributes: str) -> dict:
    return {"name": name, "identity": [attributes[0]], "attributes": [{"name": one} for one in attributes]}


DOCUMENT = {
    "keysheet": 1,
    "name": "School",
    "tables": [
        {
            "name": "app",
            "entities": [
                entity("Course", "courseId"),
                entity("Student", "studentId"),
                entity("Enrolment", "enrolmentId", "courseId", "studentId"),
                entity("Note", "noteId", "courseId", "studentId"),
            ],
        }
    ],
    "relations": [
        {"parent": "Course", "child": "Note", "through": ["courseId"], "per_parent": {"average": 4, "max": 200}},
        {
            "kind": "many_to_many",
            "parent": "Course",
            "child": "Student",
            "join": "Enrolment",
            "through": ["courseId"],
            "through_child": ["studentId"],
            "per_parent": {"average": 30},
            "per_child": {"average": 5},
        },
    ],
}


@pytest.fixture
def parts():
    return parts_of(from_document(DOCUMENT))


def relations_of(parts) -> tuple[Relation, ...]:
    return design_of(parts).relations


def edited(parts, *edits):
    return apply(parts, typed_change(parts, edits))


def named(parts, name: str):
    return next(one for one in parts.values() if one.name == name and one.kind is PartKind.ENTITY)


def test_a_relation_says_who_belongs_to_whom_and_how_many():
    notes, students = from_document(DOCUMENT).relations
    assert (notes.parent, notes.child, notes.kind, notes.through) == (
        "Course", "Note", RelationKind.ONE_TO_MANY, ("courseId",)
    )  # fmt: skip
    assert notes.per_parent == SizeFact(4, 200)
    assert notes.per_child is None
    assert (students.kind, students.join, students.through_child) == (
        RelationKind.MANY_TO_MANY, "Enrolment", ("studentId",)
    )  # fmt: skip
    assert notes.label == "Course to Note"


def test_it_is_written_as_it_was_read():
    design = from_document(DOCUMENT)
    assert load(dump(design)) == design
    written = json.loads(dump(design))["relations"]
    assert [{name: one for name, one in raw.items() if name not in ("id", "kind")} for raw in written] == [
        {name: one for name, one in raw.items() if name != "kind"} for raw in DOCUMENT["relations"]
    ]


def test_a_design_without_relations_has_none_in_its_document():
    assert "relations" not in json.loads(dump(from_document({"keysheet": 1, "name": "Empty"})))


@pytest.mark.parametrize(
    "raw",
    [
        {"parent": "Course"},
        {"parent": "Course", "child": "Note", "kind": "some"},
        {"parent": "Course", "child": "Note", "per_parent": {"average": -1}},
        {"parent": "Course", "child": "Note", "through": "courseId"},
        {"parent": "Course", "child": "Note", "colour": "red"},
    ],
)
def test_another_shape_is_refused(raw):
    with pytest.raises(DocumentInvalid, match="relations"):
        from_document({"keysheet": 1, "name": "Odd", "relations": [raw]})


def test_it_follows_the_names_of_its_entities_and_attributes(parts):
    enrolment = named(parts, "Enrolment")
    course = next(one for one in children(parts, enrolment.id, PartKind.ATTRIBUTE) if one.name == "courseId")
    parts = edited(
        parts,
        Typed(named(parts, "Course").id, "name", "Lecture", "Course"),
        Typed(enrolment.id, "name", "Seat", "Enrolment"),
        Typed(course.id, "name", "lectureId", "courseId"),
    )
    notes, students = relations_of(parts)
    assert (notes.parent, notes.child, notes.through) == ("Lecture", "Note", ("courseId",))
    assert (students.parent, students.join, students.through) == ("Lecture", "Seat", ("lectureId",))


def test_its_attributes_are_those_of_the_child_that_is_chosen(parts):
    relation = children(parts, ROOT, PartKind.RELATION)[0]
    parts = edited(parts, Typed(relation.id, "child", "Enrolment", relation.fields["child"]))
    own = {one.id for one in children(parts, named(parts, "Enrolment").id, PartKind.ATTRIBUTE)}
    (stored,) = parts[relation.id].fields["through"]
    assert stored.removeprefix("@") in own


def test_it_is_made_edited_and_removed_as_a_part(parts):
    fields = {"parent": "Student", "child": "Note", "through": ["studentId"]}
    parts = edited(parts, Made("r-new", ROOT, "relations", fields))
    assert [one.label for one in relations_of(parts)][-1] == "Student to Note"
    assert parts["r-new"].fields["parent"] == f"@{named(parts, 'Student').id}"
    parts = edited(parts, Typed("r-new", "per_parent", {"average": 7, "max": 90}, None))
    assert relations_of(parts)[-1].per_parent == SizeFact(7, 90)
    with pytest.raises(Invalid):
        edited(parts, Typed("r-new", "per_parent", {"average": "many"}, {"average": 7, "max": 90}))
    assert len(relations_of(edited(parts, Gone("r-new")))) == 2


def test_one_of_a_removed_entity_keeps_its_name_to_show(parts):
    parts = edited(parts, Gone(named(parts, "Note").id))
    assert relations_of(parts)[0].child == "Note"


def test_relations_without_ids_are_known_by_their_entities(parts):
    document = document_of(parts)
    listed = [{name: one for name, one in raw.items() if name != "id"} for raw in reversed(document["relations"])]
    listed[1]["per_parent"] = {"average": 5, "max": 200}
    change = document_change(parts, {**document, "relations": listed})
    assert {delta.field for delta in change} <= {"per_parent", "position"}
    assert {one.label: one.per_parent.average for one in relations_of(apply(parts, change))} == {
        "Course to Note": 5,
        "Course to Student": 30,
    }
