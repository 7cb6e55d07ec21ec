"""Conditions that only a run of the program decides: each is assumed true, the same way everywhere, and reported."""

from __future__ import annotations

import re
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
_EQUALS: Final = " === "
_CONSTANT: Final = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+")


class Assumptions:
    """What is assumed of conditions. `decided` are those that another reading of the source assumed.

    A value that is compared with several constants is the first of them, so that no two conditions exclude each other.
    """

    def __init__(self, decided: frozenset[str] = frozenset()) -> None:
        self._decided = decided
        self._equal: dict[str, str] = {}
        for text in sorted(decided):
            self._is_first(text)
        self.found: dict[str, int] = {}

    def chosen(self, node: Node, scope: ScriptScope) -> bool:
        """Return whether a condition is assumed to hold, and remember that it was."""
        text, is_so = condition_of(node, scope)
        if not self._is_first(text):
            return not is_so
        self.found.setdefault(text, line_of(node))
        return is_so

    def value(self, node: Node, scope: ScriptScope) -> bool | None:
        """Return the value of an expression that is such a condition elsewhere; None if it is none."""
        if not self._decided:
            return None
        text, is_so = condition_of(node, scope)
        if text in self._decided:
            self.found.setdefault(text, line_of(node))
            return is_so
        return None if self._is_first(text) else not is_so

    def _is_first(self, text: str) -> bool:
        """Does it compare nothing with a constant, or is this the first constant that the value is compared with?"""
        subject, _, constant = text.partition(_EQUALS)
        return not _CONSTANT.fullmatch(constant) or self._equal.setdefault(subject, constant) == constant

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
        return _compared(node), is_so is bool(_EQUAL.fullmatch(operator))
    return text, is_so


def _compared(node: Node) -> str:
    left, right = (" ".join(text_of_node(node.child_by_field_name(side)).split()) for side in ("left", "right"))
    left = left.rpartition(".")[2] if _NAME.fullmatch(left) else left
    return f"{left}{_EQUALS}{right}"


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
