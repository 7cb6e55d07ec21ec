"""A sample item that a pattern finds: for every pattern of every example, after all its items are gone."""

from dataclasses import replace

import pytest

from modeler.core.design.items import SampleItem
from modeler.core.evaluator import evaluate
from modeler.examples import examples
from modeler.sampling.finding import item_found_by
from tests.modeler.core.order_management import DESIGN, pattern


def without_items(design):
    tables = tuple(
        replace(table, unassigned=(), entities=tuple(replace(entity, items=()) for entity in table.entities))
        for table in design.tables
    )
    return replace(design, tables=tables)


def with_item(design, entity, item):
    tables = tuple(
        replace(
            table,
            entities=tuple(
                replace(one, items=(*one.items, SampleItem("new", item))) if one.id == entity.id else one
                for one in table.entities
            ),
        )
        for table in design.tables
    )
    return replace(design, tables=tables)


@pytest.mark.parametrize("example", list(examples()), ids=lambda one: one.key)
def test_most_patterns_of_the_examples_get_an_item_that_they_find(example):
    empty = without_items(example.design)
    lacking = [one for one in empty.patterns if evaluate(empty, one).proves_nothing]
    found = {one.label: item_found_by(empty, one, 7) for one in lacking}
    for one in lacking:
        if (pair := found[one.label]) is not None:
            assert not evaluate(with_item(empty, *pair), one).proves_nothing
    missed = [label for label, pair in found.items() if pair is None]
    assert len(missed) * 4 <= len(lacking), missed


def test_conditions_that_name_a_value_are_met():
    empty = without_items(DESIGN)
    entity, item = item_found_by(empty, DESIGN.pattern("A7"), 7)
    assert entity.name == "Order"
    assert item["status"].data == "OPEN"


def test_a_pattern_that_no_item_can_meet_gets_none():
    never = pattern("Scan", filter="total > :most AND total < :most", parameters={"most": "5"}, entities=("Order",))
    assert item_found_by(DESIGN, never, 7) is None
