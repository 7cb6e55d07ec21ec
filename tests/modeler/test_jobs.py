"""Jobs on a real worker: progress, refusals, and what happens when a worker is killed."""

import os
import signal
from dataclasses import replace

import pytest
from django.db import connection
from django.db.models.functions import Now

from designer.celery import app
from designer.local import services
from designer.models import Membership
from modeler import jobs
from modeler.core.errors import Conflict, Forbidden, Missing
from modeler.job_runner import run
from modeler.jobs import LEASE, LOST_IN_QUEUE, job_cancel, job_enqueue, job_let_go, job_take, jobs_recover
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.selectors import job_for
from modeler.tasks import messages_in_celery, run_job
from tests.ground.processes import Running, environment_of_children
from tests.ground.stores import STORES
from tests.modeler import slow_job
from tests.waiting import standing_still, until

KIND = slow_job.COUNT.name


def enqueue(design, by, **payload):
    return job_enqueue(kind=KIND, design_id=design.pk, by=by, payload=payload)


def wait_for(job, condition):
    def now():
        job.refresh_from_db()
        return job

    return until(now, condition)


def begun(job):
    return job.state == JobState.RUNNING and job.progress


@pytest.fixture(scope="module")
def slow_worker_of_the_module(django_db_setup):
    program = services.worker(environment_of_children() | {"SLOW_WORKER": "yes"})
    command = ["tests.modeler.slow_worker" if part == "designer.celery" else part for part in program.command]
    program = replace(program, name="slow worker", command=tuple(command))
    running = Running(program, STORES.folder / "slow.log", lambda: bool(app.control.ping(timeout=0.5, limit=1)))
    yield running
    running.stop()


@pytest.fixture
def worker(transactional_db, slow_worker_of_the_module):
    app.control.purge()
    slow_worker_of_the_module.start()
    return slow_worker_of_the_module


def test_a_job_says_how_far_it_is_and_what_it_made(worker, design, ada):
    job = wait_for(enqueue(design, ada, steps=3), lambda job: job.is_finished)
    assert (job.state, job.result, job.attempts) == (JobState.DONE, {"counted": 3}, 1)
    assert job.progress == {"done": 3, "total": 3, "message": "counted to 3"}


def test_a_job_whose_worker_was_killed_is_taken_up_by_the_next(worker, design, ada):
    with standing_still(lambda: enqueue(design, ada, steps=6, seconds=0.5)) as job:
        worker.kill()
    worker.start()
    job = wait_for(job, lambda job: job.is_finished)
    # A worker that gets no time to renew its lease loses the job as well: one more attempt, as it should be.
    assert job.state == JobState.DONE and job.attempts >= 2
    assert len(set(job.notes["processes"])) >= 2


@pytest.mark.conformance
def test_a_job_whose_pool_process_was_killed_is_taken_up_again(worker, design, ada):
    with standing_still(lambda: enqueue(design, ada, steps=6, seconds=0.5)) as job:
        os.kill(job.notes["processes"][0], signal.SIGKILL)
    job = wait_for(job, lambda job: job.is_finished)
    assert worker.alive
    assert job.state == JobState.DONE and job.attempts >= 2


@pytest.mark.conformance
def test_a_job_whose_message_was_lost_is_announced_again(worker, design, ada):
    job = Job.objects.create(kind=KIND, design=design, revision=1, by=ada, queue="long")
    assert wait_for(job, lambda job: job.is_finished).state == JobState.DONE


def test_a_refusal_is_shown_with_its_sentence(worker, design, ada):
    job = wait_for(enqueue(design, ada, refuse="the table is too large"), lambda job: job.is_finished)
    assert (job.state, job.error) == (JobState.FAILED, "the table is too large")


def test_a_fault_is_shown_without_its_inside(worker, design, ada):
    job = wait_for(enqueue(design, ada, fault="secret"), lambda job: job.is_finished)
    assert job.state == JobState.FAILED
    assert "KeyError" in job.error and "secret" not in job.error


def test_a_cancelled_job_ends_after_its_step(worker, design, ada):
    job = wait_for(enqueue(design, ada, steps=5_000, seconds=0.2), begun)
    job_cancel(job_id=job.pk, by=ada)
    wait_for(job, lambda job: job_let_go(job.pk))
    # What was read before the worker let go can say that it has the job still.
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert job.worker == ""
    assert job.progress["done"] < 5_000
    with pytest.raises(Conflict):
        job_cancel(job_id=job.pk, by=ada)


@pytest.mark.conformance
def test_a_step_that_takes_too_long_fails_the_job_and_frees_its_worker(worker, design, ada):
    """There are four processes for the queues: as many hung jobs would keep everything else waiting."""
    hung = [
        job_enqueue(kind=slow_job.HURRIED.name, design_id=design.pk, by=ada, payload={"seconds": 1000})
        for _ in range(4)
    ]
    for job in hung:
        job = wait_for(job, lambda job: job.is_finished)
        assert (job.state, job.error) == (JobState.FAILED, "a step took longer than 2 seconds and was stopped")
    assert wait_for(enqueue(design, ada), lambda job: job.is_finished).state == JobState.DONE


