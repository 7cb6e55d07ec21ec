"""Taking a design away on its pages: small designs at once, large ones by a job that can be stopped."""

import io
import re
import zipfile

import pytest
from django.urls import reverse

from designer.views.transfer import exports
from exporter.services import inline_limits
from exporter.services.bundles import bundle_look, bundle_request
from modeler.core.edits.changes import Delta
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.services import design_change


@pytest.fixture
def large(monkeypatch):
    """Every design with a sample item is a large one."""
    monkeypatch.setattr(inline_limits, "QUICK_ITEMS", 0)


def page(client, design, name="terraform", query=""):
    return client.get(reverse("design-export-target", args=[design.pk, name]) + query)


def links(answer):
    return re.findall(r'href="([^"]+)"', answer.content.decode())


def test_a_small_design_is_written_at_once(client, ben, design):
    client.force_login(ben)
    assert "aws_dynamodb_table" in page(client, design).content.decode()
    assert not Job.objects.filter(kind="bundle").exists()


def test_a_format_leads_to_its_other_version_and_back(client, ben, design):
    client.force_login(ben)
    newest, five = (page(client, design, name) for name in ("terraform", "terraform@5"))
    assert "~&gt; 6.37" in newest.content.decode()
    assert "~&gt; 5.100" in five.content.decode()
    assert reverse("design-export-target", args=[design.pk, "terraform@5"]) in links(newest)
    assert reverse("design-export-target", args=[design.pk, "terraform"]) in links(five)
    file = client.get(reverse("export-file", args=[design.pk, "terraform@5", "versions.tf"]))
    assert "~> 5.100" in file.content.decode()


@pytest.mark.usefixtures("transactional_db", "large")
def test_a_large_design_is_written_by_a_job_and_its_files_are_those_of_the_job(client, ada, ben, design):
    client.force_login(ben)
    waiting = page(client, design).content.decode()
    job = Job.objects.get(kind="bundle")
    assert "<progress" in waiting and "aws_dynamodb_table" not in waiting
    assert f"?job={job.pk}" in waiting
    assert page(client, design).status_code == 200 and Job.objects.filter(kind="bundle").count() == 1
    do(job.pk)
    shown = page(client, design, query=f"?job={job.pk}")
    assert "aws_dynamodb_table" in shown.content.decode()
    design_change(design_id=design.pk, deltas=[Delta("t-main", "name", "app-main", "app-renamed")], by=ada)
    again = page(client, design, query=f"?job={job.pk}").content.decode()
    assert "Exported from revision 1; the design is now at revision 2" in " ".join(again.split())
    (whole,) = [one for one in links(shown) if "/all/" in one]
    archive = zipfile.ZipFile(io.BytesIO(client.get(whole).content))
    assert "app-main" in archive.read("terraform/main.tf").decode()
    (file,) = [one for one in links(shown) if "/main.tf" in one]
    assert "app-main" in client.get(file).content.decode()


@pytest.mark.usefixtures("transactional_db", "large")
def test_a_download_that_is_not_there_yet_leads_to_its_progress(client, ben, design):
    client.force_login(ben)
    for address in (
        reverse("export-target", args=[design.pk, "terraform"]),
        reverse("export-file", args=[design.pk, "terraform", "main.tf"]),
    ):
        answer = client.get(address)
        job = Job.objects.get(kind="bundle")
        assert (answer.status_code, answer.url.endswith(f"/export/terraform/?job={job.pk}")) == (302, True)


@pytest.mark.usefixtures("transactional_db")
def test_all_formats_are_one_job_for_whoever_asks(client, ada, ben, cyd, design):
    client.force_login(ben)
    begun = client.post(reverse("export-bundle", args=[design.pk]))
    job = Job.objects.get(kind="bundle")
    assert begun.url == reverse("export-bundle-of", args=[design.pk, job.pk])
    assert client.post(reverse("export-bundle", args=[design.pk])).url == begun.url
    download = reverse("export-bundle-zip", args=[design.pk, job.pk])
    assert client.get(download).url == begun.url
    assert "data-done" not in client.get(reverse("export-progress", args=[design.pk, job.pk])).content.decode()
    do(job.pk)
    assert "data-done" in client.get(reverse("export-progress", args=[design.pk, job.pk])).content.decode()
    assert download in links(client.get(begun.url))
    names = {name.partition("/")[0] for name in zipfile.ZipFile(io.BytesIO(client.get(download).content)).namelist()}
    assert {"terraform", "cloudformation", "workbench", "pdf"} <= names
    client.force_login(cyd)
    assert [client.get(address).status_code for address in (begun.url, download)] == [404, 404]


@pytest.mark.usefixtures("transactional_db")
def test_writing_can_be_stopped_and_what_was_stopped_is_said(client, ben, design):
    client.force_login(ben)
    begun = client.post(reverse("export-bundle", args=[design.pk]))
    job = Job.objects.get(kind="bundle")
    assert client.post(reverse("export-stop", args=[design.pk, job.pk])).status_code == 302
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    said = client.get(begun.url).content.decode()
    assert "This was stopped before it finished." in said and "Export again" in said
    assert client.post(reverse("export-bundle", args=[design.pk])).url != begun.url


@pytest.mark.usefixtures("transactional_db")
def test_stopping_what_is_written_meanwhile_is_no_mistake(client, ben, design, monkeypatch):
    """The worker may finish between the look at the job and its end; the page is no place to be scolded for that."""
    client.force_login(ben)
    client.post(reverse("export-bundle", args=[design.pk]))
    job = Job.objects.get(kind="bundle")

    def looked_too_early(**given):
        found = bundle_look(**given)
        do(job.pk)
        return found

    monkeypatch.setattr(exports, "bundle_look", looked_too_early)
    assert client.post(reverse("export-stop", args=[design.pk, job.pk])).status_code == 302
    job.refresh_from_db()
    assert job.state == JobState.DONE


@pytest.mark.usefixtures("transactional_db", "large")
def test_a_job_that_failed_is_not_asked_for_again_by_the_page_that_shows_it(client, ben, design):
    client.force_login(ben)
    page(client, design)
    Job.objects.filter(kind="bundle").update(state=JobState.FAILED, error="the disk is full")
    job = Job.objects.get(kind="bundle")
    said = page(client, design, query=f"?job={job.pk}").content.decode()
    assert "The disk is full." in said
    assert Job.objects.filter(kind="bundle").count() == 1


def test_a_job_of_another_design_or_format_shows_nothing(client, ada, ben, design, workspace):
    from modeler.services import design_duplicate

    client.force_login(ben)
    other = design_duplicate(design_id=design.pk, by=ada)
    job = bundle_request(design_id=other.pk, by=ada, targets=["json"])
    assert page(client, design, query=f"?job={job.pk}").status_code == 404
    assert page(client, design, query="?job=nonsense").status_code == 404
    do(job.pk)
    assert page(client, other, query=f"?job={job.pk}").status_code == 404
    assert page(client, other, "json", f"?job={job.pk}").status_code == 200


def test_a_target_that_is_named_a_hundred_times_is_written_once(design, ada):
    job = bundle_request(design_id=design.pk, by=ada, targets=["pdf"] * 100 + ["terraform"])
    assert job.payload["targets"] == ["pdf", "terraform"]
    assert bundle_request(design_id=design.pk, by=ada, targets=["pdf", "terraform", "pdf"]) == job
