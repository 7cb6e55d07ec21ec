"""Commands of the AWS CLI in a script, and their options as the input of an API call."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved
from exporter.importers.shell.shorthand import NotShorthand, value_of
from exporter.importers.shell.words import ShellReader, ShellVariables, ShellWord
from exporter.importers.support.folders import Folder
from exporter.importers.support.json_reading import read_json
from exporter.importers.support.line_numbers import lines_of_json
from modeler.core.errors import DocumentInvalid

COMMANDS_MAX: Final = 500
_WORD: Final = r"(?:[ \t]|[\\`^][ \t\r]*\n)+"
BETWEEN: Final = rf"{_WORD}(?:--[a-z][a-z-]*(?:(?:=|{_WORD})(?!-)[^\s`^\\]+)?{_WORD}){{0,6}}"
"""What separates the service and the verb: blanks, and options of the CLI itself such as ``--endpoint-url``."""
COMMAND: Final = re.compile(
    rf"(?<![\w/-])(?P<service>dynamodb|application-autoscaling){BETWEEN}(?P<verb>[a-z]+(?:-[a-z]+)+)(?![\w.-])"
)
_HEREDOC: Final = re.compile(r"(?<!>)>++[ \t]*+[\"']?([\w./-]++)[\"']?[ \t]*+<<-?[ \t]*+[\"']?(\w+)[\"']?[ \t\r]*$")
_FUNCTION: Final = re.compile(r"(?:function[ \t]+)?([A-Za-z_][\w-]*+)[ \t]*+(?:\(\))?[ \t]*+\{[ \t]*+(?:#.*)?")
_FIRST_WORD: Final = re.compile(r"[ \t]*+(\w++)")
_CALL: Final = re.compile(r"^[ \t]*+([A-Za-z_][\w-]*+)[ \t]+(?![ \t({])", re.MULTILINE)
PUTS: Final = ("put-item", "batch-write-item")
_OF_PUTS: Final = frozenset({"table-name", "item", "request-items", "cli-input-json"})
_SILENT: Final = re.compile(
    r"describe-|list-|wait|delete-(?!table)|query|scan|get-item|batch-get-item|execute-|transact-"
)
_SHORT: Final = {"Sse": "SSE"}
_FILE: Final = re.compile(r"fileb?://(.+)")
_WITH_LINES: Final = 100


@dataclass(slots=True)
class CliCommand:
    """A command: its verb, its options in the spelling of the API, and its line."""

    verb: str
    options: dict[str, Any]
    line: int


@dataclass(frozen=True, slots=True)
class _ShellFunction:
    """A function of a script and its place, up to its closing brace."""

    name: str
    start: int
    end: int


def _functions(text: str) -> Iterator[_ShellFunction]:
    name, start, at = "", 0, 0
    for line in text.split("\n"):
        if name and line.startswith("}"):
            yield _ShellFunction(name, start, at + 1)
            name = ""
        elif not name and (head := _FUNCTION.fullmatch(line)) is not None:
            name, start = head[1], at
        at += len(line) + 1


def _heredocs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of the files that a script writes."""
    name, end, held = "", "", list[str]()
    for line in text.split("\n"):
        if end and (found := _FIRST_WORD.match(line)) is not None and found[1] == end:
            yield name, "\n".join(held)
            end = ""
        elif end:
            held.append(line)
        elif (head := _HEREDOC.search(line)) is not None:
            name, end, held = posixpath.basename(head[1]), head[2], []


