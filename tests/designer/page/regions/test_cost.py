"""The cost page: what a reader supposes, what that would save, two months side by side, every number opened."""

import json
import re
import uuid
from dataclasses import replace
from decimal import Decimal
from urllib.parse import parse_qsl

import pytest
from django.template.loader import render_to_string

from designer.page.month_cost import Supposed, costing, month_of
from designer.page.regions.cost import cost
from designer.page.regions.cost_arithmetic import opened
from designer.page.regions.cost_compare import versus_choices
from designer.page.regions.cost_rows import ahead_of
from designer.page.scene import PagePlace, Scene
from modeler.core.cost.lines import Mode
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import typed_of
from modeler.core.errors import Missing
from modeler.examples import example

pytestmark = pytest.mark.django_db
DRAWN = ",".join(["10"] * 12 + ["100"] * 12)


@pytest.fixture(scope="module")
def orders():
    parts = take_apart(to_document(example("order-management").design))
    return Scene(uuid.uuid4(), 3, design_of(parts), parts)


def shown(scene, **query):
    return cost(scene, PagePlace.of(query))


def month(scene, **query):
    return month_of(scene, Supposed.of(PagePlace.of(query)))


def test_what_is_supposed_is_read_from_the_address_and_nonsense_is_passed_over():
    place = PagePlace.of({"region": "mars-1", "mode": "gratis", "traffic": "1,2,3", "level": "perhaps"})
    assert Supposed.of(place) == Supposed()
    drawn = Supposed.of(PagePlace.of({"region": "eu-west-1", "mode": "fixed", "traffic": DRAWN, "level": "yes"}))
    assert (drawn.region, drawn.mode, drawn.steps) == ("eu-west-1", Mode.FIXED, True)
    assert drawn.traffic == {"hours": [10] * 12 + [100] * 12, "steps": True}
    assert Supposed.of(PagePlace.of({"traffic": ",".join(["0"] * 24)})).traffic is None


def test_a_supposition_changes_the_month_and_never_the_scene(orders):
    before = month(orders).cost.total(Mode.ON_DEMAND).value
    dearer = month(orders, region="sa-east-1").cost.total(Mode.ON_DEMAND).value
    assert dearer > before
    assert orders.design.region == "us-east-1"
    flat = month(orders, traffic="flat").cost.total(Mode.AUTO_SCALED).value
    drawn = month(orders, traffic=DRAWN).cost.total(Mode.AUTO_SCALED).value
    assert flat != drawn


@pytest.mark.parametrize(
    ("query", "name"),
    [({"region": "eu-west-1"}, "region"), ({"mode": "fixed"}, "mode"), ({"mode": "auto-scaled"}, "mode"),
     ({"traffic": "spiky"}, "traffic"), ({"traffic": DRAWN}, "traffic")],
)  # fmt: skip
def test_what_would_be_saved_makes_the_design_say_what_was_supposed(orders, query, name):
    context = shown(orders, **query)
    (supposal,) = context["supposals"]
    assert supposal["name"] == name
    change = typed_change(orders.parts, map(typed_of, json.loads(supposal["edits"])))
    parts = apply(orders.parts, change)
    saved = Scene(uuid.uuid4(), 1, design_of(parts), parts)
    assert shown(saved, **query)["supposals"] == []
    mode = Supposed.of(PagePlace.of(query)).mode
    # Units that were worked out for the peak are the units that the design then sets.
    expected = month(orders, **query).cost.total(mode).value
    assert month(saved).cost.total().value == pytest.approx(expected, rel=Decimal("0.0001"))


def test_amounts_by_pattern_and_by_place_add_up_to_the_month(orders):
    for mode in ("", "fixed", "auto-scaled"):
        context = shown(orders, mode=mode)
        with costing(orders):
            whole = month(orders, mode=mode)
            throughput = sum(table.modes[whole.mode_of(table)].total.value for table in whole.cost.tables)
            total = whole.cost.total(whole.mode).value
        assert sum(row["amount"] for row in context["patterns"] if row["amount"]) == pytest.approx(throughput)
        assert sum(row["amount"] for row in context["places"] if row["amount"]) == pytest.approx(total)
        for row in context["places"]:
            assert sum(one.amount for one in row["strip"]) == pytest.approx(float(row["amount"] or 0), abs=1e-6)


def test_two_months_side_by_side_differ_by_what_they_differ(orders):
    other = month(orders, region="eu-west-1").cost.total().value
    found = shown(orders, versus="region:eu-west-1")["compared"]
    together = found["rows"][-1]
    assert together["there"] == other
    assert together["difference"] == other - month(orders).cost.total().value
    assert sum(row["difference"] for row in found["rows"][:-1]) == pytest.approx(together["difference"])
    assert shown(orders, versus="moon:1")["compared"] is None


