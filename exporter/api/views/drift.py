"""/api/v1/designs/<id>/drift/: a design compared with live tables, or with a file."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from exporter.api.base import (
    FILE,
    ApiView,
    BytesParser,
    FormParser,
    Imports,
    Live,
    Often,
    accepted,
    body_of,
    filename_of,
    first_said,
)
from exporter.api.import_serializers import DriftSerializer, DriftWaitingSerializer
from exporter.api.parameters import GIVEN, given_of
from exporter.api.schema import REFUSALS
from exporter.services.drift_jobs import Comparing, drift_begin_with_file, drift_begin_with_live, drift_look
from modeler.permissions import Action

NAMES = OpenApiParameter("names", str, description="Tables with different names there: orders=orders-prod, ...")
ANSWERS = {
    200: DriftSerializer,
    202: OpenApiResponse(DriftWaitingSerializer, "In progress: request the token when the job is done"),
    **REFUSALS,
}


def comparison_response(found: Comparing) -> Response:
    """Return the state of a comparison."""
    if found.drift is not None:
        return Response(DriftSerializer(found.drift.as_json()).data)
    waiting = DriftWaitingSerializer({"token": found.held.token, "job": found.job}).data
    return accepted(waiting, "held-drift", found.held.design, found.held.token)


class DriftDetail(ApiView):
    """Where a design and what is deployed differ."""

    access: ClassVar = {"GET": Action.PROVISION, "POST": Action.SEE}
    parser_classes = (FormParser, BytesParser)

    def get_throttles(self) -> list[BaseThrottle]:
        """The rate limits of live reads and of files apply here too."""
        return [Often(), Live() if self.request.method == "GET" else Imports()]

    @extend_schema(
        parameters=[
            OpenApiParameter("endpoint", str, description="A declared endpoint; default: the first"),
            NAMES,
        ],
        responses=ANSWERS,
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """Compare the design with live tables: findings, and what an update would change in the design."""
        asked = {name: _text(request, name) for name in ("endpoint", "names")}
        return comparison_response(drift_begin_with_live(design_id=design_id, by=request.user, **asked))

    @extend_schema(
        request=FILE,
        parameters=[OpenApiParameter("filename", str, description="Its extension determines the format"), NAMES, GIVEN],
        responses=ANSWERS,
    )
    def post(self, request: Request, design_id: UUID) -> Response:
        """Compare the design with the file in the body: a template, a description, or any file that can be imported."""
        raw, given = body_of(request), given_of(request)
        asked = {"filename": filename_of(request)[:2000], "names": _text(request, "names")}
        return comparison_response(
            drift_begin_with_file(design_id=design_id, by=request.user, raw=raw, given=given, **asked)
        )


class DriftHeld(ApiView):
    """A comparison made by a job."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(operation_id="designs_drift_held_retrieve", responses=ANSWERS)
    def get(self, request: Request, design_id: UUID, token: str) -> Response:
        """The result, once the job is done; deleted half an hour after the request."""
        return comparison_response(drift_look(design_id=design_id, token=token, by=request.user))


def _text(request: Request, name: str) -> str:
    return first_said(request, name)[:2000]
