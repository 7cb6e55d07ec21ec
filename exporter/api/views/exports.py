"""/api/v1/targets/, one target of a design, bundles, jobs."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.authentication import refuse_narrow_token
from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.serializers import BundleRequestSerializer, ExportSerializer, JobSerializer, TargetSerializer
from exporter.services.bundles import bundle_for, bundle_request
from exporter.targets import TARGETS, target
from modeler.jobs import KINDS, job_cancel
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for, job_for


class ZipRenderer(BaseRenderer):
    """Only there so that a client may ask for application/zip."""

    media_type = "application/zip"
    format = "zip"

    def render(self, data: bytes, accepted_media_type: str | None = None, renderer_context: object = None) -> bytes:
        """As it is."""
        return data


class TargetList(ApiView):
    """The export formats."""

    access: ClassVar = {"GET": None}

    @extend_schema(responses={200: TargetSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Names of the targets, in the order in which they are offered."""
        return Response(TargetSerializer(TARGETS, many=True).data)


class ExportDetail(ApiView):
    """A design in one format."""

    access: ClassVar = {"GET": Action.EXPORT}

    @extend_schema(responses={200: ExportSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID, name: str) -> Response:
        """The files, and what the format cannot carry."""
        design_for(request.user, design_id, Action.EXPORT)
        chosen = target(name)
        loaded = read_current(design_id)
        export = chosen.build(loaded.design)
        answer = {"target": name, "revision": loaded.revision, "files": export.files, "report": export.report}
        return Response(ExportSerializer(answer).data)


class BundleList(ApiView):
    """Every export in one zip file."""

    access: ClassVar = {"POST": Action.EXPORT}

    @extend_schema(request=BundleRequestSerializer, responses={202: JobSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Ask for a bundle; the answer is the job that makes it. Its result holds the bundle's id."""
        asked = BundleRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        names = asked.validated_data.get("targets", ())
        job = bundle_request(design_id=design_id, by=request.user, targets=names)
        return Response(JobSerializer(job).data, status.HTTP_202_ACCEPTED)


class BundleDetail(ApiView):
    """A bundle's content."""

    access: ClassVar = {"GET": Action.EXPORT}
    renderer_classes = (ZipRenderer, JSONRenderer)

    @extend_schema(
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The zip file"), **REFUSALS}
    )
    def get(self, request: Request, bundle_id: UUID) -> HttpResponse:
        """The zip file."""
        bundle = bundle_for(request.user, bundle_id)
        headers = {"Content-Disposition": f'attachment; filename="keysheet-{bundle.revision}.zip"'}
        return HttpResponse(bytes(bundle.content), content_type="application/zip", headers=headers)


class JobDetail(ApiView):
    """Work in progress or done."""

    access: ClassVar = {"GET": Action.SEE, "DELETE": Action.SEE}

    @extend_schema(responses={200: JobSerializer, **REFUSALS})
    def get(self, request: Request, job_id: UUID) -> Response:
        """How a job stands: its progress, then its result or its error."""
        return Response(JobSerializer(job_for(request.user, job_id)).data)

    @extend_schema(responses={200: JobSerializer, **REFUSALS})
    def delete(self, request: Request, job_id: UUID) -> Response:
        """Cancel it. It ends after the step that it is in. Who may ask for such a job may cancel it."""
        refuse_narrow_token(request, KINDS[job_for(request.user, job_id).kind].action)
        return Response(JobSerializer(job_cancel(job_id=job_id, by=request.user)).data)
