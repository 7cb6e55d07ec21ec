"""Pieces of Java: values, templates and conditions of a design as expressions, expressions of DynamoDB with values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.support.literals import java_literal
from modeler.core.design.tables import KeyAttribute
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Name,
    Node,
    Not,
    Or,
    Path,
    Placeholder,
    Projection,
)
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.keys import templates
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType, AttributeValue

type Resolve = Callable[[str], str]

TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "String",
    AttributeType.N: "BigDecimal",
    AttributeType.B: "byte[]",
    AttributeType.BOOL: "Boolean",
    AttributeType.NULL: "Object",
    AttributeType.M: "Map<String, Object>",
    AttributeType.L: "List<Object>",
    AttributeType.SS: "Set<String>",
    AttributeType.NS: "Set<BigDecimal>",
    AttributeType.BS: "Set<byte[]>",
}
_TIMES: Final = frozenset({"iso", "year", "month", "date", "hour", "minute"})
_CLOCKS: Final = frozenset({"epoch_seconds", "epoch_millis"})
_ANY: Final = AttributeValue(AttributeType.S, "")


def getter(target: str, identifier: str) -> str:
    """``order.getCustomerId()``."""
    return f"{target}.get{identifier[0].upper()}{identifier[1:]}()"


def setter(target: str, identifier: str, value: str) -> str:
    """``order.setCustomerId(value)``."""
    return f"{target}.set{identifier[0].upper()}{identifier[1:]}({value})"


def constant(value: AttributeValue) -> str:
    """A value of the design."""
    match value.type:
        case AttributeType.S | AttributeType.BOOL:
            return java_literal(value.data)
        case AttributeType.N:
            return f"new BigDecimal({java_literal(str(value.data))})"
        case AttributeType.NULL:
            return "null"
        case AttributeType.B:
            return f"new byte[] {{{', '.join(str(one - 256 if one > 127 else one) for one in value.data)}}}"
        case AttributeType.L:
            return f"List.<Object>of({', '.join(map(constant, value.data))})"
        case AttributeType.M:
            pairs = (f"Map.entry({java_literal(name)}, {constant(one)})" for name, one in value.data)
            return f"Map.<String, Object>ofEntries({', '.join(pairs)})"
    inner = {AttributeType.SS: AttributeType.S, AttributeType.NS: AttributeType.N}.get(value.type, AttributeType.B)
    return f"Set.of({', '.join(constant(AttributeValue(inner, one)) for one in value.data)})"


def template_code(template: KeyTemplate, resolve: Resolve, formats: Mapping[str, str]) -> str:
    """A key template as ``Keys.text("CUST#", order.getCustomerId())``."""
    parts = [
        _reference(part, resolve, formats) if isinstance(part, Reference) else java_literal(part.text)
        for part in template.parts
    ]
    return f"Keys.text({', '.join(parts)})"


def _reference(part: Reference, resolve: Resolve, formats: Mapping[str, str]) -> str:
    code = resolve(part.attribute)
    for call in part.formats:
        code = _format(call, code, formats.get(part.attribute, ""))
    return code


def _format(call: FormatCall, code: str, clock: str) -> str:
    more = [java_literal(call.argument)] if call.argument is not None else []
    if call.name in _TIMES:
        more.append(java_literal(clock if clock in _CLOCKS else ""))
    return f"Keys.{call.name}({', '.join([code, *more])})"


def key_value(key: KeyAttribute, text: KeyTemplate, resolve: Resolve, formats: Mapping[str, str]) -> str:
    """The value of a key attribute: text, or for N and B the value as it is."""
    if key.type is not AttributeType.S:
        return resolve(text.plain_reference.attribute) if text.plain_reference else "null"
    if not text.references:
        return java_literal("".join(getattr(part, "text", "") for part in text.parts))
    return template_code(text, resolve, formats)


def condition_value(pattern: PatternPlan, key: KeyAttribute, source: str) -> str:
    """The value that a key condition compares with."""
    text = templates.parse(source)
    resolve = resolve_parameter(pattern)
    if key.type is AttributeType.N:
        if not text.references:
            return f"new BigDecimal({java_literal(source.strip())})"
        reference = text.plain_reference
        parameter = pattern.parameter(reference.attribute) if reference else None
        code = resolve(reference.attribute) if reference else "null"
        return code if parameter and parameter.type is AttributeType.N else f"new BigDecimal(Keys.valueText({code}))"
    made = key_value(key, text, resolve, pattern.bindings.formats)
    return f"Keys.needed({made}, {java_literal(key.name)})" if text.references else made


def resolve_parameter(pattern: PatternPlan) -> Resolve:
    """How a template of a pattern names its parameters."""

    def resolve(name: str) -> str:
        found = pattern.parameter(name)
        if found is not None:
            return found.identifier
        entity = pattern.entity
        if entity is not None and pattern.item is not None and name in entity.fields:
            return getter(pattern.item.identifier, entity.fields[name].identifier)
        return "null"

    return resolve


def condition_code(node: Condition, resolve: Resolve) -> str:
    """A condition with literals as a boolean expression, as DynamoDB would answer it. facts/expressions#conditions."""
    match node:
        case And(terms) | Or(terms):
            return (" && " if isinstance(node, And) else " || ").join(
                f"({condition_code(one, resolve)})" for one in terms
            )
        case Not(term):
            return f"!({condition_code(term, resolve)})"
        case Comparison(sign, left, right):
            return _comparison(sign, _operand(left, resolve), _operand(right, resolve))
        case Between(operand, lower, upper):
            middle = _operand(operand, resolve)
            ends = ((">=", lower), ("<=", upper))
            return " && ".join(_comparison(sign, middle, _operand(one, resolve)) for sign, one in ends)
        case In(operand, choices):
            found = _operand(operand, resolve)
            return " || ".join(_comparison("=", found, _operand(one, resolve)) for one in choices)
        case Function("attribute_exists", (operand,)):
            return f"{_operand(operand, resolve)} != null"
        case Function("attribute_not_exists", (operand,)):
            return f"{_operand(operand, resolve)} == null"
        case Function(name, arguments):
            helper = {"begins_with": "beginsWith", "contains": "contains", "attribute_type": "isOfType"}[name]
            return f"Keys.{helper}({', '.join(_operand(one, resolve) for one in arguments)})"
    raise TypeError(f"{type(node).__name__} is no condition")


