"""/api/v1/designs/<id>/rehearsals/ and /api/v1/rehearsals/<id>/: a migration, rehearsed on an emulator."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, accepted, page_of
from exporter.api.rehearsal_serializers import RehearsalAskedSerializer, RehearsalSerializer, RehearsalsSerializer
from exporter.api.schema import REFUSALS
from exporter.rehearsals.services import (
    rehearsal_begin,
    rehearsal_for,
    rehearsal_json,
    rehearsals_of,
)
from modeler.permissions import Action


class RehearsalList(ApiView):
    """The rehearsals of a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.PROVISION}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: RehearsalsSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Rehearsals with their evidence, newest first; the header Link has the address of the next page."""
        rows, headers = page_of(request, rehearsals_of(request.user, design_id))
        return Response({"rehearsals": [rehearsal_json(run) for run in rows]}, headers=headers)

    @extend_schema(request=RehearsalAskedSerializer, responses={202: RehearsalSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Run the migration from one revision to another on an emulator, with a writer and readers: each command is
        killed and resumed, both sides are compared, cut over, reverted, and compared again.
        """
        asked = RehearsalAskedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        run = rehearsal_begin(design_id=design_id, by=request.user, asked=asked.asked())
        return accepted(rehearsal_json(run), "rehearsal", run.pk)


class RehearsalDetail(ApiView):
    """One rehearsal."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(responses={200: RehearsalSerializer, **REFUSALS})
    def get(self, request: Request, rehearsal_id: UUID) -> Response:
        """Its state, and the evidence so far. Only people who see both designs see it."""
        return Response(rehearsal_json(rehearsal_for(request.user, rehearsal_id)))
