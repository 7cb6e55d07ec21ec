"""The work of a run, in steps that can be repeated after a worker was killed.

A second attempt finds the tables that the first has recorded, resets them to exactly the seed, and runs every pattern
again, so that prediction and tables match from the start.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning import tables
from exporter.provisioning.account import refuse_account
from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused, session_name
from exporter.provisioning.endpoints import Trust, endpoint_named, trust_by_arn
from exporter.provisioning.lab import created_row, lab_of, run_lab
from exporter.provisioning.plan import RunPlan, TablePlan, make_plan
from exporter.provisioning.proof import Ground, prove, put_back
from exporter.provisioning.rows import Status
from exporter.services.endpoint_access import endpoint_for, in_workspace
from exporter.services.forgotten.marks import run_tags
from modeler.announcing import EventKind, announce
from modeler.core.design.model import Design as CoreDesign
from modeler.core.documents.parts_codec import design_of
from modeler.core.errors import Conflict, KeysheetError
from modeler.jobs import LONG, Progress, Steps, job_kind, job_let_go
from modeler.loading import parts_at
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import role_in

ROWS_EVERY_SECONDS: Final = 1.0
LET_GO_POLL_SECONDS: Final = 0.5
_BECAME: Final = {
    tables.OURS: TableState.REMOVING,
    "deleted": TableState.REMOVED,
    "gone": TableState.GONE,
    "foreign": TableState.FOREIGN,
}


@dataclass
class RunInProgress:
    """A run in progress: its state, and how far it is."""

    run: ProvisioningRun
    plan: RunPlan
    dynamodb: DynamoDB
    total: int
    trust: Trust
    done: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
    written_at: float = 0.0

    def progress(self, message: str, *, step: bool = False) -> Progress:
        """Report progress; `step`: one more of the counted steps is done."""
        self.done += step
        return Progress(self.done, self.total, message)

    @property
    def ground(self) -> Ground:
        """Where its patterns are proved."""
        return Ground(self.plan.design, self.dynamodb, self.plan.names, self.trust)

    def enter(self, state: RunState) -> None:
        """Save the run's state."""
        ProvisioningRun.objects.filter(pk=self.run.pk).update(state=state)

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows. They are saved as they arrive, but not more often than a person could look."""
        self.rows += rows
        if time.monotonic() - self.written_at >= ROWS_EVERY_SECONDS:
            ProvisioningRun.objects.filter(pk=self.run.pk).update(results=counted(self.rows))
            self.written_at = time.monotonic()


def counted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return rows, and how many of them have each status."""
    return {"rows": rows, **{str(status): sum(row["status"] == status for row in rows) for status in Status}}


def provision(job: Job, design: Design) -> Steps:
    """A proof run: tables, items, every access pattern, settings."""
    run = ProvisioningRun.objects.get(pk=job.payload["run"], design=design)
    return (yield from _told(run, with_reason(run, _provision(run, _core(run, design)))))


def lab(job: Job, design: Design) -> Steps:
    """The lab: its items, step by step, on tables like those of the design."""
    run = ProvisioningRun.objects.get(pk=job.payload["run"], design=design)
    return (yield from _told(run, with_reason(run, _lab(run, _core(run, design)))))


def teardown(job: Job, design: Design) -> Steps:
    """Remove what a run recorded, and nothing else."""
    run = ProvisioningRun.objects.get(pk=job.payload["run"], design=design)
    return (yield from with_reason(run, _teardown(run)))


PROVISION: Final = job_kind("provision", queue=LONG, action=Action.PROVISION)(provision)
LAB: Final = job_kind("lab", queue=LONG, action=Action.PROVISION)(lab)
TEARDOWN: Final = job_kind("teardown", queue=LONG, action=Action.PROVISION, is_limited=False)(teardown)
EXPIRE: Final = job_kind("expire", queue=LONG, action=Action.PROVISION, is_limited=False, is_of_server=True)(teardown)


