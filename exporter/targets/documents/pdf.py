"""The design document as a tagged PDF, typeset like the page's print view."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Final

from exporter.documents.typesetting import as_pdf, missing_characters
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, safe_name
from exporter.targets.documents.common import document_and_losses
from modeler.core.design.model import Design

EPOCH: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of the file, the same for the same design: a target has no clock."""

_SHOWN: Final = 12
"""Missing characters that the report lists."""


def _build(design: Design) -> Export:
    document, losses = document_and_losses(design)
    if missing := missing_characters(json.dumps(asdict(document), ensure_ascii=False)):
        shown = " ".join(missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        losses = (
            *losses,
            Loss(
                "design",
                f"no typeface of this machine has {shown}{more}: these characters are boxes in the PDF; install one "
                "that has them, such as Noto Sans CJK, or export html",
            ),
        )
        document = replace(document, left_out=(*document.left_out, f"{losses[-1].path}: {losses[-1].message}"))
    made = ExportFile(f"{safe_name(design.name)}.pdf", binary=as_pdf(document, changed=EPOCH))
    return Export((made,), losses)


TARGET: Final = Target(
    "pdf", "Design document, PDF", ("<design>.pdf",), "application/pdf", _build, TargetKind.DOCUMENTS, is_slow=True
)
