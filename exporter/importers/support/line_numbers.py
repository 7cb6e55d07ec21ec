"""Values read from a file, with the line of each of their members. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.support.json_reading import read_json
from exporter.importers.support.report_lines import ReportLine

type Key = str | int | None

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{},:\n]|[^\s"\[\]{},:]++', re.DOTALL)


class Lines:
    """The line, from 1, of each member of a mapping or list, by the identity of that mapping or list.

    Containers are referenced, so that a container of another file cannot take the identity of a freed one.
    """

    def __init__(self) -> None:
        self._held: dict[int, tuple[Any, dict[Key, int]]] = {}

    def put(self, container: Any, key: Key, line: int) -> None:
        """Record a member's line; with the key None, the line where the container itself begins."""
        self._held.setdefault(id(container), (container, {}))[1][key] = line

    def of(self, container: Any, key: Key = None, otherwise: int = 0) -> int:
        """Return the line of a member, else that where its container begins, else `otherwise`."""
        known = self._held.get(id(container), (None, {}))[1]
        return known.get(key) or known.get(None) or otherwise

    def absorb(self, other: Lines) -> None:
        """Add the lines of another file's containers."""
        self._held.update(other._held)

    def shift(self, before: int) -> None:
        """Add to every line, for a file that is read together with others."""
        for _, known in self._held.values():
            for key in known if before else ():
                known[key] += before

    def carry(self, container: Any, made: Any) -> None:
        """Record that something made from a container has that container's lines."""
        known = self._held.get(id(container))
        if known is not None:
            self._held.setdefault(id(made), (made, {}))[1].update(known[1])


class Located:
    """A file's content: its value, the lines of its members, and what was reported on the way."""

    def __init__(self, value: Any, lines: Lines, report: tuple[ReportLine, ...] = ()) -> None:
        self.value = value
        self.lines = lines
        self.report = report


def read_located_json(raw: bytes) -> Located:
    """Return the JSON object that a file holds, with lines. Raises DocumentInvalid as `read_json` does."""
    data, twice = read_json(raw)
    return Located(data, lines_of_json(data, raw.decode("utf-8-sig")), twice)


def lines_of_json(data: Any, text: str) -> Lines:
    """Return the lines of the members of JSON that was parsed from `text`. Walks text and value in parallel."""
    lines = Lines()
    walk = _Walk(data, lines)
    line = 1
    for found in _TOKEN.finditer(text):
        piece = found.group()
        if piece == "\n":
            line += 1
        else:
            walk.take(piece, line)
    return lines


class _Walk:
    """The position in the value of a reader of the text: a stack of containers, each with its next key."""

    def __init__(self, data: Any, lines: Lines) -> None:
        self.lines = lines
        self.stack: list[tuple[Any, Key]] = []
        self.next: Any = data
        self.wants_key = False

    def take(self, piece: str, line: int) -> None:
        """Take one piece of the text."""
        if piece in "{[":
            self._open(piece, line)
        elif piece in "}]":
            self.stack.pop()
            self.wants_key = False
        elif piece == ",":
            container, key = self.stack[-1]
            self.wants_key = isinstance(container, Mapping)
            if isinstance(key, int):
                self._at(key + 1)
        elif piece != ":" and self.wants_key:
            self._at(json.loads(piece))
            self.wants_key = False
            self.lines.put(self.stack[-1][0], self.stack[-1][1], line)
        elif piece != ":" and self.stack and isinstance(self.stack[-1][1], int):
            self.lines.put(self.stack[-1][0], self.stack[-1][1], line)

    def _open(self, piece: str, line: int) -> None:
        # A duplicate member has its last value: what the first one holds belongs to nothing.
        fits = isinstance(self.next, Mapping) if piece == "{" else isinstance(self.next, list)
        container = self.next if fits else ({} if piece == "{" else [])
        if self.stack and isinstance(self.stack[-1][1], int):
            self.lines.put(self.stack[-1][0], self.stack[-1][1], line)
        self.lines.put(container, None, line)
        self.stack.append((container, None))
        self.wants_key = isinstance(container, Mapping)
        if not self.wants_key:
            self._at(0)

    def _at(self, key: Key) -> None:
        container, _ = self.stack[-1]
        self.stack[-1] = (container, key)
        if isinstance(container, Mapping):
            self.next = container.get(key)
        else:
            self.next = container[key] if isinstance(key, int) and key < len(container) else None


def members(value: Any) -> Iterator[tuple[int, Any]]:
    """Yield the members of a list with their places; nothing for any other value."""
    yield from enumerate(value if isinstance(value, list) else ())