def _core(run: ProvisioningRun, design: Design) -> CoreDesign:
    """The design as it was when the run was requested."""
    return design_of(parts_at(design, run.revision))


def with_reason(run: ProvisioningRun, steps: Steps) -> Steps:
    """Run the steps; if they fail, the run says why. A lost database is not reported: the job is resumed."""
    try:
        return (yield from steps)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        sentence = error.message if isinstance(error, KeysheetError) else "this failed unexpectedly"
        ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.FAILED, error=sentence)
        raise


def _told(run: ProvisioningRun, steps: Steps) -> Steps:
    """Announce that the run has finished, or that it failed. One that is resumed is not finished."""
    try:
        result = yield from steps
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        _announce(run)
        raise
    _announce(run)
    return result


def _announce(run: ProvisioningRun) -> None:
    run.refresh_from_db(fields=["state", "results", "error"])
    counts = {str(status): run.results.get(str(status), 0) for status in Status}
    told = {
        "run": {"id": str(run.pk), "kind": str(run.kind), "endpoint": run.endpoint, "state": str(run.state)},
        "revision": run.revision,
        "by": str(run.by) if run.by else None,
        "results": counts,
        "problem": run.error or None,
    }
    announce(EventKind.PROOF_FINISHED, run.design, lambda: told)


def _work(run: ProvisioningRun, core: CoreDesign, steps: int) -> RunInProgress:
    workspace = run.design.workspace_id
    endpoint = endpoint_for(role_in(run.by, workspace), workspace, run.endpoint)
    leave = {"allows_recovery": endpoint.allows_recovery}
    plan = make_plan(core, prefix=run.prefix, trust=endpoint.trust, tags=run_tags(run), **leave)
    ProvisioningRun.objects.filter(pk=run.pk).update(notes=list(plan.notes), results=counted([]), error="")
    dynamodb = DynamoDB(endpoint, named=session_name(run.by, run.pk.hex)).that_answers()
    refuse_account(dynamodb)
    return RunInProgress(
        run,
        plan,
        dynamodb,
        steps + 2 * len(plan.tables) + 1,
        endpoint.trust,
    )


def _provision(run: ProvisioningRun, core: CoreDesign) -> Steps:
    work = _work(run, core, len(core.patterns))
    yield from _create(work)
    work.enter(RunState.SEEDING)
    for message in tables.seed(work.dynamodb, work.plan):
        yield work.progress(message)
    yield work.progress(f"seeded {work.plan.item_count} {'item' if work.plan.item_count == 1 else 'items'}", step=True)
    work.enter(RunState.PROVING)
    for pattern in work.plan.patterns:
        proof = prove(work.ground, pattern, work.plan.seed)
        put_back(work.ground, proof.written, work.plan.seed)
        work.add([proof.row.as_json()])
        yield work.progress(f"ran {pattern.label}", step=True)
    return (yield from _finish(work))


def _lab(run: ProvisioningRun, core: CoreDesign) -> Steps:
    found = lab_of(core)
    work = _work(run, found.design, len(found.steps))
    yield from _create(work)
    yield from map(work.progress, tables.seed(work.dynamodb, work.plan))
    yield work.progress("the tables are empty", step=True)
    work.enter(RunState.PROVING)
    described = [work.dynamodb.describe(one.name) for one in work.plan.tables]
    work.add([created_row(work.plan, described)])
    for row in run_lab(work.ground, found):
        work.add([row])
        yield work.progress(f"step {row['step']}: {row['name']}", step=True)
    return (yield from _finish(work))


def _create(work: RunInProgress) -> Iterator[Progress]:
    """Create one table after another, as tables with indexes require. facts/limits#indexes."""
    work.enter(RunState.CREATING)
    for one in work.plan.tables:
        # The row is committed before the table is requested: an unrecorded table could never be removed.
        row, is_new = ProvisionedTable.objects.get_or_create(run=work.run, name=one.name, defaults={"table": one.table})
        _create_one(work, one, row, was_recorded=not is_new and row.state != TableState.FOREIGN)
        work.trust = trust_by_arn(work.trust, row.arn)
        yield work.progress(f"created {one.table}", step=True)
        yield from map(work.progress, tables.wait_active(work.dynamodb, one.name))
        yield work.progress(f"{one.table} is ACTIVE", step=True)


