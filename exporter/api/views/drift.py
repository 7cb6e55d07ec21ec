"""/api/v1/designs/<id>/drift/: a design compared with live tables, or with a file."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView, BytesParser, Imports, Live, Often, body_of
from exporter.api.import_serializers import DriftSerializer
from exporter.api.schema import REFUSALS
from exporter.services.drifting import drift_with_file, drift_with_live
from modeler.permissions import Action

NAMES = OpenApiParameter("names", str, description="Tables that are called otherwise there: orders=orders-prod, ...")


class DriftDetail(ApiView):
    """Where a design and what stands differ."""

    access: ClassVar = {"GET": Action.PROVISION, "POST": Action.SEE}
    parser_classes = (BytesParser,)

    def get_throttles(self) -> list[Often | Live | Imports]:
        """Live tables are looked at as often as elsewhere, files are read as often as elsewhere."""
        return [Often(), Live() if self.request.method == "GET" else Imports()]

    @extend_schema(
        parameters=[
            OpenApiParameter("endpoint", str, description="A declared endpoint; the first where left out"),
            NAMES,
        ],
        responses={200: DriftSerializer, **REFUSALS},
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """Compare the design with live tables: findings, and what an update would change in the design."""
        asked = {name: _text(request, name) for name in ("endpoint", "names")}
        return Response(DriftSerializer(drift_with_live(design_id=design_id, by=request.user, **asked).as_json()).data)

    @extend_schema(
        request={"application/octet-stream": OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("filename", str, description="Tells the format by its end"), NAMES],
        responses={200: DriftSerializer, **REFUSALS},
    )
    def post(self, request: Request, design_id: UUID) -> Response:
        """Compare the design with the file that is the body: a template, a description, any file that is imported."""
        asked = {name: _text(request, name) for name in ("filename", "names")}
        found = drift_with_file(design_id=design_id, by=request.user, raw=body_of(request), **asked)
        return Response(DriftSerializer(found.as_json()).data)


def _text(request: Request, name: str) -> str:
    return request.query_params.get(name, "").replace("\x00", "")[:2000]
