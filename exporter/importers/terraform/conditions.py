"""Operators and conditions of Terraform: evaluated where the files decide, assumed consistently where they do not.

An unknown variable is assumed to have the first value that it is compared with, and an unknown condition to be true.
All conditions of the files then agree: a table that one condition makes provisioned is provisioned in the others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from lark import Tree

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.terraform.functions import has_unknown
from exporter.importers.terraform.hcl import tokens
from exporter.importers.terraform.terms import TermEvaluator

_ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
}
_ORDER: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_REFERENCES: Final = frozenset({"identifier", "get_attr_expr_term", "index_expr_term"})
_NUMBER_MAX: Final = 10**30
_HOPS_MAX: Final = 20


class Judge(TermEvaluator, Protocol):
    """What evaluates expressions, and remembers what was assumed."""

    def said(self, message: str, tree: Any) -> None:
        """Report what was assumed about an expression."""

    def local_of(self, tree: Any) -> Any:
        """Return the expression of a local value that a reference names; None if it names something else."""


def holds(judge: Judge, tree: Any) -> tuple[bool, bool]:
    """Return whether a condition holds, and whether the files alone decide it; nothing is reported."""
    lines = len(judge.report.lines)
    judge.work.quiet += 1
    found = _holds(judge, tree)
    judge.work.quiet -= 1
    del judge.report.lines[lines:]
    return found


def conditional(judge: Judge, tree: Tree[Any]) -> Any:
    """Evaluate ``condition ? a : b``. If the condition is unknown, one of the two is assumed, which is reported."""
    condition, first, second = _children(tree)[:3]
    found, is_known = holds(judge, condition)
    if not is_known:
        shown = " ".join("".join(map(str, tokens(inner_of(condition)))).split())[:80]
        word = "true" if found else "false"
        judge.said(f"the condition {shown} is known only at apply; assumed {word}, here and everywhere else", condition)
    return judge.evaluated(first if found else second)


def is_chosen(judge: Judge, condition: Any) -> bool:
    """Return whether the condition of a ``for`` expression selects a member; an unknown one does, which is reported."""
    found, is_known = holds(judge, condition)
    if not is_known:
        word = "true" if found else "false"
        judge.said(f"the condition of this for expression is known only at apply; assumed {word}", condition)
    return found


def binary(judge: Judge, tree: Tree[Any]) -> Any:
    """Evaluate an operator with two sides."""
    sides = _sides(tree)
    if sides is None:
        return judge.unknown(tree, "this cannot be read")
    left, sign, right = sides
    if sign in ("&&", "||", "==", "!=") or sign in _ORDER:
        found, is_known = _decided(judge, tree)
        return found if is_known else judge.unknown(tree, "this is known only at apply")
    values = [judge.evaluated(left), judge.evaluated(right)]
    numbers = [one for one in map(_number, values) if one is not None]
    if sign in _ARITHMETIC and len(numbers) == 2 and not (sign in "/%" and numbers[1] == 0):
        made = _ARITHMETIC[sign](*numbers)
        if abs(made) < _NUMBER_MAX:
            return int(made) if isinstance(made, float) and made.is_integer() else made
    return judge.unknown(tree, "this is known only at apply")


def unary(judge: Judge, tree: Tree[Any]) -> Any:
    """Evaluate ``!`` and ``-``."""
    sign = str(tree.children[0])
    if sign == "!":
        found, is_known = _decided(judge, tree)
        return found if is_known else judge.unknown(tree, "this is known only at apply")
    number = _number(judge.evaluated(tree.children[-1]))
    return judge.unknown(tree, "this is known only at apply") if number is None else -number


def inner_of(tree: Any) -> Any:
    """Return an expression without the parentheses around it."""
    while isinstance(tree, Tree) and tree.data == "expr_term":
        inner = _children(tree)
        if len(inner) != 1:
            break
        tree = inner[0]
    return tree


def _decided(judge: Judge, tree: Any) -> tuple[bool, bool]:
    """Evaluate a condition as a value: what a variable is compared with is noted, and nothing is assumed to be true."""
    before = dict(judge.work.assumed)
    found = holds(judge, tree)
    for name in judge.work.assumed.keys() - before.keys():
        if isinstance(judge.work.assumed[name], bool):
            del judge.work.assumed[name]
    return found


def _holds(judge: Judge, tree: Any, hops: int = 0) -> tuple[bool, bool]:
    tree = inner_of(tree)
    if hops < _HOPS_MAX and (local := judge.local_of(tree)) is not None and isinstance(inner_of(local), Tree):
        return _holds(judge, local, hops + 1)
    if isinstance(tree, Tree) and tree.data == "unary_op" and str(tree.children[0]) == "!":
        found, is_known = _holds(judge, tree.children[-1], hops)
        return not found, is_known
    sides = _sides(tree)
    if sides is not None:
        left, sign, right = sides
        if sign in ("&&", "||"):
            return _joined(judge, left, right, hops, decides=sign == "||")
        if sign in ("==", "!="):
            equal, is_known = _equal(judge, left, right)
            return equal is (sign == "=="), is_known
        if sign in _ORDER and (known := _ordered(judge, left, sign, right)) is not None:
            return known, True
        return judge.work.assumed.setdefault(_text(tree), True) is not False, False
    found = judge.evaluated(tree)
    if not isinstance(found, Unresolved) and (known := {"true": True, "false": False}.get(text_of(found))) is not None:
        return known, True
    return judge.work.assumed.setdefault(_key(tree, found), True) is not False, False


def _joined(judge: Judge, left: Any, right: Any, hops: int, *, decides: bool) -> tuple[bool, bool]:
    before = dict(judge.work.assumed)
    first = _holds(judge, left, hops)
    if first == (decides, True):
        return first
    second = _holds(judge, right, hops)
    if second == (decides, True):
        # The other side does not matter: nothing is assumed about it.
        judge.work.assumed.clear()
        judge.work.assumed.update(before)
        return second
    found = first[0] or second[0] if decides else first[0] and second[0]
    return found, first[1] and second[1]


def _equal(judge: Judge, left: Any, right: Any) -> tuple[bool, bool]:
    values = [judge.evaluated(side) for side in (left, right)]
    if not has_unknown(values):
        return _same(*values), True
    # A list or mapping exists, even if something in it is unknown.
    if None in values and any(isinstance(value, list | Mapping) for value in values):
        return False, True
    is_left = has_unknown(values[0])
    unknown, value, other = (left, *values) if is_left else (right, values[1], values[0])
    if other in (None, ""):
        # A value that the files leave open is one that somebody gives.
        return judge.work.assumed.setdefault(_text(left) + "==" + _text(right), False) is not False, False
    if has_unknown(other) or isinstance(other, list | Mapping):
        return judge.work.assumed.setdefault(_text(left) + "==" + _text(right), True) is not False, False
    return _same(judge.work.assumed.setdefault(_key(unknown, value), other), other), False


def _same(left: Any, right: Any) -> bool:
    """Are two known values equal? Terraform converts a number or boolean that is compared with a text of it."""
    if isinstance(left, str) is not isinstance(right, str) and None not in (left, right):
        return text_of(left) == text_of(right) != ""
    return bool(left == right) and isinstance(left, bool) is isinstance(right, bool)


def _ordered(judge: Judge, left: Any, sign: str, right: Any) -> bool | None:
    numbers = [_number(judge.evaluated(side)) for side in (left, right)]
    return _ORDER[sign](*numbers) if None not in numbers else None


def _number(value: Any) -> int | float | None:
    if isinstance(value, str) and not isinstance(value, Unresolved) and value.isascii() and len(value) < 16:
        try:
            value = int(value) if value.lstrip("-").isdecimal() else float(value)
        except ValueError:
            return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _sides(tree: Any) -> tuple[Any, str, Any] | None:
    if not isinstance(tree, Tree) or tree.data != "binary_op":
        return None
    inner = _children(tree)
    term = next((child for child in inner if child.data == "binary_term"), None)
    if term is None or inner[0] is term:
        return None
    parts = _children(term)
    return inner[0], "".join(map(str, tokens(parts[0]))).strip(), parts[-1]


def _children(tree: Any) -> list[Any]:
    return [child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment"]


def _key(tree: Any, value: Any) -> str:
    """Return the name under which an assumption about an unknown value is kept: that of what it refers to."""
    inner = inner_of(tree)
    is_reference = getattr(inner, "data", "") in _REFERENCES and isinstance(value, Unresolved)
    return str(value) if is_reference else _text(tree)


def _text(tree: Any) -> str:
    return "".join(map(str, tokens(inner_of(tree)))).replace(" ", "")
