"""Two people on one design: each sees the other's edits, and the other."""

import re

import pytest
from playwright.sync_api import expect

from designer.services import member_remove
from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.aside import aside

KEY = "#cell-o-o-base-keys-PK"


def test_an_edit_arrives_in_the_other_browser(open_as, path, ada, eve):
    mine, theirs = open_as(ada), open_as(eve)
    mine.goto(path)
    theirs.goto(path)
    expect(theirs.locator("#link-state")).to_have_text("live")
    mine.locator(KEY).focus()
    mine.keyboard.press("Enter")
    mine.keyboard.press("End")
    mine.keyboard.type("#live")
    mine.keyboard.press("Enter")
    expect(theirs.locator(KEY)).to_contain_text("#live")
    expect(theirs.locator("#grid")).to_contain_text("CUST#c1#live")
    expect(theirs.locator("#revision")).to_contain_text("revision 2")


@pytest.mark.pages
def test_who_is_here_and_on_which_cell_is_seen(open_as, path, ada, eve):
    mine, theirs = open_as(ada), open_as(eve)
    mine.goto(path)
    theirs.goto(path)
    expect(theirs.locator("#people-count")).to_have_text("2 here")
    mine.locator(KEY).focus()
    expect(theirs.locator(f"{KEY}[data-person-name=Ada]")).to_be_visible()
    mine.context.close()
    expect(theirs.locator("#people-count")).to_have_text("1 here")


def test_what_is_typed_stays_when_a_colleague_saves_something_else(open_as, path, ada, eve, design):
    page = open_as(eve)
    page.goto(path)
    page.locator(KEY).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.type("#typing")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-customer", "name", "Customer", "Client")])
    expect(page.locator("#outline")).to_contain_text("Client")
    expect(page.locator(f"{KEY} input")).to_have_value("CUST#{customerId}#typing")
    expect(page.locator(f"{KEY} input")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")


def test_whoever_was_away_catches_up(open_as, path, ada, eve, design):
    page = open_as(eve)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.context.set_offline(True)
    page.evaluate("document.querySelector('design-live').closed(1006)")
    expect(page.locator("#link-state")).to_contain_text("offline")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-customer", "name", "Customer", "Client")])
    page.context.set_offline(False)
    expect(page.locator("#outline")).to_contain_text("Client")


@pytest.mark.pages
def test_a_network_that_blinks_leaves_the_page_live(open_as, path, ada, eve, design):
    """The socket may outlive it: the page said `offline, trying again` for ever, and tried nothing."""
    page = open_as(eve)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.context.set_offline(True)
    expect(page.locator("#link-state")).to_contain_text("offline")
    page.context.set_offline(False)
    expect(page.locator("#link-state")).to_have_text("live")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-customer", "name", "Customer", "Client")])
    expect(page.locator("#outline")).to_contain_text("Client")


@pytest.mark.pages
def test_an_open_page_is_told_that_the_server_was_updated_and_loses_no_text(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    notice = page.locator("server-update")
    expect(notice).to_be_hidden()
    page.evaluate("document.body.dataset.server = 'that of before'; dispatchEvent(new Event('online'))")
    expect(notice).to_have_text(re.compile("Keysheet was updated: reload when you are ready"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(notice.get_by_role("button")).to_be_in_viewport(ratio=1)
    page.locator("#all-formats").evaluate("one => one.insertAdjacentHTML('afterend', '<textarea id=draft></textarea>')")
    page.locator("#draft").fill("half a comment")
    notice.get_by_role("button").click()
    expect(page.locator("#said")).to_contain_text("not saved")
    expect(page.locator("#draft")).to_have_value("half a comment")
    notice.get_by_role("button").click()
    expect(page.locator("#draft")).to_have_count(0)
    expect(notice).to_be_hidden()


def test_a_member_removed_loses_the_open_page(open_as, path, ada, eve, workspace):
    page = open_as(eve)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    aside(member_remove, workspace_id=workspace.pk, user_id=eve.pk, by=ada)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_findings_arrive_by_themselves(open_as, path, eve, celery_worker_process):
    page = open_as(eve)
    page.goto(f"{path}findings/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.goto(path)
    page.locator(KEY).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.type("#{nobody}")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("error", timeout=20_000)
    page.locator("#status a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#findings")).to_contain_text("nobody")


@pytest.mark.pages
def test_choosing_a_finding_goes_to_its_cell(open_as, path, eve, celery_worker_process):
    page = open_as(eve)
    page.goto(path)
    page.locator(KEY).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.type("#{nobody}")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("error", timeout=20_000)
    page.goto(f"{path}findings/")
    page.locator(".finding", has_text="keys.unknown_attribute").first.locator(".place").focus()
    page.keyboard.press("Enter")
    expect(page.locator(KEY)).to_be_focused()
