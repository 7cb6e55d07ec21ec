"""The files of a program, and the values that they import from each other. Nothing outside them is read."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from exporter.importers.scripts.scopes import Elsewhere, Held, Known, ScriptScope
from exporter.importers.scripts.syntax import EXTENSIONS, ParsingTime, parsed, text_of_node
from exporter.importers.support.folders import Folder, inside
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import MIB

if TYPE_CHECKING:
    from tree_sitter import Node

_BYTES_MAX: Final = 2 * MIB
_HOPS_MAX: Final = 20
_NOT_MODELS: Final = re.compile(
    r"\.d\.[cm]?ts$|\.(?:test|spec|stories|min|config)\.\w+$|(?:^|/)(?:__tests__|tests?|dist)/"
)
_MARKS: Final = re.compile(
    rb"electrodb|dynamodb-onetable|onetable:1\.|dynamodb-toolbox|dynamoose|@typedorm/|@serverless/typescript|@aws-amplify/|aws-cdk|AWS::DynamoDB|"
    rb"AWS::Serverless::SimpleTable|sst\.aws\.Dynamo|@serverless-stack|sst/constructs|CreateTable"
)
_FILE: Final = re.compile(rb"""(?:from|import|require\()\s*["']([^"'\n]{1,300})["']""")
_ALIASES: Final = ("@/", "~/", "#", "@", "src/")


@dataclass(frozen=True, slots=True)
class ScriptFile:
    """A file of a program: its path, and its syntax tree with the lines that all files together have."""

    path: str
    root: Node


class ScriptFiles:
    """The scopes of files, by their paths; each finds the names that it imports from the others."""

    def __init__(self, files: Sequence[ScriptFile]) -> None:
        self.scopes = {file.path: ScriptScope(None) for file in files}
        for path, scope in self.scopes.items():
            scope.imported = self._finder(path)

    def _finder(self, path: str) -> Callable[[Elsewhere], Held | None]:
        return lambda wanted: self._found(path, wanted, 0)

    def _found(self, path: str, wanted: Elsewhere, hops: int) -> Held | None:
        other = resolved(path, wanted.file, self.scopes)
        if other is None or hops > _HOPS_MAX:
            return None
        scope = self.scopes[other]
        said = scope.exports.get(wanted.name, wanted.name)
        if isinstance(said, Elsewhere):
            return self._found(other, said, hops + 1)
        if not isinstance(said, str):
            # `export default name` gives another name to a value of this file.
            return self._named(other, text_of_node(said), hops) if said.type == "identifier" else (said, scope)
        if (own := self._own(other, said, hops)) is not None:
            return own
        stars = [one for one in scope.exports.values() if isinstance(one, Elsewhere) and one.name == "*"]
        tried = (self._found(other, Elsewhere(one.file, wanted.name), hops + 1) for one in stars)
        return next((one for one in tried if one is not None), None)

    def _own(self, path: str, name: str, hops: int) -> Held | None:
        """Return a value that a file itself declares or puts into ``module.exports``."""
        scope = self.scopes[path]
        for spelled in (name, f"exports.{name}", f"module.exports.{name}"):
            if (held := self._named(path, spelled, hops)) is not None:
                return held
        whole = scope.names.get("module.exports")
        if whole is None or isinstance(whole[0], Elsewhere | Known):
            return None
        if name == "default":
            return whole[0], whole[1]
        for one in whole[0].named_children:
            value = one.child_by_field_name("value")
            if text_of_node(one.child_by_field_name("key")) == name and value is not None:
                return value, whole[1]
        return None

    def _named(self, path: str, name: str, hops: int) -> Held | None:
        """Return the value of a name in a file, also if the file has it from another one."""
        held = self.scopes[path].names.get(name)
        if held is None:
            return None
        return self._found(path, held[0], hops + 1) if isinstance(held[0], Elsewhere) else (held[0], held[1])


def resolved(path: str, written: str, known: Iterable[str]) -> str | None:
    """Return the path of a file that another one names: relative, or below the folder of an alias."""
    names = known if isinstance(known, dict | frozenset | set) else frozenset(known)
    if written.startswith("."):
        made = inside(posixpath.dirname(path), written)
        return next((one for one in _candidates(made) if one in names), None) if made is not None else None
    tail = next((written.removeprefix(alias) for alias in _ALIASES if written.startswith(alias)), None)
    if not tail:
        return None
    found = [one for end in _candidates(tail) for one in names if one == end or one.endswith(f"/{end}")]
    return found[0] if len(found) == 1 else None


def _candidates(made: str) -> Iterator[str]:
    stem, extension = posixpath.splitext(made)
    plain = stem if extension[1:] in EXTENSIONS else made
    if plain != made:
        yield made
    for one in ("ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"):
        yield f"{plain}.{one}"
        yield posixpath.join(plain, f"index.{one}")


def scripts_in(folder: Folder) -> list[str]:
    """Return the paths of the sources in a folder that can define tables, and of the files that they import."""
    every = [one for one in folder.paths if one.rpartition(".")[2] in EXTENSIONS and not _NOT_MODELS.search(one)]
    known = frozenset(every)
    waiting = [one for one in every if _MARKS.search(folder.bytes_of(one)[0])]
    needed = dict.fromkeys(waiting)
    while waiting:
        path = waiting.pop()
        for found in _FILE.finditer(folder.bytes_of(path)[0]):
            other = resolved(path, found[1].decode("utf-8", "replace"), known)
            if other is not None and other not in needed:
                needed[other] = None
                waiting.append(other)
    if sum(len(folder.bytes_of(one)[0]) for one in needed) > _BYTES_MAX:
        said = f"the sources are over {_BYTES_MAX // MIB} MB in total; give the folder that holds the models"
        raise DocumentInvalid(said, code="document.too_large")
    return sorted(needed)


def program_of(source: Source) -> list[ScriptFile]:
    """Return the files of a source: itself, or those of its folder. Raises DocumentInvalid."""
    if source.folder is None or not source.files:
        return [ScriptFile(source.filename, parsed(source.text, source.extension))]
    made, time = [], ParsingTime.of(len(source.raw))
    for path in source.files:
        raw, before = source.folder.bytes_of(path)
        root = parsed(raw.decode("utf-8", "replace"), path.rpartition(".")[2], before, time)
        made.append(ScriptFile(path, root))
    return made
