"""A rule's answer depends on nothing but its scope, because that is all that makes the analysis ask it again."""

from dataclasses import replace

import pytest

from modeler.core.documents.reading import from_document
from modeler.core.rules import RULES
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import Scope
from modeler.examples import examples
from tests.modeler.core.planted.measure import FAULTS
from tests.modeler.core.rules.test_every_rule import CASES

OF_ENTITIES = [rule for rule in RULES if rule.scope is Scope.ENTITY]


def found(design, table, entity):
    context = RuleContext(design)
    return [(rule.id, spot.message, spot.path) for rule in OF_ENTITIES for spot in rule.check(context, table, entity)]


def changed_around(design):
    """Answers about an entity that are others where it is alone in a design without access patterns."""
    for table in design.tables:
        for entity in table.entities:
            alone = replace(table, entities=(entity,))
            within = found(design, table, entity)
            without = found(replace(design, tables=(alone,), patterns=()), alone, entity)
            yield from set(within) ^ set(without)


def keyless(design):
    """The same tables before anybody has written a key."""
    for table in design.tables:
        yield replace(table, entities=tuple(replace(one, overloads=(), items=()) for one in table.entities))


@pytest.mark.parametrize("example", list(examples()), ids=lambda one: one.design.name)
def test_of_an_entity_in_the_examples(example):
    assert list(changed_around(example.design)) == []
    bare = replace(example.design, tables=tuple(keyless(example.design)))
    assert list(changed_around(bare)) == []


def test_of_an_entity_with_a_planted_fault():
    faulty = [from_document(fault.faulty_document()) for fault in FAULTS[::6]]
    assert {found for design in faulty for found in changed_around(design)} == set()


class Wide(Exception):
    """What a rule about one call asked of the others."""


class OfOneCall(RuleContext):
    """A context that answers nothing about the other calls of a design."""

    def _refused(self):
        raise Wide

    calls = heat = capacity = cost = property(_refused)


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.conformance)])
def test_of_a_call(step):
    rules = [rule for rule in RULES if rule.scope is Scope.PATTERN]
    wide = set()
    for design in (design for case in CASES[::step] for design in (case.trigger, case.near)):
        context = OfOneCall(design)
        for call in RuleContext(design).calls:
            for rule in (one for one in rules if call.pattern.operation in one.operations):
                try:
                    list(rule.check(context, call))
                except Wide:
                    wide.add(rule.id)
    assert wide == set()
