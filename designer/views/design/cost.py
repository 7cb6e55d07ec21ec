"""The arithmetic of a number on the cost page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.month_cost import Supposed, costing, known_capacity, month_of
from designer.page.regions.cost_arithmetic import opened
from designer.page.regions.cost_rows import ahead_of
from designer.page.scene import PagePlace
from designer.page.scenes import scene_of
from exporter.documents.hand_out import HandOut, as_text, hand_out_of
from exporter.documents.typesetting import hand_out_as_pdf
from exporter.targets.base import safe_name
from modeler.permissions import Action


@allows(Action.SEE)
@never_cache
@require_GET
def cost_arithmetic(request: DesignRequest) -> HttpResponse:
    """The steps of the number in ``of``, for the assumptions in the rest of the query (`month_cost.Supposed`)."""
    scene = scene_of(request.design.pk)
    with costing(scene):
        supposed = Supposed.of(PagePlace.of(request.GET.dict()))
        supposed, number = ahead_of(supposed, request.GET.get("of", "mode"))
        found = opened(month_of(scene, supposed), number)
    return render(request, "designer/parts/cost/sum.html", {"sum": found, "revision": scene.revision})


@allows(Action.SEE)
@never_cache
@require_GET
def cost_hand_out_pdf(request: DesignRequest) -> HttpResponse:
    """The cost of the design, of the assumptions in the query and of its scenarios, on one page."""
    content = hand_out_as_pdf(_hand_out(request), changed=request.design.updated_at)
    return _named(HttpResponse(content, content_type="application/pdf"), request, "pdf")


@allows(Action.SEE)
@never_cache
@require_GET
def cost_hand_out_text(request: DesignRequest) -> HttpResponse:
    """The same as plain text."""
    content = as_text(_hand_out(request))
    return _named(HttpResponse(content, content_type="text/plain; charset=utf-8"), request, "txt")


def _hand_out(request: DesignRequest) -> HandOut:
    scene = scene_of(request.design.pk)
    supposed = Supposed.of(PagePlace.of(request.GET.dict()))
    changed = request.design.updated_at
    edition = f"Cost at revision {scene.revision}, {changed.day} {changed:%B %Y}"
    with costing(scene):
        return hand_out_of(scene.design, supposed.what_if(), edition=edition, cache=known_capacity(scene))


def _named(answer: HttpResponse, request: DesignRequest, ending: str) -> HttpResponse:
    filename = f"{safe_name(request.design.name)}-cost.{ending}"
    answer["Content-Disposition"] = content_disposition_header(False, filename) or "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
