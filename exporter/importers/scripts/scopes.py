"""Names of a source and the blocks in which they are declared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.scripts.syntax import text_of_node

if TYPE_CHECKING:
    from tree_sitter import Node

SCOPES: Final = frozenset(
    {"program", "statement_block", "class_body", "arrow_function", "function_declaration", "function_expression",
     "method_definition", "for_statement", "for_in_statement", "internal_module", "catch_clause"}
)  # fmt: skip
_SUBSCRIPT: Final = re.compile(r"""\[(['"])([^'"\]]*)\1\]""")


@dataclass(frozen=True, slots=True)
class Known:
    """The value that a name has in one turn of a loop."""

    value: Any


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A name of another file: the file as an import spells it, and the name there; ``*`` for all of them."""

    file: str
    name: str


type Held = tuple[Node | Known, ScriptScope]
"""A value, and the scope in which it is written."""


class ScriptScope:
    """A block or a function: the names declared in it, and what is around it. `this` is the nearest class.

    The scope of a file has `exports`, the names under which other files know its values, and `imported`, which finds
    a name of another file.
    """

    __slots__ = ("exports", "imported", "names", "outer", "this")

    def __init__(self, outer: ScriptScope | None, is_class: bool = False) -> None:
        self.outer = outer
        self.names: dict[str, tuple[Node | Known | Elsewhere, ScriptScope] | None] = {}
        self.exports: dict[str, Node | Elsewhere | str] = {}
        self.imported: Callable[[Elsewhere], Held | None] | None = None
        self.this: ScriptScope = self if is_class or outer is None else outer.this

    def put(self, name: str, value: Node | Known | Elsewhere | None) -> None:
        """Declare a name; with several values it has none that is known. What this file declares precedes imports."""
        at = self.this if name.startswith("this.") else self
        held = at.names.get(name)
        if held is not None and isinstance(held[0], Elsewhere):
            del at.names[name]
        elif isinstance(value, Elsewhere) and name in at.names:
            return
        at.names[name] = None if name in at.names or value is None else (value, self)

    def assign(self, name: str, value: Node | None) -> None:
        """Give a name another value, in the scope that declares it."""
        one: ScriptScope | None = self
        while one is not None and name not in one.names:
            one = one.outer
        (one or self).put(name, value)

    def named(self, name: str) -> Held | None:
        """Return the value that a name has, with its scope; None if the files that were given do not determine it."""
        found = self._declared(name)
        if found is None:
            return None
        value, scope = found
        if isinstance(value, Elsewhere):
            return scope.imported(value) if scope.imported is not None and value.name != "*" else None
        return value, scope

    def member(self, holder: str, name: str) -> Held | None:
        """Return the value of ``holder.name``, where the holder has all names of a file."""
        found = self._declared(holder)
        if found is None or not isinstance(found[0], Elsewhere) or found[1].imported is None:
            return None
        return found[1].imported(Elsewhere(found[0].file, name)) if found[0].name == "*" else None

    def _declared(self, name: str) -> tuple[Node | Known | Elsewhere, ScriptScope] | None:
        one: ScriptScope | None = self
        while one is not None:
            if name in one.names:
                return one.names[name]
            one = one.outer
        return None


def dotted(node: Node) -> str:
    """Return the text of a name, members in one spelling: ``this.tables['log']`` is ``this.tables.log``."""
    return _SUBSCRIPT.sub(r".\2", re.sub(r"\s+", "", text_of_node(node)))


def declare(node: Node, scope: ScriptScope) -> None:
    """Put the names that a node declares into its scope."""
    match node.type:
        case "variable_declarator" | "public_field_definition" | "field_definition":
            name = node.child_by_field_name("name") or node.child_by_field_name("property")
            value = node.child_by_field_name("value")
            if name is not None and value is not None and (file := required(value)):
                for own, other in _taken(name):
                    scope.put(own, Elsewhere(file, other))
            elif name is not None and value is not None:
                is_field = node.type != "variable_declarator"
                scope.put(f"this.{text_of_node(name)}" if is_field else text_of_node(name), value)
        case "import_statement" if node.child_by_field_name("source") is not None:
            file = text_of_node(node.child_by_field_name("source")).strip("'\"`")
            for own, other in _imports(node):
                scope.put(own, Elsewhere(file, other))
        case "export_statement":
            _export(node, scope)
        case "enum_declaration" | "function_declaration":
            scope.put(text_of_node(node.child_by_field_name("name")), node)
        case "assignment_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and left.type in ("identifier", "member_expression", "subscript_expression"):
                scope.assign(dotted(left), right)
        case "required_parameter" | "optional_parameter":
            scope.put(text_of_node(node.child_by_field_name("pattern")), None)
        case "formal_parameters":
            for one in node.named_children:
                if one.type == "identifier":
                    scope.put(text_of_node(one), None)


def required(node: Node) -> str:
    """Return the file of ``require('./file')``; '' if it is something else."""
    if node.type != "call_expression" or text_of_node(node.child_by_field_name("function")) != "require":
        return ""
    given = node.child_by_field_name("arguments")
    first = given.named_children[0] if given is not None and given.named_children else None
    return text_of_node(first).strip("'\"`") if first is not None and first.type == "string" else ""


def _taken(pattern: Node) -> Iterator[tuple[str, str]]:
    """Yield the names that a variable or a pattern takes from all names of a file, each with its name there."""
    if pattern.type == "identifier":
        yield text_of_node(pattern), "*"
    for one in pattern.named_children if pattern.type == "object_pattern" else ():
        if one.type == "shorthand_property_identifier_pattern":
            yield text_of_node(one), text_of_node(one)
        elif one.type == "pair_pattern":
            yield text_of_node(one.child_by_field_name("value")), text_of_node(one.child_by_field_name("key"))


def _imports(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the names that an import declares, each with its name in the other file."""
    for clause in node.named_children:
        for one in clause.named_children if clause.type == "import_clause" else ():
            if one.type == "identifier":
                yield text_of_node(one), "default"
            elif one.type == "namespace_import" and one.named_children:
                yield text_of_node(one.named_children[0]), "*"
            elif one.type == "named_imports":
                yield from _specified(one)


def _specified(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the specifiers of ``{ a, b as c }``: the new name, and the old one."""
    for one in node.named_children:
        if one.type in ("import_specifier", "export_specifier"):
            name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
            yield text_of_node(alias if alias is not None else name), text_of_node(name)


def _export(node: Node, scope: ScriptScope) -> None:
    source, value = node.child_by_field_name("source"), node.child_by_field_name("value")
    file = text_of_node(source).strip("'\"`")
    clauses = [one for one in node.named_children if one.type == "export_clause"]
    if value is not None:
        scope.exports["default"] = value
    for clause in clauses:
        for new, old in _specified(clause):
            scope.exports[new] = Elsewhere(file, old) if file else old
    if file and not clauses:
        scope.exports[f"*{file}"] = Elsewhere(file, "*")
