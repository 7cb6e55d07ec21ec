"""Writes over the items of a design: the effect on the item and on every index, and the units.

facts/throughput#writes, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from modeler.core import limits
from modeler.core.design.patterns import Operation
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, Refusal, Write
from modeler.core.evaluator.fan_out import KeyRequest, calls
from modeler.core.evaluator.index_changes import index_changes
from modeler.core.evaluator.item_limits import transaction_bytes
from modeler.core.evaluator.plans import WritePlan, plan_check, plan_delete, plan_put, plan_update
from modeler.core.evaluator.scope import PatternScope, members, scope_of
from modeler.core.items.materialize import StoredItem
from modeler.core.units import write_units
from modeler.core.values.attribute_values import item_size

CONDITION_FAILED: Final = Refusal("condition.failed", "The conditional request failed")

_PLANNERS: Final[Mapping[Operation, Callable[[PatternScope, KeyRequest], WritePlan]]] = {
    Operation.PUT: plan_put,
    Operation.UPDATE: plan_update,
    Operation.DELETE: plan_delete,
    Operation.CHECK: plan_check,
}
_BATCH: Final = (Operation.PUT, Operation.DELETE)


def write(scope: PatternScope) -> Evaluation:
    """PutItem, UpdateItem, DeleteItem; a ConditionCheck alone costs what it costs in its transaction.

    Lists of parameters make several calls, each on the result of the previous one.
    """
    found, problems = calls(scope.pattern, scope.bindings)
    writes: list[Write] = []
    refusals: list[Refusal] = []
    unclear = list(problems)
    database = scope.database
    for call in found:
        plan = _PLANNERS[scope.pattern.operation](replace(scope, database=database), call)
        refusals += plan.refusals
        unclear += plan.problems
        if plan.held is False and plan.is_sound:
            refusals.append(CONDITION_FAILED)
        if plan.key is not None and not plan.problems:
            done = outcome(plan, applied=plan.is_sound and plan.held is not False)
            writes.append(done)
            database = apply_write(database, done)
    return scope.evaluation(
        after=database, writes=tuple(writes), refusals=tuple(refusals), problems=tuple(dict.fromkeys(unclear))
    )


def batch_write(scope: PatternScope) -> Evaluation:
    """BatchWriteItem: puts and deletes without conditions, each rounded separately.

    facts/limits#requests, facts/throughput#writes.
    """
    plans, problems = _member_plans(scope)
    return batched(scope, plans, problems)


def batched(scope: PatternScope, plans: Sequence[WritePlan], problems: Sequence[str] = ()) -> Evaluation:
    """The result of a BatchWriteItem of these plans."""
    refusals = [*_batch_refusals(scope, plans), *(refusal for plan in plans for refusal in plan.refusals)]
    if refusals or problems:
        return scope.evaluation(refusals=tuple(refusals), problems=tuple(problems))
    writes = tuple(outcome(plan, applied=True) for plan in plans)
    return scope.evaluation(after=_all_written(scope.database, writes), writes=writes)


def transact_write(scope: PatternScope) -> Evaluation:
    """TransactWriteItems: all or nothing; the table's share doubles, that of indexes does not.

    facts/limits#requests, facts/throughput#writes, facts/throughput#index-writes.
    """
    plans, problems = _member_plans(scope)
    return transacted(scope, plans, problems)


def transacted(scope: PatternScope, plans: Sequence[WritePlan], problems: Sequence[str] = ()) -> Evaluation:
    """The result of a TransactWriteItems of these plans."""
    refusals = list(_transaction_refusals(plans))
    if refusals or problems:
        return scope.evaluation(refusals=tuple(refusals), problems=tuple(problems))
    reasons = [_reason(plan) for plan in plans]
    done = all(reason == "None" for reason in reasons)
    writes = tuple(outcome(plan, applied=done, transactional=True) for plan in plans if plan.key is not None)
    if done:
        return scope.evaluation(after=_all_written(scope.database, writes), writes=writes)
    details = tuple(detail for plan in plans for detail in plan.refusals)
    return scope.evaluation(
        writes=writes,
        refusals=(cancelled(reasons), *details),
        notes=("a canceled transaction is charged for what it attempted on the tables (medium confidence)",),
    )


def cancelled(reasons: Sequence[str]) -> Refusal:
    """The refusal of a whole transaction, with a reason for each member."""
    message = "Transaction cancelled, please refer cancellation reasons for specific reasons"
    return Refusal("transaction.cancelled", f"{message} [{', '.join(reasons)}]")


def outcome(plan: WritePlan, *, applied: bool, transactional: bool = False) -> Write:
    """A plan carried out, or charged for the attempt. The plan must have a key.

    A write whose condition fails costs the table as if it had succeeded, and the indexes nothing; an invalid request
    costs nothing. facts/throughput#writes.
    """
    assert plan.key is not None
    operation = plan.scope.pattern.operation
    sizes = [item_size(stored.item) for stored in (plan.before, plan.after) if stored]
    units = write_units(max(sizes, default=0), transactional=transactional or operation is Operation.CHECK)
    return Write(
        operation,
        plan.scope.table.name,
        plan.key,
        plan.held,
        plan.before,
        plan.after if applied else plan.before,
        units if plan.is_sound else Decimal(0),
        index_changes(plan.scope.table, plan.before, plan.after) if applied else (),
    )


def apply_write(database: Database, done: Write) -> Database:
    """The database after a write."""
    return database if done.after is done.before else database.put(done.table, done.key, done.after)


def _all_written(database: Database, writes: Sequence[Write]) -> Database:
    for done in writes:
        database = apply_write(database, done)
    return database


def _plans(scope: PatternScope) -> tuple[list[WritePlan], tuple[str, ...]]:
    """The plans of one member, all of them based on the content of the tables before the request."""
    found, problems = calls(scope.pattern, scope.bindings)
    return [_PLANNERS[scope.pattern.operation](scope, call) for call in found], problems


def _member_plans(scope: PatternScope) -> tuple[list[WritePlan], list[str]]:
    plans: list[WritePlan] = []
    problems: list[str] = []
    for member in members(scope.pattern):
        found = scope_of(scope.design, member, scope.given, scope.database)
        if member.operation not in _PLANNERS:
            problems.append(f"{member.label} is a {member.operation}, which {scope.pattern.operation} does not support")
        elif isinstance(found, Evaluation):
            problems += [*found.problems, *(refusal.message for refusal in found.refusals)]
        else:
            planned, unclear = _plans(found)
            plans += planned
            problems += [*found.bindings.problems, *unclear, *(one for plan in planned for one in plan.problems)]
    if not plans and not problems:
        problems.append("the pattern has no steps to write")
    return plans, list(dict.fromkeys(problems))


def _batch_refusals(scope: PatternScope, plans: Sequence[WritePlan]) -> Iterator[Refusal]:
    for plan in plans:
        if plan.scope.pattern.operation not in _BATCH:
            word = f"BatchWriteItem supports only puts and deletes, not {plan.scope.pattern.operation}"
            yield Refusal("batch.operation", word)
        if plan.held is not None:
            yield Refusal("batch.condition", "BatchWriteItem supports no conditions; use TransactWriteItems")
    if len(plans) > limits.BATCH_WRITE_ITEMS_MAX:
        yield Refusal(
            "batch.size",
            f"1 validation error detected: Value '{{{scope.table.name}=[…]}}' at 'requestItems' failed to satisfy "
            "constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, "
            "Member must have length greater than or equal to 1]",
        )
    if _repeats(plans):
        yield Refusal("batch.twice", "Provided list of item keys contains duplicates")


def _transaction_refusals(plans: Sequence[WritePlan]) -> Iterator[Refusal]:
    if len(plans) > limits.TRANSACTION_ACTIONS_MAX:
        yield Refusal(
            "transaction.size",
            "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: "
            "Member must have length less than or equal to 100",
        )
    if _repeats(plans):
        yield Refusal("transaction.twice", "Transaction request cannot include multiple operations on one item")
    larger: list[StoredItem | None] = [plan.after or plan.before for plan in plans]
    if transaction_bytes(larger) > limits.TRANSACTION_BYTES_MAX:
        yield Refusal(
            "transaction.bytes",
            "Collection size of items exceeded, which can also be caused by the aggregate size of the items in the "
            "transaction exceeding the 4MB limit",
        )


def _repeats(plans: Sequence[WritePlan]) -> bool:
    places = [(plan.scope.table.name, plan.key) for plan in plans if plan.key is not None]
    return len(set(places)) < len(places)


def _reason(plan: WritePlan) -> str:
    if plan.refusals:
        return "ValidationError"
    return "ConditionalCheckFailed" if plan.held is False else "None"
