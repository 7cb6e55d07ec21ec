"""Reading live tables of a declared endpoint into a design: which endpoint, which tables, how much of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.forms import LiveForm
from designer.selectors import workspaces_of
from designer.throttle import LIVE
from designer.views.designs import page_context
from designer.views.imports import TOO_OFTEN, sentence
from exporter.services.live_imports import Wanted, import_endpoints, live_begin, tables_of
from modeler.core.errors import KeysheetError
from modeler.permissions import Action, may


@signed_in
@never_cache
@require_GET
def live_import(request: HttpRequest) -> HttpResponse:
    """The tables of an endpoint, for a new design."""
    spaces = [space for space in workspaces_of(request.user) if may(space.role, Action.PROVISION)]
    chosen = _chosen(request.GET.get("workspace", ""), spaces)
    context = {**_listed(request, workspace=chosen), "creatable": spaces, "begin_at": reverse("live-begin")}
    return render(request, "designer/live_import.html", {**context, "workspace": chosen})


@signed_in
@require_POST
def live_import_begin(request: HttpRequest) -> HttpResponse:
    """Ask for the reading."""
    form = LiveForm(request.POST)
    if not form.is_valid() or form.cleaned_data["workspace"] is None:
        return _refused(request, "Choose tables, and how much of them is read.")
    if not LIVE.admits(str(request.user.pk)):
        return _refused(request, TOO_OFTEN, 429)
    try:
        looked = live_begin(by=request.user, wanted=_wanted(form), workspace=form.cleaned_data["workspace"])
    except KeysheetError as error:
        return _refused(request, sentence(error))
    return redirect("import-page", looked.held.token)


@allows(Action.PROVISION)
@never_cache
@require_GET
def live_update(request: DesignRequest) -> HttpResponse:
    """The tables of an endpoint, for a change of a design."""
    begin = reverse("live-update-begin", args=[request.design.pk])
    more = {**_listed(request, design=request.design.pk), "begin_at": begin, "tab": "update"}
    return render(request, "designer/design_live.html", page_context(request, **more))


@allows(Action.PROVISION)
@require_POST
def live_update_begin(request: DesignRequest) -> HttpResponse:
    """Ask for the reading."""
    form = LiveForm(request.POST)
    if not form.is_valid():
        return _refused(request, "Choose tables, and how much of them is read.")
    if not LIVE.admits(str(request.user.pk)):
        return _refused(request, TOO_OFTEN, 429)
    looked = live_begin(by=request.user, wanted=_wanted(form), design=request.design.pk)
    return redirect("update-page", request.design.pk, looked.held.token)


def _chosen(text: str, spaces: list[Any]) -> UUID | None:
    """The workspace that the address names, else the first one."""
    return next((space.pk for space in spaces if str(space.pk) == text), spaces[0].pk if spaces else None)


def _listed(request: HttpRequest, **into: UUID | None) -> dict[str, Any]:
    """The endpoints, and the tables of the chosen one; what the endpoint refuses is a sentence."""
    endpoints = import_endpoints()
    name = request.GET.get("endpoint", "")
    shown: dict[str, Any] = {"endpoints": endpoints, "form": LiveForm(auto_id="live-%s"), "listed": None}
    if not endpoints or None in into.values():
        return shown
    chosen = next((one for one in endpoints if one.name == name), endpoints[0])
    shown["chosen"] = chosen
    try:
        shown["listed"] = tables_of(by=request.user, endpoint=chosen.name, **into)
    except KeysheetError as error:
        shown["refusal"] = error.message
    return shown


def _wanted(form: LiveForm) -> Wanted:
    asked = form.cleaned_data
    return Wanted(
        endpoint=asked["endpoint"],
        tables=tuple(form.tables),
        items=asked["items"],
        units_per_second=asked["units_per_second"],
        is_masked=not asked["unmasked"],
    )


def _refused(request: HttpRequest, message: str, status: int = 422) -> HttpResponse:
    title = "This cannot be read so"
    return render(request, "errors/page.html", {"title": title, "error": {"message": message}}, status=status)
