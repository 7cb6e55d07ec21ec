"""Bundles: a zip file of exports of one revision, made by a worker in steps that can be repeated."""

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
"""Bundles that are kept of one design, the newest."""

_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Written:
    """What a bundle's job has made so far: `bundle` is there once it is done, `problem` says why there is none."""

    job: Job
    bundle: Bundle | None = None
    problem: str = ""

    @property
    def losses(self) -> list[dict[str, str]]:
        """What its formats cannot carry: target, path, message."""
        return list(self.job.result["losses"]) if self.bundle else []


def bundle_request(*, design_id: UUID, by: Any, targets: Iterable[str] = ()) -> Job:
    """Ask for a bundle of some targets (none named: of all). One of the same revision that is there, or on its way, is
    not made again. Raises Missing or Forbidden.
    """
    design = design_for(by, design_id, Action.EXPORT)
    names = [target(name).name for name in targets] or [one.name for one in TARGETS]
    return _asked(design, names) or job_enqueue(
        kind=BUNDLE.name, design_id=design.pk, by=by, payload={"targets": names}
    )


def _asked(design: Design, names: list[str]) -> Job | None:
    """The newest job for these targets of the design as it is, where something came of it or may still."""
    asked = Job.objects.filter(
        kind=BUNDLE.name, design=design, revision=design.revision, payload={"targets": names}
    ).exclude(state__in=(JobState.FAILED, JobState.CANCELLED))
    job = asked.order_by("-created_at").first()
    is_kept = job is not None and (
        not job.is_finished or Bundle.objects.filter(job=job, revision=job.revision).exists()
    )
    return job if is_kept else None


def export_look(*, design_id: UUID, by: Any, name: str) -> tuple[int, Export | Job]:
    """One target of a design as it is now, with the revision. What takes its time is written by a job: that, until it
    is done. Raises Missing or Forbidden.
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


def bundle_look(*, design_id: UUID, job_id: UUID | str, by: Any) -> Written:
    """How a bundle of a design stands. Raises Missing or Forbidden; Missing also where it is kept no more."""
    design_for(by, design_id, Action.EXPORT)
    job = job_for(by, job_id)
    if job.kind != BUNDLE.name or job.design_id != design_id:
        raise Missing("this design has no such bundle", code="bundle.missing")
    return written_by(job)


def written_by(job: Job) -> Written:
    """What a bundle's job has made. Raises Missing where it is kept no more."""
    if job.state == JobState.CANCELLED:
        return Written(job, problem="this was stopped before it was done")
    if job.state == JobState.FAILED:
        return Written(job, problem=job.error)
    if not job.is_finished:
        return Written(job)
    bundle = Bundle.objects.filter(job=job).first()
    if bundle is None:
        raise Missing(f"of a design the newest {KEPT} bundles are kept; ask for it again", code="bundle.missing")
    return Written(job, bundle)


def export_of(bundle: Bundle, name: str, losses: Iterable[dict[str, str]]) -> Export:
    """One target as a bundle holds it. Raises Missing where it does not."""
    if name not in bundle.targets:
        raise Missing(f"this bundle does not hold {name}", code="bundle.missing")
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
    """One step a target, then the zip file."""
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
    """A zip file with a folder a target; the same bytes for the same design."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, export in exports.items():
            for file in export.files:
                archive.writestr(zipfile.ZipInfo(f"{name}/{file.path}", _ZIP_TIME), file.content)
    return held.getvalue()


def bundle_for(user: Any, bundle_id: UUID | str) -> Bundle:
    """A bundle, for a person who may export its design. Raises Missing or Forbidden."""
    identity = as_uuid(bundle_id)
    bundle = Bundle.objects.filter(pk=identity).first() if identity else None
    if bundle is None:
        raise Missing("there is no such bundle", code="bundle.missing")
    design_for(user, bundle.design_id, Action.EXPORT)
    return bundle


def _forget_old(design: Design) -> None:
    old = design.bundles.order_by("-created_at").values_list("pk", flat=True)[KEPT:]
    Bundle.objects.filter(pk__in=list(old)).delete()
