"""Mends applied: to a design, and as a change of its parts."""

import pytest
from hypothesis import HealthCheck, given, settings

from modeler.core.analysis import analyse
from modeler.core.assembly import design_of, parts_of
from modeler.core.edits import apply
from modeler.core.errors import Missing
from modeler.core.mending import mend_change, mended
from modeler.core.mends import Add, Mend, Put, Remove, mend_of
from modeler.examples import examples
from tests.modeler.core.rules.builders import DESIGN
from tests.modeler.core.strategies import designs

MEND = Mend(
    "Let Order have a tax",
    (
        Add("e-order", "attributes", {"name": "tax", "type": "N"}),
        Put("t-main", "settings.billing", "PROVISIONED"),
        Put("p-A2", "limit", 20),
        Remove("a-note"),
    ),
)


def test_a_part_goes_though_patterns_name_entities():
    assert DESIGN.patterns[0].entities == ("Order",)
    after = mended(DESIGN, Mend("", (Remove("a-note"),)))
    assert after.tables[0].entities[1].attribute("note") is None
    assert len(after.tables[0].entities[1].attributes) == 5


def test_all_edits_are_made_and_the_change_makes_the_same():
    after = mended(DESIGN, MEND)
    order = after.tables[0].entities[1]
    assert str(order.attribute("tax").type) == "N"
    assert after.tables[0].is_provisioned
    assert after.patterns[0].limit == 20
    parts = parts_of(DESIGN)
    assert design_of(apply(parts, mend_change(parts, MEND))) == after


def test_what_is_gone_cannot_be_mended():
    for edit in (Remove("nobody"), Put("nobody", "name", "x"), Add("nobody", "attributes", {})):
        with pytest.raises(Missing):
            mended(DESIGN, Mend("", (edit,)))


def test_a_mend_comes_back_from_its_json():
    assert mend_of(MEND.as_json()) == MEND


def all_mends(design):
    """Every mend that the rules offer of a design."""
    return [mend for finding in analyse(design).findings for mend in finding.mends]


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(designs())
def test_every_mend_of_a_rule_can_be_made_of_any_design(design):
    for mend in all_mends(design):
        assert mend.label
        assert mended(design, mend) != design, mend


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.design.name)
def test_every_mend_of_the_examples_can_be_made(example):
    for mend in all_mends(example.design):
        assert mended(example.design, mend) != example.design, mend
