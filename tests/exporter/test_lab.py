"""The lab of the order management example, on the evaluator and on the built-in sandbox."""

from dataclasses import replace

import pytest

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.comparison import places
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.lab import created_row, judged, lab_of, offers_lab, run_lab
from exporter.provisioning.plan import make_plan
from exporter.provisioning.proof import Ground
from exporter.provisioning.rows import ProofRow, Status
from exporter.provisioning.run_tags import RUN_TAG
from modeler.core.errors import Invalid
from modeler.core.evaluator import Database, evaluate
from modeler.core.values.attribute_values import item_size
from modeler.examples import example

DESIGN = example("order-management").design


def evaluated():
    """Each step with what the evaluator says of it, one on what the other left."""
    lab = lab_of(DESIGN)
    database = Database.of(lab.design)
    for step in lab.steps:
        found = evaluate(lab.design, step.pattern, stored=database)
        database = found.after
        yield lab, step, found


def test_the_example_gives_what_the_lab_is_known_to_give():
    for lab, step, found in evaluated():
        row = ProofRow("", "", step.pattern.name, str(step.pattern.operation), Status.AGREE, "")
        assert judged(lab.design, step, found, row).status is Status.AGREE, step


def test_the_four_items_have_the_known_sizes_and_cost_seven_units():
    puts = [found for _, step, found in evaluated() if step.step == "2"]
    assert [item_size(one.writes[0].after.item) for one in puts] == [39, 130, 103, 35]
    assert [one.write_units for one in puts] == [1, 3, 2, 1]


def test_shipping_costs_three_units_as_the_seed_has_it_and_four_by_intent():
    shipped = {step.step: found for _, step, found in evaluated() if step.pattern.code == "A7"}
    assert {step: found.write_units for step, found in shipped.items()} == {"6": 3, "6b": 4}


def test_a_design_that_has_not_what_the_lab_needs_is_refused():
    assert offers_lab(DESIGN)
    other = replace(DESIGN, patterns=tuple(one for one in DESIGN.patterns if one.code != "A5"))
    assert not offers_lab(other)
    with pytest.raises(Invalid, match="no pattern A5"):
        lab_of(other)
    with pytest.raises(Invalid, match="no entity Customer"):
        lab_of(example("saas-projects").design)


def test_a_design_that_forgets_the_sparse_condition_differs_from_the_lab():
    table = DESIGN.tables[0]
    order = table.entity("Order")
    always = replace(order, overloads=tuple(replace(one, when="") for one in order.overloads))
    entities = tuple(always if one is order else one for one in table.entities)
    lab = lab_of(replace(DESIGN, tables=(replace(table, entities=entities),)))
    step = next(one for one in lab.steps if one.pattern.name == "Put a shipped order")
    found = evaluate(lab.design, step.pattern)
    row = ProofRow("", "", "", "", Status.AGREE, "")
    assert places(lab.design, step.pattern, found)["app-main/GSI2"] == 1
    assert judged(lab.design, step, found, row).status is Status.DIFFER


@pytest.fixture
def ground(sandbox_url, settings):
    """The lab's tables on the sandbox, removed afterwards."""
    endpoint = endpoint_named(settings.ENDPOINTS, "")
    lab = lab_of(DESIGN)
    dynamodb = DynamoDB(endpoint)
    plan = make_plan(lab.design, prefix="lab-test-", trust=endpoint.trust, tags={RUN_TAG: "lab"})
    for one in plan.tables:
        tables.create(dynamodb, one, "lab", was_recorded=False)
        list(tables.wait_active(dynamodb, one.name))
    assert created_row(plan, [dynamodb.describe(one.name) for one in plan.tables])["status"] == "agree"
    yield lab, Ground(lab.design, dynamodb, plan.names, endpoint.trust)
    for one in plan.tables:
        list(tables.remove(dynamodb, one.name, "lab"))


def test_the_sandbox_ships_the_order_and_a4_and_a5_both_change(ground):
    lab, place = ground
    rows = list(run_lab(place, lab))
    assert [row["status"] for row in rows] == ["agree"] * len(lab.steps)
    last = [row for row in rows if row["step"] == "6b"]
    a4 = [[key[1] for key in row["returned"]] for row in last if row["code"] == "A4" and "Shipped" in row["name"]]
    assert a4 == [["ORDER#2026-06-03#o-9044"], ["ORDER#2026-06-03#o-9044", "ORDER#2026-06-01#o-9001"]]
    a5 = [[key[1] for key in row["returned"]] for row in last if row["code"] == "A5"]
    assert a5 == [["ORDER#2026-06-01#o-9001"], []]
    (shipped,) = [row for row in last if row["code"] == "A7"]
    assert shipped["units_compared"]
    assert (
        shipped["units"] == shipped["expected_units"] == {"app-main": "1", "app-main/GSI1": "2", "app-main/GSI2": "1"}
    )
    (stale,) = [row for row in rows if row["name"] == "GSI1 still lists it as open"]
    assert [key[1] for key in stale["returned"]] == ["ORDER#2026-06-01#o-9001"]
