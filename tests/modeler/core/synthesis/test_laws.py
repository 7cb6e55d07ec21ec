"""Laws: what holds for the synthesis of any application."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from modeler.core.synthesis.problem import unbiased
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import set_up
from modeler.core.synthesis.solver import highs, local_search
from modeler.core.synthesis.traits import trifle
from tests.modeler.core.synthesis.applications import ENTITIES, PATTERNS
from tests.modeler.core.synthesis.baseline import one_index_each
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, design, shop

pytestmark = pytest.mark.slow

RATES = st.lists(st.sampled_from([0.01, 1, 5, 40, 300]), min_size=9, max_size=9)
SOME = st.sets(st.integers(0, 8), min_size=2)


def without_bias(problem):
    """The problem of the least dollars, whatever the keys look like."""
    return replace(problem, groups=tuple(unbiased(one) for one in problem.groups))


def least(patterns):
    """The cheapest choice for these patterns; None if some have none."""
    made = set_up(design(ENTITIES, patterns))
    found = None if made.unmet else Refining(made).solve(without_bias(made.problem(None)))
    return found[1] if found is not None else None


def applications(rates, kept):
    """The shop's patterns with these rates, those of the given places."""
    return [pattern for place, pattern in enumerate(shop(rates)) if place in kept]


@settings(max_examples=15)
@given(rates=RATES, kept=SOME)
def test_every_alternative_serves_every_pattern_at_the_cost_of_its_design(rates, kept):
    found = synthesise(design([CUSTOMER, ORDER], applications(rates, kept)), SynthesisOptions(alternatives=2))
    unmet = {one.pattern for one in found.unmet}
    for one in found.alternatives:
        assert one.dollars == monthly_cost(one.design).total().value
        for pattern in one.design.patterns:
            if pattern.id not in unmet:
                made = serving(one.design, pattern)
                assert made.served
                assert made.order_satisfied is not False


@settings(max_examples=15)
@given(patterns=PATTERNS, place=st.integers(0, 6))
def test_a_further_pattern_never_lowers_the_least_cost(patterns, place):
    """Whatever the pattern requests: candidates are complete for the patterns that there are."""
    fewer, more = least(patterns[:place] + patterns[place + 1 :]), least(patterns)
    if fewer is not None and more is not None:
        assert more.cost >= fewer.cost - 0.005


@settings(max_examples=10)
@given(patterns=PATTERNS)
def test_no_budget_costs_less_than_a_narrower_one(patterns):
    made = set_up(design(ENTITIES, patterns))
    problem, refining = without_bias(made.problem(None)), Refining(made)
    found = [refining.solve(replace(problem, slots=slots)) for slots in (*range(4), None)]
    costs = [round(one[1].cost, 3) if one is not None else math.inf for one in found]
    assert costs == sorted(costs, reverse=True)


@settings(max_examples=5)
@given(patterns=PATTERNS, order=st.permutations(range(7)))
def test_the_order_of_generated_patterns_does_not_matter(patterns, order):
    shuffled = [patterns[place] for place in order if place < len(patterns)]
    one, other = (synthesise(design(ENTITIES, made), SynthesisOptions(alternatives=1)) for made in (patterns, shuffled))
    assert [made.design.tables for made in one.alternatives] == [made.design.tables for made in other.alternatives]
    assert {each.label for each in one.unmet} == {each.label for each in other.unmet}


@settings(max_examples=10)
@given(patterns=PATTERNS)
def test_one_index_for_each_pattern_is_neither_cheaper_nor_has_fewer_indexes(patterns):
    asked = design(ENTITIES, patterns)
    baseline = one_index_each(asked)
    if baseline is None:
        return
    found = synthesise(asked)
    dollars = min(one.dollars for one in found.alternatives)
    assert dollars <= monthly_cost(baseline).total().value + trifle(dollars)
    for one in found.alternatives:
        assert one.gsis <= len(baseline.tables[0].indexes)


@settings(max_examples=10)
@given(rates=RATES)
def test_a_wider_budget_never_costs_more(rates):
    made = set_up(design([CUSTOMER, ORDER], shop(rates)))
    found = [highs.solve(made.problem(slots)) for slots in range(5)]
    costs = [one.objective for one in found if one is not None]
    assert costs == sorted(costs, reverse=True)
    assert all(one is not None for one in found[next(i for i, one in enumerate(found) if one is not None) :])


@settings(max_examples=4)
@given(rates=RATES, order=st.permutations(range(9)))
def test_the_order_of_patterns_does_not_matter(rates, order):
    patterns = shop(rates)
    one = synthesise(design([CUSTOMER, ORDER], patterns), SynthesisOptions(alternatives=1)).alternatives[0]
    other = synthesise(
        design([CUSTOMER, ORDER], [patterns[place] for place in order]), SynthesisOptions(alternatives=1)
    )
    assert other.alternatives[0].design.tables == one.design.tables


@settings(max_examples=15)
@given(rates=RATES, kept=SOME, slots=st.integers(0, 5))
def test_a_local_search_is_never_better_than_the_solver(rates, kept, slots):
    problem = set_up(design([CUSTOMER, ORDER], applications(rates, kept))).problem(slots)
    exact, greedy = highs.solve(problem), local_search.solve(problem)
    if greedy is not None:
        assert exact is not None
        assert exact.objective <= greedy.objective + 1e-4
        assert exact.slots <= slots


@pytest.mark.parametrize("slots", [None, 1, 2, 3])
def test_a_local_search_finds_the_best_of_a_small_application(slots):
    problem = set_up(design([CUSTOMER, ORDER], shop())).problem(slots)
    exact, greedy = highs.solve(problem), local_search.solve(problem)
    assert (exact is None) == (greedy is None)
    if exact is not None and greedy is not None:
        assert greedy.objective == pytest.approx(exact.objective, abs=1e-3)


FORCED = {
    "index.constant_pk", "index.write_amplification", "pattern.multiple_requests", "query.filter_discards",
}  # fmt: skip
"""Warnings that name what the patterns themselves bring, or what a second request saves."""


@settings(max_examples=4)
@given(patterns=PATTERNS)
def test_the_recommended_design_passes_our_own_rules_and_finds_what_it_reads(patterns):
    """Every read returns some of the generated items and leaves others out, or it is a problem."""
    for one in synthesise(design(ENTITIES, patterns), SynthesisOptions(alternatives=1)).alternatives:
        assert one.problems == ()
        assert [each.message for each in one.findings if each.severity is Severity.ERROR] == []
        assert {each.rule for each in one.findings if each.severity is Severity.WARNING} <= FORCED


def test_counts_raise_the_cost_by_their_storage():
    small = synthesise(design([CUSTOMER, ORDER], shop())).alternatives[0]
    large = synthesise(design([CUSTOMER, {**ORDER, "count": 4_000_000}], shop())).alternatives[0]
    assert large.dollars > small.dollars
    assert replace(large, dollars=small.dollars).gsis == small.gsis
