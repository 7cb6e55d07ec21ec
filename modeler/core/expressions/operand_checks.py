"""DynamoDB's messages about operands whose type is known before any item is read: constants, and size().

facts/expressions#conditions, facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import path_text, resolved
from modeler.core.expressions.nodes import (
    FUNCTIONS,
    Add,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Function,
    In,
    Literal,
    Node,
    Operand,
    Path,
    Placeholder,
)
from modeler.core.expressions.update import TYPE_WORDS
from modeler.core.expressions.value_comparison import ORDERED_TYPES, SET_TYPES, ordered
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_SIZED_TYPES = frozenset({"S", "B", "SS", "NS", "BS", "L", "M"})
_TYPE_LIST = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"


def operand_problems(node: Node, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> Iterator[str]:
    """The messages for one node, without its children; none for what depends on an item."""
    match node:
        case Comparison(sign, left, right):
            yield from _same_operand(sign, (left, right), names)
            if sign not in {"=", "<>"}:
                yield from _wrong_types(sign, (left, right), ORDERED_TYPES, values)
        case Between(operand, lower, upper):
            yield from _same_operand("BETWEEN", (operand, lower, upper), names)
            yield from _wrong_types("BETWEEN", (operand, lower, upper), ORDERED_TYPES, values)
            yield from _bounds(_constant(lower, values), _constant(upper, values))
        case In(operand, choices):
            yield from _same_operand("IN", (operand, *choices), names)
        case Function(name, arguments) if len(arguments) == FUNCTIONS.get(name):
            yield from _call(name, arguments, names, values)
        case Arithmetic(sign, left, right):
            yield from _wrong_types(sign, (left, right), {"N"}, values)
        case Add(_, value):
            yield from _amount("ADD", value, {AttributeType.N, *SET_TYPES}, values)
        case Delete(_, value):
            yield from _amount("DELETE", value, SET_TYPES, values)


def _call(
    name: str,
    arguments: Sequence[Operand],
    names: Mapping[str, str],
    values: Mapping[str, AttributeValue],
) -> Iterator[str]:
    if name not in {"size", "list_append"}:
        yield from _same_operand(name, arguments, names)
    match name:
        case "size":
            yield from _wrong_types(name, arguments, _SIZED_TYPES, values)
        case "begins_with":
            yield from _wrong_types(name, arguments, {"S", "B"}, values)
        case "list_append":
            yield from _wrong_types(name, arguments, {"L"}, values)
        case "attribute_type":
            yield from _type_name(arguments[1], values)


def _type_name(operand: Operand, values: Mapping[str, AttributeValue]) -> Iterator[str]:
    constant = _constant(operand, values)
    if constant is None:
        if not isinstance(operand, Placeholder):
            yield _wrong_type("attribute_type", _known_type(operand, values) or _TYPE_LIST)
    elif constant.type != "S":
        yield _wrong_type("attribute_type", str(constant.type))
    elif constant.data not in TYPE_WORDS:
        yield f"Invalid attribute type name found; type: {constant.data}, valid types: {_TYPE_LIST}"


def _constant(operand: Operand, values: Mapping[str, AttributeValue]) -> AttributeValue | None:
    match operand:
        case Literal(value):
            return value
        case Placeholder(text):
            return values.get(text)
    return None


def _known_type(operand: Operand, values: Mapping[str, AttributeValue]) -> str | None:
    if isinstance(operand, Function) and operand.name == "size":
        return "N"
    constant = _constant(operand, values)
    return None if constant is None else str(constant.type)


def _wrong_types(
    word: str, operands: Sequence[Operand], allowed: Set[str], values: Mapping[str, AttributeValue]
) -> Iterator[str]:
    for operand in operands:
        kind = _known_type(operand, values)
        if kind is not None and kind not in allowed:
            yield _wrong_type(word, kind)


def _wrong_type(word: str, kind: str) -> str:
    return f"Incorrect operand type for operator or function; operator or function: {word}, operand type: {kind}"


def _same_operand(word: str, operands: Sequence[Operand], names: Mapping[str, str]) -> Iterator[str]:
    first = operands[0]
    if not isinstance(first, Path):
        return
    try:
        steps = resolved(first, names)
        if any(isinstance(other, Path) and resolved(other, names) == steps for other in operands[1:]):
            yield (
                "The first operand must be distinct from the remaining operands for this operator or function; "
                f"operator: {word}, first operand: {path_text(steps)}"
            )
    except ExpressionInvalid:
        return  # an undefined `#name`, which has a separate message


def _bounds(lower: AttributeValue | None, upper: AttributeValue | None) -> Iterator[str]:
    if lower is None or upper is None:
        return
    bounds = f"lower bound operand: {_in_service_words(lower)}, upper bound operand: {_in_service_words(upper)}"
    if lower.type != upper.type:
        yield f"The BETWEEN operator requires same data type for lower and upper bounds; {bounds}"
    elif ordered(">", lower, upper):
        yield f"The BETWEEN operator requires upper bound to be greater than or equal to lower bound; {bounds}"


def _in_service_words(value: AttributeValue) -> str:
    if value.type == AttributeType.B:
        return f"AttributeValue: {{B:java.nio.HeapByteBuffer[pos=0 lim={len(value.data)} cap={len(value.data)}]}}"
    shown = str(value.data).lower() if value.type in {"BOOL", "NULL"} else value.data
    return f"AttributeValue: {{{value.type}:{shown}}}"


def _amount(
    section: str, value: Operand, allowed: Set[AttributeType], values: Mapping[str, AttributeValue]
) -> Iterator[str]:
    constant = _constant(value, values)
    if constant is not None and constant.type not in allowed:
        yield (
            "Incorrect operand type for operator or function; "
            f"operator: {section}, operand type: {TYPE_WORDS[constant.type]}, typeSet: ALLOWED_FOR_{section}_OPERAND"
        )
