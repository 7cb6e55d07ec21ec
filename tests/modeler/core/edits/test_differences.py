"""From one state of a design to another: what differs, where order stays, and ids for a document without them."""

import pytest
from hypothesis import given

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import apply
from modeler.core.edits.differences import differences, with_known_ids
from modeler.core.errors import Invalid
from tests.modeler.core import strategies


def tables(*names, **fields):
    """Parts of a design with tables in this order."""
    found = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "d"})}
    for number, name in enumerate(names):
        found[name] = Part(name, PartKind.TABLE, ROOT, {"name": name, "position": f"{number + 1}", **fields})
    return found


def order(parts):
    living = [part for part in parts.values() if part.kind is PartKind.TABLE and not part.is_removed]
    return [part.id for part in sorted(living, key=lambda part: (part.position, part.id))]


@pytest.mark.slow
@given(strategies.designs(), strategies.designs())
def test_the_difference_makes_one_design_of_the_other(one, other):
    before, after = parts_of(one), parts_of(other)
    made = design_of(apply(before, differences(before, after)))
    assert made == other


@given(strategies.designs())
def test_nothing_differs_from_itself(design):
    assert differences(parts_of(design), parts_of(design)) == ()


def test_a_new_neighbour_moves_nobody():
    before = tables("a", "b")
    change = differences(before, tables("a", "new", "b"))
    assert [(delta.part, delta.field) for delta in change] == [("new", "")]
    assert order(apply(before, change)) == ["a", "new", "b"]


def test_a_new_last_comes_last():
    assert order(apply(tables("a"), differences(tables("a"), tables("a", "b")))) == ["a", "b"]


def test_a_new_order_is_written():
    before = tables("a", "b")
    assert order(apply(before, differences(before, tables("b", "a")))) == ["b", "a"]


def test_what_is_left_out_gets_a_tombstone_and_comes_back_with_its_fields():
    before = tables("a", "b")
    gone = apply(before, differences(before, tables("a")))
    assert gone["b"].is_removed
    assert differences(gone, tables("a")) == ()
    back = differences(gone, tables("a", "b", description="again"))
    assert [(delta.part, delta.field) for delta in back if delta.part == "b"] == [
        ("b", "removed"),
        ("b", "description"),
    ]
    assert order(apply(gone, back)) == ["a", "b"]


def test_what_hangs_on_a_part_that_goes_is_not_removed_by_itself():
    before = tables("a", "b") | {"e": Part("e", PartKind.ENTITY, "b", {"name": "E"})}
    assert [delta.part for delta in differences(before, tables("a"))] == ["b"]


def test_a_part_that_moved_to_another_parent_is_refused():
    before = tables("a", "b") | {"e": Part("e", PartKind.ENTITY, "a", {"name": "E"})}
    after = tables("a", "b") | {"e": Part("e", PartKind.ENTITY, "b", {"name": "E"})}
    with pytest.raises(Invalid, match="E has the id of a part elsewhere"):
        differences(before, after)


DOCUMENT = {
    "keysheet": 1,
    "name": "d",
    "tables": [
        {
            "name": "main",
            "partition_key": [{"name": "PK"}],
            "entities": [
                {
                    "name": "Order",
                    "attributes": [{"name": "id"}, {"name": "id"}],
                    "overloads": [{"index": None, "keys": {"PK": "{id}"}}],
                    "items": [{"id": "o-1"}],
                }
            ],
        }
    ],
    "access_patterns": [{"code": "A1", "operation": "Scan"}],
}


def test_a_document_without_ids_takes_those_of_the_same_names():
    known = to_document(from_document(DOCUMENT))
    known["tables"][0]["id"] = "t-old"
    known["tables"][0]["entities"][0]["attributes"][1]["id"] = "second"
    filled = with_known_ids(DOCUMENT, known)
    entity = filled["tables"][0]["entities"][0]
    assert filled["tables"][0]["id"] == "t-old"
    assert entity["attributes"][1]["id"] == "second"
    assert entity["overloads"][0]["id"] == known["tables"][0]["entities"][0]["overloads"][0]["id"]
    assert filled["access_patterns"][0]["id"] == known["access_patterns"][0]["id"]
    assert entity["items"] == [{"id": "o-1"}]


def test_an_id_that_is_given_is_kept_and_taken_by_nobody_else():
    known = {"tables": [{"id": "t1", "name": "main", "entities": [{"id": "e1", "name": "E"}]}]}
    renamed = {"tables": [{"id": "t1", "name": "renamed", "entities": [{"name": "E"}]}, {"name": "main"}]}
    first, second = with_known_ids(renamed, known)["tables"]
    assert first["entities"][0]["id"] == "e1"
    assert "id" not in second


def test_what_is_no_document_is_given_back_and_no_part_refused():
    assert with_known_ids([1], {}) == [1]
    with pytest.raises(Invalid, match="every member of a list of parts is an object"):
        with_known_ids({"tables": ["main"]}, {})
