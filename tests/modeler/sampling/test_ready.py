"""Items and parameters for a proof: every pattern finds something, reads leave something out, what is there stays."""

from dataclasses import replace

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.documents.reading import from_document, to_document
from modeler.core.evaluator import evaluate
from modeler.core.synthesis import SynthesisOptions, synthesise
from modeler.examples import example
from modeler.sampling.ready import ITEMS, OTHER, padded_numbers, ready_to_prove
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, attribute, design, entity, query, shop

LISTED = entity(
    "Ticket", "ticketId", 1000,
    attribute("ticketId"), attribute("eventId"), {"name": "price", "type": "N"}, {"name": "state", "type": "S"},
)  # fmt: skip


def bare(made):
    """A design without items and parameters."""
    tables = tuple(
        replace(table, unassigned=(), entities=tuple(replace(one, items=()) for one in table.entities))
        for table in made.tables
    )
    return replace(made, tables=tables, patterns=tuple(replace(one, parameters={}) for one in made.patterns))


def chosen(*patterns):
    return synthesise(design([LISTED], list(patterns)), SynthesisOptions(1)).alternatives[0].design


@pytest.mark.parametrize("seed", range(5))
def test_every_pattern_of_a_synthesized_design_finds_something_and_leaves_something(seed):
    for one in synthesise(design([CUSTOMER, ORDER], shop())).alternatives:
        made = ready_to_prove(one.design, seed)
        for pattern in made.patterns:
            done = evaluate(made, pattern)
            assert (done.refused, done.proves_nothing) == (False, False), (pattern.label, done.problems)
            total = sum(len(each.items) for each in made.entities_of(pattern))
            assert not pattern.operation.is_read or done.count < total, pattern.label


@pytest.mark.parametrize("name", ["order-management", "saas-projects", "leaderboard", "iot-telemetry"])
def test_an_example_without_items_and_parameters_gets_both(name):
    made = ready_to_prove(bare(example(name).design))
    assert all(1 <= len(one.items) <= 2 * ITEMS for _, one in made.entities())
    assert [one.label for one in made.patterns if evaluate(made, one).problems] == []


def test_what_is_there_stays():
    shipped = example("order-management").design
    assert to_document(ready_to_prove(shipped)) == to_document(shipped)


def test_a_constant_of_a_condition_occurs_and_so_does_another_value():
    made = ready_to_prove(chosen(query("A1", "Ticket", "eventId", filter="state = 'FREE'")))
    (ticket,) = (one for _, one in made.entities())
    assert {str(one.values["state"].data) for one in ticket.items} == {"FREE", OTHER}
    assert evaluate(made, made.patterns[0]).count


def test_a_number_that_a_key_pads_is_whole_so_that_its_items_are_in_the_index():
    made = ready_to_prove(chosen(query("A1", "Ticket", "eventId", order="price")))
    (ticket,) = (one for _, one in made.entities())
    assert list(padded_numbers(ticket)) == ["price"]
    assert all("." not in str(one.values["price"].data) for one in ticket.items)
    assert evaluate(made, made.patterns[0]).count


def test_the_same_design_gets_the_same_items():
    first, second = (to_document(ready_to_prove(chosen(query("A1", "Ticket", "eventId")))) for _ in range(2))
    assert first == second
    assert from_document(first) == from_document(second)
    assert monthly_cost(from_document(first)).total().value is not None
