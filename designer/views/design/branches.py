"""Branches of a design: the list, the review of one, and its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.forms import TEXT_MAX
from designer.page.compared_sheets import sheets
from designer.page.presence import person_of
from designer.views.design.branch_proofs import proof_context
from designer.views.design.pages import page_context
from designer.views.rehearsal_link import plan_rehearsal
from modeler.branches import services
from modeler.branches.conflict_texts import conflict_texts
from modeler.branches.notices import requested_of, review_request, reviewers_of
from modeler.branches.review import BranchState, Review, branches_of, review_of, state_of
from modeler.comparisons.comparison import Weight, weigh
from modeler.comparisons.comparison_job import is_small
from modeler.core.errors import Conflict, Forbidden, Invalid, KeysheetError, Missing
from modeler.core.merging import Side
from modeler.permissions import Action, may

TOLD_MAX = 300
BRANCHES_MAX = 200


@allows(Action.SEE)
@never_cache
@require_GET
def design_branches(request: DesignRequest) -> HttpResponse:
    """The branches of a design, the newest first."""
    return render(request, "designer/design/branches.html", _list(request))


def _list(request: DesignRequest, **more: Any) -> dict[str, Any]:
    branches = list(branches_of(request.design)[:BRANCHES_MAX])
    rows = [{"branch": one, "state": state_of(one), "who": person_of(one.by) if one.by else None} for one in branches]
    may_create = may(request.design.role, Action.CREATE)
    return page_context(request, tab="history", rows=rows, may_create=may_create, **more)


@allows(Action.CREATE)
@require_POST
def branch_new(request: DesignRequest) -> HttpResponse:
    """Create a branch and open it; the list again, with the reason, if it is refused."""
    name = request.POST.get("name", "")[:TEXT_MAX]
    try:
        made = services.branch_open(design_id=request.design.pk, name=name, by=request.user)
    except Invalid as refusal:
        context = _list(request, refusal=refusal.message, typed=name)
        return render(request, "designer/design/branches.html", context, status=422)
    return redirect("design", made.design_id)


@allows(Action.SEE)
@never_cache
@require_GET
def branch_review(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """The review: conflicts, what changes, what blocks the merge."""
    review = _review(request, branch_id)
    return render(request, "designer/design/branch.html", _review_context(request, review))


def _review(request: DesignRequest, branch_id: UUID) -> Review:
    """The review of a branch of this design. Raises Missing."""
    review = review_of(design_id=branch_id, by=request.user)
    if review.main.pk != request.design.pk:
        raise Missing("this design does not have this branch", code="branch.missing")
    return review


def _review_context(request: DesignRequest, review: Review) -> dict[str, Any]:
    told = review.comparison.told
    return page_context(
        request,
        tab="history",
        review=review,
        state=review.state,
        is_open=review.state is BranchState.OPEN,
        ahead=review.ahead.count(),
        conflicts=list(conflict_texts(review)),
        combined=review.combined,
        served=review.served_differently,
        sheets=sheets(review.comparison.before.design, review.comparison.after.design),
        differences=review.comparison.differences,
        told=told[:TOLD_MAX],
        more_told=max(0, len(told) - TOLD_MAX),
        approvals=[_approval(review, one) for one in review.approvals],
        may_approve=_may_approve(request, review),
        may_override=may(review.main.role, Action.MANAGE)
        and all(one.blocker.can_be_overridden for one in review.blocked),
        sides=tuple(Side),
        requested=requested_of(review.branch),
        reviewers=_reviewers(request, review),
        **proof_context(request, review),
    )


def _may_approve(request: DesignRequest, review: Review) -> bool:
    """Whether this person can approve the branch as it is: did not write it, and has not approved it yet."""
    done = {*review.authors, *(one.by_id for one in review.valid_approvals)}
    return may(review.main.role, Action.EDIT) and request.user.pk not in done


def _reviewers(request: DesignRequest, review: Review) -> list[dict[str, Any]]:
    """The people from whom this person can request a review; nobody if the person cannot edit the branch."""
    if review.state is not BranchState.OPEN or not may(review.seen.role, Action.EDIT):
        return []
    return [{"id": one.pk, "name": str(one)} for one in reviewers_of(review) if one.pk != request.user.pk]


def _approval(review: Review, approval: Any) -> dict[str, Any]:
    return {"who": person_of(approval.by), "revision": approval.revision, "stale": review.why_stale(approval)}


@allows(Action.SEE)
@never_cache
@require_GET
def branch_weight(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Findings, cost, capacity and the migration plan of the merge; requested by the review."""
    review = _review(request, branch_id)
    made = review.comparison
    base, head = (review.main.pk, review.main_now.revision), (review.seen.pk, review.branch_now.revision)
    weight = weigh(made) if is_small(made) else None
    context = {"weight": weight and _with_threads(review, weight), "made": made, "comments_of": review.seen.pk}
    context |= plan_rehearsal(request.user, base, head)
    return render(request, "designer/parts/branches/weight.html", context)


