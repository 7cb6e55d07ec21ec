"""A design begun from lines of text: entities with keys, and patterns that most of them serve."""

from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.analysis import analyse
from modeler.core.documents.reading import from_document, to_document
from modeler.core.phrases.beginning import LINES_MAX, begun
from modeler.core.servings import serving

SHOP = """
A1 customer by id
orders of a customer, newest first (50/s, peak 400)
open orders, oldest first
orders with status SHIPPED
Create an order
update status of an order
customer by email and phone
items of an order
latest 20 readings of a device in a time range
delete a session
"""


def entity(design, name):
    return next(one for one in design.tables[0].entities if one.name == name)


def keys(design, name):
    return dict(entity(design, name).overloads[0].keys)


def test_entities_and_what_they_belong_to():
    design, notes = begun(SHOP)
    assert notes == ()
    assert keys(design, "Customer") == {"PK": "CUSTOMER#{customerId}", "SK": "CUSTOMER"}
    assert keys(design, "Order") == {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{createdAt}#{orderId}"}
    assert keys(design, "Item") == {"PK": "ORDER#{orderId}", "SK": "ITEM#{itemId}"}
    assert {"email", "phone"} <= set(entity(design, "Customer").attributes_by_name)
    assert set(entity(design, "Order").attribute("status").values) == {"OPEN", "SHIPPED", "OTHER"}


def test_patterns_have_codes_rates_and_most_are_served():
    design, _ = begun(SHOP)
    assert [one.code for one in design.patterns] == [f"A{n}" for n in range(1, 11)]
    assert design.patterns[1].per_second.peak == 400
    served = {one.code for one in design.patterns if serving(design, one).served}
    assert {"A1", "A2", "A5", "A8", "A9", "A10"} <= served
    assert "A7" not in served


def test_every_entity_has_a_sample_that_its_keys_can_be_made_of():
    design, _ = begun(SHOP)
    found = analyse(design).findings
    assert not [one for one in found if one.rule.startswith(("keys.missing", "item.")) and str(one.severity) == "error"]


def test_nothing_and_too_much():
    design, notes = begun("\n\n  --\n")
    assert (design.tables[0].entities, design.patterns, notes) == ((), (), ())
    design, notes = begun("orders of a customer\n" * (LINES_MAX + 5))
    assert len(design.patterns) == LINES_MAX
    assert len({one.code for one in design.patterns}) == LINES_MAX
    assert notes == (f"only the first {LINES_MAX} lines were read",)


SPOKEN = """orders order of a the customer newest first by email status OPEN with create update and latest 20 in time
range A1 (5/s) count # { } ' é 注文 s"""
WORDS = st.sampled_from(SPOKEN.split())


@settings(max_examples=60)
@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=6).map("\n".join) | st.text(max_size=80))
def test_any_text_begins_a_design_that_can_be_kept(text):
    design, _ = begun(text)
    assert from_document(to_document(design)) == design


PLAINLY = """
Get user profile
Update order status
Put item into cart
Get device
List orders of a user, newest first
Add a comment to a post
"""


def test_lines_without_articles_speak_of_the_same_things():
    design, notes = begun(PLAINLY)
    names = [one.name for one in design.tables[0].entities]
    assert names == ["User", "Order", "Item", "Cart", "Device", "Comment", "Post"]
    assert entity(design, "Order").attribute("status")
    assert {one.name for one in entity(design, "Item").attributes} == {"itemId", "cartId"}
    said = {one.name: (one.operation.value, one.entities) for one in design.patterns}
    assert said["Get user profile"] == ("GetItem", ("User",))
    assert said["Update order status"] == ("UpdateItem", ("Order",))
    assert said["Put item into cart"] == ("PutItem", ("Item",))
    assert said["Get device"] == ("GetItem", ("Device",))
    assert notes == ()
