"""The design as a PDF, shown in the browser: the whole document, or only its key sheets."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.scene import Scene
from designer.page.scenes import KeptValues, scene_of
from exporter.documents import document_of
from exporter.documents.typesetting import Part, as_pdf
from exporter.services.inline_limits import is_short
from exporter.targets.base import safe_name
from modeler.permissions import Action
from modeler.revision_analysis import analysis_now

DOCUMENTS_KEPT: Final = 8

_documents: Final[KeptValues[tuple[UUID, int, str], bytes]] = KeptValues(DOCUMENTS_KEPT)


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_document(request: DesignRequest) -> HttpResponse:
    """The whole design as a PDF, shown in the browser; a job writes a long one, and its page waits for it."""
    if not is_short(request.design):
        return redirect("design-export-target", request.design.pk, "pdf")
    return _document(request, "document")


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_sheet_document(request: DesignRequest) -> HttpResponse:
    """Only its key sheets."""
    return _document(request, "sheet")


def _document(request: DesignRequest, part: Part) -> HttpResponse:
    scene = scene_of(request.design.pk)
    # Typesetting a large design takes seconds: repeated and simultaneous requests share the result.
    content = _documents.get((scene.design_id, scene.revision, part), lambda: _set(request, scene, part))
    answer = HttpResponse(content, content_type="application/pdf")
    name = safe_name(request.design.name)
    filename = f"{name}.pdf" if part == "document" else f"{name}-key-sheet.pdf"
    answer["Content-Disposition"] = content_disposition_header(False, filename) or "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _set(request: DesignRequest, scene: Scene, part: Part) -> bytes:
    findings = scene.findings
    if scene.is_behind:
        findings = analysis_now(request.design).result["findings"]["findings"]
    changed = request.design.updated_at
    edition = f"Revision {scene.revision}, {changed.day} {changed:%B %Y}"
    return as_pdf(document_of(scene.design, findings, edition=edition), part, changed=changed)
