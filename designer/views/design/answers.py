"""The decisions about the selected part, in a dialog: each with its numbers, and the edit that makes it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from designer.page.answers import answers_shown
from designer.page.scenes import scene_of
from modeler import answers
from modeler.permissions import Action, may


@allows(Action.SEE)
@never_cache
@require_GET
def part_answers(request: DesignRequest) -> HttpResponse:
    """The decisions about a ``part``."""
    part = request.GET.get("part", "")
    found = answers.answers_for(design_id=request.design.pk, part=part, by=request.user)
    context = {
        "answers": answers_shown(scene_of(request.design.pk), found),
        "design": request.design,
        "page": reverse("design", args=[request.design.pk]),
        "may_edit": may(request.design.role, Action.EDIT),
    }
    return render(request, "designer/parts/answers.html", context)


@allows(Action.EDIT)
@require_POST
def answer_apply(request: DesignRequest) -> HttpResponse:
    """Make the edit of an answer; undo reverts it."""
    part, label = request.POST.get("part", ""), request.POST.get("label", "")
    made = answers.answer_apply(design_id=request.design.pk, part=part, label=label, by=request.user)
    return saved(made.number)
