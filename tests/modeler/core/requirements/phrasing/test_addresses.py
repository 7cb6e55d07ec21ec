"""Addresses of REST, and the words after them."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.slots import Act, AttributeChange, Edit, Limit
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary
from modeler.core.values.attribute_values import AttributeType

PERMIT = Entity(
    "permit",
    "Permit",
    identity=("permitNumber",),
    attributes=(
        Attribute("number", "permitNumber", AttributeType.S),
        Attribute("renewal", "autoRenew", AttributeType.BOOL),
        Attribute("expiry", "validTo", AttributeType.S, format="iso"),
    ),
)
ITEM = Entity("item", "ReturnedItem", identity=("itemId",), attributes=(Attribute("id", "itemId", AttributeType.S),))
DESIGN = Vocabulary((KnownEntity(PERMIT), KnownEntity(ITEM)))


def read(line, known=DESIGN):
    (row,) = read_line(line, known)
    return row


@pytest.mark.parametrize("mark", ["", ".", ":", ";", ","])
def test_punctuation_after_an_address_is_no_part_of_it(mark):
    row = read(f"DELETE /permits/{{permitNumber}}{mark}")
    assert row.entities.value == ("Permit",)
    assert [one.attribute for one in row.given.value] == ["permitNumber"]


@pytest.mark.parametrize(
    ("said", "value"),
    [("turn autoRenew off", "false"), ("switches on auto renew", "true"), ("set autoRenew off", "false")],
)
def test_a_flag_is_turned_on_and_off_after_an_address(said, value):
    row = read(f"PATCH /permits/{{permitNumber}}: {said}")
    assert row.changes.value == (AttributeChange(Edit.SET, "autoRenew", value),)
    assert not row.unread


def test_order_page_and_rate_are_read_after_an_address():
    row = read("GET /permits, soonest validTo first, 20 per page, 50 times a second")
    assert [(one.attribute, one.descending) for one in row.order.value] == [("validTo", False)]
    assert row.limit.value == Limit(20, True)
    assert row.rate.value == 50


def test_a_segment_that_says_by_what_is_no_entity():
    row = read("GET /permits/by-plate/{plate}", Vocabulary())
    assert (row.operation.value, row.entities.value) == (Act.GET, ("Permit",))
    assert [one.attribute for one in row.given.value] == ["plate"]


def test_the_last_word_of_an_entity_names_it_in_an_address():
    assert read("GET /returns/{returnNumber}/items").entities.value == ("ReturnedItem",)


def test_an_entity_that_the_design_does_not_have_is_asked():
    row = read("GET /wardens/{id}")
    assert row.operation.value is Act.GET
    assert row.entities.value is None
    assert "warden" in row.entities.question.text


def test_an_action_on_an_item_changes_the_item():
    row = read("POST /permits/{permitNumber}/renew, 5 times a second")
    assert (row.operation.value, row.entities.value, row.changes.value) == (Act.UPDATE, ("Permit",), None)
    assert row.rate.value == 5
    assert row.unread_words == ("renew",)


def test_an_action_that_is_a_new_state_asks_which_attribute_has_it():
    row = read("POST /permits/{permitNumber}/close, 5 times a second")
    assert row.rate.value == 5
    assert "closed" in row.changes.question.text
    assert not row.unread


def test_a_search_with_a_query_changes_nothing():
    row = read("GET /permits/search?status=OPEN", Vocabulary())
    assert (row.operation.value, row.changes.value) == (Act.LIST, None)
    assert [(one.attribute, one.value) for one in row.condition.value] == [("status", "OPEN")]


def test_an_attribute_that_the_design_does_not_have_is_asked():
    row = read("GET /permits?status=OPEN")
    assert row.condition.value is None
    assert "status" in row.condition.question.text
