"""Constants that an attribute never has: not in its list of values, or not in its format. facts/expressions#conditions.

A list of values is complete unless a sample item has another value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from modeler.core.algebra.meant_values import known_range
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Between, Comparison, In, Node, Operand, Path, Set, children
from modeler.core.expressions.parse import parse_condition, parse_update
from modeler.core.phrases import and_list
from modeler.core.rules.queries.operand_kinds import Kinds
from modeler.core.rules.support.context import Call, RuleContext, cell_path, entity_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal

_SHOWN: Final = 6
_EQUAL: Final = frozenset({"=", "<>"})
_TIMES: Final = {
    "year": (re.compile(r"\d{1,4}"), "a year such as 2026"),
    "month": (re.compile(r"\d{4}(-(\d\d?)?)?"), "a month such as 2026-06"),
    "date": (re.compile(r"\d{4}(-\d\d(-\d\d)?)?"), "a date such as 2026-06-01"),
    "iso": (re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.,+\-Z]*)?)?)?"), "a time such as 2026-06-01T08:30:00.000Z"),
}
"""What texts are compared with such values: a value, or the start of one."""
_MILLISECONDS: Final = Decimal(10) ** 11
"""From here on a number is milliseconds: as seconds, it would be the year 5138."""


@rule(
    "expr.unlisted_value",
    WARNING,
    Scope.PATTERN,
    title="Value that the attribute never has",
    why="A condition on such a value never holds, and an item that is written with it is missing from other reads",
    fix="Correct the value, or add it to the values of the attribute",
    sources="facts/expressions#conditions",
)
def unlisted_value(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    kinds = Kinds(context.design.entities_of(pattern), pattern.names, pattern.values)
    for field, node in _expressions(pattern):
        try:
            found = next(_unlisted(kinds, node), "")
        except ExpressionInvalid:
            continue
        if found:
            yield Spot(f"{call.label}: {found}", f"{call.path}.{field}", call.top.id, field)
    for name, raw in pattern.set.items():
        known = (
            _declared_values(kinds, name) if isinstance(raw, str) and not (raw.startswith(":") or "{" in raw) else {}
        )
        if isinstance(raw, int | float) and not isinstance(raw, bool):
            wrong = _outside(kinds, name, AttributeValue(AttributeType.N, str(raw)))
            if wrong:
                yield Spot(f"{call.label}: {wrong}", f"{call.path}.set", call.top.id, "set", {"attribute": name})
        if known and raw not in known:
            message = f"{call.label} sets {name} to {raw}, but its values are {_joined(known)}"
            yield Spot(message, f"{call.path}.set", call.top.id, "set", {"attribute": name})
    example = next(_examples(kinds, pattern), "")
    if example:
        yield Spot(f"{call.label}: {example}", f"{call.path}.parameters", call.top.id, "parameters")


def _examples(kinds: Kinds, pattern: AccessPattern) -> Iterator[str]:
    """Example values of parameters that are named after an attribute, or that the call sets an attribute to."""
    sets = {raw[1:]: name for name, raw in pattern.set.items() if isinstance(raw, str) and raw.startswith(":")}
    own = pattern.own_parameters
    for parameter, raw in pattern.parameters.items():
        if own is not None and parameter not in own and parameter not in sets:
            continue  # an example of the pattern around it, which can be about another of its members
        name = sets.get(parameter, parameter)
        kind, known = kinds.attribute(name), _declared_values(kinds, name)
        formats = {one.format for one in kinds.declared(name) if one is not None}
        for value in raw if isinstance(raw, list) else (raw,):
            if not isinstance(value, str | int | float) or isinstance(value, bool) or not kind:
                continue
            text = str(value)
            if kind == "N" and as_decimal(text) is None:
                yield f"{name} is a number, and its example {text} is not one"
            elif kind == "S" and known and text not in known:
                yield f"{name} is never {text}, its example; its values are {_joined(known)}"
            elif len(formats) == 1 and (wanted := _misread(min(formats), AttributeValue(AttributeType(kind), text))):
                yield f"{name} is {wanted}, and its example {text} is not one"


def _expressions(pattern: AccessPattern) -> Iterator[tuple[str, Node]]:
    texts = {"filter": pattern.filter, "if": pattern.if_, "condition": pattern.condition, "update": pattern.update}
    for field, text in texts.items():
        if text.strip():
            try:
                yield field, parse_update(text) if field == "update" else parse_condition(text)
            except ExpressionInvalid:
                continue


@rule(
    "expr.unlisted_value",
    WARNING,
    Scope.ENTITY,
    title=unlisted_value.title,
    why="The condition holds for no item, so the overload writes nothing; a state that is not listed is never reached",
    fix=unlisted_value.fix,
    sources="facts/expressions#conditions",
)
def unlisted_in_entity(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    kinds = Kinds((entity,))
    for overload in entity.overloads:
        try:
            found = next(_unlisted(kinds, parse_condition(overload.when)), "") if overload.when.strip() else ""
        except ExpressionInvalid:
            continue
        if found:
            path = f"{cell_path(table, entity, overload.index)}.when"
            yield Spot(f"{entity.name}: {found}", path, overload.id, "when")
    for attribute in entity.attributes:
        known = _declared_values(kinds, attribute.name)
        named = dict.fromkeys((*attribute.states, *(one for after in attribute.states.values() for one in after)))
        unknown = [state for state in named if state not in known]
        if known and unknown:
            message = (
                f"{attribute.name} of {entity.name} has the state {unknown[0]}, but its values are {_joined(known)}"
            )
            yield Spot(message, entity_path(table, entity), attribute.id, "states")


def _unlisted(kinds: Kinds, node: Node) -> Iterator[str]:
    match node:
        case Comparison(operator, left, right):
            for path, value in ((left, right), (right, left)):
                yield from _unlike(kinds, path, value, is_equal=operator in _EQUAL)
        case Between(operand, lower, upper):
            for bound in (lower, upper):
                yield from _unlike(kinds, operand, bound, is_equal=False)
        case In(operand, choices):
            for choice in choices:
                yield from _unlike(kinds, operand, choice, is_equal=True)
        case Set(path, value):
            yield from _unlike(kinds, path, value, is_equal=True)
    for inner in children(node):
        yield from _unlisted(kinds, inner)


def _unlike(kinds: Kinds, path: Operand, operand: Operand, *, is_equal: bool) -> Iterator[str]:
    """What a constant cannot be: one of the listed values where it must equal one, else of the attribute's format."""
    value = kinds.value(operand)
    if not isinstance(path, Path) or value is None or len(path.parts) != 1:
        return
    name = kinds.named(path)
    if is_equal and (wrong := _outside(kinds, name, value)):
        yield wrong
    if is_equal and value.type == "S" and (known := _declared_values(kinds, name)) and value.data not in known:
        yield f"{name} is never {value.data}; its values are {_joined(known)}"
    formats = {one.format for one in kinds.declared(name) if one is not None}
    if len(formats) == 1 and (wanted := _misread(formats.pop(), value)):
        yield f"{name} is {wanted}, and {value.data} is not one"


