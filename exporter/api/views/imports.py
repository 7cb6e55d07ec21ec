"""/api/v1/importers/, /api/v1/imports/: a file is read and previewed, then accepted. Nothing is stored before that."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import (
    FILE,
    ApiView,
    BytesParser,
    FormParser,
    Imports,
    Often,
    accepted,
    body_of,
    created,
    filename_of,
    first_said,
    job_accepted,
)
from exporter.api.import_serializers import (
    AcceptSerializer,
    ImporterSerializer,
    ImportSerializer,
    MadeSerializer,
)
from exporter.api.parameters import GIVEN, given_of
from exporter.api.schema import REFUSALS
from exporter.api.serializers import JobSerializer
from exporter.importers import IMPORTERS
from exporter.services.import_store import AcceptedImport
from exporter.services.imports import Looked, import_accept, import_begin, import_forget, import_look
from modeler.core.errors import Invalid
from modeler.permissions import Action
from modeler.selectors import as_uuid

INTO = [
    OpenApiParameter("workspace", OpenApiTypes.UUID, description="Where a new design is created"),
    OpenApiParameter("design", OpenApiTypes.UUID, description="Or the design that the file changes"),
    OpenApiParameter(
        "filename", str, description="Its extension determines the format, and it names a design without a name"
    ),
]


def import_response(looked: Looked, number: int) -> Response:
    """Return the state of an import."""
    data = ImportSerializer({**looked.as_json(), "job": looked.job}).data
    if number == status.HTTP_202_ACCEPTED:
        return accepted(data, "held-import", data["token"])
    if number == status.HTTP_201_CREATED:
        return created(data, "held-import", data["token"])
    return Response(data, number)


def into(request: Request) -> dict[str, UUID]:
    """Return the workspace or the design that the request names. Raises Invalid."""
    found: dict[str, UUID] = {}
    for name in ("workspace", "design"):
        if text := first_said(request, name):
            if (identity := as_uuid(text)) is None:
                raise Invalid(f"{name} must be the ID of one of your {name}s", path=name)
            found[name] = identity
    return found


class ImporterList(ApiView):
    """The import formats."""

    access: ClassVar = {"GET": None}

    @extend_schema(responses={200: ImporterSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Names of the importers, in the order in which a file is offered to them."""
        return Response(ImporterSerializer(IMPORTERS, many=True).data)


class ImportList(ApiView):
    """Files being imported."""

    access: ClassVar = {"POST": Action.CREATE}
    parser_classes = (FormParser, BytesParser)
    throttle_classes = (Often, Imports)

    @extend_schema(
        request=FILE,
        parameters=[*INTO, GIVEN],
        responses={201: ImportSerializer, 202: OpenApiResponse(ImportSerializer, "It is being read"), **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Read the file in the body, and preview what it would create. A job reads a large one: ask again."""
        name, given = filename_of(request), given_of(request)
        looked = import_begin(by=request.user, raw=body_of(request), filename=name, given=given, **into(request))
        return import_response(looked, status.HTTP_202_ACCEPTED if looked.job else status.HTTP_201_CREATED)


class ImportDetail(ApiView):
    """One import of the caller's."""

    access: ClassVar = {"GET": None, "DELETE": Action.CREATE}

    @extend_schema(responses={200: ImportSerializer, **REFUSALS})
    def get(self, request: Request, token: str) -> Response:
        """Its state: its job, then its preview."""
        return import_response(import_look(token=token, by=request.user), status.HTTP_200_OK)

    @extend_schema(responses={204: None, **REFUSALS})
    def delete(self, request: Request, token: str) -> Response:
        """Delete it."""
        import_forget(token=token, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ImportAccept(ApiView):
    """Storing what was previewed."""

    access: ClassVar = {"POST": Action.CREATE}
    throttle_classes = (Often, Imports)

    @extend_schema(
        request=AcceptSerializer,
        responses={201: MadeSerializer, 202: OpenApiResponse(JobSerializer, "Its result is the same"), **REFUSALS},
    )
    def post(self, request: Request, token: str) -> Response:
        """Create the design, or the one change of a design. With many sample items, a job does it."""
        asked = AcceptSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = import_accept(token=token, by=request.user, **asked.validated_data)
        if isinstance(made, AcceptedImport):
            data = MadeSerializer(made.as_json()).data
            return created(data, "design", data["design"])
        return job_accepted(JobSerializer(made).data, made)
