"""Jobs: work bound to a revision, made of steps that can be repeated, that outlives the worker that does it.

A job kind is a generator: it yields a `Progress` after each step and returns the result. While it runs, its worker
renews a lease; a job whose lease has passed is put back into its queue by whichever worker's reaper sees it first, and
the generator starts again, with what its steps noted down. Every write of a worker is guarded by its own token, so a
worker that was given up for dead cannot write over its successor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest, Now

from modeler import broadcast
from modeler.core.errors import Conflict
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.permissions import Action
from modeler.selectors import design_for, job_for, require_in

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=10)
HEARTBEAT_SECONDS: Final = 3.0
LOST_IN_QUEUE: Final = timedelta(seconds=8)
"""A queued job that nobody took for so long is announced again: its message may be lost. Twice does no harm."""

ATTEMPTS_MAX: Final = 5
ANALYSIS: Final = "analysis"
LONG: Final = "long"


@dataclass(frozen=True, slots=True)
class Progress:
    """One step is done: how many of how many, in words, and what a second attempt should know."""

    done: int
    total: int
    message: str
    notes: Mapping[str, Any] = field(default_factory=dict)


type Steps = Generator[Progress, None, Any]


@dataclass(frozen=True, slots=True)
class JobKind:
    """What a job of this kind does, in which queue, and what its asker must be allowed to do, then as when it runs.

    `run` is given no design where the job is for a workspace.
    """

    name: str
    queue: str
    action: Action
    run: Callable[..., Steps]


KINDS: Final[dict[str, JobKind]] = {}


def job_kind(name: str, *, queue: str, action: Action) -> Callable[[Callable[..., Steps]], JobKind]:
    """Register a generator function of (job, design) as a kind of job."""

    def register(run: Callable[..., Steps]) -> JobKind:
        KINDS[name] = JobKind(name, queue, action, run)
        return KINDS[name]

    return register


type Sender = Callable[[Job], None]
_senders: list[Sender] = []


def on_job(sender: Sender) -> Sender:
    """A port: `sender` brings a queued job to a worker. modeler.tasks fills it with Celery."""
    _senders[:] = [sender]
    return sender


@transaction.atomic
def job_enqueue(*, kind: str, design_id: UUID, by: Any, payload: Mapping[str, Any] | None = None) -> Job:
    """Ask for a job on the revision that the design has now; it is sent to a worker after the commit.

    Raises Missing or Forbidden.
    """
    asked = KINDS[kind]
    design = design_for(by, design_id, asked.action)
    job = Job.objects.create(
        kind=kind, design=design, revision=design.revision, by=by, queue=asked.queue, payload=dict(payload or {})
    )
    transaction.on_commit(partial(send, job), robust=True)
    return job


@transaction.atomic
def job_enqueue_in(*, kind: str, workspace: UUID | str, by: Any, payload: Mapping[str, Any] | None = None) -> Job:
    """Ask for a job that is of no design yet, in a workspace where its asker may do what it is for.

    Raises Missing or Forbidden.
    """
    asked = KINDS[kind]
    require_in(by, workspace, asked.action)
    job = Job.objects.create(
        kind=kind, workspace_id=workspace, revision=0, by=by, queue=asked.queue, payload=dict(payload or {})
    )
    transaction.on_commit(partial(send, job), robust=True)
    return job


def job_allow(job: Job, by: Any) -> Design | None:
    """The design of a job, None for one of a workspace, for somebody who may ask for such a job.

    Raises Missing or Forbidden.
    """
    action = KINDS[job.kind].action
    if job.design_id is not None:
        return design_for(by, job.design_id, action)
    require_in(by, job.workspace_id, action)
    return None


def job_enqueue_once(*, kind: str, design_id: UUID, revision: int, by_id: int | None) -> Job:
    """Ask for a kind of which a design has at most one in flight: one that is on its way is told of the revision.

    The one in flight ends only when it has done the newest revision that it was told of, so no request is lost.
    """
    while True:
        in_flight = Job.objects.filter(kind=kind, design_id=design_id, state__in=UNFINISHED)
        if in_flight.update(revision=Greatest(F("revision"), revision), by_id=by_id):
            job = in_flight.first()
            if job is not None:
                return job
        try:
            with transaction.atomic():
                job = Job.objects.create(
                    kind=kind, design_id=design_id, revision=revision, by_id=by_id, queue=KINDS[kind].queue
                )
        except IntegrityError:
            if not Design.objects.filter(pk=design_id).exists():
                raise
            continue
        transaction.on_commit(partial(send, job), robust=True)
        return job


def send(job: Job) -> None:
    """Send a queued job to a worker. If that fails, the reaper sends it later."""
    for sender in _senders:
        try:
            sender(job)
        except OSError:
            log.exception("job %s waits: the queue cannot be reached", job.pk)


def job_cancel(*, job_id: UUID, by: Any) -> Job:
    """Stop a job: queued, it never runs; running, it ends after its step. Raises Missing, Forbidden; Conflict where it
    is finished.
    """
    job = job_for(by, job_id)
    job_allow(job, by)
    stopped = Job.objects.filter(pk=job.pk, state__in=UNFINISHED).update(
        state=JobState.CANCELLED, finished_at=Now(), lease_until=None
    )
    if not stopped:
        raise Conflict("this job has already finished", code="job.finished")
    job.refresh_from_db()
    publish(job)
    return job


def publish(job: Job) -> None:
    """Send the state of the job to people who have the design open."""
    if job.design_id is None:
        return
    broadcast.publish_job(design=job.design_id, job=job.pk, state=job.state, progress=job.progress)


def job_take(job_id: UUID, worker: str) -> Job | None:
    """Lease a job to a worker; None where another has it, or where there is nothing left to do."""
    is_free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=Now())
    taken = Job.objects.filter(is_free, pk=job_id, attempts__lt=ATTEMPTS_MAX).update(
        state=JobState.RUNNING,
        worker=worker,
        attempts=F("attempts") + 1,
        heartbeat_at=Now(),
        lease_until=Now() + LEASE,
    )
    return Job.objects.select_related("by").get(pk=job_id) if taken else None


def job_renew(job_id: UUID, worker: str) -> bool:
    """Renew a worker's lease; False where the job is no longer its own."""
    mine = Job.objects.filter(pk=job_id, worker=worker, state=JobState.RUNNING)
    return bool(mine.update(heartbeat_at=Now(), lease_until=Now() + LEASE))


def jobs_recover() -> list[Job]:
    """Put back what lost its worker, announce again what waits too long, give up what killed too many workers.

    Returns the jobs that were sent.
    """
    lost = Q(state=JobState.RUNNING, lease_until__lt=Now())
    waiting = Q(state=JobState.QUEUED, queued_at__lt=Now() - LOST_IN_QUEUE)
    with transaction.atomic():
        # A lock that another reaper holds says that it is at work on that job already.
        found = list(Job.objects.filter(lost | waiting).select_for_update(skip_locked=True))
        spent = [job for job in found if job.attempts >= ATTEMPTS_MAX]
        again = [job for job in found if job.attempts < ATTEMPTS_MAX]
        Job.objects.filter(pk__in=[job.pk for job in again]).update(
            state=JobState.QUEUED, queued_at=Now(), lease_until=None, worker=""
        )
        Job.objects.filter(pk__in=[job.pk for job in spent]).update(
            state=JobState.FAILED,
            error=f"the worker stopped {ATTEMPTS_MAX} times during this job; it is not retried",
            finished_at=Now(),
        )
    for job in again:
        send(job)
    for job in spent:
        job.refresh_from_db()
        publish(job)
    return again
