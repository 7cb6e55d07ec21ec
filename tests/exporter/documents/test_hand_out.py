"""The cost of a design on one page: as text and as PDF, however many scenarios and however long the names."""

import json
from dataclasses import asdict, replace

import pytest
import typst

from exporter.documents.hand_out import SIDES_MAX, as_text, hand_out_of
from exporter.documents.typesetting import HAND_OUT, hand_out_as_pdf
from modeler.core.design.cost_scenarios import WhatIf
from modeler.examples import example


def orders(**settings):
    design = example("order-management").design
    return replace(design, settings={**design.settings, **settings})


def pages(page):
    made = typst.compile(HAND_OUT.read_bytes(), sys_inputs={"document": json.dumps(asdict(page))}, format="png", ppi=20)
    return len(made) if isinstance(made, list) else 1


def test_text_has_aligned_columns_and_says_what_is_above_the_budget():
    kept = [{"name": "Launch", "times": 10}]
    text = as_text(hand_out_of(orders(budget=500, scenarios=kept), edition="Revision 7"))
    lines = text.splitlines()
    assert lines[:2] == ["Order management", "Revision 7"]
    assert "within the budget of $500.00" in text
    head = next(line for line in lines if line.startswith("Per month"))
    together = next(line for line in lines if line.startswith("Together"))
    assert len(head) == len(together)
    assert head.endswith("Launch")
    assert " over" in next(line for line in lines if line.startswith("Budget of"))


def test_assumptions_that_are_kept_have_their_name_and_are_there_once():
    kept = [{"name": "Launch", "times": 10}, {"name": "Quiet", "times": 0.5}]
    page = hand_out_of(orders(scenarios=kept), WhatIf(times=0.5))
    assert page.columns == ("The design", "Quiet", "Launch")
    assert page.patterns_of == "Quiet"


def test_only_what_differs_is_listed():
    rows = [title for title, _ in hand_out_of(orders(), WhatIf(months=12, calls_growth=5)).rows]
    assert rows[:2] == ["Growth of calls per month", "Months from now"]
    assert "Traffic" not in rows


def test_what_is_not_known_is_not_within_the_budget():
    design = orders(budget=500)
    unrated = replace(design, patterns=(replace(design.patterns[0], per_second=None), *design.patterns[1:]))
    page = hand_out_of(unrated)
    assert "not known whether" in page.budget
    assert "1 access pattern without a rate not counted." in page.notes


@pytest.mark.parametrize("name", ["#panic(1) *x* $y$", "x" * 300, "商品 注文 \u202e " * 20])
def test_it_is_one_page_with_hostile_and_long_names(name):
    kept = [{"name": f"{name} {number}", "times": number + 2} for number in range(9)]
    design = replace(orders(budget=1, scenarios=kept), name=name)
    patterns = tuple(replace(one, name=name, per_second=one.per_second) for one in design.patterns)
    page = hand_out_of(replace(design, patterns=patterns), WhatIf(times=3))
    assert len(page.columns) == SIDES_MAX
    assert any("more scenarios" in note for note in page.notes)
    assert pages(page) == 1
    assert hand_out_as_pdf(page).startswith(b"%PDF-")


def test_a_design_without_tables_has_a_page():
    assert pages(hand_out_of(replace(orders(), tables=(), patterns=()))) == 1
