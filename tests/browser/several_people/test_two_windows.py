"""Two people edit one thing in their own windows: a conflict, a part that goes, an absence. Nothing typed is lost."""

import re

import pytest
from playwright.sync_api import expect

from modeler.loading import read_whole
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, opened, press, revision

pytestmark = pytest.mark.pages


@pytest.fixture
def windows(open_as, path, ada, eve):
    """Eve's and Ada's."""
    return opened(open_as(eve), path), opened(open_as(ada), path)


def stored(design, part, field):
    return aside(read_whole, design_id=design.pk).parts[part].fields.get(field)


def typed(page, row, column, text):
    """Open a cell of the key sheet and add text to it."""
    go(page, cell(page, row, column))
    press(page, "F2", "End")
    page.keyboard.type(text)


def test_two_people_in_one_cell_see_both_texts_and_one_is_chosen(windows, design):
    mine, theirs = windows
    typed(mine, "Order", "PK", "#mine")
    typed(theirs, "Order", "PK", "#theirs")
    press(theirs, "Enter")
    revision(theirs, 2)
    revision(mine, 2)
    expect(cell(mine, "Order", "PK").locator("input")).to_have_value(re.compile("#mine$"))
    press(mine, "Enter")
    box = mine.locator(".conflict")
    for text in ("#theirs", "#mine"):
        expect(box).to_contain_text(text)
    assert stored(design, "o-o-base", "keys.PK").endswith("#theirs")
    box.get_by_role("button", name="Use mine").press("Enter")
    revision(theirs, 3)
    expect(cell(theirs, "Order", "PK")).to_contain_text("#mine")
    expect(theirs.locator(".conflict")).to_have_count(0)


def test_a_colleague_removes_the_entity_that_i_type_in_and_i_restore_it(windows, design):
    mine, theirs = windows
    typed(mine, "Order", "PK", "#mi")
    go(theirs, cell(theirs, "Order", "PK"))
    press(theirs, "Home", "Delete")
    expect(cell(theirs, "Order", "PK")).to_have_count(0)
    expect(mine.locator(".conflict")).to_contain_text("Ada removed Order")
    mine.keyboard.type("ne")
    press(mine, "Enter")
    mine.locator(".conflict").get_by_role("button", name="Restore and save").press("Enter")
    expect(cell(theirs, "Order", "PK")).to_contain_text("#mine")
    assert stored(design, "o-o-base", "keys.PK").endswith("#mine")


def test_whoever_was_away_sends_and_gets_what_both_typed(windows, design):
    mine, theirs = windows
    mine.context.set_offline(True)
    mine.evaluate("document.querySelector('design-live').closed(1006)")
    typed(mine, "Order", "PK", "#mine")
    press(mine, "Enter")
    expect(mine.locator("#link-state")).to_contain_text("1 edit kept here")
    typed(theirs, "Customer", "PK", "#theirs")
    press(theirs, "Enter")
    revision(theirs, 2)
    mine.context.set_offline(False)
    expect(cell(mine, "Customer", "PK")).to_contain_text("#theirs")
    expect(cell(theirs, "Order", "PK")).to_contain_text("#mine")
    expect(mine.locator("#link-state")).to_have_text("live")
    expect(mine.locator(".conflict")).to_have_count(0)


def test_of_two_texts_of_one_cell_that_wait_the_later_one_is_the_choice_and_undo_waits_as_well(windows, design):
    mine, theirs = windows
    mine.context.set_offline(True)
    mine.evaluate("document.querySelector('design-live').closed(1006)")
    for text in ("#first", "#second"):
        typed(mine, "Order", "PK", text)
        press(mine, "Enter")
    expect(mine.locator("#link-state")).to_contain_text("2 edits kept here")
    press(mine, "Control+z")
    expect(mine.locator("#said")).to_have_text("Nothing was undone: 2 edits are not saved yet.")
    typed(theirs, "Order", "PK", "#theirs")
    press(theirs, "Enter")
    revision(theirs, 2)
    mine.context.set_offline(False)
    expect(mine.locator(".conflict")).to_contain_text("#first#second")
    expect(mine.locator("refused-edits")).to_have_text("1 edit not saved")
    mine.locator(".conflict").get_by_role("button", name="Use mine").press("Enter")
    expect(cell(theirs, "Order", "PK")).to_contain_text("#first#second")
    expect(mine.locator("refused-edits")).to_be_hidden()


def test_undo_takes_back_one_s_own_change_and_leaves_the_colleague_s(windows, design):
    mine, theirs = windows
    typed(mine, "Order", "PK", "#mine")
    press(mine, "Enter")
    revision(theirs, 2)
    typed(theirs, "Customer", "PK", "#theirs")
    press(theirs, "Enter")
    revision(mine, 3)
    go(mine, cell(mine, "Order", "PK"))
    press(mine, "Control+z")
    revision(theirs, 4)
    expect(cell(theirs, "Order", "PK")).not_to_contain_text("#mine")
    expect(cell(theirs, "Customer", "PK")).to_contain_text("#theirs")
