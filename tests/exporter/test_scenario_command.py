"""`keysheet scenarios`: the cost under assumptions as text, as JSON and as PDF."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from exporter.command_line import main
from modeler.core.documents.reading import dump
from modeler.examples import example


@pytest.fixture
def file(tmp_path):
    design = example("order-management").design
    kept = {"budget": 500, "scenarios": [{"name": "Launch", "times": 10}]}
    path = tmp_path / "design.json"
    path.write_text(dump(replace(design, settings={**design.settings, **kept})))
    return str(path)


def test_json_has_the_design_the_assumptions_and_the_scenarios(file, capsys):
    assert main(["scenarios", file, "--times", "2", "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    now, here, launch = made["months"]
    assert [now["name"], here["name"], launch["name"]] == ["the design", "what if", "Launch"]
    assert Decimal(here["reads"]) == Decimal(now["reads"]) * 2
    assert [now["over_budget"], launch["over_budget"]] == [False, True]
    assert here["assumes"] == {"times": 2.0}
    assert made["budget"] == "500"


def test_text_and_pdf_are_one_page(file, tmp_path, capsys):
    pdf = tmp_path / "cost.pdf"
    assert main(["scenarios", file, "--months", "12", "--calls-growth", "5", "--pdf", str(pdf)]) == 0
    assert "Months from now" in capsys.readouterr().out
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_a_region_without_prices_is_refused(file, capsys):
    assert main(["scenarios", file, "--region", "mars-1"]) == 2
    assert "no prices for the Region 'mars-1'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argument", [["--times", "-1"], ["--times", "nan"], ["--calls-growth", "101"], ["--months", "61"]]
)
def test_an_assumption_out_of_bounds_is_refused(file, argument):
    with pytest.raises(SystemExit):
        main(["scenarios", file, *argument])
