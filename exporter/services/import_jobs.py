"""A worker's part of an import: reading a large file, storing a large design, or both in sequence.

All of it can be repeated.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from exporter.importers import import_text
from exporter.services import import_drafts as holding
from exporter.services.import_drafts import Held
from exporter.services.import_store import change_of, decided, store
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.models import Design, Job
from modeler.permissions import Action


def read(job: Job, design: Design | None) -> Steps:
    """Read the held bytes. A second attempt finds them, or the result of the first attempt."""
    held = holding.held_for(job.by, job.payload["token"])
    yield Progress(0, 2, "reading")
    if (raw := holding.kept(held, "raw")) is not None:
        imported = import_text(raw, held.filename, held.given)
        yield Progress(1, 2, "read")
        holding.keep(held, "read", imported)
        if not imported.parameters:
            holding.drop(held, "raw")
    found = holding.read_of(held)
    if held.design:
        # Computed and kept here, so that the page that shows it does not take that long again.
        change_of(held, found)
    yield Progress(2, 2, f"{sum(1 for _ in found.design.items()):,} items")
    return {"token": held.token}


def accept(job: Job, design: Design | None) -> Steps:
    """Store what was read, once: the job records what it created in the transaction that creates it."""
    yield Progress(0, 1, "storing")
    if not (made := job.notes.get("made")):
        held = holding.held_for(job.by, job.payload["token"])
        made = _store_once(job, held)
        # The waiting page of this import leads from there to the result.
        holding.keep(held, "made", made)
        holding.drop(held, "read", "storing")
    yield Progress(1, 1, "stored")
    return made


def read_and_accept(job: Job, design: Design | None) -> Steps:
    """Both in sequence, for callers that need no preview."""
    if not job.notes.get("made"):
        yield from read(job, design)
    return (yield from accept(job, design))


@transaction.atomic
def _store_once(job: Job, held: Held) -> dict[str, Any]:
    # The row is locked: a worker that was presumed dead and its successor run one after the other.
    locked = Job.objects.select_for_update().get(pk=job.pk)
    if made := locked.notes.get("made"):
        return dict(made)
    chosen = decided(holding.read_of(held), job.payload.get("decisions", {}), job.payload.get("name", ""))
    made = store(held, chosen, by=job.by, revision=job.payload.get("revision")).as_json()
    job.notes = {**locked.notes, "made": made}
    Job.objects.filter(pk=job.pk).update(notes=job.notes)
    return made


READ: Final = job_kind("import", queue=LONG, action=Action.CREATE)(read)
READ_UPDATE: Final = job_kind("import-update", queue=LONG, action=Action.EDIT)(read)
AT_ONCE: Final = job_kind("import-at-once", queue=LONG, action=Action.CREATE)(read_and_accept)
ACCEPT: Final = job_kind("accept", queue=LONG, action=Action.CREATE)(accept)
ACCEPT_UPDATE: Final = job_kind("accept-update", queue=LONG, action=Action.EDIT)(accept)
