"""Actions on a finding: fix it by one of its edits, mute it with a reason, or unmute it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from designer.page.regions.findings import fixes_shown
from designer.page.scenes import scene_of
from modeler import findings
from modeler.permissions import Action


def _place(request: DesignRequest) -> dict[str, str]:
    return {"rule": request.POST.get("rule", ""), "path": request.POST.get("path", "")}


@allows(Action.EDIT)
@never_cache
@require_GET
def finding_fixes(request: DesignRequest) -> HttpResponse:
    """The edits that fix the finding of a ``rule`` at a ``path``, each with its changes as text."""
    rule, path = request.GET.get("rule", ""), request.GET.get("path", "")
    fixes = fixes_shown(scene_of(request.design.pk), rule, path)
    return render(request, "designer/parts/findings/fixes.html", {"fixes": fixes})


@allows(Action.EDIT)
@require_POST
def finding_fix(request: DesignRequest) -> HttpResponse:
    """Fix the finding by the edit with this label; undo reverts it."""
    label = request.POST.get("label", "")
    made = findings.finding_fix(design_id=request.design.pk, by=request.user, label=label, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_mute(request: DesignRequest) -> HttpResponse:
    """Mute the finding in the design, with a reason."""
    reason = request.POST.get("reason", "")
    made = findings.finding_mute(design_id=request.design.pk, by=request.user, reason=reason, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_unmute(request: DesignRequest) -> HttpResponse:
    """Unmute a finding."""
    return saved(findings.finding_unmute(design_id=request.design.pk, by=request.user, **_place(request)).number)
