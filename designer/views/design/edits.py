"""Edits of any field of any part, as the page's own scripts send them: one request, one change, one undo step."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from modeler.core.design.parts import Parts
from modeler.core.documents.reading import parse
from modeler.core.edits.changes import WHOLE, restored_together
from modeler.core.edits.changes import Change as Deltas
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import typed_of
from modeler.core.edits.shown_fields import shown_field, shown_value
from modeler.core.errors import Conflict, Invalid, Missing, Stale
from modeler.delta_checks import refuse_removed
from modeler.loading import Loaded, read_current
from modeler.models import Change
from modeler.permissions import Action
from modeler.sampling.added import values_of_added
from modeler.selectors import last_change_of, last_change_of_field
from modeler.services import Revision, design_change_under_lock
from modeler.slot_edits import document_edits, slot_look, slot_of
from modeler.wording.part_label import CommentedSpot, spot_label

BODY_MAX: Final = 4_000_000
STORED_MAX: Final = 100
"""Maximum number of deltas whose stored values are in the answer: a person who pastes more does not continue typing in
each of them.
"""


@allows(Action.EDIT)
@require_POST
def design_edits(request: DesignRequest) -> HttpResponse:
    """``{"edits": [...], "label": "", "key": ""}``: see modeler.core.edits.edit_types for an edit, `_sampled` for more.

    Answers ``{"revision", "stored"}``: the fields as stored now, by ``part.field``. A refusal is ``{"message", "path",
    "code"}``, and 409 also has ``theirs``, ``base``, ``by``, ``is_own``, ``at`` if a field was changed meanwhile, or
    ``restores``, ``name``, ``by``, ``is_own``, ``at`` if a part was removed. A `key` that was seen before changes
    nothing and gets the same answer.
    """
    loaded = read_current(request.design.pk, request.design)
    try:
        body = _body(request)
        revision = design_change_under_lock(
            design_id=request.design.pk,
            # Only for a new key: a repeated change has already added its parts.
            make=lambda _: _change(loaded, body["edits"]),
            read=None,
            by=request.user,
            label=body["label"],
            idempotency_key=body["key"] or None,
        )
    except Stale as error:
        return JsonResponse(_stale(request, error, loaded.parts), status=409)
    except Conflict as error:
        return JsonResponse(_removed(request, error), status=409)
    return JsonResponse({"revision": revision.number, "stored": _stored(revision, loaded.parts)})


def _change(loaded: Loaded, edits: list[Any]) -> Deltas:
    typed = map(typed_of, edits)
    sampled = _sampled(edits)
    filled = values_of_added(loaded.design, sampled, loaded.revision) if sampled else ()
    return typed_change(loaded.parts, (*document_edits(loaded.parts, lambda: loaded.design, typed), *filled))


def _sampled(edits: list[Any]) -> dict[str, list[str]]:
    """The new attributes of existing entities whose sample items get a value, by entity."""
    found: dict[str, list[str]] = {}
    for one in edits:
        if isinstance(one, dict) and one.get("add") == "attributes" and one.get("sampled") is True:
            found.setdefault(str(one.get("to")), []).append(str(one["fields"].get("name") or ""))
    return found


@allows(Action.SEE)
@require_GET
def part_removal(request: DesignRequest, part: str) -> HttpResponse:
    """Answer 204 if the part is in the design. Otherwise answer who removed it, as a refused edit of it does. A page
    asks this while a person types in a part that an update no longer has.
    """
    parts = read_current(request.design.pk, request.design).parts
    found = parts.get(part)
    if found is None:
        raise Missing("this part of the design no longer exists", path=part)
    try:
        refuse_removed(found, parts)
    except Conflict as error:
        return JsonResponse(_removed(request, error))
    return HttpResponse(status=204)


def _stored(revision: Revision, parts: Parts) -> dict[str, Any]:
    """Return the stored value that the next edit of a field needs as its base. The page cannot know it, because
    references are stored by id. Fields are named as edits name them.
    """
    found: dict[str, Any] = {}
    for delta in islice(revision.deltas, STORED_MAX):
        after = delta.after
        made = after.get("fields", {}) if delta.field == WHOLE and isinstance(after, dict) else {delta.field: after}
        part = parts.get(delta.part)
        found |= {f"{delta.part}.{shown_field(parts, part, name) if part else name}": made[name] for name in made}
    return found


def _body(request: DesignRequest) -> dict[str, Any]:
    if len(request.body) > BODY_MAX:
        raise Invalid(f"more than {BODY_MAX // 1_000_000} MB in one change; import a file instead", path="edits")
    body = parse(request.body.decode("utf-8", "replace"))
    if not isinstance(body, dict):
        raise Invalid("a change is an object with edits", path="edits")
    edits, label, key = (body.get(name, default) for name, default in (("edits", None), ("label", ""), ("key", "")))
    if not isinstance(edits, list) or not isinstance(label, str) or not isinstance(key, str):
        raise Invalid("a change has edits (a list), a label and a key (strings)", path="edits")
    return {"edits": edits, "label": label, "key": key}


def _stale(request: DesignRequest, error: Stale, typed_on: Parts) -> dict[str, Any]:
    """Return the value that someone else saved meanwhile: as text, and as the base of the next edit. The field is
    named as the edit names it.
    """
    part, _, field = error.path.partition(".")
    loaded = read_current(request.design.pk)
    parts: Parts = loaded.parts
    change = last_change_of_field(request.design, part, field) or last_change_of(request.design, part)
    is_slot = slot_of(field) is not None
    place = "" if is_slot else spot_label(CommentedSpot(part, field), parts)
    shown = slot_look(loaded.design, part, field) if is_slot else None
    return {
        "message": f"{place} was changed in the meantime" if place else error.message,
        "path": error.path,
        "code": error.code,
        "part": part,
        "field": field if is_slot else shown_field(typed_on, typed_on[part], field) if part in typed_on else field,
        "base": error.theirs,
        "theirs": shown if is_slot else shown_value(parts, parts[part], field) if part in parts and field else None,
        **_author(request, change),
    }


def _removed(request: DesignRequest, error: Conflict) -> dict[str, Any]:
    """Return who removed the part, and the parts to restore together before the edit can be applied. Raises the
    error if it has another reason.
    """
    if error.code != "removed":
        raise error
    parts: Parts = read_current(request.design.pk).parts
    change = last_change_of(request.design, error.path)
    return {
        "message": error.message,
        "path": error.path,
        "code": error.code,
        "name": spot_label(CommentedSpot(error.path), parts),
        "restores": restored_together(parts, error.path, change.touched if change else ()),
        **_author(request, change),
    }


def _author(request: DesignRequest, change: Change | None) -> dict[str, Any]:
    return {
        "by": str(change.by) if change and change.by else "",
        "is_own": change is not None and change.by == request.user,
        "at": change.at.isoformat() if change else "",
    }
