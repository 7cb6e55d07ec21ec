"""Notices about branches: to the people whose review is requested, and to those whose branch was approved or merged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from modeler.announcing import EventKind, announce
from modeler.branches.review import BranchState, Review, review_of
from modeler.comments import notices_send
from modeler.core.errors import Conflict, Invalid
from modeler.models import Branch, Notice, NoticeKind
from modeler.permissions import MEMBER_ROLES, Action, may
from modeler.selectors import design_locked_for, people_of


def reviewers_of(review: Review) -> list[Any]:
    """The people who can approve: members who may edit the main line, and who did not edit the branch."""
    roles = [role for role in MEMBER_ROLES if may(role, Action.EDIT)]
    able = people_of(review.main).filter(
        memberships__workspace=review.main.workspace_id, memberships__role__in=roles, is_guest=False
    )
    return [one for one in able if one.pk not in review.authors]


@transaction.atomic
def review_request(*, design_id: UUID | str, people: Iterable[int], by: Any) -> list[Any]:
    """Request reviews of a branch from people; return them. A person with an unread request of it gets no second one.

    Raises Missing, Forbidden; Conflict if the branch is not open; Invalid for nobody, or for a person who cannot
    approve.
    """
    design_locked_for(by, design_id, Action.EDIT)
    review = review_of(design_id=design_id, by=by)
    if review.state is not BranchState.OPEN:
        raise Conflict(f"this branch is {review.state}", code="branch.closed")
    able = {one.pk: one for one in reviewers_of(review) if one.pk != by.pk}
    asked = list(dict.fromkeys(people))
    if not asked or any(one not in able for one in asked):
        raise Invalid("choose people who can edit the main line and did not edit the branch", path="people")
    unread = review.branch.notices.filter(kind=NoticeKind.REVIEW, read_at=None, user__in=asked)
    waiting = set(unread.values_list("user_id", flat=True))
    new = [one for one in asked if one not in waiting]
    _send(review.branch, NoticeKind.REVIEW, new, by)
    if new:
        _announce(review.branch, EventKind.REVIEW_REQUESTED, by, {"of": [str(able[one]) for one in new]})
    return [able[one] for one in asked]


def branch_announce(branch: Branch, kind: NoticeKind, by: Any) -> None:
    """Tell the person who opened a branch, those who approved it, and webhooks, that a step was taken."""
    people = {branch.by_id, *branch.approvals.values_list("by_id", flat=True)} - {None, by.pk}
    _send(branch, kind, sorted(one for one in people if one is not None), by)
    if kind == NoticeKind.MERGED:
        _announce(branch, EventKind.BRANCH_MERGED, by, {"revision": branch.merged_revision})
    elif kind == NoticeKind.APPROVED:
        approved = branch.approvals.get(by=by).revision
        _announce(branch, EventKind.REVIEW_APPROVED, by, {"branch_revision": approved})


def _announce(branch: Branch, kind: EventKind, by: Any, more: Mapping[str, Any]) -> None:
    """An event of a branch is one of its main line."""
    there = {"id": str(branch.design_id), "name": branch.design.name}
    announce(kind, branch.main, lambda: {"branch": there, "by": str(by), **more})


def _send(branch: Branch, kind: NoticeKind, people: Iterable[int], by: Any) -> None:
    notices_send(Notice(user_id=one, branch=branch, kind=kind, by=by) for one in people)


def requested_of(branch: Branch) -> list[str]:
    """The names of the people whose review was requested, the first request first."""
    asked = branch.notices.filter(kind=NoticeKind.REVIEW).select_related("user").order_by("at", "pk")
    return list(dict.fromkeys(str(one.user) for one in asked))
