"""The way to a launch: the guided path, the launch checklist, the worksheet, and the diagnosis of a hot key."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django import forms
from django.http import HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.regions.findings import shown_finding
from designer.page.regions.guide import launch_rows, worksheet_rows
from designer.page.scene import Scene
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from modeler.core.blocks.library import blocks_of_rule
from modeler.core.procedures.hot_key import diagnose
from modeler.core.values.cells import guarded
from modeler.permissions import Action


@allows(Action.SEE)
@never_cache
@require_GET
def design_path(request: DesignRequest) -> HttpResponse:
    """The seven gates."""
    return render(request, "designer/design/guide.html", page_context(request, "path", tab="guide", here="path"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_launch(request: DesignRequest) -> HttpResponse:
    """The launch checklist."""
    return render(request, "designer/design/guide.html", page_context(request, "launch", tab="guide", here="launch"))


@allows(Action.SEE)
@never_cache
@require_GET
def design_worksheet(request: DesignRequest) -> HttpResponse:
    """The worksheet of access patterns."""
    context = page_context(request, "worksheet", tab="guide", here="worksheet")
    return render(request, "designer/design/guide.html", context)


@allows(Action.SEE)
@never_cache
@require_GET
def launch_file(request: DesignRequest) -> HttpResponse:
    """The launch checklist as CSV."""
    return _file(request, "launch-checklist", launch_rows)


@allows(Action.SEE)
@never_cache
@require_GET
def worksheet_file(request: DesignRequest) -> HttpResponse:
    """The worksheet as CSV."""
    return _file(request, "worksheet", worksheet_rows)


def _file(request: DesignRequest, name: str, rows: Callable[[Scene], Iterator[Sequence[str]]]) -> HttpResponse:
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{request.design.name} {name}.csv") or ""
    made = rows(scene_of(request.design.pk))
    safe = (map(guarded, row) for row in made)
    csv.writer(answer).writerows(safe)
    return answer


class Measured(forms.Form):
    """What was measured of a throttled table; every field can be empty: not measured yet."""

    consumed = forms.FloatField(required=False, min_value=0, max_value=1000, label="Consumed of provisioned units, %")
    leading = forms.FloatField(required=False, min_value=0, max_value=100, label="Requests on the leading keys, %")
    ramp = forms.FloatField(required=False, min_value=0, label="Minutes in which the traffic doubled")
    index_throttled = forms.BooleanField(required=False, label="An index counts throttle events")
    base_quiet = forms.BooleanField(required=False, label="The table itself counts none")


@allows(Action.SEE)
@never_cache
@require_GET
def hot_key(request: DesignRequest) -> HttpResponse:
    """What throttles, from the measurements in the address; opened from a finding about heat."""
    form = Measured(request.GET)
    context: dict[str, Any] = {
        "form": form,
        "finding": _finding(request),
        "blocks": blocks_of_rule(request.GET.get("rule", "")),
    }
    if form.is_valid():
        context["made"] = diagnose(**_measurements(form.cleaned_data))
    return render(
        request,
        "designer/design/hot_key.html",
        page_context(request, tab="guide", here="hot-key", **context),
        status=200 if form.is_valid() else 422,
    )


def _measurements(said: dict[str, Any]) -> dict[str, Any]:
    percent = {name: None if said[name] is None else said[name] / 100 for name in ("consumed", "leading")}
    return {
        "consumed": percent["consumed"],
        "leading_share": percent["leading"],
        "index_throttled": said["index_throttled"],
        "base_throttled": not said["base_quiet"],
        "ramp_minutes": said["ramp"],
    }


def _finding(request: DesignRequest) -> dict[str, Any] | None:
    """The finding in the address, if the newest analysis has it."""
    said: QueryDict = request.GET
    scene = scene_of(request.design.pk)
    place = (said.get("rule", ""), said.get("path", ""))
    found = next((one for one in scene.findings if (one["rule"], one["path"]) == place), None)
    return shown_finding(scene, found) if found is not None else None
