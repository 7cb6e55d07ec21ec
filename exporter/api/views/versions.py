"""/api/v1/designs/<id>/changes/, .../revisions/, .../versions/, .../compare/, and /api/v1/trash/."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, job_accepted, page_of
from exporter.api.schema import REFUSALS
from exporter.api.serializers import DesignSerializer, JobSerializer, RevisionSerializer
from exporter.api.version_serializers import (
    ChangesAskedSerializer,
    ChangesSerializer,
    CompareAskedSerializer,
    ComparisonSerializer,
    NewVersionSerializer,
    RemovedSerializer,
    VersionNameSerializer,
    VersionSerializer,
)
from modeler.comparisons.comparison import DesignComparison, Weight, comparison, side_of
from modeler.comparisons.comparison_job import weigh_begin
from modeler.core.documents.parts_codec import design_of
from modeler.core.documents.reading import to_document
from modeler.core.migration import CodedChange
from modeler.history.log import changes_page
from modeler.history.versions import (
    names_of,
    revision_restore,
    version_name,
    version_remove,
    version_rename,
    versions_of,
)
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import design_as_of, design_restore
from modeler.to_json import to_json
from modeler.trash import design_purge, designs_in_trash


class ChangeList(ApiView):
    """The history of a design."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(parameters=[ChangesAskedSerializer], responses={200: ChangesSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Changes, newest first, at most 50. `older` is where the next page begins: pass it as `from`."""
        design = design_for(request.user, design_id, Action.SEE)
        asked = ChangesAskedSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page = changes_page(design, start=asked.validated_data.get("from"))
        names = names_of(design, [change.revision for change in page.changes])
        listed = [
            {
                "revision": change.revision,
                "kind": change.kind,
                "label": change.label,
                "by": str(change.by) if change.by else "",
                "at": change.at,
                "versions": [version.name for version in names.get(change.revision, [])],
            }
            for change in page.changes
        ]
        return Response(ChangesSerializer({"changes": listed, "older": page.older}).data)


class RevisionDetail(ApiView):
    """A design as it was."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "Keysheet JSON of that revision"), **REFUSALS})
    def get(self, request: Request, design_id: UUID, revision: int) -> Response:
        """The design as Keysheet JSON, as of a revision."""
        parts = design_as_of(design_id=design_id, revision=revision, by=request.user)
        return Response(to_document(design_of(parts)))


class RevisionRestore(ApiView):
    """Restoring a revision."""

    access: ClassVar = {"POST": Action.EDIT}

    @extend_schema(request=None, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, revision: int) -> Response:
        """Restore a revision of the design: one change, which can be undone; no change if the design is
        already the same.
        """
        made = revision_restore(design_id=design_id, revision=revision, by=request.user)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class VersionList(ApiView):
    """The named revisions of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.EDIT}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: VersionSerializer(many=True), **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Versions, the newest revision first, at most 500; the header Link has the address of the next page."""
        design = design_for(request.user, design_id, Action.SEE)
        rows, headers = page_of(request, versions_of(design))
        return Response(VersionSerializer(rows, many=True).data, headers=headers)

    @extend_schema(request=NewVersionSerializer, responses={201: VersionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Name a revision: the newest, unless one is given. 409 if another revision has that name."""
        design = design_for(request.user, design_id, Action.EDIT)
        asked = NewVersionSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = {"revision": design.revision, **asked.validated_data}
        made = version_name(design_id=design_id, by=request.user, **given)
        return Response(VersionSerializer(made).data, status.HTTP_201_CREATED)


class VersionDetail(ApiView):
    """One named revision."""

    access: ClassVar = {"PUT": Action.EDIT, "DELETE": Action.EDIT}

    @extend_schema(request=VersionNameSerializer, responses={200: VersionSerializer, **REFUSALS})
    def put(self, request: Request, design_id: UUID, version_id: UUID) -> Response:
        """Rename it."""
        design_for(request.user, design_id, Action.EDIT)
        asked = VersionNameSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = version_rename(design_id=design_id, version_id=version_id, by=request.user, **asked.validated_data)
        return Response(VersionSerializer(made).data)

    @extend_schema(responses={204: None, **REFUSALS})
    def delete(self, request: Request, design_id: UUID, version_id: UUID) -> Response:
        """Remove the name; the revision stays."""
        version_remove(design_id=design_id, version_id=version_id, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ComparisonDetail(ApiView):
    """Two revisions, or two designs, side by side."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(
        parameters=[CompareAskedSerializer],
        responses={
            200: ComparisonSerializer,
            202: OpenApiResponse(
                JobSerializer, "Large designs are being compared: request it again when this job is done"
            ),
            **REFUSALS,
        },
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """What differs, as text and to DynamoDB, with findings, cost, capacity, and the plan from one to the other."""
        design_for(request.user, design_id, Action.SEE)
        asked = CompareAskedSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        before = side_of(design_id=given.get("other", design_id), by=request.user, revision=given["before"])
        made = comparison(before, side_of(design_id=design_id, by=request.user, revision=given["after"]))
        found = weigh_begin(made, by=request.user)
        if found.weight is None:
            return job_accepted(JobSerializer(found.job).data, found.job)
        return Response(ComparisonSerializer(_answer(made, found.weight)).data)


def _answer(made: DesignComparison, weight: Weight) -> dict[str, object]:
    return {
        "before": made.before.as_json(),
        "after": made.after.as_json(),
        "differences": [_difference(one) for one in made.differences],
        "words": [one.as_json() for one in made.told],
        **weight.as_json(),
    }


def _difference(coded: CodedChange) -> dict[str, object]:
    one = coded.difference
    own = ("what", "path", "message", "part", "table", "index", "entity", "setting", "before", "after")
    fates = {fate.value: share for fate, share in (one.fates or {}).items()}
    return {**{name: to_json(getattr(one, name)) for name in own}, **coded.as_json(), "fates": fates}


class TrashList(ApiView):
    """The deleted designs of the workspaces that the caller owns."""

    access: ClassVar = {"GET": None}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: RemovedSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Designs in the trash, the last deleted first, at most 500; the header Link has the address of the next."""
        rows, headers = page_of(request, designs_in_trash(request.user))
        return Response(RemovedSerializer(rows, many=True).data, headers=headers)


class TrashDetail(ApiView):
    """One deleted design."""

    access: ClassVar = {"POST": Action.DELETE, "DELETE": Action.DELETE}

    @extend_schema(request=None, responses={200: DesignSerializer, **REFUSALS})
    def post(self, request: Request, removed_id: UUID) -> Response:
        """Restore it."""
        design_restore(design_id=removed_id, by=request.user)
        return Response(DesignSerializer(design_for(request.user, removed_id, Action.SEE)).data)

    @extend_schema(responses={204: None, **REFUSALS})
    def delete(self, request: Request, removed_id: UUID) -> Response:
        """Delete it permanently, with its history. 409 while work on it is in progress, or if tables of
        a proof exist.
        """
        design_purge(design_id=removed_id, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)
