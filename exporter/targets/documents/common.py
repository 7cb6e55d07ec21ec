"""Shared by the document targets: the document of a design, and what it cannot represent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exporter.documents import Document, document_of
from exporter.targets.base import Loss
from exporter.targets.support.per_design_cache import analysed, once
from modeler.core.design.model import Design


@once
def document_and_losses(design: Design) -> tuple[Document, tuple[Loss, ...]]:
    """Return the whole document, which lists what it cannot represent."""
    findings = [finding.as_json() for finding in analysed(design).findings]
    first = document_of(design, findings)
    losses = tuple(_losses(first))
    left_out = [f"{loss.path}: {loss.message}" for loss in losses]
    return replace(first, left_out=tuple(left_out)), losses


def _losses(document: Document) -> Iterator[Loss]:
    yield Loss("design", "this document is for people: it cannot be imported, and it leaves out muted findings")
    for grid in document.grids:
        if grid.left_out:
            place = f"tables.{grid.table}.indexes.{grid.index}" if grid.index else f"tables.{grid.table}"
            yield Loss(place, grid.left_out)
    for flow in document.flows:
        if flow.left_out:
            yield Loss(f"tables.{flow.table}", flow.left_out)
    if document.findings_left_out:
        yield Loss("findings", document.findings_left_out)
