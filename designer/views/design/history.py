"""The history of a design: its changes and versions, older revisions, restoring, copies."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.forms import TEXT_MAX
from designer.page.compared_sheets import after_only, sheets
from designer.page.hues import entities_ever
from designer.page.past_revision import grid_at, scene_at
from designer.page.presence import person_of
from designer.page.scene import PagePlace
from designer.selectors import workspaces_of
from designer.views.design.pages import page_context
from modeler.core.errors import Conflict, Invalid, Stale
from modeler.history import undo, versions
from modeler.history.log import PAGE, ChangeInFull, authors_of, change_in_full, changes_page
from modeler.history.versions import names_of, version_name, versions_of
from modeler.models import Change, Version
from modeler.permissions import Action, may
from modeler.selectors import as_uuid, designs_visible_to
from modeler.services import design_duplicate

DIGITS_MAX = 9


@allows(Action.SEE)
@never_cache
@require_GET
def design_history(request: DesignRequest) -> HttpResponse:
    """The changes, newest first, by page and by person; and the named versions."""
    return render(request, "designer/design/history.html", history_context(request))


def history_context(request: DesignRequest, **more: Any) -> dict[str, Any]:
    """Context of the history page; a refused form is in `more`."""
    start, by = _number(request.GET.get("from", "")), _number(request.GET.get("by", ""))
    page = changes_page(request.design, start=start, by=by)
    names = names_of(request.design, [change.revision for change in page.changes])
    return page_context(
        request,
        tab="history",
        rows=[_row(change, names.get(change.revision, [])) for change in page.changes],
        changes=page,
        per_page=PAGE,
        authors=authors_of(request.design),
        by=by,
        is_newest=start is None,
        versions=list(versions_of(request.design)),
        origin=origin_of(request),
        **more,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX else None


def _row(change: Change, names: list[Version]) -> dict[str, Any]:
    return {"change": change, "names": names, "who": person_of(change.by) if change.by else None}


def origin_of(request: DesignRequest) -> dict[str, Any] | None:
    """The design from which this one was copied, if the person can see it; '' as its name if not."""
    if request.design.origin_revision is None:
        return None
    origin_id = request.design.origin_id
    origin = designs_visible_to(request.user).filter(pk=origin_id).first() if origin_id else None
    return {"design": origin, "revision": request.design.origin_revision}


@allows(Action.SEE)
@never_cache
@require_GET
def undo_steps(request: DesignRequest) -> HttpResponse:
    """The person's next undo and redo: ``{"undo": "renamed ...", "redo": ""}``."""
    steps = undo.undo_steps(request.design, request.user)
    return JsonResponse({"undo": steps.undo, "redo": steps.redo})


@allows(Action.SEE)
@never_cache
@require_GET
def design_revision(request: DesignRequest, revision: int) -> HttpResponse:
    """One change in full, with the key sheet and the grid after it, read-only."""
    found = change_in_full(design_id=request.design.pk, revision=revision, by=request.user)
    seen = _number(request.GET.get("since", ""))
    since = [] if seen is None else [one for one in changes_page(request.design).changes if one.revision > seen]
    context = _revision_context(request, revision, found, since=since)
    return render(request, "designer/design/revision.html", context)


def _revision_context(request: DesignRequest, revision: int, found: ChangeInFull, **more: Any) -> dict[str, Any]:
    scene = scene_at(request.design, revision)
    before = scene_at(request.design, revision - 1).design if revision > 1 else scene.design
    place = PagePlace.of(request.GET.dict())
    table = scene.table(place)
    shown = [after_only(one) for one in sheets(before, scene.design, entities_ever(scene.parts))]
    return page_context(
        request,
        tab="history",
        change=found.change,
        who=person_of(found.change.by) if found.change.by else None,
        told=found.told,
        more_told=len(found.change.deltas) - len(found.told),
        names=names_of(request.design, [revision]).get(revision, []),
        past=scene,
        tables=scene.design.tables,
        sheet=next((one for one in shown if table is not None and one.name == table.name), None),
        grid=grid_at(scene, place, reverse("design-revision", args=[request.design.pk, revision])),
        grid_address=reverse("revision-grid", args=[request.design.pk, revision]),
        may_restore=may(request.design.role, Action.EDIT),
        homes=_homes(request) if may(request.design.role, Action.CREATE) else [],
        is_newest=revision == request.design.revision,
        may_edit=False,
        **more,
    )


def _homes(request: DesignRequest) -> list[Any]:
    """Workspaces in which the person can create a copy."""
    return [space for space in workspaces_of(request.user) if may(space.role, Action.CREATE)]


@allows(Action.SEE)
@never_cache
@require_GET
def revision_grid(request: DesignRequest, revision: int) -> HttpResponse:
    """Another window of the grid of an older revision."""
    scene = scene_at(request.design, revision)
    page = reverse("design-revision", args=[request.design.pk, revision])
    return render(
        request,
        "designer/design/revision.html#past_grid",
        {"grid": grid_at(scene, PagePlace.of(request.GET.dict()), page)},
    )


@allows(Action.EDIT)
@require_POST
def revision_restore(request: DesignRequest, revision: int) -> HttpResponse:
    """Restore a revision as one change that can be undone; not if the design has changed since the revision `seen`,
    that the page showed as the newest: the page then lists what else would be undone.
    """
    seen = _number(request.POST.get("seen", ""))
    try:
        versions.revision_restore(
            design_id=request.design.pk, revision=revision, by=request.user, expected_revision=seen
        )
    except Stale:
        return redirect(f"{reverse('design-revision', args=[request.design.pk, revision])}?since={seen}")
    return redirect("design-history", request.design.pk)


@allows(Action.EDIT)
@require_POST
def version_new(request: DesignRequest) -> HttpResponse:
    """Name a revision."""
    revision = _number(request.POST.get("revision", "")) or 0
    return _versioned(request, version_name, revision=revision, name=request.POST.get("name", "")[:TEXT_MAX])


@allows(Action.EDIT)
@require_POST
def version_rename(request: DesignRequest, version_id: Any) -> HttpResponse:
    """Rename a version."""
    return _versioned(
        request, versions.version_rename, version_id=version_id, name=request.POST.get("name", "")[:TEXT_MAX]
    )


@allows(Action.EDIT)
@require_POST
def version_remove(request: DesignRequest, version_id: Any) -> HttpResponse:
    """Remove a name; the revision stays."""
    return _versioned(request, versions.version_remove, version_id=version_id)


def _versioned(request: DesignRequest, service: Any, **given: Any) -> HttpResponse:
    """The history again, with the error of a refused name."""
    try:
        service(design_id=request.design.pk, by=request.user, **given)
    except (Invalid, Conflict) as refusal:
        status = 409 if isinstance(refusal, Conflict) else 422
        context = history_context(request, refusal=refusal.message, typed=given.get("name", ""))
        return render(request, "designer/design/history.html", context, status=status)
    return redirect("design-history", request.design.pk)


@allows(Action.CREATE)
@require_POST
def design_branch(request: DesignRequest) -> HttpResponse:
    """Create a design from a revision; it records its origin."""
    homes = {space.pk for space in _homes(request)}
    asked = as_uuid(request.POST.get("workspace", "")) or request.design.workspace_id
    home = asked if asked in homes or not homes else next(iter(homes))
    made = design_duplicate(
        design_id=request.design.pk,
        by=request.user,
        workspace=home,
        name=" ".join(request.POST.get("name", "").split())[:255],
        revision=_number(request.POST.get("revision", "")),
    )
    return redirect("design", made.pk)
