"""One cell of the key sheet: its facts, the completion of its text, and a preview while it is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import forms
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.fragments import render_fragment
from designer.page.key_cells.completion import key_words
from designer.page.key_cells.examples import NO_EXAMPLE
from designer.page.key_cells.facts import CellPlace, key_facts
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import scene_of
from modeler.core.design.items import BASE, Attribute, Entity, Overload
from modeler.core.design.tables import Index, Table
from modeler.core.errors import Invalid, Missing
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType
from modeler.permissions import Action

DRAFT: Final = "draft"
"""The id of an overload that is typed and does not exist yet."""
TEXT_MAX: Final = 20_000


class EntityForm(forms.Form):
    """Identifies the entity by its id."""

    entity = forms.CharField(max_length=64)


class KeyCellForm(EntityForm):
    """Identifies the cell: the ids of an index ('' is the table's own key) and an overload ('' if there is none)."""

    index = forms.CharField(max_length=64, required=False)
    part = forms.CharField(max_length=64, required=False)
    field = forms.CharField(max_length=300)


class KeyDraftForm(KeyCellForm):
    """The text typed so far; `added` are names of attributes that will be added with it, one per line."""

    value = forms.CharField(required=False, strip=False, max_length=TEXT_MAX)
    added = forms.CharField(required=False, max_length=TEXT_MAX)


@allows(Action.SEE)
@require_GET
def cell_facts(request: DesignRequest) -> HttpResponse:
    """The strip under the sheet for one cell: ``?entity=&index=&part=&field=``."""
    cell = checked(KeyCellForm(request.GET))
    scene = scene_of(request.design.pk)
    table, entity = _home(scene, cell["entity"])
    return HttpResponse(_facts(scene, _place(table, entity, cell)))


@allows(Action.SEE)
@require_GET
def cell_words(request: DesignRequest) -> HttpResponse:
    """Completion for the cells of one entity, as JSON: see designer.page.key_cells.completion."""
    _, entity = _home(scene_of(request.design.pk), checked(EntityForm(request.GET))["entity"])
    return JsonResponse(key_words(entity))


@allows(Action.SEE)
@require_POST
def draft(request: DesignRequest) -> HttpResponse:
    """The grid's window and the facts of a key while it is typed; nothing is stored.

    ``{"grid", "facts"}`` are HTML; ``{"example", "size", "problem"}`` are the key of the first sample item, its bytes,
    and the error in the text typed so far.
    """
    cell = checked(KeyDraftForm(request.POST))
    scene = scene_of(request.design.pk)
    table, entity = _home(scene, cell["entity"])
    scene = scene.with_draft(table, _drafted(table, entity, cell))
    table, entity = _home(scene, entity.id)
    problem = _problem(entity, cell["field"], cell["value"])
    known = key_facts(scene, _place(table, entity, {**cell, "part": cell["part"] or DRAFT}))
    shown = known.get("example", NO_EXAMPLE)
    return JsonResponse(
        {
            "grid": _grid(request, scene, problem),
            "facts": _rendered(scene, known),
            "example": shown.text,
            "reason": shown.reason,
            "size": shown.size,
            "problem": problem,
        }
    )


def _grid(request: DesignRequest, scene: Scene, problem: str) -> str:
    """The grid's region as the page swaps it in; without a version, so that the stored one replaces it."""
    seen = PagePlace.of(request.GET.dict())
    made = render_fragment(scene, "grid", seen, request.design.role, draft=True, draft_problem=problem)
    page = render(request, "designer/design/design.html#grid_region", {"regions": {"grid": replace(made, version="")}})
    return page.content.decode()


def checked(form: forms.Form) -> dict[str, Any]:
    """The values of a form. Raises Invalid with its first error."""
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise Invalid(f"{name}: {messages[0]}", path=name)
    return form.cleaned_data


def _home(scene: Scene, entity_id: str) -> tuple[Table, Entity]:
    for table, entity in scene.design.entities():
        if entity.id == entity_id:
            return table, entity
    raise Missing("this entity no longer exists", path=entity_id)


def _index(table: Table, index_id: str) -> Index:
    found = next((one for one in table.all_indexes if index_id == ("" if one.is_base else one.id)), None)
    if found is None:
        raise Missing("this index no longer exists", path=index_id)
    return found


def _place(table: Table, entity: Entity, cell: dict[str, Any]) -> CellPlace:
    return CellPlace(table, entity, _index(table, cell["index"]), cell["part"], cell["field"])


def _facts(scene: Scene, place: CellPlace) -> str:
    return _rendered(scene, key_facts(scene, place))


def _rendered(scene: Scene, known: dict[str, Any]) -> str:
    return render_to_string(
        "designer/parts/key_facts.html", {**known, "page": reverse("design", args=[scene.design_id])}
    )


def _drafted(table: Table, entity: Entity, cell: dict[str, Any]) -> Entity:
    """The entity with one text of one overload as typed, and the attributes that will be added."""
    known = entity.attributes_by_name
    new = tuple(Attribute("", name, AttributeType.S) for name in cell["added"].splitlines() if name not in known)
    overloads = list(entity.overloads)
    at = next((n for n, one in enumerate(overloads) if one.id == cell["part"]), None)
    if at is None:
        index = _index(table, cell["index"])
        overloads.append(Overload(DRAFT, BASE if index.is_base else index.name, {}))
        at = len(overloads) - 1
    overloads[at] = _typed(overloads[at], cell["field"], cell["value"])
    return replace(entity, overloads=tuple(overloads), attributes=(*entity.attributes, *new))


def _typed(overload: Overload, field: str, value: str) -> Overload:
    if field == "when":
        return replace(overload, when=value)
    key = field.removeprefix("keys.")
    keys = {name: text for name, text in overload.keys.items() if name != key}
    return replace(overload, keys={**keys, key: value} if value else keys)


def _problem(entity: Entity, field: str, value: str) -> str:
    """The error in a template typed so far: a sentence, or ''."""
    if field == "when":
        return _condition_problem(value)
    template = parse(value)
    if template.problem:
        return template.problem
    unknown = [name for name in template.attributes if entity.attribute(name) is None]
    return f"{entity.name} has no attribute {', '.join(unknown)}" if unknown else ""


def _condition_problem(value: str) -> str:
    try:
        if value.strip():
            parse_condition(value)
    except ExpressionInvalid as error:
        return str(error)
    return ""
