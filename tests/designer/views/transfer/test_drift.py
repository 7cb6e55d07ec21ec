"""Drift on its page: a small file at once, a large one by a job; what was found is its asker's own."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from exporter.services import drift_jobs
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState
from tests.factories.documents import small_document


@pytest.fixture
def compare(client, design):
    """A function from a person and a text to the answer of who compares the design with that file."""

    def post(person, text, **more):
        client.force_login(person)
        sent = {"file": SimpleUploadedFile("there.json", text.encode()), **more}
        return client.post(reverse("drift-file", args=[design.pk]), sent)

    return post


def own(**more):
    return json.dumps({**small_document(), **more})


def test_a_small_file_is_compared_at_once(client, compare, ben, design):
    answer = compare(ben, own())
    assert answer.status_code == 302
    assert "Orders and there.json match" in client.get(answer.url).content.decode()
    assert not Job.objects.filter(kind="drift-file").exists()


@pytest.mark.usefixtures("transactional_db")
def test_a_large_file_is_compared_by_a_job(client, compare, ben, eve, design, monkeypatch):
    monkeypatch.setattr(drift_jobs, "QUICK_BYTES", 10)
    answer = compare(ben, own())
    job = Job.objects.get(kind="drift-file")
    assert "<progress" in client.get(answer.url).content.decode()
    do(job.pk)
    assert "data-done" in client.get(f"{answer.url}progress/").content.decode()
    assert "Orders and there.json match" in client.get(answer.url).content.decode()
    client.force_login(eve)
    assert client.get(answer.url).status_code == 404


@pytest.mark.usefixtures("transactional_db")
def test_a_file_that_cannot_be_read_is_a_sentence_also_after_a_job(client, compare, ben, design, monkeypatch):
    assert compare(ben, "no file of any kind").status_code == 422
    monkeypatch.setattr(drift_jobs, "QUICK_BYTES", 10)
    answer = compare(ben, "no file of any kind")
    do(Job.objects.get(kind="drift-file").pk)
    said = client.get(answer.url).content.decode()
    assert 'role="alert"' in said and "<progress" not in said


@pytest.mark.usefixtures("transactional_db")
def test_a_comparison_can_be_stopped(client, compare, ben, design, monkeypatch):
    monkeypatch.setattr(drift_jobs, "QUICK_BYTES", 10)
    answer = compare(ben, own())
    assert client.post(f"{answer.url}stop/").url == reverse("design-drift", args=[design.pk])
    assert Job.objects.get(kind="drift-file").state == JobState.CANCELLED
    assert client.get(answer.url).status_code == 404


def test_readers_are_not_offered_what_they_may_not(client, ada, ben, gil, gus, design):
    offered = {}
    for person in (ada, ben, gil, gus):
        client.force_login(person)
        text = client.get(reverse("design-drift", args=[design.pk])).content.decode()
        offered[person] = (reverse("drift-live", args=[design.pk]) in text, "/update/" in text)
    assert offered == {ada: (True, True), ben: (False, False), gil: (False, False), gus: (False, True)}
