"""Whose job is next, and how many a person can have."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection

from designer.services import workspace_create
from modeler import jobs
from modeler.core.errors import Conflict
from modeler.job_runner import run_next
from modeler.job_turns import job_next
from modeler.jobs import ANALYSIS, LONG, OPEN_MAX, JobKind, Progress, job_enqueue
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.permissions import Action
from modeler.revision_analysis import analysis_ask
from modeler.services import design_create
from tests.factories.documents import small_document
from tests.modeler import slow_job

KIND = slow_job.COUNT.name


@pytest.fixture
def elsewhere(cyd):
    """A design of another person, in another workspace."""
    workspace = workspace_create(name="Elsewhere", by=cyd)
    return design_create(workspace=workspace.pk, by=cyd, document=small_document())


def queued(design, by, number=1):
    """Jobs as they were stored before there was a limit."""
    made = [Job(kind=KIND, design=design, revision=1, by=by, queue=LONG) for _ in range(number)]
    return Job.objects.bulk_create(made)


def served(number):
    """The people whose jobs are next, each job running to its end before the next is taken."""
    people = []
    for turn in range(number):
        job = job_next(LONG, f"worker-{turn}")
        people.append(job.by.display_name)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)
    return people


def test_workspaces_take_turns(design, elsewhere, ada, cyd):
    queued(design, ada, 20)
    queued(elsewhere, cyd, 2)
    assert served(5) == ["Ada", "Cyd", "Ada", "Cyd", "Ada"]


def test_people_of_a_workspace_take_turns(design, ada, eve):
    queued(design, ada, 20)
    queued(design, eve, 2)
    assert served(5) == ["Ada", "Eve", "Ada", "Eve", "Ada"]


def test_a_workspace_without_a_running_job_comes_first(design, elsewhere, ada, cyd):
    queued(design, ada, 20)
    assert [job_next(LONG, "first").by, job_next(LONG, "second").by] == [ada, ada]
    queued(elsewhere, cyd)
    assert job_next(LONG, "third").by == cyd


def test_jobs_of_one_person_run_in_their_order(design, ada):
    made = queued(design, ada, 3)
    assert [job_next(LONG, str(number)).pk for number in range(3)] == [job.pk for job in made]
    assert job_next(LONG, "idle") is None


def test_a_job_of_a_kind_that_this_process_does_not_know_is_left_to_others(design, ada):
    Job.objects.create(kind="of-a-newer-version", design=design, revision=1, by=ada, queue=LONG)
    assert job_next(LONG, "older") is None
    assert Job.objects.get(queue=LONG).state == JobState.QUEUED


@pytest.mark.django_db(transaction=True)
def test_a_person_has_a_limit_of_long_jobs_at_the_same_time(design, ada, eve):
    def ask(_number):
        with closing(connection):
            try:
                return job_enqueue(kind=KIND, design_id=design.pk, by=ada).state
            except Conflict as refused:
                return refused.code

    with ThreadPoolExecutor(OPEN_MAX * 2) as threads:
        answers = sorted(threads.map(ask, range(OPEN_MAX * 2)))
    assert answers == ["job.limit"] * OPEN_MAX + ["queued"] * OPEN_MAX
    assert job_enqueue(kind=KIND, design_id=design.pk, by=eve)


def test_an_analysis_that_goes_on_with_a_newer_revision_lets_others_go_first(design, elsewhere, ada, cyd, monkeypatch):
    order = []

    def analyse(job, row):
        order.append(row.workspace.name)
        if len(order) == 1:
            analysis_ask(design_id=row.pk, revision=2, by_id=ada.pk)
        yield Progress(1, 1, "looked")

    monkeypatch.setitem(jobs.KINDS, "analyse", JobKind("analyse", ANALYSIS, Action.SEE, analyse))
    monkeypatch.setattr("modeler.jobs._senders", [])
    analysis_ask(design_id=design.pk, revision=1, by_id=ada.pk)
    analysis_ask(design_id=elsewhere.pk, revision=1, by_id=cyd.pk)
    for _ in range(3):
        run_next(ANALYSIS)
    assert order == ["Orders team", "Elsewhere", "Orders team"]
    assert not Job.objects.exclude(state=JobState.DONE).exists()
