"""Writes in boto3's form: the item of a put, the expression of an update, the members of a batch. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.provisioning.expressions import NotExpressible, RequestExpressions, placeholders, request_key
from exporter.provisioning.wire import item_to_client
from modeler.core.design.patterns import Operation
from modeler.core.evaluator.bindings import expression_values
from modeler.core.evaluator.fan_out import KeyRequest, calls
from modeler.core.evaluator.intent import derive_update
from modeler.core.evaluator.plans import WritePlan, entity_written, plan_check, plan_delete, plan_put, plan_update
from modeler.core.evaluator.scope import PatternScope, members, scope_of
from modeler.core.evaluator.writes import outcome
from modeler.core.expressions.parse import parse_condition

type Arguments = dict[str, Any]
type Naming = Callable[[str], str]

_PLANNERS: Final[Mapping[Operation, Callable[[PatternScope, KeyRequest], WritePlan]]] = {
    Operation.PUT: plan_put,
    Operation.UPDATE: plan_update,
    Operation.DELETE: plan_delete,
    Operation.CHECK: plan_check,
}
_METHODS: Final = {Operation.PUT: "put_item", Operation.UPDATE: "update_item", Operation.DELETE: "delete_item"}
_ACTIONS: Final = {
    Operation.PUT: "Put",
    Operation.UPDATE: "Update",
    Operation.DELETE: "Delete",
    Operation.CHECK: "ConditionCheck",
}


def write_requests(scope: PatternScope, naming: Naming) -> Iterator[tuple[str, Arguments]]:
    """Yield (method, arguments) of each call of a PutItem, UpdateItem, or DeleteItem, each on what the one before left.

    A ConditionCheck exists only in transactions, so it becomes a transaction. Raises NotExpressible.
    """
    database = scope.database
    for call in _calls(scope):
        current = replace(scope, database=database)
        plan = _PLANNERS[scope.pattern.operation](current, call)
        arguments = _arguments(current, call, plan, naming)
        if scope.pattern.operation is Operation.CHECK:
            yield "transact_write_items", {"TransactItems": [{"ConditionCheck": arguments}]}
        else:
            yield _METHODS[scope.pattern.operation], arguments
        if plan.key is not None and plan.is_sound and plan.held is not False:
            done = outcome(plan, applied=True)
            database = database.put(done.table, done.key, done.after)


def batch_write_request(scope: PatternScope, naming: Naming) -> dict[str, list[Arguments]]:
    """Return RequestItems of a BatchWriteItem. Raises NotExpressible for updates and conditions, which
    it cannot hold.
    """
    found: dict[str, list[Arguments]] = {}
    for member, call, plan in _member_plans(scope):
        if member.pattern.operation not in (Operation.PUT, Operation.DELETE):
            raise NotExpressible(f"BatchWriteItem supports only puts and deletes, not {member.pattern.operation}")
        if _has_condition(member):
            raise NotExpressible("BatchWriteItem does not support conditions; use TransactWriteItems")
        arguments = _arguments(member, call, plan, naming)
        action = "PutRequest" if member.pattern.operation is Operation.PUT else "DeleteRequest"
        found.setdefault(arguments.pop("TableName"), []).append({action: arguments})
    return found


def transact_write_request(scope: PatternScope, naming: Naming) -> list[Arguments]:
    """Return TransactItems of a TransactWriteItems. Raises NotExpressible."""
    return [
        {_ACTIONS[member.pattern.operation]: _arguments(member, call, plan, naming)}
        for member, call, plan in _member_plans(scope)
    ]


def _calls(scope: PatternScope) -> tuple[KeyRequest, ...]:
    found, problems = calls(scope.pattern, scope.bindings)
    for problem in (*scope.bindings.problems, *problems):
        raise NotExpressible(problem)
    return found


def _member_plans(scope: PatternScope) -> Iterator[tuple[PatternScope, KeyRequest, WritePlan]]:
    """Return every write of a batch or transaction, all based on what the tables hold before it."""
    for member in members(scope.pattern):
        found = scope_of(scope.design, member, scope.given, scope.database)
        if not isinstance(found, PatternScope) or member.operation not in _PLANNERS:
            raise NotExpressible(f"{member.label} is not a single write to a table of this design")
        for call in _calls(found):
            yield found, call, _PLANNERS[member.operation](found, call)


def _arguments(scope: PatternScope, call: KeyRequest, plan: WritePlan, naming: Naming) -> Arguments:
    arguments: Arguments = {"TableName": naming(scope.table.name)}
    expressions = RequestExpressions(scope.pattern.names, expression_values(scope.pattern, call.bindings))
    if scope.pattern.operation is Operation.PUT:
        if plan.after is None:
            raise NotExpressible("; ".join(plan.problems) or "the parameters do not make an item")
        arguments["Item"] = item_to_client(plan.after.item)
    else:
        arguments["Key"] = item_to_client(request_key(scope.table.base, call))
    if scope.pattern.operation is Operation.UPDATE:
        _add_update(expressions, scope, call, plan)
    if scope.pattern.operation is Operation.CHECK and not _has_condition(scope):
        raise NotExpressible("a ConditionCheck needs a condition")
    _add_condition(expressions, scope)
    return {**arguments, **expressions.arguments()}


def _add_update(expressions: RequestExpressions, scope: PatternScope, call: KeyRequest, plan: WritePlan) -> None:
    """Return the pattern's own expression, else the one that its intent means for the current item."""
    if scope.pattern.update.strip():
        expressions.add_text("UpdateExpression", scope.pattern.update)
        return
    entity = entity_written(scope, plan.before)
    item = plan.before.item if plan.before else None
    physical = derive_update(scope.table, entity, scope.pattern, item, bindings=call.bindings)
    # Its condition is rebuilt, as for any other write, so its placeholders are left out here.
    used = placeholders(physical.update_expression)
    expressions.know(
        {alias: name for alias, name in physical.names.items() if alias in used},
        {marker: value for marker, value in physical.values.items() if marker in used},
    )
    expressions.add_text("UpdateExpression", physical.update_expression)


def _has_condition(scope: PatternScope) -> bool:
    return bool(scope.pattern.condition.strip() or scope.pattern.if_.strip())


def _add_condition(expressions: RequestExpressions, scope: PatternScope) -> None:
    """Return the pattern's own condition as written, else that of its intent. Raises ExpressionInvalid."""
    if scope.pattern.condition.strip():
        expressions.add_text("ConditionExpression", scope.pattern.condition)
    elif scope.pattern.if_.strip():
        expressions.add("ConditionExpression", parse_condition(scope.pattern.if_))
