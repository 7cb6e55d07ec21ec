"""New parts are small, valid, and named so that they can be told apart. Pure."""

import pytest

from designer.page.new_parts import new_part
from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import apply
from modeler.core.errors import Invalid, Missing
from modeler.core.items.materialize import materialise
from tests.factories.documents import small_document

EMPTY = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Fresh"})}


def added(parts, *kinds):
    """The design after parts were added, each to the one before."""
    above = ""
    for kind in kinds:
        above, change = new_part(parts, kind, above)
        parts = apply(parts, change)
    return design_of(parts)


def test_a_first_entity_has_a_key_and_an_item_that_can_be_stored():
    table = added(EMPTY, "table", "entity").tables[0]
    (stored,) = materialise(table)
    assert stored.problems == ()
    assert {name: value.data for name, value in stored.item.items()} == {"id": "1", "PK": "ENTITY#1", "SK": "ENTITY"}


def test_names_are_told_apart():
    parts = parts_of(from_document(small_document()))
    for kind, parent in (("entity", "t-main"), ("entity", "t-main"), ("index", "t-main"), ("attribute", "e-order")):
        parts = apply(parts, new_part(parts, kind, parent)[1])
    table = design_of(parts).tables[0]
    assert [entity.name for entity in table.entities] == ["Customer", "Order", "Entity", "Entity2"]
    assert [index.name for index in table.indexes] == ["GSI1", "GSI2"]


@pytest.mark.parametrize(
    ("kind", "parent", "error"),
    [
        ("nonsense", "", Invalid),
        ("entity", "", Invalid),
        ("index", "e-order", Invalid),
        ("attribute", "nobody", Missing),
    ],
)
def test_what_belongs_nowhere_is_refused(kind, parent, error):
    with pytest.raises(error):
        new_part(parts_of(from_document(small_document())), kind, parent)
