"""/api/v1/workspaces/ID/audit/: the audit log of a workspace, for its owners."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, page_of
from exporter.api.schema import REFUSALS
from exporter.api.serializers import AuditAskedSerializer, AuditEventSerializer
from modeler.auditing.events import as_json
from modeler.auditing.reading import audit_filter, events_in, shown_to_owners
from modeler.permissions import Action


class AuditList(ApiView):
    """What members of a workspace did that concerns security."""

    access: ClassVar = {"GET": Action.AUDIT}

    @extend_schema(
        parameters=[AuditAskedSerializer, OFFSET, LIMIT],
        responses={200: AuditEventSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, workspace_id: UUID) -> Response:
        """Events, newest first, at most 500; the header Link has the address of the next page."""
        asked = AuditAskedSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        found = events_in(workspace_id, by=request.user, wanted=audit_filter(**asked.validated_data))
        rows, headers = page_of(request, found)
        return Response([as_json(shown_to_owners(row)) for row in rows], headers=headers)
