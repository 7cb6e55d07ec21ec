"""Undo takes back a person's own newest change, and nothing that came after it."""

import pytest

from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import WHOLE, Delta
from modeler.core.errors import Conflict, Forbidden, Missing
from modeler.history.undo import design_redo, design_undo
from modeler.loading import read_whole
from modeler.models import Change
from modeler.services import design_change, design_replace, part_remove
from tests.factories.documents import big_document, small_document

pytestmark = pytest.mark.django_db


def set_field(design, by, part, field, before, after):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, field, before, after)])


def add(design, by, part, kind, parent, /, **fields):
    whole = {"kind": kind, "parent": parent, "fields": fields}
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, WHOLE, None, whole)])


def name_of(design, part):
    return read_whole(design.pk).parts[part].name


def refusal_of(call, **arguments):
    with pytest.raises(Conflict) as refusal:
        call(**arguments)
    assert refusal.value.message
    return refusal.value.code


def test_undo_is_a_change_of_its_own(design, ada):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    revision = design_undo(design_id=design.pk, by=ada)
    assert (revision.number, revision.label) == (3, "undid: renamed entity Order to Purchase")
    assert name_of(design, "e-order") == "Order"
    assert Change.objects.get(revision=3).undoes == Change.objects.get(revision=2)


def test_each_undoes_their_own(design, ada, eve):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    set_field(design, eve, "e-customer", "name", "Customer", "Buyer")
    design_undo(design_id=design.pk, by=ada)
    assert (name_of(design, "e-order"), name_of(design, "e-customer")) == ("Order", "Buyer")


def test_a_new_edit_ends_what_could_be_redone(design, ada):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    design_undo(design_id=design.pk, by=ada)
    set_field(design, ada, "e-customer", "name", "Customer", "Buyer")
    assert refusal_of(design_redo, design_id=design.pk, by=ada) == "redo.nothing"
    design_undo(design_id=design.pk, by=ada)
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.nothing"


def test_what_was_redone_can_be_undone_again(design, ada):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    for _ in range(3):
        design_undo(design_id=design.pk, by=ada)
        assert name_of(design, "e-order") == "Order"
        design_redo(design_id=design.pk, by=ada)
        assert name_of(design, "e-order") == "Purchase"


def test_a_field_that_somebody_changed_since_stays(design, ada, eve):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    set_field(design, eve, "e-order", "name", "Purchase", "Sale")
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.changed"
    assert name_of(design, "e-order") == "Sale"


def test_undo_goes_on_with_the_change_before_one_that_somebody_overwrote(design, ada, eve):
    set_field(design, ada, "e-customer", "name", "Customer", "Client")
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    set_field(design, eve, "e-order", "name", "Purchase", "Sale")
    undone = design_undo(design_id=design.pk, by=ada)
    assert undone.label == "undid: renamed entity Customer to Client"
    reason = "name of entity Sale was changed since; it stays as it is (Eve, revision 4)"
    assert undone.skipped == (f"renamed entity Order to Purchase: {reason}",)
    assert (name_of(design, "e-customer"), name_of(design, "e-order")) == ("Customer", "Sale")
    design_redo(design_id=design.pk, by=ada)
    assert name_of(design, "e-customer") == "Client"
    # Nothing else is left: the overwritten change is refused with its reason, and not skipped for good.
    design_undo(design_id=design.pk, by=ada)
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.changed"
    set_field(design, eve, "e-order", "name", "Sale", "Purchase")
    assert design_undo(design_id=design.pk, by=ada).skipped == ()
    assert name_of(design, "e-order") == "Order"


def test_a_key_that_somebody_changed_since_is_named_as_the_page_names_it(design, ada, eve):
    set_field(design, ada, "o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}")
    set_field(design, eve, "o-o-base", "keys.SK", "O#{@a-o-id}", "X#{@a-o-id}")
    with pytest.raises(Conflict, match="SK of Order in app-main was changed since"):
        design_undo(design_id=design.pk, by=ada)


def test_a_part_that_somebody_built_on_stays(design, ada, eve):
    add(design, ada, "e-new", "entity", "t-main", name="Invoice")
    add(design, eve, "a-new", "attribute", "e-new", name="number", type="S")
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.built_on"


def test_a_part_that_something_refers_to_stays(design, ada, eve):
    add(design, ada, "i-new", "index", "t-main", name="GSI2", kind="GSI")
    set_field(design, eve, "p-a2", "index", "i-gsi1", "i-new")
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.needed"
    set_field(design, eve, "p-a2", "index", "i-new", "i-gsi1")
    design_undo(design_id=design.pk, by=ada)
    assert read_whole(design.pk).design == from_document(small_document())


def test_an_attribute_that_a_template_shows_stays(design, ada, eve):
    add(design, ada, "a-new", "attribute", "e-order", name="day", type="S")
    set_field(design, eve, "o-o-base", "keys.SK", "ORDER#{@a-o-id}", "ORDER#{@a-new}#{@a-o-id}")
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.needed"


def test_an_edit_in_what_was_removed_since_is_not_undone(design, ada, eve):
    set_field(design, ada, "a-o-id", "name", "orderId", "number")
    part_remove(design_id=design.pk, part="e-order", by=eve)
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "removed"


def test_a_removal_is_undone_with_what_fell_with_it(design, ada):
    part_remove(design_id=design.pk, part="i-gsi1", by=ada)
    design_undo(design_id=design.pk, by=ada)
    assert read_whole(design.pk).design == from_document(small_document())


def test_a_replacement_by_a_large_document_is_undone_and_redone_whole(design, ada):
    design_replace(design_id=design.pk, document=big_document(1500), by=ada)
    design_undo(design_id=design.pk, by=ada)
    assert read_whole(design.pk).design == from_document(small_document())
    design_redo(design_id=design.pk, by=ada)
    assert read_whole(design.pk).design == from_document(big_document(1500))


def test_the_creation_of_a_design_is_not_undone(design, ada):
    assert refusal_of(design_undo, design_id=design.pk, by=ada) == "undo.nothing"


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_edit_may_not_undo(request, design, ada, who, refusal):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    for call in (design_undo, design_redo):
        with pytest.raises(refusal):
            call(design_id=design.pk, by=request.getfixturevalue(who))
