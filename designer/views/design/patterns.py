"""Access patterns: the list, the matrix, and new patterns from text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.request_code import RequestCode, request_code
from exporter.provisioning.requests import RequestNaming, requests_of
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.errors import Missing
from modeler.core.evaluator.database import Database
from modeler.from_text.patterns import patterns_say
from modeler.permissions import Action

REQUESTS_SHOWN: Final = 20


@allows(Action.SEE)
@never_cache
@require_GET
def design_patterns(request: DesignRequest) -> HttpResponse:
    """The patterns, and below them the items that the selected one reads."""
    return render(request, "designer/design/patterns.html", page_context(request, "patterns", "grid", tab="patterns"))


@allows(Action.EDIT)
@require_POST
def pattern_say(request: DesignRequest) -> HttpResponse:
    """Add patterns from lines as one change: ``{"parts": [ids], "notes": [what is open], "text": lines left}``."""
    made, notes, left = patterns_say(
        design_id=request.design.pk,
        table=request.POST.get("table", ""),
        text=request.POST.get("text", ""),
        by=request.user,
    )
    return JsonResponse({"parts": made, "notes": notes, "text": left})


@allows(Action.SEE)
@never_cache
@require_GET
def pattern_code(request: DesignRequest, part: str) -> HttpResponse:
    """The requests of a pattern with its example values, as AWS CLI, PartiQL and boto3 code to copy."""
    scene = scene_of(request.design.pk)
    pattern = next((one for one in scene.design.patterns if one.id == part), None)
    if pattern is None:
        raise Missing("this access pattern no longer exists", path=part)
    context = {"pattern": pattern, "requests": (), "refusal": ""}
    try:
        context["requests"] = list(islice(_code(scene.design, scene.database, pattern), REQUESTS_SHOWN))
    except NotExpressible as reason:
        context["refusal"] = reason.message
    return render(request, "designer/parts/patterns/code.html", context)


def _code(design: Design, database: Database, pattern: AccessPattern) -> Iterator[RequestCode]:
    for call in pattern.members if pattern.operation is Operation.STEPS else (pattern,):
        yield from map(request_code, requests_of(design, call, database, RequestNaming({})))
