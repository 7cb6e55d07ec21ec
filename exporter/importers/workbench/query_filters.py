"""Conditions of saved queries: the words that NoSQL Workbench shows for operators, and filters as expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.support.base import Report
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
from modeler.core.expressions.printing import print_node
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal, normal_number, string

_OPERATORS: Final[Mapping[str, str]] = {
    "": "=", "==": "=", "eq": "=", "equals": "=", "equal": "=", "equalto": "=", "isequalto": "=", "is": "=",
    "lt": "<", "lessthan": "<", "islessthan": "<", "le": "<=", "lte": "<=", "lessthanorequalto": "<=",
    "lessthanorequal": "<=", "islessthanorequalto": "<=", "gt": ">", "greaterthan": ">", "isgreaterthan": ">",
    "ge": ">=", "gte": ">=", "greaterthanorequalto": ">=", "greaterthanorequal": ">=", "isgreaterthanorequalto": ">=",
    "ne": "<>", "!=": "<>", "notequal": "<>", "notequalto": "<>", "isnotequalto": "<>",
    "beginswith": "begins_with", "startswith": "begins_with", "between": "between", "isbetween": "between",
    "contains": "contains", "notcontains": "not contains", "doesnotcontain": "not contains", "in": "in",
    "exists": "attribute_exists", "attributeexists": "attribute_exists", "notexists": "attribute_not_exists",
    "doesnotexist": "attribute_not_exists", "attributenotexists": "attribute_not_exists",
}  # fmt: skip
_TERMS_MAX: Final = 100
_PARAMETER: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,200})\}")
_TYPES: Final[Mapping[str, AttributeType]] = {
    "n": AttributeType.N, "number": AttributeType.N, "bool": AttributeType.BOOL, "boolean": AttributeType.BOOL,
}  # fmt: skip


def operator_of(raw: Mapping[str, Any]) -> str:
    """Return the operator that a condition names, in expressions' spelling; the word itself if it is unknown."""
    word = raw.get("condition") or raw.get("operator") or raw.get("comparison") or ""
    plain = re.sub(r"[\s_-]+", "", str(word).lower())
    return _OPERATORS.get(plain, plain)


def values_of(raw: Mapping[str, Any]) -> list[Any]:
    """Return the values of a condition, whatever the member is called."""
    found = raw.get("values", raw.get("value", raw.get("attributeValue")))
    return [one for one in (found if isinstance(found, list) else [found]) if one not in (None, "")]


def filter_of(raw: Any, path: str, report: Report) -> str:
    """Return the filter of a query as an expression; conditions that cannot be read are reported."""
    listed = raw if isinstance(raw, list) else [raw] if isinstance(raw, Mapping) else []
    if not isinstance(raw, list | Mapping) and raw:
        report.dropped(path, f"conditions in an unknown form: {str(raw)[:200]}")
    terms = list(_terms(listed[:_TERMS_MAX], path, report))
    if not terms:
        return ""
    return print_node(terms[0] if len(terms) == 1 else And(tuple(terms)))


def _terms(listed: list[Any], path: str, report: Report) -> Iterator[Condition]:
    for place, one in enumerate(listed):
        name = _name(one)
        term = _term(name, operator_of(one), one) if name and isinstance(one, Mapping) else None
        if term is None:
            report.dropped(f"{path}[{place}]", f"a filter condition in an unknown form: {str(one)[:200]}")
        else:
            yield term


def _name(raw: Any) -> str:
    names = ("attribute", "attributeName", "name", "AttributeName", "key")
    found = next((raw[one] for one in names if raw.get(one)), "") if isinstance(raw, Mapping) else ""
    return found if isinstance(found, str) else ""


def _term(name: str, operator: str, raw: Mapping[str, Any]) -> Condition | None:
    path = Path((Name(name),))
    kind = _TYPES.get(str(raw.get("type") or raw.get("attributeType") or raw.get("dataType") or "").lower())
    values = [_operand(one, kind) for one in values_of(raw)]
    if operator in ("attribute_exists", "attribute_not_exists"):
        return Function(operator, (path,))
    if operator == "between" and len(values) == 2:
        return Between(path, values[0], values[1])
    if operator == "in" and values:
        return In(path, tuple(values))
    if len(values) != 1:
        return None
    if operator in ("begins_with", "contains"):
        return Function(operator, (path, values[0]))
    if operator == "not contains":
        return Not(Function("contains", (path, values[0])))
    return Comparison(operator, path, values[0]) if operator in ("=", "<>", "<", "<=", ">", ">=") else None


def _operand(raw: Any, kind: AttributeType | None) -> Operand:
    parameter = _PARAMETER.fullmatch(raw) if isinstance(raw, str) else None
    return Placeholder(f":{parameter[1]}") if parameter else Literal(_value(raw, kind))


def _value(raw: Any, kind: AttributeType | None) -> AttributeValue:
    if isinstance(raw, bool) or kind is AttributeType.BOOL:
        return AttributeValue(AttributeType.BOOL, raw is True or str(raw).lower() == "true")
    is_number = kind is AttributeType.N or (kind is None and isinstance(raw, int | float))
    if is_number and as_decimal(str(raw)) is not None:
        return AttributeValue(AttributeType.N, normal_number(str(raw)))
    return string(str(raw))
