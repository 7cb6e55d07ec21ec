"""The scrollbars that Linux and Windows show: of the panel under the pointer, else of the one with the focus."""

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from tests.browser.aside import aside

PANELS = (".outline", ".inspector", "#sheet", "item-grid", ".view > .panel", ".view > * > .panel")
SHOWN = """() => [...document.querySelectorAll("*")].flatMap((one) => {
  const { overflowX, overflowY, scrollbarColor, scrollbarWidth } = getComputedStyle(one);
  if (!one.checkVisibility() || scrollbarWidth === "none" || scrollbarColor.startsWith("rgba(0, 0, 0, 0)")) return [];
  const scrolls = (overflow, whole, seen) => ["auto", "scroll"].includes(overflow) && seen > 0 && whole > seen + 1;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one;
  const bars = [scrolls(overflowX, scrollWidth, clientWidth), scrolls(overflowY, scrollHeight, clientHeight)];
  return bars.filter(Boolean).map(() => `${one.tagName} ${one.id} ${one.className}`);
})"""


@pytest.mark.pages
def test_no_view_shows_more_than_two_scrollbars(open_as, workspace, ada):
    shop = aside(example_create, workspace=workspace.pk, by=ada, key="order-management")
    page = open_as(ada)
    found = {}
    for at in (
        "",
        "patterns/",
        "requirements/",
        "map/",
        "findings/",
        "cost/",
        "json/",
        "export/terraform/",
        "history/",
    ):
        page.goto(f"/designs/{shop.pk}/{at}")
        expect(page.locator("#link-state")).to_have_text("live")
        for panel in PANELS:
            for one in page.locator(panel).all():
                if one.is_visible():
                    one.hover(position={"x": 20, "y": 20}, force=True)
                    bars = page.evaluate(SHOWN)
                    if len(bars) > 2:
                        found[at, panel] = bars
        page.keyboard.press("Tab")
        if len(bars := page.evaluate(SHOWN)) > 2:
            found[at, "by keys"] = bars
    assert found == {}


@pytest.mark.pages
def test_the_panel_with_the_focus_shows_its_scrollbars(open_as, path, ada):
    page = open_as(ada)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.set_viewport_size({"width": 1280, "height": 240})
    page.locator(".outline").hover()
    assert page.evaluate(SHOWN) and all("outline" in bar for bar in page.evaluate(SHOWN))
    page.locator("key-cell").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(SHOWN) and all("sheet" in bar for bar in page.evaluate(SHOWN))
