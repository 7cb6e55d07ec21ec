"""/api/v1/designs/<id>/scenarios/: the monthly cost under assumptions, beside the budget."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView
from exporter.api.cost_serializers import ScenariosSerializer, WhatIfSerializer
from exporter.api.schema import REFUSALS
from exporter.documents.hand_out import WHAT_IF
from exporter.scenario_report import scenarios_json
from modeler.core.design.cost_scenarios import read_what_if
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for


class ScenarioList(ApiView):
    """What a design costs under assumptions."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(parameters=[WhatIfSerializer], responses={200: ScenariosSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """The month of the design, of the assumptions in the address, and of each scenario. Nothing is stored."""
        asked = WhatIfSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        loaded = read_current(design_for(request.user, design_id, Action.SEE).pk)
        given = asked.validated_data
        what_if = read_what_if({**given, "class": given.get("table_class"), "name": WHAT_IF})
        found = scenarios_json(loaded.design, what_if)
        return Response(ScenariosSerializer({**found, "revision": loaded.revision}).data)
