"""The Python files of a program, and which class a name means in each. Nothing is run, imported, or looked up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from exporter.importers.described.tables import Context
from exporter.importers.programs.python_values import PythonConstants, nodes, parsed
from exporter.importers.support.base import Report
from exporter.importers.support.folders import Folder
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import MIB

_BYTES_MAX: Final = 2 * MIB
_NOT_MODELS: Final = re.compile(
    r"(?:^|/)(?:tests?|venv|\.venv|site-packages|__pycache__)/|(?:^|/)(?:test_\w*|conftest)\.py$"
)
_MARKS: Final = re.compile(rb"\bcreate_table\s*\(|\b(?:pynamodb|aws_cdk|pulumi_aws)\b")


@dataclass(slots=True)
class PythonFile:
    """A file: its path, its syntax tree with the lines that all files together have, and its constants.

    `classes` are the keys of the classes that it declares, by their names; `imports` the module and the name of what it
    imports; `modules` those that it imports with a star.
    """

    path: str
    text: str
    tree: ast.Module
    values: PythonConstants
    classes: dict[str, str] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    modules: list[str] = field(default_factory=list)


class PythonProgram:
    """The files of a source. A class has one key: its name, or its file and its name if several files declare it."""

    def __init__(self, files: Sequence[PythonFile]) -> None:
        self.files = tuple(files)
        self.classes: dict[str, tuple[ast.ClassDef, PythonFile]] = {}
        for file in files:
            for node in nodes(file.tree):
                if isinstance(node, ast.ClassDef):
                    key = node.name if node.name not in self.classes else f"{file.path}:{node.name}"
                    file.classes[node.name] = key
                    self.classes[key] = (node, file)
                elif isinstance(node, ast.ImportFrom):
                    _note_import(node, file)
            file.values.beside = [one.values for one in files if one is not file]

    def key(self, file: PythonFile, name: str) -> str:
        """Return the key of the class that a name means in a file; the name itself if no file declares it."""
        if name in file.classes:
            return file.classes[name]
        if name in file.imports:
            module, own = file.imports[name]
            found = [one.classes[own] for one in self._of_module(module) if own in one.classes]
            return found[0] if found else name
        everything = [one for module in file.modules for one in self._of_module(module)]
        return next((one.classes[name] for one in everything if name in one.classes), name)

    def node(self, key: str) -> ast.ClassDef | None:
        """Return the class of a key."""
        found = self.classes.get(key)
        return found[0] if found is not None else None

    def file_of(self, node: ast.ClassDef, otherwise: PythonFile) -> PythonFile:
        """Return the file that declares a class; a class inside another is not listed."""
        return next((file for one, file in self.classes.values() if one is node), otherwise)

    def _of_module(self, module: str) -> Iterator[PythonFile]:
        path = module.strip(".").replace(".", "/")
        for one in self.files:
            if any(one.path == end or one.path.endswith(f"/{end}") for end in (f"{path}.py", f"{path}/__init__.py")):
                yield one


def _note_import(node: ast.ImportFrom, file: PythonFile) -> None:
    for one in node.names:
        if one.name == "*":
            file.modules.append(node.module or "")
        else:
            file.imports[one.asname or one.name] = (node.module or one.name, one.name)


def program_of(source: Source) -> PythonProgram:
    """Return the files of a source: itself, or those of its folder. Raises DocumentInvalid."""
    if source.folder is None or not source.files:
        tree = parsed(source.text)
        return PythonProgram([PythonFile(source.filename, source.text, tree, PythonConstants(tree))])
    context, made = Context(Lines(), Report()), []
    for path in source.files:
        raw, before = source.folder.bytes_of(path)
        text = raw.decode("utf-8", "replace")
        tree = parsed(text, before)
        made.append(PythonFile(path, text, tree, PythonConstants(tree, context)))
    return PythonProgram(made)


def python_in(folder: Folder) -> list[str]:
    """Return the paths of the sources in a folder if one of them can create tables: all of them, or if they are large
    together, those that can. Raises DocumentInvalid if these are still too large.
    """
    every = [one for one in folder.paths if one.endswith(".py") and not _NOT_MODELS.search(one)]
    marked = [one for one in every if _MARKS.search(folder.bytes_of(one)[0])]
    for listed in (every, marked) if marked else ():
        if sum(len(folder.bytes_of(one)[0]) for one in listed) <= _BYTES_MAX:
            return listed
    if marked:
        said = f"the sources are over {_BYTES_MAX // MIB} MB in total; give the folder that holds the models"
        raise DocumentInvalid(said, code="document.too_large")
    return []
