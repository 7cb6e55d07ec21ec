"""Conditions of Terraform: evaluated where the files decide, assumed consistently where they do not.

An unknown variable is assumed to have the first value that it is compared with, and an unknown boolean to be true. All
conditions of the files then agree: a table that one condition makes provisioned is provisioned in the others.
"""

from __future__ import annotations

from typing import Any, Protocol

from lark import Tree

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.terraform.hcl import tokens


class Judge(Protocol):
    """What evaluates expressions, and remembers what was assumed."""

    assumed: dict[str, Any]

    def evaluated(self, tree: Any) -> Any:
        """Return the value of an expression."""


def holds(judge: Judge, tree: Any) -> tuple[bool, bool]:
    """Return whether a condition holds, and whether the files alone decide it."""
    tree = _inner(tree)
    if isinstance(tree, Tree) and tree.data == "unary_op" and str(tree.children[0]) == "!":
        found, is_known = holds(judge, tree.children[-1])
        return not found, is_known
    sides = _sides(tree)
    if sides is not None:
        left, operator, right = sides
        if operator in ("&&", "||"):
            return _joined(holds(judge, left), holds(judge, right), decides=operator == "||")
        if operator in ("==", "!="):
            equal, is_known = _equal(judge, left, right)
            return equal is (operator == "=="), is_known
    found = judge.evaluated(tree)
    if not isinstance(found, Unresolved) and (known := {"true": True, "false": False}.get(text_of(found))) is not None:
        return known, True
    return judge.assumed.setdefault(_text(tree), True) is not False, False


def _joined(left: tuple[bool, bool], right: tuple[bool, bool], *, decides: bool) -> tuple[bool, bool]:
    if (decides, True) in (left, right):
        return decides, True
    found = left[0] or right[0] if decides else left[0] and right[0]
    return found, left[1] and right[1]


def _equal(judge: Judge, left: Any, right: Any) -> tuple[bool, bool]:
    values = [judge.evaluated(side) for side in (left, right)]
    if not any(isinstance(value, Unresolved) for value in values):
        return values[0] == values[1], True
    unknown, other = (left, values[1]) if isinstance(values[0], Unresolved) else (right, values[0])
    return judge.assumed.setdefault(_text(unknown), other) == other, False


def _inner(tree: Any) -> Any:
    """Return an expression without the parentheses around it."""
    while isinstance(tree, Tree) and tree.data == "expr_term":
        inner = [one for one in tree.children if isinstance(one, Tree) and one.data != "new_line_or_comment"]
        if len(inner) != 1:
            break
        tree = inner[0]
    return tree


def _sides(tree: Any) -> tuple[Any, str, Any] | None:
    if not isinstance(tree, Tree) or tree.data != "binary_op":
        return None
    inner = [child for child in tree.children if isinstance(child, Tree)]
    term = next((child for child in inner if child.data == "binary_term"), None)
    if term is None or not inner:
        return None
    parts = [child for child in term.children if isinstance(child, Tree)]
    return inner[0], "".join(map(str, tokens(parts[0]))).strip(), parts[-1]


def _text(tree: Any) -> str:
    return "".join(map(str, tokens(_inner(tree)))).replace(" ", "")
