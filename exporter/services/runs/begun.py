"""The record of a run that begins, whatever it is for: counted, limited, enqueued and noted in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from exporter.models import ProvisioningRun, RunKind, RunState, TableState
from exporter.models.provisioning import MADE, PROVING
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import run_prefix
from exporter.services.endpoint_access import endpoint_for, endpoints_for
from exporter.services.endpoint_limits import Amount, use_begin
from exporter.services.runs.standing import expiry_after
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict
from modeler.jobs import JobKind, job_enqueue
from modeler.models import AuditKind, Design
from modeler.models.jobs import UNFINISHED

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

RUNS_STANDING_MAX: Final = 10
"""Limit on the runs of one design that can have tables on one endpoint at the same time: forgotten tables add up, and
can cost money.
"""


@dataclass(frozen=True, slots=True)
class NewRun:
    """What a run is about to use. `revision` None is the current one; `dollars` are known before it starts, or None."""

    kind: RunKind
    work: JobKind
    endpoint: Endpoint
    amount: Amount
    hours: int
    asked: Mapping[str, Any] = field(default_factory=dict)
    revision: int | None = None
    dollars: Decimal | None = None
    dollars_per_day: Decimal | None = None
    identity: UUID = field(default_factory=uuid.uuid4)

    @property
    def word(self) -> str:
        """What the audit log calls it."""
        return "run" if self.kind in PROVING else self.kind.value


def prefix_of(endpoint: Endpoint, design: SeenDesign, identity: UUID) -> str:
    """With what the names of a run's tables begin."""
    return run_prefix(endpoint.name_prefix, design.name, identity.hex[:10])


@transaction.atomic
def run_record(*, design: SeenDesign, by: Any, new: NewRun) -> ProvisioningRun:
    """Begin a run by a job. The caller has checked `Action.PROVISION`. Raises Conflict if a limit is reached."""
    # Runs that are started at the same time are counted one after the other.
    Design.objects.select_for_update(no_key=True).get(pk=design.pk)
    _refuse_too_many_runs(design, new.endpoint)
    use_begin(by, new.endpoint, new.amount)
    job = job_enqueue(kind=new.work.name, design_id=design.pk, by=by, payload={"run": str(new.identity)})
    detail = f"{new.endpoint.name}, {new.word} {new.identity}"
    audit_note(AuditKind.RUN_STARTED, by=by, design=design, detail=detail)
    return ProvisioningRun.objects.create(
        pk=new.identity,
        kind=new.kind,
        design=design,
        revision=job.revision if new.revision is None else new.revision,
        endpoint=new.endpoint.name,
        prefix=prefix_of(new.endpoint, design, new.identity),
        by=by,
        job=job,
        asked=dict(new.asked),
        expires_at=expiry_after(new.hours),
        table_count=new.amount.tables,
        dollars=new.dollars,
        dollars_per_day=new.dollars_per_day,
    )


def _refuse_too_many_runs(design: SeenDesign, endpoint: Endpoint) -> None:
    made = Q(tables__state__in=[TableState.INTENDED, *MADE])
    coming = Q(state=RunState.WAITING, job__state__in=UNFINISHED)
    standing = ProvisioningRun.objects.filter(made | coming, design=design, endpoint=endpoint.name).distinct().count()
    if standing >= RUNS_STANDING_MAX:
        word = f"{standing} runs of this design already have tables on {endpoint.name}; tear down some of them first"
        raise Conflict(word, code="provision.too_many")


def endpoint_that_allows(design: SeenDesign, name: str, refuse: Callable[[Endpoint], None]) -> Endpoint:
    """An endpoint of the design's workspace for a kind of run that not every endpoint takes: `refuse` raises Conflict
    for one that does not. '' names the first that does. Raises Missing, Forbidden, Conflict.
    """
    for one in endpoints_for(design.role, design.workspace_id) if not name else ():
        with suppress(Conflict):
            refuse(one)
            return one
    where = endpoint_for(design.role, design.workspace_id, name)
    refuse(where)
    return where
