"""Drift comparisons: immediate if design and file are small, else by a worker.

Kept for half an hour for the person who requested it (exporter/services/import_drafts.py), and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from exporter.services import import_drafts as holding
from exporter.services.drift import Drift, drift_with_file, drift_with_live, names_of, tables_asked
from exporter.services.endpoint_access import endpoint_for
from exporter.services.import_drafts import Held
from exporter.services.inline_limits import QUICK_BYTES, QUICK_TABLES, is_small
from modeler.core.errors import Conflict, Missing
from modeler.jobs import LONG, JobKind, Progress, Steps, job_allow, job_cancel, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.permissions import Action
from modeler.selectors import design_for, job_for


@dataclass(frozen=True, slots=True)
class Comparing:
    """The state of a comparison: in progress (`job`) or done (`drift`); `problem` says why it failed."""

    held: Held
    job: Job | None = None
    drift: Drift | None = None
    problem: str = ""

    @property
    def state(self) -> str:
        """One word: working, ready, or failed."""
        return "failed" if self.problem else "ready" if self.drift else "working"


def drift_begin_with_file(
    *,
    design_id: UUID,
    by: Any,
    raw: bytes,
    filename: str = "",
    names: str = "",
    given: Mapping[str, str] | None = None,
) -> Comparing:
    """Compare a design with a file. Raises as `drift_with_file` does if it is done immediately."""
    design = design_for(by, design_id, Action.SEE)
    names_of(names)
    fresh = holding.new_held(by, filename, design=str(design.pk), revision=design.revision)
    if len(raw) <= QUICK_BYTES and is_small(design):
        asked: dict[str, Any] = {"filename": filename, "names": names, "given": given}
        return _ready(fresh, drift_with_file(design_id=design_id, by=by, raw=raw, **asked))
    return _later(fresh, DRIFT_FILE, by, {"names": names, "given": dict(given or {})}, raw)


def drift_begin_with_live(*, design_id: UUID, by: Any, endpoint: str = "", names: str = "") -> Comparing:
    """Compare a design with live tables. Raises as `drift_with_live` does if it is done immediately."""
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_for(design.role, design.workspace_id, endpoint)
    tables = tables_asked(read_current(design.pk).design, names_of(names))
    fresh = holding.new_held(by, where.name, design=str(design.pk), revision=design.revision)
    asked = {"endpoint": where.name, "names": names}
    if len(tables) <= QUICK_TABLES and is_small(design):
        return _ready(fresh, drift_with_live(design_id=design_id, by=by, **asked))
    return _later(fresh, DRIFT_LIVE, by, asked)


def drift_look(*, design_id: UUID, token: str, by: Any) -> Comparing:
    """Return the state of a comparison that this person requested. Raises Missing; Forbidden if they no
    longer have access.
    """
    design_for(by, design_id, Action.SEE)
    held = holding.held_for(by, token)
    if held.design != str(design_id):
        raise Missing("this comparison belongs to a different design", code="drift.gone")
    job = job_for(by, held.job) if held.job else None
    if job is not None:
        job_allow(job, by)
    if job is not None and job.state == JobState.CANCELLED:
        return Comparing(held, job, problem="this was stopped before it finished")
    if job is not None and job.state == JobState.FAILED:
        return Comparing(held, job, problem=job.error)
    if job is not None and not job.is_finished:
        return Comparing(held, job)
    found = holding.kept(held, "drift")
    if not isinstance(found, Drift):
        raise Missing("this comparison has expired (30 minutes); compare again", code="drift.gone")
    return Comparing(held, job, found)


def drift_forget(*, design_id: UUID, token: str, by: Any) -> None:
    """Delete a comparison, and stop the job that works on it. Raises as `drift_look` does."""
    found = drift_look(design_id=design_id, token=token, by=by)
    if found.job is not None and not found.job.is_finished:
        with suppress(Conflict):
            job_cancel(job_id=found.job.pk, by=by)
    holding.forget(found.held)


def _ready(fresh: Held, found: Drift) -> Comparing:
    holding.hold(fresh)
    holding.keep(fresh, "drift", found)
    return Comparing(fresh, drift=found)


def _later(fresh: Held, kind: JobKind, by: Any, asked: Mapping[str, Any], raw: bytes | None = None) -> Comparing:
    # Held before the job starts: a worker can be faster than this process.
    holding.hold(fresh, raw)
    job = job_enqueue(kind=kind.name, design_id=UUID(fresh.design), by=by, payload={"token": fresh.token, **asked})
    waiting = replace(fresh, job=str(job.pk))
    holding.hold(waiting)
    return Comparing(waiting, job)


def compare_file(job: Job, design: Design) -> Steps:
    """Read the held bytes, and compare."""
    held = holding.held_for(job.by, job.payload["token"])
    yield Progress(0, 1, f"comparing with {held.filename or 'the file'}")
    if holding.kept(held, "drift") is None:
        if (raw := holding.kept(held, "raw")) is None:
            raise Missing(holding.GONE, code="drift.gone")
        payload = job.payload
        asked: dict[str, Any] = {
            "filename": held.filename,
            "names": payload["names"],
            "given": payload.get("given"),
        }
        holding.keep(held, "drift", drift_with_file(design_id=design.pk, by=job.by, raw=raw, **asked))
        holding.drop(held, "raw")
    yield Progress(1, 1, "compared")
    return {"token": held.token}


def compare_live(job: Job, design: Design) -> Steps:
    """Read the tables' settings, and compare."""
    held = holding.held_for(job.by, job.payload["token"])
    yield Progress(0, 1, f"comparing with {held.filename}")
    asked = {name: job.payload[name] for name in ("endpoint", "names")}
    holding.keep(held, "drift", drift_with_live(design_id=design.pk, by=job.by, **asked))
    yield Progress(1, 1, "compared")
    return {"token": held.token}


DRIFT_FILE: Final = job_kind("drift-file", queue=LONG, action=Action.SEE)(compare_file)
DRIFT_LIVE: Final = job_kind("drift-live", queue=LONG, action=Action.PROVISION)(compare_live)
