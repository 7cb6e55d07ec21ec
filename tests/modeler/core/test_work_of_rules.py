"""A rule's work grows with the design, not with the pairs of its parts, and an edit repeats little of it.

Work is the number of calls of functions. A rule is asked alone, so that what it asks the context counts as its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.rules import RULES
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.memo import Memo
from modeler.core.rules.support.rule import Rule, Scope
from modeler.examples import example
from tests.factories.counted_calls import counted_calls
from tests.factories.multiplied import multiplied
from tests.modeler.core.rules.test_every_rule import CASES

MORE = 3.0
"""Twice the design is twice the work; the sorts and the counts of a small design take some more."""
STARTING = 500
"""Calls that a rule makes once for a design."""
FEW = 5
MANY = 8
OF_PAIRS = frozenset({"pattern.unserved", "write.orphaned_children"})
"""The fix for a read without an index says which entities of its table it would return as well. A delete names all that
stays behind, and the copies of a case have one parent's id.
"""
FIRST = {case.rule: case for case in reversed(CASES)}


def places(rule: Rule, context: RuleContext) -> Iterator[tuple[Any, ...]]:
    """What the rule is asked about."""
    tables = context.design.tables
    match rule.scope:
        case Scope.DESIGN:
            yield ()
        case Scope.TABLE:
            yield from ((table,) for table in tables)
        case Scope.ENTITY:
            yield from ((table, entity) for table in tables for entity in table.entities)
        case _:
            yield from ((call,) for call in context.calls if call.pattern.operation in rule.operations)


def work(rule: Rule, design: Design) -> tuple[int, int]:
    """The calls that a rule makes for a design, and the number of its findings."""
    context = RuleContext(design)
    found: list[object] = []
    return counted_calls(lambda: found.extend(_spots(rule, context))), len(found)


def _spots(rule: Rule, context: RuleContext) -> Iterator[object]:
    for about in places(rule, context):
        yield from rule.check(context, *about)


def assert_grows_with_the_design(name: str, design: Design, copies: int) -> None:
    few, twice = multiplied(design, copies), multiplied(design, 2 * copies)
    for rule in RULES:
        if rule.id == name:
            # What a process keeps of texts is known then, whichever test came before.
            work(rule, multiplied(design, 2 * copies))
            (less, told), (more, again) = work(rule, few), work(rule, twice)
            # A cause between the copies, such as one item that all of them write, has findings for each pair.
            pairs = max(1.0, again / (2 * told)) if told else 1.0
            assert more <= MORE * pairs * less + STARTING, f"{rule.check.__module__}: {less:,} calls, then {more:,}"


@pytest.mark.conformance(cases=80)
@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(FIRST))
def test_twice_the_design_is_not_four_times_the_work(rule):
    assert_grows_with_the_design(rule, FIRST[rule].trigger, FEW)


@pytest.mark.conformance
@pytest.mark.parametrize("case", [case for case in CASES if case.rule not in OF_PAIRS], ids=lambda case: case.rule)
def test_nor_in_any_case(case):
    assert_grows_with_the_design(case.rule, case.trigger, MANY)
    assert_grows_with_the_design(case.rule, case.near, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["order-management", "saas-projects"])
def test_edit_of_a_key_repeats_little_of_the_analysis(name):
    design, memo = multiplied(example(name).design, FEW), Memo()
    first = counted_calls(lambda: analyse(design, memo))
    table = design.tables[0]
    entity = table.entities[0]
    base, *others = entity.overloads
    moved = replace(base, keys={name: f"{text}#X" for name, text in base.keys.items()})
    edited = replace(entity, overloads=(moved, *others))
    tables = (replace(table, entities=(edited, *table.entities[1:])), *design.tables[1:])
    again = counted_calls(lambda: analyse(replace(design, tables=tables), memo))
    assert again < first / 3, f"{first:,} calls, then {again:,}"