class CliScript:
    """The commands of a script; files that it names are in the script itself or in its folder."""

    def __init__(self, text: str, folder: Folder | None, context: Context) -> None:
        self._text, self._folder, self._context = text, folder, context
        self._reader = ShellReader(text)
        self._variables = ShellVariables(self._reader)
        self._functions = list(_functions(text))
        self._calls: dict[str, list[int]] = {}
        for found in _CALL.finditer(text) if self._functions else ():
            self._calls.setdefault(found[1], []).append(found.start())
        self._written = dict(_heredocs(text))

    def commands(self) -> Iterator[CliCommand]:
        """Return the commands about tables, in order; those that are commented out are not."""
        for number, found in enumerate(COMMAND.finditer(self._text)):
            if number >= COMMANDS_MAX:
                raise DocumentInvalid(f"more than {COMMANDS_MAX:,} commands", code="document.too_large")
            before = self._text[self._text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if re.match(r"[ \t]*(?:#|REM\b|//)", before):
                continue
            if _SILENT.match(found["verb"]):
                continue
            for given in self._calls_of(found.start()):
                words = self._reader.words(found.start(), self._variables.before(found.start(), given))
                at = next((at for at, word in enumerate(words) if word.text == found["verb"]), 1)
                options = [*words[1:at], *words[at + 1 :]]
                yield self._command(found["verb"], options, int(given.get("line", words[0].line)))

    def _calls_of(self, place: int) -> list[dict[str, str]]:
        """Return what the function that a place is in is given, once for each of its calls; once if it is in none."""
        at = bisect_left(self._functions, place, key=lambda one: one.start) - 1
        if at < 0 or place >= (within := self._functions[at]).end:
            return [{}]
        made = []
        for call in self._calls.get(within.name, ()):
            if not within.start <= call < within.end:
                words = self._reader.words(call, self._variables.before(call))
                known = {str(number): word.text for number, word in enumerate(words[1:], 1)}
                made.append({**known, "line": str(words[0].line)})
        return made[:COMMANDS_MAX] or [{}]

    def _command(self, verb: str, words: list[ShellWord], line: int) -> CliCommand:
        given: dict[str, list[ShellWord]] = {}
        lines: dict[str, int] = {}
        name = ""
        for word in words:
            before, equals, value = word.text.partition("=")
            if word.text.startswith("--"):
                name = before[2:]
                given[name] = [ShellWord(value, word.line)] if equals else []
                lines[name] = word.line
            elif name:
                given[name].append(word)
            elif word.text.endswith(".json"):
                # A function of the script sends this request.
                given["cli-input-json"] = [ShellWord(f"file://{word.text}", word.line)]
        if verb in PUTS:
            given = {option: held for option, held in given.items() if option in _OF_PUTS}
        made: dict[str, Any] = {}
        self._context.lines.put(made, None, line)
        if "cli-input-json" in given:
            made |= self._input(given.pop("cli-input-json"), verb, line)
        for option, held in given.items():
            member = _member(option.removeprefix("no-"))
            if verb in PUTS and any(isinstance(word.text, Unresolved) for word in held):
                made[member] = held[0].text
            else:
                made[member] = not option.startswith("no-") if not held else self._value(held, f"{verb}.--{option}")
            self._context.lines.put(made, member, lines[option])
        return CliCommand(verb, made, line)

    def _input(self, held: list[ShellWord], verb: str, line: int) -> dict[str, Any]:
        found = self._value(held, f"{verb}.--cli-input-json")
        if isinstance(found, dict):
            self._context.lines.put(found, None, line)
            return found
        return {}

    def _value(self, held: list[ShellWord], path: str) -> Any:
        """Return the value of an option; None, with a report line, if it cannot be read."""
        line = held[0].line
        texts = [word.text for word in held]
        if (file := _FILE.fullmatch(texts[0])) is not None:
            return self._file(file[1], path, line)
        if isinstance(texts[0], Unresolved) and len(texts) == 1 and "=" not in texts[0]:
            return texts[0]
        if any(isinstance(text, Unresolved) for text in texts):
            said = "a part of it is known only at run time; the name of its variable is used in its place"
            self._context.report.guessed(f"line {line}.{path}", said, line)
        try:
            made = value_of(texts)
        except NotShorthand as error:
            self._context.report.dropped(f"line {line}.{path}", f"{error}; left out", line)
            return None
        self._put_lines(made, line)
        return made

    def _put_lines(self, made: Any, line: int) -> None:
        waiting = [made]
        for _ in range(_WITH_LINES):
            if not waiting:
                break
            one = waiting.pop()
            if isinstance(one, dict | list):
                self._context.lines.put(one, None, line)
                waiting.extend(one.values() if isinstance(one, dict) else one)

    def _file(self, path: str, option: str, line: int) -> Any:
        """Return the JSON of a file that the script writes, or that was given beside it."""
        name = posixpath.basename(path)
        text = self._written.get(name)
        if text is None and self._folder is not None:
            found = [one for one in self._folder.paths if posixpath.basename(one) == name]
            exact = [one for one in found if path.endswith(one) or one.endswith(path.removeprefix("./"))]
            chosen = exact or found
            if len(chosen) == 1:
                text = self._folder.bytes_of(chosen[0])[0].decode("utf-8", "replace")
        if text is None:
            said = f"{path[:200]} was not given beside the script; left out"
            self._context.report.dropped(f"line {line}.{option}", said, line)
            return None
        is_list = text.lstrip().startswith("[")
        held, _ = read_json((f'{{"list":{text}}}' if is_list else text).encode())
        if self._folder is None:
            self._put_lines(held, line)
        else:
            self._context.lines.absorb(lines_of_json(held, text)) if not is_list else self._put_lines(held, line)
        return held["list"] if is_list else held


def _member(option: str) -> str:
    words = [word.capitalize() for word in option.split("-")]
    return "".join(_SHORT.get(word, word) for word in words)


def objects(value: Any) -> list[Mapping[str, Any]]:
    """Return the structures of an option: one, or a list of them."""
    listed = value if isinstance(value, list) else [value]
    return [one for one in listed if isinstance(one, Mapping)]
