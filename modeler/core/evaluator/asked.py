"""One part of a raw request, parsed: its table, its key or item, its expressions, and its errors.

A part is a whole GetItem, Query, Scan, PutItem, UpdateItem or DeleteItem, or one member of a batch or transaction.
Values are DynamoDB JSON. Messages: facts/table-api#item-messages, facts/expressions#syntax.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.design.tables import Index
from modeler.core.errors import Invalid
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.evaluator.item_limits import key_size_refusals
from modeler.core.evaluator.scope import PatternScope, scope_of
from modeler.core.expressions.checks import parsed, request_problems
from modeler.core.expressions.nodes import ExpressionKind, Projection
from modeler.core.items.materialize import KeyValues, key_of
from modeler.core.values.attribute_values import AttributeValue, Item, problems
from modeler.core.values.json_values import from_dynamodb_json

MISSING_TABLE: Final = Refusal("table.missing", "Requested resource not found")
WRONG_KEY: Final = Refusal("key.schema", "The provided key element does not match the schema")
_CONDITION, _FILTER = (ExpressionKind.CONDITION,), (ExpressionKind.FILTER,)
_VALUED: Final[Mapping[Operation, tuple[ExpressionKind, ...]]] = {
    Operation.PUT: _CONDITION,
    Operation.DELETE: _CONDITION,
    Operation.CHECK: _CONDITION,
    Operation.UPDATE: (ExpressionKind.UPDATE, ExpressionKind.CONDITION),
    Operation.SCAN: _FILTER,
    Operation.QUERY: (ExpressionKind.FILTER, ExpressionKind.KEY_CONDITION),
}
_ONE_TYPE: Final = "must contain exactly one of the supported datatypes"


@dataclass(frozen=True, slots=True)
class RequestPart:
    """A part that names a table of the design. If there are refusals, `nodes` may lack what cannot be parsed."""

    scope: PatternScope
    request: Mapping[str, Any]
    nodes: Mapping[ExpressionKind, Any]
    values: Mapping[str, AttributeValue]
    refusals: tuple[Refusal, ...]

    @property
    def projection(self) -> Projection:
        """The paths of the projection; none for all attributes."""
        paths: Projection = self.nodes.get(ExpressionKind.PROJECTION, ())
        return paths


def asked(
    design: Design, operation: Operation, request: Mapping[str, Any], database: Database
) -> RequestPart | tuple[Refusal, ...]:
    """A part, with the refusals that need no look at an item; only refusals if it has no table or index."""
    names = request.get("ExpressionAttributeNames")
    pattern = AccessPattern(
        "request",
        "",
        str(operation),
        operation,
        table=str(request.get("TableName", "")),
        index=request.get("IndexName"),
        names=names or {},
        projection=(ALL_ATTRIBUTES,) if request.get("Select") == "ALL_ATTRIBUTES" else (),
        descending=request.get("ScanIndexForward") is False,
        limit=request.get("Limit"),
        consistent=bool(request.get("ConsistentRead")),
    )
    scope = scope_of(design, pattern, {}, database)
    if not isinstance(scope, PatternScope):
        return scope.refusals or (MISSING_TABLE,)
    wrong: list[Refusal] = []
    values = _values(request, wrong)
    texts = {kind: str(request[kind]) for kind in ExpressionKind if kind in request}
    wrong += [Refusal("expression.invalid", sentence) for sentence in _sentences(operation, texts, names, values)]
    nodes: dict[ExpressionKind, Any] = {}
    for kind, text in texts.items():
        try:
            nodes[kind] = parsed(text, kind)
        except Invalid:
            continue  # which `_sentences` has reported
    return RequestPart(scope, request, nodes, values or {}, tuple(wrong))


def _values(request: Mapping[str, Any], wrong: list[Refusal]) -> dict[str, AttributeValue] | None:
    if "ExpressionAttributeValues" not in request:
        return None
    values: dict[str, AttributeValue] = {}
    for name, raw in request["ExpressionAttributeValues"].items():
        try:
            values[name] = value_of(raw)
            sentences = tuple(problems(values[name]))
        except Invalid as error:
            sentences = (error.message,)
        wrong += [
            Refusal("expression.value", f"ExpressionAttributeValues contains invalid value: {sentence} for key {name}")
            for sentence in sentences
        ]
    return values


def _sentences(
    operation: Operation,
    texts: Mapping[ExpressionKind, str],
    names: Mapping[str, str] | None,
    values: Mapping[str, AttributeValue] | None,
) -> Iterator[str]:
    """Errors of the expressions and their placeholders. facts/expressions#syntax.

    Placeholders without any expression that could use them have a separate message, that of DynamoDB Local.
    """
    may_use = _VALUED.get(operation, ())
    lacks_names, lacks_values = not texts, bool(may_use) and not any(kind in texts for kind in may_use)
    yield from request_problems(texts, None if lacks_names else names, None if lacks_values else values)
    if lacks_names and names is not None:
        yield "ExpressionAttributeNames can only be specified when using expressions"
    if lacks_values and values is not None:
        missing = " and ".join(may_use)
        verb = "is" if len(may_use) == 1 else "are"
        yield f"ExpressionAttributeValues can only be specified when using expressions: {missing} {verb} null"


def value_of(raw: Any) -> AttributeValue:
    """An AttributeValue of a request. Raises Invalid with DynamoDB's sentence if it has no type, or two."""
    if isinstance(raw, Mapping) and not raw:
        raise Invalid(f"Supplied AttributeValue is empty, {_ONE_TYPE}")
    if isinstance(raw, Mapping) and len(raw) > 1:
        raise Invalid(f"Supplied AttributeValue has more than one datatypes set, {_ONE_TYPE}")
    return from_dynamodb_json(raw)


def item_of(raw: Mapping[str, Any]) -> Item:
    """The attributes of an Item, a Key or an ExclusiveStartKey. Raises Invalid."""
    return {name: value_of(one) for name, one in raw.items()}


def key_asked(base: Index, raw: Mapping[str, Any]) -> tuple[KeyValues | None, tuple[Refusal, ...]]:
    """The whole key that a Key member names, or why it is invalid. facts/table-api#item-messages."""
    try:
        item = item_of(raw)
    except Invalid as error:
        return None, (Refusal("key.value", error.message),)
    wrong = [Refusal("key.value", sentence) for value in item.values() for sentence in problems(value)]
    wrong += key_size_refusals(base, item)
    if {element.name: element.type for element in base.keys} != {name: value.type for name, value in item.items()}:
        return None, (WRONG_KEY, *wrong)
    sentences: list[str] = []
    key = key_of(base.keys, item, sentences)
    wrong += [Refusal("key.value", sentence) for sentence in sentences]
    return (None if wrong else key), tuple(wrong)
