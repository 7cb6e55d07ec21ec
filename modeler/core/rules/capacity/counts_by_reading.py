"""Counts that are made by reading what is counted. facts/throughput#reads, facts/building-blocks#p8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.arithmetic import plain_number
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES, priced, purpose_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_UNHURRIED: Final = frozenset({"report", "job"})
_FEW: Final = 5.0
"""Read units of one count: up to here, reading a counter saves little."""
_MUCH: Final = 100.0
"""Read units per second on average: about 33 US dollars per month on demand in us-east-1."""
_SOME: Final = 10.0


@rule(
    "query.count_by_reading",
    WARNING,
    Scope.PATTERN,
    title="Count that reads everything it counts",
    why="Select COUNT returns one number, and is charged for every item that it examines, page by page",
    fix="Keep the number in an item, and change it in the transaction that creates or deletes what it counts",
    sources="facts/throughput#reads, facts/building-blocks#p8",
    hides=("query.many_pages",),
    operations=SEARCHES,
)
def count_by_reading(context: RuleContext, call: Call) -> Iterator[Spot]:
    rate = call.top.per_second
    if call.pattern.facts.intent.returns != "count" or rate is None or purpose_of(call) in _UNHURRIED:
        return
    expected = priced(context, call).expected
    if expected is None or expected.units <= _FEW:
        return
    units = float(expected.units) * rate.average
    if units >= _SOME:
        message = (
            f"{call.label} counts by reading: {plain_number(round(expected.units, 1))} read units per call, "
            f"{plain_number(round(units))} per second on average (estimate)"
        )
        severity = None if units >= _MUCH else ADVICE
        yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"units": round(units)}, severity)


RULES = (count_by_reading,)
