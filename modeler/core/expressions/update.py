"""Updates applied to an item. facts/expressions#updates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Final, NoReturn

from modeler.core.expressions.errors import ExpressionInvalid, UpdateRefused
from modeler.core.expressions.evaluate import value_at
from modeler.core.expressions.names import Step, collisions, resolved, value_of
from modeler.core.expressions.nodes import (
    NO_NAMES,
    NO_VALUES,
    Action,
    Add,
    Arithmetic,
    Delete,
    Function,
    Literal,
    Operand,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
)
from modeler.core.expressions.value_comparison import SET_TYPES
from modeler.core.values.attribute_values import (
    AttributeType,
    AttributeValue,
    Item,
    as_decimal,
    normal_number,
    number,
    number_problem,
)

INVALID_VALUES: Final = "One or more parameter values were invalid: "
INVALID_PATH: Final = "The document path provided in the update expression is invalid for update"
MISSING_OPERAND: Final = "The provided expression refers to an attribute that does not exist in the item"
WRONG_TYPE: Final = "An operand in the update expression has an incorrect data type"
TYPE_WORDS: Final = {
    "S": "STRING", "N": "NUMBER", "B": "BINARY", "BOOL": "BOOLEAN", "NULL": "NULL", "L": "LIST", "M": "MAP",
    "SS": "STRING_SET", "NS": "NUMBER_SET", "BS": "BINARY_SET",
}  # fmt: skip

# Wide enough for 1E+125 + 1E-130; two terms of 38 digits can never need more, so nothing is silently rounded.
_EXACT: Final = Context(prec=400, Emax=999999, Emin=-999999)

type _Tree = dict[Step, _Tree | _Outcome]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result for one path: a value, or nothing if it is removed."""

    value: AttributeValue | None


