"""Sample items from formats: a dialog, a preview, and one change that adds or replaces them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from designer.page.item_text import value_text
from designer.page.scene import Scene
from designer.page.scenes import scene_of
from modeler.core.design.model import Design
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.errors import Invalid, Missing
from modeler.core.limits import DOCUMENT_ITEMS_MAX
from modeler.permissions import Action
from modeler.sampling.deltas import sample_deltas
from modeler.sampling.finding import item_found_by
from modeler.sampling.making import Samples, samples
from modeler.sampling.ready import example_values, with_items
from modeler.services import design_change

COUNT_MAX: Final = 20_000
PREVIEWED: Final = 4
FIRST: Final = 10


class SamplesForm(forms.Form):
    """How the items are generated; the number of items of each entity is a separate field, ``count-<id>``."""

    seed = forms.IntegerField(min_value=0, max_value=10**12)
    way = forms.ChoiceField(choices=[("add", "Add"), ("replace", "Replace")])


@allows(Action.EDIT)
@never_cache
@require_GET
def item_samples(request: DesignRequest) -> HttpResponse:
    """The dialog."""
    scene = scene_of(request.design.pk)
    entities = [
        {"id": one.id, "name": one.name, "hue": scene.hues.get(one.name, ""), "items": len(one.items)}
        for _, one in scene.design.entities()
    ]
    context = {"entities": entities, "first": FIRST, "most": COUNT_MAX, "design": request.design}
    return render(request, "designer/parts/items/samples.html", context)


@allows(Action.EDIT)
@require_POST
def samples_preview(request: DesignRequest) -> HttpResponse:
    """Preview the first items of each entity."""
    scene = scene_of(request.design.pk)
    made, _ = _asked(request.POST, scene)
    shown = [_preview_context(scene.design, entity_id, made) for entity_id in made.items]
    return render(request, "designer/parts/items/samples_preview.html", {"shown": shown, "made": made})


def _preview_context(design: Design, entity_id: str, made: Samples) -> dict[str, Any]:
    entity = next(entity for _, entity in design.entities() if entity.id == entity_id)
    items = made.items[entity_id]
    names = [one.name for one in entity.attributes]
    rows = [[value_text(item[name]) if name in item else "" for name in names] for item in items[:PREVIEWED]]
    return {"entity": entity, "count": len(items), "names": names, "rows": rows}


@allows(Action.EDIT)
@require_POST
def samples_store(request: DesignRequest) -> HttpResponse:
    """Generate the items: one change, one undo step."""
    scene = scene_of(request.design.pk)
    made, is_added = _asked(request.POST, scene)
    if not made.count:
        raise Invalid("specify the number of items per entity", path="count")
    label = f"generated {made.count:,} sample items, seed {request.POST.get('seed', '')}"
    items = sample_deltas(scene.parts, made, is_replacing=not is_added, new_id=_new_id)
    stocked = with_items(scene.design, made.items, is_replacing=not is_added)
    # Without its parameters' values a pattern cannot show which of the new items it finds.
    examples = typed_change(apply(scene.parts, items), example_values(stocked))
    deltas = (*items, *examples)
    return saved(design_change(design_id=request.design.pk, deltas=deltas, by=request.user, label=label).number)


@allows(Action.EDIT)
@require_POST
def pattern_sample(request: DesignRequest, part: str) -> HttpResponse:
    """Add an item that this access pattern returns or changes, so that its proof proves something."""
    scene = scene_of(request.design.pk)
    pattern = next((one for one in scene.design.patterns if one.id == part), None)
    if pattern is None:
        raise Missing("this access pattern no longer exists", path=part)
    found = item_found_by(scene.design, pattern, seed=scene.revision)
    if found is None:
        raise Invalid(
            f"no item could be generated that {pattern.label} finds: give its parameters example values, "
            "or add an item that fits its key and its conditions",
            path=part,
        )
    entity, item = found
    made = Samples({entity.id: (item,)})
    deltas = sample_deltas(scene.parts, made, is_replacing=False, new_id=_new_id)
    label = f"added a sample item of {entity.name} that {pattern.label} finds"
    number = design_change(design_id=request.design.pk, deltas=deltas, by=request.user, label=label).number
    return saved(number, f"{label[0].upper()}{label[1:]}. The next proof includes it.")


def _new_id() -> str:
    return f"i{uuid.uuid4().hex[:11]}"


def _asked(given: QueryDict, scene: Scene) -> tuple[Samples, bool]:
    form = SamplesForm(given)
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise Invalid(f"{name}: {messages[0]}", path=name)
    counts = dict(_counts(given, scene.design))
    is_added = form.cleaned_data["way"] == "add"
    kept = sum(len(one.items) for _, one in scene.design.entities() if is_added or one.id not in counts)
    if kept + sum(counts.values()) > DOCUMENT_ITEMS_MAX:
        raise Invalid(f"a design keeps at most {DOCUMENT_ITEMS_MAX:,} sample items", path="count")
    return samples(scene.design, counts, form.cleaned_data["seed"], adding=is_added), is_added


def _counts(given: QueryDict, design: Design) -> Iterator[tuple[str, int]]:
    for _, entity in design.entities():
        text = given.get(f"count-{entity.id}", "").strip()
        if text and not (text.isascii() and text.isdigit() and int(text[:9]) <= COUNT_MAX):
            raise Invalid(f"{entity.name}: a whole number from 0 to {COUNT_MAX:,}", path=f"count-{entity.id}")
        if text and int(text):
            yield entity.id, int(text)
