"""The key sheets of several tables on one screen: the same editors and the same keys in each."""

import re

import pytest
from playwright.sync_api import expect

from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, on_clipboard, opened, press, put_on_clipboard, revision
from tests.factories.documents import small_document, with_riders


@pytest.fixture
def page(open_as, workspace, eve, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document=with_riders(small_document()))
    return opened(open_as(eve), f"/designs/{made.pk}/")


@pytest.mark.pages
def test_a_key_of_another_table_is_edited_where_it_stands_and_the_grid_shows_its_items(page):
    accessible(page)
    go(page, page.locator("key-sheet").get_by_role("button", name="+ entity").first)
    press(page, "ArrowDown", "ArrowDown", "ArrowRight")
    expect(cell(page, "Rider", "PK")).to_be_focused()
    places = "all => all.map(one => [one.dataset.table, one.getBoundingClientRect().top])"
    before = page.locator("key-sheet").evaluate_all(places)
    assert [table for table, _ in before] == ["t-main", "t-riders"]
    page.keyboard.type("R#{rid")
    expect(page.locator("#grid")).to_contain_text("Rider")
    expect(page).to_have_url(re.compile("table=t-riders"))
    expect(page.locator("key-sheet[data-current]")).to_have_attribute("data-table", "t-riders")
    press(page, "Enter", "Enter")
    revision(page, 2)
    expect(cell(page, "Rider", "PK")).to_be_focused()
    expect(cell(page, "Rider", "PK")).to_contain_text("R#{riderId}")
    # Rows that come after a draft without a partition key are drawn as tall as they are.
    expect(page.locator("#grid .partition")).to_have_text("R#r1")
    assert page.locator("#grid .block").evaluate("one => one.getBoundingClientRect().height") > 0
    assert page.locator("key-sheet").evaluate_all(places) == before
    press(page, "ArrowLeft", "ArrowUp", "ArrowUp")
    expect(page.locator("key-sheet").get_by_role("button", name="+ entity").first).to_be_focused()


@pytest.mark.pages
def test_rows_ranges_and_the_palette_are_of_the_table_with_the_focus(page):
    go(page, cell(page, "Rider", "PK"))
    press(page, "Shift+ArrowDown")
    expect(page.locator("key-cell[data-selected]")).to_have_count(2)
    put_on_clipboard(page, "")
    press(page, "Control+c")
    expect(page.locator("#said")).to_contain_text("Copied the whole sheet")
    assert on_clipboard(page).splitlines()[1:] == ["Rider\tRIDER#{riderId}\tPROFILE"]
    go(page, cell(page, "Order", "PK"))
    expect(page.locator("key-cell[data-selected]")).to_have_count(0)
    go(page, cell(page, "Rider", "PK"))
    press(page, "Control+k")
    page.keyboard.type("Add a GSI")
    expect(page.get_by_role("option", name="Add a GSI")).to_have_count(1)
    press(page, "Enter")
    revision(page, 2)
    expect(page.locator('key-sheet[data-table="t-riders"] [data-column][data-name="GSI1"]')).to_be_visible()
    page.locator("key-sheet").get_by_role("button", name="+ entity").last.press("Enter")
    page.keyboard.type("Ride")
    press(page, "Enter")
    expect(page.locator('key-sheet[data-table="t-riders"] tr[data-name="Ride"] a[data-head]')).to_be_focused()


def test_a_link_to_a_table_brings_its_sheet_into_view(page):
    page.set_viewport_size({"width": 1280, "height": 500})
    heading = page.get_by_role("heading", name="riders").get_by_role("link")
    expect(heading).not_to_be_in_viewport()
    page.locator("#outline-t-riders").press("Enter")
    expect(page.locator("key-sheet[data-current]")).to_have_attribute("data-table", "t-riders")
    expect(heading).to_be_in_viewport()
