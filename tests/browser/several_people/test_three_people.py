"""Three people on one sheet, each in a browser of their own: what the others do moves nobody's hands."""

import re

import pytest
from playwright.sync_api import expect

from designer.services import member_change_role
from modeler.permissions import Role
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, opened, press, revision

LONG_KEY = "#A_MUCH_LONGER_PREFIX_THAN_BEFORE#OF_ANOTHER_KIND"


@pytest.mark.pages
def test_a_row_moves_and_a_column_widens_under_an_open_editor(open_as, path, ada, eve, ben):
    writer, mover, reader = (opened(open_as(one), path) for one in (eve, ada, ben))
    editor = cell(writer, "Order", "PK")
    width = "cell => cell.closest('td, th').getBoundingClientRect().width"
    before = cell(reader, "Customer", "PK").evaluate(width)
    go(writer, editor)
    press(writer, "Enter")
    writer.keyboard.type("#mi")
    go(mover, cell(mover, "Order", "PK"))
    press(mover, "Alt+ArrowUp")
    expect(writer.locator("key-sheet tr[data-name]").first).to_have_attribute("data-name", "Order")
    writer.keyboard.type("ne")
    go(mover, cell(mover, "Customer", "PK"))
    press(mover, "F2")
    mover.keyboard.type(LONG_KEY)
    press(mover, "Enter")
    for one in (writer, reader):
        expect(cell(one, "Customer", "PK")).to_contain_text(LONG_KEY)
        assert cell(one, "Customer", "PK").evaluate(width) > before
    expect(editor.locator("input")).to_be_focused()
    expect(editor.locator("input")).to_have_value(re.compile("#mine$"))
    press(writer, "Enter")
    for one in (mover, reader):
        expect(cell(one, "Order", "PK")).to_contain_text("#mine")


@pytest.mark.pages
def test_who_becomes_a_reader_keeps_the_text_and_others_go_on(open_as, path, workspace, ada, eve):
    writer, owner = (opened(open_as(one), path) for one in (eve, ada))
    go(writer, cell(writer, "Order", "PK"))
    press(writer, "Enter")
    writer.keyboard.type("#mine")
    aside(member_change_role, workspace_id=workspace.pk, user_id=eve.pk, role=Role.READER, by=ada)
    dialog = writer.get_by_role("dialog")
    expect(dialog).to_contain_text("Your role changed")
    expect(dialog.get_by_label("Text that is not saved")).to_have_value(re.compile("#mine"))
    go(owner, cell(owner, "Customer", "SK"))
    owner.keyboard.type("OTHER")
    press(owner, "Enter")
    revision(owner, 2)
    dialog.get_by_role("button", name="Close and reload").click()
    expect(cell(writer, "Customer", "SK")).to_contain_text("OTHER")
    expect(cell(writer, "Order", "PK")).not_to_contain_text("#mine")
