"""Sample items: a whole value, a new item, rows from a spreadsheet. Their edits are saved by the edit endpoint."""

from __future__ import annotations

import json
import uuid
from typing import Any, Final

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.item_text import value_text
from designer.page.scene import Scene
from designer.page.scenes import scene_of
from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.parts import Json
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid, Missing
from modeler.core.items.materialize import materialise_item
from modeler.core.items.pasted_items import Pasted, PastedRow, likeliest, pasted, read_table, tab_separated
from modeler.core.items.pasted_json import pasted_items, read_json_items
from modeler.core.values.attribute_values import Item
from modeler.core.values.json_values import to_dynamodb_json
from modeler.core.values.typed_values import full_text
from modeler.permissions import Action
from modeler.sampling.copies import copies, document_values, new_item

COPIES_MAX: Final = 500
COPIED_MAX: Final = 2000
SHOWN_ROWS: Final = 200


@allows(Action.SEE)
@never_cache
@require_GET
def item_value(request: DesignRequest) -> HttpResponse:
    """One whole value of one item, as typed and as stored."""
    scene = scene_of(request.design.pk)
    identity, name = request.GET.get("item", ""), request.GET.get("attribute", "")
    _, entity, item = _item(scene, identity)
    value = item.values.get(name)
    if value is None:
        raise Missing("this item no longer has this attribute", path=f"{identity}.{name}")
    attribute = entity.attribute(name) if entity else None
    stored = f"values.@{attribute.id}" if attribute else f"values.{'@' if name.startswith('@') else ''}{name}"
    base = scene.parts[identity].fields.get(stored)
    is_tagged = attribute is None or attribute.type is not value.type
    answer = {"text": full_text(value), "type": str(value.type), "base": base, "shown": base, "isTagged": is_tagged}
    return JsonResponse(answer)


@allows(Action.EDIT)
@never_cache
@require_GET
def item_new(request: DesignRequest) -> HttpResponse:
    """The edits that add one item of `entity` after the item `near`, or that duplicate the items `copy` (ids)."""
    scene = scene_of(request.design.pk)
    asked = request.GET.get("copy", "")
    if asked:
        return JsonResponse({"edits": _copied(scene, asked.split(","))})
    table, entity = entity_of(scene, request.GET.get("entity", ""))
    near = request.GET.get("near", "")
    beside = _item(scene, near)[2].values if near else None
    made = new_item(scene.design, table, entity, beside, scene.revision)
    return JsonResponse({"edits": [_added(entity, made, near)]})


def _copied(scene: Scene, ids: list[str]) -> list[Json]:
    if len(ids) > COPIES_MAX:
        raise Invalid(f"at most {COPIES_MAX} items can be duplicated at a time", path="copy")
    by_entity: dict[str, list[SampleItem]] = {}
    for identity in ids:
        _, entity, item = _item(scene, identity)
        if entity is None:
            raise Invalid("an item without an entity has no identity to change; assign an entity first", path=identity)
        by_entity.setdefault(entity.id, []).append(item)
    made = []
    for entity_id, items in by_entity.items():
        _, entity = entity_of(scene, entity_id)
        fresh = copies(scene.design, entity, [one.values for one in items], scene.revision)
        made += [_added(entity, values, item.id) for item, values in zip(items, fresh, strict=True)]
    return made


def _added(entity: Entity, values: Item, after: str = "") -> Json:
    identity = f"i{uuid.uuid4().hex[:11]}"
    is_sibling = any(one.id == after for one in entity.items)
    fields = {"values": document_values(values, entity)}
    return {"add": "items", "to": entity.id, "id": identity, "fields": fields, "after": after if is_sibling else ""}


@allows(Action.EDIT)
@require_POST
def item_paste(request: DesignRequest) -> HttpResponse:
    """The edits that add rows of text to an entity: ``{"html", "edits", "label"}``; refused rows have a reason."""
    scene = scene_of(request.design.pk)
    text = request.POST.get("text", "")
    if (items := read_json_items(text)) is not None:
        return _json_pasted(request, scene, items)
    rows = read_table(text)
    entities = [entity for _, entity in scene.design.entities()]
    entity = _meant(entities, rows, request.POST.get("entity", ""))
    found = pasted(entity, rows) if entity and rows else None
    accepted = found.accepted if found else ()
    label = f"pasted {len(accepted):,} item{'' if len(accepted) == 1 else 's'} of {entity.name}" if entity else ""
    context = {
        "entities": entities,
        "entity": entity,
        "text": text,
        "found": found,
        "accepted": len(accepted),
        "refused": len(found.rows) - len(accepted) if found else 0,
        "rows": _shown_rows(found) if found else (),
    }
    html = render_to_string("designer/parts/items/paste.html", context)
    edits = [_added(entity, row.values) for row in accepted] if entity else []
    return JsonResponse({"html": html, "edits": edits, "label": label})


