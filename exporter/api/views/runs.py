"""/api/v1/endpoints/ and provisioning runs: the plan before it starts, a run, its teardown."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, accepted, page_of
from exporter.api.run_serializers import (
    EndpointsSerializer,
    PlanSerializer,
    RunSerializer,
    RunsSerializer,
    outcome_of_run,
)
from exporter.api.schema import REFUSALS
from exporter.api.serializers import RunRequestSerializer
from exporter.models import ProvisioningRun
from exporter.services.endpoint_access import endpoints_of
from exporter.services.provisioning import (
    lab_start,
    plan_summary,
    run_json,
    run_look,
    run_start,
    run_teardown,
    runs_of,
)
from modeler.permissions import Action, may
from modeler.selectors import design_for


def run_answer(run: ProvisioningRun, role: str) -> dict[str, Any]:
    """Return a run as the API shows it to people with a role in its design."""
    return {**run_json(run, with_arns=may(role, Action.PROVISION)), "outcome": outcome_of_run(run)}


def _answer_to(request: Request, run: ProvisioningRun) -> dict[str, Any]:
    return run_answer(run, design_for(request.user, run.design_id, Action.SEE).role)


class EndpointList(ApiView):
    """Where designs can be proved."""

    access: ClassVar = {"GET": None}

    @extend_schema(responses={200: EndpointsSerializer, **REFUSALS})
    def get(self, request: Request) -> Response:
        """The endpoints that you can use in one of your workspaces: names, kinds and Regions, never their keys."""
        return Response({"endpoints": [endpoint.as_json() for endpoint in endpoints_of(request.user)]})


class PlanDetail(ApiView):
    """What a run would do."""

    access: ClassVar = {"GET": Action.PROVISION}

    @extend_schema(
        parameters=[OpenApiParameter("endpoint", str, description="A declared endpoint; default: the first")],
        responses={200: PlanSerializer, **REFUSALS},
    )
    def get(self, request: Request, design_id: UUID) -> Response:
        """What a run would create, seed, and cost, before it starts. Nothing is created."""
        name = request.query_params.get("endpoint", "")
        return Response(plan_summary(design_id=design_id, by=request.user, endpoint=name).as_json())


class RunList(ApiView):
    """The runs of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.PROVISION}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: RunsSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Runs, newest first, at most 500; the header Link has the address of the next page."""
        role = design_for(request.user, design_id, Action.SEE).role
        rows, headers = page_of(request, runs_of(request.user, design_id))
        return Response({"runs": [run_answer(run, role) for run in rows]}, headers=headers)

    @extend_schema(request=RunRequestSerializer, responses={202: RunSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Prove the design on an endpoint: create its tables, seed them, run every access pattern, compare."""
        asked = RunRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        start = lab_start if asked.validated_data["kind"] == "lab" else run_start
        chosen = {name: asked.validated_data[name] for name in ("endpoint", "hours")}
        run = start(design_id=design_id, by=request.user, **chosen)
        return accepted(_answer_to(request, run), "run", run.pk)


class RunDetail(ApiView):
    """One run."""

    access: ClassVar = {"GET": Action.SEE, "DELETE": Action.PROVISION}

    @extend_schema(responses={200: RunSerializer, **REFUSALS})
    def get(self, request: Request, run_id: UUID) -> Response:
        """Its state, with a row for each access pattern. Reports if its tables are gone."""
        return Response(_answer_to(request, run_look(run_id=run_id, by=request.user)))

    @extend_schema(responses={202: RunSerializer, **REFUSALS})
    def delete(self, request: Request, run_id: UUID) -> Response:
        """Tear it down: remove the tables that this run recorded as its own, and nothing else."""
        return accepted(_answer_to(request, run_teardown(run_id=run_id, by=request.user)), "run", run_id)
