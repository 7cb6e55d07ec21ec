"""The Alternatives page: designs proposed for the requirements, side by side; a draft of each; accepting one."""

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
from designer.page.alternatives.budgets_form import ALTERNATIVES, BudgetsForm, said_options
from designer.page.alternatives.proposed_scene import (
    before_proposal,
    compared_alternatives,
    draft_patterns,
    draft_place,
    proposed_scene,
)
from designer.page.alternatives.shown_alternatives import title_of
from designer.page.compared_sheets import after_only, sheets
from designer.page.past_revision import grid_at
from designer.page.pattern_highlight import reading_of
from designer.page.scene import PagePlace
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from designer.views.moving import unless_same
from exporter.services.endpoint_access import endpoints_for
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.jobs import job_cancel
from modeler.permissions import Action, may
from modeler.synthesis.proof_items import lacks_items
from modeler.synthesis.proposals import Proposal, lacks_to_propose, proposal_accept, proposal_begin, proposal_look

SINCE_SHOWN = 5


@allows(Action.SEE)
@never_cache
@require_GET
def design_alternatives(request: DesignRequest) -> HttpResponse:
    """The newest proposal, or the one in the address, with the form for another."""
    return _page(request, _looked(request))


@allows(Action.SEE)
@never_cache
@require_GET
@unless_same
def alternatives_shown(request: DesignRequest) -> HttpResponse:
    """The proposal alone, requested when a job progresses or the design changes."""
    context = {**_proposal_context(request, _looked(request)), "design": request.design}
    return render(request, "designer/design/alternatives.html#proposal", context)


@allows(Action.EDIT)
@require_POST
def alternatives_begin(request: DesignRequest) -> HttpResponse:
    """Find alternatives within the budgets, by a job."""
    asked = request.POST if "alternatives" in request.POST else {"alternatives": str(ALTERNATIVES[0])}
    form = BudgetsForm(scene_of(request.design.pk).design, asked)
    if not form.is_valid():
        return _page(request, _looked(request), 422, form=form)
    try:
        job = proposal_begin(design_id=request.design.pk, by=request.user, options=form.options)
    except (Conflict, Invalid) as refusal:
        return _page(request, _looked(request), 422, form=form, refusal=refusal.message)
    return redirect(_address(request, job.pk))


@allows(Action.EDIT)
@require_POST
def alternatives_stop(request: DesignRequest, proposal_id: UUID) -> HttpResponse:
    """Stop the search."""
    proposal_look(design_id=request.design.pk, by=request.user, job_id=proposal_id)
    with suppress(Conflict):
        job_cancel(job_id=proposal_id, by=request.user)
    return redirect(_address(request, proposal_id))


@allows(Action.SEE)
@never_cache
@require_GET
def alternative_draft(request: DesignRequest, proposal_id: UUID, number: int) -> HttpResponse:
    """One alternative on the key sheet and the grid, with generated items where the design has none; read-only."""
    proposal = proposal_look(design_id=request.design.pk, by=request.user, job_id=proposal_id)
    if proposal is None or proposal.found is None:
        return redirect(_address(request, proposal_id))
    return render(request, "designer/design/alternative.html", _draft_context(request, proposal, number))


@allows(Action.SEE)
@never_cache
@require_GET
def alternative_grid(request: DesignRequest, proposal_id: UUID, number: int) -> HttpResponse:
    """Another window of the grid of an alternative."""
    scene = proposed_scene(request.design, _proposal(request, proposal_id), number)
    page = reverse("alternative-draft", args=[request.design.pk, proposal_id, number])
    grid = grid_at(scene, PagePlace.of(request.GET.dict()), page)
    return render(request, "designer/design/revision.html#past_grid", {"grid": grid})


@allows(Action.EDIT)
@require_POST
def alternative_accept(request: DesignRequest, proposal_id: UUID) -> HttpResponse:
    """Make an alternative the design, as one change."""
    said = {name: _whole_number(request.POST.get(name, "")) for name in ("number", "seen")}
    try:
        proposal_accept(design_id=request.design.pk, job_id=proposal_id, by=request.user, **said)
    except (Conflict, Invalid) as refusal:
        status = 409 if isinstance(refusal, Conflict) else 422
        return _page(request, _proposal(request, proposal_id), status, refusal=refusal.message)
    # The next step, its proof, has the focus.
    return redirect(f"{_address(request, proposal_id)}#accepted")


def _whole_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _address(request: DesignRequest, proposal_id: UUID) -> str:
    page = reverse("design-alternatives", args=[request.design.pk])
    return f"{page}?{urlencode({'proposal': str(proposal_id)})}"


def _looked(request: DesignRequest) -> Proposal | None:
    asked = request.GET.get("proposal", "")
    return proposal_look(design_id=request.design.pk, by=request.user, job_id=asked or None)


def _proposal(request: DesignRequest, proposal_id: UUID) -> Proposal:
    found = proposal_look(design_id=request.design.pk, by=request.user, job_id=proposal_id)
    if found is None:
        raise Missing("this proposal does not exist", code="proposal.gone")
    return found


def _page(request: DesignRequest, proposal: Proposal | None, status: int = 200, **more: Any) -> HttpResponse:
    design = scene_of(request.design.pk).design
    form = more.pop("form", None) or BudgetsForm(design, options=proposal.options if proposal else None)
    context = page_context(
        request,
        **{
            "tab": "requirements",
            "form": form,
            # Without a proposal in its address, the page follows to the newest one.
            "pinned": str(proposal.job.pk) if proposal and (status != 200 or "proposal" in request.GET) else "",
            "lacks": lacks_to_propose(design),
            **_proposal_context(request, proposal),
            **more,
        },
    )
    return render(request, "designer/design/alternatives.html", context, status=status)


def _proposal_context(request: DesignRequest, proposal: Proposal | None) -> dict[str, Any]:
    """Context of a proposal."""
    if proposal is None:
        return {"proposal": None}
    found = proposal.found
    return {
        "proposal": proposal,
        "progress": proposal.job.progress,
        "budgets": said_options(proposal.options),
        "since": proposal.since[:SINCE_SHOWN],
        "more_since": max(0, len(proposal.since) - SINCE_SHOWN),
        "accepted_title": title_of(proposal.alternative(proposal.accepted)) if found and proposal.accepted else "",
        "may_edit": may(request.design.role, Action.EDIT),
        "may_provision": may(request.design.role, Action.PROVISION),
        "endpoints": endpoints_for(request.design.role, request.design.workspace_id),
        "lacks_items": lacks_items(scene_of(request.design.pk).design),
        **compared_alternatives(request.design, proposal),
    }


def _draft_context(request: DesignRequest, proposal: Proposal, number: int) -> dict[str, Any]:
    """The frame with the scene of an alternative: its key sheet against the present one, and its grid."""
    one = proposal.alternative(number)
    scene = proposed_scene(request.design, proposal, number)
    place = draft_place(scene, PagePlace.of(request.GET.dict()))
    at = [request.design.pk, proposal.job.pk, number]
    shown = [after_only(each) for each in sheets(before_proposal(request.design, proposal), scene.design)]
    return page_context(
        request,
        tab="requirements",
        proposal=proposal,
        number=number,
        count=len(proposal.found.alternatives) if proposal.found else 0,
        one=one,
        title=title_of(one),
        patterns=list(draft_patterns(scene, place)),
        reading=reading_of(scene, place),
        sheet=next((each for each in shown if each.after), None),
        grid=grid_at(scene, place, reverse("alternative-draft", args=at)),
        grid_address=reverse("alternative-grid", args=at),
        lacks_items=lacks_items(one.design),
    )