def _comparison(sign: str, left: str, right: str) -> str:
    match sign:
        case "=":
            return f"Keys.same({left}, {right})"
        case "<>":
            return f"!Keys.same({left}, {right})"
    return f"Keys.ordered({left}, {java_literal(sign)}, {right})"


def _operand(node: Node, resolve: Resolve) -> str:
    match node:
        case Literal(value):
            return constant(value)
        case Function("size", (argument,)):
            return f"Keys.size({_operand(argument, resolve)})"
        case Path((Name(name), *rest)):
            if not rest:
                return resolve(name)
            steps = [str(step) if isinstance(step, int) else java_literal(getattr(step, "text", "")) for step in rest]
            return f"Keys.at({', '.join([resolve(name), *steps])})"
    return "null"


class Expressions:
    """The expressions of one request: texts, names, and values as code."""

    def __init__(self, pattern: PatternPlan) -> None:
        self._pattern = pattern
        self._names: dict[str, str] = dict(pattern.pattern.names)
        self._known = {f":{one.name}": _ANY for one in pattern.parameters if not one.entity} | dict(pattern.values)
        self._codes: dict[str, str] = {}
        self._texts: list[str] = []

    def value(self, code: str) -> Placeholder:
        """A placeholder for a value that is code."""
        number = len(self._codes) + 1
        while f":k{number}" in self._known:
            number += 1
        self._known[f":k{number}"] = _ANY
        self._codes[f":k{number}"] = code
        return Placeholder(f":k{number}")

    def add(self, node: Node | Projection) -> str:
        """A node as a Java text."""
        made = to_dynamodb(node, names=self._names, values=self._known)
        self._names, self._known = dict(made.names), dict(made.values)
        return self.add_text(made.text)

    def add_text(self, text: str) -> str:
        """An expression as somebody wrote it, as a Java text."""
        self._texts.append(text)
        return java_literal(text)

    def names(self) -> str:
        """`Values.names(...)` of what is used; '' where nothing is."""
        found = [(alias, name) for alias, name in self._names.items() if self._uses(alias)]
        pairs = ", ".join(f"{java_literal(alias)}, {java_literal(name)}" for alias, name in found)
        return f"Values.names({pairs})" if found else ""

    def values(self) -> str:
        """`Values.map(...)` of what is used; '' where nothing is."""
        resolve = resolve_parameter(self._pattern)
        pairs: list[str] = []
        for marker, value in self._known.items():
            if self._uses(marker):
                own = self._codes.get(marker) or (constant(value) if value is not _ANY else resolve(marker[1:]))
                pairs.append(f"{java_literal(marker)}, {own}")
        return f"Values.map({', '.join(pairs)})" if pairs else ""

    def _uses(self, placeholder: str) -> bool:
        return any(
            text[at : at + len(placeholder)] == placeholder
            and not (text[at + len(placeholder) : at + len(placeholder) + 1] or " ").replace("_", "a").isalnum()
            for text in self._texts
            for at in range(len(text))
        )


def key_condition(pattern: PatternPlan, expressions: Expressions) -> Condition:
    """The key condition, its values as placeholders."""
    terms: list[Condition] = []
    for key, given in pattern.elements():
        path = Path((Name(key.name),))
        values = [expressions.value(condition_value(pattern, key, text)) for text in given.templates]
        if given.operator == "between":
            terms.append(Between(path, values[0], values[1]))
        elif given.operator == "begins_with":
            terms.append(Function("begins_with", (path, values[0])))
        else:
            terms.append(Comparison(given.operator, path, values[0]))
    return And(tuple(terms)) if len(terms) > 1 else terms[0]


def field_type(plan: EntityPlan, name: str) -> str:
    """The Java type of a field."""
    attribute = plan.fields[name].attribute
    return TYPES[attribute.type] if attribute else "Object"
