"""The types of parameters that the expressions of a pattern determine by what they compare or write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.expressions.nodes import (
    Add,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Function,
    In,
    Name,
    Node,
    Path,
    Placeholder,
    Set,
    children,
    walk,
)
from modeler.core.values.attribute_values import AttributeType

_MEMBERS: Final = {
    AttributeType.S: AttributeType.S,
    AttributeType.SS: AttributeType.S,
    AttributeType.NS: AttributeType.N,
    AttributeType.BS: AttributeType.B,
}
"""The type of what an attribute of a type can contain, where it is known."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a use determines of a parameter: its type, and the attribute whose value it is."""

    type: AttributeType
    attribute: Attribute | None = None


def uses(nodes: Iterable[Node], attributes: Mapping[str, Attribute], names: Mapping[str, str]) -> Mapping[str, Use]:
    """Return what expressions determine of their parameters, by name; the first use decides.

    `names` are the pattern's own, which stand for attributes in expressions.
    """
    found: dict[str, Use] = {}
    for node in nodes:
        for one in walk(node):
            for parameter, use in _determined(one, attributes, names):
                found.setdefault(parameter, use)
    return found


def _determined(node: Node, attributes: Mapping[str, Attribute], names: Mapping[str, str]) -> Iterator[tuple[str, Use]]:
    match node:
        case Comparison() | Between() | In():
            operands = tuple(children(node))
            use = next((found for one in operands if (found := _of(one, attributes, names))), None)
            yield from _given(operands, use)
        case Function("begins_with" | "attribute_type", (_, second)):
            yield from _given([second], Use(AttributeType.S))
        case Function("contains", (first, second)):
            whole = _of(first, attributes, names)
            member = _MEMBERS.get(whole.type) if whole else None
            yield from _given([second], Use(member) if member else None)
        case Function("list_append", arguments):
            yield from _given(arguments, Use(AttributeType.L))
        case Arithmetic(_, left, right):
            yield from _given([left, right], Use(AttributeType.N))
        case Set(path, value):
            use = _of(path, attributes, names)
            default = value.arguments if isinstance(value, Function) and value.name == "if_not_exists" else ()
            yield from _given([value, *default], use)
        case Add(path, value) | Delete(path, value):
            yield from _given([value], _of(path, attributes, names))


def _given(operands: Iterable[Node], use: Use | None) -> Iterator[tuple[str, Use]]:
    if use is not None:
        for one in operands:
            if isinstance(one, Placeholder) and one.text.startswith(":"):
                yield one.text[1:], use


def _of(node: Node, attributes: Mapping[str, Attribute], names: Mapping[str, str]) -> Use | None:
    match node:
        case Function("size", _):
            return Use(AttributeType.N)
        case Path((Name(text),)):
            attribute = attributes.get(text)
        case Path((Placeholder(text),)):
            attribute = attributes.get(names.get(text, ""))
        case _:
            return None
    return Use(attribute.type, attribute) if attribute else None
