"""From nodes to text, in either dialect, and from the document's dialect to DynamoDB's.

Law: printed text parses to the same nodes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, groupby
from typing import Final

from modeler.core.expressions.nodes import (
    NO_NAMES,
    NO_VALUES,
    Action,
    Add,
    And,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Dialect,
    Function,
    In,
    Literal,
    Name,
    Node,
    Not,
    Or,
    Path,
    PathPart,
    Placeholder,
    Projection,
    Remove,
    Set,
    Update,
    walk,
)
from modeler.core.expressions.reserved import is_reserved
from modeler.core.expressions.tokens import SECTIONS, is_bare, quoted
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_PLAIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ALIAS_CHARS_MAX: Final = 60
_SECTIONS: Final[Mapping[type[Action], str]] = {Set: "SET", Remove: "REMOVE", Add: "ADD", Delete: "DELETE"}


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression as in a request: the text, ExpressionAttributeNames and ExpressionAttributeValues."""

    text: str
    names: Mapping[str, str]
    values: Mapping[str, AttributeValue]


def print_node(node: Node | Projection, dialect: Dialect = Dialect.LITERAL) -> str:
    """The text of a node. In DynamoDB's dialect names are printed as they are: `to_dynamodb` makes them safe."""
    return _Printer(dialect).text(node)


def to_dynamodb(
    node: Node | Projection,
    *,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> Expression:
    """A node in DynamoDB's syntax: literals become `:v1`, `:v2`..., reserved and unsafe names `#status`, `#n1`...

    `names` and `values` are the definitions of the request's other expressions: they are returned with the new ones
    added, so that the expressions of one request can be made one after the other. The same node gives the same text.
    """
    printer = _ToDynamoDB(node, names, values)
    text = printer.text(node)
    return Expression(text, printer.names, printer.values)


class _Printer:
    """Prints in a dialect. Subclasses can change how names and literals look."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def text(self, node: Node | Projection) -> str:
        """The text of a node, without parentheses around it."""
        match node:
            case tuple():
                return ", ".join(map(self.text, node))
            case Path(parts):
                return self._path(parts)
            case Placeholder(text):
                return text
            case Literal(value):
                return self._literal(value)
            case Function(name, arguments):
                return f"{name}({', '.join(map(self.text, arguments))})"
            case Arithmetic(sign, left, right) | Comparison(sign, left, right):
                return f"{self._inside(left)} {sign} {self._inside(right)}"
            case Update(actions):
                return self._update(actions)
            case Set(path, value):
                return f"{self.text(path)} = {self.text(value)}"
            case Remove(path):
                return self.text(path)
            case Add(path, value) | Delete(path, value):
                return f"{self.text(path)} {self.text(value)}"
            case _:
                return self._condition(node)

    def _condition(self, node: Node) -> str:
        match node:
            case Between(operand, lower, upper):
                return f"{self.text(operand)} BETWEEN {self.text(lower)} AND {self.text(upper)}"
            case In(operand, choices):
                return f"{self.text(operand)} IN ({', '.join(map(self.text, choices))})"
            case And(terms):
                return " AND ".join(map(self._inside, terms))
            case Or(terms):
                return " OR ".join(self.text(term) if isinstance(term, And) else self._inside(term) for term in terms)
            case Not(term):
                return f"NOT {self._inside(term)}"
        raise TypeError(f"{type(node).__name__} has no text")

    def _inside(self, node: Node) -> str:
        """A node next to an operator: in parentheses if it has operators of lower precedence."""
        text = self.text(node)
        return f"({text})" if isinstance(node, And | Or | Arithmetic) else text

    def _update(self, actions: tuple[Action, ...]) -> str:
        sections = groupby(actions, key=type)
        return " ".join(f"{_SECTIONS[kind]} {', '.join(map(self.text, found))}" for kind, found in sections)

    def _path(self, parts: tuple[PathPart, ...]) -> str:
        text = self._name(parts[0], nested=False)
        for part in parts[1:]:
            text += f"[{part}]" if isinstance(part, int) else f".{self._name(part, nested=True)}"
        return text

    def _name(self, part: PathPart, *, nested: bool) -> str:
        if not isinstance(part, Name):
            return part.text if isinstance(part, Placeholder) else str(part)
        if self._dialect is Dialect.DYNAMODB:
            return part.text
        # SET and similar words are keywords of an update, so a name that looks like one is quoted at the start of a
        # path.
        if is_bare(part.text, nested=nested) and (nested or part.text.upper() not in SECTIONS):
            return part.text
        return quoted(part.text)

    def _literal(self, value: AttributeValue) -> str:
        match value.type:
            case AttributeType.S:
                return "'" + str(value.data).replace("'", "''") + "'"
            case AttributeType.BOOL:
                return "true" if value.data else "false"
            case AttributeType.NULL:
                return "null"
        return str(value.data)


class _ToDynamoDB(_Printer):
    """Prints in DynamoDB's dialect and collects the placeholders that this needs."""

    def __init__(self, node: Node | Projection, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> None:
        super().__init__(Dialect.DYNAMODB)
        self.names, self.values = dict(names), dict(values)
        self._aliases = {name: alias for alias, name in names.items()}
        # Values from outside are not reused: a parameter equals a constant only by coincidence.
        self._markers: dict[AttributeValue, str] = {}
        self._taken = set(names) | set(values) | set(_placeholders(node))

    def _name(self, part: PathPart, *, nested: bool) -> str:
        if not isinstance(part, Name) or (_PLAIN_NAME.fullmatch(part.text) and not is_reserved(part.text)):
            return super()._name(part, nested=nested)
        if part.text not in self._aliases:
            alias = self._free_alias(part.text)
            self._aliases[part.text] = alias
            self.names[alias] = part.text
        return self._aliases[part.text]

    def _free_alias(self, name: str) -> str:
        if _PLAIN_NAME.fullmatch(name) and len(name) <= _ALIAS_CHARS_MAX and f"#{name}" not in self._taken:
            return self._take(f"#{name}")
        return self._take(next(alias for alias in map("#n{}".format, count(1)) if alias not in self._taken))

    def _literal(self, value: AttributeValue) -> str:
        if value not in self._markers:
            marker = self._take(next(text for text in map(":v{}".format, count(1)) if text not in self._taken))
            self._markers[value] = marker
            self.values[marker] = value
        return self._markers[value]

    def _take(self, placeholder: str) -> str:
        self._taken.add(placeholder)
        return placeholder


def _placeholders(node: Node | Projection) -> set[str]:
    found: set[str] = set()
    for part in walk(node):
        for text in part.parts if isinstance(part, Path) else (part,):
            if isinstance(text, Placeholder):
                found.add(text.text)
    return found
