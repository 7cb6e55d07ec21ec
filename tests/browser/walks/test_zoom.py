"""Every view and dialog at 200% zoom, which halves the window: all can be reached, by one scrollbar."""

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from tests.browser.aside import aside
from tests.browser.test_pages import ELSEWHERE, PAGES

pytestmark = pytest.mark.pages

HALVES = ({"width": 640, "height": 450}, {"width": 720, "height": 450})
"""Of windows of 1280 and 1440 pixels, 900 high."""

OUT_OF_REACH = """() => {
  const holder = document.querySelector("dialog[open]") ?? document.body;
  const root = document.scrollingElement;
  const overflow = (one, axis) => getComputedStyle(one)[axis === "x" ? "overflowX" : "overflowY"];
  const scrolls = (one, axis) => ["auto", "scroll"].includes(overflow(one, axis));
  const said = (one) => one.ariaLabel ?? one.textContent.trim().slice(0, 40);
  const called = (one) => `${one.tagName} ${one.id} ${one.className} ${said(one)}`;
  const isPast = ([from, to], [first, last]) => from >= last - 1 || to <= first + 1;
  const found = [];
  const reachable = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const box = { x: [left, right], y: [top, bottom] };
    const isFree = (above) => getComputedStyle(above).position === "fixed";
    for (let above = one; above !== document.body; above = above.parentElement) {
      if (isFree(above)) break;
      const parent = above.parentElement;
      const own = parent.getBoundingClientRect();
      for (const [axis, edges] of [["x", [own.left, own.right]], ["y", [own.top, own.bottom]]]) {
        // What scrolls can show all that is in it.
        if (scrolls(parent, axis)) box[axis] = edges;
        else if (overflow(parent, axis) !== "visible" && isPast(box[axis], edges)) return false;
      }
    }
    const isBelow = root.scrollHeight <= root.clientHeight && isPast(box.y, [0, innerHeight]);
    return !isBelow && !isPast(box.x, [0, innerWidth]);
  };
  const used = "a[href], button, input, select, textarea, summary, h1, h2, h3, [tabindex]";
  for (const one of holder.querySelectorAll(used)) {
    const { width, height } = one.getBoundingClientRect();
    const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || width <= 1 || height <= 1 || one.closest(".for-readers, .skip, [inert]")) continue;
    if (!reachable(one)) found.push(called(one));
  }
  const isTall = (one) => scrolls(one, "y") && one.scrollHeight > one.clientHeight + 1 && one.checkVisibility();
  const tall = [...holder.querySelectorAll("*")].filter(isTall);
  // The rows of the items are drawn as they scroll: they have a scrollbar of their own.
  const isInner = (one) => tall.some((other) => other !== one && other.contains(one));
  const inner = tall.filter((one) => !one.matches("item-grid, textarea, select") && isInner(one));
  found.push(...inner.map((one) => `second scrollbar: ${called(one)}`));
  const { top = 0, bottom = 0 } = document.querySelector("dialog[open]")?.getBoundingClientRect() ?? {};
  if (top < 0 || bottom > innerHeight) found.push("the dialog is larger than the window");
  return found;
}"""


@pytest.fixture
def shop(workspace, ada):
    return aside(example_create, workspace=workspace.pk, by=ada, key="order-management")


def test_nothing_is_out_of_reach_on_any_view(open_as, shop, ada):
    page = open_as(ada)
    found = {}
    more = ("traffic/", "branches/", "drift/", "update/", "export/", "?part=t-orders")
    for at in (*(f"/designs/{shop.pk}/{one}" for one in (*PAGES, *more)), *ELSEWHERE, "/help/", "/import/live/"):
        page.goto(at)
        for size in HALVES:
            page.set_viewport_size(size)
            if lost := page.evaluate(OUT_OF_REACH):
                found[at, size["width"]] = lost
    assert found == {}, found


def test_nothing_is_out_of_reach_in_any_dialog(open_as, shop, ada):
    page = open_as(ada)
    page.set_viewport_size(HALVES[0])
    page.goto(f"/designs/{shop.pk}/")
    expect(page.locator("#link-state")).to_have_text("live")
    found = {}

    def look(name, opened="#dialog"):
        expect(page.locator(opened)).to_be_visible()
        if lost := page.evaluate(OUT_OF_REACH):
            found[name] = lost
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()

    page.locator("#middle").focus()
    page.keyboard.press("Control+k")
    look("palette", "dialog.palette")
    page.keyboard.press("?")
    look("keys")
    for action in ("Generate sample", "Change types of attributes", "Find and replace in templates"):
        page.keyboard.press("Control+k")
        expect(page.locator("dialog.palette")).to_be_visible()
        page.keyboard.type(action)
        expect(page.locator("dialog.palette [role=option]").first).to_contain_text(action)
        page.keyboard.press("Enter")
        look(action)
    page.locator("key-cell").first.focus()
    page.keyboard.press("Shift+F2")
    look("comment")
    page.locator("term-hint button").first.press("Enter")
    look("term")
    for panel in ("Outline", "Inspector"):
        page.get_by_role("button", name=panel, exact=True).press("Enter")
        if lost := page.evaluate(OUT_OF_REACH):
            found[panel] = lost
    assert found == {}, found
