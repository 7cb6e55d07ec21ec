"""/api/v1/designs/<id>/compare/templates/: the deployments between two revisions, as templates."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.version_serializers import OrderedAskedSerializer, OrderedSerializer
from exporter.api.views.exports import ZipRenderer, attachment
from exporter.services.bundles import zip_of
from exporter.services.ordered_exports import ordered_export
from modeler.permissions import Action


class OrderedTemplates(ApiView):
    """The deployments from one side of a comparison to the other."""

    access: ClassVar = {"GET": Action.EXPORT}
    renderer_classes = (JSONRenderer, ZipRenderer)

    @extend_schema(
        parameters=[OrderedAskedSerializer],
        responses={
            200: OrderedSerializer,
            (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The files as one zip file"),
            **REFUSALS,
        },
    )
    def get(self, request: Request, design_id: UUID) -> HttpResponse:
        """A folder per target and deployment, with one change of a GSI in each, and README.md with the order, the
        commands, and what has to be done between them. 422 if no table, index or setting changes.
        """
        asked = OrderedAskedSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        given = dict(asked.validated_data)
        names = sorted(given.pop("target", ()))
        made = ordered_export(design_id=design_id, by=request.user, targets=names, **given)
        if request.accepted_renderer.format == ZipRenderer.format:
            content = zip_of({"deployments": made})
            return HttpResponse(content, content_type=ZipRenderer.media_type, headers=attachment("deployments.zip"))
        return Response(OrderedSerializer({"files": made.files, "report": made.report}).data)
