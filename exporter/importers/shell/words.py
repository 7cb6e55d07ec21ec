"""Words of commands in a script, as a shell splits and expands them. Nothing is run."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Unresolved
from modeler.core.errors import DocumentInvalid

WORDS_MAX: Final = 2_000
_CHARS_MAX: Final = 200_000
_READ_AGAIN: Final = 4
_READ_MORE: Final = 1_000_000
_READ_EACH: Final = 10
"""Characters of all commands and values that are read: as many as the script has four times, and a million more. Each
command or value counts as ten more than it has.
"""

# Continuation in POSIX shells, PowerShell, and cmd; YAML folds a line that begins with an option.
_CONTINUED: Final = re.compile(r"[\\`^][ \t\r]*\n|\r?\n(?=[ \t]*--[a-z])")
_VARIABLE: Final = re.compile(r"\$\$?(?:\{(?:env:)?(\w+)(?::?[-=]([^{}]*))?\}|(?:env:)?(\w+))")
_ASSIGNED: Final = re.compile(
    r"^[ \t]*(?:(?:export|local|readonly|set|declare(?:[ \t]+-\w+)*)[ \t]+)?\$?(\w+)[ \t]*[:?]?=(?!=)[ \t]*(.*)$",
    re.MULTILINE,
)
_REDIRECTED: Final = re.compile(r"(?:\d*>>?|\d*>&|&>>?|<)[ \t]*(?:&?\d\b|-(?=\s)|[^\s;|&()<>]+)")
_ENDS: Final = frozenset("\n;|&()")


@dataclass(frozen=True, slots=True)
class ShellWord:
    """A word of a command and the line on which it begins; an Unresolved text if only a run determines it."""

    text: str
    line: int


class ShellVariables:
    """The variables of a script: at a place, each has the value that was assigned last before it."""

    def __init__(self, reader: ShellReader) -> None:
        self._reader = reader
        self._assigned = [(found.start(), found[1], found[2]) for found in _ASSIGNED.finditer(reader.text)]
        self._values: dict[str, str] = {}
        # What each has without arguments, in the order of the script.
        self._known = [
            (start, name, self._assign(name, written, self._values)) for start, name, written in self._assigned
        ]

    def before(self, place: int, given: Mapping[str, str] | None = None) -> Mapping[str, str]:
        """Return the values of the variables at a place of the script; `given` are the arguments of its function."""
        self._reader.spend(self._count(place))
        if not given:
            return {name: value for _, name, value in islice(self._known, self._count(place))}
        known = dict(given)
        for _, name, written in islice(self._assigned, self._count(place)):
            self._assign(name, written, known)
        return known

    def _count(self, place: int) -> int:
        return bisect_left(self._assigned, place, key=itemgetter(0))

    def _assign(self, name: str, written: str, known: dict[str, str]) -> str:
        found = self._reader.words_of(written, known)
        value = found[0].text if len(found) == 1 else ""
        known[name] = placeholder(name) if isinstance(value, Unresolved) else value
        return known[name]


class ShellReader:
    """Reads the words of commands in a script, again for each call of the function that they are in: all together in
    proportion to the script.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._left = _READ_AGAIN * len(text) + _READ_MORE
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def line(self, place: int) -> int:
        """Return the line of a place, from 1."""
        return bisect_left(self._breaks, place) + 1

    def words(self, start: int, known: Mapping[str, str]) -> list[ShellWord]:
        """Return the words of the command that begins at a place. Raises DocumentInvalid."""
        return self._read(_Words(self.text[start : start + _CHARS_MAX], self.line(start), known))

    def words_of(self, written: str, known: Mapping[str, str]) -> list[ShellWord]:
        """Return the words of a value that is assigned. Raises DocumentInvalid."""
        return self._read(_Words(written[:_CHARS_MAX], 1, known))

    def _read(self, words: _Words) -> list[ShellWord]:
        found = words.read()
        self.spend(words.at + _READ_EACH)
        return found

    def spend(self, characters: int) -> None:
        """Count what is read. Raises DocumentInvalid if it is too much."""
        self._left -= characters
        if self._left < 0:
            said = "the commands of this script are too long, or too often in functions; keep what creates tables"
            raise DocumentInvalid(said, code="document.too_large")


