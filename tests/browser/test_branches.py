"""A branch is created, conflicts are decided by two people, and it is merged and reverted, by keyboard."""

import pytest
from playwright.sync_api import expect

from modeler.branches.services import branch_open
from modeler.core.edits.changes import Delta
from modeler.loading import read_current
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside


@pytest.fixture
def branch(design, ada, eve):
    """A branch that renamed an entity which the main line renamed too."""
    made = aside(lambda: branch_open(design_id=design.pk, name="Pay later", by=ada))
    for held, by, name in ((made.design, ada, "Sale"), (design, eve, "Purchase")):
        change = [Delta("e-order", "name", "Order", name)]
        aside(lambda held=held, by=by, change=change: design_change(design_id=held.pk, deltas=change, by=by))
    return made


def name_of_order(design):
    return aside(lambda: read_current(design.pk)).parts["e-order"].name


def test_a_branch_is_created_from_the_history_and_leads_back(open_as, design, eve):
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/history/")
    page.get_by_role("link", name="Branches").press("Enter")
    page.get_by_label("Name of the new branch").fill("Try it")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("Try it")
    made = page.locator("#workbench").get_attribute("data-design")
    page.goto(f"/designs/{made}/history/")
    page.get_by_role("link", name="Review branch of").press("Enter")
    expect(page.get_by_role("heading", name="Review: Try it")).to_be_visible()
    expect(page.get_by_text("The branch changes nothing in the main line.")).to_be_visible()


def test_a_conflict_is_decided_merged_and_reverted_by_keyboard(open_as, design, branch, ada, eve):
    at = f"/designs/{design.pk}/branches/{branch.design_id}/"
    page = open_as(eve)
    page.goto(at)
    expect(page.get_by_text("1 conflict without a choice")).to_be_visible()
    choice = page.get_by_role("button", name="Pay later for entity")
    choice.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    other = open_as(ada)
    other.goto(at)
    expect(other.get_by_text("Nothing blocks the merge.")).to_be_visible()
    other.get_by_role("button", name="Merge into").press("Enter")
    expect(other.locator(".messages")).to_contain_text("The branch is merged.")
    assert name_of_order(design) == "Sale"
    other.get_by_role("button", name="Revert the merge").press("Enter")
    expect(other.locator(".messages")).to_contain_text("The merge is reverted")
    assert name_of_order(design) == "Purchase"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_have_no_accessibility_finding(open_as, design, branch, ada, scheme):
    page = open_as(ada)
    page.emulate_media(color_scheme=scheme)
    for place in ("", f"{branch.design_id}/"):
        page.goto(f"/designs/{design.pk}/branches/{place}")
        expect(page.locator("#link-state")).to_have_text("live")
        accessible(page)
