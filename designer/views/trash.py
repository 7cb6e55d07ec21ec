"""The trash: removed designs, restored or deleted permanently."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows_in_trash, signed_in
from modeler.core.errors import Conflict
from modeler.permissions import Action
from modeler.services import design_restore
from modeler.trash import belongings_of, design_purge, designs_in_trash


@signed_in
@never_cache
@require_GET
def trash(request: HttpRequest) -> HttpResponse:
    """The removed designs in the workspaces that the person owns."""
    return render(request, "designer/trash.html", {"designs": designs_in_trash(request.user)})


@allows_in_trash(Action.DELETE)
@require_POST
def trash_restore(request: DesignRequest, removed_id: UUID) -> HttpResponse:
    """Restore a design."""
    design_restore(design_id=removed_id, by=request.user)
    messages.success(request, f"{request.design.name} was restored.")
    return redirect("home")


@allows_in_trash(Action.DELETE)
@never_cache
@require_GET
def trash_question(request: DesignRequest, removed_id: UUID) -> HttpResponse:
    """Show what would be deleted with a design."""
    belongings = belongings_of(design_id=removed_id, by=request.user)
    return render(request, "designer/trash_question.html", {"design": request.design, "belongings": belongings})


@allows_in_trash(Action.DELETE)
@require_POST
def trash_purge(request: DesignRequest, removed_id: UUID) -> HttpResponse:
    """Delete a design permanently."""
    try:
        name = design_purge(design_id=removed_id, by=request.user)
    except Conflict as refusal:
        messages.error(request, refusal.message)
        return redirect("trash-question", removed_id)
    messages.success(request, f"{name} was permanently deleted.")
    return redirect("trash")
