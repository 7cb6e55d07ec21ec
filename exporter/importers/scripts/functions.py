"""Functions of a source that only return a value: ``(id) => `USER#${id}```. Their value is read, nothing is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Unresolved
from exporter.importers.scripts.scopes import Known, ScriptScope, declare
from exporter.importers.scripts.syntax import nodes, text_of_node

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS: Final = frozenset(
    {"arrow_function", "function_expression", "function_declaration", "method_definition", "generator_function"}
)
_START, _END, _FORMAT = "\ue000", "\ue001", "\ue002"
"""Characters for private use: no key and no name of an attribute has them."""
_CASES: Final[Mapping[str, str]] = {
    "toLowerCase": "lower", "toLocaleLowerCase": "lower", "toUpperCase": "upper", "toLocaleUpperCase": "upper",
}  # fmt: skip
_JOINED_MAX: Final = 50


class Computed(Unresolved):
    """A function, or what only a running program knows, as readable text."""

    __slots__ = ()


class FunctionValue(Computed):
    """A function with the scope in which it is written."""

    __slots__ = ("node", "scope")

    def __new__(cls, node: Node, scope: ScriptScope) -> FunctionValue:
        """Return the function, as the text "function"."""
        made = super().__new__(cls, "function")
        made.node, made.scope = node, scope
        return made

    node: Node
    scope: ScriptScope


class FieldValue(str):
    """The value of a field of the item that a function is given, marked inside a text."""

    __slots__ = ()

    @classmethod
    def of(cls, name: str, form: str = "") -> FieldValue:
        """Return the mark of a field, in a format of key templates."""
        return cls(f"{_START}{name}{_FORMAT + form if form else ''}{_END}")


class ItemFields(dict[str, Any]):
    """The item that a function is given: each field is its mark."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(name)

    def __getitem__(self, name: str) -> Any:
        return FieldValue.of(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the mark of a field."""
        return self[name] if name else default


def pieces_of(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the pieces of a text with marks: (literal, field, format), the literal or the field ''."""
    for at, piece in enumerate(text.split(_START)):
        if at == 0:
            yield (piece, "", "")
            continue
        marked, _, literal = piece.partition(_END)
        name, _, form = marked.partition(_FORMAT)
        yield "", name, form
        yield literal, "", ""


def bound(function: FunctionValue, given: tuple[Any, ...], value: Callable[[Node | Known, ScriptScope], Any]) -> (
    tuple[Node, ScriptScope] | None
):  # fmt: skip
    """Return what a function returns, and a scope with its parameters; None if it does more than return a value."""
    node = function.node
    inner = ScriptScope(function.scope)
    listed = node.child_by_field_name("parameters")
    one = node.child_by_field_name("parameter")
    named = [each for each in listed.named_children if each.type != "comment"] if listed is not None else []
    for at, each in enumerate([one] if one is not None else named):
        _put(inner, each.child_by_field_name("pattern") or each, given[at] if at < len(given) else placeholder("value"))
    body = node.child_by_field_name("body")
    if body is None or body.type != "statement_block":
        return (body, inner) if body is not None else None
    statements = [each for each in body.named_children if each.type != "comment"]
    if not statements or statements[-1].type != "return_statement" or not statements[-1].named_children:
        return None
    for each in statements[:-1]:
        if each.type != "lexical_declaration":
            return None
        for declared in nodes(each):
            if not _destructured(declared, inner, value):
                declare(declared, inner)
    return statements[-1].named_children[0], inner


def _destructured(node: Node, inner: ScriptScope, value: Callable[[Node | Known, ScriptScope], Any]) -> bool:
    """Put the names of ``const { id } = item``; False if it is something else."""
    name, given = node.child_by_field_name("name"), node.child_by_field_name("value")
    if node.type != "variable_declarator" or name is None or given is None or name.type != "object_pattern":
        return False
    _put(inner, name, value(given, inner))
    return True


def _put(inner: ScriptScope, pattern: Node, value: Any) -> None:
    """Give the names of a parameter their values."""
    if pattern.type == "assignment_pattern":
        pattern = pattern.child_by_field_name("left") or pattern
    if pattern.type == "identifier":
        inner.put(text_of_node(pattern), Known(value))
    for one in pattern.named_children if pattern.type == "object_pattern" else ():
        left = one.child_by_field_name("left") if one.type == "object_assignment_pattern" else one
        key = left.child_by_field_name("key") if left is not None and left.type == "pair_pattern" else left
        name = left.child_by_field_name("value") if left is not None and left.type == "pair_pattern" else left
        if one.type != "rest_pattern" and key is not None and name is not None:
            word = text_of_node(key)
            known = value[word] if isinstance(value, dict) and word in value else placeholder(word)
            _put(inner, name, known) if name.type == "object_pattern" else inner.put(text_of_node(name), Known(known))


def text_method(on: Any, name: str, given: tuple[Any, ...]) -> Any:
    """Return what a method of a known text or list returns; None for any other method."""
    if name == "join" and isinstance(on, list) and 0 < len(on) <= _JOINED_MAX:
        separator = given[0] if given else ","
        if isinstance(separator, str) and all(type(one) in (str, int, FieldValue) for one in on):
            return separator.join(map(str, on))
    if name == "toString" and isinstance(on, FieldValue) and not given:
        return on
    if name in _CASES and isinstance(on, str) and not isinstance(on, Unresolved) and not given:
        if isinstance(on, FieldValue):
            found = on[1:-1].partition(_FORMAT)
            return FieldValue.of(found[0], _CASES[name]) if not found[2] else None
        return (on.lower() if _CASES[name] == "lower" else on.upper()) if _START not in on else None
    return None


def is_absent(called: Node, value: Callable[[Node], Any]) -> bool:
    """Does an optional chain, as ``table.indexes?.map``, begin with a member that a known object does not have?"""
    member = called.child_by_field_name("object")
    if member is None or member.type != "member_expression":
        return False
    if all(one.type != "optional_chain" for one in called.children):
        return False
    holder, name = member.child_by_field_name("object"), text_of_node(member.child_by_field_name("property"))
    held = value(holder) if holder is not None else None
    return isinstance(held, dict) and name not in held and not any(str(one).startswith("...") for one in held)
