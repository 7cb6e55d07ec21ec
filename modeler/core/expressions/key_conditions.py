"""Key conditions of Query: their valid forms, and which key attribute each term is about.

facts/expressions#key-conditions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    NO_NAMES,
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Node,
    Not,
    Operand,
    Or,
    Path,
    children,
)

_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """The term for one key attribute: `operator` is = < <= > >= between begins_with."""

    name: str
    operator: str
    operands: tuple[Operand, ...]


def refuse_key_condition(node: Condition) -> None:
    """Raise ExpressionInvalid with DynamoDB's message if a condition cannot be a key condition because of its shape."""
    for term in _conjuncts(node):
        _refuse_operator(term)
        operands = children(term)
        paths = [operand for operand in operands if isinstance(operand, Path)]
        if any(isinstance(operand, Function) for operand in operands):
            _refuse("KeyConditionExpressions cannot contain nested operations")
        if any(len(path.parts) > 1 for path in paths):
            _refuse("KeyConditionExpressions cannot have conditions on nested attributes")
        if len(paths) > 1:
            _refuse("Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition")
        if isinstance(term, Function) and not isinstance(term.arguments[0], Path):
            _refuse(
                "Invalid condition in KeyConditionExpression: "
                "begins_with operator must have the key attribute as its first operand"
            )
        if not paths or (isinstance(term, Between) and not isinstance(term.operand, Path)):
            _refuse("Query key condition not supported")


def key_terms(
    node: Condition, partition: Sequence[str], sort: Sequence[str], names: Mapping[str, str] = NO_NAMES
) -> tuple[KeyTerm, ...]:
    """The terms of a key condition in the order of a key schema. Raises ExpressionInvalid with DynamoDB's message if a
    partition key attribute lacks its equality, a sort key attribute is skipped, or a name is not a key.
    """
    refuse_key_condition(node)
    found: dict[str, KeyTerm] = {}
    for term in (_key_term(condition, names) for condition in _conjuncts(node)):
        if term.name in found:
            _refuse("KeyConditionExpressions must only contain one condition per key")
        found[term.name] = term
    for name in partition:
        if name not in found:
            _refuse(f"Query condition missed key schema element: {name}")
        if found[name].operator != "=":
            _refuse("Query key condition not supported")
    used = [name for name in sort if name in found]
    if len(found) > len(partition) + len(used):
        # DynamoDB names the key that the other term should have been about.
        for name in sort:
            if name not in found:
                _refuse(f"Query condition missed key schema element: {name}")
        _refuse("Query key condition not supported")
    for place, name in enumerate(used):
        if sort[place] != name or (name != used[-1] and found[name].operator != "="):
            _refuse(
                f"RANGE key attributes {sort[place]} must have equality conditions specified in the query "
                f"because a condition is present on key attribute {used[-1]}"
            )
    return tuple(found[name] for name in (*partition, *used))


def _conjuncts(node: Condition) -> tuple[Condition, ...]:
    flat: list[Condition] = []
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, And):
            waiting.extend(reversed(here.terms))
        else:
            flat.append(here)
    return tuple(flat)


def _refuse_operator(term: Node) -> None:
    match term:
        case Or() | Not() | In():
            word = type(term).__name__.upper()
        case Comparison(operator="<>"):
            word = "<>"
        case Function() if term.name != "begins_with":
            word = term.name
        case _:
            return
    _refuse(f"Invalid operator used in KeyConditionExpression: {word}")


def _key_term(term: Condition, names: Mapping[str, str]) -> KeyTerm:
    match term:
        case Comparison(operator, Path() as path, value):
            return KeyTerm(name_of(path, names), operator, (value,))
        case Comparison(operator, value, Path() as path):
            return KeyTerm(name_of(path, names), _MIRRORED[operator], (value,))
        case Between(Path() as path, lower, upper):
            return KeyTerm(name_of(path, names), "between", (lower, upper))
        case Function(_, (Path() as path, value)):
            return KeyTerm(name_of(path, names), "begins_with", (value,))
    _refuse("Query key condition not supported")


def _refuse(message: str) -> NoReturn:
    raise ExpressionInvalid(message)
