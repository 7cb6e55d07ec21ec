"""Proving a design on an endpoint: starting a run, its progress, its results, and removing its tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from designer.views.moving import unless_same
from designer.views.transfer.own_runs import own_run, stop_job
from exporter.models import ProvisioningRun
from exporter.models.provisioning import MOVING
from exporter.provisioning.rows import Status
from exporter.services.endpoint_access import endpoints_for
from exporter.services.provisioning import (
    RUNS_SHOWN,
    lab_offered,
    lab_start,
    plan_summary,
    run_extend,
    run_for,
    run_look,
    run_start,
    run_teardown,
    runs_of,
)
from exporter.services.runs.expiring import is_expiring
from exporter.services.runs.standing import HOUR_CHOICES, HOURS
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.errors import Invalid, KeysheetError
from modeler.permissions import Action, may
from modeler.synthesis.proof_items import lacks_items, proof_items_add


@allows(Action.SEE)
@never_cache
@require_GET
def design_provision(request: DesignRequest) -> HttpResponse:
    """The endpoints that the operator declared, what a run would create there, and the runs. The page asks afterwards
    whether the tables of the newest run still exist, so that it never waits for an endpoint.
    """
    return render(
        request, "designer/transfer/provision.html", page_context(request, tab="provision", **_context(request))
    )


@allows(Action.SEE)
@never_cache
@require_GET
@unless_same
def design_runs(request: DesignRequest) -> HttpResponse:
    """The current runs, requested when a job progresses; with `look`, after a look at the tables of the newest."""
    if "look" in request.GET:
        newest = next((run for run in runs_of(request.user, request.design.pk)[:RUNS_SHOWN] if not run.is_over), None)
        if newest is not None:
            run_look(run_id=newest.pk, by=request.user)
    may_provision = may(request.design.role, Action.PROVISION)
    may_edit = may(request.design.role, Action.EDIT)
    context = {
        "design": request.design,
        "may_provision": may_provision,
        "may_edit": may_edit,
        "runs": _runs(request),
        "idle": idle_updates(scene_of(request.design.pk).design),
    }
    return render(request, "designer/transfer/provision.html#runs", context)


@allows(Action.PROVISION)
@never_cache
@require_GET
def run_plan(request: DesignRequest) -> HttpResponse:
    """What a run on the chosen endpoint would do: requested when the design changes, and for another endpoint."""
    endpoints = endpoints_for(request.design.role, request.design.workspace_id)
    context = {"design": request.design, "may_edit": may(request.design.role, Action.EDIT), "endpoints": endpoints}
    context |= _new_run(request, request.GET.get("endpoint", ""))
    return render(request, "designer/parts/proof/new_run.html", context)


@allows(Action.PROVISION)
@require_POST
def run_begin(request: DesignRequest) -> HttpResponse:
    """Create the tables, seed them, run every access pattern; or run the lab on separate tables. `with_items` adds
    sample items first, where there are none.
    """
    begin = lab_start if request.POST.get("kind") == "lab" else run_start
    try:
        if "with_items" in request.POST:
            proof_items_add(design_id=request.design.pk, by=request.user)
        hours = request.POST.get("hours", "")
        kept = int(hours) if hours.isdecimal() and len(hours) < 5 else HOURS
        begin(design_id=request.design.pk, by=request.user, endpoint=request.POST.get("endpoint", ""), hours=kept)
    except Invalid as error:
        context = page_context(request, tab="provision", **(_context(request) | {"refusal": error.message}))
        return render(request, "designer/transfer/provision.html", context, status=422)
    return redirect("design-provision", request.design.pk)


@allows(Action.PROVISION)
@require_POST
def run_end(request: DesignRequest, run_id: UUID) -> HttpResponse:
    """Remove the tables of a run."""
    own_run(request, run_id, run_for)
    run_teardown(run_id=run_id, by=request.user)
    return redirect("design-provision", request.design.pk)


@allows(Action.PROVISION)
@require_POST
def run_longer(request: DesignRequest, run_id: UUID) -> HttpResponse:
    """Keep the tables of a run for a day longer."""
    own_run(request, run_id, run_for)
    run_extend(run_id=run_id, by=request.user)
    return redirect("design-provision", request.design.pk)


@allows(Action.PROVISION)
@require_POST
def run_stop(request: DesignRequest, run_id: UUID) -> HttpResponse:
    """Stop a running proof; the tables that it has created can then be removed."""
    stop_job(request, own_run(request, run_id, run_for).current_job)
    return redirect("design-provision", request.design.pk)


def _context(request: DesignRequest) -> dict[str, Any]:
    design = request.design
    shown: dict[str, Any] = {"endpoints": endpoints_for(design.role, design.workspace_id), "runs": _runs(request)}
    shown |= {"refusal": "", "idle": idle_updates(scene_of(design.pk).design)}
    if may(design.role, Action.PROVISION) and shown["endpoints"]:
        return shown | _new_run(request, request.POST.get("endpoint", ""))
    return shown


def _new_run(request: DesignRequest, endpoint: str) -> dict[str, Any]:
    """What a run would do on an endpoint ('': the first), or why there is none."""
    design = request.design
    core = scene_of(design.pk).design
    shown: dict[str, Any] = {"chosen": endpoint, "hour_choices": HOUR_CHOICES, "hours": HOURS, "refusal": ""}
    shown |= {"lacks_items": lacks_items(core), "has_lab": lab_offered(design_id=design.pk, by=request.user)}
    try:
        shown["summary"] = plan_summary(design_id=design.pk, by=request.user, endpoint=endpoint)
    except KeysheetError as error:
        shown["refusal"] = error.message
    return shown


def _runs(request: DesignRequest) -> list[dict[str, Any]]:
    return [_run_context(run) for run in runs_of(request.user, request.design.pk)[:RUNS_SHOWN]]


def _run_context(run: ProvisioningRun) -> dict[str, Any]:
    job = run.current_job
    rows = [_row(row) for row in run.results.get("rows", ())]
    return {
        "run": run,
        "is_moving": run.standing in MOVING,
        "is_over": run.is_over,
        "is_expiring": is_expiring(run),
        "progress": job.progress if job else {},
        "seconds_left": _seconds_left(run),
        "rows": rows,
        "counts": Counter(row["verdict"] for row in rows),
    }


def _seconds_left(run: ProvisioningRun) -> int | None:
    """The remaining time of the job if its next steps take as long as those before; None before the first is done."""
    job = run.current_job
    done, total = (job.progress.get("done") or 0, job.progress.get("total") or 0) if job else (0, 0)
    if job is None or not done or job.is_finished:
        return None
    return math.ceil((timezone.now() - job.created_at).total_seconds() / done * (total - done))


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its keys as one text each, and its units as one text. A request that the endpoint refused is no
    success of the pattern, though the refusal was predicted.
    """
    return {
        **row,
        "verdict": "refused" if row["status"] == Status.AGREE and row["refused"] else row["status"],
        "returned_texts": _keys(row["returned"]),
        "predicted_texts": _keys(row["predicted"]),
        "units_total": sum(map(Decimal, row["units"].values()), Decimal(0)),
        "predicted_total": sum(map(Decimal, row["predicted_units"].values()), Decimal(0)),
        "units_text": _units(row["units"]),
        "predicted_units_text": _units(row["predicted_units"]),
    }


def idle_updates(design: Design) -> frozenset[str]:
    """Updates that change nothing, whatever the sample items are."""
    updates = (one for one in design.patterns if one.operation is Operation.UPDATE)
    return frozenset(one.id for one in updates if not (one.set or one.add or one.remove))


def _keys(keys: Iterable[Iterable[str]]) -> list[str]:
    return [" / ".join(key) for key in keys]


def _units(units: dict[str, str]) -> str:
    return ", ".join(f"{value} {place}".strip() for place, value in units.items()) or "0"
