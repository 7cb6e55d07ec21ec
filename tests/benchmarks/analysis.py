"""Findings, capacity and cost of 100 entities, 300 access patterns and 1,000 items: cold, and after one edit."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.analysis import analyse
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import monthly_cost
from modeler.core.design import Design
from modeler.core.expressions.parse import parse_condition
from modeler.core.rules.context import Memo
from tests.benchmarks.big_design import big_design
from tests.benchmarks.figures import report, timed


def everything(design: Design, memo: Memo, cache: CapacityCache) -> None:
    """What the worker computes of a revision."""
    analyse(design, memo)
    monthly_cost(design, capacity=design_capacity(design, cache), cache=cache)


def edited(design: Design, number: int) -> Design:
    """The design with one key template changed."""
    table = design.tables[0]
    entity = table.entities[number]
    base, first, *rest = entity.overloads
    changed = replace(first, keys={**first.keys, "GSI1SK": f"{{at}}#{number}"})
    entities = (
        *table.entities[:number],
        replace(entity, overloads=(base, changed, *rest)),
        *table.entities[number + 1 :],
    )
    return replace(design, tables=(replace(table, entities=entities),))


def main() -> None:
    """Prints; asserts nothing."""
    parse_condition("a = 'b'")  # the grammar is loaded once a worker, before its first job
    cold = timed(lambda: everything(big_design(), Memo(), CapacityCache()), 3)
    made = timed(big_design, 3)
    report(
        "analysis, cold (100 entities, 300 patterns, 1,000 items)",
        [c - m for c, m in zip(cold, made, strict=True)],
        "aim 500",
    )
    memo, cache, states = Memo(), CapacityCache(), [big_design()]
    everything(states[0], memo, cache)
    for number in range(10):
        states.append(edited(states[-1], number))
    again = iter(states[1:])
    report("analysis, after one edit", timed(lambda: everything(next(again), memo, cache), 10), "aim 100")


if __name__ == "__main__":
    main()
