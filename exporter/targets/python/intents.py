"""The intent of an UpdateItem (set, remove, add) as sections of an expression, index keys aside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exporter.targets.python.members import Member
from exporter.targets.python.templates import text_expression
from exporter.targets.python.texts import Texts
from exporter.targets.python.values import literal
from modeler.core.evaluator.bindings import typed
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Literal, Name, Operand, Path
from modeler.core.expressions.parse import parse_projection
from modeler.core.keys import templates
from modeler.core.values.attribute_values import AttributeValue, number


@dataclass(frozen=True)
class Intent:
    """What an update says of attributes. `values` is the code of what whole attributes are set to, `constants` those
    of them that hang on no parameter; `operands` is how DynamoDB itself computes what becomes of an attribute.
    """

    texts: Texts
    sections: Mapping[str, list[str]]
    touched: frozenset[str]
    removed: frozenset[str]
    values: Mapping[str, str]
    constants: Mapping[str, AttributeValue]
    operands: Mapping[str, str]

    def name(self, attribute: str) -> str:
        """The name of an attribute in an expression."""
        return self.texts.text((Path((Name(attribute),)),))


def intent_of(member: Member, texts: Texts) -> Intent:
    """What the pattern's intent says. Raises Invalid where a value does not fit its attribute."""
    pattern = member.scope.pattern
    sections: dict[str, list[str]] = {"SET": [], "REMOVE": [], "ADD": []}
    values: dict[str, str] = {}
    constants: dict[str, AttributeValue] = {}
    operands: dict[str, str] = {}
    paths = {text: path_of(text, member) for text in (*pattern.set, *pattern.remove, *pattern.add)}
    for text, raw in pattern.set.items():
        operand = _operand(member, texts, text, raw, constants, values)
        made = texts.text(operand)
        sections["SET"].append(f"{texts.text((paths[text],))} = {made}")
        if _is_whole(paths[text]):
            operands[name_of(paths[text])] = made
    for text in pattern.remove:
        sections["REMOVE"].append(texts.text((paths[text],)))
    for text, raw in pattern.add.items():
        shown = texts.text((paths[text],))
        added = _value(member, texts, text, raw)
        sections["ADD"].append(f"{shown} {added}")
        if _is_whole(paths[text]):
            zero = texts.text(Literal(number(0)))
            operands[name_of(paths[text])] = f"if_not_exists({shown}, {zero}) + {added}"
    removed = {name_of(paths[text]) for text in pattern.remove if _is_whole(paths[text])}
    touched = {name_of(path) for path in paths.values()}
    return Intent(texts, sections, frozenset(touched), frozenset(removed), values, constants, operands)


def _is_whole(path: Path) -> bool:
    return len(path.parts) == 1


def path_of(text: str, member: Member) -> Path:
    """What is the name of an attribute is one name; anything else is a document path."""
    if text in member.scope.bindings.attributes:
        return Path((Name(text),))
    try:
        return parse_projection(text)[0]
    except ExpressionInvalid:
        return Path((Name(text),))


def _operand(
    member: Member,
    texts: Texts,
    name: str,
    raw: object,
    constants: dict[str, AttributeValue],
    values: dict[str, str],
) -> Operand:
    code = intent_code(member, raw)
    path = path_of(name, member)
    if code is None:
        value = typed(raw, member.scope.bindings.attributes.get(name))
        if _is_whole(path):
            constants[name_of(path)] = value
            values[name_of(path)] = literal(value)
        return Literal(value)
    if _is_whole(path):
        values[name_of(path)] = code
    return texts.marker("value", code)


def _value(member: Member, texts: Texts, name: str, raw: object) -> str:
    code = intent_code(member, raw)
    if code is None:
        return texts.text(Literal(typed(raw, member.scope.bindings.attributes.get(name))))
    return texts.marker("value", code).text


def intent_code(member: Member, raw: object) -> str | None:
    """The code of a value of an intent that hangs on parameters: one of them, or a template; None for a constant."""
    bindings = member.scope.bindings
    if not isinstance(raw, str):
        return None
    known = (*bindings.values, *bindings.lists)
    if raw.startswith(":") and raw[1:] in known:
        return member.variable(raw[1:])
    template = templates.parse(raw)
    if not template.references or not all(one in known for one in template.attributes):
        return None
    if template.plain_reference:
        return member.variable(template.plain_reference.attribute)
    formats = {one: bindings.formats[one] for one in template.attributes if one in bindings.formats}
    return text_expression(template, member.variable, formats)
