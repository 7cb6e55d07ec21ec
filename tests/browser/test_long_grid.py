"""Ten thousand items are scrolled through by windows, and the place among them stays."""

import pytest
from playwright.sync_api import expect

from modeler.services import design_create
from tests.browser.aside import aside
from tests.factories.documents import big_document
from tests.waiting import DRAWN

COUNT = 10_000


@pytest.mark.pages
def test_the_end_of_a_long_grid_is_reached_by_scrolling(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document=big_document(COUNT))
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    grid = page.locator("item-grid")
    expect(grid).to_have_attribute("data-first", "0")
    height = grid.evaluate("element => element.scrollHeight")
    assert height >= COUNT * 28
    grid.evaluate("element => element.scrollTo(0, element.scrollHeight / 2)")
    expect(grid).not_to_have_attribute("data-first", "0")
    assert abs(int(grid.get_attribute("data-first")) - height / 2) < 1500
    grid.evaluate("element => element.scrollTo(0, element.scrollHeight)")
    expect(grid).to_have_attribute("data-after", "0")
    expect(page.locator("#row-s-9999")).to_be_visible()
    assert grid.evaluate("element => element.scrollHeight") == height


@pytest.mark.pages
def test_a_far_place_of_a_long_grid_stays_where_it_was_scrolled_to(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document=big_document(COUNT))
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    grid = page.locator("item-grid")
    expect(grid).to_have_attribute("data-first", "0")
    places = {}
    for far in (30_000, 150_000, 250_000, 10**6, 100_000, 10**6):
        before = grid.get_attribute("data-first")
        asked = grid.evaluate("(element, far) => { element.scrollTop = far; return element.scrollTop; }", far)
        expect(grid).not_to_have_attribute("data-first", before)
        page.evaluate(DRAWN)  # What is scrolled after the rows have come is scrolled by now.
        places[far] = grid.evaluate("element => element.scrollTop") - asked
    assert places == dict.fromkeys(places, 0)
    assert grid.evaluate("element => element.querySelectorAll('[data-item]').length") > 10


@pytest.mark.pages
def test_a_chosen_pattern_brings_its_first_item_into_sight(open_as, workspace, ada):
    document = big_document(1_000)
    document["access_patterns"][0]["parameters"] = {"customerId": "c77"}
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    page.locator("#outline-p-a1").press("Enter")
    expect(page.locator(".item.returned").first).to_be_in_viewport()


@pytest.mark.pages
def test_the_link_of_a_far_item_lights_it_and_then_lets_the_grid_be_scrolled(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document=big_document(1_000))
    page = open_as(ada)
    row = page.locator("#row-s-777")
    for link in ("?seek=s-777#row-s-777", "#row-s-777"):
        page.goto("/healthz")
        page.goto(f"/designs/{made.pk}/{link}")
        expect(row.locator(".key-rest")).to_be_focused()
        expect(row).to_be_in_viewport()
        expect(row).to_have_attribute("data-arrived", "")
    grid = page.locator("item-grid")
    grid.evaluate("element => element.scrollTo(0, 0)")
    expect(grid).to_have_attribute("data-before", "0")
    expect(page.locator("#row-s-0")).to_be_visible()


@pytest.mark.pages
def test_a_parameter_that_reads_a_far_partition_brings_it_into_sight(open_as, workspace, ada):
    document = big_document(1_000)
    document["access_patterns"][0]["parameters"] = {"customerId": "c1"}
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    page.locator("#outline-p-a1").press("Enter")
    expect(page.locator(".item.returned").first).to_be_in_viewport()
    field = page.locator("#inspector pattern-parameter [data-text]").last
    for customer in ("c77", "c1", "c99"):
        field.fill(customer)
        field.press("Enter")
        expect(page.locator(".item.returned .key-rest").first).to_be_in_viewport()
        partition = page.locator(".block").filter(has=page.locator(".item.returned")).locator(".partition").first
        expect(partition).to_contain_text(f"#{customer}")


@pytest.mark.pages
def test_a_print_says_that_it_leaves_out_what_is_far_from_the_window(open_as, workspace, ada, path):
    page = open_as(ada)
    said = "one => getComputedStyle(one, '::before').content"
    for address, is_left_out in ((path, False), (None, True)):
        if address is None:
            made = aside(design_create, workspace=workspace.pk, by=ada, document=big_document(COUNT))
            address = f"/designs/{made.pk}/"
        page.goto(address)
        expect(page.locator("#link-state")).to_have_text("live")
        page.emulate_media(media="print")
        above, below = (page.locator(f"#spacer-{name}").evaluate(said) for name in ("before", "after"))
        page.emulate_media(media="null")
        assert (above, "not printed" in below) == ("none", is_left_out)
