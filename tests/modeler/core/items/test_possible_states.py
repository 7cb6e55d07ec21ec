"""States that only a condition tells of."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.items.item_states import EntityFacts
from modeler.core.items.possible_states import named_values, possible_items
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.values.attribute_values import AttributeType

ATTRIBUTES = (
    Attribute("1", "status", AttributeType.S, "enum", values={"OPEN": 0.5, "DONE": 0.5}),
    Attribute("2", "amount", AttributeType.N),
    Attribute("3", "note", AttributeType.S, optional=0.5),
    Attribute("4", "paid", AttributeType.BOOL),
)
FACTS = EntityFacts.of(Entity("e", "Order", ATTRIBUTES))


@pytest.mark.parametrize(
    "when",
    [
        "amount > 3", "amount BETWEEN 4 AND 5", "amount IN (7, 8)", "note = 'n1'", "begins_with(note, 'n')",
        "paid = true", "NOT note = 'n1' AND amount <= 2", "status = 'OPEN' OR amount = 9", "attribute_exists(note)",
    ],
)  # fmt: skip
def test_a_condition_holds_for_some_and_not_for_others(when):
    found = {
        compile_condition(when)(item)
        for item in possible_items(FACTS, frozenset(one.name for one in ATTRIBUTES), [when])
    }
    assert found == {True, False}


def test_values_of_an_enum_are_all_that_there_are():
    items = list(possible_items(FACTS, frozenset(["status"]), ["status = 'LOST'"]))
    assert [item["status"].data for item in items] == ["OPEN", "DONE"]


def test_an_attribute_that_nobody_declared_is_absent():
    assert list(possible_items(FACTS, frozenset(["other"]), ["other = 'x'"])) == [{}]


@pytest.mark.parametrize("when", ["", "note =", "attribute_exists(note)"])
def test_a_condition_without_a_literal_names_no_value(when):
    assert named_values(when) == ()


def test_each_name_of_a_comparison_is_compared_with_its_literals():
    assert [(name, value.data) for name, value in named_values("amount > 3 AND note IN ('a', 'b')")] == [
        ("amount", "3"), ("note", "a"), ("note", "b"),
    ]  # fmt: skip
