"""A file becomes a design, a change of a design, or nothing: read, previewed, accepted.

What is read is held for half an hour and stored nowhere (import_drafts.py). A worker reads a file that takes
longer than a second. Every service checks permission, and accepting checks again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from exporter.importers import Imported, import_text
from exporter.services import import_drafts as holding
from exporter.services.import_drafts import Held
from exporter.services.import_jobs import ACCEPT, ACCEPT_UPDATE, AT_ONCE, READ, READ_UPDATE
from exporter.services.import_store import AcceptedImport, change_of, decided, store
from exporter.services.inline_limits import QUICK_BYTES, QUICK_ITEMS, is_small
from exporter.services.previews import Preview
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict, Invalid
from modeler.jobs import job_cancel, job_enqueue, job_enqueue_in
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.permissions import Action
from modeler.selectors import design_for, job_for, require_in
from modeler.services import design_create

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Looked:
    """The state of an import: in progress (`job`), read (`preview`), stored by a job (`made`);
    `problem` says why it failed.
    """

    held: Held
    job: Job | None = None
    preview: Preview | None = None
    made: AcceptedImport | None = None
    problem: str = ""

    @property
    def state(self) -> str:
        """One word: working, ready, stored, or failed."""
        if self.problem:
            return "failed"
        return "stored" if self.made else "ready" if self.preview else "working"

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API uses, without the job."""
        return {
            "token": self.held.token,
            "state": self.state,
            "filename": self.held.filename,
            "workspace": self.held.workspace or None,
            "design": self.held.design or None,
            "expires_at": self.held.expires_at,
            "problem": self.problem,
            "preview": self.preview.as_json() if self.preview else None,
            "made": self.made.as_json() if self.made else None,
        }


def design_import(
    *, workspace: UUID, by: Any, raw: bytes, filename: str = "", given: Mapping[str, str] | None = None
) -> tuple[Design, Imported]:
    """Read a file of any known format and create a design from it immediately, in one revision.

    Raises Missing or Forbidden before the file is read; DocumentInvalid, and then nothing is stored.
    """
    require_in(by, workspace, Action.CREATE)
    imported = import_text(raw, filename, given)
    label = f"imported {filename[:120]}" if filename else "imported a file"
    design = design_create(workspace=workspace, by=by, document=to_document(imported.design), label=label)
    return design, imported


def import_at_once(
    *, workspace: UUID, by: Any, raw: bytes, filename: str = "", given: Mapping[str, str] | None = None
) -> tuple[Design, Imported] | Job:
    """The same; a large file is read and stored by a job, whose result names the design it created."""
    require_in(by, workspace, Action.CREATE)
    if len(raw) <= QUICK_BYTES:
        return design_import(workspace=workspace, by=by, raw=raw, filename=filename, given=given)
    fresh = replace(import_place(by=by, workspace=workspace, design=None, filename=filename), given=given or {})
    holding.hold(fresh, raw)
    job = job_enqueue_in(kind=AT_ONCE.name, workspace=fresh.workspace, by=by, payload={"token": fresh.token})
    holding.hold(replace(fresh, job=str(job.pk)))
    return job


def import_begin(
    *,
    by: Any,
    raw: bytes,
    filename: str = "",
    workspace: UUID | None = None,
    design: UUID | None = None,
    given: Mapping[str, str] | None = None,
) -> Looked:
    """Read a file, for a new design in a workspace or for a change of a design; a job reads a large one.

    `given` are values for parameters of the file. Raises Missing or Forbidden before the file is read; DocumentInvalid,
    and then nothing is held.
    """
    fresh = import_place(by=by, workspace=workspace, design=design, filename=filename)
    return _read(replace(fresh, given=given or {}), raw, by)


def import_read_again(*, token: str, by: Any, given: Mapping[str, str]) -> Looked:
    """Read an import's file again, with other values for its parameters.

    Raises Missing, Forbidden; Conflict while it is being read or stored, or if the file has no parameters; and
    DocumentInvalid, and then the import stays as it was.
    """
    looked = import_look(token=token, by=by)
    raw = holding.kept(looked.held, "raw")
    if looked.preview is None or raw is None:
        raise Conflict("this import cannot be read again; import the file again", code="import.reading")
    with _alone(looked.held):
        found = _read(replace(looked.held, given=given, job=""), raw, by)
        holding.end_storing(looked.held)
        return found


