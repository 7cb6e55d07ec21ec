"""Loops over constants: ``for (const name of ['a', 'b'])``, ``for (let n = 1; n <= 3; n++)``, ``names.forEach(...)``.

A loop over anything else runs once for a reader: what it names is known only to the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.scripts.syntax import text_of_node

if TYPE_CHECKING:
    from tree_sitter import Node

TURNS_MAX: Final = 50
_COMPARED: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": int.__lt__, "<=": int.__le__, "!==": int.__ne__, "!=": int.__ne__,
}  # fmt: skip
_EACH: Final = frozenset({"forEach", "map", "flatMap"})

type Turns = list[dict[str, Any]]


def turns_of(node: Node, value: Callable[[Node], Any]) -> tuple[Node, Turns] | None:
    """Return the body of a loop, and the values that its names have in each turn; None if it is not such a loop, or if
    the source does not determine the values. `value` evaluates an expression where the loop is.
    """
    match node.type:
        case "for_in_statement" if text_of_node(node.child_by_field_name("operator")) == "of":
            parts = [node.child_by_field_name(name) for name in ("left", "right", "body")]
        case "call_expression":
            parts = list(_of_each(node))
        case "for_statement":
            return _counted(node, value)
        case _:
            return None
    name, listed, body = (*parts, None, None, None)[:3]
    if name is None or listed is None or body is None:
        return None
    found = value(listed)
    if not isinstance(found, list) or not 0 < len(found) <= TURNS_MAX:
        return None
    turns = [_bound(name, one) for one in found]
    return (body, [one for one in turns if one is not None]) if None not in turns else None


def _of_each(node: Node) -> Iterator[Node | None]:
    """Yield the parameter, the list, and the body of ``list.forEach((name) => ...)``."""
    called, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if called is None or given is None or called.type != "member_expression":
        return
    if text_of_node(called.child_by_field_name("property")) not in _EACH or len(given.named_children) != 1:
        return
    function = given.named_children[0]
    named = function.child_by_field_name("parameters")
    several = [one for one in named.named_children if one.type != "comment"] if named is not None else []
    one = several[0] if len(several) == 1 else None
    pattern = one.child_by_field_name("pattern") if one is not None else None
    if function.type in ("arrow_function", "function_expression"):
        yield pattern or one or function.child_by_field_name("parameter")
        yield called.child_by_field_name("object")
        yield function.child_by_field_name("body")


def _bound(pattern: Node, value: Any) -> dict[str, Any] | None:
    """Return the names of a pattern with their values; None if the value does not have its shape."""
    if isinstance(value, Unresolved):
        return None
    match pattern.type:
        case "identifier":
            return {text_of_node(pattern): value}
        case "array_pattern" if isinstance(value, list):
            names = [text_of_node(one) for one in pattern.named_children]
            return dict(zip(names, value, strict=False)) if len(names) <= len(value) else None
        case "object_pattern" if isinstance(value, dict):
            return {name: value.get(key) for key, name in _members(pattern)}
    return None


def _members(pattern: Node) -> Iterator[tuple[str, str]]:
    for one in pattern.named_children:
        if one.type == "shorthand_property_identifier_pattern":
            yield text_of_node(one), text_of_node(one)
        elif one.type == "pair_pattern":
            yield text_of_node(one.child_by_field_name("key")), text_of_node(one.child_by_field_name("value"))


def _counted(node: Node, value: Callable[[Node], Any]) -> tuple[Node, Turns] | None:
    """Read ``for (let n = 1; n <= 3; n++)``."""
    start, test, step, body = (
        node.child_by_field_name(name) for name in ("initializer", "condition", "increment", "body")
    )
    declared = [one for one in start.named_children if one.type == "variable_declarator"] if start is not None else []
    # The grammar wraps the condition in a statement of its own.
    test = test.named_children[0] if test is not None and test.type == "expression_statement" else test
    if len(declared) != 1 or test is None or step is None or body is None or test.type != "binary_expression":
        return None
    name = text_of_node(declared[0].child_by_field_name("name"))
    left, right = test.child_by_field_name("left"), test.child_by_field_name("right")
    compared = _COMPARED.get(text_of_node(test.child_by_field_name("operator")))
    first = declared[0].child_by_field_name("value")
    if compared is None or first is None or right is None or text_of_node(left) != name:
        return None
    at, end = value(first), value(right)
    if text_of_node(step) not in (f"{name}++", f"++{name}") or not (type(at) is int and type(end) is int):
        return None
    turns: Turns = []
    while compared(at, end):
        if len(turns) >= TURNS_MAX:
            return None
        turns.append({name: at})
        at += 1
    return body, turns
