"""Bundles: a zip file of exports of one revision, created by a worker in repeatable steps."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from exporter.models import Bundle
from exporter.services.inline_limits import is_quick
from exporter.targets import TARGETS, Export, ExportFile, Loss, target
from modeler.core.errors import Missing
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.permissions import Action
from modeler.selectors import as_uuid, design_for, job_for

KEPT: Final = 10
"""How many bundles of one design are kept, the newest ones."""

_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class BundleProgress:
    """The result of a bundle's job so far: `bundle` is set when it is done, `problem` says why there is none."""

    job: Job
    bundle: Bundle | None = None
    problem: str = ""

    @property
    def losses(self) -> list[dict[str, str]]:
        """What its formats cannot represent: target, path, message."""
        return list(self.job.result["losses"]) if self.bundle and self.job.result is not None else []


def bundle_request(*, design_id: UUID, by: Any, targets: Iterable[str] = ()) -> Job:
    """Request a bundle of some targets (none named: all). A bundle of the same revision that exists or is in progress
    is reused. Raises Missing or Forbidden.
    """
    design = design_for(by, design_id, Action.EXPORT)
    # A name that is given a hundred times is written once: a PDF takes seconds.
    names = list(dict.fromkeys(target(name).name for name in targets)) or [one.name for one in TARGETS]
    return _asked(design, names) or job_enqueue(
        kind=BUNDLE.name, design_id=design.pk, by=by, payload={"targets": names}
    )


def _asked(design: Design, names: list[str]) -> Job | None:
    """Return the newest job for these targets of the current design that succeeded or is still running."""
    asked = Job.objects.filter(
        kind=BUNDLE.name, design=design, revision=design.revision, payload={"targets": names}
    ).exclude(state__in=(JobState.FAILED, JobState.CANCELLED))
    job = asked.order_by("-created_at").first()
    is_kept = job is not None and (
        not job.is_finished or Bundle.objects.filter(job=job, revision=job.revision).exists()
    )
    return job if is_kept else None


def export_look(*, design_id: UUID, by: Any, name: str) -> tuple[int, Export | Job]:
    """Return one target of the current design, with the revision. Slow targets are written by a job; until it is done,
    the job is returned. Raises Missing or Forbidden.
    """
    design = design_for(by, design_id, Action.EXPORT)
    chosen = target(name)
    if is_quick(chosen, design):
        loaded = read_current(design.pk)
        return loaded.revision, chosen.build(loaded.design)
    job = bundle_request(design_id=design.pk, by=by, targets=[name])
    written = written_by(job)
    if written.bundle is None:
        return design.revision, job
    return written.bundle.revision, export_of(written.bundle, name, written.losses)


def bundle_look(*, design_id: UUID, job_id: UUID | str, by: Any) -> BundleProgress:
    """Return the state of a design's bundle. Raises Missing or Forbidden; Missing also if it is no longer kept."""
    design_for(by, design_id, Action.EXPORT)
    job = job_for(by, job_id)
    if job.kind != BUNDLE.name or job.design_id != design_id:
        raise Missing("this design has no such bundle", code="bundle.missing")
    return written_by(job)


def written_by(job: Job) -> BundleProgress:
    """Return the result of a bundle's job. Raises Missing if it is no longer kept."""
    if job.state == JobState.CANCELLED:
        return BundleProgress(job, problem="this was stopped before it finished")
    if job.state == JobState.FAILED:
        return BundleProgress(job, problem=job.error)
    if not job.is_finished:
        return BundleProgress(job)
    bundle = Bundle.objects.filter(job=job).first()
    if bundle is None:
        raise Missing(f"only the newest {KEPT} bundles of a design are kept; request it again", code="bundle.missing")
    return BundleProgress(job, bundle)


def export_of(bundle: Bundle, name: str, losses: Iterable[dict[str, str]]) -> Export:
    """Return one target from a bundle. Raises Missing if the bundle does not contain it."""
    if name not in bundle.targets:
        raise Missing(f"this bundle does not contain {name}", code="bundle.missing")
    with zipfile.ZipFile(io.BytesIO(bytes(bundle.content))) as archive:
        paths = [path for path in archive.namelist() if path.startswith(f"{name}/")]
        files = tuple(_file(path.removeprefix(f"{name}/"), archive.read(path)) for path in paths)
    return Export(files, tuple(Loss(one["path"], one["message"]) for one in losses if one["target"] == name))


def _file(path: str, content: bytes) -> ExportFile:
    try:
        return ExportFile(path, content.decode()) if b"\0" not in content else ExportFile(path, binary=content)
    except UnicodeDecodeError:
        return ExportFile(path, binary=content)


def make_bundle(job: Job, design: Design) -> Steps:
    """One step per target, then the zip file."""
    loaded = read_current(design.pk)
    names: list[str] = job.payload["targets"]
    exports: dict[str, Export] = {}
    for number, name in enumerate(names, start=1):
        exports[name] = target(name).build(loaded.design)
        yield Progress(number, len(names) + 1, f"wrote {name}")
    content = zip_of(exports)
    fields = {"design": design, "revision": loaded.revision, "targets": names, "content": content}
    bundle, _ = Bundle.objects.update_or_create(job=job, defaults=fields)
    _forget_old(design)
    losses = [{"target": name, **loss.as_json()} for name, export in exports.items() for loss in export.report]
    return {"bundle": str(bundle.pk), "revision": loaded.revision, "losses": losses}


BUNDLE: Final = job_kind("bundle", queue=LONG, action=Action.EXPORT)(make_bundle)


def zip_of(exports: dict[str, Export]) -> bytes:
    """Return a zip file with one folder per target; the same bytes for the same design."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, export in exports.items():
            for file in export.files:
                archive.writestr(zipfile.ZipInfo(f"{name}/{file.path}", _ZIP_TIME), file.content)
    return held.getvalue()


def bundle_for(user: Any, bundle_id: UUID | str) -> Bundle:
    """Return a bundle, for a person who may export its design. Raises Missing or Forbidden."""
    identity = as_uuid(bundle_id)
    bundle = Bundle.objects.filter(pk=identity).first() if identity else None
    if bundle is None:
        raise Missing("there is no such bundle", code="bundle.missing")
    design_for(user, bundle.design_id, Action.EXPORT)
    return bundle


def _forget_old(design: Design) -> None:
    old = design.bundles.order_by("-created_at").values_list("pk", flat=True)[KEPT:]
    Bundle.objects.filter(pk__in=list(old)).delete()
