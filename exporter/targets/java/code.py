"""Pieces of Java: values, templates, and conditions of a design as expressions, and DynamoDB
expressions with values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from exporter.targets.access_code.condition_writer import (
    ConditionDialect,
    LanguageCondition,
    in_parentheses,
    path_steps,
)
from exporter.targets.access_code.entity_plan import EntityPlan, Resolve
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan
from exporter.targets.access_code.request_expressions import ExpressionCode, key_condition
from exporter.targets.access_code.template_writer import TIMES, constant_text, through_formats
from exporter.targets.java.enums import enum_of, enum_parameter
from exporter.targets.support.literals import java_literal
from modeler.core.design.tables import KeyAttribute
from modeler.core.expressions.nodes import Condition, Path
from modeler.core.keys import templates
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType, AttributeValue

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


def getter(target: str, identifier: str) -> str:
    """``order.getCustomerId()``."""
    return f"{target}.get{identifier[0].upper()}{identifier[1:]}()"


def setter(target: str, identifier: str, value: str) -> str:
    """``order.setCustomerId(value)``."""
    return f"{target}.set{identifier[0].upper()}{identifier[1:]}({value})"


def constant(value: AttributeValue) -> str:
    """Return a value of the design."""
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
            # List.of and Map.of take no null.
            makes = "java.util.Arrays.<Object>asList" if _has_null(value.data) else "List.<Object>of"
            return f"{makes}({', '.join(map(constant, value.data))})"
        case AttributeType.M if _has_null(one for _, one in value.data):
            members = (f"{java_literal(name)}, {constant(one)}" for name, one in value.data)
            return f"Keys.map({', '.join(members)})"
        case AttributeType.M:
            pairs = (f"Map.entry({java_literal(name)}, {constant(one)})" for name, one in value.data)
            return f"Map.<String, Object>ofEntries({', '.join(pairs)})"
    inner = {AttributeType.SS: AttributeType.S, AttributeType.NS: AttributeType.N}.get(value.type, AttributeType.B)
    return f"Set.of({', '.join(constant(AttributeValue(inner, one)) for one in value.data)})"


def _has_null(values: Iterable[AttributeValue]) -> bool:
    return any(one.type is AttributeType.NULL for one in values)


def template_code(template: KeyTemplate, resolve: Resolve, formats: Mapping[str, str]) -> str:
    """Return a key template as ``Keys.text("CUST#", order.getCustomerId())``."""
    parts = [
        through_formats(part, resolve, formats, _format) if isinstance(part, Reference) else java_literal(part.text)
        for part in template.parts
    ]
    return f"Keys.text({', '.join(parts)})"


def _format(call: FormatCall, code: str, clock: str) -> str:
    more = [java_literal(call.argument)] if call.argument is not None else []
    more += [java_literal(clock)] if call.name in TIMES else []
    return f"Keys.{call.name}({', '.join([code, *more])})"


def key_value(key: KeyAttribute, text: KeyTemplate, resolve: Resolve, formats: Mapping[str, str]) -> str:
    """Return the value of a key attribute: text, or for N and B the value itself."""
    if key.type is not AttributeType.S:
        return resolve(text.plain_reference.attribute) if text.plain_reference else "null"
    if not text.references:
        return java_literal(constant_text(text))
    return template_code(text, resolve, formats)


def condition_value(pattern: PatternPlan, key: KeyAttribute, source: str) -> str:
    """Return the value that a key condition compares with."""
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
    """Return how a template of a pattern refers to its parameters."""
    return pattern.resolver(getter, "null")


_CONDITIONS: Final = ConditionDialect(
    all_of=" && ",
    any_of=" || ",
    negated="!{}",
    forms={
        "equal": "Keys.same({}, {})",
        "differs": "!Keys.same({}, {})",
        "ordered": 'Keys.ordered({}, "{sign}", {})',
        "size": "Keys.size({})",
        "attribute_exists": "{} != null",
        "attribute_not_exists": "{} == null",
        "attribute_type": "Keys.isOfType({}, {})",
        "begins_with": "Keys.beginsWith({}, {})",
        "contains": "Keys.contains({}, {})",
    },
    literal=lambda value: constant(value),
    nothing="null",
    inner=in_parentheses,
)


def condition_code(node: Condition, resolve: Resolve) -> str:
    """A condition with literals as a boolean expression over an item."""

    def place(path: Path) -> str:
        code, steps = resolve(str(path_steps(path)[0])), path_steps(path)[1:]
        return f"Keys.at({', '.join([code, *map(java_literal, steps)])})" if steps else code

    return LanguageCondition(_CONDITIONS, place).write(node)


def expressions_of(pattern: PatternPlan) -> ExpressionCode:
    """A collector of the expressions of one request."""
    return ExpressionCode(pattern, constant, resolve_parameter(pattern))


def names_code(expressions: ExpressionCode) -> str:
    """Return `Values.names(...)` of the used names; '' if there are none."""
    pairs = [f"{java_literal(alias)}, {java_literal(name)}" for alias, name in expressions.names()]
    return f"Values.names({', '.join(pairs)})" if pairs else ""


def values_code(expressions: ExpressionCode) -> str:
    """Return `Values.map(...)` of the used values; '' if there are none."""
    pairs = [f"{java_literal(marker)}, {code}" for marker, code in expressions.values()]
    return f"Values.map({', '.join(pairs)})" if pairs else ""


def key_condition_of(pattern: PatternPlan, expressions: ExpressionCode) -> Condition:
    """Return the key condition, its values as placeholders."""
    return key_condition(
        (key.name, given.operator, [expressions.value(condition_value(pattern, key, text)) for text in given.templates])
        for key, given in pattern.elements()
    )


def parameter_type(parameter: Parameter, entity: EntityPlan | None = None) -> str:
    """Return the Java type of a parameter; Object where nothing determines it. `entity` has the enumerations."""
    if parameter.entity is not None:
        return parameter.entity.name
    if own := enum_parameter(entity, parameter):
        return own
    return TYPES[parameter.type] if parameter.is_known else "Object"


def field_type(plan: EntityPlan, name: str) -> str:
    """Return the Java type of a field."""
    attribute = plan.fields[name].attribute
    if own := enum_of(plan, name):
        return own
    return TYPES[attribute.type] if attribute else "Object"
