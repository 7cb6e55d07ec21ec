"""The design document as a tagged PDF, typeset like the page's print view."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from exporter.documents.typesetting import as_pdf
from exporter.targets.base import Export, ExportFile, Target, TargetKind, safe_name
from exporter.targets.documents.common import document_and_losses
from modeler.core.design.model import Design

EPOCH: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of the file, the same for the same design: a target has no clock."""


def _build(design: Design) -> Export:
    document, losses = document_and_losses(design)
    made = ExportFile(f"{safe_name(design.name)}.pdf", binary=as_pdf(document, changed=EPOCH))
    return Export((made,), losses)


TARGET: Final = Target(
    "pdf", "Design document, PDF", ("<design>.pdf",), "application/pdf", _build, TargetKind.DOCUMENTS, is_slow=True
)