def _with_threads(review: Review, weight: Weight) -> Weight:
    """The same, with the number of open comment threads on each step of the plan."""
    counts = review.threads_on_steps
    return replace(
        weight, steps=tuple({**step, "threads": counts.get(step["fingerprint"], 0)} for step in weight.steps)
    )


@allows(Action.EDIT)
@require_POST
def branch_choose(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Choose a side for one conflict or for all."""
    words = {name: request.POST.get(name, "") for name in ("part", "field", "side")}
    return _stepped(request, branch_id, services.branch_choose, **words)


@allows(Action.EDIT)
@require_POST
def branch_update(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Bring the changes of the main line into the branch."""
    return _stepped(request, branch_id, services.branch_update, said="The branch has all changes of the main line.")


@allows(Action.EDIT)
@require_POST
def branch_merge(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Merge the branch into this design."""
    _review(request, branch_id)
    expected = [request.POST.get(name, "") for name in ("main_revision", "branch_revision")]
    if not all(one.isascii() and one.isdigit() and len(one) < 10 for one in expected):
        raise Invalid("the form has no revisions; reload the page", path="main_revision")
    return _stepped(
        request,
        branch_id,
        services.branch_merge,
        said="The branch is merged. You can undo this.",
        reason=request.POST.get("reason", "")[:TEXT_MAX],
        expected=(int(expected[0]), int(expected[1])),
    )


@allows(Action.EDIT)
@require_POST
def branch_revert(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Undo the merge."""
    return _stepped(request, branch_id, services.branch_revert, said="The merge is reverted; the branch is open again.")


@allows(Action.EDIT)
@require_POST
def branch_archive(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Archive the branch, or open it again with ``archived=``."""
    return _stepped(request, branch_id, services.branch_archive, is_archived=bool(request.POST.get("archived")))


@allows(Action.EDIT)
@require_POST
def branch_approve(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Approve the revision that the person sees, or withdraw the approval with ``approved=``."""
    text = request.POST.get("revision", "")
    revision = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    is_approved = bool(request.POST.get("approved"))
    return _stepped(request, branch_id, services.branch_approve, revision=revision, is_approved=is_approved)


@allows(Action.EDIT)
@require_POST
def branch_request(request: DesignRequest, branch_id: UUID) -> HttpResponse:
    """Request a review of the branch from the chosen people."""
    people = [int(one) for one in request.POST.getlist("people") if one.isascii() and one.isdigit() and len(one) < 10]
    return _stepped(request, branch_id, review_request, people=people, said="The review is requested.")


def _stepped(request: DesignRequest, branch_id: UUID, service: Any, *, said: str = "", **given: Any) -> HttpResponse:
    """The review after a step, or with the reason why it was refused."""
    _review(request, branch_id)
    try:
        service(design_id=branch_id, by=request.user, **given)
    except (Conflict, Invalid, Forbidden) as refusal:
        return _refused(request, branch_id, refusal)
    if said:
        messages.success(request, said)
    return redirect("branch-review", request.design.pk, branch_id)


def _refused(request: DesignRequest, branch_id: UUID, refusal: KeysheetError) -> HttpResponse:
    status = {Conflict: 409, Forbidden: 403}.get(type(refusal), 422)
    context = _review_context(request, _review(request, branch_id))
    return render(request, "designer/design/branch.html", {**context, "refusal": refusal.message}, status=status)