def _read(fresh: Held, raw: bytes, by: Any) -> Looked:
    if len(raw) <= QUICK_BYTES and _is_small(fresh):
        imported = import_text(raw, fresh.filename, fresh.given)
        # A file with parameters can be read again with other values.
        holding.hold(fresh, raw if imported.parameters else None)
        holding.keep(fresh, "read", imported)
        holding.drop(fresh, "change")
        return Looked(fresh, preview=_preview(fresh, imported))
    # Held before the job starts: a worker can be faster than this process.
    holding.drop(fresh, "read", "change")
    holding.hold(fresh, raw)
    payload = {"token": fresh.token}
    job = (
        job_enqueue(kind=READ_UPDATE.name, design_id=UUID(fresh.design), by=by, payload=payload)
        if fresh.design
        else job_enqueue_in(kind=READ.name, workspace=fresh.workspace, by=by, payload=payload)
    )
    waiting = replace(fresh, job=str(job.pk))
    holding.hold(waiting)
    return Looked(waiting, job)


def import_place(*, by: Any, workspace: UUID | None, design: UUID | None, filename: str = "") -> Held:
    """Return a new import into one of the two, not yet held. Raises Missing, Forbidden; Invalid for neither or both."""
    if (workspace is None) == (design is None):
        raise Invalid("specify where to import: a workspace for a new design, or a design to change", path="workspace")
    if design is not None:
        found = design_for(by, design, Action.EDIT)
        return holding.new_held(by, filename, design=str(found.pk), revision=found.revision)
    require_in(by, workspace, Action.CREATE)
    return holding.new_held(by, filename, workspace=str(workspace))


def import_look(*, token: str, by: Any) -> Looked:
    """Return the state of an import. Raises Missing."""
    held = holding.held_for(by, token)
    if held.design:
        design_for(by, held.design, Action.EDIT)
    job = job_for(by, held.job) if held.job else None
    if job is not None and job.state == JobState.CANCELLED:
        return Looked(held, job, problem="this was stopped before it finished")
    if job is not None and job.state == JobState.FAILED:
        return Looked(held, job, problem=job.error)
    if job is not None and not job.is_finished:
        return Looked(held, job)
    if made := holding.kept(held, "made"):
        return Looked(held, job, made=AcceptedImport(UUID(made["design"]), made["revision"], made["is_new"]))
    return Looked(held, job, _preview(held, holding.read_of(held)))


def import_forget(*, token: str, by: Any) -> None:
    """Delete an import; a job that reads it is stopped. Raises Missing."""
    held = holding.held_for(by, token)
    job = job_for(by, held.job) if held.job else None
    if job is not None and not job.is_finished:
        with suppress(Conflict):
            job_cancel(job_id=job.pk, by=by)
    holding.forget(held)


def import_accept(
    *, token: str, by: Any, decisions: Mapping[str, Any] | None = None, revision: int | None = None, name: str = ""
) -> AcceptedImport | Job:
    """Store what was read, with the person's decisions about inferences: immediately, or by a job if it is large.

    `revision` is the revision of the design to change that the person saw, `name` what a new design is called.
    Raises Missing, Forbidden; Conflict while it is being read or stored; Stale; Invalid for an invalid decision.
    """
    held = holding.held_for(by, token)
    if (read := holding.kept(held, "read")) is None and held.job:
        raise Conflict("this import is still being read; wait until it is finished", code="import.reading")
    imported = read or holding.read_of(held)
    with _alone(held):
        chosen = decided(imported, decisions or {}, name)
        if sum(1 for _ in chosen.design.items()) <= QUICK_ITEMS:
            made = store(held, chosen, by=by, revision=revision)
            holding.forget(held)
            return made
        job = _accept_later(held, by, {"decisions": dict(decisions or {}), "revision": revision, "name": name})
        holding.hold(replace(held, job=str(job.pk)))
        return job


def _accept_later(held: Held, by: Any, asked: dict[str, Any]) -> Job:
    payload = {"token": held.token, **asked}
    if held.design:
        return job_enqueue(kind=ACCEPT_UPDATE.name, design_id=UUID(held.design), by=by, payload=payload)
    return job_enqueue_in(kind=ACCEPT.name, workspace=held.workspace, by=by, payload=payload)


@contextmanager
def _alone(held: Held) -> Iterator[None]:
    holding.begin_storing(held)
    try:
        yield
    except Exception:
        holding.end_storing(held)
        raise


def _is_small(held: Held) -> bool:
    """Is there no design to compare with, or a small one?"""
    return not held.design or is_small(Design.objects.get(pk=held.design))


def _preview(held: Held, imported: Imported) -> Preview:
    return Preview(held, imported, change_of(held, imported) if held.design else None)
