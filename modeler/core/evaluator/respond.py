"""DynamoDB's response to one raw request: the exact request of an SDK, over the items of a design.

An access pattern expresses an intent, a request is what is sent: its expressions are DynamoDB's own, it requests one
page, and it can be ill-formed. Both share the code for reads, writes and units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.errors import Invalid
from modeler.core.evaluator.asked import MISSING_TABLE, WRONG_KEY, RequestPart, asked, item_of, key_asked
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, Refusal
from modeler.core.evaluator.item_limits import item_refusals
from modeler.core.evaluator.plans import WritePlan, conditioned, item_id, updated
from modeler.core.evaluator.querying import query_asked, scan_asked
from modeler.core.evaluator.reads import KeyedRead, answered, batch_get_refusals
from modeler.core.evaluator.scope import PatternScope
from modeler.core.evaluator.views import named_paths, view_through
from modeler.core.evaluator.writes import CONDITION_FAILED, apply_write, batched, cancelled, outcome, transacted
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import ExpressionKind
from modeler.core.items.materialize import StoredItem, key_of
from modeler.core.values.attribute_values import problems

type _Part = tuple[Operation, Mapping[str, Any]]

_ACTIONS: Final[Mapping[str, Operation]] = {
    "Get": Operation.GET,
    "Put": Operation.PUT,
    "Update": Operation.UPDATE,
    "Delete": Operation.DELETE,
    "ConditionCheck": Operation.CHECK,
    "PutRequest": Operation.PUT,
    "DeleteRequest": Operation.DELETE,
}


def respond(
    design: Design, operation: Operation, request: Mapping[str, Any], stored: Database | None = None
) -> Evaluation:
    """What a request in DynamoDB JSON returns, changes and costs; for a Query or Scan one page, with `last_key`.

    `refusals` are DynamoDB's messages: DynamoDB raises the first that it finds, this lists all.
    facts/table-api#messages, facts/expressions#syntax.
    """
    database = stored or Database.of(design)
    found = [(kind, asked(design, kind, part, database)) for kind, part in _parts(operation, request)]
    parts = [part for _, part in found if isinstance(part, RequestPart)]
    refusals = [refusal for part in parts for refusal in part.refusals]
    refusals += [refusal for _, part in found if isinstance(part, tuple) for refusal in part]
    if not parts or len(parts) < len(found):
        return Evaluation(operation, database, refusals=tuple(refusals) or (MISSING_TABLE,))
    scope = replace(parts[0].scope, pattern=replace(parts[0].scope.pattern, operation=operation))
    done = _ANSWERS[operation](scope, parts)
    if not refusals:
        return done
    return Evaluation(operation, database, refusals=(*refusals, *done.refusals))


def _parts(operation: Operation, request: Mapping[str, Any]) -> Iterator[_Part]:
    """The members of a batch or transaction, each with its table; else the request itself."""
    match operation:
        case Operation.BATCH_GET:
            for table, wanted in request["RequestItems"].items():
                shared = {name: value for name, value in wanted.items() if name != "Keys"}
                for key in wanted["Keys"]:
                    yield Operation.GET, {**shared, "TableName": table, "Key": key}
        case Operation.BATCH_WRITE:
            for table, actions in request["RequestItems"].items():
                for action in actions:
                    yield from ((_ACTIONS[name], {**one, "TableName": table}) for name, one in action.items())
        case Operation.TRANSACT_GET | Operation.TRANSACT_WRITE:
            for action in request["TransactItems"]:
                yield from ((_ACTIONS[name], one) for name, one in action.items())
        case _:
            yield operation, request


def _keys(scope: PatternScope, parts: Sequence[RequestPart]) -> Evaluation:
    keyed: list[KeyedRead] = []
    refusals: list[Refusal] = []
    reasons: list[str] = []
    for one in parts:
        key, wrong = key_asked(one.scope.table.base, one.request.get("Key") or {})
        refusals += wrong
        reasons.append("ValidationError" if WRONG_KEY in wrong else "None")
        try:
            paths = named_paths(one.projection, one.scope.pattern.names)
            view = view_through(one.scope, None, paths, {}, may_filter_keys=True)
        except Invalid:
            continue  # an undefined `#name`, which has a separate message
        if key is not None:
            keyed.append(KeyedRead(one.scope, key, view))
    operation = scope.pattern.operation
    if operation is not Operation.GET:
        refusals += batch_get_refusals(scope, keyed)
    if refusals and all(refusal == WRONG_KEY for refusal in refusals) and operation is Operation.TRANSACT_GET:
        refusals.insert(0, cancelled(reasons))
    if refusals:
        return scope.evaluation(refusals=tuple(refusals))
    return answered(scope, keyed, transactional=scope.pattern.operation is Operation.TRANSACT_GET)


def _write(scope: PatternScope, parts: Sequence[RequestPart]) -> Evaluation:
    plan = _plan(parts[0])
    refusals = list(plan.refusals)
    if plan.key is None or parts[0].refusals:
        return scope.evaluation(refusals=tuple(refusals))
    if plan.held is False and plan.is_sound:
        refusals.append(CONDITION_FAILED)
    done = outcome(plan, applied=plan.is_sound and plan.held is not False)
    after = apply_write(scope.database, done)
    return scope.evaluation(after=after, writes=(done,), refusals=tuple(refusals))


def _batch(scope: PatternScope, parts: Sequence[RequestPart]) -> Evaluation:
    return batched(scope, [_plan(one) for one in parts])


def _transaction(scope: PatternScope, parts: Sequence[RequestPart]) -> Evaluation:
    """Errors that do not depend on items reject the request; errors found in an item cancel the transaction."""
    plans = [_plan(one) for one in parts]
    if refusals := [refusal for plan in plans for refusal in plan.refusals if not _is_reason(plan, refusal)]:
        return scope.evaluation(refusals=tuple(refusals))
    return transacted(scope, plans)


def _is_reason(plan: WritePlan, refusal: Refusal) -> bool:
    """Return whether it is one of the reasons that botocore's model lists for TransactionCanceledException.

    A key of another type is one, an empty key is not. facts/table-api#item-messages.
    """
    if refusal == WRONG_KEY or refusal.code == "index.key_type":
        return True
    return plan.scope.pattern.operation is Operation.UPDATE and refusal.code not in _NO_REASONS


_NO_REASONS: Final = frozenset({ExpressionInvalid.code, "key.value"})


def _plan(one: RequestPart) -> WritePlan:
    """The effect of one write. If its part is already rejected, only its other errors count."""
    return _put(one) if one.scope.pattern.operation is Operation.PUT else _keyed(one)


def _put(one: RequestPart) -> WritePlan:
    scope = one.scope
    try:
        item = item_of(one.request.get("Item") or {})
    except Invalid as error:
        return WritePlan(scope, refusals=(Refusal("item.value", error.message),))
    sentences: list[str] = []
    key = key_of(scope.table.base.keys, item, sentences)
    if key is None:
        sentences += [sentence for value in item.values() for sentence in problems(value)]
        return WritePlan(scope, refusals=tuple(Refusal("key.value", sentence) for sentence in sentences))
    plan = _on_condition(one, WritePlan(scope, key))
    stored = StoredItem(item_id(plan.before, key), None, item, key)
    return replace(plan, after=stored, refusals=plan.refusals + tuple(item_refusals(scope.table, stored)))


def _keyed(one: RequestPart) -> WritePlan:
    """UpdateItem, DeleteItem, ConditionCheck."""
    key, refusals = key_asked(one.scope.table.base, one.request.get("Key") or {})
    if key is None:
        return WritePlan(one.scope, refusals=refusals)
    plan = _on_condition(one, WritePlan(one.scope, key))
    match one.scope.pattern.operation:
        case Operation.CHECK:
            return replace(plan, after=plan.before)
        case Operation.UPDATE if not one.refusals:
            update = one.nodes.get(ExpressionKind.UPDATE)
            try:
                return updated(plan, key, update, one.scope.pattern.names, one.values)
            except Invalid as error:
                return replace(plan, refusals=(Refusal(error.code, error.message),))
    return plan


def _on_condition(one: RequestPart, plan: WritePlan) -> WritePlan:
    if one.refusals or plan.key is None:
        return plan
    return conditioned(one.scope, plan.key, one.nodes.get(ExpressionKind.CONDITION), one.values)


_ANSWERS: Final[Mapping[Operation, Callable[[PatternScope, Sequence[RequestPart]], Evaluation]]] = {
    Operation.GET: _keys,
    Operation.BATCH_GET: _keys,
    Operation.TRANSACT_GET: _keys,
    Operation.QUERY: lambda scope, parts: query_asked(parts[0]),
    Operation.SCAN: lambda scope, parts: scan_asked(parts[0]),
    Operation.PUT: _write,
    Operation.UPDATE: _write,
    Operation.DELETE: _write,
    Operation.CHECK: _write,
    Operation.BATCH_WRITE: _batch,
    Operation.TRANSACT_WRITE: _transaction,
}
