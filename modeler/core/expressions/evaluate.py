"""Conditions over items, and projections of items, exactly as in DynamoDB. facts/expressions#conditions,
facts/expressions#projections.

A condition is compiled once into nested functions; running it on an item then looks up only the item.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from modeler.core.expressions import value_comparison
from modeler.core.expressions.names import Step, resolved, value_of
from modeler.core.expressions.nodes import (
    NO_NAMES,
    NO_VALUES,
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Node,
    Not,
    Operand,
    Or,
    Path,
    Placeholder,
    Projection,
)
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number

type Predicate = Callable[[Item], bool]
type Lookup = Callable[[Item], AttributeValue | None]


def evaluate(
    node: Condition,
    item: Item,
    *,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> bool:
    """Whether an item meets a condition. Raises ExpressionInvalid if a placeholder is undefined. For many items, make
    one `predicate`.
    """
    if not names and not values:
        return _predicate_without_placeholders(node)(item)
    return predicate(node, names=names, values=values)(item)


@lru_cache(maxsize=1024)
def _predicate_without_placeholders(node: Condition) -> Predicate:
    return predicate(node)


def predicate(
    node: Condition,
    *,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> Predicate:
    """A condition as a function of the item. Raises ExpressionInvalid immediately if a placeholder is undefined."""

    def lookup(operand: Operand) -> Lookup:
        return _lookup(operand, names, values)

    match node:
        case And(terms):
            return _all_of([predicate(term, names=names, values=values) for term in terms])
        case Or(terms):
            return _any_of([predicate(term, names=names, values=values) for term in terms])
        case Not(term):
            inner = predicate(term, names=names, values=values)
            return lambda item: not inner(item)
        case Comparison(sign, left, right):
            return _comparison(sign, lookup(left), lookup(right))
        case Between(operand, lower, upper):
            above = _comparison(">=", lookup(operand), lookup(lower))
            below = _comparison("<=", lookup(operand), lookup(upper))
            return lambda item: above(item) and below(item)
        case In(operand, choices):
            return _any_of([_comparison("=", lookup(operand), lookup(choice)) for choice in choices])
        case Function(name, arguments):
            return _CALLS[name](*map(lookup, arguments))
    raise TypeError(f"{type(node).__name__} is not a condition")


def value_at(item: Item, steps: tuple[Step, ...]) -> AttributeValue | None:
    """The value at a document path of an item, or None if there is none."""
    found = item.get(steps[0]) if isinstance(steps[0], str) else None
    for step in steps[1:]:
        if found is None:
            return None
        found = _child(found, step)
    return found


def _child(value: AttributeValue, step: Step) -> AttributeValue | None:
    if isinstance(step, str):
        if value.type != AttributeType.M:
            return None
        return next((child for name, child in value.data if name == step), None)
    return value.data[step] if value.type == AttributeType.L and step < len(value.data) else None


def _lookup(operand: Node, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> Lookup:
    match operand:
        case Literal(value):
            return lambda item: value
        case Placeholder():
            defined = value_of(operand, values)
            return lambda item: defined
        case Path():
            steps = resolved(operand, names)
            if len(steps) == 1:
                name = str(steps[0])
                return lambda item: item.get(name)
            return lambda item: value_at(item, steps)
        case Function("size", (argument,)):
            return _size(_lookup(argument, names, values))
    raise TypeError(f"{type(operand).__name__} is not an operand of a condition")


def _size(operand: Lookup) -> Lookup:
    def measured(item: Item) -> AttributeValue | None:
        value = operand(item)
        units = None if value is None else value_comparison.size(value)
        return None if units is None else number(units)

    return measured


def _all_of(terms: list[Predicate]) -> Predicate:
    return lambda item: all(term(item) for term in terms)


def _any_of(terms: list[Predicate]) -> Predicate:
    return lambda item: any(term(item) for term in terms)


def _comparison(sign: str, left: Lookup, right: Lookup) -> Predicate:
    def compared(item: Item) -> bool:
        mine, yours = left(item), right(item)
        if mine is None or yours is None:
            # A missing attribute differs from everything and compares with nothing. facts/expressions#conditions
            return sign == "<>"
        if sign == "=":
            return value_comparison.equal(mine, yours)
        if sign == "<>":
            return not value_comparison.equal(mine, yours)
        return value_comparison.ordered(sign, mine, yours)

    return compared


def _exists(path: Lookup) -> Predicate:
    return lambda item: path(item) is not None


def _is_missing(path: Lookup) -> Predicate:
    return lambda item: path(item) is None


def _both(test: Callable[[AttributeValue, AttributeValue], bool]) -> Callable[[Lookup, Lookup], Predicate]:
    def call(first: Lookup, second: Lookup) -> Predicate:
        def tested(item: Item) -> bool:
            mine, yours = first(item), second(item)
            return mine is not None and yours is not None and test(mine, yours)

        return tested

    return call


def _begins_with(text: AttributeValue, start: AttributeValue) -> bool:
    return text.type == start.type and text.type in {"S", "B"} and bool(text.data.startswith(start.data))


_CALLS: Mapping[str, Callable[..., Predicate]] = {
    "attribute_exists": _exists,
    "attribute_not_exists": _is_missing,
    "attribute_type": _both(lambda value, kind: kind.type == "S" and value.type == kind.data),
    "begins_with": _both(_begins_with),
    "contains": _both(value_comparison.contains),
}

type _Wanted = dict[Step, _Wanted | None]
"""A tree of the requested paths; None where a path ends: everything below."""


def project(paths: Projection, item: Item, names: Mapping[str, str] = NO_NAMES) -> Item:
    """The parts of an item at these paths, with the maps and lists around them; lists are returned without gaps, in
    their own order. Keys are not added. Raises ExpressionInvalid if a `#name` is undefined.
    facts/expressions#projections.
    """
    wanted: _Wanted = {}
    for path in paths:
        _want(wanted, resolved(path, names))
    kept = (
        (name, _kept(item[name], below)) for name, below in wanted.items() if isinstance(name, str) and name in item
    )
    return {name: value for name, value in kept if value is not None}


def _want(wanted: _Wanted, steps: tuple[Step, ...]) -> None:
    for step in steps[:-1]:
        below = wanted.setdefault(step, {})
        if below is None:
            return
        wanted = below
    wanted[steps[-1]] = None


def _kept(value: AttributeValue, wanted: _Wanted | None) -> AttributeValue | None:
    if wanted is None:
        return value
    parts: list[Any]
    if value.type == AttributeType.M:
        below = [(name, _kept(part, wanted[name])) for name, part in value.data if name in wanted]
        parts = [(name, part) for name, part in below if part is not None]
    elif value.type == AttributeType.L:
        elements = [_kept(part, wanted[at]) for at, part in enumerate(value.data) if at in wanted]
        parts = [part for part in elements if part is not None]
    else:
        return None
    return AttributeValue(value.type, tuple(parts)) if parts else None
