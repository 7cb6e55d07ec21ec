"""History as a person walks it: undo that says what it does, revisions by arrow keys, two versions side by side."""

import re

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.gallery import example_create
from modeler.history.versions import version_name
from modeler.services import design_change, design_duplicate, design_remove
from tests.browser.accessibility import accessible
from tests.browser.aside import aside


def renamed(design, by, before, after):
    return aside(
        design_change, design_id=design.pk, by=by, deltas=[Delta("e-order", "name", before, after)], label=""
    ).number


@pytest.mark.pages
def test_undo_says_what_it_undoes_and_who_stands_in_its_way(open_as, path, design, ada, eve):
    renamed(design, ada, "Order", "Sale")
    page = open_as(ada)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    expect(undo).to_have_attribute("title", "Undo: renamed entity Order to Sale (Ctrl Z)")
    expect(redo).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#said")).to_have_text("Undid: renamed entity Order to Sale")
    expect(undo).to_be_disabled()
    expect(redo).to_have_attribute("title", "Redo: renamed entity Order to Sale (Ctrl Shift Z)")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#said")).to_have_text("Redid: renamed entity Order to Sale")
    renamed(design, eve, "Sale", "Deal")
    page.keyboard.press("Control+z")
    expect(page.locator("#said")).to_contain_text("(Eve, revision 5)")


def test_undo_skips_what_a_colleague_overwrote_and_says_so(open_as, path, design, ada, eve):
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-customer", "name", "Customer", "Client")])
    renamed(design, ada, "Order", "Sale")
    renamed(design, eve, "Sale", "Deal")
    page = open_as(ada)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.keyboard.press("Control+z")
    expect(page.locator("#said")).to_contain_text("Skipped renamed entity Order to Sale")
    expect(page.locator("#said")).to_contain_text("Undid: renamed entity Customer to Client")
    expect(page.locator("#outline")).to_contain_text("Customer")


@pytest.mark.pages
def test_the_history_is_walked_by_keys_and_follows_what_happens(open_as, path, design, ada, eve):
    renamed(design, ada, "Order", "Sale")
    page = open_as(ada)
    page.goto(path + "history/")
    expect(page.locator("#link-state")).to_have_text("live")
    renamed(design, eve, "Sale", "Deal")
    expect(page.locator("#changes a.change").first).to_have_text("renamed entity Sale to Deal")
    page.locator("#changes a.change").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Revision 2 of 3")).to_be_visible()
    sheet = page.get_by_role("table", name="Key sheet of app-main")
    expect(sheet.get_by_role("rowheader", name="Sale")).to_contain_text("was Order")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Revision 1 of 3")).to_be_visible()
    expect(sheet.get_by_role("rowheader", name="Order")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/history/[23]/$"))
    page.goto(path + "history/1/")
    page.get_by_role("button", name="Restore").press("Enter")
    expect(page.locator("#changes a.change").first).to_have_text("restored revision 1")


def test_two_versions_are_chosen_and_compared(open_as, workspace, ada):
    design = aside(example_create, workspace=workspace.pk, by=ada, key="parcel-tracking")
    page = open_as(ada)
    page.goto(f"/designs/{design.pk}/history/")
    page.get_by_role("button", name="Compare A with B").press("Enter")
    sheets = page.get_by_role("table", name="Key sheets of tracking-main, A and B")
    expect(sheets.locator(".mark-new").first).to_contain_text("shard(10)")
    expect(page.get_by_role("heading", name="From A to B without downtime")).to_be_visible()
    steps = page.locator(".plan > li")
    expect(steps.first).to_contain_text("List every query of ScanEvent")
    expect(steps.filter(has_text="Set contributor_insights of tracking-main")).to_have_count(1)
    page.get_by_label("Differences only").press("Space")
    expect(sheets.get_by_role("rowheader", name="Customer")).to_be_hidden()
    expect(sheets.get_by_role("rowheader", name="ScanEvent")).to_be_visible()
    # In a narrow window, a condition is cut between its words.
    page.set_viewport_size({"width": 390, "height": 844})
    word = sheets.locator(".mark-new .when").first
    assert word.bounding_box()["height"] < 24


@pytest.mark.pages
def test_the_pages_of_the_past_have_no_accessibility_finding(open_as, workspace, ada):
    design = aside(example_create, workspace=workspace.pk, by=ada, key="parcel-tracking")
    gone = aside(design_duplicate, design_id=design.pk, by=ada)
    aside(version_name, design_id=gone.pk, revision=1, name="Live", by=ada)
    aside(design_remove, design_id=gone.pk, by=ada)
    page = open_as(ada)
    for at in ("history/", "history/2/", "compare/"):
        page.goto(f"/designs/{design.pk}/{at}")
        expect(page.locator("#link-state")).to_have_text("live")
        if at == "compare/":
            expect(page.get_by_role("heading", name="From A to B without downtime")).to_be_visible()
        accessible(page)
    for at in ("/trash/", f"/trash/{gone.pk}/"):
        page.goto(at)
        accessible(page)


@pytest.mark.pages
def test_a_part_of_the_page_that_fails_says_so_in_its_place_and_is_loaded_again(open_as, workspace, ada):
    """The differences are there at once; what takes longer can fail, here once, with the page of an error."""
    made = aside(example_create, workspace=workspace.pk, by=ada, key="parcel-tracking")
    page = open_as(ada)
    refused = []

    def fail_once(route):
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=500, content_type="text/html", body="<h1>The server failed</h1>")

    page.route("**/compare/weight/**", fail_once)
    page.goto(f"/designs/{made.pk}/compare/?before=1&after=2")
    alert = page.locator("#weight").get_by_role("alert")
    expect(alert).to_contain_text("This part of the page could not be loaded (error 500)")
    expect(page.locator("#weight")).not_to_contain_text("Computing")
    alert.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator("#weight [role=alert]")).to_have_count(0)
    expect(page.locator("#weight table").first).to_be_visible()
    page.context.close()
