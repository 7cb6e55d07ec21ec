"""A worker outlives its stores: whatever ends, and whenever, the process that was started goes on when it can."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from designer.celery import app
from designer.local import services
from modeler.jobs import job_enqueue
from modeler.models import Job
from modeler.models.jobs import JobState
from tests.ground.processes import Running, environment_of_children
from tests.ground.relay import Relay
from tests.modeler import slow_job
from tests.waiting import standing_still, until


@dataclass
class Outages:
    """A worker that reaches its stores through relays."""

    worker: Running
    postgres: Relay
    valkey: Relay

    def times_said(self, words: str) -> int:
        assert self.worker.alive, self.worker.log.read_text()[-4000:]
        return self.worker.log.read_text().count(words)

    def wait_until_said(self, words: str, times: int = 1) -> None:
        until(lambda: self.times_said(words), lambda said: said >= times)


@pytest.fixture
def outages(transactional_db: None, tmp_path: Path) -> Iterator[Outages]:
    app.control.purge()
    given = environment_of_children()
    postgres, valkey = Relay(given["DATABASE_URL"]), Relay(given["REDIS_URL"])
    through = {"DATABASE_URL": postgres.own_url, "REDIS_URL": valkey.own_url, "LOG_LEVEL": "INFO"}
    program = services.worker(given | through, "long")
    command = ["tests.modeler.slow_worker" if part == "designer.celery" else part for part in program.command]
    worker = Running(replace(program, command=tuple(command)), tmp_path / "worker.log", lambda: True)
    try:
        yield Outages(worker, postgres, valkey)
    finally:
        worker.stop()
        postgres.close()
        valkey.close()


def enqueue(design, by, **payload) -> Job:
    return job_enqueue(kind=slow_job.COUNT.name, design_id=design.pk, by=by, payload=payload)


def wait_until_done(job: Job) -> None:
    assert until(lambda: Job.objects.get(pk=job.pk), lambda job: job.is_finished).state == JobState.DONE


@pytest.mark.conformance
def test_a_worker_outlives_its_stores_whenever_they_end(outages, design, ada):
    """Postgres is away at the start, comes, and ends again before the worker is ready. Then valkey ends while the
    worker has a job, whose message is acknowledged only after the outage, and Postgres once more.
    """
    outages.valkey.open()
    outages.worker.start()
    outages.wait_until_said("the worker waits for Postgres")
    outages.postgres.open()
    until(lambda: outages.postgres.ended, bool)
    outages.postgres.close()
    outages.wait_until_said("ready.")
    outages.postgres.open()
    wait_until_done(enqueue(design, ada))
    with standing_still(lambda: enqueue(design, ada, steps=3, seconds=0.2)) as job:
        outages.valkey.close()
        outages.wait_until_said("Connection to broker lost")
        outages.valkey.open()
        outages.wait_until_said("Connected to redis", times=2)
    wait_until_done(job)
    outages.postgres.close()
    outages.postgres.open()
    wait_until_done(enqueue(design, ada))
    assert outages.worker.alive
