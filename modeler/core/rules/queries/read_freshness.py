"""Reads that must see a write, and can miss it. facts/throughput#reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.patterns import Operation
from modeler.core.fixes import put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import read_index
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_READS: Final = frozenset({Operation.GET, Operation.QUERY, Operation.SCAN, Operation.BATCH_GET})


@rule(
    "query.read_after_write_eventual",
    WARNING,
    Scope.DESIGN,
    title="Eventually consistent read of what was just written",
    why="An eventually consistent read can return the item as it was before the write, or not at all",
    fix="Read with strong consistency",
    sources="facts/throughput#reads, facts/anti-patterns#a17",
    fixes=True,
)
def read_after_write_eventual(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        pattern = call.pattern
        if pattern.consistent or pattern.operation not in _READS or pattern.facts.intent.eventual:
            continue
        need = need_of(context, call)
        place = read_index(context, call) if need else None
        if place is not None and context.serving(call).consistent_possible:
            message = f"{call.label} {need}, but reads with eventual consistency"
            fixes = put("Use strong consistency", pattern.id, "consistent", True)
            yield Spot(message, f"{call.path}.consistent", call.top.id, "consistent", fixes=fixes)


def need_of(context: RuleContext, call: Call) -> str:
    """Return why the read must see a write that has just been made; '' if nothing says so."""
    fresh = call.pattern.facts.fresh if call.pattern.facts.fresh is not None else call.top.facts.fresh
    if fresh is not None:
        if fresh >= 1:
            return ""
        return f"must see a write within {fresh:g} seconds" if fresh else "must see its own writes"
    told = call.pattern.facts.follows
    other = context.design.pattern(told.code) if told is not None and told.same_key else None
    if other is not None and not other.operation.is_read and set(other.entities) & set(call.pattern.entities):
        return f"follows {other.label}, which writes the same key"
    if call.within is not None and call.within.operation is Operation.STEPS:
        for step in call.within.members:
            if step == call.pattern:
                return ""
            if not step.operation.is_read and step.key and step.key == call.pattern.key:
                return f"reads what the {step.operation} before it writes"
    return ""


RULES = (read_after_write_eventual,)
