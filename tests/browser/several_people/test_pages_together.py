"""Two people on the other pages of a design, each in a browser of their own."""

import re

import pytest
from playwright.sync_api import expect

from modeler.services import design_create
from tests.browser.key_sheet.sheets import cell, go, opened, press, revision
from tests.factories.documents import careless_document

pytestmark = pytest.mark.pages


def test_rates_that_two_people_enter_are_both_stored_and_cost_both(open_as, path, eve, ada):
    mine, theirs = (opened(open_as(one), f"{path}patterns/") for one in (eve, ada))
    rate = "Average calls per second of {}"
    theirs.get_by_label(rate.format("A2"), exact=True).focus()
    theirs.keyboard.type("3")
    mine.get_by_label(rate.format("A1"), exact=True).focus()
    mine.keyboard.type("50")
    press(mine, "Enter")
    expect(theirs.get_by_label(rate.format("A1"), exact=True)).to_have_value("50")
    theirs.keyboard.type("0")
    expect(theirs.get_by_label(rate.format("A2"), exact=True)).to_have_value("30")
    press(theirs, "Enter")
    expect(mine.get_by_label(rate.format("A2"), exact=True)).to_have_value("30")


def test_what_a_pattern_lights_follows_the_key_that_a_colleague_edits(open_as, path, eve, ada):
    mine, theirs = opened(open_as(eve), f"{path}?pattern=p-a1"), opened(open_as(ada), path)
    lit = mine.locator("#grid .item.returned")
    expect(lit).to_have_count(2)
    go(theirs, cell(theirs, "Order", "SK"))
    theirs.keyboard.type("O#{orderId}")
    press(theirs, "Enter")
    expect(lit).to_have_count(0)
    press(theirs, "Control+z")
    expect(lit).to_have_count(2)


def test_a_finding_that_is_fixed_or_muted_goes_for_both(open_as, eve, ada, workspace, celery_worker_process):
    careless = design_create(workspace=workspace.pk, by=ada, document=careless_document())
    pages = [open_as(one) for one in (eve, ada)]
    for page in pages:
        page.goto(f"/designs/{careless.pk}/findings/")
    mine, theirs = pages
    rule = "write.no_condition_on_create"
    ours = [page.locator("#findings .finding").filter(has_text=rule) for page in pages]
    for one in ours:
        expect(one).to_have_count(1)
    ours[0].get_by_role("button", name="Mute").click()
    expect(mine.locator("#mute-reason")).to_be_focused()
    mine.keyboard.type("only one writer")
    press(mine, "Enter")
    expect(theirs.locator(".muted-findings")).to_contain_text("Muted")
    press(mine, "Control+z")
    expect(ours[1]).to_have_count(1)
    ours[1].get_by_role("button", name="Fix").click()
    expect(theirs.locator("#dialog [data-apply]").first).to_be_focused()
    press(theirs, "Enter")
    for one in ours:
        expect(one).to_have_count(0)


def test_the_history_of_a_colleague_grows_with_values_and_undo(open_as, path, eve, ada):
    mine, theirs = opened(open_as(eve), path), opened(open_as(ada), f"{path}history/")
    newest = theirs.locator("#changes a.change").first
    go(mine, cell(mine, "Customer", "SK"))
    mine.keyboard.type("ME")
    press(mine, "Enter")
    expect(newest).to_contain_text("PROFILE to ME")
    expect(theirs).to_have_url(re.compile("/history/$"))
    newest.focus()
    press(mine, "Control+z")
    expect(newest).to_contain_text("undid: changed SK")
    expect(theirs).to_have_url(re.compile("/history/$"))
    expect(theirs.locator("#changes a.change:focus")).to_contain_text("PROFILE to ME")


def test_fields_of_one_part_are_edited_by_two_people_at_once(open_as, path, eve, ada):
    mine, theirs = (opened(open_as(one), f"{path}?part=e-customer") for one in (eve, ada))
    said, count = "#field-e-customer-description-input", "#field-e-customer-count-input"
    mine.locator(said).focus()
    mine.keyboard.type("Who bu")
    theirs.locator(count).fill("5000")
    press(theirs, "Enter")
    expect(mine.locator(count)).to_have_value("5000")
    mine.keyboard.type("ys")
    expect(mine.locator(said)).to_have_value("Who buys")
    press(mine, "Tab")
    revision(theirs, 3)
    expect(theirs.locator(said)).to_have_value("Who buys")


def test_a_part_open_as_json_takes_in_what_a_colleague_edits(open_as, path, eve, ada):
    mine, theirs = opened(open_as(eve), f"{path}json/"), opened(open_as(ada), path)
    text = mine.locator(".cm-content")
    expect(text).to_contain_text('"name": "Customer"')
    go(theirs, theirs.locator("#head-e-customer"))
    press(theirs, "F2")
    theirs.keyboard.type("Client")
    press(theirs, "Enter")
    expect(text).to_contain_text('"name": "Client"')
