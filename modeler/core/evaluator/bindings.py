"""Parameters of an access pattern as DynamoDB values, and the results of key templates for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Between, Comparison, Condition, In, Name, Path, Placeholder, children, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys import templates
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import Reference, Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal, number
from modeler.core.values.json_values import from_plain

_SEVERAL = {AttributeType.L, AttributeType.SS, AttributeType.NS, AttributeType.BS}


_COMPARING = Comparison | Between | In


@dataclass(frozen=True, slots=True)
class Bindings:
    """Everything that the templates and conditions of one call can refer to.

    `values` are the parameters by name. `lists` are parameters with several given values: one call each. `formats` and
    `attributes` are those of the pattern's entities (of all entities of the table if it names none).
    """

    values: Mapping[str, AttributeValue]
    lists: Mapping[str, tuple[AttributeValue, ...]]
    attributes: Mapping[str, Attribute]
    formats: Mapping[str, str]
    problems: tuple[str, ...] = ()

    @property
    def placeholders(self) -> dict[str, AttributeValue]:
        """The parameters as conditions name them, `:customerId`."""
        return {f":{name}": value for name, value in self.values.items()}

    def having(self, values: Mapping[str, AttributeValue]) -> Bindings:
        """The same with these values of some parameters."""
        return replace(self, values={**self.values, **values})


def entities_about(table: Table, pattern: AccessPattern) -> tuple[Entity, ...]:
    """The entities of a pattern: those that it names, else all of its table."""
    named = tuple(entity for name in pattern.entities if (entity := table.entity(name)) is not None)
    return named or table.entities


def bind(table: Table, pattern: AccessPattern, parameters: Mapping[str, Any] | None = None) -> Bindings:
    """The pattern's parameters, overridden by `parameters`, typed by the attribute of that name or by the one that a
    condition compares them with, or that an intent sets to them or adds them to.

    A list for an attribute that is not a list or set means several values. Invalid values become problems.
    """
    attributes = _Attributes((*entities_about(table, pattern), *(table.entities if pattern.entities else ())))
    values: dict[str, AttributeValue] = {}
    lists: dict[str, tuple[AttributeValue, ...]] = {}
    problems: list[str] = []
    meant = {**standing_for(table, pattern, attributes), **written_into(pattern), **compared_with(pattern)}
    for name, raw in {**pattern.parameters, **(parameters or {})}.items():
        known = attributes.get(name) or attributes.get(meant.get(name, ""))
        try:
            if isinstance(raw, list) and not (known and known.type in _SEVERAL):
                lists[name] = tuple(typed(one, known) for one in raw)
            else:
                values[name] = typed(raw, known)
        except Invalid as error:
            problems.append(f"the value of the parameter {name} does not fit: {error.message}")
    return Bindings(values, lists, attributes, _Formats(attributes, meant), tuple(problems))


class _Attributes(Mapping[str, Attribute]):
    """The attributes of several entities by name, the first that has one: looked up lazily, because a call needs few of
    what a table of a hundred entities has.
    """

    def __init__(self, entities: tuple[Entity, ...]) -> None:
        self._entities = entities
        self._found: dict[str, Attribute | None] = {}

    def __getitem__(self, name: str) -> Attribute:
        if name not in self._found:
            self._found[name] = next((found for one in self._entities if (found := one.attribute(name))), None)
        found = self._found[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(one.name for entity in self._entities for one in entity.attributes))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Formats(Mapping[str, str]):
    """The formats of such attributes, by name, and those of the parameters that represent (`meant`) one."""

    def __init__(self, attributes: _Attributes, meant: Mapping[str, str]) -> None:
        self._attributes = attributes
        self._meant = meant

    def __getitem__(self, name: str) -> str:
        found = self._attributes.get(name) or self._attributes[self._meant[name]]
        return found.format

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._attributes, *(n for n, a in self._meant.items() if a in self._attributes))))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def standing_for(table: Table, pattern: AccessPattern, attributes: Mapping[str, Attribute]) -> dict[str, str]:
    """Which attribute each parameter of the key represents, if it is not one itself: the one that the entities write at
    its position, in the same form (`M#{from:iso}` if they write `M#{sentAt:iso}`).
    """
    found: dict[str, str] = {}
    for condition in pattern.key:
        for text in condition.templates:
            for place, part in enumerate(templates.parse(text).parts):
                if isinstance(part, Reference) and part.attribute not in attributes:
                    name = _written_at(table, pattern, condition.name, place, part)
                    if name:
                        found.setdefault(part.attribute, name)
    return found


def _written_at(table: Table, pattern: AccessPattern, key: str, place: int, part: Reference) -> str:
    """The attribute at a position of what the pattern's entities write into a key; '' for none."""
    for entity in entities_about(table, pattern):
        for overload in entity.overloads_of(pattern.index or BASE):
            written = templates.parse(overload.keys.get(key, "")).parts
            match written[place : place + 1]:
                case (Reference(name, formats),) if formats == part.formats:
                    return name
    return ""


