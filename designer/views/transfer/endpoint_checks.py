"""An endpoint before a run: a check of it, and the policy that its role needs."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, WorkspaceRequest, allows, allows_in_workspace
from designer.throttle import LIVE
from designer.views.transfer.imports import TOO_OFTEN
from exporter.services.endpoint_checks import endpoint_check, policy_file
from modeler.permissions import Action


@allows(Action.PROVISION)
@require_POST
def run_check(request: DesignRequest) -> HttpResponse:
    """Check permissions, quotas and the account of an endpoint. Nothing is created."""
    if not LIVE.admits(str(request.user.pk)):
        return render(request, "designer/parts/endpoint_check.html", {"refusal": TOO_OFTEN}, status=429)
    found = endpoint_check(design_id=request.design.pk, by=request.user, endpoint=request.POST.get("endpoint", ""))
    return render(request, "designer/parts/endpoint_check.html", {"check": found})


@allows_in_workspace(Action.MANAGE)
@require_GET
def endpoint_policy(request: WorkspaceRequest, workspace_id: UUID, endpoint: str, name: str) -> HttpResponse:
    """Download the template that creates the role of an endpoint."""
    filename, text = policy_file(workspace_id=workspace_id, by=request.user, endpoint=endpoint, form=name)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    return answer