@pytest.mark.parametrize("eats", [{}, {"at_once": 900_000_000}], ids=["bit by bit", "at once"])
def test_a_job_that_takes_too_much_memory_fails_with_a_sentence_and_frees_its_worker(worker, design, ada, eats):
    job = wait_for(
        job_enqueue(kind=slow_job.HUNGRY.name, design_id=design.pk, by=ada, payload=eats), lambda job: job.is_finished
    )
    assert (job.state, job.attempts) == (JobState.FAILED, 1)
    assert job.error.startswith("this job needed more than 150 MiB of memory and was stopped")
    assert wait_for(enqueue(design, ada), lambda job: job.is_finished).state == JobState.DONE


@pytest.mark.conformance
def test_a_cancelled_job_that_hangs_frees_its_worker(worker, design, ada):
    hung = [wait_for(enqueue(design, ada, seconds=1000), begun) for _ in range(4)]
    for job in hung:
        job_cancel(job_id=job.pk, by=ada)
    assert wait_for(enqueue(design, ada), lambda job: job.is_finished).state == JobState.DONE


def test_permission_is_asked_again_when_a_job_runs(transactional_db, design, eve, monkeypatch):
    job = enqueue(design, eve)
    Membership.objects.filter(user=eve).update(role="reader")
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error[:20]) == (JobState.FAILED, "your role (reader) d")


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_provision_gets_no_job(request, design, who, refusal):
    with pytest.raises(refusal):
        enqueue(design, request.getfixturevalue(who))
    assert not Job.objects.exists()


def test_a_stranger_learns_nothing_of_a_job(design, ada, ben, cyd):
    job = enqueue(design, ada)
    assert job_for(ben, job.pk) == job
    with pytest.raises(Missing):
        job_for(cyd, job.pk)
    with pytest.raises(Forbidden):
        job_cancel(job_id=job.pk, by=ben)


def test_what_a_colleague_requested_is_stopped_by_no_reader_and_no_guest(design, ada, eve, ben, gil):
    from exporter.services.bundles import bundle_request

    job = bundle_request(design_id=design.pk, by=ada)
    for person in (ben, gil):
        with pytest.raises(Forbidden):
            job_cancel(job_id=job.pk, by=person)
    assert job_cancel(job_id=job.pk, by=eve).state == JobState.CANCELLED
    own = bundle_request(design_id=design.pk, by=ben, targets=["json"])
    assert job_cancel(job_id=own.pk, by=ben).state == JobState.CANCELLED


@pytest.fixture
def leased(design, ada):
    """A job that a worker took, and whose lease has passed."""
    job = enqueue(design, ada)
    assert job_take(job.pk, "first")
    Job.objects.update(lease_until=Now() - LEASE)
    return job


def test_a_job_has_one_worker_at_a_time(design, ada):
    job = enqueue(design, ada)
    assert job_take(job.pk, "first").worker == "first"
    assert job_take(job.pk, "second") is None


def test_a_worker_given_up_for_dead_cannot_write_over_its_successor(leased):
    from modeler.jobs import job_renew

    assert [job.pk for job in jobs_recover()] == [leased.pk]
    assert job_take(leased.pk, "second")
    assert not job_renew(leased.pk, "first")
    assert job_renew(leased.pk, "second")


def test_a_job_that_kills_its_workers_is_given_up(leased):
    Job.objects.update(attempts=5)
    assert jobs_recover() == []
    leased.refresh_from_db()
    assert leased.state == JobState.FAILED
    assert "not retried" in leased.error


def test_a_reaper_leaves_alone_what_is_alive(design, ada):
    job = enqueue(design, ada)
    assert job_take(job.pk, "first")
    assert jobs_recover() == []
    assert connection.in_atomic_block


@pytest.fixture
def forgotten(design, ada):
    """A job that waits longer than its message should take."""
    job = enqueue(design, ada)
    Job.objects.filter(pk=job.pk).update(queued_at=Now() - 2 * LOST_IN_QUEUE)
    return job


def test_a_job_is_not_announced_again_while_its_queue_holds_messages(forgotten, monkeypatch):
    sent = []
    monkeypatch.setattr(jobs, "_senders", [sent.append])
    monkeypatch.setattr(jobs, "_counters", [lambda queue: 3 * (queue == forgotten.queue)])
    assert jobs_recover() == []
    monkeypatch.setattr(jobs, "_counters", [lambda queue: 3 * (queue != forgotten.queue)])
    assert [job.pk for job in jobs_recover()] == [forgotten.pk]
    assert [job.pk for job in sent] == [forgotten.pk]


def test_a_job_is_announced_again_if_messages_cannot_be_counted(forgotten, monkeypatch):
    def refuse(queue):
        raise ConnectionError(queue)

    monkeypatch.setattr(jobs, "_counters", [refuse])
    monkeypatch.setattr(jobs, "_senders", [])
    assert [job.pk for job in jobs_recover()] == [forgotten.pk]


def test_the_messages_of_a_queue_are_counted(forgotten):
    before = messages_in_celery("nobody")
    run_job.apply_async(args=(str(forgotten.pk),), queue="nobody")
    assert messages_in_celery("nobody") == before + 1
