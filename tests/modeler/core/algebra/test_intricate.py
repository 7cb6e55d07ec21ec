"""Templates that nobody would write: the answer is unknown, and it does not take for ever to say so."""

import pytest

from modeler.core.algebra import automaton as module
from modeler.core.algebra.automaton import automaton, shared_text
from modeler.core.algebra.collisions import can_collide, range_catches
from modeler.core.algebra.sides import TemplateSide, Verdict
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType

X = {"x": Attribute("a", "x", AttributeType.S, "text")}


def side(count, end):
    return TemplateSide((parse("".join(f"{{x:first({60 - number})}}" for number in range(count)) + end),), X)


@pytest.mark.slow
def test_many_short_ends_of_free_text_are_too_intricate():
    answer = can_collide(side(40, "A"), side(39, "B"))
    assert answer.verdict is Verdict.UNKNOWN
    assert "complex" in answer.reason
    assert range_catches(side(40, "A"), side(39, "B"), "<").verdict is not Verdict.NO


def test_the_work_of_one_comparison_is_bounded(monkeypatch):
    compared = []
    real = module.common_arcs
    monkeypatch.setattr(module, "common_arcs", lambda one, two: compared.append(len(one) * len(two)) or real(one, two))
    shapes = tuple(((part,),) for part in "ab")
    assert shared_text(automaton(shapes[0]), automaton(shapes[1])) is None
    assert sum(compared) <= module.WORK_MAX