def _create_one(work: RunInProgress, plan: TablePlan, row: ProvisionedTable, *, was_recorded: bool) -> None:
    try:
        row.arn = tables.create(work.dynamodb, plan, str(work.run.pk), was_recorded=was_recorded)
    except tables.TableForeign:
        row.state = TableState.FOREIGN
        row.save(update_fields=["state"])
        raise
    row.state = TableState.CREATED
    row.save(update_fields=["arn", "state"])


def _finish(work: RunInProgress) -> Steps:
    notes = list(work.plan.notes)
    for one in work.plan.tables:
        notes += tables.apply_settings(work.dynamodb, one)
    result = counted(work.rows)
    ProvisioningRun.objects.filter(pk=work.run.pk).update(
        state=RunState.READY, results=result, notes=notes, finished_at=timezone.now()
    )
    yield Progress(work.total, work.total, f"{result['agree']} of {len(work.rows)} proved")
    return {"run": str(work.run.pk), **{str(status): result[str(status)] for status in Status}}


def _teardown(run: ProvisioningRun) -> Steps:
    # A stopped worker can still wait for the answer to CreateTable; the table would appear after this job looked.
    while run.job_id is not None and not job_let_go(run.job_id):
        yield Progress(0, 1, "waiting until the stopped run has ended")
        time.sleep(LET_GO_POLL_SECONDS)
    ends = run.teardown_job.by if run.teardown_job else None
    session = session_name(ends, run.pk.hex)
    dynamodb = DynamoDB(
        in_workspace(endpoint_named(settings.ENDPOINTS, run.endpoint), run.design.workspace_id), named=session
    ).that_answers()
    rows = list(run.tables.exclude(state__in=[TableState.REMOVED, TableState.FOREIGN, TableState.GONE]))
    problems: list[str] = []
    for place, row in enumerate(rows, start=1):
        try:
            for message in remove_one(dynamodb, row, str(run.pk)):
                yield Progress(place - 1, len(rows), message)
        except EndpointUnreachable:
            raise
        except (RequestRefused, Conflict) as refused:
            # The others are removed all the same: they cost money as long as they exist.
            problems.append(f"{row.table}: {refused.message}")
        yield Progress(place, len(rows), f"{row.table}: {row.state}")
    if problems:
        raise Conflict("; ".join(problems), code="provision.left")
    return _taken_down(run)


def remove_one(dynamodb: DynamoDB, row: ProvisionedTable, run: str) -> Iterator[str]:
    """Remove a table, with its row before and after. The successor of a killed worker finds `removing`, and knows that
    a table that is not there was removed by Keysheet.
    """
    was = row.state
    for word in tables.remove(dynamodb, row.name, run):
        if word not in _BECAME:
            yield word
        elif word == tables.OURS:
            row.state = TableState.REMOVING
            row.save(update_fields=["state"])
        else:
            row.state = _BECAME[word] if was == TableState.CREATED or word != "gone" else TableState.REMOVED
            row.save(update_fields=["state"])


def _taken_down(run: ProvisioningRun) -> dict[str, Any]:
    states = set(run.tables.values_list("state", flat=True))
    notes = list(run.notes)
    if TableState.GONE in states:
        notes.append("the tables of this run no longer exist: the endpoint was restarted, or they were removed")
    if TableState.FOREIGN in states:
        notes.append("a table that this run did not create was left unchanged")
    state = RunState.GONE if states == {TableState.GONE} else RunState.REMOVED
    ProvisioningRun.objects.filter(pk=run.pk).update(state=state, notes=notes, removed_at=timezone.now())
    return {"run": str(run.pk), "state": str(state)}
