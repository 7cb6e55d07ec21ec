"""/api/v1/designs/<id>/analysis/, .../fixes/, .../mutes/ and .../patterns/<pattern>/evaluate/."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from exporter import reports
from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.serializers import (
    AnalysisSerializer,
    EvaluateSerializer,
    EvaluationSerializer,
    FixSerializer,
    MuteSerializer,
    OfferSerializer,
    PlaceSerializer,
    RevisionSerializer,
)
from modeler.core.errors import Missing
from modeler.findings import finding_fix, finding_fixes, finding_mute, finding_unmute, without_edits
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.revision_analysis import analysis_now
from modeler.selectors import design_for


class AnalysisDetail(ApiView):
    """The analysis of a design."""

    access: ClassVar = {"GET": Action.SEE}

    @extend_schema(responses={200: AnalysisSerializer, **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Findings, capacity, and cost of the design's current revision; computed now if necessary."""
        found = analysis_now(design_for(request.user, design_id, Action.SEE))
        answer = {
            "revision": found.revision,
            "rules_version": found.rules_version,
            "prices_version": found.prices_version,
            **without_edits(found.result),
        }
        return Response(AnalysisSerializer(answer).data)


class FindingFix(ApiView):
    """A finding fixed by one of the edits that it offers."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.EDIT}

    @extend_schema(parameters=[PlaceSerializer], responses={200: OfferSerializer(many=True), **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """The fixes of a finding that break nothing else, with their consequences. 404 if there is no such finding."""
        design_for(request.user, design_id, Action.SEE)
        asked = PlaceSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        found = finding_fixes(design_id=design_id, by=request.user, **asked.validated_data)
        return Response([offer.as_json() for offer in found])

    @extend_schema(request=FixSerializer, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Apply the edit with this label; the answer is the revision that it created. 409 if the finding is gone."""
        design_for(request.user, design_id, Action.EDIT)
        asked = FixSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = finding_fix(design_id=design_id, by=request.user, **asked.validated_data)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class FindingMute(ApiView):
    """Muted findings, with the reasons that the design keeps."""

    access: ClassVar = {"POST": Action.EDIT, "DELETE": Action.EDIT}

    @extend_schema(request=MuteSerializer, responses={200: RevisionSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Mute a finding at its place, with a reason. 409 if there is no such finding."""
        design_for(request.user, design_id, Action.EDIT)
        asked = MuteSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = finding_mute(design_id=design_id, by=request.user, **asked.validated_data)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)

    @extend_schema(parameters=[PlaceSerializer], responses={200: RevisionSerializer, **REFUSALS})
    def delete(self, request: Request, design_id: UUID) -> Response:
        """Unmute a finding. 404 if it is not muted."""
        design_for(request.user, design_id, Action.EDIT)
        asked = PlaceSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        made = finding_unmute(design_id=design_id, by=request.user, **asked.validated_data)
        return Response(RevisionSerializer({"revision": made.number, "label": made.label}).data)


class PatternEvaluate(ApiView):
    """One access pattern over the sample items."""

    access: ClassVar = {"POST": Action.SEE}

    @extend_schema(request=EvaluateSerializer, responses={200: EvaluationSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, pattern: str) -> Response:
        """What it returns, examines, writes, and costs. `pattern` is its code, name, or id. Nothing is stored."""
        design_for(request.user, design_id, Action.SEE)
        asked = EvaluateSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        design = read_current(design_id).design
        found = design.pattern(pattern)
        if found is None:
            raise Missing(f"there is no access pattern {pattern!r} in this design", path="pattern")
        evaluation = reports.evaluation_of(design, found, asked.validated_data.get("parameters", {}))
        return Response(reports.evaluation_json(evaluation))
