"""A colleague removes what a person edits: no letter is lost, and none lands elsewhere."""

import re

import pytest
from playwright.sync_api import expect

from designer.models import Membership
from modeler.broadcast import close_member
from modeler.core.edits.changes import Delta
from modeler.loading import read_whole
from modeler.services import design_change
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, opened, press, revision


@pytest.fixture
def page(open_as, path, eve):
    return opened(open_as(eve), path)


@pytest.fixture
def remove(design, ada):
    def act(*parts):
        aside(design_change, design_id=design.pk, by=ada, deltas=[Delta(one, "removed", None, True) for one in parts])

    return act


def field(design, part, name):
    return aside(read_whole, design_id=design.pk).parts[part].fields.get(name)


@pytest.mark.pages
def test_text_in_a_removed_entity_stays_and_can_be_saved_with_it(page, remove, design):
    editor = cell(page, "Order", "PK")
    go(page, editor)
    press(page, "Enter")
    page.keyboard.type("#mi")
    remove("e-order")
    expect(page.locator("#said")).to_contain_text("Ada removed Order")
    expect(page.locator(".conflict")).to_contain_text("Ada removed Order")
    page.keyboard.type("ne")
    expect(editor.locator("input")).to_have_value(re.compile("#mine$"))
    press(page, "Enter")
    box = page.locator(".conflict")
    expect(box.locator("[data-mine]")).to_have_text(re.compile("#mine$"))
    # The entity has left the sheet; the text is kept, also for a later choice.
    expect(cell(page, "Order", "PK")).to_have_count(0)
    expect(page.get_by_role("button", name="1 edit not saved")).to_be_visible()
    box.get_by_role("button", name="Restore and save").click()
    revision(page, 3)
    expect(cell(page, "Order", "PK")).to_contain_text("#mine")
    assert field(design, "o-o-base", "keys.PK").endswith("#mine")
    expect(box).to_have_count(0)


def test_the_next_letter_does_not_land_in_a_neighbor(page, remove, design):
    go(page, cell(page, "Order", "PK"))
    remove("e-order")
    expect(page.locator("#said")).to_contain_text("Ada removed Order. Nothing is selected.")
    page.keyboard.type("LOST")
    press(page, "Enter")
    expect(page.locator("key-cell[data-editing]")).to_have_count(0)
    expect(page.locator("#revision")).to_contain_text("revision 2")


@pytest.mark.pages
def test_a_value_of_a_removed_item_stays_and_can_be_saved_with_it(page, remove, design):
    value = page.locator('#row-s-o1 [data-name="status"]')
    value.focus()
    press(page, "Enter", "Control+a")
    page.keyboard.type("MI")
    remove("s-o1")
    expect(page.locator("#said")).to_contain_text("Ada removed")
    page.keyboard.type("NE")
    press(page, "Enter")
    page.locator(".conflict").get_by_role("button", name="Restore and save").click()
    revision(page, 3)
    assert field(design, "s-o1", "values.@a-o-status") == "MINE"


@pytest.mark.pages
def test_text_is_shown_to_copy_when_the_design_is_no_longer_shared(page, workspace, eve):
    go(page, cell(page, "Order", "PK"))
    press(page, "Enter")
    page.keyboard.type("#mine")
    aside(Membership.objects.filter(workspace=workspace, user=eve).delete)
    aside(close_member, user_id=eve.pk, workspace=workspace.pk)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Text that is not saved")).to_have_value(re.compile("#mine"))
    dialog.get_by_role("button", name="Close and reload").click()
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


@pytest.mark.pages
def test_a_comment_that_is_not_sent_is_shown_to_copy_too(page, workspace, eve):
    go(page, cell(page, "Order", "PK"))
    press(page, "Shift+F2")
    expect(page.get_by_label("Comment", exact=True)).to_be_focused()
    page.keyboard.type("Why this prefix?")
    aside(Membership.objects.filter(workspace=workspace, user=eve).delete)
    aside(close_member, user_id=eve.pk, workspace=workspace.pk)
    expect(page.get_by_role("dialog").get_by_label("Text that is not saved")).to_have_value("Why this prefix?")


@pytest.mark.pages
def test_an_opened_field_without_a_change_is_not_called_unsaved(page, workspace, eve):
    go(page, cell(page, "Order", "PK"))
    press(page, "Enter")
    aside(Membership.objects.filter(workspace=workspace, user=eve).delete)
    aside(close_member, user_id=eve.pk, workspace=workspace.pk)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
