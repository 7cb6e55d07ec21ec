"""Jobs: work on a revision, in repeatable steps, that outlives its worker.

A job kind is a generator: it yields a `Progress` after each step and returns the result. While it runs, its worker
renews a lease. The first reaper that sees an expired lease puts the job back into its queue, and the generator starts
again with the notes of its steps. Every write of a worker is guarded by its token, so a worker that was considered dead
cannot overwrite the work of its successor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest, Now

from modeler import broadcast
from modeler.core.errors import Conflict
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.observing.tracing import here
from modeler.permissions import Action
from modeler.quotas import refuse_jobs
from modeler.selectors import design_for, job_for, require_in

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=10)
HEARTBEAT_SECONDS: Final = 3.0
STOPPED_WITHIN: Final = timedelta(seconds=60)
"""Longer than a heartbeat, and the time after which a hung worker is ended (job_runner.STOP_SECONDS)."""

LOST_IN_QUEUE: Final = timedelta(seconds=8)
"""A job that was queued for this long is sent again if its queue holds no message: then its message was lost. As long
as there are messages, workers are only busy: each message lets the next job run.
"""

ANNOUNCED_MAX: Final = 8
"""Maximum number of waiting jobs per queue that are sent again at a time. Any message lets the next job run."""

ATTEMPTS_MAX: Final = 5
STEP_SECONDS: Final = 180.0
MEMORY_MIB: Final = 2048
"""What a job can take, besides what its process had when it began."""

TEAM: Final = Coalesce("workspace_id", "design__workspace_id")
"""The workspace of a job."""

OPEN_MAX: Final = 6
"""Maximum number of unfinished long jobs per person."""

ANALYSIS: Final = "analysis"
LONG: Final = "long"
DELIVERIES: Final = "deliveries"
"""No jobs: messages and mail to servers of others, which can be slow."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One step is done: how many of how many, as text, and the notes for a second attempt."""

    done: int
    total: int
    message: str
    notes: Mapping[str, Any] = field(default_factory=dict)


type Steps = Generator[Progress, None, Any]


@dataclass(frozen=True, slots=True)
class JobKind:
    """The function of a kind of job, its queue, and the permission that the requester needs when requesting it and when
    it runs.

    `run` gets no design if the job is for a workspace. A step that takes longer than `step_seconds`, or with which the
    job takes more memory than `memory_mib`, is stopped, with its process. `is_limited` kinds count toward OPEN_MAX; one
    that cleans up does not. An `is_of_server` kind is requested by the server itself: it needs no person, and works for
    a removed design too.
    """

    name: str
    queue: str
    action: Action
    run: Callable[..., Steps]
    step_seconds: float = STEP_SECONDS
    is_limited: bool = True
    is_of_server: bool = False
    memory_mib: int = MEMORY_MIB


KINDS: Final[dict[str, JobKind]] = {}


def job_kind(
    name: str,
    *,
    queue: str,
    action: Action,
    step_seconds: float = STEP_SECONDS,
    is_limited: bool = True,
    is_of_server: bool = False,
    memory_mib: int = MEMORY_MIB,
) -> Callable[[Callable[..., Steps]], JobKind]:
    """Register a generator function of (job, design) as a kind of job."""

    def register(run: Callable[..., Steps]) -> JobKind:
        KINDS[name] = JobKind(name, queue, action, run, step_seconds, is_limited, is_of_server, memory_mib)
        return KINDS[name]

    return register


type Sweep = Callable[[], Iterable[Job]]
SWEEPS: Final[list[Sweep]] = []


def on_sweep(sweep: Sweep) -> Sweep:
    """A port: the reaper of each worker calls `sweep` every few seconds. It returns the jobs that it resumed."""
    if sweep not in SWEEPS:
        SWEEPS.append(sweep)
    return sweep


type Sender = Callable[[Job], None]
_senders: list[Sender] = []


def on_job(sender: Sender) -> Sender:
    """A port: `sender` brings a queued job to a worker. modeler.tasks fills it with Celery."""
    _senders[:] = [sender]
    return sender


type Counter = Callable[[str], int]
_counters: list[Counter] = []


def on_messages(counter: Counter) -> Counter:
    """A port: `counter` returns how many messages wait in a queue. modeler.tasks fills it with Celery."""
    _counters[:] = [counter]
    return counter


@transaction.atomic
def job_enqueue(*, kind: str, design_id: UUID, by: Any, payload: Mapping[str, Any] | None = None) -> Job:
    """Request a job on the current revision of the design; it is sent to a worker after the commit.

    Raises Missing or Forbidden.
    """
    asked = KINDS[kind]
    design = design_for(by, design_id, asked.action)
    _refuse_too_many(asked, by, design.workspace_id)
    job = Job.objects.create(
        kind=kind, design=design, revision=design.revision, by=by, queue=asked.queue, payload=dict(payload or {})
    )
    transaction.on_commit(partial(send, job), robust=True)
    return job


