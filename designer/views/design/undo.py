"""Undo and redo, as the page's buttons and shortcuts request them."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from modeler.history.undo import design_redo, design_undo
from modeler.permissions import Action


@allows(Action.EDIT)
@require_POST
def undo(request: DesignRequest) -> HttpResponse:
    """Undo this person's newest own change that can be undone, and say which ones were skipped."""
    undone = design_undo(design_id=request.design.pk, by=request.user)
    skipped = "".join(f"Skipped {one}. " for one in undone.skipped)
    return saved(undone.number, skipped + _sentence(undone.label))


@allows(Action.EDIT)
@require_POST
def redo(request: DesignRequest) -> HttpResponse:
    """Redo this person's newest undo."""
    redone = design_redo(design_id=request.design.pk, by=request.user)
    return saved(redone.number, _sentence(redone.label))


def _sentence(label: str) -> str:
    return label[:1].upper() + label[1:]
