"""Analyses side by side in one process: none waits for the end of a long one."""

import threading

import pytest

from designer.services import workspace_create
from modeler import jobs
from modeler.core import effort
from modeler.core.errors import Conflict
from modeler.job_runner import run_next
from modeler.jobs import ANALYSIS, JobKind, Progress
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.permissions import Action
from modeler.processes.places import Places
from modeler.revision_analysis import analysis_ask
from modeler.services import design_create
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db(transaction=True)

WITHIN = 30
"""Seconds until a wait for another thread gives up."""


@pytest.fixture
def waiting(design, ada, cyd, monkeypatch):
    """Two analyses that wait, in this order, as jobs of a kind that each test fills."""
    monkeypatch.setattr("modeler.jobs._senders", [])
    # Many other tests ran in this process, so it has more memory than a worker's with which two begin side by side.
    monkeypatch.setattr("modeler.job_runner.TOGETHER_MIB", 1 << 20)
    workspace = workspace_create(name="Elsewhere", by=cyd)
    other = design_create(workspace=workspace.pk, by=cyd, document=small_document())
    Job.objects.all().delete()
    return [analysis_ask(design_id=row.pk, revision=1, by_id=by.pk) for row, by in ((design, ada), (other, cyd))]


def analysed_by(monkeypatch, run, **limits):
    monkeypatch.setitem(jobs.KINDS, "analyse", JobKind("analyse", ANALYSIS, Action.SEE, run, **limits))


def states():
    return [*Job.objects.order_by("created_at").values_list("state", flat=True)]


def test_an_analysis_does_not_wait_for_the_end_of_a_long_one(waiting, monkeypatch):
    is_other_done = threading.Event()

    def analyse(job, row):
        if job.pk == waiting[0].pk and not is_other_done.wait(WITHIN):
            raise Conflict("the other one waited for the end of this one")
        is_other_done.set()
        yield Progress(1, 1, "analyzed")

    analysed_by(monkeypatch, analyse)
    run_next(ANALYSIS, places=Places(turn=0))
    assert states() == [JobState.DONE, JobState.DONE]


def test_none_begins_beside_another_before_its_turn_is_over_or_while_the_worker_ends(waiting, monkeypatch):
    def analyse(job, row):
        yield Progress(1, 1, "analyzed")

    analysed_by(monkeypatch, analyse)
    run_next(ANALYSIS, places=Places(turn=3600))
    assert sorted(states()) == [JobState.DONE, JobState.QUEUED]
    Job.objects.update(state=JobState.QUEUED, attempts=0)
    run_next(ANALYSIS, is_stopping=lambda: True, places=Places(turn=0))
    assert sorted(states()) == [JobState.DONE, JobState.QUEUED]


def test_a_long_analysis_stands_still_while_the_turn_of_another_lasts():
    places, order = Places(turn=3600), []
    older, younger = places.take(), places.take()
    begun = threading.Event()

    def compute():
        with effort.timed(older.give_way):
            begun.set()
            effort.check_time()
            order.append("older")

    thread = threading.Thread(target=compute)
    thread.start()
    begun.wait(WITHIN)
    # Ends in time only if it does not stand still.
    thread.join(0.05)
    order.append("younger")
    places.leave(younger)
    thread.join(WITHIN)
    assert order == ["younger", "older"]


def test_older_work_goes_on_when_the_turn_of_younger_work_is_over():
    places = Places(turn=0)
    older, _younger = places.take(), places.take()
    older.give_way()
    assert older.was_shared


def test_a_step_counts_only_its_share_of_the_time(waiting):
    places = Places()
    first = places.take()
    assert first.share(6) == 6
    places.take()
    assert first.share(6) == 3


@pytest.mark.parametrize("is_killed", [True, False])
def test_too_much_memory_of_two_jobs_fails_neither_and_each_has_a_process_to_itself_then(
    waiting, monkeypatch, is_killed
):
    ends, both, eaten = threading.Event(), threading.Barrier(2), []

    def analyse(job, row):
        if job.attempts == 1:
            both.wait(WITHIN)
            if is_killed:
                eaten.append(bytes(range(256)) * 400_000)
                assert ends.wait(WITHIN)
            raise MemoryError
        yield Progress(1, 1, "analyzed")

    analysed_by(monkeypatch, analyse, memory_mib=50)
    run_next(ANALYSIS, ends.set, places=Places(turn=0))
    assert ends.is_set() == is_killed
    assert states() == [JobState.QUEUED, JobState.QUEUED]
    eaten.clear()
    run_next(ANALYSIS, places=Places(turn=0))
    assert sorted(states()) == [JobState.DONE, JobState.QUEUED]
    run_next(ANALYSIS, places=Places(turn=0))
    assert states() == [JobState.DONE, JobState.DONE]
