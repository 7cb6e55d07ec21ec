"""Home: the designs of a person, the gallery of examples, and ways to begin."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.forms import ImportForm, LinesForm, NewDesignForm
from designer.selectors import workspaces_of
from modeler.examples import examples
from modeler.gallery import example_create
from modeler.permissions import Action, may
from modeler.selectors import designs_visible_to
from modeler.services import design_create, design_duplicate, design_remove


@signed_in
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Where a person arrives."""
    return render(request, "designer/home.html", home_context(request))


def home_context(request: HttpRequest, **more: Any) -> dict[str, Any]:
    """What the home page shows; forms that were refused come in `more`."""
    spaces = list(workspaces_of(request.user))
    for space in spaces:
        space.may_create, space.may_delete = may(space.role, Action.CREATE), may(space.role, Action.DELETE)
    found: dict[UUID, list[Any]] = {}
    for design in designs_visible_to(request.user):
        found.setdefault(design.workspace_id, []).append(design)
    return {
        "spaces": [(space, found.get(space.pk, [])) for space in spaces],
        "creatable": [space for space in spaces if space.may_create],
        "examples": _gallery(),
        "new_form": NewDesignForm(auto_id="new-%s"),
        "import_form": ImportForm(auto_id="import-%s"),
        "lines_form": LinesForm(auto_id="lines-%s"),
        **more,
    }


@cache
def _gallery() -> list[dict[str, Any]]:
    """The shipped examples as cards."""
    return [
        {
            "key": one.key,
            "name": one.design.name,
            "description": one.design.description,
            "entities": sum(1 for _ in one.design.entities()),
            "patterns": len(one.design.patterns),
            "indexes": sum(len(table.indexes) for table in one.design.tables),
        }
        for one in examples()
    ]


@signed_in
@require_POST
def design_new(request: HttpRequest) -> HttpResponse:
    """An empty design."""
    form = NewDesignForm(request.POST, auto_id="new-%s")
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, new_form=form), status=422)
    made = design_create(by=request.user, **form.cleaned_data)
    return redirect("design", made.pk)


@signed_in
@require_POST
def example_copy(request: HttpRequest, key: str) -> HttpResponse:
    """A copy of an example, to change."""
    own = next((space for space in workspaces_of(request.user) if may(space.role, Action.CREATE)), None)
    if own is None:
        messages.error(request, "You may read here, but not create: ask an owner for the role editor.")
        return redirect("home")
    return redirect("design", example_create(workspace=own.pk, by=request.user, key=key).pk)


@allows(Action.CREATE)
@require_POST
def design_copy(request: DesignRequest) -> HttpResponse:
    """A copy beside the design."""
    return redirect("design", design_duplicate(design_id=request.design.pk, by=request.user).pk)


@allows(Action.DELETE)
@require_POST
def design_delete(request: DesignRequest) -> HttpResponse:
    """Out of sight, into the bin."""
    design_remove(design_id=request.design.pk, by=request.user)
    messages.success(request, f"{request.design.name} was removed. It is in the bin.")
    return redirect("home")
