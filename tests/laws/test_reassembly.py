"""A design that is moved on by a change is the design that would be made from nothing."""

from hypothesis import assume, given
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.incremental_design import reassemble
from modeler.core.documents.parts_codec import design_of
from modeler.core.edits.changes import apply
from tests.strategies import edit_logs


@given(log=edit_logs(), data=st.data())
def test_moving_a_design_on_equals_making_it_anew(log, data):
    assume(log.changes)
    cut = data.draw(st.integers(0, len(log.changes) - 1))
    before = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Generated"})}
    for change in log.changes[:cut]:
        before = apply(before, change)
    after = before
    for change in log.changes[cut:]:
        after = apply(after, change)
    assert reassemble(before, design_of(before), after) == design_of(after)
