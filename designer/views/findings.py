"""What is done with a finding: mended by one of its edits, muted with a reason, shown again."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from modeler import findings
from modeler.permissions import Action


def _place(request: DesignRequest) -> dict[str, str]:
    return {"rule": request.POST.get("rule", ""), "path": request.POST.get("path", "")}


@allows(Action.EDIT)
@require_POST
def finding_mend(request: DesignRequest) -> HttpResponse:
    """Make the edit of this label that the finding offers; undo takes it back."""
    label = request.POST.get("label", "")
    made = findings.finding_mend(design_id=request.design.pk, by=request.user, label=label, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_mute(request: DesignRequest) -> HttpResponse:
    """Keep in the design that this is not to be shown, and why."""
    reason = request.POST.get("reason", "")
    made = findings.finding_mute(design_id=request.design.pk, by=request.user, reason=reason, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_unmute(request: DesignRequest) -> HttpResponse:
    """Have a muted finding shown again."""
    return saved(findings.finding_unmute(design_id=request.design.pk, by=request.user, **_place(request)).number)
