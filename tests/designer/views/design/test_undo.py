"""Undo and redo as the page asks for them."""

import json

import pytest
from django.urls import reverse

from modeler.loading import read_structure

pytestmark = pytest.mark.django_db
BASE = "CUST#{@a-o-cust}"
SHOWN = "CUST#{customerId}"


@pytest.fixture
def edit(client, eve, design):
    """Post an edit of the order's partition key, as the page does."""
    client.force_login(eve)

    def post(value):
        sent = {"put": "o-o-base", "field": "keys.PK", "base": BASE, "shown": SHOWN, "value": value}
        body = json.dumps({"edits": [sent]})
        return client.post(reverse("design-edits", args=[design.pk]), body, content_type="application/json")

    return post


def field(design, part, name):
    return read_structure(design.pk).parts[part].fields.get(name)


@pytest.mark.parametrize(("typed", "kept"), [("CUST#{cust", "CUST#{cust"), ("", None)])
def test_a_half_typed_template_is_saved_as_it_is_and_an_empty_one_is_none(edit, design, typed, kept):
    assert edit(typed).status_code == 200
    assert field(design, "o-o-base", "keys.PK") == kept


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
    assert "no change to undo" in answer.content.decode()
