"""/api/v1/designs/<id>/requirements/: what sentences, files and the patterns of a design say, as rows."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.serializers import RequirementsAskedSerializer, RequirementsSerializer
from exporter.requirements_report import of_design, requirements_json, requirements_of
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for


class RequirementsDetail(ApiView):
    """Requirements as rows with their slots and questions."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.SEE}

    @extend_schema(responses={200: RequirementsSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """The access patterns of the design as rows: their intent, or what their keys and filters show."""
        design = read_current(design_for(request.user, design_id, Action.SEE).pk).design
        return Response(requirements_json(of_design(design)))

    @extend_schema(request=RequirementsAskedSerializer, responses={200: RequirementsSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """How lines or a file are read with the names of the design, and the questions that remain. Stores nothing."""
        design = read_current(design_for(request.user, design_id, Action.SEE).pk).design
        asked = RequirementsAskedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        made = requirements_of(given["text"].encode(), design, given["filename"], given["period"])
        return Response(requirements_json(made))
