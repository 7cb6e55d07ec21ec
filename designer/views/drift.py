"""Drift: a design beside what stands, as a file says it or as a declared endpoint does."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.forms import DriftForm
from designer.live.regions.findings import shown_finding
from designer.live.scenes import scene_of
from designer.throttle import IMPORT, LIVE
from designer.views.designs import page_context
from designer.views.imports import TOO_OFTEN, sentence
from exporter.services.drifting import Drift, drift_with_file, drift_with_live
from exporter.services.live_imports import import_endpoints
from modeler.core.errors import Invalid, KeysheetError
from modeler.permissions import Action

TOLD_MAX = 300


@allows(Action.SEE)
@never_cache
@require_GET
def design_drift(request: DesignRequest) -> HttpResponse:
    """What it may be compared with."""
    return _page(request)


@allows(Action.SEE)
@require_POST
def drift_file(request: DesignRequest) -> HttpResponse:
    """Compare it with a file."""
    form = DriftForm(request.POST, request.FILES, auto_id="drift-%s")
    if not IMPORT.admits(str(request.user.pk)):
        return _page(request, 429, form=form, refusal=TOO_OFTEN)
    if not form.is_valid():
        return _page(request, 422, form=form)
    asked = {"raw": form.raw, "filename": form.filename, "names": form.cleaned_data["names"]}
    try:
        found = drift_with_file(design_id=request.design.pk, by=request.user, **asked)
    except Invalid as error:
        return _page(request, 422, form=form, refusal=sentence(error))
    return _page(request, drift=found)


@allows(Action.PROVISION)
@never_cache
@require_GET
def drift_live(request: DesignRequest) -> HttpResponse:
    """Compare it with live tables."""
    asked = {name: request.GET.get(name, "")[:2000] for name in ("endpoint", "names")}
    if not LIVE.admits(str(request.user.pk)):
        return _page(request, 429, refusal=TOO_OFTEN, asked=asked)
    try:
        found = drift_with_live(design_id=request.design.pk, by=request.user, **asked)
    except KeysheetError as error:
        return _page(request, 422, refusal=sentence(error), asked=asked)
    return _page(request, drift=found, asked=asked)


def _page(request: DesignRequest, status: int = 200, drift: Drift | None = None, **more: Any) -> HttpResponse:
    shown: dict[str, Any] = {
        "endpoints": import_endpoints(),
        "form": DriftForm(auto_id="drift-%s"),
        "asked": {},
        **more,
    }
    if drift is not None:
        scene = scene_of(request.design.pk)
        findings = [shown_finding(scene, one.as_json()) for one in drift.findings]
        told, left = drift.told[:TOLD_MAX], max(0, len(drift.told) - TOLD_MAX)
        shown |= {"drift": drift, "findings": findings, "told": told, "more_told": left}
    context = page_context(request, tab="drift", **shown)
    return render(request, "designer/design_drift.html", context, status=status)
