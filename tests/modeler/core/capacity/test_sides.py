"""The keys that a write leaves and enters, and the units that fall on each."""

from decimal import Decimal

from modeler.core.capacity.effects import Effect, Transition
from modeler.core.capacity.sides import sides_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.items.index_shares import ShareCell
from modeler.core.values.attribute_values import AttributeType, AttributeValue, string

ORDER = Entity(
    "e", "Order",
    (Attribute("1", "id", AttributeType.S, "id"), Attribute("2", "status", AttributeType.S, "enum", {"A": 1, "B": 1}),
     Attribute("3", "paid", AttributeType.BOOL)),
)  # fmt: skip
NAMES = frozenset({"id", "status", "paid"})
CELL, OTHER = (ShareCell(None, None, frozenset(), names) for names in (NAMES, NAMES))


def item(name, status="A", paid=True):
    return {"id": string(name), "status": string(status), "paid": AttributeValue(AttributeType.BOOL, paid)}


def sides(*transitions):
    """Each side: its effect, whether its cell is the first one, and its status and units."""
    return [
        (side.effect.name, side.cell is CELL, side.item["status"].data, side.units)
        for side in sides_of(ORDER, transitions, Decimal(4))
    ]


def test_a_move_leaves_one_key_and_enters_another():
    assert sides(Transition(0.5, Effect.MOVED, CELL, OTHER, item("1"), item("1", "B"))) == [
        ("MOVED", True, "A", 2), ("MOVED", False, "B", 2),
    ]  # fmt: skip


def test_an_entry_that_enters_or_stays_is_written_where_it_is_afterwards():
    assert sides(Transition(1, Effect.ENTERS, None, CELL, item("1"), item("1", "B"))) == [("ENTERS", True, "B", 4)]
    assert sides(Transition(1, Effect.LEAVES, CELL, None, item("1"), item("1", "B"))) == [("LEAVES", True, "A", 4)]
    assert sides(Transition(1, Effect.REWRITTEN, CELL, None, item("1"), item("1"))) == [("REWRITTEN", True, "A", 4)]
    assert sides(Transition(1, Effect.REWRITTEN, OTHER, CELL, item("1"), item("1"))) == [("REWRITTEN", True, "A", 4)]
    assert sides(Transition(1, Effect.NONE, CELL, CELL, item("1"), item("1"))) == []


def test_examples_of_many_values_are_one_key_and_each_of_few_is_its_own():
    entered = [
        Transition(0.25, Effect.ENTERS, None, CELL, {}, one)
        for one in (item("1"), item("2"), item("3", "B"), item("4", paid=False))
    ]
    assert [(status, units) for _, _, status, units in sides(*entered)] == [("A", 2), ("B", 1), ("A", 1)]


def test_each_overload_has_keys_of_its_own():
    there, here = (Transition(0.5, Effect.ENTERS, None, cell, {}, item("1")) for cell in (CELL, OTHER))
    assert [units for *_, units in sides(there, here)] == [2, 2]


def test_what_a_key_is_not_made_of_does_not_tell_it_apart():
    narrow = ShareCell(None, None, frozenset(), frozenset({"id", "paid"}))
    entered = [Transition(0.5, Effect.ENTERS, None, narrow, {}, item("1", status)) for status in "AB"]
    assert [side.units for side in sides_of(ORDER, entered, Decimal(4))] == [4]