@transaction.atomic
def job_enqueue_in(*, kind: str, workspace: UUID | str, by: Any, payload: Mapping[str, Any] | None = None) -> Job:
    """Request a job that has no design yet, in a workspace where the requester has the permission.

    Raises Missing or Forbidden.
    """
    asked = KINDS[kind]
    require_in(by, workspace, asked.action)
    _refuse_too_many(asked, by, workspace)
    job = Job.objects.create(
        kind=kind, workspace_id=workspace, revision=0, by=by, queue=asked.queue, payload=dict(payload or {})
    )
    transaction.on_commit(partial(send, job), robust=True)
    return job


@transaction.atomic
def job_enqueue_by_server(*, kind: str, design: Design, payload: Mapping[str, Any]) -> Job:
    """Request a job in nobody's name. The caller has decided that it may run; the kind is one of the server's."""
    asked = KINDS[kind]
    assert asked.is_of_server, f"{kind} needs a person"
    job = Job.objects.create(
        kind=kind, design=design, revision=design.revision, by=None, queue=asked.queue, payload=dict(payload)
    )
    transaction.on_commit(partial(send, job), robust=True)
    return job


def _refuse_too_many(kind: JobKind, by: Any, workspace: UUID | str) -> None:
    """Raise Conflict if a person has OPEN_MAX long jobs, or the workspace as many as the operator allows. The person's
    row is locked: requests at the same time are counted.
    """
    if kind.queue != LONG or not kind.is_limited:
        return
    get_user_model().objects.select_for_update(no_key=True).filter(pk=by.pk).first()
    limited = [one.name for one in KINDS.values() if one.is_limited]
    in_progress = Job.objects.filter(queue=LONG, state__in=UNFINISHED, kind__in=limited)
    refuse_jobs(workspace, in_progress.annotate(team=TEAM))
    if in_progress.filter(by=by).count() >= OPEN_MAX:
        message = f"{OPEN_MAX} of your jobs are in progress; wait until one finishes, or stop one"
        raise Conflict(message, code="job.limit")


def job_allow(job: Job, by: Any) -> Design | None:
    """The design of a job, None for one of a workspace, for a person who has the permission of the job.

    Raises Missing or Forbidden.
    """
    if by is None and job.by_id is None and KINDS[job.kind].is_of_server:
        return job.design
    action = KINDS[job.kind].action
    if job.design_id is not None:
        return design_for(by, job.design_id, action)
    require_in(by, job.workspace_id, action)
    return None


def job_enqueue_once(*, kind: str, design_id: UUID, revision: int, by_id: int | None) -> Job:
    """Request a kind that a design has at most once in progress: a job that is in progress gets the new
    revision.

    It ends only when it has processed the newest requested revision, so no request is lost.
    """
    while True:
        in_flight = Job.objects.filter(kind=kind, design_id=design_id, state__in=UNFINISHED)
        if in_flight.update(revision=Greatest(F("revision"), revision), by_id=by_id, trace=here()):
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
    """Stop a job: a queued one never runs; a running one ends after its step. Raises Missing, Forbidden; Conflict if it
    has finished.
    """
    job = job_for(by, job_id)
    design = job_allow(job, by)
    if job.by_id != by.pk and design is not None:
        # To see what a colleague requested is one permission, to end it another one: readers and guests lack it.
        design_for(by, design.pk, Action.CREATE)
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


def job_let_go(job_id: UUID) -> bool:
    """Return whether no worker can still be at work for a job that has ended. A worker says so when it has ended; one
    that was killed, or hangs, is given STOPPED_WITHIN.
    """
    at_work = ~Q(worker="") & (Q(state__in=UNFINISHED) | Q(finished_at__gt=Now() - STOPPED_WITHIN))
    return not Job.objects.filter(at_work, pk=job_id).exists()


def job_take(job_id: UUID, worker: str) -> Job | None:
    """Lease a job to a worker; None if another worker has it, or if it has finished."""
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
    """Renew a worker's lease; False if the worker no longer owns the job."""
    mine = Job.objects.filter(pk=job_id, worker=worker, state=JobState.RUNNING)
    return bool(mine.update(heartbeat_at=Now(), lease_until=Now() + LEASE))


def jobs_recover() -> list[Job]:
    """Requeue jobs that lost their worker, resend those that have waited too long, and fail those that killed too many
    workers.

    Returns the jobs that were sent.
    """
    lost = Q(state=JobState.RUNNING, lease_until__lt=Now())
    waiting = Q(state=JobState.QUEUED, queued_at__lt=Now() - LOST_IN_QUEUE)

    def locked(*conditions: Q, **more: Any) -> QuerySet[Job]:
        return Job.objects.filter(*conditions, **more).order_by("queued_at").select_for_update(skip_locked=True)

    with transaction.atomic():
        # A locked row means that another reaper handles that job already.
        silent = [queue for queue in (ANALYSIS, LONG) if not _has_messages(queue)]
        unheard = (locked(waiting, queue=queue)[:ANNOUNCED_MAX] for queue in silent)
        found = list(chain(locked(lost), *unheard))
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


def _has_messages(queue: str) -> bool:
    """Return whether messages wait in a queue. False if that is not known: sending a job twice is harmless."""
    try:
        return any(counter(queue) for counter in _counters)
    except OSError:
        log.warning("the messages of the queue %s could not be counted", queue)
        return False
