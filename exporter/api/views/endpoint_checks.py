""".../plan/check/: an endpoint before a run."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView, Live, Often
from exporter.api.run_serializers import EndpointCheckSerializer, EndpointNamedSerializer
from exporter.api.schema import REFUSALS
from exporter.services.endpoint_checks import endpoint_check
from modeler.permissions import Action


class PlanCheck(ApiView):
    """An endpoint, before a run."""

    access: ClassVar = {"POST": Action.PROVISION}
    throttle_classes = (Often, Live)

    @extend_schema(request=EndpointNamedSerializer, responses={200: EndpointCheckSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Check permissions, quotas and the account of an endpoint for a run of the design. Nothing is created."""
        asked = EndpointNamedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        found = endpoint_check(design_id=design_id, by=request.user, endpoint=asked.validated_data["endpoint"])
        return Response(found.as_json())
