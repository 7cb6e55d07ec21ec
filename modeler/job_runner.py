"""Runs jobs in a worker: the lease, the heartbeat, the steps, and progress messages.

A process runs one job at a time. If that is an analysis, and its turn is over, the next one begins beside it
(`modeler.processes.places`).
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import chain
from types import TracebackType
from typing import Any, Final
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection
from django.db.models.functions import Now

from modeler.core import effort
from modeler.core.errors import KeysheetError
from modeler.job_turns import job_next, others_wait
from modeler.jobs import (
    ANALYSIS,
    HEARTBEAT_SECONDS,
    KINDS,
    Progress,
    Steps,
    job_allow,
    job_renew,
    job_take,
    publish,
    send,
)
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.observing.memory import MIB, allocations_bounded, resident_bytes
from modeler.observing.tracing import work
from modeler.processes.places import Places, TakenPlace

log = logging.getLogger(__name__)
REAPER_SECONDS: Final = 2.0
STOP_SECONDS = 30.0
"""How long a step of a job that was stopped can still work, before its process is ended."""

LOOKED_EVERY_SECONDS: Final = 0.25
"""How often the memory of a job is looked at: what it can take in between is little."""

TOGETHER_MAX: Final = 4
"""How many analyses one process runs side by side at most: each of them keeps what it knows."""

TOGETHER_MIB: Final = 768
"""No analysis begins beside others in a process that takes more than this."""

LOOKED_FOR_EVERY_SECONDS: Final = 0.5

TOO_LONG: Final = "a step took longer than {seconds:.0f} seconds and was stopped"
TOO_LARGE: Final = (
    "this job needed more than {most:,} MiB of memory and was stopped; try it with a smaller design or fewer items"
)


class LeaseLost(Exception):
    """The job was cancelled, or another worker has it."""


class Heartbeat:
    """Renews the lease of a job from a separate thread, as long as the process owns the job, a step is not too long,
    and the job does not take too much memory.

    A step that takes longer than its kind allows fails the job. If the job is then, or was stopped by a person, and
    its step does not end either, `end_process` is called: nothing else ends code that hangs. After too much memory, it
    is called immediately: other jobs need the memory now. If other jobs went on in the process, it is not known
    which of them took it: none fails, and each is run again without others.
    """

    def __init__(self, job: Job, place: TakenPlace, end_process: Callable[[], None] | None = None) -> None:
        self._job = job
        self._place = place
        self._limit = KINDS[job.kind].step_seconds
        self._most_bytes = resident_bytes() + KINDS[job.kind].memory_mib * MIB
        self._end_process = end_process
        self._step_took = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"heartbeat of {job.pk}", daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()

    def step_done(self) -> None:
        """The next step has its own time."""
        self._step_took = 0.0

    def _watch(self) -> None:
        try:
            self._renew()
        finally:
            connection.close()
        patience = 0.0 if self._is_too_large() else STOP_SECONDS
        if not self._ended.wait(patience) and self._end_process is not None:
            log.error("job %s: its step did not end; this process ends", self._job.pk)
            self._end_process()

    def _is_too_large(self) -> bool:
        return resident_bytes() > self._most_bytes

    def _has_ended_within(self, seconds: float) -> bool:
        """Wait for the end of the job, for this long or until it takes too much memory."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._is_too_large():
            if self._ended.wait(LOOKED_EVERY_SECONDS):
                return True
        return self._ended.is_set()

    def _renew(self) -> None:
        """Renew the lease until the job has ended, is no longer ours, takes too much memory, or its step too long."""
        looked = time.monotonic()
        while not self._has_ended_within(HEARTBEAT_SECONDS):
            self._step_took += self._place.share(time.monotonic() - looked)
            looked = time.monotonic()
            try:
                if self._is_too_large():
                    if not self._place.was_shared:
                        _fail(self._job, too_large(self._job))
                    return
                if self._step_took > self._limit:
                    _fail(self._job, TOO_LONG.format(seconds=self._limit))
                    return
                if not job_renew(self._job.pk, self._job.worker):
                    return
            except (OperationalError, InterfaceError):
                # Postgres may be restarting; the lease outlives two missed beats.
                connection.close()


