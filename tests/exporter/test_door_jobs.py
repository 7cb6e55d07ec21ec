"""What takes its time goes by a job, over REST too; what is let go is stopped; drafts are not compared with."""

import json

import pytest
from rest_framework.test import APIClient

from exporter.services import drift_jobs, import_drafts, imports, inline_limits
from exporter.services.drift import drift_with_file
from exporter.services.import_store import change_of
from exporter.services.imports import import_begin, import_forget, import_look
from exporter.services.tokens import token_create
from modeler.core.edits.changes import Delta
from modeler.core.errors import DocumentInvalid, Missing
from modeler.job_runner import run as do
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.services import design_change
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db(transaction=True)


def own(**more):
    return json.dumps({**small_document(), **more})


@pytest.fixture
def large(monkeypatch):
    """Every file and every design with an item is a large one."""
    for module in (imports, drift_jobs):
        monkeypatch.setattr(module, "QUICK_BYTES", 10)
    monkeypatch.setattr(inline_limits, "QUICK_ITEMS", 0)


@pytest.fixture
def as_person():
    def make(person):
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_create(by=person, name='test', scope='provision')[1]}")
        return client

    return make


@pytest.mark.usefixtures("large")
def test_drift_with_a_large_file_is_found_by_its_token(as_person, ben, eve, design):
    client, address = as_person(ben), f"/api/v1/designs/{design.pk}/drift/"
    asked = client.post(f"{address}?filename=there.json", own(), content_type="application/octet-stream")
    assert asked.status_code == 202
    there = f"{address}{asked.json()['token']}/"
    assert (client.get(there).status_code, client.get(there).json()["job"]["kind"]) == (202, "drift-file")
    do(asked.json()["job"]["id"])
    found = client.get(there)
    assert (found.status_code, found.json()["with"], found.json()["findings"]) == (200, "there.json", [])
    assert as_person(eve).get(there).status_code == 404


@pytest.mark.usefixtures("large")
def test_a_large_file_that_is_imported_at_once_is_read_and_stored_by_one_job(as_person, ada, ben, workspace):
    address = f"/api/v1/import/?workspace={workspace.pk}&filename=orders.json"
    assert as_person(ben).post(address, own(), content_type="application/json").status_code == 403
    asked = as_person(ada).post(address, own(), content_type="application/json")
    assert (asked.status_code, asked.json()["kind"], Design.objects.exists()) == (202, "import-at-once", False)
    do(asked.json()["id"])
    done = as_person(ada).get(f"/api/v1/jobs/{asked.json()['id']}/").json()
    assert (done["state"], done["result"]["design"]) == ("done", str(Design.objects.get().pk))
    # A worker that was given up for dead does it once more, and makes nothing more.
    Job.objects.filter(pk=done["id"]).update(state=JobState.QUEUED)
    do(done["id"])
    assert Design.objects.count() == 1
    assert Job.objects.get(pk=done["id"]).state == JobState.DONE


@pytest.mark.usefixtures("large")
def test_an_import_that_is_let_go_is_read_no_further(ada, workspace):
    looked = import_begin(by=ada, raw=own().encode(), workspace=workspace.pk)
    import_forget(token=looked.held.token, by=ada)
    looked.job.refresh_from_db()
    assert looked.job.state == JobState.CANCELLED
    with pytest.raises(Missing):
        import_look(token=looked.held.token, by=ada)


@pytest.mark.usefixtures("large")
def test_what_a_large_file_changes_is_found_once_a_revision(ada, design):
    looked = import_begin(by=ada, raw=own(description="As of today").encode(), design=design.pk)
    do(looked.job.pk)
    brought = import_drafts.held_for(ada, looked.held.token)
    found = import_drafts.kept(brought, "change")
    assert (found.revision, [one.title for one in found.told]) == (1, ["the design"])
    assert import_look(token=brought.token, by=ada).preview.change == found
    design_change(design_id=design.pk, deltas=[Delta("design", "name", "Orders", "Shop")], by=ada)
    assert change_of(brought, import_drafts.read_of(brought)).revision == 2


@pytest.mark.parametrize(
    "raw", [b"orders of a customer\ncustomer by email\n", b"CREATE TABLE orders (id int primary key);"]
)
def test_what_says_nothing_of_tables_that_stand_is_not_compared_with(design, ben, raw):
    with pytest.raises(DocumentInvalid, match="does not describe deployed tables"):
        drift_with_file(design_id=design.pk, by=ben, raw=raw)
