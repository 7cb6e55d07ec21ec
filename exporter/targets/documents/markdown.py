"""The design document as Markdown, for a repository: GitHub's tables, maps as Mermaid."""

from __future__ import annotations

from typing import Final

from exporter.documents.as_markdown import as_markdown
from exporter.targets.base import Export, ExportFile, Target, TargetKind, safe_name
from exporter.targets.documents.common import document_and_losses
from modeler.core.design.model import Design


def _build(design: Design) -> Export:
    document, losses = document_and_losses(design)
    return Export((ExportFile(f"{safe_name(design.name)}.md", as_markdown(document)),), losses)


TARGET: Final = Target(
    "markdown", "Design document, Markdown", ("<design>.md",), "text/markdown", _build, TargetKind.DOCUMENTS
)
