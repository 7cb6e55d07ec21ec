"""Mends applied: to a design, and as a change of its parts."""

import pytest

from modeler.core.assembly import design_of, parts_of
from modeler.core.edits import apply
from modeler.core.errors import Missing
from modeler.core.mending import mend_change, mended
from modeler.core.mends import Add, Mend, Put, Remove, mend_of
from tests.modeler.core.rules.builders import DESIGN

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
