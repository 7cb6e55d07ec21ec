"""Access patterns: the list, the matrix, and new patterns from text."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.views.design.pages import page_context
from modeler.from_text.patterns import patterns_say
from modeler.permissions import Action


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
