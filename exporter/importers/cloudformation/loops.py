"""``Fn::ForEach`` (CloudFormation language extensions) among the resources: each iteration's resources, expanded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, text_of
from modeler.core.errors import DocumentInvalid

_LOOP: Final = "Fn::ForEach::"
_DEPTH_MAX: Final = 5
"""The deepest nesting of loops that CloudFormation accepts."""
NODES_MAX: Final = 200_000
"""Texts, lists, and mappings that all iterations together may create: as many as a file may hold."""


class Loops:
    """The loops of one template. `resolve` evaluates a collection, as `Resolver.resolve` does."""

    def __init__(self, context: Context, resolve: Callable[[Any, str, int], Any]) -> None:
        self.context = context
        self.resolve = resolve
        self._nodes = 0

    def unfolded(self, resources: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the resources with each loop replaced by what it creates. A loop over an unknown collection is
        reported and left out.

        Raises DocumentInvalid if loops create more than a file may hold.
        """
        if not any(name.startswith(_LOOP) for name in resources):
            return resources
        made: dict[str, Any] = {}
        self.context.lines.carry(resources, made)
        for name, value, line in self._members(resources, 0):
            made[name] = value
            self.context.lines.put(made, name, line)
        return made

    def _members(self, held: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any, int]]:
        for name, value in held.items():
            line = self.context.lines.of(held, name)
            if name.startswith(_LOOP):
                yield from self._rounds(name, value, line, depth)
            else:
                yield name, value, line

    def _rounds(self, name: str, value: Any, line: int, depth: int) -> Iterator[tuple[str, Any, int]]:
        path = f"Resources.{name}"
        parts = value if isinstance(value, list) and len(value) == 3 else [None, None, None]
        word, body = parts[0], parts[2]
        listed = self.resolve(parts[1], path, line)
        is_known = isinstance(listed, list) and not any(isinstance(one, Unresolved) for one in listed)
        if not isinstance(word, str) or not isinstance(body, Mapping) or not is_known or depth >= _DEPTH_MAX:
            self.context.report.dropped(path, "the collection of this loop is unknown here; left out", line)
            return
        for one in map(text_of, listed):
            yield from self._members(self._filled(body, word, one), depth + 1)

    def _filled(self, value: Any, word: str, by: str) -> Any:
        """Return the value with the loop variable replaced: ``${Name}``, ``&{Name}`` (letters and digits), ``Ref``."""
        self._nodes += 1
        if self._nodes > NODES_MAX:
            raise DocumentInvalid(
                f"Resources: the loops of this template create more than {NODES_MAX:,} values",
                code="document.too_large",
            )
        if isinstance(value, str):
            plain = "".join(letter for letter in by if letter.isalnum())
            return value.replace(f"${{{word}}}", by).replace(f"&{{{word}}}", plain)
        if isinstance(value, list):
            listed = [self._filled(one, word, by) for one in value]
            self.context.lines.carry(value, listed)
            return listed
        if not isinstance(value, Mapping):
            return value
        if value == {"Ref": word}:
            return by
        made = {self._filled(name, word, by): self._filled(one, word, by) for name, one in value.items()}
        self.context.lines.carry(value, made)
        for name in value:
            self.context.lines.put(made, self._filled(name, word, by), self.context.lines.of(value, name))
        return made
