"""The one service that changes a design, on a real Postgres."""

import json

import pytest

from modeler.core.design.parts import ROOT
from modeler.core.documents.reading import dump, from_document
from modeler.core.edits.changes import WHOLE, Delta
from modeler.core.errors import Conflict, DocumentInvalid, Forbidden, Invalid, Missing, Stale
from modeler.loading import parts_at, read_structure, read_whole
from modeler.models import Change, Design, SampleItem
from modeler.services import (
    design_change,
    design_create,
    design_duplicate,
    design_remove,
    design_replace,
    design_restore,
    part_remove,
)
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db


def set_field(design, by, part, field, before, after, **more):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, field, before, after)], **more)


def test_a_document_comes_back_as_it_was_stored(design):
    assert read_whole(design.pk).design == from_document(small_document())
    assert (design.revision, design.name) == (1, "Orders")


def test_a_design_made_from_nothing_is_empty(workspace, ada):
    design = design_create(workspace=workspace.pk, by=ada, name="Fresh")
    assert read_whole(design.pk).design == from_document({"keysheet": 1, "name": "Fresh"})


def test_a_document_of_another_shape_stores_nothing(workspace, ada):
    with pytest.raises(DocumentInvalid):
        design_create(workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "x", "tables": [{"name": 3}]})
    assert not Design.objects.exists()


