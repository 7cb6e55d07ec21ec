"""A finding is mended, muted with a reason and shown again: on the page, by keyboard."""

import pytest
from playwright.sync_api import expect

from modeler.services import design_create
from tests.factories.documents import careless_document

RULE = "write.no_condition_on_create"


@pytest.fixture
def careless(workspace, ada, celery_worker_process):
    """A design whose one pattern creates an item without asking whether it is there."""
    return design_create(workspace=workspace.pk, by=ada, document=careless_document())


def row(page):
    return page.locator(".finding").filter(has_text=RULE).first


def test_a_finding_is_fixed_with_one_press(open_as, eve, careless):
    page = open_as(eve)
    page.goto(f"/designs/{careless.pk}/findings/")
    expect(row(page)).to_be_visible()
    button = row(page).locator("[data-mend]").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#findings .finding").filter(has_text=RULE)).to_have_count(0)
    expect(page.locator("#revision")).to_contain_text("revision 2")
    page.keyboard.press("Control+z")
    expect(row(page)).to_be_visible()


def test_a_finding_is_muted_with_a_reason_and_shown_again(open_as, eve, careless):
    page = open_as(eve)
    page.goto(f"/designs/{careless.pk}/findings/")
    row(page).locator("[data-mute]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#mute-reason")).to_be_focused()
    page.keyboard.type("only one writer")
    page.keyboard.press("Enter")
    muted = page.locator(".muted-findings")
    expect(muted).to_contain_text("Muted")
    muted.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(muted).to_contain_text("only one writer")
    muted.locator("[data-unmute]").focus()
    page.keyboard.press("Enter")
    expect(muted).to_have_count(0)
    expect(row(page)).to_be_visible()


def test_a_reader_is_offered_neither(open_as, ben, careless):
    page = open_as(ben)
    page.goto(f"/designs/{careless.pk}/findings/")
    expect(row(page)).to_be_visible()
    expect(page.locator("[data-mend], [data-mute]")).to_have_count(0)
