"""Load proofs of a design: what one costs, starting one, and looking at its report.

The endpoint is one that its operator marked for loads. The person who starts one names the budget of units.
"""

from __future__ import annotations

import uuid
from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from exporter.loads.asked import LoadAsked, announcement, dollars_at_most, refuse_endpoint_without_loads
from exporter.loads.job import LOAD
from exporter.models import ProvisioningRun, RunKind
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import refuse_unmakeable, run_prefix
from exporter.services.endpoint_access import endpoint_for, endpoints_for
from exporter.services.endpoint_limits import Amount, use_begin
from exporter.services.provisioning import refuse_too_many_runs, run_for
from exporter.services.standing_runs import expiry_after
from modeler.auditing.events import audit_note
from modeler.core.design.model import Design as CoreDesign
from modeler.core.errors import Invalid, Missing
from modeler.jobs import job_enqueue
from modeler.loading import read_current
from modeler.models import AuditKind, Design
from modeler.permissions import Action
from modeler.selectors import design_for

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

HOURS: Final = 1
LOADS_SHOWN: Final = 10


def load_endpoints(design: SeenDesign) -> tuple[Endpoint, ...]:
    """The endpoints to which a person can send a load in the design's workspace."""
    return tuple(one for one in endpoints_for(design.role, design.workspace_id) if one.is_for_loads)


def load_announced(*, design_id: UUID, by: Any, asked: LoadAsked) -> dict[str, Any]:
    """What a load would do and at most cost, before it starts. Raises as `load_begin` does."""
    design = design_for(by, design_id, Action.PROVISION)
    where, core = _checked(design, asked)
    dollars = dollars_at_most(asked, where)
    return {
        "endpoint": where.name,
        "dollars": None if dollars is None else str(dollars),
        "sentences": list(announcement(asked, where, len(core.tables))),
    }


def load_begin(*, design_id: UUID, by: Any, asked: LoadAsked) -> ProvisioningRun:
    """Send a load by a job. Raises Missing, Forbidden; Invalid for a number out of its bounds, and if no table can be
    created from the design or no access pattern has a rate; Conflict if the endpoint is not for loads, or a limit is
    reached.
    """
    design = design_for(by, design_id, Action.PROVISION)
    where, core = _checked(design, asked)
    return _start(design, by, where, core, asked)


def _checked(design: SeenDesign, asked: LoadAsked) -> tuple[Endpoint, CoreDesign]:
    asked.refuse_wrong()
    where = _endpoint(design, asked.endpoint)
    core = read_current(design.pk).design
    refuse_unmakeable(core, where.trust)
    if not any(one.per_second is not None for one in core.patterns):
        raise Invalid("no access pattern has a rate, so there is nothing to send", path="scenario")
    return where, core


def _endpoint(design: SeenDesign, name: str) -> Endpoint:
    found = load_endpoints(design)
    if not name and found:
        return found[0]
    where = endpoint_for(design.role, design.workspace_id, name)
    refuse_endpoint_without_loads(where)
    return where


@transaction.atomic
def _start(design: SeenDesign, by: Any, where: Endpoint, core: CoreDesign, asked: LoadAsked) -> ProvisioningRun:
    identity = uuid.uuid4()
    # Runs that are started at the same time are counted one after the other.
    Design.objects.select_for_update(no_key=True).get(pk=design.pk)
    refuse_too_many_runs(design)
    dollars = dollars_at_most(asked, where)
    indexes = sum(len(table.indexes) for table in core.tables)
    units = Decimal(asked.read_units + asked.write_units)
    use_begin(by, where, Amount(len(core.tables), indexes, units, dollars or Decimal(0)))
    job = job_enqueue(kind=LOAD.name, design_id=design.pk, by=by, payload={"run": str(identity)})
    audit_note(AuditKind.RUN_STARTED, by=by, design=design, detail=f"{where.name}, load {identity}")
    return ProvisioningRun.objects.create(
        pk=identity,
        kind=RunKind.LOAD,
        design=design,
        revision=job.revision,
        endpoint=where.name,
        prefix=run_prefix(where.name_prefix, design.name, identity.hex[:10]),
        by=by,
        job=job,
        asked=asdict(asked),
        expires_at=expiry_after(HOURS),
        table_count=len(core.tables),
        dollars=dollars,
    )


def loads_of(user: Any, design_id: UUID | str) -> QuerySet[ProvisioningRun]:
    """The load proofs of a design, newest first. Raises Missing."""
    design = design_for(user, design_id, Action.SEE)
    found = ProvisioningRun.objects.filter(design=design, kind=RunKind.LOAD)
    return found.select_related("job", "teardown_job", "by", "design").prefetch_related("tables")


def load_for(user: Any, run_id: UUID | str) -> ProvisioningRun:
    """One load proof. Raises Missing for anyone who cannot see its design."""
    run = run_for(user, run_id)
    if run.kind != RunKind.LOAD:
        raise Missing("this load proof does not exist", code="load.missing")
    return run


def load_json(run: ProvisioningRun) -> dict[str, Any]:
    """A load proof as REST has it."""
    job = run.current_job
    return {
        "id": str(run.pk),
        "design": str(run.design_id),
        "revision": run.revision,
        "endpoint": run.endpoint,
        "by": str(run.by) if run.by else None,
        "asked": run.asked,
        "state": run.standing,
        "problem": run.problem,
        "progress": job.progress if job else {},
        "job": str(job.pk) if job else None,
        "created_at": run.created_at.isoformat(),
        "finished_at": run.finished_at.isoformat() if run.finished_at else None,
        "report": run.results or None,
    }
