"""Expressions and intents that treat an attribute as a type, or as having a value, that it does not have.

facts/expressions#conditions, facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import Bindings, bind
from modeler.core.evaluator.intent import intent_value
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Node
from modeler.core.expressions.parse import parse_condition, parse_projection, parse_update
from modeler.core.keys.templates import parse
from modeler.core.rules.queries.operand_kinds import Kinds
from modeler.core.rules.queries.typed_expressions import confusions
from modeler.core.rules.support.context import Call, RuleContext, cell_path
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, problems

_ADDED: Final = frozenset({"N", "SS", "NS", "BS"})
_OF_JSON: Final = {str: "S", bool: "BOOL", int: "N", float: "N", list: "L", dict: "M"}


@rule(
    "expr.operand_type",
    ERROR,
    Scope.PATTERN,
    title="Expression treats an attribute as another type",
    why="Values of different types are never equal or ordered, and a write of another type is rejected or kept",
    fix="Use a value of the attribute's type, or correct the type of the attribute",
    sources="facts/expressions#conditions, facts/expressions#updates",
    hides=("expr.syntax",),
)
def operand_type(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    kinds = Kinds(context.design.entities_of(pattern), pattern.names, pattern.values)
    for field, node in _expressions(pattern):
        try:
            found = next(confusions(kinds, node), "")
        except ExpressionInvalid:
            continue
        if found:
            yield Spot(f"{call.label}: {found}", f"{call.path}.{field}", call.top.id, field)
    table = context.design.table(pattern.table)
    if table is not None and (pattern.set or pattern.add):
        for field, found in _of_intent(kinds, pattern, bind(table, pattern)):
            yield Spot(f"{call.label}: {found}", f"{call.path}.{field}", call.top.id, field)


def _expressions(pattern: AccessPattern) -> Iterator[tuple[str, Node]]:
    """Each expression that can be parsed, with its field; of a projection, each path."""
    for field, text in (
        ("filter", pattern.filter),
        ("if", pattern.if_),
        ("condition", pattern.condition),
        ("update", pattern.update),
    ):
        if text.strip():
            try:
                yield field, parse_update(text) if field == "update" else parse_condition(text)
            except ExpressionInvalid:
                continue
    for text in pattern.projection:
        if "." in text or "[" in text:
            try:
                yield from (("projection", path) for path in parse_projection(text))
            except ExpressionInvalid:
                continue


def _of_intent(kinds: Kinds, pattern: AccessPattern, bindings: Bindings) -> Iterator[tuple[str, str]]:
    for name, raw in pattern.set.items():
        own, given = _declared(kinds, name), _given(raw, name, pattern, bindings)
        if own and given and own != given:
            yield "set", f"{name} is of type {own}, and is set to {given}"
    for name, raw in pattern.add.items():
        own, given = _declared(kinds, name), _given(raw, name, pattern, bindings)
        if own and own not in _ADDED:
            yield "add", f"{name} is of type {own}, and only numbers and sets can be added to"
        elif own and given and own != given:
            yield "add", f"{name} is of type {own}, and {given} cannot be added to it"


def _declared(kinds: Kinds, name: str) -> str:
    """The type of an attribute that every entity of the call declares."""
    return kinds.attribute(name) if kinds.entities and None not in kinds.declared(name) else ""


def _given(raw: Any, name: str, pattern: AccessPattern, bindings: Bindings) -> str:
    """The type of an intent's value; '' for NULL, and for a parameter without an example value."""
    asked = [raw[1:]] if isinstance(raw, str) and raw.startswith(":") else []
    if isinstance(raw, str) and not set(asked or parse(raw).attributes) <= pattern.parameters.keys():
        return ""
    try:
        value = intent_value(raw, name, bindings)
    except Invalid:
        value = None
    if value is None or any(problems(value)):
        # The value does not fit the type of the attribute: its own type is that of the JSON.
        return _OF_JSON.get(type(pattern.parameters[asked[0]] if asked else raw), "")
    return "" if value.type is AttributeType.NULL else str(value.type)


@rule(
    "expr.operand_type",
    ERROR,
    Scope.ENTITY,
    title=operand_type.title,
    why="Values of different types are never equal or ordered, so the condition holds for no item",
    fix=operand_type.fix,
    sources="facts/expressions#conditions",
)
def operand_type_of_condition(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    kinds = Kinds((entity,))
    for overload in entity.overloads:
        try:
            found = next(confusions(kinds, parse_condition(overload.when)), "") if overload.when.strip() else ""
        except ExpressionInvalid:
            continue
        if found:
            path = f"{cell_path(table, entity, overload.index)}.when"
            yield Spot(f"{entity.name}: {found}", path, overload.id, "when")


RULES = (operand_type, operand_type_of_condition)
