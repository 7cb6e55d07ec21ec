"""What is kept between the revisions of a design changes no answer: findings, units, heat and cost after edits."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.analysis import analyse
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.heat import design_heat
from modeler.core.cost.design import monthly_cost
from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.patterns import Rate
from modeler.core.design.tables import Table
from modeler.core.documents.reading import from_document
from modeler.core.rules.support.memo import Memo
from modeler.examples import NAMES, example
from tests.modeler.core.planted.faults.second_reviews import loan
from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.shape import changed as with_edits
from tests.modeler.core.rules.test_every_rule import CASES

TEMPLATES = st.sampled_from(["X#{id}", "A", "{createdAt}", "ORDER#{id}#{createdAt:date}", "{", "TENANT#{tenantId}"])


def identities(attributes: tuple[Attribute, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """No identity, or one of the attributes: which ids a design has follows from all of its entities."""
    return st.sampled_from([(), *((one.name,) for one in attributes)])


def changed_entity(draw, entity: Entity) -> Entity:
    """An entity after an edit of one of its fields."""
    field = draw(st.sampled_from(["count", "keys", "when", "attributes", "format", "identity", "items", "parent"]))
    overloads, attributes = entity.overloads, entity.attributes
    if field in {"keys", "when"} and overloads:
        place = draw(st.integers(0, len(overloads) - 1))
        made: Overload = overloads[place]
        if field == "keys" and made.keys:
            made = replace(made, keys={**made.keys, draw(st.sampled_from(sorted(made.keys))): draw(TEMPLATES)})
        else:
            made = replace(made, when=draw(st.sampled_from(["", "status = 'OPEN'", "attribute_exists(id)"])))
        return replace(entity, overloads=(*overloads[:place], made, *overloads[place + 1 :]))
    if field == "format" and attributes:
        place = draw(st.integers(0, len(attributes) - 1))
        form = draw(st.sampled_from(["ulid", "iso", "enum", "text", "epoch_seconds", "integer"]))
        one: Attribute = replace(attributes[place], format=form, optional=draw(st.sampled_from([1.0, 0.5])))
        return replace(entity, attributes=(*attributes[:place], one, *attributes[place + 1 :]))
    return replace(
        entity,
        count=draw(st.sampled_from([None, 1, 50_000, 10**8])) if field == "count" else entity.count,
        attributes=attributes[1:] if field == "attributes" else attributes,
        identity=draw(identities(attributes)) if field == "identity" else entity.identity,
        items=entity.items[1:] if field == "items" else entity.items,
        constraint_of=draw(st.sampled_from(["", "User", "Order"])) if field == "parent" else entity.constraint_of,
    )


def changed_table(draw, table: Table) -> Table:
    """A table after an edit: of one entity, of their order, of an index, of a setting."""
    entities, indexes = table.entities, table.indexes
    kind = draw(st.sampled_from(["entity", "entity", "entity", "removed", "order", "index", "setting", "name"]))
    if kind == "entity" and entities:
        place = draw(st.integers(0, len(entities) - 1))
        made = changed_entity(draw, entities[place])
        return replace(table, entities=(*entities[:place], made, *entities[place + 1 :]))
    if kind == "removed":
        return replace(table, entities=entities[1:])
    if kind == "order":
        return replace(table, entities=entities[::-1])
    if kind == "index":
        return replace(table, indexes=indexes[1:] if draw(st.booleans()) else indexes[::-1])
    if kind == "name":
        return replace(table, name=draw(st.sampled_from(["other", table.name])))
    return replace(table, settings={**table.settings, "stream": draw(st.sampled_from(["", "NEW_IMAGE"]))})


def changed(draw, design: Design) -> Design:
    """A design after an edit."""
    kind = draw(st.sampled_from(["table", "table", "table", "rate", "pattern", "removed", "tenants", "skew"]))
    patterns = design.patterns
    if kind == "table" and design.tables:
        place = draw(st.integers(0, len(design.tables) - 1))
        made = changed_table(draw, design.tables[place])
        return replace(design, tables=(*design.tables[:place], made, *design.tables[place + 1 :]))
    if kind == "tenants":
        return replace(design, settings={**design.settings, "tenancy": {"attribute": "tenantId", "largest": 0.4}})
    if kind == "removed" or not patterns:
        return replace(design, patterns=patterns[1:])
    place = draw(st.integers(0, len(patterns) - 1))
    asked = patterns[place]
    if kind == "rate":
        asked = replace(asked, per_second=draw(st.sampled_from([None, Rate(1, 5), Rate(900, 4000)])))
    elif kind == "skew":
        asked = replace(asked, extra={**asked.extra, "skew": {"hottest": 0.3}})
    else:
        asked = replace(asked, entities=asked.entities[1:], key=asked.key[:1], filter="")
    return replace(design, patterns=(*patterns[:place], asked, *patterns[place + 1 :]))


@st.composite
def revisions(draw, designs):
    """A design, and what some edits make of it, one after the other; then the design again."""
    found = [draw(designs)]
    for _ in range(draw(st.integers(1, 4))):
        found.append(changed(draw, found[-1]))
    return [*found, found[0]]


EXAMPLES = st.sampled_from(NAMES).map(lambda name: example(name).design)
IN_CASES = st.sampled_from(CASES).flatmap(lambda case: st.sampled_from([case.trigger, case.near]))
"""Designs that a rule finds something in, or nearly: an edit of one entity decides what is found at another."""


@pytest.mark.slow
@settings(max_examples=200)
@given(revisions(IN_CASES))
def test_findings_after_edits_are_those_of_the_design_alone(designs):
    memo = Memo()
    for design in designs:
        assert analyse(design, memo) == analyse(design)


@pytest.mark.slow
@settings(max_examples=25)
@given(revisions(EXAMPLES))
def test_answers_after_edits_are_those_of_the_design_alone(designs):
    memo = Memo()
    for design in designs:
        assert analyse(design, memo) == analyse(design)
        units = design_capacity(design, memo.capacity)
        assert units == design_capacity(design)
        assert design_heat(design, memo.heat) == design_heat(design)
        assert monthly_cost(design, capacity=units, cache=memo.capacity).total() == monthly_cost(design).total()


def asked_about(memo: Memo, members: tuple[object, ...], part: object) -> list[object]:
    """The members that are asked about in one run; their answers are themselves."""
    asked: list[object] = []

    def answer(member: object) -> object:
        asked.append(member)
        return member

    assert memo.of_each("question", (part,), members, answer) == members
    assert memo.of_each("question", (part,), members, answer) == members
    memo.end_run()
    return asked


def test_only_new_members_are_asked_about():
    memo, part = Memo(), object()
    one, two, three = object(), object(), object()
    assert asked_about(memo, (one, two), part) == [one, two]
    assert asked_about(memo, (two, one), part) == []
    assert asked_about(memo, (two, three, one), part) == [three]
    assert asked_about(memo, (three,), part) == []
    assert asked_about(memo, (one, three), part) == [one]


def test_another_part_asks_about_every_member_again():
    memo, members = Memo(), (object(), object())
    first, second = object(), object()
    assert asked_about(memo, members, first) == list(members)
    assert asked_about(memo, members, second) == list(members)
    assert asked_about(memo, members, second) == []
    assert asked_about(memo, members, first) == list(members)


def test_answers_about_members_are_forgotten_after_a_run_without_them():
    memo, part, members = Memo(), object(), (object(),)
    assert asked_about(memo, members, part) == list(members)
    memo.end_run()
    assert asked_about(memo, members, part) == list(members)


def test_an_id_of_another_entity_is_known_after_the_edit_that_declares_it():
    """What a key is the id of follows from the other entities: an answer about the call alone would stay."""
    after = from_document(with_edits(FLEET, loan(NEW)))
    (table,) = after.tables
    vehicle = replace(table.entity("Vehicle"), identity=("plate",))
    entities = tuple(vehicle if one.name == "Vehicle" else one for one in table.entities)
    memo = Memo()
    analyse(replace(after, tables=(replace(table, entities=entities),)), memo)
    found = [one.rule for one in analyse(after, memo).findings]
    assert "ttl.correctness" in found
    assert found == [one.rule for one in analyse(after).findings]
