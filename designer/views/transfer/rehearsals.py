"""The Rehearsal page: a migration run on an emulator, its progress, and its evidence."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.views.design.pages import page_context
from designer.views.moving import unless_same
from designer.views.other_designs import other_designs
from designer.views.transfer.own_runs import own_run, stop_job
from exporter.models import ProvisioningRun
from exporter.models.provisioning import MOVING
from exporter.rehearsals.evidence import COUNTERS, Evidence, ending_of, live_sentence, result_of
from exporter.rehearsals.live_asked import ITEMS as LIVE_ITEMS
from exporter.rehearsals.live_asked import ITEMS_MAX as LIVE_ITEMS_MAX
from exporter.rehearsals.live_asked import RATE, RATE_MAX, UNITS, UNITS_MAX, LiveAsked, named_tables
from exporter.rehearsals.package import ITEMS_MAX
from exporter.rehearsals.services import (
    ITEMS,
    REHEARSALS_SHOWN,
    SEED_MAX,
    RehearsalAsked,
    evidence_of,
    rehearsal_begin,
    rehearsal_endpoints,
    rehearsal_for,
    rehearsal_json,
    rehearsal_markdown,
    rehearsals_of,
)
from exporter.services.endpoint_access import import_endpoints
from exporter.targets.base import safe_name
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.history.versions import versions_of
from modeler.permissions import Action, may
from modeler.selectors import designs_visible_to

_TEXTS = ("other", "before", "after", "endpoint")
_LIVE = ("live_endpoint", "live_names")
_NUMBERS = {"items": ITEMS, "seed": 1, "live_items": LIVE_ITEMS, "live_units": UNITS, "live_rate": RATE}


@allows(Action.SEE)
@never_cache
@require_GET
def design_rehearsals(request: DesignRequest) -> HttpResponse:
    """The rehearsals of this design, and the form for another, with what the query gives: its sides, for example."""
    return _page(request, _given(request.GET))


@allows(Action.SEE)
@never_cache
@require_GET
@unless_same
def rehearsals_shown(request: DesignRequest) -> HttpResponse:
    """The rehearsals alone, requested when a job progresses."""
    return render(request, "designer/transfer/rehearsals.html#rehearsals", {"design": request.design, **_list(request)})


@allows(Action.PROVISION)
@require_POST
def rehearsals_begin(request: DesignRequest) -> HttpResponse:
    """Rehearse by a job; the form keeps what was chosen for the next time."""
    given = _given(request.POST)
    try:
        rehearsal_begin(design_id=request.design.pk, by=request.user, asked=_asked(given))
    except (Conflict, Forbidden, Invalid, Missing) as refusal:
        return _page(request, given, 422, refusal=refusal.message)
    chosen = {name: value for name, value in given.items() if value != _NUMBERS.get(name, "")}
    return redirect(f"{reverse('design-rehearsals', args=[request.design.pk])}?{urlencode(chosen)}")


def _given(fields: QueryDict) -> dict[str, Any]:
    given: dict[str, Any] = {name: fields.get(name, "") for name in (*_TEXTS, *_LIVE)}
    return given | {name: _whole(fields.get(name, ""), usual) for name, usual in _NUMBERS.items()}


def _asked(given: dict[str, Any]) -> RehearsalAsked:
    live = None
    if given["live_endpoint"]:
        numbers = (given[name] for name in ("live_items", "live_units", "live_rate"))
        live = LiveAsked(given["live_endpoint"], named_tables(given["live_names"]), *numbers)
    return RehearsalAsked(items=given["items"], seed=given["seed"], live=live, **{name: given[name] for name in _TEXTS})


@allows(Action.PROVISION)
@require_POST
def rehearsal_stop(request: DesignRequest, rehearsal_id: UUID) -> HttpResponse:
    """Stop a rehearsal; its tables are removed."""
    stop_job(request, _own(request, rehearsal_id).job)
    return redirect("design-rehearsals", request.design.pk)


@allows(Action.EXPORT)
@never_cache
@require_GET
def rehearsal_as_json(request: DesignRequest, rehearsal_id: UUID) -> HttpResponse:
    """The evidence as a file, in JSON."""
    run = _own(request, rehearsal_id)
    made = JsonResponse(rehearsal_json(run), json_dumps_params={"indent": 2, "ensure_ascii": False})
    return _as_file(made, run, "json")


@allows(Action.EXPORT)
@never_cache
@require_GET
def rehearsal_as_markdown(request: DesignRequest, rehearsal_id: UUID) -> HttpResponse:
    """The evidence as a document."""
    run = _own(request, rehearsal_id)
    text = rehearsal_markdown(run, _names(request))
    return _as_file(HttpResponse(text, content_type="text/markdown; charset=utf-8"), run, "md")


def _as_file(response: HttpResponse, run: ProvisioningRun, ending: str) -> HttpResponse:
    name = f"{safe_name(run.design.name)}-rehearsal.{ending}"
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def _own(request: DesignRequest, rehearsal_id: UUID) -> ProvisioningRun:
    return own_run(request, rehearsal_id, rehearsal_for, "rehearsal")


def _whole(text: str, usual: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual


def _page(request: DesignRequest, given: dict[str, Any], status: int = 200, **more: Any) -> HttpResponse:
    design = request.design
    context = page_context(
        request,
        tab="provision",
        given=given,
        usual_base=design.revision - 1 if design.revision > 1 else "",
        is_only_revision=design.revision == 1,
        others=other_designs(request.user, design.pk),
        versions=list(versions_of(design)),
        endpoints=rehearsal_endpoints(design) if may(design.role, Action.PROVISION) else (),
        live_endpoints=import_endpoints(design.role, design.workspace_id),
        live_max={"items": LIVE_ITEMS_MAX, "units": UNITS_MAX, "rate": RATE_MAX},
        items_max=ITEMS_MAX,
        seed_max=SEED_MAX,
        **_list(request),
        **more,
    )
    return render(request, "designer/transfer/rehearsals.html", context, status=status)


def _list(request: DesignRequest) -> dict[str, Any]:
    names = _names(request)
    runs = rehearsals_of(request.user, request.design.pk)[:REHEARSALS_SHOWN]
    return {
        "runs": [_shown(run, names) for run in runs],
        "may_provision": may(request.design.role, Action.PROVISION),
    }


def _names(request: DesignRequest) -> dict[str, str]:
    """The names of the designs that the person sees, by their ids."""
    seen = designs_visible_to(request.user).order_by().values_list("pk", "name")
    return {str(identity): name for identity, name in seen}


def _shown(run: ProvisioningRun, names: dict[str, str]) -> dict[str, Any]:
    found: Evidence = evidence_of(run)
    job = run.job
    return {
        "run": run,
        "base": "" if run.asked["base"] == str(run.design_id) else names.get(run.asked["base"], ""),
        "is_moving": run.standing in MOVING,
        "progress": job.progress if job else {},
        "found": found,
        "result": result_of(found),
        "live": live_sentence(found.live) if found.live else "",
        "fewer": sum(one.finds_fewer for one in found.reads),
        "counted": [(COUNTERS[name], count) for name, count in found.counted.items()],
        "steps": [{"step": one["step"], "seconds": one["seconds"], "ending": ending_of(one)} for one in found.steps],
    }
