"""Keysheet JSON: the whole design, with nothing lost."""

from __future__ import annotations

from typing import Final

from exporter.targets.base import Export, ExportFile, Target, safe_name
from modeler.core.design.model import Design
from modeler.core.documents import reading


def _build(design: Design) -> Export:
    return Export((ExportFile(f"{safe_name(design.name)}.keysheet.json", reading.dump(design)),))


TARGET: Final = Target("json", "Keysheet JSON", ("<design>.keysheet.json",), "application/json", _build)
