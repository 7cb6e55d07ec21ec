"""/api/v1/endpoints/ and provisioning runs: the plan before it starts, a run, its teardown."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.serializers import RunRequestSerializer
from exporter.services.provisioning import (
    endpoint_list,
    lab_start,
    plan_summary,
    run_json,
    run_look,
    run_start,
    run_teardown,
    runs_of,
)
from modeler.permissions import Action

RUN = OpenApiResponse(OpenApiTypes.OBJECT, "A run: its state, its tables, and a row for each access pattern")


class EndpointList(ApiView):
    """Where designs can be proved."""

    access: ClassVar = {"GET": None}

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "The declared endpoints"), **REFUSALS})
    def get(self, request: Request) -> Response:
        """The endpoints that the operator declared: their names, kinds and Regions, never their keys."""
        return Response({"endpoints": [endpoint.as_json() for endpoint in endpoint_list()]})


class PlanDetail(ApiView):
    """What a run would do."""

    access: ClassVar = {"GET": Action.PROVISION}

    @extend_schema(
        parameters=[OpenApiParameter("endpoint", str, description="A declared endpoint; default: the first")],
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "Tables, items, and cost"), **REFUSALS},
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """What a run would create, seed, and cost, before it starts. Nothing is created."""
        name = request.query_params.get("endpoint", "")
        return Response(plan_summary(design_id=design_id, by=request.user, endpoint=name).as_json())


class RunList(ApiView):
    """The runs of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.PROVISION}

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "The newest runs"), **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Runs, newest first."""
        return Response({"runs": [run_json(run) for run in runs_of(request.user, design_id)]})

    @extend_schema(request=RunRequestSerializer, responses={202: RUN, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Prove the design on an endpoint: create its tables, seed them, run every access pattern, compare."""
        asked = RunRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        start = lab_start if asked.validated_data["kind"] == "lab" else run_start
        run = start(design_id=design_id, by=request.user, endpoint=asked.validated_data["endpoint"])
        return Response(run_json(run), status.HTTP_202_ACCEPTED)


class RunDetail(ApiView):
    """One run."""

    access: ClassVar = {"GET": Action.SEE, "DELETE": Action.PROVISION}

    @extend_schema(responses={200: RUN, **REFUSALS})
    def get(self, request: Request, run_id: UUID) -> Response:
        """Its state, with a row for each access pattern. Reports if its tables are gone."""
        return Response(run_json(run_look(run_id=run_id, by=request.user)))

    @extend_schema(responses={202: RUN, **REFUSALS})
    def delete(self, request: Request, run_id: UUID) -> Response:
        """Tear it down: remove the tables that this run recorded as its own, and nothing else."""
        return Response(run_json(run_teardown(run_id=run_id, by=request.user)), status.HTTP_202_ACCEPTED)
