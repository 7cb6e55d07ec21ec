"""The doors of the JSON view: read, checked, saved as the difference to what was read."""

import json

import pytest
from django.urls import reverse

from modeler.core.edits.changes import Delta
from modeler.loading import read_structure
from modeler.services import design_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(client, eve, design):
    client.force_login(eve)

    def post(door, **body):
        return client.post(reverse(door, args=[design.pk]), json.dumps(body), content_type="application/json")

    return post


@pytest.fixture
def read(client, eve, design):
    client.force_login(eve)

    def text(part=""):
        return client.get(reverse("json-text", args=[design.pk]), {"part": part} if part else {})

    return text


def fields(design, part):
    return read_structure(design.pk).parts[part].fields


def test_a_part_is_read_and_saved_without_touching_the_rest(ask, read, design):
    got = read("e-order").json()
    order = json.loads(got["text"])
    assert (got["kind"], got["name"], order["id"]) == ("entity", "Order", "e-order")
    del order["id"]
    answer = ask("json-save", text=json.dumps({**order, "count": 7}), part="e-order", revision=got["revision"])
    assert answer.json() == {"revision": 2}
    assert fields(design, "e-order")["count"] == 7
    assert not fields(design, "e-customer").get("removed")


def test_a_save_at_an_older_revision_keeps_what_others_did(ask, read, design, ada):
    whole = json.loads(read().json()["text"])
    design_change(design_id=design.pk, deltas=[Delta("e-order", "growth", None, 3)], by=ada)
    whole["region"] = "eu-west-1"
    assert ask("json-save", text=json.dumps(whole), revision=1).json() == {"revision": 3}
    assert fields(design, "e-order")["growth"] == 3
    assert fields(design, "design")["region"] == "eu-west-1"


def test_the_same_field_from_two_hands_is_listed_with_both_values(ask, read, design, ada):
    order = json.loads(read("e-order").json()["text"])
    design_change(design_id=design.pk, deltas=[Delta("e-order", "identity", ["@a-o-id"], ["@a-o-cust"])], by=ada)
    order["identity"] = ["status"]
    asked = {"text": json.dumps(order), "part": "e-order", "revision": 1}
    answer = ask("json-save", **asked)
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == [{"what": "identity of Order", "theirs": ["customerId"], "yours": ["status"]}]
    assert ask("json-save", **asked, keep=True).status_code == 200
    assert fields(design, "e-order")["identity"] == ["@a-o-status"]


def test_faults_are_given_with_their_paths_within_the_part(ask, read):
    order = json.loads(read("e-order").json()["text"])
    found = ask("json-check", text=json.dumps({**order, "count": "many"}), part="e-order", revision=1).json()["faults"]
    assert [one["path"] for one in found] == [["count"]]


@pytest.mark.parametrize(
    ("text", "said"), [("{", "line 1"), ("[]", "not a Keysheet design"), ('{"keysheet": 2}', "version")]
)
def test_what_is_no_design_is_refused_with_a_sentence(ask, design, text, said):
    answer = ask("json-save", text=text, revision=1)
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert read_structure(design.pk).revision == 1


def test_a_part_that_is_gone_is_missing(ask, read):
    assert read("nowhere").status_code == 404
    assert ask("json-save", text="{}", part="nowhere", revision=1).status_code == 404


def test_the_same_key_makes_one_change(ask, read, design):
    order = {**json.loads(read("e-order").json()["text"]), "count": 7}
    asked = {"text": json.dumps(order), "part": "e-order", "revision": 1, "key": "one"}
    assert [ask("json-save", **asked).json() for _ in range(2)] == [{"revision": 2}, {"revision": 2}]