def run(job_id: UUID) -> None:
    """Run one job to its end if it is free, in this process."""
    job = job_take(job_id, _worker_name())
    if job is not None:
        alone = Places()
        _run_taken(job, alone, alone.take())


def run_next(
    queue: str,
    end_process: Callable[[], None] | None = None,
    is_stopping: Callable[[], bool] = lambda: False,
    places: Places | None = None,
) -> None:
    """Run the job of a queue that is next, if any, and others beside it if it is an analysis that takes longer than its
    turn. Return when all have ended. `end_process` ends this process if a job hangs; no other job begins once
    `is_stopping`.
    """
    job = job_next(queue, _worker_name())
    if job is None:
        return
    places = places or Places()
    place = places.take()
    # One that was begun before, and whose process ended, has this one to itself.
    if queue != ANALYSIS or job.attempts > 1:
        _run_taken(job, places, place, end_process)
        return
    usher = threading.Thread(target=_usher, args=(places, end_process, is_stopping), name="usher", daemon=True)
    usher.start()
    try:
        _run_taken(job, places, place, end_process)
    finally:
        usher.join()


def _usher(places: Places, end_process: Callable[[], None] | None, is_stopping: Callable[[], bool]) -> None:
    """Begin waiting analyses beside those of this process, each when the turn of the one before is over, until none
    goes on here.
    """
    beside: list[threading.Thread] = []
    patience = 0.0
    try:
        while places.wait_for_next(patience) and not is_stopping():
            job = _next_beside(places)
            patience = LOOKED_FOR_EVERY_SECONDS if job is None else 0.0
            if job is not None:
                args = (job, places, places.take(), end_process)
                beside.append(threading.Thread(target=_run_beside, args=args, name=f"job {job.pk}", daemon=True))
                beside[-1].start()
    finally:
        connection.close()
        for thread in beside:
            thread.join()


def _next_beside(places: Places) -> Job | None:
    if places.taken >= TOGETHER_MAX or resident_bytes() > TOGETHER_MIB * MIB:
        return None
    try:
        return job_next(ANALYSIS, _worker_name(), is_new=True)
    except (OperationalError, InterfaceError):
        connection.close()
        return None


def _run_beside(job: Job, places: Places, place: TakenPlace, end_process: Callable[[], None] | None) -> None:
    try:
        _run_taken(job, places, place, end_process)
    finally:
        connection.close()


def _worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def _run_taken(job: Job, places: Places, place: TakenPlace, end_process: Callable[[], None] | None = None) -> None:
    """Run a job that this worker has leased, and leave its place. A refusal or a fault is recorded on the job. A lost
    database connection is not: the lease expires, and the job is taken up again.
    """
    with places.taken_by(place):
        publish(job)
        try:
            _run_with_heartbeat(job, place, end_process)
        finally:
            _let_go(job)


def _let_go(job: Job) -> None:
    """Record that this worker does nothing more for the job."""
    try:
        Job.objects.filter(pk=job.pk, worker=job.worker).exclude(state=JobState.RUNNING).update(worker="")
    except (OperationalError, InterfaceError):
        connection.close()


def _run_with_heartbeat(job: Job, place: TakenPlace, end_process: Callable[[], None] | None) -> None:
    with (
        Heartbeat(job, place, end_process) as heartbeat,
        _bounded(job, end_process),
        effort.timed(place.give_way),
    ):
        try:
            while not _done(job, _run_steps(job, heartbeat)):
                if others_wait(job):
                    _requeue(job, attempts=0)
                    return
                job.refresh_from_db(fields=["revision", "by", "trace"])
        except LeaseLost:
            log.info("job %s is no longer owned by this worker", job.pk)
        except KeysheetError as error:
            _fail(job, error.message)
        except (OperationalError, InterfaceError):
            log.exception("job %s waits for the database", job.pk)
            connection.close()
        except MemoryError:
            _run_alone(job) if place.was_shared else _fail(job, too_large(job))
        except Exception as error:
            log.exception("job %s failed", job.pk)
            name = type(error).__name__
            _fail(job, f"this failed unexpectedly ({name}); see the log of the worker")


