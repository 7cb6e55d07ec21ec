"""Edits on the page: one delta each, a stale one shows both values, a draft stores nothing."""

import pytest
from django.urls import reverse

from modeler.core.edits import Delta
from modeler.loading import read_structure
from modeler.services import design_change

pytestmark = pytest.mark.django_db
BASE = "CUST#{@a-o-cust}"
SHOWN = "CUST#{customerId}"


@pytest.fixture
def edit(client, eve, design):
    """Post an edit of the order's partition key, as the page does."""
    client.force_login(eve)

    def post(value, *, part="o-o-base", field="keys.PK", base=BASE, shown=SHOWN, to="part-edit"):
        sent = {"part": part, "field": field, "base": base, "shown": shown, "value": value}
        return client.post(reverse(to, args=[design.pk]), sent)

    return post


def field(design, part, name):
    return read_structure(design.pk).parts[part].fields.get(name)


def test_an_edit_is_saved_with_ids_in_place_of_names(edit, design):
    answer = edit("BUYER#{customerId}")
    assert (answer.status_code, answer.headers["Keysheet-Revision"]) == (204, "2")
    assert field(design, "o-o-base", "keys.PK") == "BUYER#{@a-o-cust}"


def test_a_stale_edit_shows_both_values_and_changes_nothing(edit, design, ada):
    theirs = [Delta("o-o-base", "keys.PK", BASE, "OTHER#{@a-o-cust}")]
    design_change(design_id=design.pk, deltas=theirs, by=ada)
    answer = edit("MINE#{customerId}")
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "Ada changed this" in said
    assert "OTHER#" in said and "MINE#" in said
    assert field(design, "o-o-base", "keys.PK") == "OTHER#{@a-o-cust}"


def test_an_edit_of_another_field_is_merged(edit, design, ada):
    theirs = [Delta("o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}")]
    design_change(design_id=design.pk, deltas=theirs, by=ada)
    assert edit("MINE#{customerId}").status_code == 204
    assert field(design, "o-o-base", "keys.SK") == "O#{@a-o-id}"


def test_a_rename_and_an_edit_of_a_template_both_win(edit, design, ada):
    rename = [Delta("a-o-cust", "name", "customerId", "buyerId")]
    design_change(design_id=design.pk, deltas=rename, by=ada)
    assert edit("X#{customerId}").status_code == 204
    assert field(design, "o-o-base", "keys.PK") == "X#{@a-o-cust}"


def test_a_half_typed_template_is_saved_as_it_is(edit, design):
    assert edit("CUST#{cust").status_code == 204
    assert field(design, "o-o-base", "keys.PK") == "CUST#{cust"


def test_an_empty_template_is_no_template(edit, design):
    assert edit("").status_code == 204
    assert field(design, "o-o-base", "keys.PK") is None


@pytest.mark.parametrize(
    ("part", "name", "status"),
    [("o-o-base", "index", 422), ("t-main", "name", 422), ("nobody", "name", 404), ("e-order", "identity", 422)],
)
def test_only_what_the_page_edits_is_edited_by_it(edit, part, name, status):
    assert edit("x", part=part, field=name).status_code == status


def test_a_name_may_not_be_empty(edit, design):
    assert edit(" ", part="e-order", field="name", base="Order").status_code == 422


def test_an_entity_is_put_into_an_index_and_taken_out_again(client, eve, design):
    client.force_login(eve)
    added = client.post(reverse("overload-add", args=[design.pk]), {"entity": "e-customer", "index": "i-gsi1"})
    assert added.status_code == 204
    parts = read_structure(design.pk).parts.values()
    made = next(one for one in parts if one.fields.get("index") == "i-gsi1" and one.parent == "e-customer")
    assert made.fields["keys.GSI1PK"] == "CUST#{@a-c-id}"
    assert client.post(reverse("part-remove", args=[design.pk]), {"part": made.id}).status_code == 204
    assert read_structure(design.pk).parts[made.id].is_removed


def test_undo_and_redo_take_ones_own_change_back_and_forth(edit, client, design):
    edit("BUYER#{customerId}")
    assert client.post(reverse("undo", args=[design.pk])).headers["Keysheet-Revision"] == "3"
    assert field(design, "o-o-base", "keys.PK") == BASE
    assert client.post(reverse("redo", args=[design.pk])).status_code == 204
    assert field(design, "o-o-base", "keys.PK") == "BUYER#{@a-o-cust}"


def test_there_may_be_nothing_to_undo(client, ben, eve, design):
    client.force_login(eve)
    answer = client.post(reverse("undo", args=[design.pk]), headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "nothing of yours to undo" in answer.content.decode()
