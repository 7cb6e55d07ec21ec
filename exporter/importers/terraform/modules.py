"""Terraform's modules on disk: their files, their blocks, and the values that a caller gives. Nothing is fetched."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.support.folders import Folder, inside
from exporter.importers.support.source import Source
from exporter.importers.terraform.hcl import ParsedBlock, parse_body, parse_hcl
from exporter.importers.terraform.tf_json import ExpressionJson, blocks_of
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import MIB

ROOT: Final = "path.root"
"""The name under which a person chooses the folder to read, of several."""
_ENDINGS: Final = (".tf", ".tofu")
_JSON: Final = (".tf.json", ".tofu.json")
_HCL_BYTES_MAX: Final = 4 * MIB
_MODULES_MAX: Final = 200
_LOCAL: Final = re.compile(r'\bsource"?\s*[=:]\s*"(\.\.?/[^"\n]{0,300})"')


@dataclass(frozen=True, slots=True)
class Module:
    """The blocks of one folder's files; `given` are the values that its files of variables assign."""

    folder: str
    blocks: list[ParsedBlock]
    given: dict[str, Any] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    """Files of variables that Terraform reads only if they are named on its command line."""


class Modules:
    """The modules of a folder that was given, each parsed when it is first needed."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._known: dict[str, Module] = {}
        self._size = 0

    def folders(self) -> list[str]:
        """Return every folder with files of Terraform."""
        found = (path for path in self.folder.paths if path.lower().endswith(_ENDINGS + _JSON))
        return sorted({posixpath.dirname(path) for path in found})

    def roots(self) -> list[str]:
        """Return the folders that no other one calls, the topmost first."""
        every = self.folders()
        called = {
            target
            for folder in every
            for path in self._files(folder)
            for source in _LOCAL.findall(self.folder.bytes_of(path)[0].decode("utf-8", "replace"))
            if (target := inside(folder, source)) is not None and target != folder
        }
        found = [folder for folder in every if folder not in called] or every
        return sorted(found, key=lambda folder: (folder.count("/") + bool(folder), folder))

    def module(self, folder: str) -> Module:
        """Return the module in a folder. Raises DocumentInvalid if a file is not HCL, or if there are too many."""
        if folder not in self._known:
            if len(self._known) >= _MODULES_MAX:
                raise DocumentInvalid(f"more than {_MODULES_MAX} modules are called", code="document.too_large")
            self._known[folder] = self._parsed(folder)
        return self._known[folder]

    def text_of(self, folder: str, path: str) -> str | None:
        """Return the text of a file that an expression of a module reads; None if it was not given."""
        for one in (posixpath.normpath(path), inside(folder, path)):
            if one is not None and one in self.folder:
                raw, _ = self.folder.bytes_of(one)
                self._grown(one, len(raw))
                return raw.decode("utf-8", "replace")
        return None

    def _files(self, folder: str) -> list[str]:
        return [path for path in self.folder.below(folder) if path.lower().endswith(_ENDINGS + _JSON)]

    def _parsed(self, folder: str) -> Module:
        blocks: list[ParsedBlock] = []
        for path in self._files(folder):
            raw, before = self.folder.bytes_of(path)
            self._grown(path, len(raw))
            if not raw.strip():
                continue
            source = Source(raw, path)
            found = blocks_of(source, before) if path.lower().endswith(_JSON) else parse_hcl(source.text, before)
            blocks.extend(found)
        names = [path for path in self.folder.below(folder) if path.lower().endswith((".tfvars", ".tfvars.json"))]
        read = [path for path in names if _is_read_alone(posixpath.basename(path).lower())]
        given: dict[str, Any] = {}
        for path in sorted(read, key=lambda path: (".auto." in path.lower(), path)):
            given |= dict(self._variables(path))
        return Module(folder, blocks, given, tuple(path for path in names if path not in read))

    def _variables(self, path: str) -> Iterator[tuple[str, Any]]:
        raw, before = self.folder.bytes_of(path)
        self._grown(path, len(raw))
        source = Source(raw, path)
        if not raw.strip():
            return
        if path.lower().endswith(".json"):
            yield from ((name, ExpressionJson(value, before + 1)) for name, value in source.data.items())
        else:
            yield from parse_body(source.text, before).attributes.items()

    def _grown(self, path: str, size: int) -> None:
        self._size += size
        if self._size > _HCL_BYTES_MAX:
            raise DocumentInvalid(
                f"{path}: the Terraform files that are needed are over {_HCL_BYTES_MAX // MIB} MB in total; use the "
                "JSON of terraform show -json",
                code="document.too_large",
            )


def _is_read_alone(name: str) -> bool:
    """Does Terraform read a file of variables without being told to?"""
    return name in ("terraform.tfvars", "terraform.tfvars.json") or name.endswith((".auto.tfvars", ".auto.tfvars.json"))


def root_of(modules: Modules, given: Mapping[str, str]) -> str:
    """Return the folder to read: the one that a person chose, else the topmost one that no other calls.

    Raises DocumentInvalid if there is no such folder.
    """
    roots = modules.roots()
    wanted = given.get(ROOT)
    if wanted is None:
        return roots[0]
    folder = inside("", wanted)
    if folder is None or folder not in modules.folders():
        listed = ", ".join(root or "." for root in roots[:20])
        raise DocumentInvalid(f"{ROOT}: {wanted[:200]!r} has no Terraform files; there are {listed}", path=ROOT)
    return folder
