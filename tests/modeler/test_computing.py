"""A design made to be slow holds no web process: requests and sockets end, and a worker computes the findings."""

import pytest

from designer.live.threads import in_thread
from modeler import computing, revision_analysis
from modeler.core import effort
from modeler.core.documents.reading import from_document
from modeler.models import Job
from modeler.models.jobs import UNFINISHED
from modeler.revision_analysis import DesignMemory, analysis_now, result_of
from modeler.services import design_create
from tests.factories.slow_design import slow_document

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/designs/{id}/",
    "/designs/{id}/findings/",
    "/designs/{id}/patterns/",
    "/designs/{id}/launch/",
    "/designs/{id}/launch/file/",
)


@pytest.fixture
def slow(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=slow_document(12, patterns=12))


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(computing, "SECONDS", 0.0)


@pytest.fixture
def small_budget(monkeypatch):
    monkeypatch.setattr(effort, "STEPS_MAX", 20_000)


def test_a_request_that_computes_too_long_is_refused_and_a_worker_is_asked(client, ada, slow, no_time):
    Job.objects.all().delete()
    client.force_login(ada)
    answer = client.get(f"/api/v1/designs/{slow.pk}/analysis/")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy.computing")
    assert answer["Retry-After"]
    assert Job.objects.filter(kind="analyse", state__in=UNFINISHED, design=slow).exists()


def test_a_stored_analysis_is_shown_without_computing(client, ada, slow, no_time):
    analysis_now(slow).save()
    client.force_login(ada)
    assert client.get(f"/api/v1/designs/{slow.pk}/analysis/").status_code == 200


def test_outside_a_request_there_is_no_limit(slow, no_time):
    assert analysis_now(slow).result["findings"]["findings"]


def test_work_for_a_socket_ends_too(no_time):
    from asgiref.sync import async_to_sync

    design = from_document(slow_document(3))
    with pytest.raises(computing.TooLong):
        async_to_sync(in_thread(lambda: result_of(design, DesignMemory())))()


def test_what_was_not_compared_is_said_on_the_pages_and_over_rest(client, ada, slow, small_budget):
    analysis_now(slow).save()
    client.force_login(ada)
    count = slow.analyses.get().result["findings"]["not_compared"]
    assert count > 0
    assert client.get(f"/api/v1/designs/{slow.pk}/analysis/").json()["findings"]["not_compared"] == count
    shown = client.get(f"/designs/{slow.pk}/findings/").content.decode()
    assert "Not all keys were compared" in shown
    assert f"{count:,}" in shown
    assert "not all keys compared" in client.get(f"/designs/{slow.pk}/").content.decode()
    passed = [
        line
        for line in client.get(f"/designs/{slow.pk}/launch/file/").content.decode().splitlines()
        if ",Passed," in line
    ]
    assert passed == []


def test_a_memory_in_which_comparisons_are_missing_is_not_kept(small_budget):
    known = DesignMemory()
    before = known.memo
    result_of(from_document(slow_document(12)), known)
    assert known.memo is not before
    kept = known.memo
    result_of(from_document(slow_document(1)), known)
    assert known.memo is kept


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_of_a_slow_design_answers(client, ada, slow, address):
    """Without an analysis: nothing on these pages computes one."""
    client.force_login(ada)
    assert client.get(address.format(id=slow.pk)).status_code == 200
    assert not slow.analyses.exists()
    assert revision_analysis.versions()
