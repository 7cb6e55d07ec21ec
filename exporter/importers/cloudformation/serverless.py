"""A Serverless Framework service as the template that it contains: lists of resources, and variables of the file.

``${self:custom.name}``, ``${opt:stage, 'dev'}``, and ``${sls:stage}`` are evaluated where the file determines the
result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Context, Unresolved
from modeler.core.errors import DocumentInvalid

_VARIABLE: Final = re.compile(
    r"\$\{((?:self|opt|sls|env|param|aws|ssm|cf|s3|git|strToBool|file|output|vault)\b[^{}$]*)\}"
)
_QUOTED: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_ROUNDS_MAX: Final = 10
_TEXT_MAX: Final = 10_000
CHARACTERS_MAX: Final = 2_000_000
"""Limit on the characters of all texts with variables, plus the values that they bring in."""


def template_of(service: Mapping[str, Any], context: Context) -> Mapping[str, Any] | None:
    """Return the template under ``resources`` with its variables evaluated, or None if there is none.

    Raises DocumentInvalid if its variables create more than a file may hold.
    """
    held = service.get("resources")
    pieces = [one for one in (held if isinstance(held, list) else [held]) if isinstance(one, Mapping)]
    merged: dict[str, Any] = {}
    for piece in pieces:
        for name, value in piece.items():
            both = merged.get(name)
            if isinstance(both, Mapping) and isinstance(value, Mapping):
                joined = {**both, **value}
                for one in (both, value):
                    context.lines.carry(one, joined)
                merged[name] = joined
            else:
                merged[name] = value
                context.lines.put(merged, name, context.lines.of(piece, name))
    if "Resources" not in merged:
        return None
    found = _Variables(service, context).filled(merged, "", 0)
    return found if isinstance(found, Mapping) else None


class _Variables:
    """The variables of one service."""

    def __init__(self, service: Mapping[str, Any], context: Context) -> None:
        self.service = service
        self.context = context
        self._size = 0

    def filled(self, value: Any, path: str, line: int, depth: int = 0) -> Any:
        """Return the value with every variable evaluated, or an Unresolved in its place; lines are carried along."""
        self._size += len(value) if isinstance(value, str) else 1
        if self._size > CHARACTERS_MAX:
            said = f"the variables of this file create more than {CHARACTERS_MAX:,} values and characters"
            raise DocumentInvalid(said, code="document.too_large")
        if isinstance(value, str):
            return self._text(value, path, line, depth) if "${" in value else value
        if isinstance(value, list):
            listed = [
                self.filled(one, f"{path}[{at}]", self.context.lines.of(value, at, line), depth)
                for at, one in enumerate(value)
            ]
            self.context.lines.carry(value, listed)
            return listed
        if not isinstance(value, Mapping):
            return value
        made: dict[str, Any] = {}
        self.context.lines.carry(value, made)
        for name, one in value.items():
            where = self.context.lines.of(value, name, line)
            made[name] = self.filled(one, f"{path}.{name}".lstrip("."), where, depth)
        return made

    def _text(self, text: str, path: str, line: int, depth: int) -> Any:
        is_known = True
        for _ in range(_ROUNDS_MAX):
            found = _VARIABLE.search(text)
            if found is None or len(text) > _TEXT_MAX:
                break
            value = self._value(found.group(1))
            if found.span() == (0, len(text)) and not isinstance(value, str | None):
                return self.filled(value, path, line, depth + 1) if depth < _ROUNDS_MAX else None
            if value is None:
                is_known = False
                value = placeholder(found.group(1).split(",")[0].rpartition(":")[2])
                said = f"{found.group()[:80]} is known only at deployment; {str(value)!r} is used in its place"
                self.context.report.guessed(path, said, line)
            text = text[: found.start()] + str(value) + text[found.end() :]
        if _VARIABLE.search(text):
            text, is_known = placeholder(text), False
            self.context.report.guessed(
                path, f"its variables refer to too many others; {text!r} is used in its place", line
            )
        return text if is_known else Unresolved(text)

    def _value(self, asked: str) -> Any:
        """Return the first alternative that the file determines, or None if there is none."""
        for one in (piece.strip() for piece in asked.split(",")):
            source, _, name = one.partition(":")
            if quoted := _QUOTED.fullmatch(one):
                return quoted.group(1) or quoted.group(2) or ""
            if source == "self" and (found := self._member(name)) is not None:
                return found
            if one in ("sls:stage", "opt:stage") and "," not in asked:
                return self._member("provider.stage") or "dev"
            if not source.isalpha() and ":" not in one:
                return one
        return None

    def _member(self, name: str) -> Any:
        found: Any = self.service
        for step in name.split("."):
            if not isinstance(found, Mapping) or step not in found:
                return None
            found = found[step]
        return found
