"""Help in the product, by keyboard: a term beside its heading, the tour of five stops, the page of help."""

import re

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside

STOPS = ("Key sheet", "Items", "Access patterns", "Findings and cost", "Proof and export")


@pytest.fixture
def page(open_as, path, ada):
    made = open_as(ada)
    made.goto(path)
    expect(made.locator("#link-state")).to_have_text("live")
    return made


@pytest.mark.pages
def test_a_term_opens_beside_its_heading_and_closes_to_where_it_was(page):
    hint = page.get_by_role("button", name="What is this: item collection")
    hint.press("Enter")
    expect(page.get_by_role("heading", name="Item collection")).to_be_visible()
    expect(page.locator("#dialog .term-drawing svg")).to_be_visible()
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    expect(hint).to_be_focused()


@pytest.mark.pages
def test_the_tour_has_five_stops_and_changes_nothing(page):
    page.keyboard.press("?")
    page.get_by_role("button", name="Take the tour").press("Enter")
    card = page.locator(".tour-card")
    for number, stop in enumerate(STOPS, start=1):
        expect(card.get_by_role("heading", name=stop)).to_be_visible()
        expect(card).to_contain_text(f"{number} of 5")
        expect(page.locator(".tour-ring")).to_be_visible()
        box = card.bounding_box()
        assert box["x"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        if number == 1:
            accessible(page)
        if number < len(STOPS):
            page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect(card.get_by_role("heading", name=STOPS[3])).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Done").press("Enter")
    expect(card).to_have_count(0)
    expect(page.locator(".tour-ring")).to_have_count(0)


@pytest.mark.pages
def test_the_tour_can_be_left_at_any_stop_and_begins_on_the_key_sheet(page, path):
    page.goto(f"{path}cost/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.keyboard.press("Control+k")
    page.keyboard.type("take the tour")
    expect(page.get_by_role("option", name="Take the tour")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(path + "$"))
    expect(page.locator(".tour-card")).to_contain_text("1 of 5")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tour-card")).to_contain_text("2 of 5")
    page.keyboard.press("Escape")
    expect(page.locator(".tour-card")).to_have_count(0)


@pytest.mark.pages
def test_the_page_of_help_has_no_accessibility_finding(open_as, ada):
    page = open_as(ada)
    page.goto("/help/?q=sparse")
    expect(page.get_by_role("heading", name="Sparse index")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_a_name_that_is_cut_is_read_whole_under_the_pointer(open_as, path, design, ada):
    long = "Order that somebody has placed and not paid"
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", long)])
    page = open_as(ada)
    page.goto(path)
    cut = page.locator("#grid .who", has_text=long).first
    cut.hover()
    expect(cut).to_have_attribute("title", long)
    whole = page.locator("#grid .who", has_text="Customer").first
    whole.hover()
    assert whole.get_attribute("title") is None
