"""Home: a person's designs, the gallery of examples, and ways to start a design."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.forms import ImportForm, LinesForm, NewDesignForm
from designer.page.home.design_cards import cards_of
from designer.page.home.example_scene import gallery
from designer.selectors import workspaces_of
from designer.views.accounts.sharing import MEANS
from exporter.importers import IMPORTERS
from exporter.importers.live.tables import IMPORTER as LIVE_IMPORTER
from exporter.services.endpoint_access import import_endpoints
from modeler.gallery import example_create
from modeler.permissions import Action, Role, may
from modeler.selectors import designs_visible_to
from modeler.services import design_create, design_duplicate, design_remove

SHOWN: Final = 100
"""Designs of one workspace on the home page, unless all are requested."""

ORDERS: Final = {"changed": ("-updated_at",), "name": (Lower("name"), "-updated_at")}


@signed_in
@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The start page of a signed-in person."""
    return render(request, "designer/home.html", home_context(request))


def home_context(request: HttpRequest, **more: Any) -> dict[str, Any]:
    """Context of the home page; refused forms are in `more`."""
    spaces: list[Any] = list(workspaces_of(request.user))
    for space in spaces:
        space.may_create, space.may_delete = may(space.role, Action.CREATE), may(space.role, Action.DELETE)
    order = request.GET.get("order", "")
    order = order if order in ORDERS else "changed"
    listed = designs_visible_to(request.user).select_related("branch__main").order_by(*ORDERS[order])
    found: dict[UUID, list[Any]] = {}
    for design in listed:
        found.setdefault(design.workspace_id, []).append(design)
    most = None if request.GET.get("all") else SHOWN
    return {
        "spaces": [(space, _cards_context(found.get(space.pk, []), most)) for space in spaces],
        "shared": _shared(found, spaces),
        "order": order,
        "count": sum(map(len, found.values())),
        "creatable": [space for space in spaces if space.may_create],
        "examples": gallery(),
        "has_endpoints": any(import_endpoints(space.role, space.pk) for space in spaces),
        **_ways_to_begin(),
        **more,
    }


def _ways_to_begin() -> dict[str, Any]:
    return {
        "new_form": NewDesignForm(auto_id="new-%s"),
        "import_form": ImportForm(auto_id="import-%s"),
        "lines_form": LinesForm(auto_id="lines-%s"),
        "formats": [importer.title for importer in IMPORTERS if importer is not LIVE_IMPORTER],
    }


def _shared(found: dict[UUID, list[Any]], spaces: list[Any]) -> list[Any]:
    """The designs that links opened to a person, in workspaces without the person as a member."""
    own = {space.pk for space in spaces}
    shared = [design for workspace, designs in found.items() if workspace not in own for design in designs]
    for design in shared:
        design.rights = MEANS[Role(design.role)]
    return cards_of(shared)


def _cards_context(designs: list[Any], most: int | None) -> dict[str, Any]:
    """The first designs of a workspace as cards, and the number of further designs."""
    return {"cards": cards_of(designs[:most]), "more": max(0, len(designs) - most) if most else 0}


@signed_in
@require_POST
def design_new(request: HttpRequest) -> HttpResponse:
    """Create an empty design."""
    form = NewDesignForm(request.POST, auto_id="new-%s")
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, new_form=form), status=422)
    made = design_create(by=request.user, **form.cleaned_data)
    return redirect("design-open", made.pk)


@signed_in
@require_POST
def example_copy(request: HttpRequest, key: str) -> HttpResponse:
    """Create an editable copy of an example."""
    own = next((space for space in workspaces_of(request.user) if may(space.role, Action.CREATE)), None)
    if own is None:
        messages.error(request, "You can read designs here but not create them. Ask an owner for the editor role.")
        return redirect("home")
    return redirect("design", example_create(workspace=own.pk, by=request.user, key=key).pk)


@allows(Action.CREATE)
@require_POST
def design_copy(request: DesignRequest) -> HttpResponse:
    """Copy the design."""
    return redirect("design", design_duplicate(design_id=request.design.pk, by=request.user).pk)


@allows(Action.DELETE)
@require_POST
def design_delete(request: DesignRequest) -> HttpResponse:
    """Move the design to the trash."""
    design_remove(design_id=request.design.pk, by=request.user)
    messages.success(request, f"{request.design.name} was moved to the trash.")
    return redirect("home")
