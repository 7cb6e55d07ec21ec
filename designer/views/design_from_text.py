"""A new design for requirements as text, one sentence per line."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from designer.access import signed_in
from designer.forms import LINES_TEXT_MAX, LinesForm
from designer.page.home.first_look import first_look
from designer.views.design.requirements import hand_over
from designer.views.home import home_context
from designer.views.transfer.imports import preview_of
from exporter.importers.designs_in_text import design_title
from modeler.from_text.designs import design_from_lines


@signed_in
@require_POST
def design_from_text(request: HttpRequest) -> HttpResponse:
    """Create an empty design, and open its Requirements page with the text. A text that is a design is imported."""
    form = LinesForm(request.POST, auto_id="lines-%s")
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, lines_form=form), status=422)
    if design_title(form.cleaned_data["text"]):
        return preview_of(request)
    made = design_from_lines(by=request.user, **form.cleaned_data)
    hand_over(request, made.pk, form.cleaned_data["text"])
    return redirect("design-requirements", made.pk)


@signed_in
@require_POST
def lines_look(request: HttpRequest) -> HttpResponse:
    """What the text is understood as so far, while it is typed. Stores nothing."""
    text = request.POST.get("text", "")[:LINES_TEXT_MAX]
    return render(request, "designer/parts/home/first_look.html", first_look(text))
