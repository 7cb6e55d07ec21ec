"""The work of a load proof: tables are recorded before they are made, and removed however it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

from exporter.loads.asked import LoadAsked, refuse_endpoint_without_loads
from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning import tables
from exporter.provisioning.account import refuse_account
from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused, session_name
from exporter.services.endpoint_access import endpoint_for
from exporter.services.forgotten.marks import run_tags
from exporter.services.provisioning_jobs import remove_one, with_reason
from modeler.core.documents.parts_codec import design_of
from modeler.core.errors import Conflict
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.loading import parts_at
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import role_in

if TYPE_CHECKING:
    from exporter.loads.proving import LoadProof

_STEPS: Final = 4
"""Tables, items and requests, calls, removal."""


def load(job: Job, design: Design) -> Steps:
    """Send some seconds of a scenario to an endpoint."""
    run = ProvisioningRun.objects.get(pk=job.payload["run"], design=design)
    return (yield from with_reason(run, _load(run, design)))


LOAD: Final = job_kind("load", queue=LONG, action=Action.PROVISION)(load)


def _load(run: ProvisioningRun, design: Design) -> Steps:
    # Imported here: numpy is for the worker alone.
    from exporter.loads.proving import LoadProof

    workspace = run.design.workspace_id
    endpoint = endpoint_for(role_in(run.by, workspace), workspace, run.endpoint)
    refuse_endpoint_without_loads(endpoint)
    dynamodb = DynamoDB(endpoint, named=session_name(run.by, run.pk.hex)).that_answers()
    refuse_account(dynamodb)
    # A worker that was killed left its tables; its calls are not sent a second time.
    if run.tables.exists():
        yield from _removed(run, dynamodb)
        raise Conflict("the worker ended while it sent calls; start the load again", code="load.stopped")
    ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.CREATING)
    yield Progress(0, _STEPS, "planning the calls")
    core = design_of(parts_at(design, run.revision))
    proof = LoadProof.of(core, LoadAsked(**run.asked), endpoint, run.prefix, run_tags(run))
    try:
        report = yield from _measured(run, proof, dynamodb)
    except BaseException:
        # Also GeneratorExit: somebody stopped it. What is not removed here is removed when its hour is over.
        with suppress(RequestRefused, EndpointUnreachable, Conflict):
            for _ in _removed(run, dynamodb):
                pass
        raise
    yield from _removed(run, dynamodb)
    now = timezone.now()
    found = ProvisioningRun.objects.filter(pk=run.pk)
    found.update(state=RunState.REMOVED, results=report, finished_at=now, removed_at=now)
    return {"run": str(run.pk), "sent": report["sent"]}


def _measured(run: ProvisioningRun, proof: LoadProof, dynamodb: DynamoDB) -> Any:
    for one in proof.plan.tables:
        row = ProvisionedTable.objects.create(run=run, name=one.name, table=one.table)
        row.arn = tables.create(dynamodb, one, str(run.pk), was_recorded=False)
        row.state = TableState.CREATED
        row.save(update_fields=["arn", "state"])
        for message in tables.wait_active(dynamodb, one.name):
            yield Progress(0, _STEPS, message)
    ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.PROVING)
    steps = proof.run(dynamodb)
    while True:
        try:
            message = next(steps)
        except StopIteration as end:
            return end.value
        yield Progress(2 if message.startswith("sent") else 1, _STEPS, message)


def _removed(run: ProvisioningRun, dynamodb: DynamoDB) -> Iterator[Progress]:
    for row in run.tables.exclude(state__in=[TableState.REMOVED, TableState.FOREIGN, TableState.GONE]):
        for message in remove_one(dynamodb, row, str(run.pk)):
            yield Progress(_STEPS - 1, _STEPS, message)
    ProvisioningRun.objects.filter(pk=run.pk, tables__isnull=False).update(removed_at=timezone.now())
