"""The intent of an UpdateItem (set, remove, add) as sections of an expression, without index keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exporter.targets.access_code.pattern_plan import UpdateChange
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.templates import text_expression
from exporter.targets.python.texts import Texts
from exporter.targets.python.values import literal
from modeler.core.evaluator.bindings import typed
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Literal, Name, Operand, Path
from modeler.core.values.attribute_values import AttributeValue, number


@dataclass(frozen=True)
class UpdateIntent:
    """What an update specifies about attributes. `values` is the code of the new value of whole attributes, `constants`
    those that depend on no parameter; `operands` is how DynamoDB itself computes the new value of an attribute.
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


def intent_of(member: MemberWriter, texts: Texts) -> UpdateIntent:
    """Return what the pattern's intent specifies. Raises Invalid if a value does not fit its attribute."""
    sections: dict[str, list[str]] = {"SET": [], "REMOVE": [], "ADD": []}
    values: dict[str, str] = {}
    constants: dict[str, AttributeValue] = {}
    operands: dict[str, str] = {}
    changes = member.plan.changes
    for one in (one for one in changes if one.action == "set"):
        made = texts.text(_operand(member, texts, one, constants, values))
        sections["SET"].append(f"{texts.text((one.path,))} = {made}")
        if one.is_whole:
            operands[name_of(one.path)] = made
    sections["REMOVE"] += [texts.text((one.path,)) for one in changes if one.action == "remove"]
    for one in (one for one in changes if one.action == "add"):
        shown = texts.text((one.path,))
        added = _added(member, texts, one)
        sections["ADD"].append(f"{shown} {added}")
        if one.is_whole:
            zero = texts.text(Literal(number(0)))
            operands[name_of(one.path)] = f"if_not_exists({shown}, {zero}) + {added}"
    removed = {name_of(one.path) for one in changes if one.action == "remove" and one.is_whole}
    touched = {name_of(one.path) for one in changes}
    return UpdateIntent(texts, sections, frozenset(touched), frozenset(removed), values, constants, operands)


def _operand(
    member: MemberWriter,
    texts: Texts,
    change: UpdateChange,
    constants: dict[str, AttributeValue],
    values: dict[str, str],
) -> Operand:
    code = change_code(member, change)
    if code is None:
        value = constant_of(member, change)
        if change.is_whole:
            constants[name_of(change.path)] = value
            values[name_of(change.path)] = literal(value)
        return Literal(value)
    if change.is_whole:
        values[name_of(change.path)] = code
    return texts.marker("value", code)


def _added(member: MemberWriter, texts: Texts, change: UpdateChange) -> str:
    code = change_code(member, change)
    if code is None:
        return texts.text(Literal(constant_of(member, change)))
    return texts.marker("value", code).text


def change_code(member: MemberWriter, change: UpdateChange) -> str | None:
    """The code of a value that depends on parameters: one of them, or a template; None for a constant."""
    if change.template is not None:
        formats = member.plan.bindings.formats
        known = {one: formats[one] for one in change.template.attributes if one in formats}
        return text_expression(change.template, member.variable, known)
    return member.variable(change.parameter) if member.is_given(change.parameter) else None


def constant_of(member: MemberWriter, change: UpdateChange) -> AttributeValue:
    """The constant of a change; a parameter that nothing gives is the text that it is. Raises Invalid."""
    return change.constant or typed(change.raw, member.plan.bindings.attributes.get(change.name))
