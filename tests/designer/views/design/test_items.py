"""Sample items by HTTP: whole values, new ones, rows of a spreadsheet, generated ones."""

import json

import pytest
from django.urls import reverse

from modeler.core.design.parts import PartKind
from modeler.core.edits.changes import Delta
from modeler.history.undo import design_undo
from modeler.loading import read_whole
from modeler.services import design_change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def door(client, eve, design):
    """A function from a door's name to its address, for Eve, who edits."""
    client.force_login(eve)
    return lambda name: reverse(name, args=[design.pk])


def living(design, kind=PartKind.ITEM):
    return [one for one in read_whole(design.pk).parts.values() if one.kind is kind and not one.is_removed]


def store(client, design, edits, label=""):
    body = json.dumps({"edits": edits, "label": label})
    return client.post(reverse("design-edits", args=[design.pk]), body, content_type="application/json")


def test_a_long_value_is_given_whole_with_what_is_stored(client, door, design, ada):
    change = [Delta("s-c1", "values.@a-c-name", "Ann", "x" * 500), Delta("s-c1", "values.n", None, {"N": "5"})]
    design_change(design_id=design.pk, deltas=change, by=ada)
    long = client.get(door("item-value"), {"item": "s-c1", "attribute": "name"}).json()
    assert long == {"text": "x" * 500, "type": "S", "base": "x" * 500, "shown": "x" * 500, "isTagged": False}
    undeclared = client.get(door("item-value"), {"item": "s-c1", "attribute": "n"}).json()
    assert (undeclared["text"], undeclared["base"], undeclared["isTagged"]) == ("5", {"N": "5"}, True)
    assert client.get(door("item-value"), {"item": "s-c1", "attribute": "gone"}).status_code == 404


def test_the_grid_gives_each_value_with_what_is_stored_where_that_is_another_text(client, door, design, ada):
    design_change(design_id=design.pk, deltas=[Delta("s-c1", "values.n", None, {"N": "5"})], by=ada)
    shown = client.get(door("design-grid")).content.decode()
    assert 'data-name="n" data-type="N" data-base="{&quot;N&quot;: &quot;5&quot;}" data-tagged>5<' in shown
    assert 'data-name="name" data-type="S">Ann<' in shown


def test_a_new_item_stands_in_the_item_collection_of_its_neighbour(client, door, design):
    edits = client.get(door("item-new"), {"entity": "e-order", "near": "s-c1"}).json()["edits"]
    assert edits[0]["to"] == "e-order"
    values = edits[0]["fields"]["values"]
    assert values["customerId"] == "c1"
    assert values["orderId"] not in ("o1", "o2")
    assert store(client, design, edits).status_code == 200
    assert len(living(design)) == 4


def test_copies_have_identities_of_their_own(client, door, design):
    edits = client.get(door("item-new"), {"copy": "s-o1,s-o2"}).json()["edits"]
    assert [one["after"] for one in edits] == ["s-o1", "s-o2"]
    assert [one["fields"]["values"]["status"] for one in edits] == ["OPEN", "SHIPPED"]
    assert len({"o1", "o2", *(one["fields"]["values"]["orderId"] for one in edits)}) == 4
    assert store(client, design, edits).status_code == 200


def test_rows_of_a_spreadsheet_are_shown_with_what_is_refused_and_added_as_one_change(client, door, design, eve):
    text = "orderId\tcustomerId\tstatus\no7\tc1\tOPEN\n\tc1\tOPEN\no8\tc9\tSHIPPED\n"
    answer = client.post(door("item-paste"), {"text": text}).json()
    assert "Add 2 items" in answer["html"] and "1 row rejected" in answer["html"]
    assert "orderId is missing, which identifies the item" in answer["html"]
    assert store(client, design, answer["edits"], answer["label"]).status_code == 200
    assert len(living(design)) == 5
    design_undo(design_id=design.pk, by=eve)
    assert len(living(design)) == 3


def test_samples_are_shown_first_and_stored_as_one_change_that_undo_takes_back(client, door, design, eve):
    before = living(design)
    given = {"seed": "5", "way": "replace", "count-e-customer": "4", "count-e-order": "30"}
    preview = client.post(door("samples-preview"), given)
    assert preview.status_code == 200 and "Order, 30 items" in preview.content.decode()
    assert living(design) == before
    assert client.post(door("samples-store"), given).status_code == 204
    made = living(design)
    assert len(made) == 34 and not {one.id for one in before} & {one.id for one in made}
    customers = {one.fields["values.@a-c-id"] for one in made if one.parent == "e-customer"}
    assert {one.fields["values.@a-o-cust"] for one in made if one.parent == "e-order"} <= customers
    design_undo(design_id=design.pk, by=eve)
    assert sorted(living(design), key=lambda one: one.id) == sorted(before, key=lambda one: one.id)


def test_samples_are_added_behind_what_is_there(client, door, design):
    given = {"seed": "5", "way": "add", "count-e-order": "3"}
    assert client.post(door("samples-store"), given).status_code == 204
    orders = sorted((one for one in living(design) if one.parent == "e-order"), key=lambda one: one.position)
    assert [one.id for one in orders[:2]] == ["s-o1", "s-o2"] and len(orders) == 5
    assert {one.fields["values.@a-o-cust"] for one in orders} == {"c1"}


def test_samples_give_values_to_parameters_that_have_none(client, door, design, eve):
    patterns = living(design, PartKind.PATTERN)
    asked, field = next((one, name) for one in patterns for name in one.fields if name.startswith("parameters."))
    design_change(design_id=design.pk, deltas=[Delta(asked.id, field, asked.fields[field], None)], by=eve, label="none")
    given = {"seed": "5", "way": "replace", "count-e-customer": "4", "count-e-order": "30"}
    assert client.post(door("samples-store"), given).status_code == 204
    value = read_whole(design.pk).parts[asked.id].fields[field]
    assert value in {raw for one in living(design) for raw in one.fields.values() if isinstance(raw, str)}
    design_undo(design_id=design.pk, by=eve)
    assert field not in read_whole(design.pk).parts[asked.id].fields


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": "x", "way": "add"}, "seed"),
        ({"seed": "1", "way": "add"}, "the number of items"),
        ({"seed": "1", "way": "add", "count-e-order": "99999999"}, "a whole number from 0 to"),
    ],
)
def test_what_cannot_be_generated_is_refused_with_a_sentence(client, door, given, said):
    answer = client.post(door("samples-store"), given)
    assert answer.status_code in (400, 422) and said in answer.content.decode()