def too_large(job: Job) -> str:
    """The sentence for a job that took too much memory."""
    return TOO_LARGE.format(most=KINDS[job.kind].memory_mib)


def _bounded(job: Job, end_process: Callable[[], None] | None) -> AbstractContextManager[None]:
    """Bound the memory of a process that has no other work than this job."""
    return allocations_bounded(KINDS[job.kind].memory_mib * MIB) if end_process is not None else nullcontext()


def _requeue(job: Job, **fields: Any) -> None:
    """Put a job at the end of its queue."""
    _write(job, state=JobState.QUEUED, worker="", lease_until=None, queued_at=Now(), **fields)
    send(job)


def _run_alone(job: Job) -> None:
    """Put a job back that went on beside others when memory ran out. Its next attempt has a process to itself."""
    with suppress(LeaseLost):
        _requeue(job)


def _run_steps(job: Job, heartbeat: Heartbeat) -> Any:
    kind = KINDS[job.kind]
    said = {"keysheet__job": str(job.pk), "keysheet__design": str(job.design_id or ""), "keysheet__queue": job.queue}
    with work(f"job {job.kind}", "CONSUMER", after=[job.trace], keysheet__revision=job.revision, **said):
        steps = kind.run(job, job_allow(job, job.by))
        try:
            return _drive(job, steps, heartbeat)
        finally:
            steps.close()


def _drive(job: Job, steps: Steps, heartbeat: Heartbeat) -> Any:
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            return end.value
        _note(job, progress)
        heartbeat.step_done()


def _note(job: Job, progress: Progress) -> None:
    job.progress = {"done": progress.done, "total": progress.total, "message": progress.message}
    job.notes = {**job.notes, **progress.notes}
    _write(job, progress=job.progress, notes=job.notes)
    publish(job)


def _write(job: Job, **fields: Any) -> None:
    """Update the job while this worker owns it. Raises LeaseLost."""
    if not Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING).update(**fields):
        raise LeaseLost


def _done(job: Job, result: Any) -> bool:
    """Finish the job successfully. Return False if a newer revision was requested meanwhile, so that the job continues.
    Raises LeaseLost.
    """
    mine = Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING)
    is_done = mine.filter(revision=job.revision).update(
        state=JobState.DONE, result=result, finished_at=Now(), lease_until=None
    )
    if is_done:
        job.state = JobState.DONE
        publish(job)
    elif not mine.exists():
        raise LeaseLost
    return bool(is_done)


def _fail(job: Job, sentence: str) -> None:
    try:
        _write(job, state=JobState.FAILED, error=sentence, finished_at=Now(), lease_until=None)
    except LeaseLost:
        log.info("job %s is no longer owned by this worker", job.pk)
    else:
        job.state = JobState.FAILED
        publish(job)


class Reaper:
    """A thread of each worker that takes up the jobs that other workers, or killed child processes of this one, have
    lost.
    """

    def __init__(self, *recoveries: Callable[[], Iterable[Job]]) -> None:
        self._recoveries = recoveries
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="reaper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(timeout=5)

    def _watch(self) -> None:
        while not self._ended.is_set():
            try:
                for job in chain.from_iterable(recover() for recover in self._recoveries):
                    log.warning("job %s (%s) is resumed", job.pk, job.kind)
            except Exception:
                # The stores can be restarting; if the reaper ended, lost jobs would stay lost.
                log.exception("the reaper could not check for lost jobs")
            finally:
                # The pool forks its children from this process: none must inherit an open connection.
                connection.close()
            self._ended.wait(REAPER_SECONDS)
