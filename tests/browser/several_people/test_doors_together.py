"""The pages of what comes in and goes out: work that goes on in a worker, what each person may, keys, names that come
in by themselves; no accessibility finding on any of them.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from exporter.importers import import_text
from exporter.services.drift_jobs import drift_begin_with_file
from exporter.services.imports import import_begin
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Delta
from modeler.history.versions import version_name
from modeler.models import Job
from modeler.services import design_change, design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.test_doors import workbench
from tests.factories.documents import small_document

LONG = 60_000


def live(page, address):
    page.goto(address)
    expect(page.locator("#link-state")).to_have_text("live")


@pytest.mark.pages
def test_all_formats_are_written_by_a_worker_and_downloaded(celery_worker_process, open_as, path, design, ben):
    page = open_as(ben)
    live(page, f"{path}export/terraform/")
    page.get_by_role("button", name="All formats (zip)").press("Enter")
    expect(page.get_by_role("heading", name="All formats", exact=True)).to_be_visible()
    ready = page.get_by_role("link", name="Download")
    expect(ready).to_be_focused(timeout=LONG)
    with page.expect_download() as download:
        ready.press("Enter")
    assert download.value.suggested_filename == "Orders.zip"
    live(page, path)
    page.keyboard.press("Control+k")
    page.keyboard.type("all formats")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/export/bundle/"))


@pytest.mark.pages
def test_a_slow_format_is_waited_for_and_can_be_stopped(open_as, path, design, ben):
    page = open_as(ben)
    page.goto(f"{path}export/pdf/")
    expect(page.get_by_role("progressbar", name="Progress")).to_be_visible()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_role("heading", name="Keysheet JSON")).to_be_visible()
    assert aside(lambda: [job.state for job in Job.objects.filter(design=design, kind="bundle")]) == ["cancelled"]


@pytest.mark.pages
def test_a_page_that_stops_its_job_is_not_reloaded_by_the_progress_of_it(open_as, path, ben):
    """The progress says that the job has ended before the answer to Stop is there."""
    page = open_as(ben)
    asked = []
    page.route("**/progress/", lambda route: asked.append(route))

    def stop(route):
        route.fetch(max_redirects=0)
        asked[0].continue_()
        asked[0].request.response().finished()
        route.continue_()

    page.route("**/stop/", stop)
    with page.expect_request("**/progress/"):
        page.goto(f"{path}export/pdf/")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_role("heading", name="Keysheet JSON")).to_be_visible()
    page.context.close()


@pytest.mark.pages
def test_keys_lead_to_drift_and_to_an_update(open_as, path, design, ada, ben):
    page = open_as(ada)
    live(page, f"{path}findings/")
    page.keyboard.type("gd")
    expect(page.get_by_role("heading", name="Drift", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Export", exact=True)).to_have_attribute("aria-current", "true")
    page.keyboard.type("gu")
    expect(page.get_by_role("heading", name="Update from a file")).to_be_visible()
    reader = open_as(ben)
    live(reader, f"{path}findings/")
    reader.keyboard.type("gu")
    expect(reader.get_by_role("heading", name="Findings", exact=True)).to_be_visible()


@pytest.mark.pages
def test_pages_of_what_comes_and_goes_have_no_accessibility_finding(open_as, path, workspace, design, ada):
    raw = json.dumps({**small_document(), "description": "As it stands", "tables": []}).encode()
    drift = aside(drift_begin_with_file, design_id=design.pk, by=ada, raw=raw, filename="there.json").held.token
    update = aside(import_begin, by=ada, raw=raw, filename="there.json", design=design.pk).held.token
    lines = b"CREATE TABLE customers (id uuid primary key, email text);"
    fresh = aside(import_begin, by=ada, raw=lines, filename="schema.sql", workspace=workspace.pk).held.token
    page = open_as(ada)
    for address in ("export/", "export/pdf/", "drift/", f"drift/of/{drift}/", "update/", f"update/from/{update}/"):
        # One that waits for a worker goes on by itself, to where it likes. To close a page that is just about to leave
        # can wait for ever (seen once with Chromium 156); all go with their context.
        tab = page.context.new_page()
        live(tab, path + address)
        accessible(tab)
    for address in (f"/import/from/{fresh}/", "/import/live/"):
        page.goto(address)
        accessible(page)


@pytest.mark.pages
def test_names_that_others_give_to_versions_come_in_by_themselves(open_as, path, design, ada, ben):
    page, past, compare = open_as(ben), open_as(ben), open_as(ben)
    live(page, f"{path}history/")
    live(past, f"{path}history/1/")
    live(compare, f"{path}compare/?before=1&after=1")
    version = aside(version_name, design_id=design.pk, revision=1, name="Launch", by=ada)
    expect(page.locator("#named-versions")).to_contain_text("Launch")
    expect(page.locator("#change-1")).to_contain_text("Launch")
    expect(past.locator("#names-here")).to_contain_text("Launch")
    expect(compare.locator('#version-choices option[value="Launch"]')).to_have_count(1)
    assert version.revision == 1


@pytest.fixture
def large_path(workspace, ada):
    """A design of more items than are written or weighed while a user waits, at its second revision."""
    document = to_document(import_text(workbench(2200).encode(), "big.json").design)
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    renamed = Delta(document["tables"][0]["id"], "name", "shop", "store")
    aside(design_change, design_id=made.pk, deltas=[renamed], by=ada)
    return f"/designs/{made.pk}/"


@pytest.mark.pages
def test_a_large_design_is_written_and_weighed_by_a_worker(celery_worker_process, open_as, large_path, ada):
    page = open_as(ada)
    page.goto(f"{large_path}export/terraform/")
    expect(page.locator("pre").first).to_contain_text("aws_dynamodb_table", timeout=LONG)
    page.goto(f"{large_path}compare/?before=1&after=2")
    expect(page.get_by_role("heading", name="Cost and capacity")).to_be_visible(timeout=LONG)
    expect(page.locator("#weight progress")).to_have_count(0)
