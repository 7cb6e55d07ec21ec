"""New entities that need items for what is stored: one for each pair, and one for each unique value."""

from dataclasses import replace

import pytest

from exporter.targets.migration.package import migration_package
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.errors import Invalid
from modeler.core.migration import ChangeEffect, coded_changes, plan
from modeler.core.migration.steps import StepAction
from tests.modeler.core.rules.builders import CUSTOMER, ORDER, attribute, overload, with_table

PAIR = replace(
    ORDER,
    id="e-pair",
    name="CustomerOrder",
    identity=("customerId", "orderId"),
    attributes=(attribute("customerId"), attribute("orderId")),
    overloads=(replace(overload(None, PK="CUST#{customerId}", SK="PAIR#{orderId}"), id="o-pair"),),
    items=(),
    count=3_000,
)
EMAIL = replace(
    PAIR,
    id="e-email",
    name="CustomerEmail",
    identity=("email",),
    attributes=(attribute("email"),),
    overloads=(replace(overload(None, PK="EMAIL#{email}", SK="EMAIL"), id="o-email"),),
    count=None,
    constraint_of="Customer",
)


KNOWN = replace(CUSTOMER, count=500)
BEFORE = with_table(entities=(KNOWN, ORDER))


def with_new(entity, *relations):
    after = with_table(entities=(KNOWN, ORDER, entity))
    return replace(after, relations=relations)


BOTH = Relation("r1", "Customer", "Order", RelationKind.MANY_TO_MANY, join="CustomerOrder")
PAIRS, VALUES = with_new(PAIR, BOTH), with_new(EMAIL)


def owed(after):
    return [one for one in coded_changes(BEFORE, after) if one.code.id == "change.entity_owed"]


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (PAIRS, "CustomerOrder is new and needs an item for each pair of stored Customer and Order"),
        (VALUES, "CustomerEmail is new and needs an item for each stored Customer"),
    ],
)
def test_the_change_says_what_has_to_be_backfilled(after, message):
    (found,) = owed(after)
    assert (found.effect, found.difference.message) == (ChangeEffect.BACKFILL, message)
    steps = [step for step in plan(BEFORE, after).steps if step.entities == (found.difference.entity,)]
    assert [step.action for step in steps] == [StepAction.WRITE_NEW, StepAction.BACKFILL, StepAction.RECONCILE]
    assert steps[1].backfill.condition == "attribute_not_exists(PK)"
    assert steps[1].work.writes.value > 0


def test_where_nothing_is_stored_nothing_is_missing():
    before = with_table(entities=(replace(CUSTOMER, count=0, items=()), ORDER))
    assert not [one for one in coded_changes(before, PAIRS) if one.code.id == "change.entity_owed"]


def test_an_entity_of_its_own_needs_no_items():
    (found,) = (one for one in coded_changes(BEFORE, with_new(PAIR)) if one.difference.entity == "CustomerOrder")
    assert found.code.id == "change.entity_added"


def test_a_migration_that_cannot_write_the_items_says_so():
    with pytest.raises(Invalid, match="needs an item for each pair of stored Customer and Order"):
        migration_package(BEFORE, PAIRS)
