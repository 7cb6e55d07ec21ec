"""Runs one job in a worker: the lease, the heartbeat, the steps, and progress messages."""

from __future__ import annotations

import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable, Iterable
from itertools import chain
from types import TracebackType
from typing import Any, Final
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection
from django.db.models.functions import Now

from modeler.core.errors import KeysheetError
from modeler.jobs import HEARTBEAT_SECONDS, KINDS, Progress, Steps, job_allow, job_renew, job_take, publish
from modeler.models import Job
from modeler.models.jobs import JobState

log = logging.getLogger(__name__)
REAPER_SECONDS: Final = 2.0


class LeaseLost(Exception):
    """The job was cancelled, or another worker has it."""


class Heartbeat:
    """Renews the lease of a job from a separate thread, as long as the process lives and owns the job."""

    def __init__(self, job_id: UUID, worker: str) -> None:
        self._job_id = job_id
        self._worker = worker
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"heartbeat of {job_id}", daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._ended.wait(HEARTBEAT_SECONDS):
                try:
                    if not job_renew(self._job_id, self._worker):
                        return
                except (OperationalError, InterfaceError):
                    # Postgres may be restarting; the lease outlives two missed beats.
                    connection.close()
        finally:
            connection.close()


def run(job_id: UUID) -> None:
    """Run a job to its end if it is free. A refusal or a fault is recorded on the job. A lost database connection is
    not: the lease expires, and the job is taken up again.
    """
    worker = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
    job = job_take(job_id, worker)
    if job is None:
        return
    publish(job)
    with Heartbeat(job.pk, worker):
        try:
            while not _done(job, _run_steps(job)):
                job.refresh_from_db(fields=["revision", "by"])
        except LeaseLost:
            log.info("job %s is no longer owned by this worker", job.pk)
        except KeysheetError as error:
            _fail(job, error.message)
        except (OperationalError, InterfaceError):
            log.exception("job %s waits for the database", job.pk)
            connection.close()
        except Exception as error:
            log.exception("job %s failed", job.pk)
            name = type(error).__name__
            _fail(job, f"this failed unexpectedly ({name}); see the log of the worker")


def _run_steps(job: Job) -> Any:
    kind = KINDS[job.kind]
    steps = kind.run(job, job_allow(job, job.by))
    try:
        return _drive(job, steps)
    finally:
        steps.close()


def _drive(job: Job, steps: Steps) -> Any:
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            return end.value
        _note(job, progress)


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
