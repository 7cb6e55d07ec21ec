"""Types of a GraphQL schema with Amplify's directives, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from graphql import (
    DirectiveNode,
    DocumentNode,
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    GraphQLSyntaxError,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    TypeNode,
    ValueNode,
    parse,
)
from graphql.utilities import value_from_ast_untyped

from modeler.core.errors import DocumentInvalid

_TOKENS_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive: its name without ``@``, its arguments, and its line."""

    name: str
    given: Mapping[str, Any]
    line: int

    def text(self, name: str) -> str:
        """Return an argument that is a text; '' for anything else."""
        found = self.given.get(name)
        return found if isinstance(found, str) else ""

    def texts(self, name: str) -> list[str]:
        """Return an argument that is a list of texts, or one text."""
        found = self.given.get(name)
        listed = found if isinstance(found, list) else [found]
        return [one for one in listed if isinstance(one, str) and one]


@dataclass(frozen=True, slots=True)
class TypeField:
    """A field of a type: the name of its type, whether it is a list, whether it is required, and its directives."""

    name: str
    kind: str
    is_list: bool
    is_required: bool
    line: int
    directives: tuple[Directive, ...]
    description: str = ""

    def directive(self, *names: str) -> Directive | None:
        """Return the first directive of one of these names."""
        return next((one for one in self.directives if one.name in names), None)


@dataclass(slots=True)
class Model:
    """A type with ``@model``."""

    name: str
    line: int
    members: dict[str, TypeField]
    directives: tuple[Directive, ...]
    description: str = ""
    extra: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Types:
    """The models of a schema, its other types, and its enumerations with their values."""

    models: Mapping[str, Model]
    objects: frozenset[str]
    enums: Mapping[str, tuple[str, ...]]


def read_types(text: str) -> Types:
    """Return the types of a schema. Raises DocumentInvalid with the line of a syntax error."""
    try:
        document = parse(text, max_tokens=_TOKENS_MAX)
    except GraphQLSyntaxError as error:
        place = error.locations[0].line if error.locations else 1
        raise DocumentInvalid(
            f"line {place}: {error.message}", path=f"line {place}", code="document.graphql"
        ) from error
    except RecursionError as error:
        raise DocumentInvalid("the schema is nested too deeply", code="document.too_deep") from error
    types = [one for one in document.definitions if isinstance(one, ObjectTypeDefinitionNode)]
    models = {
        one.name.value: _model(one) for one in types if any(each.name.value == "model" for each in one.directives or ())
    }
    enums = dict(_enums(document))
    return Types(models, frozenset(one.name.value for one in types) - models.keys(), enums)


def _enums(document: DocumentNode) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in document.definitions:
        if isinstance(one, EnumTypeDefinitionNode):
            yield one.name.value, tuple(value.name.value for value in one.values or ())


def _model(node: ObjectTypeDefinitionNode) -> Model:
    members = {one.name.value: _member(one) for one in node.fields or ()}
    about = node.description.value if node.description else ""
    return Model(node.name.value, _line(node), members, _directives(node.directives), about)


def _member(node: FieldDefinitionNode) -> TypeField:
    kind: TypeNode = node.type
    required = isinstance(kind, NonNullTypeNode)
    is_list = False
    while isinstance(kind, ListTypeNode | NonNullTypeNode):
        is_list = is_list or isinstance(kind, ListTypeNode)
        kind = kind.type
    word = kind.name.value if isinstance(kind, NamedTypeNode) else ""
    about = node.description.value if node.description else ""
    name = node.name.value
    return TypeField(name, word, is_list, required, _line(node), _directives(node.directives), about)


def _directives(nodes: tuple[DirectiveNode, ...] | None) -> tuple[Directive, ...]:
    return tuple(
        Directive(one.name.value, {each.name.value: _value(each.value) for each in one.arguments or ()}, _line(one))
        for one in nodes or ()
    )


def _value(node: ValueNode) -> Any:
    try:
        return value_from_ast_untyped(node)
    except (ValueError, RecursionError):
        return None


def _line(node: Any) -> int:
    return node.loc.start_token.line if node.loc else 0
