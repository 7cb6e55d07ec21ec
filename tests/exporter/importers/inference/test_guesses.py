"""Guesses confirmed or converted one by one: every item keeps its keys, whatever is decided."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.importers import Imported, import_text
from exporter.importers.inference.guesses import Decision, Word, decided, decision_of, unsure
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.documents import reading
from modeler.core.errors import Invalid
from modeler.core.items.materialize import materialise
from modeler.core.values.json_values import to_dynamodb_json
from tests.exporter.importers.inference.inferring import designs
from tests.exporter.importers.inference.test_provenance import unmarked

ITEMS = [
    {"PK": "CUST#a-1", "SK": "PROFILE", "type": "customer", "name": "Ada"},
    {"PK": "CUST#b-2", "SK": "PROFILE", "type": "customer", "name": "Bob"},
    {"PK": "CUST#a-1", "SK": "ORDER#o-1", "type": "order", "id": "o-1", "GSI1PK": "ORDER#o-1"},
    {"PK": "CUST#a-1", "SK": "ORDER#o-2", "type": "order", "id": "o-2", "GSI1PK": "ORDER#o-2"},
]


def read() -> Imported:
    lines = (json.dumps({"Item": {name: {"S": text} for name, text in item.items()}}) for item in ITEMS)
    return import_text("\n".join(lines).encode(), "shop.json")


def part(imported: Imported, entity: str, index: str | None = None, *, of: str = "overload") -> str:
    found = next(one for _, one in imported.design.entities() if one.name == entity)
    return found.id if of == "entity" else next(one.id for one in found.overloads if one.index == index)


def stored(imported: Imported) -> set[frozenset[object]]:
    return {frozenset(one.item.items()) for table in imported.design.tables for one in materialise(table)}


def test_what_is_kept_stays_and_is_no_guess_any_more():
    imported = read()
    left = decided(imported, {guess.part: Decision.keep() for guess in imported.guesses})
    assert unmarked(left.design) == unmarked(imported.design)
    assert left.guesses == ()


def test_an_entity_that_is_none_leaves_its_items_unassigned():
    imported = read()
    made = decided(imported, {part(imported, "order", of="entity"): Decision.drop()})
    table = made.design.tables[0]
    assert [one.name for one in table.entities] == ["customer"]
    assert len(table.unassigned) == 2
    assert stored(made) == stored(imported)
    assert all("order" not in guess.sentence for guess in made.guesses)


def test_a_dropped_overload_leaves_the_keys_that_items_have():
    imported = read()
    made = decided(
        imported,
        {part(imported, "order", "GSI1"): Decision.drop(), part(imported, "customer"): Decision.drop()},
    )
    assert dict(made.design.tables[0].entity("customer").overloads[0].keys) == {"PK": "{PK}", "SK": "{SK}"}
    assert [one.index for one in made.design.tables[0].entity("order").overloads] == [None]
    assert stored(made) == stored(imported)


def test_a_converted_template_is_taken_and_names_its_attributes():
    imported = read()
    made = decided(imported, {part(imported, "customer"): Decision.keys(PK="CUST#{customer}")})
    customer = made.design.tables[0].entity("customer")
    assert dict(customer.overloads[0].keys) == {"PK": "CUST#{customer}", "SK": "PROFILE"}
    assert [one.name for one in customer.attributes if one.key_only] == ["customer"]
    assert [one.values["customer"].data for one in customer.items] == ["a-1", "b-2"]
    assert stored(made) == stored(imported)


def test_a_template_that_makes_other_keys_is_taken_and_the_stored_ones_are_kept_beside():
    imported = read()
    made = decided(imported, {part(imported, "order"): Decision.keys(SK="O#{id}")})
    order = made.design.tables[0].entity("order")
    assert order.overloads[0].keys["SK"] == "O#{id}"
    assert [one.stored_keys["SK"].data for one in order.items] == ["ORDER#o-1", "ORDER#o-2"]


def test_entities_and_indexes_can_be_called_otherwise():
    imported = read()
    index = imported.design.tables[0].indexes[0]
    made = decided(
        imported, {part(imported, "order", of="entity"): Decision.named("Order"), index.id: Decision.named("byId")}
    )
    assert [one.index for one in made.design.tables[0].entity("Order").overloads] == [None, "byId"]
    assert stored(made) == stored(imported)
    gone = decided(imported, {index.id: Decision.drop()})
    assert gone.design.tables[0].indexes == ()
    assert [one.index for one in gone.design.tables[0].entity("order").overloads] == [None]


def test_a_table_can_be_called_otherwise_and_what_names_it_follows():
    imported = read()
    table = imported.design.tables[0]
    key = (KeyCondition("GSI1PK", "=", ("ORDER#{id}",)),)
    asked = AccessPattern("p1", "A1", "An order", Operation.QUERY, table.name, "GSI1", entities=("order",), key=key)
    imported = replace(imported, design=replace(imported.design, patterns=(asked,)))
    named = {table.id: Decision.named("shop-main"), table.indexes[0].id: Decision.named("byId")}
    made = decided(imported, {**named, part(imported, "order", of="entity"): Decision.named("Order")})
    assert [one.name for one in made.design.tables] == ["shop-main"]
    assert made.design.patterns == (replace(asked, table="shop-main", index="byId", entities=("Order",)),)
    assert stored(made) == stored(imported)
    dropped = {part(imported, "order", of="entity"): Decision.drop(), part(imported, "order"): Decision.named("x")}
    assert decided(imported, dropped).design.patterns[0].entities == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (lambda one: {part(one, "order"): Decision.named("x")}, "no name to change"),
        (lambda one: {"nobody": Decision.keep()}, "nothing about this part was inferred"),
        (lambda one: {part(one, "order"): Decision.keys(PK="{")}, "not a valid key template"),
        (lambda one: {part(one, "order"): Decision.keys(QK="x")}, "is not a key attribute here"),
        (
            lambda one: {part(one, "order", of="entity"): Decision.named("customer")},
            "another entity is already named customer",
        ),
        (lambda one: {one.design.tables[0].id: Decision.drop()}, "the key of a table"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_with_its_part(said, words):
    imported = read()
    with pytest.raises(Invalid) as caught:
        decided(imported, said(imported))
    assert words in caught.value.message
    assert caught.value.path


def test_decisions_come_as_json():
    assert decision_of("drop", "x").word is Word.DROP
    assert decision_of({"keys": {"PK": "a"}, "when": "x = 'y'"}, "x") == Decision(Word.EDIT, {"PK": "a"}, "x = 'y'")
    assert decision_of({"name": "n"}, "x").name == "n"
    for raw in (None, 3, "yes", {}, {"keys": {"PK": 3}}, {"name": ""}, {"keys": {}, "more": 1}, {"name": "x" * 300}):
        with pytest.raises(Invalid):
            decision_of(raw, "x")


def test_the_least_sure_is_asked_first():
    guesses = unsure(read())
    assert [one.confidence for one in guesses] == sorted(one.confidence for one in guesses)
    assert all(one.confidence < 0.6 for one in unsure(read(), 0.6))


@given(data=st.data(), name=st.sampled_from(list(designs())))
def test_whatever_is_kept_or_dropped_every_item_keeps_its_keys(data, name):
    table = designs()[name].tables[0]
    items = [{n: to_dynamodb_json(v) for n, v in one.item.items()} for one in materialise(table)]
    imported = import_text("\n".join(json.dumps({"Item": item}) for item in items).encode())
    entities = {one.id for _, one in imported.design.entities()}
    parts = [guess.part for guess in imported.guesses]
    overloads = {o.id for _, one in imported.design.entities() for o in one.overloads}
    words = st.sampled_from([Decision.keep(), Decision.drop()])
    said = {one: data.draw(words) for one in dict.fromkeys(parts) if one in entities | overloads}
    made = decided(imported, said)
    assert stored(made) == stored(imported)
    assert reading.from_document(reading.to_document(made.design)).tables
    assert len(list(made.design.items())) == len(items)
