"""The work of a rehearsal: tables are recorded before they are made, and removed however it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from django.utils import timezone

from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused, session_name
from exporter.provisioning.endpoints import Endpoint
from exporter.rehearsals.evidence import STEPS
from exporter.rehearsals.live_job import with_live_items
from exporter.rehearsals.package import package_with_reads, with_items
from exporter.rehearsals.process import Emulator, RehearsalProcess, told
from exporter.rehearsals.rehearsing import Rehearsing
from exporter.rehearsals.sides import refuse_endpoint_without_rehearsals, sides_of, table_names
from exporter.services.endpoint_access import endpoint_for
from exporter.services.forgotten.marks import run_tags
from exporter.services.provisioning_jobs import remove_one, with_reason
from modeler.core.errors import Conflict
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import role_in

_PROVED_OR_NOT: Final = (0, 1)
"""Exit codes of a rehearsal that reached its end."""


def rehearse_migration(job: Job, design: Design) -> Steps:
    """Rehearse the migration between two revisions on an emulator."""
    run = ProvisioningRun.objects.get(pk=job.payload["run"], design=design)
    return (yield from with_reason(run, _rehearse(run)))


REHEARSE: Final = job_kind("rehearse", queue=LONG, action=Action.PROVISION)(rehearse_migration)


def _rehearse(run: ProvisioningRun) -> Steps:
    workspace = run.design.workspace_id
    endpoint = endpoint_for(role_in(run.by, workspace), workspace, run.endpoint)
    refuse_endpoint_without_rehearsals(endpoint)
    base, head = sides_of(run, run.by)
    work = Rehearsing(run)
    before = with_items(base.design, run.asked["items"], run.asked["seed"])
    if "live" in run.asked:
        before = yield from with_live_items(work, before)
    package = package_with_reads(before, head.design)
    dynamodb = DynamoDB(endpoint, named=session_name(run.by, run.pk.hex)).that_answers()
    # A worker that was killed left its tables.
    yield from _removed(run, dynamodb)
    for name, deployed in table_names(base.design, head.design, run.prefix).items():
        ProvisionedTable.objects.update_or_create(
            run=run, name=deployed, defaults={"table": name, "state": TableState.INTENDED}
        )
    ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.PROVING, error="")
    try:
        with RehearsalProcess(package, _emulator(endpoint), _arguments(run, endpoint)) as process:
            yield work.progress("creating the tables")
            for line in process.lines():
                said = told(line)
                if said:
                    yield work.progress(work.hear(said))
                else:
                    yield work.progress(_last(work))
            code, errors = process.ended()
    except GeneratorExit:
        # Somebody stopped it. What is not removed here is removed when its hour is over.
        work.save(at_once=True)
        with suppress(RequestRefused, EndpointUnreachable, Conflict):
            _remove_all(run, dynamodb)
        raise
    work.save(at_once=True)
    yield from _removed(run, dynamodb)
    return _ended(work, code, errors)


def _last(work: Rehearsing) -> str:
    """A second without news: the step that is at work is not named by its process, so the last one is."""
    steps = [one["step"] for one in work.told if "step" in one]
    return f"working, {steps[-1]} is done" if steps else "creating and filling the tables"


def _ended(work: Rehearsing, code: int, errors: str) -> dict[str, Any]:
    if code not in _PROVED_OR_NOT:
        reason = errors.rpartition("\n")[2].removeprefix("stopped: ")[:500] or f"exit code {code}"
        raise Conflict(f"the rehearsal broke off: {reason}", code="rehearsal.stopped")
    ProvisioningRun.objects.filter(pk=work.run.pk).update(
        state=RunState.REMOVED, finished_at=timezone.now(), removed_at=timezone.now()
    )
    return {"run": str(work.run.pk), "proved": code == 0}


def _emulator(endpoint: Endpoint) -> Emulator:
    return Emulator(endpoint.url, endpoint.region, endpoint.access_key_id, endpoint.secret_access_key)


def _arguments(run: ProvisioningRun, endpoint: Endpoint) -> list[str]:
    tags = [f"--tag={key}={value}" for key, value in run_tags(run).items()] if endpoint.trust.tags else []
    return [f"--seed={run.asked['seed']}", f"--prefix={run.prefix}", "--progress", *tags]


def _removed(run: ProvisioningRun, dynamodb: DynamoDB) -> Iterator[Progress]:
    """Remove the tables that are recorded; with what is not there, nothing happens."""
    for row in run.tables.exclude(state__in=[TableState.REMOVED, TableState.FOREIGN, TableState.GONE]):
        for message in remove_one(dynamodb, row, str(run.pk)):
            yield Progress(STEPS, STEPS, message)


def _remove_all(run: ProvisioningRun, dynamodb: DynamoDB) -> None:
    for _ in _removed(run, dynamodb):
        pass
    ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.REMOVED, removed_at=timezone.now())
