"""The bundled examples, read-only, before anybody copies one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import signed_in
from designer.page.home.example_scene import TEACHES, example_patterns, example_scene, example_sheet
from designer.page.past_revision import grid_at
from designer.page.pattern_highlight import reading_of
from designer.page.scene import PagePlace
from designer.selectors import workspaces_of
from modeler.permissions import Action, may


@signed_in
@never_cache
@require_GET
def example_page(request: HttpRequest, key: str) -> HttpResponse:
    """An example: its key sheet, its access patterns and its items. Nothing is stored."""
    context = _context(key, PagePlace.of(request.GET.dict()))
    can_copy = any(may(space.role, Action.CREATE) for space in workspaces_of(request.user))
    return render(request, "designer/example.html", {**context, "can_copy": can_copy})


@signed_in
@never_cache
@require_GET
def example_grid(request: HttpRequest, key: str) -> HttpResponse:
    """Another window of the example's grid."""
    return render(request, "designer/example.html#example_grid", _grid(key, PagePlace.of(request.GET.dict())))


def _context(key: str, place: PagePlace) -> dict[str, Any]:
    scene = example_scene(key)
    return {
        "key": key,
        "example": scene.design,
        "identity": scene.design_id,
        "teaches": TEACHES.get(key, ""),
        "tables": scene.design.tables,
        "sheet": example_sheet(scene, place),
        "patterns": list(example_patterns(scene, place)),
        "reading": reading_of(scene, place),
        **_grid(key, place),
    }


def _grid(key: str, place: PagePlace) -> dict[str, Any]:
    return {"grid": grid_at(example_scene(key), place, reverse("example", args=[key]))}
