"""/api/v1/designs/<id>/branches/: branches of a design, their review, and its steps."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, created, page_of
from exporter.api.branch_serializers import (
    ApprovalSerializer,
    ArchiveSerializer,
    BranchListedSerializer,
    ChoiceSerializer,
    MergeSerializer,
    ReviewerSerializer,
    ReviewersSerializer,
    ReviewSerializer,
)
from exporter.api.schema import REFUSALS
from exporter.api.serializers import DesignSerializer, RevisionSerializer
from exporter.api.version_serializers import BranchSerializer
from modeler.branches import services
from modeler.branches.notices import review_request, reviewers_of
from modeler.branches.review import Review, branches_of, review_of, state_of
from modeler.core.errors import Missing
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import design_duplicate
from modeler.to_json import to_json


class BranchList(ApiView):
    """The branches of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.CREATE}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: BranchListedSerializer(many=True), **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Branches, the newest first, at most 500; the header Link has the address of the next page."""
        rows, headers = page_of(request, branches_of(design_for(request.user, design_id, Action.SEE)))
        shown = [_Listed(one, state_of(one).value) for one in rows]
        return Response(BranchListedSerializer(shown, many=True).data, headers=headers)

    @extend_schema(request=BranchSerializer, responses={201: DesignSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Create a branch of this design, from its current state or a revision. With a workspace, create an independent
        copy there instead, which is never merged.
        """
        design = design_for(request.user, design_id, Action.CREATE)
        asked = BranchSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = dict(asked.validated_data)
        if "workspace" in given:
            made = design_duplicate(design_id=design_id, by=request.user, **given).pk
        else:
            given.setdefault("name", f"Branch of {design.name}"[: services.NAME_MAX])
            made = services.branch_open(design_id=design_id, by=request.user, **given).design_id
        shown = design_for(request.user, made, Action.SEE)
        return created(DesignSerializer(shown).data, "design", made)


class _Listed:
    """A branch with its state, which is not stored."""

    def __init__(self, branch: Any, state: str) -> None:
        self.design_id, self.design = branch.design_id, branch.design
        self.began_revision, self.state = branch.began_revision, state


class BranchDetail(ApiView):
    """The review of a branch."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(responses={200: ReviewSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """State, conflicts, what only the merged design has, and what blocks the merge."""
        return _answer(_review(request, design_id, branch_id, Action.SEE))


class BranchChoice(ApiView):
    """Choosing a side in conflicts."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=ChoiceSerializer, responses={200: ReviewSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Choose a side for one conflict, or for all. It counts until one of the two values changes."""
        _review(request, design_id, branch_id)
        given = _given(ChoiceSerializer, request)
        given.setdefault("side", "")
        return _answer(services.branch_choose(design_id=branch_id, by=request.user, **given))


class BranchUpdate(ApiView):
    """Updating a branch."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=None, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Bring the changes of the main line into the branch, as one change. 409 while a conflict has no choice."""
        _review(request, design_id, branch_id)
        made = services.branch_update(design_id=branch_id, by=request.user)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class BranchMerge(ApiView):
    """Merging a branch."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=MergeSerializer, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Merge the branch into this design, as one change that can be undone. 409 with what blocks it."""
        _review(request, design_id, branch_id)
        given = _given(MergeSerializer, request)
        expected = (given["main_revision"], given["branch_revision"])
        made = services.branch_merge(design_id=branch_id, by=request.user, reason=given["reason"], expected=expected)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class BranchRevert(ApiView):
    """Reverting a merge."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=None, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Undo the merge by one inverse change; the branch is open again."""
        _review(request, design_id, branch_id)
        made = services.branch_revert(design_id=branch_id, by=request.user)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class BranchArchive(ApiView):
    """Archiving a branch."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=ArchiveSerializer, responses={200: ReviewSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Archive an open branch, or open an archived one again."""
        _review(request, design_id, branch_id)
        is_archived = _given(ArchiveSerializer, request)["archived"]
        services.branch_archive(design_id=branch_id, by=request.user, is_archived=is_archived)
        return _answer(_review(request, design_id, branch_id))


class BranchApproval(ApiView):
    """Approving a branch."""

    access: ClassVar = {"POST": Action.EDIT, "DELETE": Action.EDIT}

    @extend_schema(request=ApprovalSerializer, responses={200: ReviewSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Approve a revision of the branch. 403 for people who edited the branch; an edit makes an approval stale."""
        _review(request, design_id, branch_id)
        revision = _given(ApprovalSerializer, request)["revision"]
        return _answer(services.branch_approve(design_id=branch_id, revision=revision, by=request.user))

    @extend_schema(responses={200: ReviewSerializer, **REFUSALS})
    def delete(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Withdraw one's approval."""
        _review(request, design_id, branch_id)
        made = services.branch_approve(design_id=branch_id, revision=0, by=request.user, is_approved=False)
        return _answer(made)


class BranchReviewers(ApiView):
    """Requesting reviews of a branch."""

    access: ClassVar = {"GET": Action.EDIT, "POST": Action.EDIT}

    @extend_schema(responses={200: ReviewerSerializer(many=True), **REFUSALS})
    def get(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """The people who can approve: they can edit the main line, and did not edit the branch."""
        review = _review(request, design_id, branch_id)
        return Response(ReviewerSerializer([_person(one) for one in reviewers_of(review)], many=True).data)

    @extend_schema(request=ReviewersSerializer, responses={200: ReviewerSerializer(many=True), **REFUSALS})
    def post(self, request: Request, design_id: UUID, branch_id: UUID) -> Response:
        """Request a review from some of them, who get a notice. 422 for a person who cannot approve."""
        _review(request, design_id, branch_id)
        people = _given(ReviewersSerializer, request)["people"]
        asked = review_request(design_id=branch_id, people=people, by=request.user)
        return Response(ReviewerSerializer([_person(one) for one in asked], many=True).data)


def _person(one: Any) -> dict[str, Any]:
    return {"id": one.pk, "name": str(one)}


def _given(serializer: Any, request: Request) -> dict[str, Any]:
    asked = serializer(data=request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _review(request: Request, design_id: UUID, branch_id: UUID, action: Action = Action.EDIT) -> Review:
    """The review of a branch of this design. Raises Missing; Forbidden if the person may not do this to the design."""
    design_for(request.user, design_id, action)
    review = review_of(design_id=branch_id, by=request.user)
    if review.main.pk != design_id:
        raise Missing("this design does not have this branch", code="branch.missing")
    return review


def _answer(review: Review) -> Response:
    shown = {
        "id": review.seen.pk,
        "name": review.seen.name,
        "state": review.state.value,
        "main_revision": review.main_now.revision,
        "branch_revision": review.branch_now.revision,
        "base_revision": review.base_revision,
        "ahead": review.ahead.count(),
        "behind": review.behind,
        "conflicts": [to_json(one.as_json()) for one in review.merge.conflicts],
        "combined_findings": [to_json(one.as_json()) for one in review.combined.findings],
        "combined_servings": [one.as_json() for one in review.combined.servings],
        "served_differently": [one.as_json() for one in review.served_differently],
        "approvals": [
            {"by": str(one.by), "revision": one.revision, "stale": review.why_stale(one)} for one in review.approvals
        ],
        "approvals_needed": review.approvals_needed,
        "approvals_valid": len(review.valid_approvals),
        "blocked": [one.as_json() for one in review.blocked],
    }
    return Response(ReviewSerializer(shown).data)
