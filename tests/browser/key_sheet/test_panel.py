"""The right panel shows what was chosen last, however late an earlier focus is reported."""

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, opened, press


@pytest.mark.pages
def test_a_focus_from_before_the_choice_of_a_pattern_leaves_it_in_the_panel(open_as, path, eve, ada, design):
    page = opened(open_as(eve), path)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    cell(page, "Order", "SK").focus()
    page.locator("#outline").get_by_role("link", name="A2").focus()
    press(page, "Enter")
    code = page.get_by_role("button", name="As code")
    expect(code).to_be_visible()
    page.clock.run_for(1000)
    page.clock.resume()
    aside(design_change, design_id=design.pk, deltas=[Delta("e-order", "name", "Order", "Sale")], by=ada)
    expect(cell(page, "Sale", "SK")).to_be_visible()
    expect(code).to_be_visible()
    page.context.close()
