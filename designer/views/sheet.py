"""Edits on the page of a design: one delta each, by the one service."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer.access import DesignRequest, allows
from designer.forms import PartEditForm
from designer.htmx import saved
from designer.live.scene import Scene
from designer.live.scenes import scene_of
from modeler.core.edits import Delta, birth
from modeler.core.errors import Invalid, Missing, Stale
from modeler.core.items import Entity
from modeler.core.ordering import between
from modeler.core.parts import Part, PartKind, Parts, children
from modeler.core.references import Names
from modeler.core.tables import Table
from modeler.permissions import Action
from modeler.selectors import last_change_of
from modeler.services import design_change
from modeler.undoing import design_redo, design_undo


@allows(Action.EDIT)
@require_POST
def part_edit(request: DesignRequest) -> HttpResponse:
    """Save one field of one part. 409 shows what somebody else made of it meanwhile, and lets the person choose."""
    form = _checked(request)
    parts = scene_of(request.design.pk).parts
    delta = form.delta(parts)
    if delta.before == delta.after:
        return saved(request.design.revision)
    try:
        revision = design_change(design_id=request.design.pk, deltas=[delta], by=request.user)
    except Stale as error:
        return render(request, "designer/parts/stale.html", _stale(request, parts, delta, error), status=409)
    return saved(revision.number)


def _checked(request: DesignRequest) -> PartEditForm:
    form = PartEditForm(request.POST)
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise Invalid(f"{name}: {messages[0]}", path=name)
    return form


def _stale(request: DesignRequest, parts: Parts, delta: Delta, error: Stale) -> dict[str, Any]:
    names = Names({}, {part.id: part.name for part in parts.values() if part.kind is PartKind.ATTRIBUTE})
    show = names.show_condition if delta.field == "when" else names.show_template
    theirs = str(error.theirs or "")
    return {
        "error": error,
        "field": delta.field,
        "base": theirs,
        "theirs": show(theirs),
        "yours": request.POST.get("value", ""),
        "change": last_change_of(request.design, delta.part),
    }


def _home(scene: Scene, entity_id: str) -> tuple[Table, Entity]:
    for table, entity in scene.design.entities():
        if entity.id == entity_id:
            return table, entity
    raise Missing("this entity no longer exists", path=entity_id)


@allows(Action.EDIT)
@require_POST
def overload_add(request: DesignRequest) -> HttpResponse:
    """Put an entity into an index: with the templates of its base key to begin with."""
    scene = scene_of(request.design.pk)
    table, entity = _home(scene, request.POST.get("entity", ""))
    index_id = request.POST.get("index", "")
    index = next((one for one in table.all_indexes if index_id == ("" if one.is_base else one.id)), None)
    if index is None:
        raise Missing("this index no longer exists", path=index_id)
    siblings = children(scene.parts, entity.id, PartKind.OVERLOAD)
    base = next((one for one in siblings if one.fields.get("index") is None), None)
    texts = [base.fields.get(f"keys.{key}") if base else None for key in table.base.key_names]
    fields: dict[str, Any] = {"position": between(siblings[-1].position if siblings else "", "")}
    if not index.is_base:
        fields["index"] = index.id
    for number, key in enumerate(index.key_names):
        fields[f"keys.{key}"] = (texts[number] if number < len(texts) else None) or entity.name.upper()
    part = Part(f"o{uuid.uuid4().hex[:11]}", PartKind.OVERLOAD, entity.id, fields)
    return saved(design_change(design_id=request.design.pk, deltas=[birth(part)], by=request.user).number)


@allows(Action.EDIT)
@require_POST
def undo(request: DesignRequest) -> HttpResponse:
    """Take back this person's newest own change."""
    return saved(design_undo(design_id=request.design.pk, by=request.user).number)


@allows(Action.EDIT)
@require_POST
def redo(request: DesignRequest) -> HttpResponse:
    """Take back this person's newest undo."""
    return saved(design_redo(design_id=request.design.pk, by=request.user).number)
