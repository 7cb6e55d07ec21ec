"""The Load proof page: some seconds of a scenario on an endpoint, beside the simulation of the same seconds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.traffic.load_form import LoadForm
from designer.page.traffic.shown_loads import shown_load
from designer.views.design.pages import page_context
from designer.views.moving import unless_same
from designer.views.transfer.own_runs import own_run, stop_job
from exporter.loads.services import LOADS_SHOWN, load_announced, load_begin, load_endpoints, load_for, loads_of
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.permissions import Action, may


@allows(Action.SEE)
@never_cache
@require_GET
def design_loads(request: DesignRequest) -> HttpResponse:
    """The load proofs of this design, and the form for another; with `check`, what the load in the address costs."""
    if "check" not in request.GET or not may(request.design.role, Action.PROVISION):
        return _page(request, _form(request))
    form = _form(request, request.GET)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        told = load_announced(design_id=request.design.pk, by=request.user, asked=form.asked)
    except (Conflict, Forbidden, Invalid, Missing) as refusal:
        return _page(request, form, 422, refusal=refusal.message)
    return _page(request, form, announced=told)


@allows(Action.SEE)
@never_cache
@require_GET
@unless_same
def loads_shown(request: DesignRequest) -> HttpResponse:
    """The load proofs alone, requested when a job progresses."""
    return render(request, "designer/transfer/loads.html#loads", {"design": request.design, **_list(request)})


@allows(Action.PROVISION)
@require_POST
def loads_begin(request: DesignRequest) -> HttpResponse:
    """Send a load by a job."""
    form = _form(request, request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        load_begin(design_id=request.design.pk, by=request.user, asked=form.asked)
    except (Conflict, Forbidden, Invalid, Missing) as refusal:
        return _page(request, form, 422, refusal=refusal.message)
    return redirect("design-loads", request.design.pk)


@allows(Action.PROVISION)
@require_POST
def load_stop(request: DesignRequest, load_id: UUID) -> HttpResponse:
    """Stop a load; its tables are removed."""
    stop_job(request, own_run(request, load_id, load_for, "load").job)
    return redirect("design-loads", request.design.pk)


def _form(request: DesignRequest, given: QueryDict | None = None) -> LoadForm:
    design = request.design
    found = load_endpoints(design) if may(design.role, Action.PROVISION) else ()
    last = loads_of(request.user, design.pk).first() if given is None else None
    return LoadForm(
        given,
        endpoints=[one.name for one in found],
        scenario=request.GET.get("scenario", ""),
        last=last.asked if last else None,
    )


def _page(request: DesignRequest, form: LoadForm, status: int = 200, **more: Any) -> HttpResponse:
    context = page_context(request, tab="traffic", form=form, **_list(request), **more)
    return render(request, "designer/transfer/loads.html", context, status=status)


def _list(request: DesignRequest) -> dict[str, Any]:
    runs = loads_of(request.user, request.design.pk)[:LOADS_SHOWN]
    return {
        "runs": [shown_load(run) for run in runs],
        "may_provision": may(request.design.role, Action.PROVISION),
    }
