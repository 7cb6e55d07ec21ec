"""Items in JSON on the clipboard: recognized, given to the entity whose key they have, or refused with a reason."""

import json

import pytest

from modeler.core.documents.reading import load
from modeler.core.errors import Invalid
from modeler.core.items.materialize import materialise_item
from modeler.core.items.pasted_items import tab_separated
from modeler.core.items.pasted_json import pasted_items, read_json_items
from modeler.core.values.json_values import to_dynamodb_json
from tests.factories.documents import small_document

ORDER = {"PK": {"S": "CUST#c7"}, "SK": {"S": "ORDER#o9"}, "status": {"S": "OPEN"}}


@pytest.fixture
def design():
    return load(json.dumps(small_document()))


def placed(design, text, named=None):
    found = pasted_items(list(design.entities()), read_json_items(text), named)
    return [
        (one.entity.name, [({k: v.data for k, v in row.values.items()}, row.refusal) for row in one.rows])
        for one in found
    ]


def test_text_that_is_no_json_is_a_table(design):
    assert read_json_items("a\tb\n1\t2") is None
    assert read_json_items("{ not json") is None
    with pytest.raises(Invalid):
        read_json_items("[]")


@pytest.mark.parametrize(
    "wrap",
    [
        lambda one: one,
        lambda one: [one],
        lambda one: {"Items": [one], "Count": 1},
        lambda one: {"Item": one},
        lambda one: {"main": [{"PutRequest": {"Item": one}}]},
    ],
)
def test_an_item_is_found_in_each_answer_and_its_key_gives_what_it_does_not_store(design, wrap):
    assert placed(design, json.dumps(wrap(ORDER))) == [
        ("Order", [({"customerId": "c7", "orderId": "o9", "status": "OPEN"}, "")])
    ]


def test_every_item_goes_to_its_own_entity_and_lines_are_items_too(design):
    customer = {"PK": {"S": "CUST#c7"}, "SK": {"S": "PROFILE"}, "name": {"S": "Ann"}}
    text = f"{json.dumps(ORDER)}\n{json.dumps(customer)}"
    assert [name for name, _ in placed(design, text)] == ["Customer", "Order"]


def test_plain_json_goes_by_its_attributes_and_without_an_identity_is_refused(design):
    [(name, [(_, refusal)])] = placed(design, '{"status": "OPEN", "customerId": "c1"}')
    assert name == "Order"
    assert "orderId is missing" in refusal


def test_what_is_copied_is_pasted_as_it_was(design):
    for table, entity in design.entities():
        for item in entity.items:
            stored = materialise_item(table, entity, item).item
            text = json.dumps({name: to_dynamodb_json(value) for name, value in stored.items()})
            [found] = pasted_items(list(design.entities()), read_json_items(text), None)
            assert (found.entity.name, dict(found.rows[0].values)) == (entity.name, dict(item.values))


def test_rows_have_one_header_for_all_items(design):
    [customer] = design.tables[0].entities[0].items
    order = design.tables[0].entities[1].items[0]
    head, *rows = tab_separated([customer.values, order.values]).splitlines()
    assert head.split("\t") == ["customerId", "name", "orderId", "status"]
    assert rows[0].split("\t")[:2] == ["c1", "Ann"]
