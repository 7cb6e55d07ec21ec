"""The AWS CLI command that runs an access pattern over the sample items, in the form that awslabs' validation runs."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import bind_key, describe, expression_values
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.fan_out import KeyRequest, calls
from modeler.core.evaluator.intent import derive_update
from modeler.core.evaluator.plans import entity_written, plan_put, plan_update
from modeler.core.evaluator.scope import PatternScope, scope_of
from modeler.core.evaluator.views import filter_of, projection_paths
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Function, Literal, Name, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeValue, Item
from modeler.core.values.json_values import to_dynamodb_json

type Arguments = dict[str, Any]

COMMANDS: Final[Mapping[Operation, str]] = {
    Operation.GET: "get-item",
    Operation.QUERY: "query",
    Operation.SCAN: "scan",
    Operation.PUT: "put-item",
    Operation.UPDATE: "update-item",
    Operation.DELETE: "delete-item",
}
_PLACEHOLDER: Final = re.compile(r"[#:][A-Za-z0-9_]+")


class NoCommand(Invalid):
    """One command cannot express the pattern."""

    code = "export.no_command"


def command(design: Design, pattern: AccessPattern, database: Database) -> str:
    """Return the command, ready for a shell. Raises NoCommand with the reason if there is none."""
    if pattern.operation not in COMMANDS:
        raise NoCommand(f"this format cannot express a {pattern.operation} in one command")
    scope = scope_of(design, pattern, None, database)
    if not isinstance(scope, PatternScope):
        raise NoCommand("the pattern does not name a table or index of this design")
    try:
        found, problems = calls(scope.pattern, scope.bindings)
        for problem in (*scope.bindings.problems, *problems):
            raise NoCommand(problem)
        if len(found) != 1:
            raise NoCommand(f"the pattern makes {len(found)} calls, and the format allows one")
        return _line(COMMANDS[pattern.operation], _arguments(scope, found[0]))
    except NoCommand:
        raise
    except Invalid as error:
        raise NoCommand(error.message) from error


def _line(name: str, arguments: Arguments) -> str:
    words = ["aws", "dynamodb", name]
    for argument, value in arguments.items():
        option = "--" + re.sub(r"(?<=[a-z])([A-Z])", r"-\1", argument).lower()
        if value is False:
            words.append(f"--no-{option[2:]}")
        elif value is True:
            words.append(option)
        else:
            # After =, a value can begin with a hyphen without being read as an option.
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            words += [option, shlex.quote(text)] if text[:1] != "-" else [f"{option}={shlex.quote(text)}"]
    return " ".join(words)


def _arguments(scope: PatternScope, call: KeyRequest) -> Arguments:
    pattern = scope.pattern
    found: Arguments = {"TableName": scope.table.name}
    if not scope.index.is_base:
        found["IndexName"] = scope.index.name
    expressions = _Expressions(scope, call)
    match pattern.operation:
        case Operation.GET | Operation.DELETE | Operation.UPDATE:
            found["Key"] = _item(_key(scope, call))
        case Operation.PUT:
            plan = plan_put(scope, call)
            if plan.after is None:
                raise NoCommand("; ".join(plan.problems) or "the parameters do not make an item")
            found["Item"] = _item(plan.after.item)
        case Operation.QUERY:
            asked = {condition.name for condition in call.key}
            if not scope.index.partition_key or any(key.name not in asked for key in scope.index.partition_key):
                raise NoCommand("a Query needs the whole partition key")
            terms = [_term(scope, call, condition) for condition in call.key]
            expressions.add("KeyConditionExpression", And(tuple(terms)) if len(terms) > 1 else next(iter(terms), None))
    if pattern.operation is Operation.UPDATE:
        expressions.add_update(scope, call)
    if pattern.operation.is_read:
        expressions.add("FilterExpression", filter_of(scope) if pattern.operation is not Operation.GET else None)
        expressions.add("ProjectionExpression", projection_paths(scope))
    else:
        expressions.add_condition(pattern)
    return found | expressions.arguments() | dict(_how(pattern))


def _how(pattern: AccessPattern) -> Iterator[tuple[str, Any]]:
    if pattern.consistent and pattern.operation.is_read:
        yield "ConsistentRead", True
    if pattern.descending and pattern.operation is Operation.QUERY:
        yield "ScanIndexForward", False
    if pattern.limit is not None and pattern.operation in (Operation.QUERY, Operation.SCAN):
        yield "Limit", pattern.limit


def _item(item: Item) -> dict[str, Any]:
    return {name: to_dynamodb_json(value) for name, value in item.items()}


def _key(scope: PatternScope, call: KeyRequest) -> dict[str, AttributeValue]:
    found = {condition.name: _values(scope, call, condition)[0] for condition in call.key if condition.operator == "="}
    if set(found) != set(scope.table.base.key_names):
        raise NoCommand(f"a {scope.pattern.operation} needs the whole key of the table")
    return found


def _values(scope: PatternScope, call: KeyRequest, condition: KeyCondition) -> list[AttributeValue]:
    element = next((key for key in scope.index.keys if key.name == condition.name), None)
    if element is None:
        raise NoCommand(f"{condition.name} is not a key of {scope.index.name}")
    values: list[AttributeValue] = []
    for template in condition.templates:
        value = bind_key(element, template, call.bindings)
        if isinstance(value, Unrendered):
            raise NoCommand(f"{condition.name}: {describe(value)}")
        values.append(value)
    if len(values) != (2 if condition.operator == "between" else 1):
        raise NoCommand(f"{condition.name}: {condition.operator} needs a different number of values")
    return values


def _term(scope: PatternScope, call: KeyRequest, condition: KeyCondition) -> Condition:
    path = Path((Name(condition.name),))
    literals = [Literal(value) for value in _values(scope, call, condition)]
    if condition.operator == "between":
        return Between(path, *literals)
    if condition.operator == "begins_with":
        return Function("begins_with", (path, literals[0]))
    return Comparison(condition.operator, path, literals[0])


class _Expressions:
    """The expressions of one command; they share their names and values."""

    def __init__(self, scope: PatternScope, call: KeyRequest) -> None:
        self._names = dict(scope.pattern.names)
        self._values = dict(expression_values(scope.pattern, call.bindings))
        self._texts: Arguments = {}

    def add(self, argument: str, node: Any) -> None:
        if node is None or node == ():
            return
        made = to_dynamodb(node, names=self._names, values=self._values)
        self._names, self._values = dict(made.names), dict(made.values)
        self._texts[argument] = made.text

    def add_condition(self, pattern: AccessPattern) -> None:
        if pattern.condition.strip():
            self._texts["ConditionExpression"] = pattern.condition
        elif pattern.if_.strip():
            self.add("ConditionExpression", parse_condition(pattern.if_))

    def add_update(self, scope: PatternScope, call: KeyRequest) -> None:
        if scope.pattern.update.strip():
            self._texts["UpdateExpression"] = scope.pattern.update
            return
        before = plan_update(scope, call).before
        entity = entity_written(scope, before)
        item = before.item if before else None
        made = derive_update(scope.table, entity, scope.pattern, item, bindings=call.bindings)
        used = set(_PLACEHOLDER.findall(made.update_expression))
        for marker, value in made.values.items():
            if marker in used and self._values.setdefault(marker, value) != value:
                raise NoCommand(f"{marker} is used for two values; rename the parameter")
        self._names |= {alias: name for alias, name in made.names.items() if alias in used}
        self._texts["UpdateExpression"] = made.update_expression

    def arguments(self) -> Arguments:
        used = {found for text in self._texts.values() for found in _PLACEHOLDER.findall(text)}
        names = {alias: name for alias, name in self._names.items() if alias in used}
        values = {marker: to_dynamodb_json(value) for marker, value in self._values.items() if marker in used}
        given = {"ExpressionAttributeNames": names, "ExpressionAttributeValues": values}
        return self._texts | {argument: one for argument, one in given.items() if one}
