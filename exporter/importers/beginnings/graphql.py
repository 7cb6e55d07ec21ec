"""A GraphQL schema: the fields of Query and Mutation, and the lists that a type has of another, as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphql import (
    DocumentNode,
    FieldDefinitionNode,
    GraphQLSyntaxError,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    ObjectTypeExtensionNode,
    SchemaDefinitionNode,
    TypeNode,
    parse,
)

from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases import and_list
from modeler.core.requirements.english.canonical.sentences import noun, nouns
from modeler.core.requirements.morphology import article, plural, words_of

_EXTENSIONS: Final = frozenset({"graphql", "graphqls", "gql"})
_DECLARED: Final = re.compile(r"^\s*(?:extend\s+)?type\s+\w+[^{}\n]*\{", re.MULTILINE)
_PAGING: Final = frozenset({"first", "last", "after", "before", "limit", "offset", "skip", "page", "cursor", "size"})
_WRAPPERS: Final = ("Connection", "Edge", "Page", "Payload", "PageInfo")
_INPUTS: Final = frozenset({"input", "data", "filter", "where", "orderBy", "sort", "sortBy"})
_STARTS: Final = frozenset({"from", "since", "start", "startDate", "fromDate", "startTime"})
_BOUNDS: Final = _STARTS | {"to", "until", "end", "endDate", "toDate", "endTime"}
"""Arguments that bound a time, which the person names."""
_TOKENS_MAX: Final = 100_000
_LOOKED: Final = 20_000

type Type = ObjectTypeDefinitionNode | ObjectTypeExtensionNode


def is_graphql(source: Source) -> bool:
    """Return whether a source has the extension of a schema, or type definitions."""
    if source.extension in _EXTENSIONS:
        return True
    return source.extension in {"", "txt"} and bool(_DECLARED.search(source.text[:_LOOKED]))


def lines_of_graphql(source: Source) -> Iterator[str]:
    """Yield sentences for what the schema reads and writes. Raises DocumentInvalid with the line of a syntax error."""
    try:
        document = parse(source.text, no_location=True, max_tokens=_TOKENS_MAX)
    except GraphQLSyntaxError as error:
        place = error.locations[0].line if error.locations else 1
        raise DocumentInvalid(
            f"line {place}: {error.message}", path=f"line {place}", code="document.graphql"
        ) from error
    except RecursionError as error:
        raise DocumentInvalid("the schema is nested too deeply", code="document.too_deep") from error
    reads, writes = _roots(document)
    types = [one for one in document.definitions if isinstance(one, ObjectTypeDefinitionNode | ObjectTypeExtensionNode)]
    plain = {one.name.value for one in types} - {reads, writes, "Subscription"}
    entities = {name for name in plain if not name.endswith(_WRAPPERS)}
    for one in types:
        for made in one.fields or ():
            if one.name.value == reads:
                yield from _asked(made, entities)
            elif one.name.value == writes:
                yield from _changed(made)
            elif one.name.value in entities:
                yield from _list_phrases(one, made, entities)


def _roots(document: DocumentNode) -> tuple[str, str]:
    """Return the names of the types of queries and of mutations."""
    names = {"query": "Query", "mutation": "Mutation"}
    for one in document.definitions:
        if isinstance(one, SchemaDefinitionNode):
            names |= {each.operation.value: each.type.name.value for each in one.operation_types}
    return names["query"], names["mutation"]


def _named(node: TypeNode) -> tuple[str, bool]:
    """Return the name of a type without its wrappers, and whether it is a list or a page of a list."""
    is_list = False
    while isinstance(node, ListTypeNode | NonNullTypeNode):
        is_list = is_list or isinstance(node, ListTypeNode)
        node = node.type
    name = node.name.value if isinstance(node, NamedTypeNode) else ""
    bare = next((name.removesuffix(one) for one in ("Connection", "Page") if name.endswith(one)), name)
    return bare, is_list or bare != name


def _asked(made: FieldDefinitionNode, entities: set[str]) -> Iterator[str]:
    name, is_list = _named(made.type)
    if name not in entities:
        return
    names = [one.name.value for one in made.arguments or ()]
    given = [one for one in names if one not in _PAGING | _INPUTS | _BOUNDS]
    by = f" by {and_list(given)}" if given else ""
    by += " within a date range" if is_list and _BOUNDS & set(names) else ""
    yield f"list {nouns(name)}{by}" if is_list else f"get {article(noun(name))}{by}"


def _changed(made: FieldDefinitionNode) -> Iterator[str]:
    """Yield the words of a mutation: cancelOrder is "cancel an order"."""
    verb, *rest = words_of(made.name.value) or ("",)
    if rest:
        yield f"{verb} {article(' '.join(rest))}"


def _list_phrases(one: Type, made: FieldDefinitionNode, entities: set[str]) -> Iterator[str]:
    """Yield "orders of a customer" for a list that a type has."""
    name, is_list = _named(made.type)
    if is_list and name in entities:
        said = words_of(made.name.value)
        many = nouns(name) if said[-1:] == words_of(name)[-1:] else f"{' '.join((*said[:-1], plural(said[-1])))}"
        yield f"{many} of {article(noun(one.name.value))}"
