"""Amplify Gen 2's schemas in TypeScript, by their syntax tree: ``a.schema({Post: a.model({...})})``.

They are read as the GraphQL schema that Amplify makes of them. Nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.amplify.types import Directive, Model, TypeField, Types
from exporter.importers.described.tables import Unresolved
from exporter.importers.scripts.files import program_of
from exporter.importers.scripts.scopes import Known, ScriptScope
from exporter.importers.scripts.syntax import EXTENSIONS, line_of, nodes, text_of_node
from exporter.importers.scripts.values import ScriptConstants
from exporter.importers.support.base import Report
from exporter.importers.support.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node

AMPLIFY: Final = re.compile(r"""["']@aws-amplify/(?:backend|data-schema)["']""")
_MODEL: Final = re.compile(r"\.\s*model\s*\(")
_TYPES: Final[Mapping[str, str]] = {
    "id": "ID", "string": "String", "integer": "Int", "float": "Float", "boolean": "Boolean", "date": "AWSDate",
    "time": "AWSTime", "datetime": "AWSDateTime", "timestamp": "AWSTimestamp", "email": "AWSEmail", "json": "AWSJSON",
    "phone": "AWSPhone", "url": "AWSURL", "ipAddress": "AWSIPAddress",
}  # fmt: skip
_RELATIONS: Final = frozenset({"hasMany", "hasOne", "belongsTo"})
_REPORTED: Final = frozenset({"authorization", "disableOperations"})
_LINKS_MAX: Final = 30


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of a chain: ``required()`` of ``a.string().required()``."""

    name: str
    given: tuple[Node, ...]
    line: int


@dataclass(slots=True)
class _Schema:
    """What a schema has; `texts` are its enumerations."""

    values: ScriptConstants
    models: dict[str, Model] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)


def is_gen2(source: Source) -> bool:
    """Is it a TypeScript source of Amplify Gen 2 that has models?"""
    if source.looks_like_json or (source.extension and source.extension not in EXTENSIONS):
        return False
    return bool(AMPLIFY.search(source.text)) and bool(_MODEL.search(source.text))


def read_gen2(source: Source, report: Report) -> Types:
    """Return the models of a source; what they have and no table has is reported."""
    schema = _Schema(ScriptConstants(*program_of(source)))
    every = (node for root in schema.values.roots for node in nodes(root))
    kinds = ("pair", "variable_declarator")
    members = [(node, *pair) for node in every if node.type in kinds and (pair := _pair(node)) is not None]
    for _, name, chain in members:
        match chain[0].name:
            case "enum":
                schema.enums[name] = tuple(_texts(schema, chain[0].given))
            case "customType":
                schema.objects.add(name)
    for node, name, chain in members:
        if chain[0].name == "model":
            schema.models[name] = _model(schema, name, chain, line_of(node), report)
    return Types(schema.models, frozenset(schema.objects), schema.enums)


def _pair(node: Node) -> tuple[str, list[_Call]] | None:
    """Return the name and the chain of a member or a variable; None if its value is not a chain of calls."""
    key, value = node.child_by_field_name("key") or node.child_by_field_name("name"), node.child_by_field_name("value")
    chain = _chain(value) if value is not None else []
    return (text_of_node(key).strip("'\""), chain) if key is not None and chain else None


def _chain(node: Node) -> list[_Call]:
    """Return the calls of a chain, the innermost first: a builder's (``a.string``), or that of a function."""
    found: list[_Call] = []
    one: Node | None = node
    while one is not None and one.type == "call_expression" and len(found) < _LINKS_MAX:
        called, given = one.child_by_field_name("function"), one.child_by_field_name("arguments")
        if called is None or given is None:
            return []
        listed = tuple(each for each in given.named_children if each.type != "comment")
        is_member = called.type == "member_expression"
        name = text_of_node(called.child_by_field_name("property") if is_member else called)
        found.append(_Call(name, listed, line_of(given)))
        one = called.child_by_field_name("object") if is_member else None
    return found[::-1]


def _texts(schema: _Schema, given: tuple[Node, ...]) -> list[str]:
    """Return the constant texts of arguments: one, several, or a list."""
    found: list[Any] = []
    for node in given[:1] if given and given[0].type == "array" else given:
        value = schema.values.value(node, _outermost(schema))
        found += value if isinstance(value, list) else [value]
    return [one for one in found if isinstance(one, str) and one and not isinstance(one, Unresolved)]


def _outermost(schema: _Schema) -> ScriptScope:
    scope = schema.values.calls[0][1] if schema.values.calls else ScriptScope(None)
    while scope.outer is not None:
        scope = scope.outer
    return scope


def _object(schema: _Schema, given: tuple[Node, ...]) -> Node | None:
    """Return the object that a call is given, also by its name."""
    node: Node | Known | None = given[0] if given else None
    if node is not None and not isinstance(node, Known) and node.type == "identifier":
        found = _outermost(schema).named(text_of_node(node))
        node = found[0] if found is not None else None
    return node if node is not None and not isinstance(node, Known) and node.type == "object" else None


def _model(schema: _Schema, name: str, chain: list[_Call], line: int, report: Report) -> Model:
    held = _object(schema, chain[0].given)
    members: dict[str, TypeField] = {}
    for node in held.named_children if held is not None else ():
        if node.type == "pair" and (pair := _pair(node)) is not None:
            members[pair[0]] = _member(schema, name, *pair, line_of(node), report)
        elif node.type != "comment":
            said = f"{text_of_node(node)[:60]!r} is not a field that can be read; left out"
            report.dropped(f"{name}", said, line_of(node))
    directives: list[Directive] = []
    for call in chain[1:]:
        if call.name == "identifier" and (keys := _texts(schema, call.given)):
            directives.append(Directive("key", {"fields": keys}, call.line))
        elif call.name == "secondaryIndexes":
            _with_indexes(schema, name, members, call, report)
        elif call.name in _REPORTED:
            report.dropped(name, f"{call.name} is not part of a design; left out", call.line)
        elif call.name != "identifier":
            report.dropped(name, f"a model of Amplify has no method {call.name[:60]}; left out", call.line)
    return Model(name, line, members, tuple(directives))


def _member(schema: _Schema, model: str, name: str, chain: list[_Call], line: int, report: Report) -> TypeField:
    first, later = chain[0], {call.name: call for call in chain[1:]}
    directives = []
    kind, is_list = _TYPES.get(first.name, "String"), "array" in later
    if first.name in _RELATIONS:
        texts = _texts(schema, first.given[:1])
        kind = texts[0] if texts else ""
        references = _texts(schema, first.given[1:])
        directives.append(Directive(first.name, {"references": references}, line))
        is_list = first.name == "hasMany"
    elif first.name in ("enum", "customType"):
        kind = f"{model}{name[:1].upper()}{name[1:]}"
        if first.name == "enum":
            schema.enums[kind] = tuple(_texts(schema, first.given))
        else:
            schema.objects.add(kind)
    elif first.name == "ref":
        kind = next(iter(_texts(schema, first.given)), "")
    elif first.name not in _TYPES:
        said = f"the type {first.name[:60]!r} is unknown; read as text"
        report.guessed(f"{model}.{name}", said, line)
    if "default" in later:
        report.dropped(f"{model}.{name}.default", "not part of a design; left out", later["default"].line)
    return TypeField(name, kind, is_list, "required" in later, line, tuple(directives))


def _with_indexes(schema: _Schema, model: str, members: dict[str, TypeField], call: _Call, report: Report) -> None:
    """Give the fields of a model the indexes of ``secondaryIndexes((index) => [index('a').sortKeys(['b'])])``."""
    for chain in _indexes(call):
        names = _texts(schema, chain[0].given)
        later = {one.name: one for one in chain[1:]}
        if not names or names[0] not in members:
            report.dropped(model, "an index on a field that is not in this file; left out", chain[0].line)
            continue
        given: dict[str, Any] = {
            "sortKeyFields": _texts(schema, later["sortKeys"].given) if "sortKeys" in later else []
        }
        for word in ("name", "queryField"):
            if word in later and (texts := _texts(schema, later[word].given)):
                given[word] = texts[0]
        own = members[names[0]]
        made = Directive("index", given, chain[0].line)
        members[names[0]] = TypeField(
            own.name, own.kind, own.is_list, own.is_required, own.line, (*own.directives, made), own.description
        )


def _indexes(call: _Call) -> Iterator[list[_Call]]:
    """Yield the chain of each index of the list that a function returns."""
    for node in nodes(call.given[0]) if call.given else ():
        if node.type == "call_expression" and node.parent is not None and node.parent.type == "array":
            yield _chain(node)
