"""The Traffic page: a scenario simulated by a job, with a second run beside it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.scenes import scene_of
from designer.page.traffic.shown_runs import shown_runs
from designer.page.traffic.traffic_form import TrafficForm
from designer.views.design.pages import page_context
from designer.views.moving import unless_same
from exporter.services.endpoint_access import import_endpoints
from exporter.services.simulation_jobs import Shown, simulation_begin, simulation_shown
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.core.simulation.scenario import BY_NAME
from modeler.jobs import job_cancel
from modeler.permissions import Action, may


@allows(Action.SEE)
@never_cache
@require_GET
def design_traffic(request: DesignRequest) -> HttpResponse:
    """The newest simulation, or the one in the address, with the form for another. ``scenario=`` chooses one."""
    return _page(request, _looked(request))


@allows(Action.SEE)
@never_cache
@require_GET
@unless_same
def traffic_shown(request: DesignRequest) -> HttpResponse:
    """The simulation alone, requested when a job progresses."""
    context = {**_simulation_context(request, _looked(request)), "design": request.design}
    return render(request, "designer/design/traffic.html#simulation", context)


@allows(Action.COMMENT)
@require_POST
def traffic_begin(request: DesignRequest) -> HttpResponse:
    """Simulate a scenario by a job. Guests who may only look cannot begin one: it takes a worker's time."""
    form = _form(request, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, _looked(request), 422, form=form)
    try:
        job = simulation_begin(design_id=request.design.pk, by=request.user, asked=form.asked)
    except (Conflict, Forbidden, Invalid, Missing) as refusal:
        return _page(request, _looked(request), 422, form=form, refusal=refusal.message)
    return redirect(_address(request, job.pk))


@allows(Action.COMMENT)
@require_POST
def traffic_stop(request: DesignRequest, simulation_id: UUID) -> HttpResponse:
    """Stop a simulation."""
    simulation_shown(design_id=request.design.pk, by=request.user, job_id=simulation_id)
    with suppress(Conflict):
        job_cancel(job_id=simulation_id, by=request.user)
    return redirect(_address(request, simulation_id))


def _form(request: DesignRequest, *posted: Any, **more: Any) -> TrafficForm:
    endpoints = [one.name for one in import_endpoints(request.design.role, request.design.workspace_id)]
    return TrafficForm(scene_of(request.design.pk).design, *posted, endpoints=endpoints, **more)


def _address(request: DesignRequest, job_id: UUID) -> str:
    return f"{reverse('design-traffic', args=[request.design.pk])}?{urlencode({'run': str(job_id)})}"


def _looked(request: DesignRequest) -> Shown | None:
    return simulation_shown(design_id=request.design.pk, by=request.user, job_id=request.GET.get("run", "") or None)


def _page(request: DesignRequest, simulation: Shown | None, status: int = 200, **more: Any) -> HttpResponse:
    asked = simulation.job.payload if simulation else None
    scenario = request.GET.get("scenario", "")
    if scenario in BY_NAME:
        # A link of a finding: its scenario, with nothing else of an earlier run.
        asked = {"scenario": scenario, "given": {}, "changes": {}}
    form = more.pop("form", None) or _form(request, asked=asked)
    is_pinned = simulation and (status != 200 or "run" in request.GET)
    context = page_context(
        request,
        tab="traffic",
        form=form,
        pinned=str(simulation.job.pk) if simulation and is_pinned else "",
        **{**_simulation_context(request, simulation), **more},
    )
    return render(request, "designer/design/traffic.html", context, status=status)


def _simulation_context(request: DesignRequest, simulation: Shown | None) -> dict[str, Any]:
    """Context of a simulation."""
    if simulation is None:
        return {"simulation": None}
    found = simulation.found
    return {
        "simulation": simulation,
        "progress": simulation.job.progress,
        "scenario_title": BY_NAME[simulation.job.payload["scenario"]].title,
        "is_older": simulation.revision != request.design.revision,
        "may_begin": may(request.design.role, Action.COMMENT),
        "run": shown_runs(found) if found else None,
    }
