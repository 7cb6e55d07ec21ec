"""Small pieces of HCL expressions: references as their names, texts without escapes, and the size of a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from lark import Tree

from exporter.importers.described.tables import Unresolved
from exporter.importers.support.base import Report, ReportLine
from exporter.importers.terraform.hcl import tokens


@dataclass(slots=True)
class EvaluationWork:
    """What the evaluators of all modules share: how much was done, and what was assumed about unknown values.

    `decided` are assumptions of an earlier reading of the same files: they are the values of unknown variables, each of
    which is reported once (`opened`). While it is `quiet`, what is unknown is not reported.
    """

    size: int = 0
    depth: int = 0
    rounds: int = 0
    expressions: int = 0
    modules: int = 0
    quiet: int = 0
    assumed: dict[str, Any] = field(default_factory=dict)
    decided: Mapping[str, Any] = field(default_factory=dict)
    opened: dict[str, ReportLine] = field(default_factory=dict)


class TermEvaluator(Protocol):
    """The evaluator of expressions, as its parts in other modules see it."""

    report: Report
    work: EvaluationWork

    def value(self, tree: Any, path: str) -> Any:
        """Return an expression's value."""

    def evaluated(self, tree: Any) -> Any:
        """Return a nested expression's value."""

    def unknown(self, tree: Any, why: str, shown: str = "") -> Unresolved:
        """Return a placeholder for an unknown value, and report why it is unknown."""

    def binding(self, bound: Mapping[str, Any]) -> AbstractContextManager[None]:
        """Bind names to these values for the duration."""


SIZE_MAX: Final = 2_000_000
"""Limit on the values and characters that all expressions may produce together."""

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE: Final = {"n": "\n", "r": "\r", "t": "\t"}


def size_of(value: Any) -> int:
    """Count the values and characters of a value, up to the limit."""
    size, waiting = 0, [value]
    while waiting and size <= SIZE_MAX:
        one = waiting.pop()
        size += 1 + (len(one) if isinstance(one, str) else 0)
        waiting.extend(one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
    return size


def steps_of(tree: Any) -> list[str] | None:
    """Return the names of a reference such as ``local.tables["orders"].name``; None for a member of a
    computed value.
    """
    steps: list[str] = []
    while True:
        kind = str(getattr(tree, "data", ""))
        if kind == "expr_term" and len(tree.children) == 1:
            tree = tree.children[0]
        elif kind == "identifier":
            return [str(tree.children[0]), *reversed(steps)]
        elif kind in ("get_attr_expr_term", "index_expr_term"):
            pieces = [str(token) for token in tokens(tree.children[1]) if str(token) not in ("[", "]", ".", '"')]
            if len(pieces) != 1 or (kind == "index_expr_term" and _is_name(tree.children[1])):
                return None
            steps.append(pieces[0])
            tree = tree.children[0]
        else:
            return None


def _is_name(index: Any) -> bool:
    """Does an index use a name (``names[key]``) rather than a text or a number?"""
    inner: Any = next((child for child in index.children if isinstance(child, Tree)), None)
    while inner is not None and inner.data == "expr_term" and len(inner.children) == 1:
        inner = inner.children[0]
    return getattr(inner, "data", "") == "identifier"


def unescaped(text: str) -> str:
    """Return the text between quotes, without escapes."""
    if text.startswith(("$${", "%%{")):
        return text[1:]

    def letter(found: re.Match[str]) -> str:
        code = found.group(1) or found.group(2)
        if code is None:
            return _SIMPLE.get(found.group(3), found.group(3))
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"

    return _ESCAPE.sub(letter, text)
