"""A file before its format is known: its bytes, its name, and what can be read of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from exporter.importers.support.folders import Folder
from exporter.importers.support.json_reading import parse_object, read_text
from exporter.importers.support.report_lines import ReportLine


class Source:
    """Bytes and a name, which can be ''; everything else is read once, on first access.

    Reading raises DocumentInvalid with a sentence and a place, as `read_json` and `read_text` do.
    """

    def __init__(
        self,
        raw: bytes,
        filename: str = "",
        given: Mapping[str, str] | None = None,
        folder: Folder | None = None,
        files: Sequence[str] = (),
    ) -> None:
        """`given` are values of parameters that a person chose; `folder` holds the files given together with this.

        `files` are the paths in that folder whose joined bytes these are.
        """
        self.raw = raw
        self.filename = filename
        self.given = given or {}
        self.folder = folder
        self.files = tuple(files)

    @property
    def extension(self) -> str:
        """The file name's extension, lower case and without its dot; '' if it has none."""
        name = self.filename.rsplit("/", 1)[-1]
        return name.rsplit(".", 1)[-1].lower() if "." in name else ""

    @cached_property
    def text(self) -> str:
        """The whole file as text, its limits checked first."""
        return read_text(self.raw)

    @cached_property
    def looks_like_json(self) -> bool:
        """Does it begin as a JSON object or list does?"""
        return self.text.lstrip()[:1] in ("{", "[")

    @cached_property
    def is_json_lines(self) -> bool:
        """Is its first line a complete object, with a second one below? JSON that spans several lines
        begins differently.
        """
        lines = self.text.lstrip().split("\n", 2)
        return len(lines) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines[:2])

    @cached_property
    def _json(self) -> tuple[Mapping[str, Any], tuple[ReportLine, ...]]:
        is_object = self.text.lstrip()[:1] == "{" and not self.is_json_lines
        return parse_object(self.text) if is_object else ({}, ())

    @property
    def data(self) -> Mapping[str, Any]:
        """The JSON object that the file is; empty if it is a list, one object per line, or not JSON."""
        return self._json[0]

    @property
    def lines(self) -> tuple[ReportLine, ...]:
        """What was reported while the JSON was read: duplicate members."""
        return self._json[1]
