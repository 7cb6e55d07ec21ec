"""Runs on an endpoint that no longer exists: an owner says so, and nothing waits for their tables any more.

The server cannot tell an endpoint that is gone for ever from one that does not answer now. Without this, tables on the
former would keep their design in the trash for ever.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.models.provisioning import MADE, MOVING
from exporter.provisioning.endpoints import declared
from exporter.services.runs.standing import runs_standing_in
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Missing
from modeler.jobs import job_let_go
from modeler.models import AuditKind

GIVEN_UP: Final = "{who} reported that the endpoint no longer exists; Keysheet did not remove the tables of this run"


def may_give_up(run: ProvisioningRun) -> bool:
    """Return whether the server tried in vain to remove the tables of a run, or has no such endpoint any more, and no
    worker is at work for it.
    """
    if run.standing in MOVING or not all(job_let_go(job.pk) for job in (run.job, run.teardown_job) if job is not None):
        return False
    is_declared = any(one.name == run.endpoint for one in declared(settings.ENDPOINTS))
    return not is_declared or (run.teardown_job is not None and run.standing == RunState.FAILED)


def run_to_give_up(workspace_id: UUID, run_id: UUID, *, by: Any) -> tuple[ProvisioningRun, list[ProvisionedTable]]:
    """Return a run of a workspace and its tables that can still exist. Raises Missing; Forbidden for anyone but an
    owner; Conflict if its tables can be removed.
    """
    run = runs_standing_in(workspace_id, by=by).filter(pk=run_id).first()
    if run is None:
        raise Missing("this run has no tables that Keysheet knows of", path="run")
    if not may_give_up(run):
        raise Conflict("tear down this run first; its endpoint is given up only if that fails", code="run.not_failed")
    return run, [one for one in run.tables.all() if one.state in (TableState.INTENDED, *MADE)]


@transaction.atomic
def run_give_up(workspace_id: UUID, run_id: UUID, *, by: Any) -> ProvisioningRun:
    """Record that the endpoint of a run no longer exists, and its tables with it. Raises as `run_to_give_up` does."""
    ProvisioningRun.objects.select_for_update(no_key=True).filter(pk=run_id).first()
    run, tables = run_to_give_up(workspace_id, run_id, by=by)
    run.tables.filter(pk__in=[one.pk for one in tables]).update(state=TableState.GONE)
    run.state, run.removed_at, run.error = RunState.GONE, timezone.now(), ""
    run.notes = [*run.notes, GIVEN_UP.format(who=by)]
    run.save(update_fields=["state", "removed_at", "error", "notes"])
    detail = f"{run.endpoint}, run {run.pk}: {', '.join(one.name for one in tables)}"
    audit_note(AuditKind.RUN_GIVEN_UP, by=by, design=run.design, detail=detail)
    return run
