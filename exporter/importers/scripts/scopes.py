"""Names of a source and the blocks in which they are declared."""

from __future__ import annotations

import re
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


class ScriptScope:
    """A block or a function: the names declared in it, and what is around it. `this` is the nearest class."""

    __slots__ = ("names", "outer", "this")

    def __init__(self, outer: ScriptScope | None, is_class: bool = False) -> None:
        self.outer = outer
        self.names: dict[str, tuple[Node | Known, ScriptScope] | None] = {}
        self.this: ScriptScope = self if is_class or outer is None else outer.this

    def put(self, name: str, value: Node | Known | None) -> None:
        """Declare a name. A name with several values has none that is known."""
        at = self.this if name.startswith("this.") else self
        at.names[name] = None if name in at.names or value is None else (value, self)

    def assign(self, name: str, value: Node | None) -> None:
        """Give a name another value, in the scope that declares it."""
        one: ScriptScope | None = self
        while one is not None and name not in one.names:
            one = one.outer
        (one or self).put(name, value)

    def named(self, name: str) -> tuple[Node | Known, ScriptScope] | None:
        """Return the value that a name has, with its scope; None if the source alone does not determine it."""
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
            if name is not None and value is not None:
                is_field = node.type != "variable_declarator"
                scope.put(f"this.{text_of_node(name)}" if is_field else text_of_node(name), value)
        case "enum_declaration":
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
