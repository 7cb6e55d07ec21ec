"""What is asked of one design several times is worked out once, and never told of another."""

from __future__ import annotations

import weakref

from exporter.targets.support.per_design_cache import analysed, once
from modeler.core.design.model import Design
from tests.exporter.targets.designs.all_designs import everything, small


def test_it_is_worked_out_once_for_the_design_that_was_asked_of_last():
    asked = []
    named = once(lambda design: asked.append(design.name) or design.name)
    first, second = small(), everything()
    assert [named(first), named(first), named(second), named(second), named(first)] == [
        "Small", "Small", "Everything", "Everything", "Small",
    ]  # fmt: skip
    assert asked == ["Small", "Everything", "Small"]


def test_an_equal_design_is_another_one():
    assert analysed(small()) is not analysed(small())


def test_a_design_that_is_gone_is_not_taken_for_one_in_its_place():
    """Nothing keeps a design alive, so that the next stands where it stood: that needs no collection of garbage, which
    walks through everything that the other tests have left.
    """
    named = once(lambda design: design.name)
    places = set()
    for number in range(50):
        design = Design(f"D{number}")
        places.add(id(design))
        assert named(design) == f"D{number}"
        gone = weakref.ref(design)
        del design
        assert gone() is None
    assert len(places) < 50
