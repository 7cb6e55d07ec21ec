"""Findings, capacity and cost of 100 entities, 300 access patterns and 1,000 items: cold, and after one edit."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from designer.preload import warm_core
from modeler.core.analysis import analyse
from modeler.core.capacity.design import design_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.design.model import Design
from modeler.core.rules.support.memo import Memo
from tests.benchmarks.big_design import big_design
from tests.benchmarks.figures import report, worked


def everything(design: Design, memo: Memo) -> None:
    """What the worker computes of a revision."""
    analyse(design, memo)
    monthly_cost(design, capacity=design_capacity(design, memo.capacity), cache=memo.capacity)


def cold(title: str, aim: str, **sizes: int) -> None:
    """The first analysis of a design of these sizes, made anew each time, so that nothing is known of it."""
    designs = iter([big_design(**sizes) for _ in range(3)])
    report(f"analysis, cold ({title})", worked(lambda: everything(next(designs), Memo()), 3), aim)


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
    warm_core()  # as a worker does, before its first job
    cold("100 entities, 300 patterns, 1,000 items", "aim 200")
    cold("ten times the items", "aim: at most ten times as long", items=10_000)
    cold("ten times the patterns", "aim: at most ten times as long", patterns=3_000)
    memo, states = Memo(), [big_design()]
    everything(states[0], memo)
    for number in range(10):
        states.append(edited(states[-1], number))
    again = iter(states[1:])
    report("analysis, after one edit", worked(lambda: everything(next(again), memo), 10), "aim 30")


if __name__ == "__main__":
    main()
