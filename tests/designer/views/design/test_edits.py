"""The gateway of edits: one request is one change, whatever fields and parts it touches."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from modeler.core.edits.changes import Delta
from modeler.history.undo import design_undo
from modeler.loading import read_whole
from modeler.services import design_change

pytestmark = pytest.mark.django_db
KEY = {"put": "o-o-base", "field": "keys.PK", "base": "CUST#{@a-o-cust}", "shown": "CUST#{customerId}"}


@pytest.fixture
def send(client, eve, design):
    client.force_login(eve)

    def post(*edits, **more):
        body = json.dumps({"edits": edits, **more})
        return client.post(reverse("design-edits", args=[design.pk]), body, content_type="application/json")

    return post


def parts(design):
    return read_whole(design.pk).parts


def test_several_edits_are_one_change_and_one_step_of_undo(send, design, eve):
    before = parts(design)
    entity = before["o-o-base"].parent
    made = {"add": "attributes", "to": entity, "id": "a-new", "fields": {"name": "note", "type": "S"}}
    answer = send({**KEY, "value": "BUYER#{note}"}, made)
    assert answer.status_code == 200
    assert parts(design)["o-o-base"].fields["keys.PK"] == "BUYER#{note}"
    assert parts(design)["a-new"].name == "note"
    design_undo(design_id=design.pk, by=eve)
    assert parts(design) == before


def test_what_a_later_edit_names_may_be_made_by_an_earlier_one(send, design):
    entity = parts(design)["o-o-base"].parent
    made = {"add": "attributes", "to": entity, "id": "a-new", "fields": {"name": "note", "type": "S"}}
    assert send(made, {**KEY, "value": "BUYER#{note}"}).status_code == 200
    assert parts(design)["o-o-base"].fields["keys.PK"] == "BUYER#{@a-new}"


def test_two_hands_on_one_field_the_later_sees_both(send, design, ada):
    design_change(design_id=design.pk, deltas=[Delta("o-o-base", "keys.PK", KEY["base"], "OTHER#{@a-o-cust}")], by=ada)
    answer = send({**KEY, "value": "MINE#{customerId}"})
    assert answer.status_code == 409
    said = answer.json()
    assert (said["theirs"], said["base"], said["by"]) == ("OTHER#{customerId}", "OTHER#{@a-o-cust}", "Ada")
    again = send({**KEY, "base": said["base"], "shown": said["theirs"], "value": "MINE#{customerId}"})
    assert again.status_code == 200
    assert parts(design)["o-o-base"].fields["keys.PK"] == "MINE#{@a-o-cust}"


def test_a_change_that_is_sent_twice_is_made_once(send, design):
    key = str(uuid.uuid4())
    table = parts(design)[parts(design)["o-o-base"].parent].parent
    made = {"add": "entities", "to": table, "id": "e-new", "fields": {"name": "New"}}
    first = send({**KEY, "value": "BUYER#{customerId}"}, made, key=key)
    again = send({**KEY, "value": "BUYER#{customerId}"}, made, key=key)
    assert first.json() == again.json()
    assert first.json()["revision"] == 2
    # What the next edit begins from: attributes are kept by their ids.
    assert first.json()["stored"]["e-new.name"] == "New"
    assert first.json()["stored"]["o-o-base.keys.PK"] == "BUYER#{@a-o-cust}"


@pytest.mark.parametrize(
    ("edits", "status"),
    [
        ([{"put": "nowhere", "field": "name", "value": "x"}], 404),
        ([{**KEY, "value": 3}], 422),
        ([{"put": "o-o-base", "field": "wheels", "value": 3}], 422),
        (["no edit"], 422),
        ([{"add": "entities", "to": "o-o-base", "id": "e-x"}], 422),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(send, design, edits, status):
    answer = send(*edits)
    assert answer.status_code == status, answer.content
    assert answer.json()["message"]
    assert design.changes.count() == 1


@pytest.mark.parametrize("body", ["x", "[]", "{", '{"edits": 3}', '{"edits": [], "label": 3}'])
def test_what_is_no_change_is_refused(client, eve, design, body):
    client.force_login(eve)
    answer = client.post(reverse("design-edits", args=[design.pk]), body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_an_edit_costs_at_most_twelve_statements(send, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        answer = send({**KEY, "value": "BUYER#{customerId}"}, key=str(uuid.uuid4()))
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("part", "stored", "field", "shown", "theirs", "mine"),
    [
        ("s-o1", "values.@a-o-status", "values.status", "OPEN", "THEIRS", "MINE"),
        ("p-a1", "parameters.@a-o-cust", "parameters.customerId", "c1", "c2", "c3"),
    ],
)
def test_a_conflict_names_the_field_as_the_edit_does(send, design, ada, part, stored, field, shown, theirs, mine):
    """Otherwise the page finds nothing of its own in the conflict, and can never win it."""
    held = parts(design)[part].fields[stored]
    design_change(design_id=design.pk, deltas=[Delta(part, stored, held, theirs)], by=ada)
    mine_typed = {"put": part, "field": field, "base": held, "shown": shown, "value": mine}
    said = send(mine_typed).json()
    assert (said["part"], said["field"], said["theirs"]) == (part, field, theirs)
    answer = send({**mine_typed, "base": said["base"], "shown": said["theirs"]})
    assert answer.status_code == 200
    assert answer.json()["stored"][f"{part}.{field}"] == parts(design)[part].fields[stored] == mine


def test_who_was_first_is_who_changed_the_field_and_not_another_of_its_part(send, design, ada):
    design_change(design_id=design.pk, deltas=[Delta("o-o-base", "keys.PK", KEY["base"], "OTHER#{@a-o-cust}")], by=ada)
    assert send({"put": "o-o-base", "field": "keys.SK", "base": "ORDER#{@a-o-id}", "value": "O"}).status_code == 200
    said = send({**KEY, "value": "MINE#{customerId}"}).json()
    assert (said["by"], said["is_own"]) == ("Ada", False)


def removed(design, ada, *parts):
    design_change(design_id=design.pk, deltas=[Delta(part, "removed", None, True) for part in parts], by=ada)


def test_an_edit_of_a_removed_part_says_who_removed_it_and_what_to_restore(send, client, design, ada):
    address = reverse("part-removal", args=[design.pk, "o-o-base"])
    assert client.get(address).status_code == 204
    removed(design, ada, "e-order")
    answer = send({**KEY, "value": "MINE#{customerId}"})
    assert answer.status_code == 409
    said = answer.json()
    assert (said["code"], said["path"], said["name"], said["by"]) == ("removed", "e-order", "Order", "Ada")
    assert said["restores"] == ["e-order"]
    assert client.get(address).json() == said
    assert send({"restore": "e-order"}, {**KEY, "value": "MINE#{customerId}"}).status_code == 200
    assert parts(design)["o-o-base"].fields["keys.PK"] == "MINE#{@a-o-cust}"


def test_the_keys_of_a_removed_index_are_restored_with_it(send, design, ada):
    before = parts(design)
    overloads = [one.id for one in before.values() if (one.kind, one.fields.get("index")) == ("overload", "i-gsi1")]
    removed(design, ada, "i-gsi1", *overloads)
    said = send({"put": overloads[0], "field": "keys.GSI1PK", "value": "X", "base": None, "shown": None}).json()
    assert sorted(said["restores"]) == sorted(["i-gsi1", *overloads])
    send(*({"restore": one} for one in said["restores"]))
    assert parts(design) == before


def test_a_part_that_never_was_has_no_removal(client, eve, design):
    client.force_login(eve)
    assert client.get(reverse("part-removal", args=[design.pk, "nothing"])).status_code == 404


def test_a_token_of_an_earlier_session_is_refused_and_replaced_for_the_same_person(eve, design):
    client = Client(enforce_csrf_checks=True)
    client.force_login(eve)
    address = reverse("design-edits", args=[design.pk])
    given = client.get(reverse("session-token")).json()
    body = json.dumps({"edits": [{**KEY, "value": "MINE#{customerId}"}]})
    refused = client.post(address, body, content_type="application/json", headers={"X-CSRFToken": "a" * 64})
    assert (refused.status_code, refused["Keysheet-Token-Refused"]) == (403, "1")
    assert given["person"] == eve.pk
    answer = client.post(address, body, content_type="application/json", headers={"X-CSRFToken": given["token"]})
    assert answer.status_code == 200


def test_nobody_has_no_person(client):
    assert client.get(reverse("session-token")).json()["person"] is None
