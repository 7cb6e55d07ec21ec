"""Proof runs and the lab: starting, viewing, and tearing down a run. The work itself is in provisioning_jobs.

An endpoint is named, never addressed: only endpoints that the operator opened to the workspace can be reached. Every
service checks permission, and the job checks again when it runs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from exporter.models import ProvisioningRun, RunKind, RunState, TableState
from exporter.models.provisioning import MOVING, PROVING
from exporter.provisioning.aws import EndpointUnreachable, RequestRefused
from exporter.provisioning.endpoints import Endpoint, endpoint_named
from exporter.provisioning.lab import lab_of, offers_lab
from exporter.provisioning.plan import RunPlan, make_plan, run_prefix
from exporter.provisioning.summary import Summary, summary_of
from exporter.services.endpoint_access import endpoint_for, entered_briefly, in_workspace
from exporter.services.endpoint_limits import amount_of
from exporter.services.forgotten.jobs import KEEP_LONGER
from exporter.services.forgotten.rows import note_missing
from exporter.services.provisioning_jobs import LAB, PROVISION, TEARDOWN
from exporter.services.runs.begun import NewRun, run_record
from exporter.services.runs.standing import HOURS, HOURS_MAX, expiry_after
from modeler.auditing.events import audit_note
from modeler.core.design.model import Design as CoreDesign
from modeler.core.errors import Conflict, Missing
from modeler.jobs import job_enqueue
from modeler.loading import read_current
from modeler.models import AuditKind
from modeler.permissions import Action
from modeler.selectors import as_uuid, design_for, designs_visible_to

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

RUNS_SHOWN: Final = 50

SILENT_SECONDS: Final = 60.0
_silent_until: Final[dict[str, float]] = {}
"""Endpoints that did not answer a look, and until when this process does not ask them again."""


def plan_summary(*, design_id: UUID, by: Any, endpoint: str = "") -> Summary:
    """Return what a run would create, seed, and cost on an endpoint ('': the first), for the confirmation before it
    starts.

    Raises Missing, Forbidden; Invalid if no tables can be created from the design.
    """
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_for(design.role, design.workspace_id, endpoint)
    return summary_of(_planned(design, where, read_current(design.pk).design), where)


def lab_offered(*, design_id: UUID, by: Any) -> bool:
    """Does the design have what the lab needs? Raises Missing."""
    design = design_for(by, design_id, Action.SEE)
    return offers_lab(read_current(design.pk).design)


def run_start(*, design_id: UUID, by: Any, endpoint: str = "", hours: int = HOURS) -> ProvisioningRun:
    """Prove the current design on a declared endpoint ('': the first); tables stay until the teardown, and no longer
    than `hours`.

    Raises Missing, Forbidden; Invalid if no tables can be created from the design; Conflict if too many runs have
    tables, or if the person's day on the endpoint is used up.
    """
    return _start(design_id, by, endpoint, RunKind.PROOF, hours)


def lab_start(*, design_id: UUID, by: Any, endpoint: str = "", hours: int = HOURS) -> ProvisioningRun:
    """Run the lab on separate tables. Raises as `run_start` does; Invalid for a design that has no lab."""
    return _start(design_id, by, endpoint, RunKind.LAB, hours)


def _start(design_id: UUID, by: Any, endpoint: str, kind: RunKind, hours: int) -> ProvisioningRun:
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_for(design.role, design.workspace_id, endpoint)
    core = read_current(design.pk).design
    if kind == RunKind.LAB:
        core = lab_of(core).design
    plan = _planned(design, where, core)
    summary = summary_of(plan, where)
    new = NewRun(
        kind,
        PROVISION if kind == RunKind.PROOF else LAB,
        where,
        amount_of(plan, summary),
        hours,
        dollars=summary.dollars,
        dollars_per_day=summary.dollars_per_day,
    )
    return run_record(design=design, by=by, new=new)


def _planned(design: SeenDesign, where: Endpoint, core: CoreDesign) -> RunPlan:
    prefix = run_prefix(where.name_prefix, design.name, "?")
    return make_plan(core, prefix=prefix, trust=where.trust, tags={}, allows_recovery=where.allows_recovery)


@transaction.atomic
def run_extend(*, run_id: UUID | str, by: Any) -> ProvisioningRun:
    """Keep the tables of a run for a day longer, for HOURS_MAX from now at most. Raises Missing, Forbidden; Conflict if
    nothing is left to keep.
    """
    run = run_for(by, run_id)
    design_for(by, run.design_id, Action.PROVISION)
    run = ProvisioningRun.objects.select_for_update(of=("self",)).select_related("job", "teardown_job").get(pk=run.pk)
    if run.is_over or run.standing == RunState.REMOVING:
        raise Conflict("this run no longer has tables to keep", code="provision.over")
    longer = max(run.expires_at or timezone.now(), timezone.now()) + timedelta(hours=HOURS)
    run.expires_at = min(longer, expiry_after(HOURS_MAX))
    run.noticed_at = None
    run.save(update_fields=["expires_at", "noticed_at"])
    job_enqueue(kind=KEEP_LONGER.name, design_id=run.design_id, by=by, payload={"run": str(run.pk)})
    return run


@transaction.atomic
def run_teardown(*, run_id: UUID | str, by: Any) -> ProvisioningRun:
    """Remove the tables that the run recorded, and nothing else. Raises Missing, Forbidden; Conflict while the run is
    in progress, and if nothing is left to remove.
    """
    run = run_for(by, run_id)
    design_for(by, run.design_id, Action.PROVISION)
    run = ProvisioningRun.objects.select_for_update(of=("self",)).select_related("job", "teardown_job").get(pk=run.pk)
    if run.standing in MOVING:
        raise Conflict("this run is in progress; stop it first, or wait", code="provision.at_work")
    if run.is_over:
        raise Conflict("this run no longer has tables", code="provision.over")
    run.teardown_job = job_enqueue(kind=TEARDOWN.name, design_id=run.design_id, by=by, payload={"run": str(run.pk)})
    run.state = RunState.REMOVING
    run.error = ""
    run.save(update_fields=["teardown_job", "state", "error"])
    audit_note(AuditKind.RUN_ENDED, by=by, design=run.design, detail=f"{run.endpoint}, run {run.pk}")
    return run


def runs_of(user: Any, design_id: UUID | str) -> QuerySet[ProvisioningRun]:
    """Return every proof and every run of the lab of a design, newest first. Raises Missing."""
    design = design_for(user, design_id, Action.SEE)
    found = ProvisioningRun.objects.filter(design=design, kind__in=PROVING)
    return found.select_related("job", "teardown_job", "by").prefetch_related("tables")


def run_for(user: Any, run_id: UUID | str) -> ProvisioningRun:
    """Return one run. Raises Missing for anyone who cannot see its design."""
    identity = as_uuid(run_id)
    runs = ProvisioningRun.objects.filter(design__in=designs_visible_to(user).order_by())
    found = runs.select_related("job", "teardown_job", "by", "design").prefetch_related("tables")
    run = found.filter(pk=identity).first() if identity else None
    if run is None:
        raise Missing("this run does not exist, or its design was not shared with you", code="run.missing")
    return run


def run_look(*, run_id: UUID | str, by: Any) -> ProvisioningRun:
    """Return one run, after a brief check whether its tables still exist: a restarted sandbox has none. An endpoint
    that does not answer within seconds changes nothing, and is not asked again for SILENT_SECONDS. Raises Missing.
    """
    run = run_for(by, run_id)
    if run.state != RunState.READY or time.monotonic() < _silent_until.get(run.endpoint, 0.0):
        return run
    standing = list(run.tables.filter(state=TableState.CREATED))
    where = run.design.workspace_id
    try:
        dynamodb = entered_briefly(in_workspace(endpoint_named(settings.ENDPOINTS, run.endpoint), where), by)
        missing = [one for one in standing if dynamodb.describe(one.name) is None]
    except EndpointUnreachable:
        _silent_until[run.endpoint] = time.monotonic() + SILENT_SECONDS
        return run
    except (RequestRefused, Missing):
        return run
    if missing:
        note_missing(run, [one.pk for one in missing])
        return run_for(by, run_id)
    return run


def run_json(run: ProvisioningRun, *, with_arns: bool) -> dict[str, Any]:
    """Return a run in the form that the REST API uses. Rows are those of `Row.as_json`; rows of the lab include their
    step. ARNs contain the id of the account: they are for people who can provision there.
    """
    job = run.current_job
    results: Mapping[str, Any] = run.results or {}
    return {
        "id": str(run.pk),
        "kind": run.kind,
        "design": str(run.design_id),
        "revision": run.revision,
        "endpoint": run.endpoint,
        "by": str(run.by) if run.by else None,
        "state": run.standing,
        "problem": run.problem,
        "progress": job.progress if job else {},
        "job": str(job.pk) if job else None,
        "tables": [
            {"table": one.table, "name": one.name, "arn": one.arn if with_arns else "", "state": one.state}
            for one in run.tables.all()
        ],
        "rows": results.get("rows", []),
        "counts": {status: results.get(status, 0) for status in ("agree", "empty", "differ", "not_compared")},
        "notes": run.notes,
        "created_at": run.created_at.isoformat(),
        "finished_at": run.finished_at.isoformat() if run.finished_at else None,
        "expires_at": run.expires_at.isoformat() if run.expires_at else None,
    }
