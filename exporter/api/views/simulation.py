"""/api/v1/designs/<id>/simulation/: what is throttled in a scenario, where and why."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView, job_accepted
from exporter.api.schema import REFUSALS
from exporter.api.serializers import JobSerializer
from exporter.api.simulation_serializers import SimulationAskedSerializer, SimulationSerializer
from exporter.services.simulation_jobs import simulation_look
from modeler.permissions import Action


class SimulationDetail(ApiView):
    """A scenario of a design, simulated."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(
        parameters=[SimulationAskedSerializer],
        responses={
            200: SimulationSerializer,
            202: OpenApiResponse(JobSerializer, "A worker simulates it: request it again when this job is done"),
            **REFUSALS,
        },
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """Throttling, latency that retries add, and partitions over time, as estimates. Nothing is stored."""
        asked = SimulationAskedSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        made = simulation_look(design_id=design_id, by=request.user, asked=asked.validated_data)
        if made.job is not None:
            return job_accepted(JobSerializer(made.job).data, made.job)
        return Response(SimulationSerializer({**(made.found or {}), "revision": made.revision}).data)
