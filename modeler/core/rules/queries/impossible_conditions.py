"""Conditions that contradict themselves, so that no item satisfies them. facts/expressions#conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Operand,
    Path,
    Placeholder,
)
from modeler.core.expressions.parse import parse_condition
from modeler.core.rules.support.context import Call, RuleContext, cell_path
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.servings.wanted import conjuncts
from modeler.core.values.attribute_values import as_decimal

_FLIPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "<>": "<>"}
_NO_PATTERN: Final = AccessPattern("", "", "", Operation.QUERY)
"""What gives a condition of an overload its names and values: it has none."""
_EXISTS, _MISSING = "attribute_exists", "attribute_not_exists"


@rule(
    "query.filter_impossible",
    ERROR,
    Scope.PATTERN,
    title="Condition that no item can satisfy",
    why="An attribute has one value: the read returns nothing, and the write is always rejected",
    fix="Join the alternatives with OR or IN, or correct the bounds",
    sources="facts/expressions#conditions",
)
def filter_impossible(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    for field, text in (("filter", pattern.filter), ("if", pattern.if_), ("condition", pattern.condition)):
        if not text.strip():
            continue
        try:
            terms = tuple(conjuncts(parse_condition(text)))
            found = _contradiction(pattern, terms)
        except ExpressionInvalid:
            continue
        if found:
            message = f"{call.label} requires {found}, which no item satisfies"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field)
        elif key := _is_missing_key(context, pattern, terms):
            message = f"{call.label} deletes an item only if it has no {key}, but every stored item has one"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field)


@rule(
    "query.filter_impossible",
    ERROR,
    Scope.ENTITY,
    title=filter_impossible.title,
    why="An attribute has one value, so the overload writes nothing",
    fix=filter_impossible.fix,
    sources="facts/expressions#conditions",
)
def condition_impossible(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for overload in entity.overloads:
        if not overload.when.strip():
            continue
        try:
            found = _contradiction(_NO_PATTERN, tuple(conjuncts(parse_condition(overload.when))))
        except ExpressionInvalid:
            continue
        if found:
            message = f"The condition of {entity.name} requires {found}, which no item satisfies"
            yield Spot(message, f"{cell_path(table, entity, overload.index)}.when", overload.id, "when")


def can_both_hold(one: str, other: str) -> bool:
    """Return whether one item may satisfy two conditions of overloads; '' holds for every item."""
    try:
        terms = [term for when in (one, other) if when.strip() for term in conjuncts(parse_condition(when))]
    except ExpressionInvalid:
        return False
    return not _contradiction(_NO_PATTERN, tuple(terms))


def _is_missing_key(context: RuleContext, pattern: AccessPattern, terms: tuple[Condition, ...]) -> str:
    """The key attribute that a DeleteItem requires to be missing; '' if there is none."""
    table = context.design.table(pattern.table)
    if table is None or pattern.operation is not Operation.DELETE:
        return ""
    for term in terms:
        match term:
            case Function("attribute_not_exists", (Path() as path,)) if len(path.parts) == 1:
                if (name := name_of(path, pattern.names)) in table.base.key_names:
                    return name
    return ""


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a term requires of an attribute: `=` one of the values, or another comparison with the only value."""

    operator: str
    values: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """The claim as text."""
        if self.operator in {_EXISTS, _MISSING}:
            return f"{self.operator}({name})"
        if len(self.values) > 1:
            return f"{name} IN ({', '.join(self.values)})"
        return f"{name} {self.operator} {self.values[0]}"


def _contradiction(pattern: AccessPattern, terms: tuple[Condition, ...]) -> str:
    """Two claims about one path that exclude each other, as text; '' if there are none."""
    seen: dict[Path, list[_Claim]] = {}
    for term in terms:
        for path, claim in _claims(pattern, term):
            other = next((one for one in seen.get(path, ()) if _exclude(one, claim) or _exclude(claim, one)), None)
            if other is not None:
                name = name_of(path, pattern.names)
                return f"{other.text(name)} and {claim.text(name)}"
            seen.setdefault(path, []).append(claim)
    return ""


def _claims(pattern: AccessPattern, term: Condition) -> Iterator[tuple[Path, _Claim]]:
    """What a term requires of paths; nothing where it compares with a value that is not known."""
    match term:
        case Function(name, (Path() as path,)) if name in {_EXISTS, _MISSING}:
            yield path, _Claim(name)
        case Comparison(operator, Path() as path, operand) if operator in _FLIPPED:
            yield from _compared(pattern, path, operator, (operand,))
        case Comparison(operator, operand, Path() as path) if operator in _FLIPPED:
            yield from _compared(pattern, path, _FLIPPED[operator], (operand,))
        case In(Path() as path, choices):
            yield from _compared(pattern, path, "=", tuple(choices))
        case Between(Path() as path, lower, upper):
            yield from _compared(pattern, path, ">=", (lower,))
            yield from _compared(pattern, path, "<=", (upper,))


def _compared(
    pattern: AccessPattern, path: Path, operator: str, operands: tuple[Operand, ...]
) -> Iterator[tuple[Path, _Claim]]:
    values = tuple(_constant(pattern, one) for one in operands)
    if operator != "<>":
        yield path, _Claim(_EXISTS)
    if all(value is not None for value in values):
        yield path, _Claim(operator, tuple(value for value in values if value is not None))


def _constant(pattern: AccessPattern, operand: Operand) -> str | None:
    if isinstance(operand, Literal):
        return str(operand.value.data)
    if isinstance(operand, Placeholder):
        raw = pattern.values.get(operand.text)
        text = next(iter(raw.values())) if isinstance(raw, dict) and len(raw) == 1 else raw
        return str(text) if isinstance(text, str | int | float) and not isinstance(text, bool) else None
    return None


def _exclude(one: _Claim, other: _Claim) -> bool:
    """Can no value satisfy both claims? Bounds are compared as numbers only."""
    if {one.operator, other.operator} == {_EXISTS, _MISSING}:
        return True
    if one.operator == "=" and other.operator == "=":
        return not set(one.values) & set(other.values)
    if one.operator == "=" and other.operator == "<>":
        return set(one.values) == set(other.values)
    if one.operator in {"=", ">", ">="} and other.operator in {"<", "<="}:
        return all(_is_above(one.operator, value, other) for value in one.values)
    if one.operator == "=" and other.operator in {">", ">="}:
        return all(_is_below(value, other) for value in one.values)
    return False


def _is_above(operator: str, value: str, upper: _Claim) -> bool:
    """Does a lower bound, or a value, exceed an upper bound?"""
    low, high = as_decimal(value), as_decimal(upper.values[0])
    if low is None or high is None:
        return False
    return low > high or (low == high and (operator == ">" or upper.operator == "<"))


def _is_below(value: str, lower: _Claim) -> bool:
    mine, low = as_decimal(value), as_decimal(lower.values[0])
    return mine is not None and low is not None and (mine < low or (mine == low and lower.operator == ">"))


RULES = (filter_impossible, condition_impossible)
