"""Batches: what they cannot contain, and what they silently lose. facts/limits#requests; facts/choices#write-guard."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.fixes import put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import count_of, shared_items, steps_of
from modeler.core.rules.support.write_targets import is_conditioned

_BATCHES = frozenset({Operation.BATCH_GET, Operation.BATCH_WRITE})
_BATCHABLE = frozenset({Operation.PUT, Operation.DELETE})


@rule(
    "batch.not_expressible",
    ERROR,
    Scope.PATTERN,
    title="Batch that DynamoDB rejects",
    why="BatchWriteItem accepts only puts and deletes, without conditions, and each key only once",
    fix="Make it a transaction of at most 100 items, or separate calls",
    sources="facts/limits#batches, facts/expressions#conditions",
    fixes=True,
    operations=_BATCHES,
)
def not_expressible(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    steps = steps_of(call)
    twice = _twice(context, steps)
    problem = _unfit(pattern, steps) or (f"contains {twice} twice" if twice else "")
    if not problem:
        return
    fixes = put("Make it separate calls", pattern.id, "operation", Operation.STEPS.value)
    if pattern.operation is Operation.BATCH_WRITE and not twice and count_of(pattern) <= limits.TRANSACTION_ACTIONS_MAX:
        fixes = (*put("Make it a transaction", pattern.id, "operation", Operation.TRANSACT_WRITE.value), *fixes)
    yield Spot(f"{call.label} {problem}", f"{call.path}.steps", call.top.id, "steps", fixes=fixes)


def _unfit(pattern: AccessPattern, steps: tuple[Call, ...]) -> str:
    """Return why the first unsuitable member does not fit in a batch, as text."""
    if pattern.operation is not Operation.BATCH_WRITE:
        return ""
    if is_conditioned(pattern):
        return "has a condition, which BatchWriteItem does not support"
    for number, step in enumerate(steps, 1):
        if step.pattern.operation not in _BATCHABLE:
            return f"has {step.pattern.operation} as member {number}; BatchWriteItem supports only puts and deletes"
        if is_conditioned(step.pattern):
            return f"has a condition on member {number}, which BatchWriteItem does not support"
    return ""


def _twice(context: RuleContext, steps: tuple[Call, ...]) -> str:
    return next((found.key for found in shared_items(context, steps) if found.always), "")


@rule(
    "batch.no_retry",
    WARNING,
    Scope.PATTERN,
    title="Unprocessed items of a batch are not retried",
    why=(
        "A batch can succeed in part: throttled members come back as UnprocessedItems or UnprocessedKeys, "
        "without an error"
    ),
    fix="Retry unprocessed items with exponential backoff and jitter until none remain",
    sources="facts/limits#batches, facts/choices#write-guard, facts/anti-patterns#a14",
    fixes=True,
    operations=_BATCHES,
)
def no_retry(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.facts.retries_unprocessed:
        return
    rest = "UnprocessedKeys" if pattern.operation is Operation.BATCH_GET else "UnprocessedItems"
    message = f"{call.label} does not specify a retry of {rest}, so they are lost without an error"
    fixes = put("Specify that unprocessed items are retried", pattern.id, "retries_unprocessed", True)
    yield Spot(message, f"{call.path}.retries_unprocessed", call.top.id, "retries_unprocessed", fixes=fixes)


RULES = (not_expressible, no_retry)
