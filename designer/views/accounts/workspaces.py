"""Members of a workspace: their roles, and the links by which others join."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer import services
from designer.access import WorkspaceRequest, allows_in_workspace
from designer.forms import InviteForm, WorkspaceForm
from designer.selectors import invitations_open_in, members_of, workspace_for
from designer.services import INVITATION_DAYS, invitation_create, member_change_role
from designer.views.refusals import refusal_shown
from exporter.webhooks.services import webhooks_off_in
from modeler.permissions import MEMBER_ROLES, Action, may


@allows_in_workspace(Action.SEE)
@never_cache
@require_GET
def members(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """List the members; for owners also the open invitations."""
    return render(request, "designer/accounts/members.html", _context(request, workspace_id))


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_POST
def invitation_new(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Create a link. It is shown once, because only its hash is stored."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return render(request, "designer/accounts/members.html", _context(request, workspace_id, form=form), status=422)
    role = form.cleaned_data["role"]
    _, token = invitation_create(workspace_id=workspace_id, by=request.user, role=role)
    link = request.build_absolute_uri(reverse("join", args=[token]))
    return render(request, "designer/accounts/members.html", _context(request, workspace_id, link=link, link_role=role))


@allows_in_workspace(Action.MANAGE)
@never_cache
@require_POST
def workspace_change(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Change the name of the workspace, and how many approvals a merge needs."""
    form = WorkspaceForm(request.POST)
    if not form.is_valid():
        context = _context(request, workspace_id, settings_form=form)
        return render(request, "designer/accounts/members.html", context, status=422)
    services.workspace_change(workspace_id=workspace_id, by=request.user, **form.cleaned_data)
    messages.success(request, "The settings of the workspace are saved.")
    return redirect("members", workspace_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def invitation_revoke(request: WorkspaceRequest, workspace_id: UUID, invitation_id: UUID) -> HttpResponse:
    """Revoke a link."""
    services.invitation_revoke(workspace_id=workspace_id, invitation_id=invitation_id, by=request.user)
    return redirect("members", workspace_id)


@allows_in_workspace(Action.MANAGE)
@require_POST
def member_role(request: WorkspaceRequest, workspace_id: UUID, user_id: int) -> HttpResponse:
    """Give a member another role."""
    role = request.POST.get("role", "")
    with refusal_shown(request, "Not changed"):
        member = member_change_role(workspace_id=workspace_id, user_id=user_id, role=role, by=request.user)
        messages.success(request, f"The role of {member.user} is now {member.role}.")
    return redirect("members", workspace_id)


@allows_in_workspace(Action.SEE)
@require_POST
def member_remove(request: WorkspaceRequest, workspace_id: UUID, user_id: int) -> HttpResponse:
    """Remove a member, or leave; the service decides which of the two it is."""
    with refusal_shown(request, "Not removed"):
        services.member_remove(workspace_id=workspace_id, user_id=user_id, by=request.user)
        if user_id == request.user.pk:
            return redirect("home")
    return redirect("members", workspace_id)


def _context(request: WorkspaceRequest, workspace_id: UUID, **more: object) -> dict[str, object]:
    workspace = workspace_for(request.user, workspace_id, Action.SEE)
    may_manage = may(request.role, Action.MANAGE)
    return {
        "workspace": workspace,
        "members": members_of(workspace),
        "invitations": invitations_open_in(workspace) if may_manage else [],
        "may_manage": may_manage,
        "webhooks_off": webhooks_off_in(workspace_id) if may_manage else 0,
        "roles": MEMBER_ROLES,
        "days": INVITATION_DAYS,
        "form": InviteForm(),
        "settings_form": WorkspaceForm(
            initial={"name": workspace.name, "approvals_needed": workspace.approvals_needed}
        ),
        **more,
    }
