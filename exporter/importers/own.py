"""The project's own JSON (version 1): read by modeler.core.documents, nothing lost and nothing guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.base import Imported, Importer
from modeler.core import documents


def _sniff(data: Mapping[str, Any]) -> bool:
    return "keysheet" in data


def _read(data: Mapping[str, Any]) -> Imported:
    return Imported(documents.from_document(dict(data)))


IMPORTER: Final = Importer("keysheet", "a Keysheet design", _sniff, _read)
