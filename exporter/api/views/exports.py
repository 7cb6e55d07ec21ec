"""/api/v1/targets/, one target of a design, bundles, jobs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.authentication import refuse_narrow_token
from exporter.api.base import ApiView, job_accepted
from exporter.api.schema import REFUSALS
from exporter.api.serializers import (
    BundleRequestSerializer,
    ExportSerializer,
    JobSerializer,
    TargetsAskedSerializer,
    TargetSerializer,
)
from exporter.services.bundles import bundle_for, bundle_request, export_look, zip_of
from exporter.targets import NAMES, TARGETS, target
from modeler.auditing.events import audit_note
from modeler.jobs import KINDS, job_cancel
from modeler.models import AuditKind, Design, Job
from modeler.permissions import Action
from modeler.selectors import design_for, job_for

TARGET = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=NAMES, description="The target")
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what the caller has: 304 if it is unchanged"
)


def export_tag(revision: int, request: Request) -> str:
    """The entity tag of every export of a revision in the format that the request accepts: JSON and zip are different
    bytes, and a later release can write the same design differently.
    """
    return f'"{revision}-{version("keysheet")}-{request.accepted_renderer.format}"'


def tags_of(header: str) -> set[str]:
    """Return the entity tags that a header names; weak and strong tags are treated alike here."""
    return {one.strip().removeprefix("W/") for one in header.split(",")}


def attachment(name: str) -> dict[str, str]:
    """Return the header that names a download."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def noted_export(request: Request, design: Design, what: str) -> None:
    """Note in the audit log that an export leaves."""
    audit_note(AuditKind.EXPORTED, by=request.user, design=design, detail=what)


class ZipRenderer(BaseRenderer):
    """A zip file, for ``Accept: application/zip`` or ``?format=zip``."""

    media_type = "application/zip"
    format = "zip"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return it unchanged; a refusal as JSON, which it is."""
        if isinstance(data, bytes):
            return data
        response: Any = (renderer_context or {}).get("response")
        if response is not None:
            response["Content-Type"] = "application/json"
        return json.dumps(data, default=str).encode()


class TargetList(ApiView):
    """The export formats."""

    access: ClassVar = {"GET": None}

    @extend_schema(parameters=[TargetsAskedSerializer], responses={200: TargetSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """The targets in display order: all of them, or those of one kind."""
        asked = TargetsAskedSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        kind = asked.validated_data.get("kind")
        return Response(TargetSerializer([one for one in TARGETS if kind in (None, one.kind)], many=True).data)


class ExportDetail(ApiView):
    """A design in one format."""

    access: ClassVar = {"GET": Action.EXPORT}
    renderer_classes = (JSONRenderer, ZipRenderer)

    @extend_schema(
        parameters=[TARGET, IF_NONE_MATCH],
        responses={
            200: ExportSerializer,
            (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The files as one zip file"),
            202: OpenApiResponse(
                JobSerializer, "A slow target is being written: request it again when this job is done"
            ),
            304: OpenApiResponse(None, "Matches If-None-Match"),
            **REFUSALS,
        },
    )
    def get(self, request: Request, design_id: UUID, name: str) -> HttpResponse:
        """The files, and what the format cannot represent. The ETag shows whether they may have changed."""
        revision = design_for(request.user, design_id, Action.EXPORT).revision
        tag = export_tag(revision, request)
        if target(name) and tag in tags_of(request.headers.get("If-None-Match", "")):
            return HttpResponse(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag, "Vary": "Accept"})
        revision, made = export_look(design_id=design_id, by=request.user, name=name)
        if isinstance(made, Job):
            return job_accepted(JobSerializer(made).data, made)
        tag = export_tag(revision, request)
        noted_export(request, design_for(request.user, design_id, Action.EXPORT), name)
        if request.accepted_renderer.format == ZipRenderer.format:
            headers = {"ETag": tag, "Vary": "Accept", **attachment(f"{name}-{revision}.zip")}
            return HttpResponse(zip_of({name: made}), content_type=ZipRenderer.media_type, headers=headers)
        answer = {"target": name, "revision": revision, "files": made.files, "report": made.report}
        return Response(ExportSerializer(answer).data, headers={"ETag": tag})


class BundleList(ApiView):
    """Every export in one zip file."""

    access: ClassVar = {"POST": Action.EXPORT}

    @extend_schema(request=BundleRequestSerializer, responses={202: JobSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Request a bundle; the answer is the job that creates it. Its result holds the bundle's id."""
        asked = BundleRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        names = asked.validated_data.get("targets", ())
        job = bundle_request(design_id=design_id, by=request.user, targets=names)
        return job_accepted(JobSerializer(job).data, job)


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
        noted_export(request, bundle.design, "bundle")
        headers = attachment(f"keysheet-{bundle.revision}.zip")
        return HttpResponse(bytes(bundle.content), content_type="application/zip", headers=headers)


class JobDetail(ApiView):
    """A job in progress or done."""

    access: ClassVar = {"GET": Action.SEE, "DELETE": Action.SEE}

    @extend_schema(responses={200: JobSerializer, **REFUSALS})
    def get(self, request: Request, job_id: UUID) -> Response:
        """The state of a job: its progress, then its result or its error."""
        return Response(JobSerializer(job_for(request.user, job_id)).data)

    @extend_schema(responses={200: JobSerializer, **REFUSALS})
    def delete(self, request: Request, job_id: UUID) -> Response:
        """Cancel it. It ends after its current step. Anyone who may request such a job may cancel it."""
        refuse_narrow_token(request, KINDS[job_for(request.user, job_id).kind].action)
        return Response(JobSerializer(job_cancel(job_id=job_id, by=request.user)).data)
