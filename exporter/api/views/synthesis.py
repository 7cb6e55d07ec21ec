"""/api/v1/designs/<id>/synthesis/: designs that serve the access patterns of a design."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView, job_accepted
from exporter.api.schema import REFUSALS
from exporter.api.serializers import JobSerializer, SynthesisAskedSerializer, SynthesisSerializer
from exporter.synthesis_report import synthesis_json
from modeler.core.synthesis import SynthesisOptions
from modeler.permissions import Action
from modeler.synthesis.synthesis_job import synthesis_begin


class SynthesisDetail(ApiView):
    """Keys and indexes that serve the access patterns of a design."""

    access: ClassVar = {"POST": Action.SEE}

    @extend_schema(
        request=SynthesisAskedSerializer,
        responses={
            200: SynthesisSerializer,
            202: OpenApiResponse(JobSerializer, "A worker computes it: request it again when this job is done"),
            **REFUSALS,
        },
    )
    def post(self, request: Request, design_id: UUID) -> Response:
        """Alternatives with their designs, what serves each pattern, and what is not served. Nothing is stored."""
        asked = SynthesisAskedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        keys, consistent = frozenset(given["keep_keys"]), frozenset(given["consistent"])
        more = {name: given[name] for name in ("copies", "live", "multi_attribute_keys")}
        options = SynthesisOptions(given["alternatives"], given["max_gsis"], given["keep"], keys, consistent, **more)
        made = synthesis_begin(design_id=design_id, by=request.user, options=options)
        if made.found is None:
            return job_accepted(JobSerializer(made.job).data, made.job)
        return Response(SynthesisSerializer(synthesis_json(made.found)).data)
