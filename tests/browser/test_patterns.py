"""Access patterns by keyboard: said, chosen, asked with other values, seen by index."""

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from modeler.loading import read_current, read_whole
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import put_on_clipboard
from tests.factories.documents import small_document
from tests.waiting import DRAWN


@pytest.fixture
def shop(workspace, ada):
    """The example of orders, with its patterns and sample items."""
    return aside(example_create, workspace=workspace.pk, by=ada, key="order-management")


@pytest.fixture
def patterns_page(open_as, eve, shop):
    page = open_as(eve)
    page.goto(f"/designs/{shop.pk}/patterns/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page


def row(page, code):
    return page.locator("[data-pattern-row]").filter(has=page.locator(f".code:text-is('{code}')"))


def test_a_pattern_is_said_and_is_there_chosen_and_lit(patterns_page, shop):
    page = patterns_page
    page.locator("#say").focus()
    page.keyboard.type("open orders of a customer, newest first (5/s, peak 40)")
    page.keyboard.press("Enter")
    said = page.locator("[data-pattern-row]").filter(has_text="Open orders of a customer, newest first")
    expect(said.locator("th a")).to_be_focused()
    expect(page.locator("#inspector")).to_contain_text("Open orders of a customer, newest first")
    expect(page.locator("#inspector")).not_to_contain_text("cannot run:")
    expect(page.locator("#grid .returned").first).to_be_visible()
    found = aside(read_current, design_id=shop.pk).design.patterns
    stored = next(one for one in found if one.name.startswith("Open orders of"))
    assert stored.per_second.peak == 40
    assert stored.filter == "status = 'OPEN'"
    assert stored.extra["intent"]["given"] == ["customerId"]


@pytest.mark.pages
def test_arrows_walk_enter_chooses_and_the_grid_lights(patterns_page):
    page = patterns_page
    row(page, "A1").locator("th a").focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, "A2").locator("th a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row(page, "A2")).to_have_attribute("data-chosen", "")
    expect(page.locator("#grid .returned").first).to_be_visible()
    expect(page.locator("#inspector")).to_contain_text("Run on the sample items")


@pytest.mark.pages
def test_another_value_of_a_parameter_lights_other_items(patterns_page, shop):
    page = patterns_page
    row(page, "A1").locator("th a").focus()
    page.keyboard.press("Enter")
    field = page.locator("#inspector").get_by_label("customerId", exact=True)
    expect(field).to_be_visible()
    offered = field.locator("xpath=..").locator("option")
    assert offered.count() >= 1
    field.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("nobody-1")
    page.keyboard.press("Enter")
    expect(page.locator("#inspector .run-told")).to_contain_text("reads 0 items")
    stored = next(one for one in aside(read_current, design_id=shop.pk).design.patterns if one.code == "A1")
    assert stored.parameters["customerId"] == "nobody-1"


@pytest.mark.pages
def test_a_write_shows_before_and_after_in_every_index(patterns_page):
    page = patterns_page
    row(page, "A7").locator("th a").focus()
    page.keyboard.press("Enter")
    told = page.locator("#inspector .run-told")
    expect(told.locator(".write-place")).to_have_count(3)
    expect(told).to_contain_text("SHIPPED")
    expect(told.locator(".effect-leaves")).to_have_count(1)


@pytest.mark.pages
def test_patterns_by_index(patterns_page):
    page = patterns_page
    page.get_by_role("button", name="By index").focus()
    page.keyboard.press("Enter")
    expect(page.locator("table.matrix")).to_be_visible()
    expect(page.locator("table.matrix .named").first).to_be_visible()
    page.reload()
    expect(page.locator("table.matrix")).to_be_visible()


@pytest.mark.pages
def test_a_pattern_said_while_another_is_chosen_is_shown(open_as, eve, ada, workspace):
    """Chromium died here: the morph moved the datalist of a parameter by `moveBefore` (static/js/lib/moving.js)."""
    saas = aside(example_create, workspace=workspace.pk, by=ada, key="saas-projects")
    page = open_as(eve)
    died = []
    page.on("crash", lambda _: died.append(True))
    page.goto(f"/designs/{saas.pk}/patterns/")
    expect(page.locator("#link-state")).to_have_text("live")
    row(page, "S2").locator("th a").click()
    expect(page.locator("#inspector")).to_contain_text("Run on the sample items")
    page.locator("#say").fill("projects of a tenant, newest first (5/s)")
    page.get_by_role("button", name="Add", exact=True).first.click()
    said = page.locator("[data-pattern-row]").filter(has_text="Projects of a tenant, newest first")
    expect(said.locator("th a")).to_be_focused()
    page.evaluate(DRAWN)
    assert not died


@pytest.mark.pages
def test_a_moved_datalist_outlives_its_input(patterns_page):
    """What Chromium dies of without static/js/lib/moving.js, whatever the morph makes of a page."""
    died = []
    patterns_page.on("crash", lambda _: died.append(True))
    patterns_page.evaluate("""() => {
      const [from, to] = [document.createElement("div"), document.createElement("div")];
      document.body.append(from, to);
      from.innerHTML = '<input list="moved"><p><datalist id="moved"><option>x</option></datalist></p>';
      document.body.getBoundingClientRect();
      to.moveBefore(from.querySelector("p"), null);
      from.remove();
      document.body.getBoundingClientRect();
    }""")
    patterns_page.evaluate(DRAWN)
    expect(patterns_page.locator("#moved option")).to_have_count(1)
    assert not died


@pytest.mark.pages
def test_rates_of_twelve_patterns_are_entered_in_thirty_keys(open_as, eve, workspace, ada):
    document = small_document()
    first = document["access_patterns"][0]
    document["access_patterns"] = [{**first, "id": f"p{n}", "code": f"A{n}", "name": f"Read {n}"} for n in range(1, 13)]
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/patterns/")
    expect(page.locator("#link-state")).to_have_text("live")
    keys = [key for n in range(12) for key in (str(n % 9 + 1), "Enter")]
    assert len(keys) <= 30
    page.get_by_label("Average calls per second of A1", exact=True).focus()
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#revision")).to_contain_text("revision 13")
    stored = aside(read_whole, design_id=design.pk).design.patterns
    assert [one.per_second.average for one in stored] == [n % 9 + 1 for n in range(12)]
    page.get_by_label("Peak calls per second of A1", exact=True).focus()
    put_on_clipboard(page, "Peak\tReturned\n1,000\t5\n2,000\t6")
    page.keyboard.press("Control+v")
    expect(page.locator("#said")).to_contain_text("Pasted 4 values in one change")
    stored = aside(read_whole, design_id=design.pk).design.patterns
    assert [(one.per_second.peak, one.items_returned) for one in stored[:2]] == [(1000, 5), (2000, 6)]
    page.get_by_label("Average calls per second of A1", exact=True).fill("many")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("is a number of 0 or more")
    accessible(page)


@pytest.mark.pages
def test_a_pattern_opens_as_code_to_copy(patterns_page, shop):
    page = patterns_page
    page.locator("[data-pattern-row] th a").first.press("Enter")
    page.get_by_role("button", name="As code").press("Enter")
    dialog = page.locator("#dialog")
    expect(dialog.locator("#code-cli-1")).to_contain_text("aws dynamodb")
    # What is read from its head begins there, also in a low window.
    expect(dialog.get_by_role("heading").first).to_be_focused()
    expect(dialog.locator("#code-boto3-1")).to_contain_text('boto3.client("dynamodb")')
    expect(dialog.locator("#code-partiql-1")).to_contain_text("SELECT")
    accessible(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Copy").first.press("Enter")
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert "aws dynamodb" in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.pages
def test_a_low_window_shows_three_rows_above_the_items(patterns_page):
    page = patterns_page
    page.set_viewport_size({"width": 640, "height": 450})
    below = page.locator("#grid").bounding_box()
    third = page.locator("[data-pattern-row]").nth(2).bounding_box()
    assert third["y"] + third["height"] <= below["y"]
    page.get_by_role("separator", name="Height of the list").press("ArrowUp")
    assert page.locator("#grid").bounding_box()["y"] < below["y"] - 10  # a height that a person chose wins