def test_an_edit_makes_the_next_revision_and_writes_only_what_it_names(design, eve, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        revision = set_field(design, eve, "e-order", "name", "Order", "Purchase")
    assert (revision.number, revision.label) == (2, "renamed entity Order to Purchase")
    assert read_structure(design.pk).parts["e-order"].name == "Purchase"
    assert Change.objects.get(design=design, revision=2).by == eve


def test_the_label_of_a_change_names_indexes_and_attributes(design, eve):
    key = Delta("o-o-gsi1", "keys.GSI1PK", "STATUS#{@a-o-status}", "S#{@a-o-status:first(1)}")
    said = design_change(design_id=design.pk, deltas=[key], by=eve).label
    assert said == "changed GSI1PK of Order in GSI1 from STATUS#{status} to S#{status:first(1)}"


def test_a_rename_of_the_design_shows_in_lists(design, ada):
    set_field(design, ada, ROOT, "name", "Orders", "Sales")
    assert Design.objects.get(pk=design.pk).name == "Sales"


def test_two_people_who_edit_two_fields_both_win(design, ada, eve):
    set_field(design, ada, "o-o-base", "keys.PK", "CUST#{@a-o-cust}", "C#{@a-o-cust}", base_revision=1)
    set_field(design, eve, "o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}", base_revision=1)
    overload = read_whole(design.pk).design.tables[0].entities[1].overloads[0]
    assert overload.keys == {"PK": "C#{customerId}", "SK": "O#{orderId}"}


def test_a_stale_edit_of_the_same_field_is_refused_with_both_values(design, ada, eve):
    set_field(design, ada, "e-order", "name", "Order", "Purchase", base_revision=1)
    with pytest.raises(Stale) as refusal:
        set_field(design, eve, "e-order", "name", "Order", "Sale", base_revision=1)
    assert (refusal.value.theirs, refusal.value.yours) == ("Purchase", "Sale")
    assert Design.objects.get(pk=design.pk).revision == 2


def test_a_rename_and_an_edit_of_a_template_both_win(design, ada, eve):
    set_field(design, ada, "a-o-id", "name", "orderId", "number", base_revision=1)
    set_field(design, eve, "o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}", base_revision=1)
    overload = read_whole(design.pk).design.tables[0].entities[1].overloads[0]
    assert overload.keys["SK"] == "O#{number}"


def test_a_key_that_was_seen_is_not_applied_twice(design, ada, eve):
    first = set_field(design, ada, "e-order", "name", "Order", "Purchase", idempotency_key="one")
    again = set_field(design, ada, "e-order", "name", "Order", "Purchase", idempotency_key="one")
    assert again == first
    with pytest.raises(Conflict):
        set_field(design, eve, "e-order", "name", "Order", "Purchase", idempotency_key="one")


@pytest.mark.parametrize("key", ["", "a b", "x" * 81, "a\x00"])
def test_a_key_that_could_be_none_is_refused(design, ada, key):
    with pytest.raises(Invalid):
        set_field(design, ada, "e-order", "name", "Order", "Purchase", idempotency_key=key)


def test_what_changes_nothing_makes_no_revision(design, ada):
    assert set_field(design, ada, "e-order", "name", "Order", "Order").number == 1
    assert Change.objects.filter(design=design).count() == 1


@pytest.mark.parametrize(
    "delta",
    [
        Delta("e-order", "name", "Order", 7),
        Delta("e-order", "colour", None, "red"),
        Delta("e-order", "removed", None, "yes"),
        Delta("e-order", "description", None, "a\x00b"),
        Delta("e-order", "description", None, "a\ud800b"),
        Delta("t-main", "settings.x", None, float("nan")),
        Delta("s-o1", "values.@a-o-status", "OPEN", {"S": 5}),
        Delta("s-o1", "values.@a-o-status", "OPEN", {"B": "not base64!"}),
        Delta("s-o1", "colour", None, "red"),
        Delta(ROOT, "removed", None, True),
        Delta("new 1", WHOLE, None, {"kind": "entity", "parent": "t-main", "fields": {}}),
        Delta("new", WHOLE, None, {"kind": "entity", "parent": "e-order", "fields": {}}),
        Delta("new", WHOLE, None, {"kind": "design", "parent": "", "fields": {}}),
        Delta("new", WHOLE, None, {"kind": "entity", "parent": ["t-main"], "fields": {}}),
        Delta("new", WHOLE, None, {"kind": "entity", "parent": "t-main", "fields": {"name": []}}),
        Delta("new", WHOLE, None, "entity"),
    ],
    ids=str,
)
def test_an_edit_of_the_wrong_shape_is_refused_and_changes_nothing(design, ada, delta):
    before = read_whole(design.pk)
    with pytest.raises(Invalid) as refusal:
        design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Sale"), delta])
    assert refusal.value.path
    assert read_whole(design.pk) == before


def test_an_ill_template_is_kept_for_the_rules_to_speak_of(design, ada):
    set_field(design, ada, "o-o-base", "keys.PK", "CUST#{@a-o-cust}", "CUST#{half")
    assert read_whole(design.pk).design.tables[0].entities[1].overloads[0].keys["PK"] == "CUST#{half"


@pytest.mark.parametrize("kind", ["N", "BOOL", "SS", "M", "B", "NULL"])
def test_another_type_for_an_attribute_leaves_its_items_readable(design, ada, kind):
    set_field(design, ada, "s-o1", "values.@a-o-status", "OPEN", [True, 5])
    set_field(design, ada, "a-o-status", "type", "S", kind)
    items = read_whole(design.pk).design.tables[0].entities[1].items
    assert items[0].values["status"].type == "L"


def test_a_removed_part_leaves_the_document_and_refuses_edits_until_it_is_restored(design, ada, eve):
    part_remove(design_id=design.pk, part="e-order", by=ada)
    assert [entity.name for entity in read_whole(design.pk).design.tables[0].entities] == ["Customer"]
    for part, field, before in (("e-order", "name", "Order"), ("a-o-id", "name", "orderId")):
        with pytest.raises(Conflict) as refusal:
            set_field(design, eve, part, field, before, "late")
        assert (refusal.value.code, refusal.value.path) == ("removed", "e-order")
    set_field(design, eve, "e-order", "removed", True, None)
    assert read_whole(design.pk).design == from_document(small_document())


def test_an_index_takes_its_overloads_with_it(design, ada):
    revision = part_remove(design_id=design.pk, part="i-gsi1", by=ada)
    assert revision.touched == ["i-gsi1", "o-o-gsi1"]


def test_an_item_is_removed_without_loading_the_others(design, ada):
    assert part_remove(design_id=design.pk, part="s-o1", by=ada).touched == ["s-o1"]
    assert SampleItem.objects.get(design=design, part="s-o1").removed
    assert Design.objects.get(pk=design.pk).items_revision == 2


def test_the_items_have_a_revision_of_their_own(design, ada):
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    assert Design.objects.get(pk=design.pk).items_revision == 1


def test_a_document_put_back_changes_nothing(design, ada):
    document = json.loads(dump(read_whole(design.pk).design))
    assert design_replace(design_id=design.pk, document=document, by=ada, expected_revision=1).number == 1


def test_a_document_without_ids_matches_by_name(design, ada):
    document = small_document()
    document["name"] = "Sales"
    table = document["tables"][0]
    for part in (table, *table["indexes"], *table["entities"], *document["access_patterns"]):
        del part["id"]
    revision = design_replace(design_id=design.pk, document=document, by=ada)
    assert revision.deltas == (Delta(ROOT, "name", "Orders", "Sales"),)


def test_a_document_that_replaces_moves_adds_and_removes(design, ada):
    document = small_document()
    table = document["tables"][0]
    table["entities"] = [{"name": "Invoice", "attributes": [{"name": "n", "type": "N"}]}, *reversed(table["entities"])]
    del document["access_patterns"][0]
    design_replace(design_id=design.pk, document=document, by=ada, expected_revision=1)
    stored = read_whole(design.pk)
    assert [entity.name for entity in stored.design.tables[0].entities] == ["Invoice", "Order", "Customer"]
    assert [pattern.code for pattern in stored.design.patterns] == ["A2"]
    assert stored.parts["p-a1"].is_removed
    design_replace(design_id=design.pk, document=small_document(), by=ada)
    assert read_whole(design.pk).design == from_document(small_document())


def test_a_replacement_of_another_revision_is_refused(design, ada, eve):
    set_field(design, eve, "e-order", "name", "Order", "Purchase")
    with pytest.raises(Stale) as refusal:
        design_replace(design_id=design.pk, document=small_document(), by=ada, expected_revision=1)
    assert (refusal.value.theirs, refusal.value.yours) == (2, 1)


def test_a_duplicate_has_the_living_parts_and_a_history_of_its_own(design, ada):
    part_remove(design_id=design.pk, part="e-customer", by=ada)
    copy = design_duplicate(design_id=design.pk, by=ada)
    original, copied = read_whole(design.pk), read_whole(copy.pk)
    assert copied.design.tables == original.design.tables
    assert (copy.name, copy.revision, "e-customer" in copied.parts) == ("Orders (copy)", 1, False)


def test_a_removed_design_is_out_of_sight_until_its_owner_restores_it(design, ada, eve):
    with pytest.raises(Forbidden):
        design_remove(design_id=design.pk, by=eve)
    design_remove(design_id=design.pk, by=ada)
    with pytest.raises(Missing):
        set_field(design, ada, "e-order", "name", "Order", "late")
    design_restore(design_id=design.pk, by=ada)
    assert set_field(design, ada, "e-order", "name", "Order", "Purchase").number == 2


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_edit_changes_nothing(request, design, workspace, who, refusal):
    person = request.getfixturevalue(who)
    for attempt in (
        lambda: set_field(design, person, "e-order", "name", "Order", "mine"),
        lambda: design_replace(design_id=design.pk, document=small_document(), by=person),
        lambda: part_remove(design_id=design.pk, part="e-order", by=person),
        lambda: design_remove(design_id=design.pk, by=person),
        lambda: design_create(workspace=workspace.pk, by=person, name="mine"),
    ):
        with pytest.raises(refusal):
            attempt()
    assert Design.objects.get().revision == 1


def test_an_older_revision_can_be_read(design, ada):
    before = read_whole(design.pk).parts
    set_field(design, ada, "e-order", "name", "Order", "Purchase")
    design.refresh_from_db()
    assert parts_at(design, 1) == before
