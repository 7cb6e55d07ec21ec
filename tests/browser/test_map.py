"""The map of a design, by keyboard: what a box lights, where it leads, and the files."""

import re

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.factories.documents import small_document


@pytest.fixture
def page(open_as, workspace, ada):
    made = aside(example_create, workspace=workspace.pk, by=ada, key="order-management")
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/map/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page


@pytest.mark.pages
def test_a_pattern_lights_its_index_and_the_entities_that_it_declares(page):
    accessible(page)
    page.locator("#map").get_by_role("link", name=re.compile("^A2 ")).focus()
    lit = page.locator(".map-node[data-on]")
    expect(lit).to_have_count(3)
    assert [one.get_attribute("aria-label") for one in lit.all()][1:] == ["app-main", "Order"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("a.place:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("a.entity:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("part="))
    expect(page.locator("#sheet")).to_be_visible()


@pytest.mark.pages
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_drawing_is_saved_as_it_is_shown(page, kind):
    with page.expect_download() as found:
        page.get_by_role("button", name=kind.upper()).press("Enter")
    assert found.value.suggested_filename == f"map.{kind}"
    content = found.value.path().read_bytes()
    begin = {"svg": b"<svg", "png": b"\x89PNG"}[kind]
    assert content.startswith(begin)
    assert kind == "png" or b"app-main" in content


@pytest.mark.pages
def test_a_print_has_the_whole_drawing_on_one_page(page, workspace, ada):
    page.set_viewport_size({"width": 1000, "height": 420})
    page.emulate_media(media="print")
    height = page.locator(".map-drawing svg").evaluate("svg => svg.getBoundingClientRect().height")
    page.emulate_media(media="null")
    assert 100 < height <= 420 - 100


@pytest.mark.pages
def test_a_print_of_a_hundred_patterns_has_each_box_whole_on_a_page(open_as, workspace, ada):
    document = small_document()
    read = document["access_patterns"][1]
    document["access_patterns"] = [{**read, "id": f"p{one}", "code": f"A{one}"} for one in range(100)]
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/map/")
    page.set_viewport_size({"width": 740, "height": 980})
    page.emulate_media(media="print")
    sheets = page.locator(".map-sheets svg")
    expect(sheets).to_have_count(4)
    expect(page.locator(".map-drawing").first).to_be_hidden()
    heights = sheets.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    page.emulate_media(media="null")
    assert all(0 < height <= 980 - 100 for height in heights)
