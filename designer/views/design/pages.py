"""The pages of a design, one per subject, and their shared frame."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.operating.versions import page_version
from designer.page.fragments import REGIONS, fragments
from designer.page.places import begins_on_board
from designer.page.presence import color_of, person_of
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import scene_of
from exporter.services.endpoint_access import import_endpoints
from modeler.branches.services import main_of
from modeler.history.undo import undo_steps
from modeler.permissions import Action, may
from modeler.selectors import unread_count

PARTS_TABS: Final = ("sheet", "patterns")
"""Pages whose parts the inspector edits. On the others it is folded until a person opens it, or selects a part on the
Requirements page: it would show the settings of the design and all of its findings.
"""
FRAME = ("findings_count", "revision", "outline", "inspector", "status", "talk", "comments_count", "threads")


def page_context(request: DesignRequest, *middle: str, **more: Any) -> dict[str, Any]:
    """Context of the frame around every page of a design; `middle` are the regions of this page."""
    scene = scene_of(request.design.pk)
    place = PagePlace.of(request.GET.dict())
    role = request.design.role
    return {
        "design": request.design,
        "scene": scene,
        "place": place,
        "may_edit": may(role, Action.EDIT),
        "may_provision": may(role, Action.PROVISION),
        "may_share": may(role, Action.SHARE),
        "may_comment": may(role, Action.COMMENT),
        "may_manage": may(role, Action.MANAGE),
        "has_live": bool(import_endpoints(role, request.design.workspace_id)),
        "role": role,
        "me": person_of(request.user),
        "my_color": color_of(request.user.pk),
        "unread": unread_count(request.user),
        "steps": undo_steps(request.design, request.user),
        "own_branch": main_of(request.design, request.user),
        "usual_fold": _usual_fold(scene, place, more.get("tab")),
        "regions": fragments(scene, (*FRAME, *middle), place, role),
        **more,
    }


def _usual_fold(scene: Scene, place: PagePlace, tab: str | None) -> str:
    is_edited_beside = tab in PARTS_TABS or (tab == "requirements" and scene.chosen(place) is not None)
    return "" if is_edited_beside else "inspector"


@allows(Action.SEE)
@never_cache
@require_GET
def design(request: DesignRequest) -> HttpResponse:
    """The key sheet and the grid."""
    return render(request, "designer/design/design.html", page_context(request, "sheet", "grid", tab="sheet"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_open(request: DesignRequest) -> HttpResponse:
    """The first view of a design: its requirements while they have not led to keys, else the key sheet."""
    first = "design-requirements" if begins_on_board(scene_of(request.design.pk).design) else "design"
    return redirect(first, request.design.pk)


@allows(Action.SEE)
@never_cache
@require_GET
def design_map(request: DesignRequest) -> HttpResponse:
    """The map of access patterns, indexes and entities."""
    return render(request, "designer/design/map.html", page_context(request, "map", tab="map"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_findings(request: DesignRequest) -> HttpResponse:
    """The findings."""
    return render(request, "designer/design/findings.html", page_context(request, "findings", tab="findings"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_cost(request: DesignRequest) -> HttpResponse:
    """Capacity and cost."""
    return render(request, "designer/design/cost.html", page_context(request, "cost", tab="cost"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_fragments(request: DesignRequest) -> HttpResponse:
    """The regions that differ from those of a page that reconnects, or whose socket is closed.

    ``has=name=version`` gives the version of each region on the page.
    """
    has = dict(entry.partition("=")[::2] for entry in request.GET.getlist("has"))
    scene = scene_of(request.design.pk)
    made = fragments(
        scene, (name for name in has if name in REGIONS), PagePlace.of(request.GET.dict()), request.design.role
    )
    newer = {name: one for name, one in made.items() if one.version != has[name]}
    sent = {name: {"html": one.html, "version": one.version} for name, one in newer.items()}
    said = {"type": "fragments", "revision": scene.revision, "server": page_version()}
    return JsonResponse({**said, "fragments": sent})


@allows(Action.SEE)
@never_cache
@require_GET
def design_grid(request: DesignRequest) -> HttpResponse:
    """The grid's window at another position."""
    scene = scene_of(request.design.pk)
    place = PagePlace.of(request.GET.dict() if request.GET else QueryDict().dict())
    made = fragments(scene, ("grid",), place, request.design.role)["grid"]
    return render(request, "designer/design/design.html#grid_region", {"regions": {"grid": made}})
