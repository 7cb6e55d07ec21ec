"""What a difference weighs: small designs at once, large ones by one job, and never for who may not see a side."""

import pytest
from django.urls import reverse

from modeler.comparisons import comparison_job
from modeler.comparisons.comparison import comparison, side_of, weigh
from modeler.comparisons.comparison_job import weigh_begin, weigh_look
from modeler.core.edits.changes import Delta
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.services import design_change, design_duplicate, design_remove

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made(design, ada):
    """The design before and after a change."""
    design_change(design_id=design.pk, deltas=[Delta("t-main", "name", "app-main", "app-renamed")], by=ada)
    before = side_of(design_id=design.pk, by=ada, revision="1")
    return comparison(before, side_of(design_id=design.pk, by=ada))


@pytest.fixture
def large(monkeypatch):
    monkeypatch.setattr(comparison_job, "QUICK_ITEMS", 0)


def test_small_designs_are_weighed_at_once(made, ada):
    assert weigh_begin(made, by=ada).weight == weigh(made)
    assert not Job.objects.filter(kind="weigh").exists()


@pytest.mark.usefixtures("large")
def test_large_designs_are_weighed_by_one_job_and_found_again(made, ada, ben):
    asked = weigh_begin(made, by=ada)
    assert (asked.weight, asked.problem) == (None, "")
    assert weigh_begin(made, by=ada).job == asked.job
    do(asked.job.pk)
    found = weigh_look(made, asked.job.pk, by=ada).weight
    assert found.as_json() == weigh(made).as_json()
    assert weigh_begin(made, by=ben).weight == found
    asked.job.refresh_from_db()
    assert (asked.job.state, asked.job.result) == (JobState.DONE, {})


@pytest.mark.usefixtures("large")
def test_a_side_that_went_is_said_and_not_asked_for_again_and_again(made, ada, design):
    other = design_duplicate(design_id=design.pk, by=ada)
    both = comparison(side_of(design_id=other.pk, by=ada), side_of(design_id=design.pk, by=ada))
    asked = weigh_begin(both, by=ada)
    design_remove(design_id=other.pk, by=ada)
    do(asked.job.pk)
    assert weigh_look(both, asked.job.pk, by=ada).problem
    assert Job.objects.filter(kind="weigh").count() == 1


@pytest.mark.usefixtures("large")
def test_the_page_waits_for_the_job(client, made, ada, design):
    client.force_login(ada)
    address = reverse("compare-weight", args=[design.pk]) + "?before=1&after=2"
    waiting = client.get(address).content.decode()
    job = Job.objects.get(kind="weigh")
    assert "<progress" in waiting and f"job={job.pk}" in waiting
    do(job.pk)
    assert "US dollars per month" in client.get(f"{address}&job={job.pk}").content.decode()