def test_every_number_that_can_be_opened_opens_to_what_it_says(orders):
    context = shown(orders, traffic=DRAWN)
    html = render_to_string("designer/regions/cost.html", {**context, "page": "/", "may_edit": True})
    names = re.findall(r'data-open="([^"]+)"', html)
    assert len(names) > 60
    with costing(orders):
        looked = month(orders, traffic=DRAWN)
        for name in names:
            found = opened(looked, name)
            assert found.title
            assert found.figure.arithmetic or not found.figure.value, name
        assert opened(looked, "mode/fixed").figure.value == looked.cost.total(Mode.FIXED).value
        first = context["patterns"][0]
        assert opened(looked, f"pattern/{first['id']}/cost").figure.value == pytest.approx(first["amount"])
        after = context["growth"]["rows"][-1]
        assert opened(looked, after["key"]).figure.value == pytest.approx(after["total"])


@pytest.mark.parametrize("name", ["", "mode/gratis", "heat/999/peak", "units/0/read/never", "pattern/none/cost", "x/y"])
def test_a_number_that_is_not_there_is_missing(orders, name):
    with pytest.raises(Missing):
        opened(month(orders), name)


def test_named_versions_are_offered_by_their_names_once(orders):
    named = replace(orders, revision=3, named=((2, "Launch"), (2, "Launch, again"), (1, "Draft")))
    choices = dict(versus_choices(named, "revision:2"))
    assert choices["Versions"] == [
        ("revision:2", "Launch, revision 2", True),
        ("revision:2", "Launch, again, revision 2", False),
        ("revision:1", "Draft, revision 1", False),
    ]
    assert "Revisions" not in choices


def test_growth_class_and_months_are_read_from_the_address_and_written_into_it():
    query = {"times": "2.5", "growth": "5", "items": "10", "ahead": "12", "class": "STANDARD", "traffic": DRAWN}
    supposed = Supposed.of(PagePlace.of(query))
    assert (supposed.times, supposed.calls, supposed.items, supposed.months) == (2.5, 5, 10, 12)
    assert Supposed.of(PagePlace.of(dict(parse_qsl(supposed.query)))) == supposed
    assert Supposed.of_scenario(supposed.what_if("Launch")) == supposed
    nonsense = {"times": "1e9", "growth": "-5", "items": "101", "ahead": "999", "class": "GOLD"}
    assert Supposed.of(PagePlace.of(nonsense)) == Supposed()


def test_months_ahead_are_the_design_of_that_month_and_open_their_arithmetic(orders):
    made = shown(orders, growth="10", months="12")
    first, *_, last = made["growth"]["rows"]
    assert (first["key"], last["key"]) == ("ahead/0", "ahead/12")
    later, number = ahead_of(Supposed.of(PagePlace.of({"growth": "10"})), last["key"])
    found = opened(month_of(orders, later), number)
    assert found.figure.value == last["total"] > first["total"]


def test_scenarios_are_beside_the_design_and_the_assumptions(orders):
    kept = [{"name": "Launch", "times": 10}, {"name": "Europe", "region": "eu-west-1"}, {"times": 3}]
    design = replace(orders.design, settings={**orders.design.settings, "scenarios": kept, "budget": 500})
    scene = replace(orders, design_id=uuid.uuid4(), design=design)
    made = shown(scene, times="2")
    assert [side["name"] for side in made["sides"]] == ["The design", "What if", "Launch", "Europe"]
    now, here, launch, _ = (side["cost"] for side in made["sides"])
    assert here.reads == now.reads * 2
    assert launch.reads == now.reads * 10
    assert [title for title, _ in made["scenario_rows"]] == ["Region", "Traffic"]
    assert [side["budgeted"]["is_over"] for side in made["sides"]] == [False, False, True, False]
    assert not made["budgeted"]["is_over"]
    same = shown(scene, times="10")
    assert (same["shown"], len(same["sides"]), same["budgeted"]["is_over"]) == ("Launch", 3, True)


def test_a_budget_is_not_said_to_be_kept_where_a_rate_is_not_known(orders):
    first, *rest = orders.design.patterns
    settings = {**orders.design.settings, "budget": 500}
    design = replace(orders.design, patterns=(replace(first, per_second=None), *rest), settings=settings)
    made = shown(replace(orders, design_id=uuid.uuid4(), design=design))
    html = render_to_string("designer/parts/cost/budget.html", made)
    assert "Within budget" not in html
    assert "at least" in html
