"""/api/v1/designs/: list, create, read, replace, delete; workspaces; import."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import (
    FILE,
    LIMIT,
    OFFSET,
    ApiView,
    BytesParser,
    FormParser,
    Imports,
    Often,
    body_of,
    created,
    filename_of,
    first_said,
    job_accepted,
    page_of,
)
from exporter.api.errors import RevisionMissing, RevisionMoved
from exporter.api.parameters import GIVEN, given_of
from exporter.api.schema import REFUSALS
from exporter.api.serializers import (
    CreateSerializer,
    DesignSerializer,
    ImportedSerializer,
    JobSerializer,
    WorkspaceSerializer,
)
from exporter.services.imports import import_at_once
from modeler.core.documents.reading import parse, to_document
from modeler.core.errors import Invalid, Stale
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import as_uuid, design_for, designs_visible_to
from modeler.services import design_create, design_remove, design_replace

DOCUMENT = {"application/json": OpenApiTypes.OBJECT}
REVISION = {"type": "string", "pattern": '^"[0-9]{1,9}"$'}
IF_MATCH = OpenApiParameter(
    "If-Match", REVISION, OpenApiParameter.HEADER, required=True, description='The revision to replace, as "7"'
)


def tag(revision: int) -> str:
    """Return a revision as an entity tag."""
    return f'"{revision}"'


class WorkspaceList(ApiView):
    """The workspaces that the caller is a member of."""

    access: ClassVar = {"GET": None}

    @extend_schema(responses={200: WorkspaceSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Workspaces, with the caller's role in each."""
        caller: Any = request.user
        rows = caller.memberships.select_related("workspace").order_by("workspace__name")
        listed = [{"id": row.workspace_id, "name": row.workspace.name, "role": row.role} for row in rows]
        return Response(WorkspaceSerializer(listed, many=True).data)


class DesignList(ApiView):
    """All designs that the caller can see."""

    access: ClassVar = {"GET": None, "POST": Action.CREATE}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: DesignSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Designs, newest first, at most 500; the header Link has the address of the next page."""
        rows, headers = page_of(request, designs_visible_to(request.user))
        return Response(DesignSerializer(rows, many=True).data, headers=headers)

    @extend_schema(request=CreateSerializer, responses={201: DesignSerializer, **REFUSALS})
    def post(self, request: Request) -> Response:
        """A new design, empty or from Keysheet JSON."""
        asked = CreateSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = design_create(by=request.user, **asked.validated_data)
        found = design_for(request.user, made.pk, Action.SEE)
        return created(DesignSerializer(found).data, "design", made.pk, headers={"ETag": tag(found.revision)})


class DesignDetail(ApiView):
    """One design's document."""

    access: ClassVar = {"GET": Action.SEE, "PUT": Action.EDIT, "DELETE": Action.DELETE}
    parser_classes = (BytesParser,)

    @extend_schema(
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "Keysheet JSON; ETag holds the revision"), **REFUSALS}
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """The design as Keysheet JSON. The ETag header is its revision, for If-Match."""
        design_for(request.user, design_id, Action.SEE)
        loaded = read_current(design_id)
        return Response(to_document(loaded.design), headers={"ETag": tag(loaded.revision)})

    @extend_schema(request=DOCUMENT, parameters=[IF_MATCH], responses={200: DesignSerializer, **REFUSALS})
    def put(self, request: Request, design_id: UUID) -> Response:
        """Replace the design with a Keysheet JSON document: one revision, which can be undone. If-Match
        names the revision that was read.
        """
        design_for(request.user, design_id, Action.EDIT)
        expected = _expected(request.headers.get("If-Match", ""))
        document = parse(body_of(request))
        try:
            design_replace(design_id=design_id, document=document, by=request.user, expected_revision=expected)
        except Stale as error:
            raise RevisionMoved(error.message, path="If-Match") from error
        return _design_response(design_for(request.user, design_id, Action.SEE), request, status.HTTP_200_OK)

    @extend_schema(responses={204: None, **REFUSALS})
    def delete(self, request: Request, design_id: UUID) -> Response:
        """Move the design to the trash. An owner can restore it."""
        design_remove(design_id=design_id, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _expected(header: str) -> int:
    digits = header.strip().removeprefix("W/").strip('"')
    if not digits:
        raise RevisionMissing('specify the revision to replace: If-Match: "7"', path="If-Match")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise RevisionMoved("If-Match is not a revision of this design", path="If-Match")
    return int(digits)


def _design_response(design: Design, request: Request, number: int) -> Response:
    found = design_for(request.user, design.pk, Action.SEE)
    return Response(DesignSerializer(found).data, number, headers={"ETag": tag(found.revision)})


class ImportDesign(ApiView):
    """A file of any known format becomes a design."""

    access: ClassVar = {"POST": Action.CREATE}
    parser_classes = (FormParser, BytesParser)
    throttle_classes = (Often, Imports)

    @extend_schema(
        request=FILE,
        parameters=[
            OpenApiParameter("workspace", OpenApiTypes.UUID, required=True, description="Where the design is created"),
            OpenApiParameter("filename", str, description="Names the design if the file does not"),
            GIVEN,
        ],
        responses={
            201: ImportedSerializer,
            202: OpenApiResponse(JobSerializer, "A large file: the job's result names the design"),
            **REFUSALS,
        },
    )
    def post(self, request: Request) -> Response:
        """The body is the file. The answer lists what was dropped, converted, or inferred; for a large file, it is the
        job that reads and stores it.
        """
        workspace = as_uuid(first_said(request, "workspace"))
        if workspace is None:
            raise Invalid("workspace must be the ID of one of your workspaces", path="workspace")
        raw, name = body_of(request), filename_of(request)
        asked: dict[str, Any] = {"raw": raw, "filename": name, "given": given_of(request)}
        done = import_at_once(workspace=workspace, by=request.user, **asked)
        if isinstance(done, Job):
            return job_accepted(JobSerializer(done).data, done)
        made, imported = done
        answer = {
            "design": design_for(request.user, made.pk, Action.SEE),
            "importer": imported.importer,
            "report": [line.as_json() for line in imported.report],
            "guesses": [guess.as_json() for guess in imported.guesses],
        }
        return created(ImportedSerializer(answer).data, "design", made.pk)
