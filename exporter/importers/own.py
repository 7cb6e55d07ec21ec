"""The project's own JSON (version 1): read by modeler.core.documents, nothing lost and nothing guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.base import Imported, Importer
from exporter.importers.source import Source
from modeler.core import documents


def _claims(source: Source) -> bool:
    return "keysheet" in source.data


def _read(data: Mapping[str, Any]) -> Imported:
    return Imported(documents.from_document(dict(data)))


IMPORTER: Final = Importer("keysheet", "a Keysheet design", _claims, lambda source: _read(source.data))