def written_into(pattern: AccessPattern) -> dict[str, str]:
    """Which attribute each parameter is written into by the intent's `set` and `add`; nested values are untyped."""
    return {
        raw[1:]: name
        for written in (pattern.set, pattern.add)
        for name, raw in written.items()
        if isinstance(raw, str) and raw.startswith(":")
    }


def compared_with(pattern: AccessPattern) -> dict[str, str]:
    """Which attribute each parameter is compared with in the filter or condition."""
    found: dict[str, str] = {}
    for text in filter(str.strip, (pattern.filter, pattern.if_)):
        try:
            node: Condition = parse_condition(text)
        except ExpressionInvalid:
            continue
        for comparison in walk(node):
            operands = children(comparison) if isinstance(comparison, _COMPARING) else ()
            names = [name for part in operands if isinstance(part, Path) and (name := _single_name(part))]
            for operand in operands:
                if names and isinstance(operand, Placeholder):
                    found.setdefault(operand.text[1:], names[0])
    return found


def _single_name(path: Path) -> str:
    match path.parts:
        case (Name(text),):
            return text
    return ""


def expression_values(pattern: AccessPattern, bindings: Bindings) -> dict[str, AttributeValue]:
    """The value of `:value` in a pattern's expressions: its own values, else its parameters. Raises Invalid."""
    own = {
        marker if marker.startswith(":") else f":{marker}": typed(raw, None) for marker, raw in pattern.values.items()
    }
    return {**bindings.placeholders, **own}


def typed(raw: Any, attribute: Attribute | None) -> AttributeValue:
    """Plain JSON (or a value) as the attribute's type requires it; without one the JSON itself determines the type.

    Raises Invalid if it does not fit.
    """
    if isinstance(raw, AttributeValue):
        return raw
    # NULL declares nothing, so any other given value keeps its own type.
    return from_plain(raw, attribute.type if attribute else AttributeType.NULL)


def bind_key(element: KeyAttribute, template: str, bindings: Bindings) -> AttributeValue | Unrendered:
    """The value that a template gives a key attribute of a request; Unrendered if a parameter is missing or does not
    fit.

    In a request a key of type N can also be a constant number, and a parameter can give its digits as text.
    """
    if element.type != AttributeType.N:
        return key_writer(template, element.type, bindings.formats)(bindings.values)
    parsed = templates.parse(template)
    if parsed.is_constant and as_decimal(template) is not None:
        return number(template)
    reference = parsed.plain_reference
    value = bindings.values.get(reference.attribute) if reference else None
    if value is not None and value.type == AttributeType.S and as_decimal(value.data) is not None:
        return number(value.data)
    return key_writer(template, element.type, bindings.formats)(bindings.values)


def describe(unrendered: Unrendered) -> str:
    """Why a key of a request could not be made, as a sentence about parameters."""
    if unrendered.attribute and unrendered.reason == f"the item has no {unrendered.attribute}":
        return f"the parameter {unrendered.attribute} has no value"
    return unrendered.reason
