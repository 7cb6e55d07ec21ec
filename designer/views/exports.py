"""Taking a design away: a preview of each format, what it cannot carry, a download of one file, one format, all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.live.scenes import scene_of
from designer.views.designs import page_context
from exporter.services.bundles import zip_of
from exporter.targets import TARGETS, Export, ExportFile, Target, target
from exporter.targets.base import Kind, safe_name
from modeler.core.errors import Missing
from modeler.permissions import Action

PREVIEW_MAX: Final = 60_000
PREVIEWS_MAX: Final = 240_000
"""Characters that are shown of one file, and of all files of a format."""


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_export(request: DesignRequest, name: str = "") -> HttpResponse:
    """The formats, and a preview of one. What takes its time is asked for by the page once it is there."""
    chosen = target(name) if name else TARGETS[0]
    more: dict[str, Any] = {"kinds": list(_kinds()), "chosen": chosen, "tab": "export"}
    if chosen.is_slow and "files" not in request.GET:
        more["waits"] = True
    else:
        made = _built(request, chosen)
        files = list(_previews(made.files))
        more |= {"files": files, "more_files": len(made.files) - len(files), "report": made.report}
    return render(request, "designer/design_export.html", page_context(request, **more))


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_target(request: DesignRequest, name: str) -> HttpResponse:
    """One format: its file, or an archive where it has several."""
    chosen = target(name)
    made = _built(request, chosen)
    if len(made.files) == 1:
        (file,) = made.files
        return _file(file, chosen)
    packed = zip_of(scene_of(request.design.pk).design, {chosen.name: made})
    return _download(packed, f"{safe_name(request.design.name)}-{chosen.name}.zip", "application/zip")


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_file(request: DesignRequest, name: str, path: str) -> HttpResponse:
    """One file."""
    chosen = target(name)
    found = next((one for one in _built(request, chosen).files if one.path == path), None)
    if found is None:
        raise Missing(f"{chosen.title} gives no file {path}", path=path)
    return _file(found, chosen)


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_bundle(request: DesignRequest) -> HttpResponse:
    """Every format, in one archive."""
    packed = zip_of(scene_of(request.design.pk).design, {one.name: _built(request, one) for one in TARGETS})
    return _download(packed, f"{safe_name(request.design.name)}.zip", "application/zip")


def _kinds() -> Iterator[tuple[str, list[Target]]]:
    """The formats by what people come for."""
    for kind in Kind:
        if listed := [one for one in TARGETS if one.kind == kind]:
            yield kind.value, listed


def _previews(files: tuple[ExportFile, ...]) -> Iterator[dict[str, Any]]:
    """What is shown of each file, until enough is shown."""
    left = PREVIEWS_MAX
    for one in files:
        if left <= 0:
            return
        most = min(PREVIEW_MAX, left)
        left -= len(one.text[:most]) + 1000
        yield {"path": one.path, "text": one.text[:most], "size": len(one.content), "is_cut": len(one.text) > most}


def _built(request: DesignRequest, chosen: Target) -> Export:
    return chosen.build(scene_of(request.design.pk).design)


def _file(file: ExportFile, chosen: Target) -> HttpResponse:
    media_type = chosen.media_type if file.binary else f"{chosen.media_type}; charset=utf-8"
    return _download(file.content, file.path.rsplit("/", 1)[-1], media_type)


def _download(content: bytes, filename: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
