"""For owners of a workspace: look for tables of its runs that nobody looks after, and remove those that they choose.

Nothing is removed that a look did not show first.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from exporter.provisioning.endpoints import Endpoint
from exporter.services.endpoint_access import endpoint_for, endpoints_for
from exporter.services.forgotten.jobs import LOOK, REMOVE
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Missing
from modeler.jobs import job_enqueue_in
from modeler.models import AuditKind, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.permissions import Action
from modeler.selectors import job_for, require_in


@dataclass(frozen=True, slots=True)
class LookedEndpoint:
    """An endpoint, and the newest look or removal of a person there."""

    endpoint: Endpoint
    job: Job | None

    @property
    def is_moving(self) -> bool:
        """Is the job at work?"""
        return self.job is not None and not self.job.is_finished

    @property
    def found(self) -> dict[str, Any] | None:
        """What the look found; None if there is none, or if something was removed since."""
        is_look = self.job is not None and self.job.kind == LOOK.name and self.job.state == JobState.DONE
        return self.job.result if self.job is not None and is_look else None

    @property
    def looked(self) -> int | None:
        """How many tables the look compared with the runs; None for a look that did not record it."""
        return (self.found or {}).get("looked")

    @property
    def tables(self) -> list[dict[str, Any]]:
        """The tables that the look found, with `expires_at` as a time (None: their tag says none)."""
        return [one | {"expires_at": _time(one["expires"])} for one in (self.found or {}).get("tables", ())]


@transaction.atomic
def forgotten_look(*, workspace_id: UUID, by: Any, endpoint: str) -> Job:
    """Request a look at the tables of an endpoint ('': the first).

    Raises Missing, Forbidden for anyone but an owner; Conflict while one is at work.
    """
    where = endpoint_for(require_in(by, workspace_id, Action.MANAGE), workspace_id, endpoint)
    _refuse_second(workspace_id, by, where)
    return job_enqueue_in(kind=LOOK.name, workspace=workspace_id, by=by, payload={"endpoint": where.name})


@transaction.atomic
def forgotten_remove(*, workspace_id: UUID, by: Any, look: UUID | str, tables: Iterable[str]) -> Job:
    """Request the removal of tables that a look of the same person found, and record that its missing tables are gone.

    Raises Missing, Forbidden for anyone but an owner; Missing for a table that the look did not find; Conflict while
    another job is at work.
    """
    role = require_in(by, workspace_id, Action.MANAGE)
    job = job_for(by, look)
    chosen = list(dict.fromkeys(tables))
    if job.workspace_id != workspace_id or job.kind != LOOK.name or not job.result:
        raise Missing("this look is not of this workspace", code="job.missing", path="look")
    found = {one["name"] for one in job.result["tables"]}
    for name in chosen:
        if name not in found:
            raise Missing(f"the look did not find {name[:255]!r}", code="table.missing", path="tables")
    where = endpoint_for(role, workspace_id, job.payload["endpoint"])
    _refuse_second(workspace_id, by, where)
    rows = [one["row"] for one in job.result["missing"]]
    if chosen:
        detail = f"{where.name}, without a run: {', '.join(chosen)}"
        audit_note(AuditKind.RUN_ENDED, by=by, workspace=workspace_id, detail=detail)
    payload = {"endpoint": where.name, "tables": chosen, "rows": rows}
    return job_enqueue_in(kind=REMOVE.name, workspace=workspace_id, by=by, payload=payload)


def forgotten_looks(*, workspace_id: UUID, by: Any) -> list[LookedEndpoint]:
    """Return each endpoint of a workspace with the newest look of a person. Raises Missing, Forbidden."""
    role = require_in(by, workspace_id, Action.MANAGE)
    return [
        LookedEndpoint(one, _jobs(workspace_id, by, one).order_by("-created_at").first())
        for one in endpoints_for(role, workspace_id)
    ]


def _time(text: str) -> datetime | None:
    """Return the time that a tag says; anybody who may tag tables of the account can change it."""
    with suppress(ValueError):
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else None
    return None


def _refuse_second(workspace_id: UUID, by: Any, endpoint: Endpoint) -> None:
    if _jobs(workspace_id, by, endpoint).filter(state__in=UNFINISHED).exists():
        raise Conflict(f"a look at the tables of {endpoint.name} is in progress; wait for it", code="job.limit")


def _jobs(workspace_id: UUID, by: Any, endpoint: Endpoint) -> Any:
    kinds = [LOOK.name, REMOVE.name]
    return Job.objects.filter(workspace=workspace_id, by=by, kind__in=kinds, payload__endpoint=endpoint.name)