def _outside(kinds: Kinds, name: str, value: AttributeValue) -> str:
    """How a number is outside the declared range of an attribute; '' if it is inside, or there is none."""
    number = as_decimal(str(value.data)) if value.type == "N" else None
    bounds = [known_range(one) if one is not None else None for one in kinds.declared(name)]
    if number is None or not bounds or len(bounds) < len(kinds.entities):
        return ""
    if all(one is not None and not one[0] <= number <= one[1] for one in bounds):
        low, high = bounds[0] or (number, number)
        return f"{name} is {low:f} to {high:f}, and {number:f} is not"
    return ""


def _misread(format_: str, value: AttributeValue) -> str:
    """What the values of a format are, if a constant is not the start of one; else ''."""
    if value.type == "S" and format_ in _TIMES:
        pattern, wanted = _TIMES[format_]
        return "" if pattern.fullmatch(value.data) or not value.data else wanted
    number = as_decimal(value.data) if value.type == "N" else None
    if number is None or format_ not in {"epoch_seconds", "epoch_millis"}:
        return ""
    if format_ == "epoch_seconds":
        return "a time in seconds" if number >= _MILLISECONDS else ""
    return "a time in milliseconds" if 10**8 < number < _MILLISECONDS else ""


def _declared_values(kinds: Kinds, name: str) -> dict[str, None]:
    """The values that an attribute has in any of the entities; none where one of them does not list its values."""
    declared: list[Attribute] = [one for one in kinds.declared(name) if one is not None]
    if not declared or len(declared) < len(kinds.entities) or not all(one.values for one in declared):
        return {}
    samples = (str(item.values[name].data) for entity in kinds.entities for item in entity.items if name in item.values)
    return dict.fromkeys((*(value for one in declared for value in one.values), *samples))


def _joined(values: dict[str, None]) -> str:
    shown = list(values)[:_SHOWN]
    more = [f"{len(values) - _SHOWN:,} more"] if len(values) > _SHOWN else []
    return and_list((*shown, *more))


RULES = (unlisted_value, unlisted_in_entity)
