"""Drift: comparing a design with what is deployed, from a file or from a declared endpoint."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.forms import DriftForm
from designer.page.regions.findings import shown_finding
from designer.page.scenes import scene_of
from designer.throttle import IMPORT, LIVE
from designer.views.design.pages import page_context
from designer.views.transfer.import_page import progress_of
from designer.views.transfer.imports import TOO_OFTEN, sentence
from exporter.services.drift_jobs import (
    Comparing,
    drift_begin_with_file,
    drift_begin_with_live,
    drift_forget,
    drift_look,
)
from exporter.services.endpoint_access import import_endpoints
from exporter.services.import_drafts import KEPT_SECONDS
from modeler.core.errors import Invalid, KeysheetError
from modeler.permissions import Action

TOLD_MAX: Final = 300


@allows(Action.SEE)
@never_cache
@require_GET
def design_drift(request: DesignRequest) -> HttpResponse:
    """The sources with which it can be compared."""
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
        found = drift_begin_with_file(design_id=request.design.pk, by=request.user, **asked)
    except Invalid as error:
        return _page(request, 422, form=form, refusal=sentence(error))
    return redirect("drift-of", request.design.pk, found.held.token)


@allows(Action.PROVISION)
@require_POST
def drift_live(request: DesignRequest) -> HttpResponse:
    """Compare it with live tables."""
    asked = {name: request.POST.get(name, "")[:2000] for name in ("endpoint", "names")}
    if not LIVE.admits(str(request.user.pk)):
        return _page(request, 429, refusal=TOO_OFTEN, asked=asked)
    try:
        found = drift_begin_with_live(design_id=request.design.pk, by=request.user, **asked)
    except KeysheetError as error:
        return _page(request, 422, refusal=sentence(error), asked=asked)
    return redirect("drift-of", request.design.pk, found.held.token)


@allows(Action.SEE)
@never_cache
@require_GET
def drift_of(request: DesignRequest, token: str) -> HttpResponse:
    """The result; while the comparison runs, its progress."""
    return _page(request, found=drift_look(design_id=request.design.pk, token=token, by=request.user))


@allows(Action.SEE)
@never_cache
@require_GET
def drift_progress(request: DesignRequest, token: str) -> HttpResponse:
    """The progress of the comparison, polled by the page until it is done."""
    found = drift_look(design_id=request.design.pk, token=token, by=request.user)
    return render(request, "designer/parts/imports/progress.html", _progress(request, found))


@allows(Action.SEE)
@require_POST
def drift_stop(request: DesignRequest, token: str) -> HttpResponse:
    """Stop the comparison."""
    drift_forget(design_id=request.design.pk, token=token, by=request.user)
    return redirect("design-drift", request.design.pk)


def _page(request: DesignRequest, status: int = 200, found: Comparing | None = None, **more: Any) -> HttpResponse:
    shown: dict[str, Any] = {
        "endpoints": import_endpoints(request.design.role, request.design.workspace_id),
        "form": DriftForm(auto_id="drift-%s"),
        "asked": {},
        **more,
    }
    if found is not None:
        shown |= {"found": found, "stop_at": reverse("drift-stop", args=[request.design.pk, found.held.token])}
        shown |= {**_progress(request, found), **_drift(request, found)}
    context = page_context(request, tab="drift", **shown)
    return render(request, "designer/transfer/drift.html", context, status=status)


def _progress(request: DesignRequest, found: Comparing) -> dict[str, Any]:
    at = [request.design.pk, found.held.token]
    return progress_of(found, reverse("drift-progress", args=at), reverse("drift-of", args=at))


def _drift(request: DesignRequest, found: Comparing) -> dict[str, Any]:
    drift = found.drift
    if drift is None:
        return {}
    scene = scene_of(request.design.pk)
    findings = [shown_finding(scene, one.as_json()) for one in drift.findings]
    told, left = drift.told[:TOLD_MAX], max(0, len(drift.told) - TOLD_MAX)
    return {
        "drift": drift,
        "findings": findings,
        "told": told,
        "more_told": left,
        "has_moved": drift.revision != request.design.revision,
        "minutes": KEPT_SECONDS // 60,
    }
