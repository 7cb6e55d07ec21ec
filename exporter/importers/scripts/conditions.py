"""Conditions that only a run of the program decides: each is assumed true, the same way everywhere, and reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from exporter.importers.scripts.scopes import Known, ScriptScope, dotted
from exporter.importers.scripts.syntax import line_of, text_of_node
from exporter.importers.support.base import Report

if TYPE_CHECKING:
    from tree_sitter import Node

_STEPS_MAX: Final = 20
_NAME: Final = re.compile(r"[\w$]+(?:\??\.[\w$]+)*")
_OPPOSITE: Final = re.compile(r"!==?")
_EQUAL: Final = re.compile(r"===?")


class Assumptions:
    """What is assumed of conditions. `decided` are those that another reading of the source assumed."""

    def __init__(self, decided: frozenset[str] = frozenset()) -> None:
        self._decided = decided
        self.found: dict[str, int] = {}

    def chosen(self, node: Node, scope: ScriptScope) -> bool:
        """Return whether a condition is assumed to hold, and remember that it was."""
        text, is_so = condition_of(node, scope)
        self.found.setdefault(text, line_of(node))
        return is_so

    def value(self, node: Node, scope: ScriptScope) -> bool | None:
        """Return the value of an expression that is such a condition elsewhere; None if it is none."""
        if not self._decided:
            return None
        text, is_so = condition_of(node, scope)
        if text not in self._decided:
            return None
        self.found.setdefault(text, line_of(node))
        return is_so

    def texts(self) -> frozenset[str]:
        """Return the conditions that were assumed."""
        return frozenset(self.found)

    def say(self, report: Report) -> None:
        """Report each condition once."""
        for text, line in self.found.items():
            said = f"the condition {text[:80]} is known only at run time; assumed true, here and everywhere else"
            report.guessed(f"line {line}.{text[:80]}", said, line)


def condition_of(node: Node, scope: ScriptScope) -> tuple[str, bool]:
    """Return a condition in one spelling, and whether it is that or the opposite: ``!props.isProd`` is not isProd."""
    is_so = True
    for _ in range(_STEPS_MAX):
        following = _following(node, scope)
        if following is None:
            break
        node, scope, is_same = following
        is_so = is_so is is_same
    text = " ".join(text_of_node(node).split())
    if _NAME.fullmatch(text):
        # The same member, however the source reaches it: props.isProd, this.isProd, isProd.
        return text.rpartition(".")[2], is_so
    operator = text_of_node(node.child_by_field_name("operator"))
    if _OPPOSITE.fullmatch(operator) or _EQUAL.fullmatch(operator):
        return " ".join(_sides(node)), is_so is bool(_EQUAL.fullmatch(operator))
    return text, is_so


def _sides(node: Node) -> Iterator[str]:
    yield " ".join(text_of_node(node.child_by_field_name("left")).split())
    yield "==="
    yield " ".join(text_of_node(node.child_by_field_name("right")).split())


def _following(node: Node, scope: ScriptScope) -> tuple[Node, ScriptScope, bool] | None:
    """Return the expression that one has the value of, or the opposite value of."""
    if node.type == "parenthesized_expression" and node.named_children:
        return node.named_children[0], scope, True
    inner = node.child_by_field_name("argument")
    if node.type == "unary_expression" and inner is not None and text_of_node(node).startswith("!"):
        return inner, scope, False
    if node.type in ("identifier", "member_expression", "subscript_expression"):
        found = scope.named(dotted(node))
        if found is not None and not isinstance(found[0], Known):
            return found[0], found[1], True
    return None
