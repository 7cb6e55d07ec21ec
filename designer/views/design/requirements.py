"""The Requirements page: the board of the design, and requirements read from text before they are stored."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.alternatives.proposed_requirements import decisions_of, form_of, proposed_requirements
from designer.page.scenes import scene_of
from designer.page.slot_words import slot_words
from designer.views.design.key_cells import checked
from designer.views.design.pages import page_context
from exporter.importers.beginnings import beginning
from exporter.importers.designs_in_text import design_title
from exporter.importers.support.source import Source
from exporter.services.language_model import Help, model_name
from modeler.core.edits.edit_types import Typed
from modeler.core.errors import Invalid, Missing
from modeler.core.requirements.slot_edits import step_at
from modeler.core.requirements.slot_text import TEXT_MAX
from modeler.from_text.requirements import Model, without_model
from modeler.from_text.requirements import requirements_add as add
from modeler.from_text.requirements import requirements_read as read
from modeler.permissions import Action
from modeler.slot_edits import sentence_with, slot_of
from modeler.synthesis.proposals import lacks_to_propose

_BEGUN: Final = "requirements_begun_by_design"
_BEGUN_MAX: Final = 10
"""Designs of one person and session whose lines are kept, the newest."""


def hand_over(request: HttpRequest, design_id: UUID, text: str) -> None:
    """Keep lines for the Requirements page of a design, where they are read; they are not part of the design."""
    others = {one: held for one, held in request.session.get(_BEGUN, {}).items() if one != str(design_id)}
    request.session[_BEGUN] = dict([*others.items(), (str(design_id), text)][-_BEGUN_MAX:])


def _begun(request: HttpRequest, design_id: UUID) -> str:
    return str(request.session.get(_BEGUN, {}).get(str(design_id), ""))


@allows(Action.SEE)
@never_cache
@require_GET
def design_requirements(request: DesignRequest) -> HttpResponse:
    """What the application needs: entities, relations, and access patterns in plain sentences."""
    begun = _begun(request, request.design.pk)
    lacks = lacks_to_propose(scene_of(request.design.pk).design)
    context = page_context(request, "requirements", tab="requirements", begun=begun, lacks=lacks)
    return render(request, "designer/design/requirements.html", context)


class SlotForm(forms.Form):
    """Identifies a slot: the id of an access pattern, and the field as edits name it."""

    part = forms.CharField(max_length=64)
    field = forms.CharField(max_length=64)


class SlotDraftForm(SlotForm):
    """The text typed so far; `added` are names of what will be added with it, one per line."""

    value = forms.CharField(required=False, strip=False, max_length=TEXT_MAX)
    added = forms.CharField(required=False, max_length=TEXT_MAX)


@allows(Action.SEE)
@require_GET
def requirement_words(request: DesignRequest) -> HttpResponse:
    """Completion for a slot of an access pattern, as JSON: see designer.page.slot_words."""
    said = checked(SlotForm(request.GET))
    design = scene_of(request.design.pk).design
    pattern = next((one for one in design.patterns if one.id == said["part"]), None)
    slot, step = slot_of(said["field"]) or ("", 0)
    if pattern is None:
        raise Missing("this access pattern no longer exists", path="part")
    return JsonResponse(slot_words(design, step_at(pattern, step), slot))


@allows(Action.SEE)
@require_POST
def requirement_draft(request: DesignRequest) -> HttpResponse:
    """``{"sentence", "problem"}``: how the row reads with the text typed so far. Stores nothing."""
    said = checked(SlotDraftForm(request.POST))
    scene = scene_of(request.design.pk)
    edit = Typed(said["part"], said["field"], said["value"])
    try:
        sentence, problem = sentence_with(scene.parts, scene.design, edit, said["added"].splitlines()), ""
    except Invalid as error:
        sentence, problem = "", error.message
    return JsonResponse({"sentence": sentence, "problem": problem})


@allows(Action.EDIT)
@require_POST
def requirements_begin(request: DesignRequest) -> HttpResponse:
    """Keep lines for the Requirements page, which reads them. Stores nothing in the design."""
    hand_over(request, request.design.pk, request.POST.get("text", ""))
    return HttpResponse(status=204)


def _model(request: DesignRequest, said: QueryDict) -> Model:
    """The language model, if the person asks for it: the text leaves the server then."""
    return Help(request.user, request.design.pk) if said.get("model") else without_model


def _model_context(model: Model) -> dict[str, object]:
    """What the page tells about the model: why it gave nothing, or that it has not answered yet."""
    if not isinstance(model, Help):
        return {}
    return {"model_note": model.note, "model_waits": model_name() if model.is_waiting else ""}


@allows(Action.EDIT)
@require_POST
def requirements_read(request: DesignRequest) -> HttpResponse:
    """Lines of text as proposed rows and nouns, with the answers so far. Stores nothing."""
    said = form_of(request.POST)
    if title := design_title(said.get("text", "")):
        return render(request, "designer/parts/requirements/not_lines.html", {"title": title, "design": request.design})
    begun = beginning(Source(said.get("text", "").encode(), said.get("filename", "")))
    decisions = decisions_of(said)
    model = _model(request, said)
    seen, reasons = read(
        design_id=request.design.pk, text=begun.text, decisions=decisions, by=request.user, model=model
    )
    context = proposed_requirements(seen, reasons, decisions) | {"begun": begun} | _model_context(model)
    return render(request, "designer/parts/requirements/reading.html", context)


@allows(Action.EDIT)
@require_POST
def requirements_add(request: DesignRequest) -> HttpResponse:
    """Store what was confirmed as one change: ``{"patterns", "entities", "text", "revision", "lacks"}``; the text has
    the lines that are left, and `lacks` is what the design still needs before keys can be proposed.
    """
    said = form_of(request.POST)
    added = add(
        design_id=request.design.pk,
        text=said.get("text", ""),
        decisions=decisions_of(said),
        digest=said.get("digest", ""),
        by=request.user,
        model=_model(request, said),
    )
    if _begun(request, request.design.pk):
        hand_over(request, request.design.pk, added.text)
    return JsonResponse(asdict(added) | {"lacks": lacks_to_propose(scene_of(request.design.pk).design)})