class _Words:
    def __init__(self, text: str, line: int, known: Mapping[str, str]) -> None:
        self.text, self.at, self.known = text, 0, known
        self.line = line
        self.expanded = 0
        self.found: list[ShellWord] = []
        self.piece: list[str] | None = None
        self.is_known = True
        self.begun = self.line

    def read(self) -> list[ShellWord]:
        while self.at < len(self.text) and len(self.found) < WORDS_MAX:
            char = self.text[self.at]
            if (skipped := _CONTINUED.match(self.text, self.at)) is not None:
                self._end()
                self._skip(skipped.group())
            elif self.piece is None and (output := _REDIRECTED.match(self.text, self.at)) is not None:
                self._skip(output.group())
            elif char in _ENDS or (char == "#" and self.piece is None):
                break
            elif char in " \t\r":
                self._end()
                self.at += 1
            elif char == "'":
                self._quoted()
            elif char == '"':
                self._double()
            else:
                self._plain(quoted=False)
        self._end()
        return self.found

    def _skip(self, text: str) -> None:
        self.at += len(text)
        self.line += text.count("\n")

    def _add(self, text: str) -> None:
        if self.piece is None:
            self.piece, self.begun = [], self.line
        self.piece.append(text)

    def _end(self) -> None:
        if self.piece is not None:
            whole = "".join(self.piece)
            self.found.append(ShellWord(whole if self.is_known else Unresolved(whole), self.begun))
        self.piece, self.is_known = None, True

    def _quoted(self) -> None:
        end = self.text.find("'", self.at + 1)
        inner = self.text[self.at + 1 : end if end > 0 else len(self.text)]
        self._add(inner)
        self._skip(self.text[self.at : self.at + len(inner) + 2])

    def _double(self) -> None:
        self._add("")
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            self._plain(quoted=True)
        self.at += 1

    def _plain(self, *, quoted: bool) -> None:
        """Read one character, an escape, or what a run puts in its place."""
        char = self.text[self.at]
        if char in "\\`^" and self.text[self.at + 1 : self.at + 2] in ("\n", "\r"):
            self._skip(self.text[self.at : self.text.find("\n", self.at) + 1])
        elif char == "\\" and self.at + 1 < len(self.text):
            kept = char if quoted and self.text[self.at + 1] not in '"\\$`' else ""
            self._add(kept + self.text[self.at + 1])
            self._skip(self.text[self.at : self.at + 2])
        elif char == "`" or self.text.startswith("$(", self.at):
            self._substituted()
        elif char == "$" and (found := _VARIABLE.match(self.text, self.at)) is not None:
            self._variable(found)
        else:
            self._add(char)
            self._skip(char)

    def _variable(self, found: re.Match[str]) -> None:
        name = found[1] or found[3]
        value = self.known.get(name)
        if value is None:
            value = found[2].strip("'\"") if found[2] is not None else placeholder(name)
        self.expanded += len(value)
        if self.expanded > _CHARS_MAX:
            # Each value can be made of the one before it, twice.
            value = placeholder(name)
        self.is_known = self.is_known and not isinstance(value, Unresolved)
        self._add(value)
        self._skip(found.group())

    def _substituted(self) -> None:
        """Pass over a command whose output is part of the word."""
        begun, depth, self.at = self.at, 0, self.at + 1
        closing = ")" if self.text[begun] == "$" else "`"
        while self.at < len(self.text):
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
            if self.text[self.at - 1] == closing and depth <= 0:
                break
        self.line += self.text.count("\n", begun, self.at)
        self._add(placeholder("output"))
        self.is_known = False
