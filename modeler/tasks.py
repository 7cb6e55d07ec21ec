"""Celery: the one task that runs jobs, the reaper in each worker, and the functions for the ports of the services."""

from __future__ import annotations

import mmap
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from uuid import UUID

from celery import current_app, shared_task
from celery.signals import worker_ready, worker_shutdown, worker_shutting_down
from kombu.exceptions import OperationalError

from modeler import revision_analysis
from modeler.broadcast import Patience
from modeler.comparisons.comparison_job import WEIGH
from modeler.job_runner import Reaper, run_next
from modeler.jobs import SWEEPS, jobs_recover, on_job, on_messages
from modeler.models import Job
from modeler.processes import PerProcess
from modeler.services import Revision, on_revision
from modeler.synthesis.synthesis_job import PROPOSE, SYNTHESISE

_stopping: Final = mmap.mmap(-1, 1)
"""Not 0 when the worker ends: a byte that the processes of its pool share, because they are forked later."""


@worker_shutting_down.connect
def begin_no_others(**_: Any) -> None:
    """Let the jobs of the pool end without others beside them."""
    _stopping[0] = 1


@shared_task(name="modeler.run_job")
def run_job(job_id: str) -> None:
    """Run the next job of the queue in which a job was sent; which one is decided now, so that people take turns. A job
    that is sent twice runs once.
    """
    queue = Job.objects.filter(pk=UUID(job_id)).values_list("queue", flat=True).first()
    if queue is not None:
        run_next(queue, end_process, lambda: bool(_stopping[0]))


def end_process() -> None:
    """End this process of the pool immediately; the worker starts another."""
    os.kill(os.getpid(), signal.SIGKILL)


SENDERS: Final = 4


class _Senders:
    """Threads that send jobs, and how long a request waits for them."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(SENDERS, thread_name_prefix="job senders")
        self.patience = Patience()


_senders: Final = PerProcess(_Senders)


@on_job
def send_by_celery(job: Job) -> None:
    """Put a job into its queue. Raises ConnectionError if the broker cannot be reached, TimeoutError if it is silent;
    both are an OSError.
    """
    senders = _senders.get()
    if senders.patience.is_over:
        raise ConnectionError("the broker did not answer in time just now")
    try:
        senders.patience.wait(senders.threads.submit(lambda: run_job.apply_async(args=(str(job.pk),), queue=job.queue)))
    except OperationalError as error:
        raise ConnectionError(str(error)) from error


@on_messages
def messages_in_celery(queue: str) -> int:
    """The number of messages that wait in a queue. Raises ConnectionError if the broker cannot be reached."""
    try:
        with current_app.connection_for_read() as broker:
            channel: Any = broker.default_channel
            return int(channel.queue_declare(queue).message_count)
    except OperationalError as error:
        raise ConnectionError(str(error)) from error


@on_revision
def ask_for_analysis(revision: Revision) -> None:
    """Request the analysis of every revision, or of a newer one in its place."""
    revision_analysis.analysis_ask(design_id=revision.design, revision=revision.number, by_id=revision.by)


KINDS: Final = (WEIGH, SYNTHESISE, PROPOSE)
"""Import the kinds of jobs that this module does not name, which registers them."""

_reaper: Final[list[Reaper]] = []


@worker_ready.connect
def start_reaper(**_: Any) -> None:
    """Start the reaper in the worker's first process, not in those of its pool."""
    _reaper.append(Reaper(jobs_recover, revision_analysis.analyses_recover, *SWEEPS))
    _reaper[-1].start()


@worker_shutdown.connect
def stop_reaper(**_: Any) -> None:
    while _reaper:
        _reaper.pop().stop()
