"""Batches: what they cannot contain, and what they silently lose. facts/limits#requests; facts/choices#write-guard."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator.bindings import bind, bind_key
from modeler.core.evaluator.fan_out import calls
from modeler.core.fixes import put
from modeler.core.keys.templates import Unrendered
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import count_of, shared_items, steps_of
from modeler.core.rules.support.write_targets import is_conditioned, table_of

_BATCHES = frozenset({Operation.BATCH_GET, Operation.BATCH_WRITE})
_BATCHABLE = frozenset({Operation.PUT, Operation.DELETE})


@rule(
    "batch.not_expressible",
    ERROR,
    Scope.PATTERN,
    title="Batch that DynamoDB rejects",
    why="A batch names each key only once, and BatchWriteItem accepts only puts and deletes, without conditions",
    fix="Make it a transaction of at most 100 items, or separate calls",
    sources="facts/limits#batches, facts/expressions#conditions",
    fixes=True,
    operations=_BATCHES,
)
def not_expressible(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    steps = steps_of(call)
    repeated = _repeated(context, call, steps)
    twice = _twice(context, steps) or repeated
    problem = _unfit(pattern, steps) or (f"contains {twice} twice" if twice else "")
    if not problem:
        return
    # A list of keys is a list in separate calls too.
    fixes = () if repeated else put("Make it separate calls", pattern.id, "operation", Operation.STEPS.value)
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


def _repeated(context: RuleContext, call: Call, steps: tuple[Call, ...]) -> str:
    """Return a key that the example values of one member's lists give twice; '' for none."""
    for step in steps or (call,):
        table = table_of(context, step)
        bindings = bind(table, step.pattern) if table is not None else None
        if table is None or bindings is None or not bindings.lists:
            continue
        seen: set[str] = set()
        for request in calls(step.pattern, bindings)[0]:
            named = {one.name: one.templates[0] for one in request.key if one.operator == "="}
            keys = [
                bind_key(one, named[one.name], request.bindings)
                for one in table.partition_key + table.sort_key
                if one.name in named
            ]
            text = " / ".join(str(one.data) for one in keys if not isinstance(one, Unrendered))
            if len(keys) < len(table.base.key_names) or any(isinstance(one, Unrendered) for one in keys):
                break
            if text in seen:
                return text
            seen.add(text)
    return ""


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
    message = f"{call.label} does not specify that {rest} are retried; without a retry, they are lost without an error"
    fixes = put("Specify that unprocessed items are retried", pattern.id, "retries_unprocessed", True)
    yield Spot(message, f"{call.path}.retries_unprocessed", call.top.id, "retries_unprocessed", fixes=fixes)


@rule(
    "write.fan_out",
    WARNING,
    Scope.PATTERN,
    title="Write that needs many requests while a user waits",
    why="The user waits for all of them, and if the process ends halfway, nothing writes the rest",
    fix="Write one item, and let a consumer of the table's stream or a job write the others",
    sources="facts/limits#batches, facts/modeling#writes",
    operations={Operation.STEPS},
)
def fan_out(context: RuleContext, call: Call) -> Iterator[Spot]:
    if call.pattern is not call.top or call.top.facts.purpose != "online":
        return
    count = sum(max(1, one.fan_out) for one in call.pattern.members if not one.operation.is_read)
    if count > limits.TRANSACTION_ACTIONS_MAX:
        message = f"{call.label} writes {count:,} items one by one while a user waits"
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"writes": count})


RULES = (not_expressible, no_retry, fan_out)
