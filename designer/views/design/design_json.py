"""The design, or one part of it, as JSON: read, checked while typing, and saved as one change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from modeler.core.design.parts import ROOT, Json, Part, Parts
from modeler.core.documents.reading import faults, parse
from modeler.core.edits.document_edits import at, conflicts, document_change, document_of, onto, path_of, put_at
from modeler.core.edits.shown_fields import shown_value
from modeler.core.errors import Invalid, Missing
from modeler.core.fields.schema import schema
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.services import design_as_of, design_change

CONFLICTS_MAX: Final = 20
LABEL: Final = "edited as JSON"


@allows(Action.SEE)
@never_cache
@require_GET
def design_json(request: DesignRequest) -> HttpResponse:
    """The page with the editor."""
    return render(request, "designer/design/json.html", page_context(request, "json_state", tab="json"))


@allows(Action.SEE)
@never_cache
@require_GET
def json_text(request: DesignRequest) -> HttpResponse:
    """``{"text", "revision", "kind", "name"}`` of the whole design, or of the part in ``part``."""
    scene = scene_of(request.design.pk)
    document = document_of(scene.parts)
    part = scene.parts.get(request.GET.get("part") or ROOT)
    path = path_of(document, part.id) if part is not None else None
    if part is None or path is None:
        raise Missing("this part of the design no longer exists", path=request.GET["part"])
    text = json.dumps(at(document, path), indent=2, ensure_ascii=False) + "\n"
    return JsonResponse({"text": text, "revision": scene.revision, "kind": str(part.kind), "name": part.name})


@allows(Action.SEE)
@require_GET
def json_schema(request: DesignRequest) -> HttpResponse:
    """The JSON Schema of the document, for completion."""
    return JsonResponse(schema())


@allows(Action.EDIT)
@require_POST
def json_check(request: DesignRequest) -> HttpResponse:
    """``{"faults": [{"path", "message"}]}`` of a text while it is typed; nothing is written."""
    asked = _asked(request)
    _, document, path = _document(request, asked)
    found = [(place[len(path) :], message) for place, message in faults(document) if place[: len(path)] == path]
    return JsonResponse({"faults": [{"path": list(place), "message": message} for place, message in found]})


@allows(Action.EDIT)
@require_POST
def json_save(request: DesignRequest) -> HttpResponse:
    """Save a text as the design or as one part, as one change against the revision that was read.

    409 has ``conflicts`` if others changed the same fields since then; with ``keep``, the text's values replace theirs.
    """
    asked = _asked(request)
    base, document, _ = _document(request, asked)
    change = document_change(base, document)
    now = read_current(request.design.pk, request.design).parts
    against = conflicts(change, now)
    if against and not asked["keep"]:
        told = [_both_values(now, one.part, one.field, one.yours) for one in against[:CONFLICTS_MAX]]
        message = f"{len(against)} of your changed fields were changed by others since revision {asked['revision']}."
        return JsonResponse({"message": message, "path": "", "code": "design.stale", "conflicts": told}, status=409)
    revision = design_change(
        design_id=request.design.pk,
        deltas=onto(change, now) if asked["keep"] else change,
        by=request.user,
        label=LABEL,
        idempotency_key=asked["key"] or None,
    )
    return JsonResponse({"revision": revision.number})


def _asked(request: DesignRequest) -> dict[str, Any]:
    body = parse(request.body)
    given = body if isinstance(body, Mapping) else {}
    asked = {name: given.get(name, default) for name, default in (("text", ""), ("part", ""), ("key", ""))}
    wrong = next((name for name, value in asked.items() if not isinstance(value, str)), None)
    revision = given.get("revision", 0)
    if wrong or not isinstance(revision, int):
        raise Invalid(f"{wrong or 'revision'} has the wrong type", path=wrong or "revision")
    return {**asked, "revision": revision, "keep": given.get("keep") is True}


def _document(request: DesignRequest, asked: Mapping[str, Any]) -> tuple[Parts, Json, tuple[str | int, ...]]:
    """Return the parts that were read, the whole resulting document, and the place of the text in it."""
    typed = parse(asked["text"])
    scene = scene_of(request.design.pk)
    if asked["revision"] in (0, scene.revision):
        base: Parts = scene.parts
    else:
        base = design_as_of(design_id=request.design.pk, revision=asked["revision"], by=request.user)
    document = document_of(base)
    path = path_of(document, asked["part"])
    if path and isinstance(typed, dict):
        # The id specifies the part; a text without it means the same part.
        typed = {"id": asked["part"], **typed}
    return base, put_at(document, path, typed), path


def _both_values(parts: Parts, part: str, field: str, yours: Json) -> dict[str, Json]:
    held = parts[part]
    name = f"{field.replace('_', ' ') or 'part'} of {held.name or held.kind}"
    mine = Part(held.id, held.kind, held.parent, {**held.fields, field: yours})
    return {"what": name, "theirs": shown_value(parts, held, field), "yours": shown_value(parts, mine, field)}
