"""/api/v1/designs/<id>/loads/ and /api/v1/loads/<id>/: a scenario, sent to an endpoint for some seconds."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, accepted, page_of
from exporter.api.load_serializers import LoadAskedSerializer, LoadPlanSerializer, LoadSerializer, LoadsSerializer
from exporter.api.schema import REFUSALS
from exporter.loads.asked import LoadAsked
from exporter.loads.services import load_announced, load_begin, load_for, load_json, loads_of
from modeler.permissions import Action
from modeler.selectors import design_for


class LoadList(ApiView):
    """The load proofs of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.PROVISION}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: LoadsSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Load proofs with their reports, newest first; the header Link has the address of the next page."""
        rows, headers = page_of(request, loads_of(request.user, design_id))
        return Response({"loads": [load_json(run) for run in rows]}, headers=headers)

    @extend_schema(request=LoadAskedSerializer, responses={202: LoadSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Send some seconds of a scenario to an endpoint that its operator marked for loads, within a budget."""
        asked = LoadAskedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        run = load_begin(design_id=design_id, by=request.user, asked=LoadAsked(**asked.validated_data))
        return accepted(load_json(run), "load", run.pk)


class LoadPlanDetail(ApiView):
    """What a load would do."""

    access: ClassVar = {"GET": Action.PROVISION}

    @extend_schema(parameters=[LoadAskedSerializer], responses={200: LoadPlanSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """What a load would do and at most cost, before it starts. Nothing is created."""
        # People who may not provision learn that, and nothing about their input.
        design_for(request.user, design_id, Action.PROVISION)
        asked = LoadAskedSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        said = load_announced(design_id=design_id, by=request.user, asked=LoadAsked(**asked.validated_data))
        return Response(said)


class LoadDetail(ApiView):
    """One load proof."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(responses={200: LoadSerializer, **REFUSALS})
    def get(self, request: Request, load_id: UUID) -> Response:
        """Its state, and its report at the end."""
        return Response(load_json(load_for(request.user, load_id)))
