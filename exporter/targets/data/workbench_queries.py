"""Reads as `ModelSchema.queries` has them: an index, its key conditions, and filters that must all hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design.patterns import AccessPattern
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Name,
    Not,
    Operand,
    Path,
    Placeholder,
)
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys import templates
from modeler.core.values.attribute_values import AttributeType

type Data = dict[str, Any]

_TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "String",
    AttributeType.N: "Number",
    AttributeType.BOOL: "Boolean",
}


def dollar_template(text: str) -> str | None:
    """Return a template as `${a}#${b}`; None if it has formats, or cannot be read."""
    template = templates.parse(text)
    if template.problem or not all(reference.is_plain for reference in template.references):
        return None
    return "".join(
        part.text if isinstance(part, templates.LiteralText) else f"${{{part.attribute}}}" for part in template.parts
    )


def query(pattern: AccessPattern) -> Data:
    """Return a read as data; a filter that `filters` cannot represent is left out."""
    made: Data = {"index": pattern.index or "primary", "operation": "query", "type": "", "filters": filters(pattern)}
    for side, condition in zip(("hash", "sort"), pattern.key, strict=False):
        values = [dollar_template(text) or text for text in condition.templates]
        made[side] = values[0] if condition.operator == "=" else {"condition": condition.operator, "values": values}
    if len(pattern.entities) == 1:
        made["type"] = pattern.entities[0]
    return made | ({"limit": pattern.limit} if pattern.limit else {})


def filters(pattern: AccessPattern) -> list[Data]:
    """Return the terms of a pattern's filter; none if it is more than comparisons joined by AND."""
    return list(_filters(pattern) or ())


def is_filter_lost(pattern: AccessPattern) -> bool:
    """Does the pattern have a filter that cannot be represented?"""
    return bool(pattern.filter) and _filters(pattern) is None


def _filters(pattern: AccessPattern) -> list[Data] | None:
    if not pattern.filter:
        return []
    try:
        node = parse_condition(pattern.filter)
    except ExpressionInvalid:
        return None
    terms = node.terms if isinstance(node, And) else (node,)
    made = [term for one in terms for term in _term(one)]
    return made if len(made) == len(terms) else None


def _term(node: Condition) -> Iterator[Data]:
    match node:
        case Comparison(operator, Path((Name(name),)), right):
            yield from _with_values(name, operator, (right,))
        case Between(Path((Name(name),)), lower, upper):
            yield from _with_values(name, "between", (lower, upper))
        case In(Path((Name(name),)), choices):
            yield from _with_values(name, "in", choices)
        case Not(Function("contains", (Path((Name(name),)), value))):
            yield from _with_values(name, "not contains", (value,))
        case Function("begins_with" | "contains" as operator, (Path((Name(name),)), value)):
            yield from _with_values(name, operator, (value,))
        case Function("attribute_exists" | "attribute_not_exists" as operator, (Path((Name(name),)),)):
            yield {"attribute": name, "condition": operator}


def _with_values(name: str, operator: str, operands: tuple[Operand, ...]) -> Iterator[Data]:
    kinds = {one.value.type for one in operands if isinstance(one, Literal)}
    values = [text for one in operands if (text := _text(one)) is not None]
    if len(values) == len(operands) and len(kinds) <= 1 and kinds <= _TYPES.keys():
        kind = next((_TYPES[one] for one in kinds), "String")
        yield {"attribute": name, "condition": operator, "type": kind, "values": values}


def _text(operand: Operand) -> str | None:
    if isinstance(operand, Placeholder):
        return f"${{{operand.text.removeprefix(':')}}}"
    if not isinstance(operand, Literal):
        return None
    data = operand.value.data
    text = str(data).lower() if isinstance(data, bool) else str(data)
    # An empty text, or one that looks like a reference, would be read back as something else.
    return None if not text or text.startswith("${") else text
