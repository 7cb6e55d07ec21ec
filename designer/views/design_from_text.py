"""Designs from access patterns as text, one per line: a new design, or an empty one filled."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.forms import LinesForm
from designer.views.home import home_context
from modeler.design_from_text import design_begin as begin
from modeler.design_from_text import design_from_lines
from modeler.permissions import Action

NOTES_SHOWN: Final = 5


@signed_in
@require_POST
def design_from_text(request: HttpRequest) -> HttpResponse:
    """Create a design from access patterns as text, one per line."""
    form = LinesForm(request.POST, auto_id="lines-%s")
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, lines_form=form), status=422)
    made, notes = design_from_lines(by=request.user, **form.cleaned_data)
    _say(request, notes)
    return redirect("design", made.pk)


@allows(Action.EDIT)
@require_POST
def design_begin(request: DesignRequest) -> HttpResponse:
    """The same in a design that is still empty: ``{"notes": [...]}``, the lines that were not understood."""
    notes = begin(design_id=request.design.pk, text=request.POST.get("text", ""), by=request.user)
    return JsonResponse({"notes": notes})


def _say(request: HttpRequest, notes: tuple[str, ...]) -> None:
    """Show the first lines that were not understood; the patterns exist all the same."""
    for note in notes[:NOTES_SHOWN]:
        messages.warning(request, note)
    if len(notes) > NOTES_SHOWN:
        messages.warning(request, f"and {len(notes) - NOTES_SHOWN} more notes")
