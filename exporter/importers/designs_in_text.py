"""Tells a text that holds a whole design, or SQL that becomes one, from a text of requirements."""

from __future__ import annotations

from typing import Final

from exporter.importers import IMPORTERS, import_text
from exporter.importers.beginnings import is_beginning
from exporter.importers.support.base import Importer
from exporter.importers.support.folders import is_zip
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid

_LINES: Final = frozenset({"patterns", "csv"})
"""Importers of what the board of requirements reads as lines itself."""
_READ_MAX: Final = 200_000


def is_design(source: Source) -> bool:
    """Return whether a file claims to be a design, or DDL that becomes one: neither lines nor a file that has lines."""
    return is_zip(source.raw) or _importer(source) is not None


def design_title(text: str) -> str:
    """Return what a text is if it is a design: "SQL that creates tables". '' for requirements, and for what only looks
    like a design: "create a table of a guest (5/s)". Only a text of at most 200,000 bytes is read to tell these apart.
    """
    source = Source(text.encode())
    try:
        importer = _importer(source)
        if importer is not None and len(source.raw) <= _READ_MAX:
            import_text(source.raw)
    except DocumentInvalid:
        return ""
    return importer.title if importer is not None else ""


def _importer(source: Source) -> Importer | None:
    if is_beginning(source):
        return None
    return next((one for one in IMPORTERS if one.name not in _LINES and one.claims(source)), None)
