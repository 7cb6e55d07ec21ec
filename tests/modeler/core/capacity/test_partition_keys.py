"""Partition keys as entities write them and as calls ask for them, whatever a parameter is called."""

import pytest

from modeler.core.capacity.partition_keys import asked_keys, cell_keys, in_names_of
from modeler.core.items.index_shares import row_of
from modeler.core.items.item_states import EntityFacts
from modeler.core.keys.templates import parse
from modeler.core.keys.written_keys import written_keys
from tests.modeler.core.capacity.test_heat import attribute, call, design, entity


@pytest.mark.parametrize(
    ("asked", "written", "same"),
    [
        ("A#{x}", "A#{y}", True), ("A#{x}", "B#{y}", False), ("A#{x}", "A#{y}#", False), ("A#{x}#", "A#{y}", False),
        ("A#{x}{y}", "A#{y}{x}", True), ("A#x", "A#{y}", False), ("A#", "A#{y}", False), ("{x}", "A", False),
        ("{x}", "{y}", True), ("{x:lower}", "{y}", True), ("A", "A", True), ("A", "B", False), ("{x}A", "{x}B", False),
    ],
)  # fmt: skip
def test_the_same_literals_at_the_same_places_are_one_key(asked, written, same):
    templates = (parse(written),)
    assert in_names_of((parse(asked),), templates) == (templates if same else None)


def test_every_element_must_be_the_same():
    written = (parse("A#{x}"), parse("B"))
    assert in_names_of((parse("A#{y}"), parse("B")), written) == written
    assert in_names_of((parse("A#{y}"), parse("C")), written) is None
    assert in_names_of((parse("C#{y}"), parse("B")), written) is None


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ({"PK": "A#{x}"}, "A#{x}"), ({"PK": {"begins_with": "A#"}}, None), ({"PK": "A#{x"}, None), ({}, None),
        ({"SK": "A"}, None), ({"PK": "A", "SK": {"begins_with": "B{"}}, "A"),
    ],
)  # fmt: skip
def test_only_equalities_that_can_be_read_ask_for_a_key(key, asked):
    made = design([], [call("Query", key=key)])
    found = asked_keys(made.tables[0].base, made.patterns[0])
    assert (None if found is None else [str(one) for one in found]) == (None if asked is None else [asked])


def test_a_cell_writes_its_templates_or_the_attributes_of_the_items_own():
    fields = [attribute("id"), attribute("kind", "enum", values={"A": 0.5, "B": 0.3, "C": 0.2})]
    made = design([{"name": "E", "attributes": fields, "overloads": [
        {"index": None, "when": "kind = 'A'", "keys": {"PK": "A#{id}", "SK": "X"}},
        {"index": None, "when": "kind = 'B'", "keys": {"PK": "B#{id", "SK": "X"}},
    ]}], []).tables[0]  # fmt: skip
    only = made.entities[0]
    base, written = made.base, written_keys(made, only, made.base)
    first, second, none = row_of(made, made.base, EntityFacts.of(only)).cells
    assert [str(one) for one in cell_keys(base, written, first)] == ["A#{id}"]
    assert cell_keys(base, written, second) is None
    assert [str(one) for one in cell_keys(base, written, none)] == ["{PK}"]
    assert cell_keys(base, written, None) == cell_keys(base, written, none)
    plain = design([entity("P", [attribute("PK"), attribute("SK")], {})], []).tables[0]
    written = written_keys(plain, plain.entities[0], plain.base)
    assert [str(one) for one in cell_keys(plain.base, written, None)] == ["{PK}"]
