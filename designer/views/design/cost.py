"""The arithmetic of a number on the cost page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.month_cost import Supposed, costing, month_of
from designer.page.regions.cost_arithmetic import opened
from designer.page.scene import PagePlace
from designer.page.scenes import scene_of
from modeler.permissions import Action


@allows(Action.SEE)
@never_cache
@require_GET
def cost_arithmetic(request: DesignRequest) -> HttpResponse:
    """The steps of the number in ``of``, for the assumptions in the rest of the query (`month_cost.Supposed`)."""
    scene = scene_of(request.design.pk)
    with costing(scene):
        month = month_of(scene, Supposed.of(PagePlace.of(request.GET.dict())))
        found = opened(month, request.GET.get("of", "mode"))
    return render(request, "designer/parts/cost/sum.html", {"sum": found, "revision": scene.revision})
