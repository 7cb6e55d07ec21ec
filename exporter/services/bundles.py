"""Bundles: a zip file of exports of one revision, made by a worker in steps that can be repeated."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from exporter.models import Bundle
from exporter.targets import TARGETS, Export, target
from modeler.core.design import Design as CoreDesign
from modeler.core.errors import Missing
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import as_uuid, design_for

KEPT: Final = 10
"""Bundles that are kept of one design, the newest."""

_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


def bundle_request(*, design_id: UUID, by: Any, targets: Iterable[str] = ()) -> Job:
    """Ask for a bundle of some targets (none named: of all). Raises Missing or Forbidden."""
    names = [target(name).name for name in targets] or [one.name for one in TARGETS]
    return job_enqueue(kind=BUNDLE.name, design_id=design_id, by=by, payload={"targets": names})


def make_bundle(job: Job, design: Design) -> Steps:
    """One step a target, then the zip file."""
    loaded = read_current(design.pk)
    names: list[str] = job.payload["targets"]
    exports: dict[str, Export] = {}
    for number, name in enumerate(names, start=1):
        exports[name] = target(name).build(loaded.design)
        yield Progress(number, len(names) + 1, f"wrote {name}")
    content = zip_of(loaded.design, exports)
    fields = {"design": design, "revision": loaded.revision, "targets": names, "content": content}
    bundle, _ = Bundle.objects.update_or_create(job=job, defaults=fields)
    _forget_old(design)
    losses = [{"target": name, **loss.as_json()} for name, export in exports.items() for loss in export.report]
    return {"bundle": str(bundle.pk), "revision": loaded.revision, "losses": losses}


BUNDLE: Final = job_kind("bundle", queue=LONG, action=Action.EXPORT)(make_bundle)


def zip_of(design: CoreDesign, exports: dict[str, Export]) -> bytes:
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
