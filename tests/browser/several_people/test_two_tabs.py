"""One person with a design open twice: both tabs are live, count as one, and neither overwrites the other unseen."""

import pytest
from playwright.sync_api import expect

from modeler.loading import read_whole
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, opened, press, revision


@pytest.fixture
def tabs(open_as, path, eve):
    first = open_as(eve)
    return opened(first, path), opened(first.context.new_page(), path)


@pytest.mark.pages
def test_what_one_tab_saved_while_the_other_typed_is_shown_and_chosen(tabs):
    here, there = tabs
    expect(here.locator("#people-count")).to_have_text("1 here")
    go(here, cell(here, "Customer", "SK"))
    here.keyboard.type("HERE")
    go(there, cell(there, "Customer", "SK"))
    there.keyboard.type("THERE")
    press(there, "Enter")
    revision(there, 2)
    expect(cell(here, "Customer", "SK").locator("input")).to_have_value("HERE")
    press(here, "Enter")
    said = here.locator(".conflict")
    expect(said).to_contain_text("You, elsewhere, were first")
    expect(said).to_contain_text(": Customer in app-main, SK was changed in the meantime.")
    said.get_by_role("button", name="Use mine").press("Enter")
    revision(there, 3)
    expect(cell(there, "Customer", "SK")).to_have_attribute("data-text", "HERE")


@pytest.mark.pages
def test_undo_in_either_tab_takes_back_one_s_last_change(tabs):
    here, there = tabs
    go(here, cell(here, "Customer", "SK"))
    here.keyboard.type("HERE")
    press(here, "Enter")
    revision(there, 2)
    go(there, cell(there, "Customer", "SK"))
    press(there, "Control+z")
    revision(here, 3)
    expect(cell(here, "Customer", "SK")).to_have_attribute("data-text", "PROFILE")


@pytest.mark.pages
def test_both_tabs_save_after_signing_out_and_in_again(tabs, session_cookies, path, eve, design):
    here, there = tabs
    there.context.clear_cookies()
    go(here, cell(here, "Customer", "SK"))
    here.keyboard.type("HERE")
    press(here, "Enter")
    expect(here.locator("#said")).to_contain_text("You are signed out")
    there.context.add_cookies(session_cookies(eve))
    opened(there, path)
    revision(here, 2)
    assert aside(read_whole, design_id=design.pk).parts["o-c-base"].fields["keys.SK"] == "HERE"
    here.locator("#outline").get_by_role("button", name="+ entity").click()
    here.keyboard.type("Parcel")
    press(here, "Enter")
    revision(here, 3)
