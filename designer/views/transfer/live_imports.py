"""Reading live tables of a declared endpoint into a design: the endpoint, the tables, and the limits."""

from __future__ import annotations

from typing import Any, Final
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
from designer.views.design.pages import page_context
from designer.views.transfer.imports import TOO_OFTEN
from exporter.provisioning.endpoints import Endpoint
from exporter.services.endpoint_access import import_endpoints
from exporter.services.live_imports import TABLES_READ, UNITS, UNITS_MAX, Listed, WantedTables, live_begin, tables_of
from modeler.core.errors import Invalid, KeysheetError
from modeler.permissions import Action, may

NO_TABLES: Final = "Choose tables and limits."


@signed_in
@never_cache
@require_GET
def live_import(request: HttpRequest) -> HttpResponse:
    """The tables of an endpoint, for a new design."""
    return _page(request)


@signed_in
@require_POST
def live_import_begin(request: HttpRequest) -> HttpResponse:
    """Request the reading."""
    form = LiveForm(request.POST, auto_id="live-%s")
    if not form.is_valid() or form.cleaned_data["workspace"] is None:
        return _page(request, 422, form=form, refusal=NO_TABLES)
    if not LIVE.admits(str(request.user.pk)):
        return _page(request, 429, form=form, refusal=TOO_OFTEN)
    try:
        looked = live_begin(by=request.user, wanted=_wanted(form), workspace=form.cleaned_data["workspace"])
    except Invalid as error:
        return _page(request, 422, form=form, refusal=error.message)
    return redirect("import-page", looked.held.token)


@allows(Action.PROVISION)
@never_cache
@require_GET
def live_update(request: DesignRequest) -> HttpResponse:
    """The tables of an endpoint, for a change of a design."""
    return _page_of(request)


@allows(Action.PROVISION)
@require_POST
def live_update_begin(request: DesignRequest) -> HttpResponse:
    """Request the reading."""
    form = LiveForm(request.POST, auto_id="live-%s")
    if not form.is_valid():
        return _page_of(request, 422, form=form, refusal=NO_TABLES)
    if not LIVE.admits(str(request.user.pk)):
        return _page_of(request, 429, form=form, refusal=TOO_OFTEN)
    try:
        looked = live_begin(by=request.user, wanted=_wanted(form), design=request.design.pk)
    except Invalid as error:
        return _page_of(request, 422, form=form, refusal=error.message)
    return redirect("update-page", request.design.pk, looked.held.token)


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    spaces = [space for space in workspaces_of(request.user) if may(space.role, Action.PROVISION)]
    chosen = _chosen(_parameter(request, "workspace"), spaces)
    endpoints = import_endpoints(chosen.role, chosen.pk) if chosen else ()
    workspace = chosen.pk if chosen else None
    places = {"begin_at": reverse("live-import-begin"), "tables_at": reverse("live-import")}
    shown = {"creatable": spaces, "workspace": workspace, **places}
    context = {**_endpoints_context(request, endpoints, workspace=workspace), **shown, **more}
    return render(request, "designer/transfer/live_import.html", context, status=status)


def _page_of(request: DesignRequest, status: int = 200, **more: Any) -> HttpResponse:
    begin_at, tables_at = (reverse(name, args=[request.design.pk]) for name in ("live-update-begin", "live-update"))
    shown = {"begin_at": begin_at, "tables_at": tables_at, "tab": "update"}
    endpoints = import_endpoints(request.design.role, request.design.workspace_id)
    context = page_context(
        request, **{**_endpoints_context(request, endpoints, design=request.design.pk), **shown, **more}
    )
    return render(request, "designer/transfer/live.html", context, status=status)


def _parameter(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "") or request.GET.get(name, "")


def _chosen(text: str, spaces: list[Any]) -> Any:
    """The workspace in the address, else the first one with an endpoint, else the first one; None if there is none."""
    named = [space for space in spaces if str(space.pk) == text]
    useful = [space for space in spaces if import_endpoints(space.role, space.pk)]
    return next(iter([*named, *useful, *spaces]), None)


def _endpoints_context(request: HttpRequest, endpoints: tuple[Endpoint, ...], **into: UUID | None) -> dict[str, Any]:
    """The endpoints, and the tables of the selected one; a refusal of the endpoint is shown as a sentence."""
    name = _parameter(request, "endpoint")
    shown: dict[str, Any] = {"endpoints": endpoints, "form": LiveForm(auto_id="live-%s"), "listed": None}
    if not endpoints or None in into.values():
        return shown
    chosen = next((one for one in endpoints if one.name == name), endpoints[0])
    most = chosen.read_units or UNITS_MAX
    shown["chosen"] = chosen
    has_typed = "items" in request.GET  # what was typed before another search
    shown["form"] = LiveForm(
        request.GET if has_typed else None, auto_id="live-%s", initial={"units_per_second": min(UNITS, most)}
    )
    try:
        containing = _parameter(request, "containing")[:255]
        listed = tables_of(by=request.user, endpoint=chosen.name, containing=containing, **into)
        kept = _kept(request, listed)
        is_only = len(listed.tables) == 1 and not (kept or containing)
        shown |= {"listed": listed, "kept": kept, "is_only": is_only}
    except KeysheetError as error:
        shown["refusal"] = error.message
    return shown


def _kept(request: HttpRequest, listed: Listed) -> list[str]:
    """The tables that were chosen and that this search does not list."""
    chosen = (request.POST or request.GET).getlist("tables")
    return [name for name in dict.fromkeys(chosen) if name not in listed.tables][:TABLES_READ]


def _wanted(form: LiveForm) -> WantedTables:
    asked = form.cleaned_data
    return WantedTables(
        endpoint=asked["endpoint"],
        tables=tuple(form.tables),
        items=asked["items"],
        units_per_second=asked["units_per_second"],
        is_masked=not asked["unmasked"],
    )
