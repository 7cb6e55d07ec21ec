"""The proof runs of a workspace whose tables still exist, and forgotten tables, for its owners."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import WorkspaceRequest, allows_in_workspace
from designer.selectors import workspace_for
from exporter.models.provisioning import MOVING
from exporter.services.endpoint_access import endpoints_for
from exporter.services.forgotten.services import forgotten_look, forgotten_looks, forgotten_remove
from exporter.services.runs.given_up import may_give_up, run_give_up, run_to_give_up
from exporter.services.runs.standing import runs_end_in, runs_standing_in
from modeler.permissions import Action


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def workspace_runs(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """List them, over all designs, with those in the trash."""
    found = runs_standing_in(workspace_id, by=request.user)
    runs = [(run, run.standing in MOVING, may_give_up(run)) for run in found]
    workspace = workspace_for(request.user, workspace_id, Action.MANAGE)
    endpoints = endpoints_for(request.role, workspace_id)
    context = {"workspace": workspace, "runs": runs, "endpoints": endpoints, **_looks(request, workspace_id)}
    return render(request, "designer/accounts/standing_runs.html", context)


@allows_in_workspace(Action.MANAGE)
@require_POST
def workspace_runs_end(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Remove the tables of one of them, or of all."""
    ended = runs_end_in(workspace_id, by=request.user, run=request.POST.get("run", ""))
    messages.success(request, f"The tables of {ended} {'run' if ended == 1 else 'runs'} are being removed.")
    return redirect("workspace-runs", workspace_id)


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def run_gone_question(request: WorkspaceRequest, workspace_id: UUID, left_run_id: UUID) -> HttpResponse:
    """Ask before a run is given up whose endpoint no longer exists."""
    run, tables = run_to_give_up(workspace_id, left_run_id, by=request.user)
    workspace = workspace_for(request.user, workspace_id, Action.MANAGE)
    context = {"workspace": workspace, "run": run, "tables": tables}
    return render(request, "designer/accounts/run_gone_question.html", context)


@allows_in_workspace(Action.MANAGE)
@require_POST
def run_gone(request: WorkspaceRequest, workspace_id: UUID, left_run_id: UUID) -> HttpResponse:
    """Give it up."""
    run = run_give_up(workspace_id, left_run_id, by=request.user)
    messages.success(request, f"Keysheet no longer waits for the tables of {run.design.name} on {run.endpoint}.")
    return redirect("workspace-runs", workspace_id)


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_GET
def forgotten_tables(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """The newest look at each endpoint, requested again while it is in progress."""
    workspace = workspace_for(request.user, workspace_id, Action.MANAGE)
    context = {"workspace": workspace, **_looks(request, workspace_id)}
    return render(request, "designer/parts/forgotten_tables.html", context)


@allows_in_workspace(Action.MANAGE)
@require_POST
def forgotten_tables_look(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Look for tables of this workspace that no run looks after."""
    forgotten_look(workspace_id=workspace_id, by=request.user, endpoint=request.POST.get("endpoint", ""))
    return redirect("workspace-runs", workspace_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def forgotten_tables_remove(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Remove those that the owner chose."""
    chosen = request.POST.getlist("table")
    look = request.POST.get("look", "")
    forgotten_remove(workspace_id=workspace_id, by=request.user, look=look, tables=chosen)
    return redirect("workspace-runs", workspace_id)


def _looks(request: WorkspaceRequest, workspace_id: UUID) -> dict[str, Any]:
    looks = forgotten_looks(workspace_id=workspace_id, by=request.user)
    return {"looks": looks, "is_moving": any(one.is_moving for one in looks)}
