"""One budget for the comparisons of a whole analysis: what it does not compare is reported, never guessed."""

import pytest

from modeler.core import effort
from modeler.core.algebra.collisions import can_collide
from modeler.core.algebra.sides import TemplateSide, Verdict
from modeler.core.analysis import analyse
from modeler.core.design.items import Attribute
from modeler.core.documents.reading import from_document
from modeler.core.errors import Busy
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType
from modeler.examples import NAMES, example
from tests.factories.slow_design import slow_document

ATTRIBUTES = {name: Attribute(name, name, AttributeType.S, "id") for name in ("a", "b")}
STEPS = 50_000


def design(entities=16):
    return from_document(slow_document(entities, patterns=entities))


def side(template):
    return TemplateSide((parse(template),), ATTRIBUTES)


def test_a_design_with_many_similar_keys_is_analysed_within_the_budget():
    with effort.budget(STEPS) as spent:
        found = analyse(design())
    assert found.not_compared == spent.not_compared > 0
    # The last search can go over it: by no more than a search is allowed.
    assert spent.left > -1_000_000


@pytest.mark.slow
def test_a_whole_budget_compares_all_keys_of_the_same_design():
    assert analyse(design()).not_compared == 0


def test_the_same_design_and_the_same_budget_give_the_same_findings():
    def found():
        with effort.budget(STEPS):
            return analyse(design())

    assert found() == found()


@pytest.mark.slow
def test_findings_under_a_budget_are_some_of_all_findings():
    with effort.budget(STEPS):
        some = analyse(design()).findings
    collisions = {(one.rule, one.path) for one in analyse(design()).findings if one.rule == "keys.collision"}
    assert {(one.rule, one.path) for one in some if one.rule == "keys.collision"} < collisions


@pytest.mark.parametrize("key", NAMES)
def test_an_example_needs_a_small_part_of_the_budget(key):
    with effort.budget() as spent:
        assert analyse(example(key).design).not_compared == 0
    assert effort.STEPS_MAX - spent.left < effort.STEPS_MAX / 10


def test_what_is_not_compared_is_unknown_and_counted():
    with effort.budget(0) as spent:
        answer = can_collide(side("{a}"), side("{b}"))
    assert (answer.verdict, spent.not_compared) == (Verdict.UNKNOWN, 1)
    assert "not compared" in answer.reason
    assert can_collide(side("{a}"), side("{b}")).verdict is Verdict.YES


def test_different_first_texts_exclude_each_other_without_a_budget():
    with effort.budget(0) as spent:
        assert can_collide(side("A#{a}"), side("B#{b}")).verdict is Verdict.NO
    assert spent.not_compared == 0


def test_a_budget_inside_another_is_the_other():
    with effort.budget(10) as outer, effort.budget(1000) as inner:
        effort.spend(4)
        assert inner is outer
        assert outer.left == 6


def test_a_check_ends_an_analysis_whose_time_is_over():
    def over():
        raise Busy("over")

    with effort.timed(over), pytest.raises(Busy, match="over"):
        analyse(design(3))
    assert analyse(design(3)).findings


def test_a_template_that_is_far_too_long_is_too_complex_to_compare():
    answer = can_collide(side("{a}" + "x" * 50_000), side("{b}"))
    assert answer.verdict is Verdict.UNKNOWN
