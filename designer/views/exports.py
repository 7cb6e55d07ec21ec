"""Taking a design away: each format with a preview, what it cannot carry, and a download."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.live.scenes import scene_of
from designer.views.designs import page_context
from exporter.targets import TARGETS, Export, Target, target
from exporter.targets.base import safe_name
from modeler.core.errors import Missing
from modeler.permissions import Action

PREVIEW_MAX = 60_000


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_export(request: DesignRequest, name: str = "") -> HttpResponse:
    """The formats, and a preview of one."""
    chosen = target(name) if name else TARGETS[0]
    made = _built(request, chosen)
    files = [
        {
            "path": one.path,
            "text": one.text[:PREVIEW_MAX],
            "size": len(one.content),
            "is_cut": len(one.text) > PREVIEW_MAX,
        }
        for one in made.files
    ]
    more: dict[str, Any] = {
        "targets": TARGETS,
        "chosen": chosen,
        "files": files,
        "report": made.report,
        "tab": "export",
    }
    return render(request, "designer/design_export.html", page_context(request, **more))


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_file(request: DesignRequest, name: str, path: str) -> HttpResponse:
    """One file."""
    chosen = target(name)
    found = next((one for one in _built(request, chosen).files if one.path == path), None)
    if found is None:
        raise Missing(f"{chosen.title} gives no file {path}", path=path)
    media_type = chosen.media_type if found.binary else f"{chosen.media_type}; charset=utf-8"
    return _download(found.content, path.rsplit("/", 1)[-1], media_type)


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_bundle(request: DesignRequest) -> HttpResponse:
    """Every format, in one archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in TARGETS:
            for file in _built(request, one).files:
                archive.writestr(f"{one.name}/{file.path}", file.content)
    return _download(packed.getvalue(), f"{safe_name(request.design.name)}.zip", "application/zip")


def _built(request: DesignRequest, chosen: Target) -> Export:
    return chosen.build(scene_of(request.design.pk).design)


def _download(content: bytes, filename: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
