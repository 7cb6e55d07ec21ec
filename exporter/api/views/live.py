""".../endpoints/<name>/tables/, /api/v1/live-imports/: live tables of a declared endpoint, read into a preview."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView, Live, Often
from exporter.api.import_serializers import ImportSerializer, LiveSerializer, LiveTablesSerializer
from exporter.api.schema import REFUSALS
from exporter.api.views.imports import import_response
from exporter.services.live_imports import WantedTables, live_begin, tables_of
from modeler.permissions import Action


class LiveTables(ApiView):
    """The tables of an endpoint."""

    access: ClassVar = {"GET": Action.PROVISION}
    throttle_classes = (Often, Live)

    @extend_schema(
        parameters=[OpenApiParameter("containing", str, description="A text that the tables' names contain")],
        responses={200: LiveTablesSerializer, **REFUSALS},
    )
    def get(self, request: Request, workspace_id: UUID, endpoint: str) -> Response:
        """The tables that the endpoint's operator allows to be read, for a design in a workspace: the first 500 of all,
        or of those whose names contain a text.
        """
        containing = str(request.query_params.get("containing", ""))[:255]
        listed = tables_of(by=request.user, endpoint=endpoint, workspace=workspace_id, containing=containing)
        answer = {"endpoint": listed.endpoint.name, "tables": listed.tables, "has_more": listed.has_more}
        return Response(LiveTablesSerializer(answer).data)


class LiveImport(ApiView):
    """Live tables being imported."""

    access: ClassVar = {"POST": Action.PROVISION}
    throttle_classes = (Often, Live)

    @extend_schema(request=LiveSerializer, responses={202: ImportSerializer, **REFUSALS})
    def post(self, request: Request) -> Response:
        """Request the import: a job describes the tables and scans some of their items. The result is an import like
        that of a file, to be previewed and accepted.
        """
        asked = LiveSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = dict(asked.validated_data)
        place = {name: given.pop(name) for name in ("workspace", "design") if given.get(name)}
        wanted = WantedTables(**{**given, "tables": tuple(given["tables"])})
        return import_response(live_begin(by=request.user, wanted=wanted, **place), status.HTTP_202_ACCEPTED)
