"""Runs whose tables still exist: their expiry, and the list of them for the owners of a workspace.

Tables of a run are removed by the server when its hours are over, also if its design was removed or its person left.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from exporter.models import ProvisioningRun, RunState, TableState
from exporter.models.provisioning import MADE, MOVING, OVER
from exporter.services.provisioning_jobs import EXPIRE
from modeler.announcing import EventKind, announce
from modeler.auditing.events import audit_note
from modeler.core.errors import Invalid
from modeler.jobs import job_enqueue_by_server
from modeler.models import AuditKind, Job
from modeler.permissions import Action
from modeler.selectors import require_in

log = logging.getLogger(__name__)

HOURS: Final = 24
HOURS_MAX: Final = 168
HOUR_CHOICES: Final = (1, 8, HOURS, 72, HOURS_MAX)
AGAIN_AFTER: Final = timedelta(hours=1)
"""A teardown that failed is tried again after this time: an endpoint that does not answer is not asked all the time."""

STANDING: Final = Q(tables__state__in=MADE) | (
    Q(tables__state=TableState.INTENDED) & ~Q(state__in=[state.value for state in OVER])
)


def expiry_after(hours: int) -> datetime:
    """Return when tables are removed that are kept for some hours from now. Raises Invalid."""
    if not 1 <= hours <= HOURS_MAX:
        raise Invalid(f"tables can be kept for 1 to {HOURS_MAX} hours", path="hours")
    return timezone.now() + timedelta(hours=hours)


def runs_standing_in(workspace_id: UUID, *, by: Any) -> QuerySet[ProvisioningRun]:
    """Return the runs of all designs of a workspace, removed designs included, whose tables can still exist; those that
    expire first come first. Raises Missing; Forbidden for anyone but an owner.
    """
    require_in(by, workspace_id, Action.MANAGE)
    found = ProvisioningRun.objects.filter(STANDING, design__workspace=workspace_id).distinct()
    related = found.select_related("design", "by", "job", "teardown_job").prefetch_related("tables")
    return related.order_by("expires_at", "created_at")


def runs_end_in(workspace_id: UUID, *, by: Any, run: str = "") -> int:
    """Remove the tables of one run of a workspace ('': of all); return the number of runs. Runs in progress are left.

    Raises Missing, Forbidden as `runs_standing_in` does.
    """
    found = runs_standing_in(workspace_id, by=by)
    return sum(_end(one.pk, by=by) is not None for one in found if run in ("", str(one.pk)))


def runs_expire() -> list[Job]:
    """Request the teardown of every run whose hours are over. Nothing is returned: these jobs are new."""
    overdue = ProvisioningRun.objects.filter(STANDING, expires_at__lt=timezone.now()).distinct()
    for identity in overdue.order_by().values_list("pk", flat=True):
        job = _end(identity, is_again=False)
        if job is not None:
            log.info("the hours of run %s are over; job %s removes its tables", identity, job.pk)
    return []


@transaction.atomic
def _end(run_id: UUID, *, by: Any = None, is_again: bool = True) -> Job | None:
    """Request the teardown of a run, unless it is in progress, over, or (not `is_again`) failed to be removed just now.
    Another worker that does the same has the lock, and this one finds nothing.
    """
    locked = ProvisioningRun.objects.select_for_update(of=("self",), skip_locked=True)
    run = locked.select_related("design", "job", "teardown_job").filter(pk=run_id).first()
    if run is None or run.standing in MOVING or run.is_over:
        return None
    is_first = run.teardown_job is None
    ended = run.teardown_job.finished_at if run.teardown_job else None
    if not is_again and ended is not None and ended > timezone.now() - AGAIN_AFTER:
        return None
    job = job_enqueue_by_server(kind=EXPIRE.name, design=run.design, payload={"run": str(run.pk)})
    run.teardown_job, run.state, run.error = job, RunState.REMOVING, ""
    run.save(update_fields=["teardown_job", "state", "error"])
    why = "" if by is not None else ", its hours are over"
    audit_note(AuditKind.RUN_ENDED, by=by, design=run.design, detail=f"{run.endpoint}, run {run.pk}{why}")
    if by is None and is_first:
        about = {"id": str(run.pk), "kind": str(run.kind), "endpoint": run.endpoint, "tables": run.table_count}
        announce(EventKind.RUN_EXPIRED, run.design, lambda: {"run": about})
    return job
