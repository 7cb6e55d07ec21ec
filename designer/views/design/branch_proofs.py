"""The proof of a branch on its review: the newest run of the branch's design, and starting one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from exporter.models import RunKind
from exporter.models.provisioning import MOVING
from exporter.services.endpoint_access import endpoints_for
from exporter.services.provisioning import run_start, runs_of
from modeler.branches.review import BranchState, Review, review_of
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.permissions import Action


def proof_context(request: DesignRequest, review: Review) -> dict[str, Any]:
    """The newest proof of the branch, whether it is of the reviewed revision, and where a new one can run."""
    run = runs_of(request.user, review.seen.pk).filter(kind=RunKind.PROOF).first()
    is_open = review.state is BranchState.OPEN
    return {
        "branch": review.seen,
        "proof": run,
        "proof_revision": review.branch_now.revision,
        "proof_is_stale": run is not None and run.revision != review.branch_now.revision,
        "proof_is_moving": run is not None and run.standing in MOVING,
        "proof_endpoints": endpoints_for(review.seen.role, review.seen.workspace_id) if is_open else (),
    }


@allows(Action.SEE)
@never_cache
@require_GET
def branch_proof(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """The proof alone, requested every few seconds while it runs."""
    context = {"design": request.design, **proof_context(request, _review(request, branch_id))}
    return render(request, "designer/parts/branches/proof.html", context)


@allows(Action.PROVISION)
@require_POST
def branch_prove(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Prove the branch on an endpoint; the service requires the same permission in the branch's own design."""
    review = _review(request, branch_id)
    try:
        run_start(design_id=review.seen.pk, by=request.user, endpoint=request.POST.get("endpoint", ""))
    except (Conflict, Invalid) as refusal:
        messages.error(request, f"The proof was not started: {refusal.message}")
    return redirect("branch-review", request.design.pk, branch_id)


def _review(request: DesignRequest, branch_id: UUID) -> Review:
    """The review of a branch of this design. Raises Missing."""
    review = review_of(design_id=branch_id, by=request.user)
    if review.main.pk != request.design.pk:
        raise Missing("this design does not have this branch", code="branch.missing")
    return review
