"""What makes every place quick to reach: places for the palette, search, a design from lines of text, the design as a
document to print.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.forms import LinesForm
from designer.page.places import place_of_part, places
from designer.page.scene import Scene
from designer.page.scenes import Kept, scene_of
from designer.views.home import home_context
from exporter.documents import document_of
from exporter.documents.typesetting import Part, as_pdf
from exporter.services.inline_limits import is_short
from exporter.targets.base import safe_name
from modeler.core.design.parts import PartKind
from modeler.design_from_text import design_begin, design_from_lines
from modeler.permissions import Action
from modeler.revision_analysis import analysis_now
from modeler.search import search

NOTES_SHOWN: Final = 5
DOCUMENTS_KEPT: Final = 8

_documents: Final[Kept[tuple[UUID, int, str], bytes]] = Kept(DOCUMENTS_KEPT)


@allows(Action.SEE)
@never_cache
@require_GET
def design_places(request: DesignRequest) -> HttpResponse:
    """Every place of a design, for the palette: ``{"revision", "places": [{"label", "kind", "where", "href"}]}``."""
    scene = scene_of(request.design.pk)
    return JsonResponse({"revision": scene.revision, "places": list(places(scene, request.design.role))})


@signed_in
@never_cache
@require_GET
def search_all(request: HttpRequest) -> HttpResponse:
    """What is called so in any design that the person may see; the same shape as the places of one design."""
    found = search(request.user, request.GET.get("q", ""))
    return JsonResponse(
        {
            "places": [
                {
                    "label": " ".join(filter(None, (hit.code, hit.name))),
                    "kind": str(hit.kind),
                    "where": "" if hit.kind is PartKind.DESIGN else hit.design_name,
                    "href": reverse("design", args=[hit.design]) + place_of_part(hit.kind, hit.part),
                }
                for hit in found
            ]
        }
    )


@signed_in
@require_POST
def design_from_text(request: HttpRequest) -> HttpResponse:
    """A new design from access patterns as text, one a line."""
    form = LinesForm(request.POST, auto_id="lines-%s")
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, lines_form=form), status=422)
    made, notes = design_from_lines(by=request.user, **form.cleaned_data)
    _say(request, notes)
    return redirect("design", made.pk)


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_document(request: DesignRequest) -> HttpResponse:
    """The whole design as a PDF, shown in the browser; a long one is written by a job, which its page waits for."""
    if not is_short(request.design):
        return redirect("design-export-target", request.design.pk, "pdf")
    return _document(request, "document")


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_sheet_document(request: DesignRequest) -> HttpResponse:
    """Its key sheets alone."""
    return _document(request, "sheet")


def _document(request: DesignRequest, part: Part) -> HttpResponse:
    scene = scene_of(request.design.pk)
    # Setting a large design takes seconds: who asks again, or at once with others, shares what is made.
    content = _documents.get((scene.design_id, scene.revision, part), lambda: _set(request, scene, part))
    answer = HttpResponse(content, content_type="application/pdf")
    name = safe_name(request.design.name)
    filename = f"{name}.pdf" if part == "document" else f"{name}-key-sheet.pdf"
    answer["Content-Disposition"] = content_disposition_header(False, filename) or "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _set(request: DesignRequest, scene: Scene, part: Part) -> bytes:
    findings = scene.findings
    if scene.analysed != scene.revision:
        findings = analysis_now(request.design).result["findings"]["findings"]
    changed = request.design.updated_at
    edition = f"Revision {scene.revision}, {changed.day} {changed:%B %Y}"
    return as_pdf(document_of(scene.design, findings, edition=edition), part, changed=changed)


@allows(Action.EDIT)
@require_POST
def design_begin_here(request: DesignRequest) -> HttpResponse:
    """The same in a design that is still empty: ``{"notes": [...]}``, what was not understood."""
    notes = design_begin(design_id=request.design.pk, text=request.POST.get("text", ""), by=request.user)
    return JsonResponse({"notes": notes})


def _say(request: HttpRequest, notes: tuple[str, ...]) -> None:
    """What was not understood, the first few; the patterns themselves are there all the same."""
    for note in notes[:NOTES_SHOWN]:
        messages.warning(request, note)
    if len(notes) > NOTES_SHOWN:
        messages.warning(request, f"and {len(notes) - NOTES_SHOWN} more notes of this kind")