def _meant(entities: list[Entity], rows: list[list[str]], chosen: str) -> Entity | None:
    """The entity of pasted rows: the chosen one if a column has its name, else the likeliest."""
    named = next((one for one in entities if one.id == chosen), None)
    own = likeliest([named], rows) if named else None
    return own or likeliest(entities, rows) or named or next(iter(entities), None)


def _json_pasted(request: DesignRequest, scene: Scene, items: list[Item]) -> HttpResponse:
    places = list(scene.design.entities())
    if not places:
        raise Invalid("add an entity first", path="entity")
    named = next((one for _, one in places if one.id == request.POST.get("entity", "")), None)
    found = pasted_items(places, items, named)
    accepted = sum(len(one.accepted) for one in found)
    context = {
        "groups": [(one.entity.name, [_json_row(row) for row in one.rows[:SHOWN_ROWS]]) for one in found],
        "accepted": accepted,
        "refused": len(items) - accepted,
    }
    html = render_to_string("designer/parts/items/paste_json.html", context)
    edits = [_added(one.entity, row.values) for one in found for row in one.accepted]
    label = f"pasted {accepted:,} item{'' if accepted == 1 else 's'}"
    return JsonResponse({"html": html, "edits": edits, "label": label})


def _json_row(row: PastedRow) -> dict[str, Any]:
    text = ", ".join(f"{name} {value_text(value)}" for name, value in row.values.items())
    return {"number": row.number, "refusal": row.refusal, "text": text}


@allows(Action.SEE)
@require_POST
def items_text(request: DesignRequest) -> HttpResponse:
    """Items as text for the clipboard, whole: rows of a spreadsheet, or (`as` is json) as DynamoDB prints them."""
    scene = scene_of(request.design.pk)
    ids = request.POST.getlist("item")
    if not ids or len(ids) > COPIED_MAX:
        raise Invalid(f"copy between 1 and {COPIED_MAX:,} items at a time", path="item")
    found = [_item(scene, identity) for identity in ids]
    if request.POST.get("as") == "json":
        stored = [materialise_item(table, entity, item).item for table, entity, item in found]
        raw = [{name: to_dynamodb_json(value) for name, value in one.items()} for one in stored]
        text = json.dumps(raw[0] if len(raw) == 1 else raw, indent=2, ensure_ascii=False)
    else:
        text = tab_separated([item.values for _, _, item in found])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _shown_rows(found: Pasted) -> list[dict[str, Any]]:
    return [
        {
            "number": row.number,
            "refusal": row.refusal,
            "cells": [value_text(row.values[name]) if name in row.values else "" for name in found.names],
        }
        for row in sorted(found.rows, key=lambda row: not row.refusal)[:SHOWN_ROWS]
    ]


def entity_of(scene: Scene, identity: str) -> tuple[Table, Entity]:
    """An entity by its id, with its table. Raises Invalid if no id is given, Missing."""
    if not identity:
        raise Invalid("specify an entity by its ID", path="entity")
    for table, entity in scene.design.entities():
        if entity.id == identity:
            return table, entity
    raise Missing("this entity no longer exists", path=identity)


def _item(scene: Scene, identity: str) -> tuple[Table, Entity | None, SampleItem]:
    if not identity:
        raise Invalid("specify an item by its ID", path="item")
    part = scene.parts.get(identity)
    for table, entity in scene.design.entities():
        if part is not None and entity.id == part.parent:
            found = next((one for one in entity.items if one.id == identity), None)
            if found is not None:
                return table, entity, found
    for table in scene.design.tables:
        for item in table.unassigned:
            if item.id == identity:
                return table, None, item
    raise Missing("this item no longer exists", path=identity)
