"""Assumptions about a design: each changes what it names, and nothing else."""

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.what_if import compounded, cost_under, design_under
from modeler.core.design.cost_scenarios import WhatIf, read_what_if
from modeler.core.documents.reading import to_document
from modeler.examples import example


@pytest.fixture(scope="module")
def orders():
    return example("order-management").design


def total(design, **assumed):
    return cost_under(design, WhatIf(**assumed)).cost.total(Mode.ON_DEMAND).value


def throughput(design, **assumed):
    cost = cost_under(design, WhatIf(**assumed)).cost
    return sum((table.modes[Mode.ON_DEMAND].total.value for table in cost.tables), Decimal(0))


def stored(design, **assumed):
    return cost_under(design, WhatIf(**assumed)).cost.growth(0)[0].size


def test_without_assumptions_the_design_is_the_same(orders):
    assert design_under(orders, WhatIf()) is orders
    assert design_under(orders, WhatIf(name="As it is", mode="fixed")) is orders
    assert total(orders) == monthly_cost(orders).total(Mode.ON_DEMAND).value


def test_requests_cost_as_many_times_as_much_and_storage_stays(orders):
    assert throughput(orders, times=10) == pytest.approx(throughput(orders) * 10)
    assert stored(orders, times=10) == stored(orders)


def test_growth_of_calls_is_compounded_over_the_months(orders):
    assert compounded(10, 12) == pytest.approx(3.138428, rel=1e-6)
    assert float(throughput(orders, calls_growth=10, months=12)) == pytest.approx(
        float(throughput(orders)) * compounded(10, 12)
    )
    assert throughput(orders, calls_growth=10) == throughput(orders)


def test_items_have_their_own_growth_and_the_assumed_one(orders):
    later = {entity.id: entity for _, entity in design_under(orders, WhatIf(months=12)).entities()}
    more = {entity.id: entity for _, entity in design_under(orders, WhatIf(months=12, items_growth=5)).entities()}
    growing = [entity for _, entity in orders.entities() if entity.count and entity.growth and not entity.retention]
    assert growing
    for entity in growing:
        assert later[entity.id].count == round(entity.count + entity.growth * 12)
        assert more[entity.id].count == pytest.approx(later[entity.id].count * compounded(5, 12), abs=1)
        assert more[entity.id].growth == pytest.approx(entity.growth * compounded(5, 12))
    assert stored(orders, months=12, items_growth=5) > stored(orders, months=12) > stored(orders)


def test_an_entity_without_a_count_gets_none(orders):
    tables = tuple(
        replace(table, entities=tuple(replace(one, count=None) for one in table.entities)) for table in orders.tables
    )
    unknown = replace(orders, tables=tables)
    grown = design_under(unknown, WhatIf(months=12, items_growth=50))
    assert {entity.count for _, entity in grown.entities()} == {None}


def test_region_and_class_are_those_of_every_table(orders):
    made = design_under(orders, WhatIf(region="sa-east-1", table_class="STANDARD_INFREQUENT_ACCESS"))
    assert made.region == "sa-east-1"
    assert {table.options.table_class for table in made.tables} == {"STANDARD_INFREQUENT_ACCESS"}
    assert total(orders, region="sa-east-1") > total(orders)
    cost = cost_under(orders, WhatIf(table_class="STANDARD_INFREQUENT_ACCESS")).cost
    assert all(table.table_class == "STANDARD_INFREQUENT_ACCESS" for table in cost.tables)


def test_the_tables_own_traffic_gives_way(orders):
    table = orders.tables[0]
    own = replace(orders, tables=(replace(table, settings={**table.settings, "ops": {"curve": "spiky"}}),))
    made = design_under(own, WhatIf(traffic="flat"))
    assert made.options.traffic.shape == "flat"
    assert made.tables[0].options.operation.curve is None


def test_a_scenario_is_written_as_it_is_read(orders):
    what_if = WhatIf("Launch", "eu-west-1", "fixed", "STANDARD", 10.0, 5.0, 2.5, 12, "diurnal")
    assert read_what_if(what_if.as_json()) == what_if
    assert WhatIf("Same").as_json() == {"name": "Same"}
    document = to_document(orders)
    assert "scenarios" not in document.get("settings", {})


def test_nonsense_in_a_scenario_is_as_if_absent():
    raw = {"name": 3, "mode": "gratis", "class": "GOLD", "times": 0, "calls_growth": -1, "months": 61, "traffic": "up"}
    assert read_what_if(raw) == WhatIf()
