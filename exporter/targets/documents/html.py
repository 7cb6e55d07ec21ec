"""The design document as one HTML file that fetches nothing and runs nothing."""

from __future__ import annotations

from typing import Final

from exporter.documents.as_html import as_html
from exporter.targets.base import Export, ExportFile, Target, TargetKind, safe_name
from exporter.targets.documents.common import document_and_losses
from modeler.core.design.model import Design


def _build(design: Design) -> Export:
    document, losses = document_and_losses(design)
    return Export((ExportFile(f"{safe_name(design.name)}.html", as_html(document)),), losses)


TARGET: Final = Target("html", "Design document, HTML", ("<design>.html",), "text/html", _build, TargetKind.DOCUMENTS)
