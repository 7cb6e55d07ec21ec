"""Keysheet's own JSON (version 1): read by modeler.core.documents.reading, with nothing lost and nothing inferred."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.support.base import Imported, Importer
from exporter.importers.support.leading_zeros import lost_zeros, plain_numbers
from exporter.importers.support.source import Source
from modeler.core.documents import reading


def _claims(source: Source) -> bool:
    return "keysheet" in source.data


def _read(data: Mapping[str, Any]) -> Imported:
    return Imported(reading.from_document(dict(data)), tuple(lost_zeros(plain_numbers(data))), is_own=True)


IMPORTER: Final = Importer("keysheet", "a Keysheet design", _claims, lambda source: _read(source.data))
