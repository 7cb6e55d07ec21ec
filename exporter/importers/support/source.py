"""A file that somebody gives, before anybody knows its format: its bytes, its name, and what can be read of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from exporter.importers.support.json_reading import parse_object, read_text
from exporter.importers.support.report_lines import ReportLine


class Source:
    """Bytes and a name, which may be ''; everything else is read once, when it is asked for.

    Reading raises DocumentInvalid with a sentence and a place, as `read_json` and `read_text` say.
    """

    def __init__(self, raw: bytes, filename: str = "") -> None:
        self.raw = raw
        self.filename = filename

    @property
    def extension(self) -> str:
        """What the file's name ends with, small and without its dot; '' where it has none."""
        name = self.filename.rsplit("/", 1)[-1]
        return name.rsplit(".", 1)[-1].lower() if "." in name else ""

    @cached_property
    def text(self) -> str:
        """The whole file as text, bounds judged first."""
        return read_text(self.raw)

    @cached_property
    def looks_like_json(self) -> bool:
        """Does it begin as a JSON object or list does?"""
        return self.text.lstrip()[:1] in ("{", "[")

    @cached_property
    def is_json_lines(self) -> bool:
        """Is its first line an object of its own, with a second one below? JSON over several lines begins otherwise."""
        lines = self.text.lstrip().split("\n", 2)
        return len(lines) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines[:2])

    @cached_property
    def _json(self) -> tuple[Mapping[str, Any], tuple[ReportLine, ...]]:
        is_object = self.text.lstrip()[:1] == "{" and not self.is_json_lines
        return parse_object(self.text) if is_object else ({}, ())

    @property
    def data(self) -> Mapping[str, Any]:
        """The JSON object that the file is; empty where it is none, but a list, an object a line or no JSON at all."""
        return self._json[0]

    @property
    def lines(self) -> tuple[ReportLine, ...]:
        """What was noticed while the JSON was read: members that one object has twice."""
        return self._json[1]