_ANYTHING: Final = _Outcome(AttributeValue(AttributeType.NULL, True))
_NOTHING: Final = _Outcome(None)


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The item before the update, and the meaning of placeholders."""

    item: Item
    names: Mapping[str, str]
    values: Mapping[str, AttributeValue]


def apply_update(
    update: Update,
    item: Item,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
    *,
    keys: Collection[str] = (),
) -> Item:
    """The item after the update; every right-hand side sees the item before it. `keys` are the table's key attributes,
    which cannot change. Raises ExpressionInvalid for errors that do not depend on the item, UpdateRefused for this
    item.
    """
    targets = [resolved(action.path, names) for action in update.actions]
    for sentence in collisions(targets):
        raise ExpressionInvalid(f"Invalid UpdateExpression: {sentence}")
    for steps in targets:
        if steps[0] in keys:
            _refuse(f"{INVALID_VALUES}Cannot update attribute {steps[0]}. This attribute is part of the key")
    # Check that every path exists before evaluating any operand.
    _applied(item, targets, [_ANYTHING if isinstance(action, Set | Add) else _NOTHING for action in update.actions])
    before = _Surroundings(item, names, values)
    outcomes = [_outcome(action, steps, before) for action, steps in zip(update.actions, targets, strict=True)]
    return _applied(item, targets, outcomes)


def _applied(item: Item, targets: Sequence[tuple[Step, ...]], outcomes: Sequence[_Outcome]) -> Item:
    tree: _Tree = {}
    for steps, outcome in zip(targets, outcomes, strict=True):
        _plant(tree, steps, outcome)
    return _changed_map(dict(item), tree)


def _plant(tree: _Tree, steps: tuple[Step, ...], outcome: _Outcome) -> None:
    for step in steps[:-1]:
        below = tree.setdefault(step, {})
        if isinstance(below, _Outcome):  # a path inside another one, which `collisions` has rejected
            raise TypeError("overlapping paths")
        tree = below
    tree[steps[-1]] = outcome


def _outcome(action: Action, steps: tuple[Step, ...], before: _Surroundings) -> _Outcome:
    match action:
        case Set(_, operand):
            return _Outcome(_value(operand, before))
        case Remove():
            return _Outcome(None)
        case Add(_, operand):
            return _Outcome(_added(value_at(before.item, steps), _value(operand, before)))
        case Delete(_, operand):
            return _Outcome(_deleted(value_at(before.item, steps), _value(operand, before)))


def _value(operand: Operand, before: _Surroundings) -> AttributeValue:
    match operand:
        case Literal(value):
            return value
        case Placeholder():
            return value_of(operand, before.values)
        case Path():
            found = value_at(before.item, resolved(operand, before.names))
            return found if found is not None else _refuse(MISSING_OPERAND)
        case Arithmetic(sign, left, right):
            return _calculated(sign, _operand(left, sign, "N", before), _operand(right, sign, "N", before))
        case Function("if_not_exists", (Path() as path, otherwise)):
            found = value_at(before.item, resolved(path, before.names))
            return found if found is not None else _value(otherwise, before)
        case Function("list_append", (first, second)):
            joined = [_operand(part, "list_append", "L", before).data for part in (first, second)]
            return AttributeValue(AttributeType.L, tuple(joined[0]) + tuple(joined[1]))
    raise TypeError(f"{operand} is not an operand of an update")


def _operand(operand: Operand, word: str, wanted: str, before: _Surroundings) -> AttributeValue:
    """An operand of the required type. A wrong type of a constant is the request's fault, of an attribute the
    item's.
    """
    value = _value(operand, before)
    if value.type == wanted:
        return value
    if isinstance(operand, Literal | Placeholder):
        raise ExpressionInvalid(
            "Invalid UpdateExpression: Incorrect operand type for operator or function; "
            f"operator or function: {word}, operand type: {value.type}"
        )
    _refuse(WRONG_TYPE)


def _calculated(sign: str, left: AttributeValue, right: AttributeValue) -> AttributeValue:
    mine, yours = as_decimal(left.data), as_decimal(right.data)
    if mine is None or yours is None:
        _refuse(WRONG_TYPE)
    result = _exact_sum(mine, yours if sign == "+" else yours.copy_negate())
    if problem := number_problem(result):
        _refuse(problem)
    return number(result)


def _exact_sum(left: Decimal, right: Decimal) -> str:
    """The sum with every digit, if DynamoDB could store the terms; others are rejected by their digits anyway."""
    return str(_EXACT.add(left, right))


def _added(existing: AttributeValue | None, amount: AttributeValue) -> AttributeValue:
    if amount.type != AttributeType.N and amount.type not in SET_TYPES:
        _refuse_amount("ADD", amount)
    if existing is None:
        return amount
    if existing.type != amount.type:
        _refuse(WRONG_TYPE)
    if amount.type == AttributeType.N:
        return _calculated("+", existing, amount)
    return AttributeValue(amount.type, (*existing.data, *_others(amount, existing)))


def _deleted(existing: AttributeValue | None, amount: AttributeValue) -> AttributeValue | None:
    if amount.type not in SET_TYPES:
        _refuse_amount("DELETE", amount)
    if existing is None:
        return None
    if existing.type != amount.type:
        _refuse(WRONG_TYPE)
    # A set without members cannot be stored: the attribute is removed with its last member.
    left = _others(existing, amount)
    return AttributeValue(existing.type, left) if left else None


def _others(these: AttributeValue, without: AttributeValue) -> tuple[str | bytes, ...]:
    def same(member: str | bytes) -> str | bytes:
        return normal_number(member) if these.type == AttributeType.NS and isinstance(member, str) else member

    gone = {same(member) for member in without.data}
    return tuple(member for member in these.data if same(member) not in gone)


def _changed_map(parts: dict[str, AttributeValue], tree: _Tree) -> dict[str, AttributeValue]:
    for step, outcome in tree.items():
        if not isinstance(step, str):
            _refuse(INVALID_PATH)
        if isinstance(outcome, dict):
            if step not in parts:
                _refuse(INVALID_PATH)
            parts[step] = _changed(parts[step], outcome)
        elif outcome.value is not None:
            parts[step] = outcome.value
        else:
            parts.pop(step, None)
    return parts


def _changed(value: AttributeValue, tree: _Tree) -> AttributeValue:
    if value.type == AttributeType.M:
        return AttributeValue(value.type, tuple(sorted(_changed_map(dict(value.data), tree).items())))
    if value.type == AttributeType.L:
        return AttributeValue(value.type, _changed_list(value.data, tree))
    _refuse(INVALID_PATH)


def _changed_list(elements: tuple[AttributeValue, ...], tree: _Tree) -> tuple[AttributeValue, ...]:
    """Every index refers to the list before the update; values beyond its end are appended in the order of indexes."""
    kept: list[AttributeValue | None] = list(elements)
    for step in sorted(step for step in tree if isinstance(step, int)):
        outcome = tree[step]
        inside = step < len(elements)
        if isinstance(outcome, dict):
            kept[step] = _changed(elements[step], outcome) if inside else _refuse(INVALID_PATH)
        elif inside:
            kept[step] = outcome.value
        elif outcome.value is not None:
            kept.append(outcome.value)
    if any(isinstance(step, str) for step in tree):
        _refuse(INVALID_PATH)
    return tuple(element for element in kept if element is not None)


def _refuse_amount(section: str, amount: AttributeValue) -> NoReturn:
    raise ExpressionInvalid(
        "Invalid UpdateExpression: Incorrect operand type for operator or function; "
        f"operator: {section}, operand type: {TYPE_WORDS[amount.type]}, typeSet: ALLOWED_FOR_{section}_OPERAND"
    )


def _refuse(message: str) -> NoReturn:
    raise UpdateRefused(message)
