"""A cell of the key sheet: a draft stores nothing, the strip says what the core knows, words say what they give."""

import pytest
from django.urls import reverse

from modeler.loading import read_structure

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(client, eve, design):
    """Post a draft of the order's partition key, as the page does."""
    client.force_login(eve)

    def post(value, *, part="o-o-base", index="", field="keys.PK", entity="e-order", query="", **more):
        sent = {"entity": entity, "index": index, "part": part, "field": field, "value": value, **more}
        return client.post(reverse("draft", args=[design.pk]) + query, sent)

    return post


@pytest.fixture
def facts(client, eve, design):
    client.force_login(eve)

    def get(part, field, entity="e-order", index=""):
        asked = {"entity": entity, "index": index, "part": part, "field": field}
        return client.get(reverse("cell-facts", args=[design.pk]), asked)

    return get


def test_a_draft_is_shown_and_not_stored(draft, design):
    made = draft("DRAFT#{customerId}").json()
    assert "DRAFT#c1" in made["grid"]
    assert (made["example"], made["size"], made["problem"]) == ("DRAFT#c1", "7–134 B", "")
    assert "DRAFT#c1" in made["facts"]
    assert read_structure(design.pk).revision == 1


@pytest.mark.parametrize(
    ("value", "field", "problem"),
    [
        ("X#{nobody}", "keys.PK", "Order has no attribute nobody"),
        ("X#{customerId", "keys.PK", "the { at character 3 is not closed"),
        ("status = ", "when", "Syntax error"),
    ],
)
def test_a_draft_says_what_is_wrong_as_far_as_it_is_typed(draft, value, field, problem):
    assert problem in draft(value, field=field).json()["problem"]


def test_an_attribute_that_is_about_to_be_added_is_no_problem(draft):
    made = draft("X#{nobody}", added="nobody").json()
    assert made["problem"] == ""
    assert made["reason"] == "the item has no nobody"


def test_a_draft_of_the_condition_moves_items_out_of_the_index(draft):
    made = draft("status = 'OPEN'", part="o-o-gsi1", index="i-gsi1", field="when", query="?table=t-main&index=i-gsi1")
    assert "STATUS#OPEN" in made.json()["grid"] and "STATUS#SHIPPED" not in made.json()["grid"]
    assert "true for 1 of 2 sample items" in made.json()["facts"]


def test_a_draft_of_an_overload_that_does_not_exist_yet(draft):
    made = draft("ALL#{name}", part="", index="i-gsi1", field="keys.GSI1PK", entity="e-customer").json()
    assert made["example"] == "ALL#Ann"


@pytest.mark.parametrize(
    ("sent", "status"), [({"entity": "nobody"}, 404), ({"index": "nothing"}, 404), ({"field": ""}, 422)]
)
def test_a_draft_of_what_is_not_there_is_refused(draft, sent, status):
    assert draft("x", **{"part": "", **sent}).status_code == status


def test_the_strip_says_what_a_key_makes_and_who_is_in_its_collections(facts):
    said = facts("o-o-base", "keys.PK").content.decode()
    for words in ("CUST#c1", "6–133 B", "recoverable from the key", "shares item collections with Customer", ">A1</a>"):
        assert words in said


def test_the_strip_of_an_empty_cell_and_of_a_condition(facts):
    assert "nothing is written here yet" in facts("", "keys.GSI1PK", "e-customer", "i-gsi1").content.decode()
    assert "true for 2 of 2 sample items" in facts("o-o-gsi1", "when", index="i-gsi1").content.decode()


def test_words_come_with_types_samples_and_what_formats_give(client, ben, design):
    client.force_login(ben)
    words = client.get(reverse("cell-words", args=[design.pk]), {"entity": "e-order"}).json()
    status = next(one for one in words["attributes"] if one["name"] == "status")
    assert (status["type"], status["sample"], status["gives"]["lower"]) == ("S", "OPEN", "open")
    assert "month" not in status["gives"] and "upper" not in status["gives"]
    assert {"insert": "pad(6)", "gives": "an integer, zero-padded so that it sorts correctly"} in words["formats"]
