"""Exports: a preview of each format, what it cannot represent, a download of one file, one format, or all.

Exports that take longer than a second are written by a job. The address contains the job, and downloads its result even
if the design changes meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.views.design.pages import page_context
from designer.views.transfer.import_page import progress_of
from exporter.services.bundles import (
    BundleProgress,
    bundle_look,
    bundle_request,
    export_look,
    export_of,
    written_by,
    zip_of,
)
from exporter.targets import TARGETS, Export, ExportFile, Target, target
from exporter.targets.base import TargetKind, safe_name
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Missing
from modeler.jobs import job_cancel
from modeler.models import AuditKind, Job
from modeler.permissions import Action

PREVIEW_MAX: Final = 60_000
PREVIEWS_MAX: Final = 240_000
"""Characters that are shown of one file, and of all files of a format."""


@allows(Action.EXPORT)
@never_cache
@require_GET
def design_export(request: DesignRequest, name: str = "") -> HttpResponse:
    """The formats, and a preview of one; while it is written, its progress."""
    chosen = target(name) if name else TARGETS[0]
    written, made = _made(request, chosen)
    more: dict[str, Any] = {"chosen": chosen, "written": written, "other_versions": _other_versions(chosen)}
    if made is not None:
        files = list(_previews(made.files))
        more |= {"files": files, "more_files": len(made.files) - len(files), "report": made.report}
    if written is not None:
        here = reverse("design-export-target", args=[request.design.pk, chosen.name])
        more |= {"again_at": here, **_progress(request, written, f"{here}?job={written.job.pk}")}
    return _page(request, "designer/transfer/export.html", **more)


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_target(request: DesignRequest, name: str) -> HttpResponse:
    """One format: its file, or an archive if it has several."""
    chosen = target(name)
    written, made = _made(request, chosen)
    if made is None:
        return _to_job(request, chosen, written)
    audit_note(AuditKind.EXPORTED, by=request.user, design=request.design, detail=chosen.name)
    if len(made.files) == 1:
        (file,) = made.files
        return _file(file, chosen)
    packed = zip_of({chosen.name: made})
    return _download(packed, f"{safe_name(request.design.name)}-{chosen.name}.zip", "application/zip")


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_file(request: DesignRequest, name: str, path: str) -> HttpResponse:
    """One file."""
    chosen = target(name)
    written, made = _made(request, chosen)
    if made is None:
        return _to_job(request, chosen, written)
    found = next((one for one in made.files if one.path == path), None)
    if found is None:
        raise Missing(f"{chosen.title} has no file {path}", path=path)
    audit_note(AuditKind.EXPORTED, by=request.user, design=request.design, detail=f"{chosen.name}: {path}")
    return _file(found, chosen)


@allows(Action.EXPORT)
@require_POST
def export_bundle(request: DesignRequest) -> HttpResponse:
    """Request every format in one archive."""
    job = bundle_request(design_id=request.design.pk, by=request.user)
    return redirect("export-bundle-of", request.design.pk, job.pk)


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_bundle_of(request: DesignRequest, job_id: UUID) -> HttpResponse:
    """The archive; while it is written, its progress."""
    written = bundle_look(design_id=request.design.pk, job_id=job_id, by=request.user)
    here = reverse("export-bundle-of", args=[request.design.pk, job_id])
    more: dict[str, Any] = {"written": written, **_progress(request, written, here)}
    if written.bundle is not None:
        more |= {"size": len(written.bundle.content), "losses": list(_by_format(written))}
    return _page(request, "designer/transfer/bundle.html", **more)


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_bundle_zip(request: DesignRequest, job_id: UUID) -> HttpResponse:
    """The archive itself."""
    written = bundle_look(design_id=request.design.pk, job_id=job_id, by=request.user)
    if written.bundle is None:
        return redirect("export-bundle-of", request.design.pk, job_id)
    audit_note(AuditKind.EXPORTED, by=request.user, design=request.design, detail="all formats")
    packed = bytes(written.bundle.content)
    return _download(packed, f"{safe_name(request.design.name)}.zip", "application/zip")


@allows(Action.EXPORT)
@never_cache
@require_GET
def export_progress(request: DesignRequest, job_id: UUID) -> HttpResponse:
    """The progress of the export, polled by the page until it is done."""
    written = bundle_look(design_id=request.design.pk, job_id=job_id, by=request.user)
    return render(request, "designer/parts/imports/progress.html", _progress(request, written, ""))


@allows(Action.EXPORT)
@require_POST
def export_stop(request: DesignRequest, job_id: UUID) -> HttpResponse:
    """Stop the export."""
    written = bundle_look(design_id=request.design.pk, job_id=job_id, by=request.user)
    with suppress(Conflict):
        job_cancel(job_id=written.job.pk, by=request.user)
    return redirect("design-export", request.design.pk)


def _made(request: DesignRequest, chosen: Target) -> tuple[BundleProgress | None, Export | None]:
    """The result of the job in the address, else the format of the current design."""
    if asked := request.GET.get("job", ""):
        written = bundle_look(design_id=request.design.pk, job_id=asked, by=request.user)
    else:
        _, made = export_look(design_id=request.design.pk, by=request.user, name=chosen.name)
        if not isinstance(made, Job):
            return None, made
        written = written_by(made)
    if written.bundle is None:
        return written, None
    return written, export_of(written.bundle, chosen.name, written.losses)


def _to_job(request: DesignRequest, chosen: Target, written: BundleProgress | None) -> HttpResponse:
    """Redirect a download that is not ready to the page that waits for it."""
    here = reverse("design-export-target", args=[request.design.pk, chosen.name])
    return redirect(f"{here}?job={written.job.pk}" if written else here)


def _progress(request: DesignRequest, written: BundleProgress, page_at: str) -> dict[str, Any]:
    at = [request.design.pk, written.job.pk]
    return {
        **progress_of(written, reverse("export-progress", args=at), page_at),
        "stop_at": reverse("export-stop", args=at),
    }


def _page(request: DesignRequest, template: str, **more: Any) -> HttpResponse:
    context = page_context(request, tab="export", kinds=list(_kinds()), targets=len(TARGETS), **more)
    return render(request, template, context)


def _kinds() -> Iterator[tuple[str, list[Target]]]:
    """The formats, grouped by purpose."""
    for kind in TargetKind:
        if listed := [one for one in TARGETS if one.kind == kind]:
            yield kind.value, listed


def _other_versions(chosen: Target) -> list[Target]:
    """The same format for other versions of its tool."""
    family = next(one for one in TARGETS if chosen in (one, *one.versions))
    return [one for one in (family, *family.versions) if one is not chosen]


def _by_format(written: BundleProgress) -> Iterator[tuple[Target, int]]:
    """Formats that cannot represent everything, with the number of omissions of each."""
    for one in TARGETS:
        if found := sum(1 for loss in written.losses if loss["target"] == one.name):
            yield one, found


def _previews(files: tuple[ExportFile, ...]) -> Iterator[dict[str, Any]]:
    """The excerpts of the files, up to the total limit."""
    left = PREVIEWS_MAX
    for one in files:
        if left <= 0:
            return
        most = min(PREVIEW_MAX, left)
        left -= len(one.text[:most]) + 1000
        yield {"path": one.path, "text": one.text[:most], "size": len(one.content), "is_cut": len(one.text) > most}


def _file(file: ExportFile, chosen: Target) -> HttpResponse:
    media_type = chosen.media_type if file.binary else f"{chosen.media_type}; charset=utf-8"
    return _download(file.content, file.path.rsplit("/", 1)[-1], media_type)


def _download(content: bytes, filename: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
