"""One person acts while the other is in the midst of something: what is typed stays, and what is said is true."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.key_sheet.sheets import cell, go, opened, press, put_on_clipboard, revision

pytestmark = pytest.mark.pages

SEND = """async (edits) => {
  const answer = await fetch(document.querySelector("[data-typed]").dataset.typed, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf },
    body: JSON.stringify({ edits }),
  });
  return answer.status;
}"""


@pytest.fixture
def two(open_as, path, eve, ada):
    """A function from an address in the design to Eve's page there, and Ada's."""
    return lambda at="": (opened(open_as(eve), path + at), opened(open_as(ada), path))


def change(theirs, *edits):
    """What the other person does, as one change, in a browser of their own."""
    assert theirs.evaluate(SEND, list(edits)) == 200


def put(part, field, value, base=None):
    return {"put": part, "field": field, "value": value, "base": base, "shown": base}


def choice(page):
    return page.get_by_label("Changed while you typed")


def test_a_rate_that_a_colleague_enters_while_i_type_one_is_not_overwritten_unseen(two):
    mine, theirs = two("patterns/")
    mine.get_by_label("Average calls per second of A1", exact=True).focus()
    mine.keyboard.type("5")
    change(theirs, put("p-a1", "per_second", {"average": 30, "peak": 60}))
    peak = mine.get_by_label("Peak calls per second of A1", exact=True)
    expect(peak).to_have_value("60")
    mine.keyboard.type("0")
    press(mine, "Enter")
    expect(choice(mine).locator("[data-theirs]")).to_contain_text("average 30")
    expect(choice(mine).locator("[data-mine]")).to_have_text("average 50, peak 60")
    choice(mine).get_by_role("button", name="Use mine").click()
    revision(mine, 3)
    expect(choice(mine)).to_have_count(0)


def test_a_peak_that_a_colleague_enters_is_kept_beside_my_average(two):
    mine, theirs = two("patterns/")
    mine.get_by_label("Average calls per second of A1", exact=True).fill("50")
    press(mine, "Enter")
    revision(theirs, 2)
    mine.get_by_label("Average calls per second of A1", exact=True).focus()
    mine.keyboard.type("70")
    change(theirs, put("p-a1", "per_second", {"average": 50, "peak": 90}, {"average": 50}))
    expect(mine.get_by_label("Peak calls per second of A1", exact=True)).to_have_value("90")
    press(mine, "Enter")
    revision(mine, 4)
    expect(choice(mine)).to_have_count(0)
    expect(mine.get_by_label("Peak calls per second of A1", exact=True)).to_have_value("90")


def test_a_budget_that_a_colleague_sets_while_i_type_one_is_not_overwritten_unseen(two):
    mine, theirs = two("cost/")
    budget = mine.locator("#cost-budget")
    budget.focus()
    mine.keyboard.type("12")
    change(theirs, put("design", "settings.budget", 900))
    expect(mine.locator(".budget")).to_contain_text("$900")
    mine.keyboard.type("0")
    expect(budget).to_have_value("120")
    press(mine, "Enter")
    expect(choice(mine)).to_contain_text("900")
    choice(mine).get_by_role("button", name="Keep theirs").click()
    expect(mine.locator(".budget")).to_contain_text("$900")
    expect(budget).to_have_value("900")


def test_a_revision_is_not_restored_over_what_the_page_did_not_show(two):
    mine, theirs = two("history/")
    change(theirs, put("e-order", "name", "Purchase", "Order"))
    mine.locator("#changes a.change").last.click()
    restore = mine.get_by_role("button", name="Restore")
    expect(restore).to_be_visible()
    change(theirs, put("e-customer", "name", "Client", "Customer"))
    restore.press("Enter")
    expect(mine.get_by_role("alert")).to_contain_text("Not restored")
    expect(mine.get_by_role("alert")).to_contain_text("Ada renamed entity Customer to Client")
    expect(theirs.locator("#outline")).to_contain_text("Client")
    restore.press("Enter")
    expect(mine.locator("#changes a.change").first).to_have_text("restored revision 1")


def test_samples_are_generated_of_what_the_dialog_lists(two):
    mine, theirs = two()
    mine.get_by_role("button", name="Items", exact=True).press("Enter")
    mine.get_by_role("menuitem", name="Generate samples").press("Enter")
    dialog = mine.locator("#dialog")
    expect(dialog.locator("[data-preview]")).to_contain_text("Order, 10 items")
    dialog.get_by_label("Customer").fill("4")
    dialog.locator("[name=seed]").focus()
    change(theirs, {"remove": "e-order"})
    expect(dialog.locator("[data-preview]")).to_contain_text("Customer, 4 items")
    expect(dialog).not_to_contain_text("Order")
    expect(dialog.locator("[name=seed]")).to_be_focused()
    press(mine, "Enter")
    expect(mine.locator("#grid .grid-counts")).to_contain_text("5 items")


def test_rows_are_pasted_as_the_dialog_understands_them(two):
    mine, theirs = two()
    put_on_clipboard(mine, "orderId\tcustomerId\tstatus\no7\tc1\tOPEN\no8\tc1\tPAID")
    go(mine, mine.locator("#row-s-o1 .key-rest"))
    press(mine, "Control+v")
    dialog = mine.locator("#dialog")
    expect(dialog.get_by_role("button", name="Add 2 items")).to_be_focused()
    expect(dialog).not_to_contain_text("Not attributes of Order")
    change(theirs, put("a-o-status", "name", "state", "status"))
    expect(dialog).to_contain_text("Not attributes of Order, imported as strings: status")
    expect(dialog.get_by_role("button", name="Add 2 items")).to_be_focused()
    press(mine, "Enter")
    expect(theirs.locator("#grid [data-item]")).to_have_count(5)


@pytest.mark.parametrize(("head", "part"), [("#head-i-gsi1", "i-gsi1"), ("#head-e-order", "e-order")])
def test_a_menu_of_what_a_colleague_removes_closes_and_says_so(two, head, part):
    mine, theirs = two()
    go(mine, mine.locator(head))
    press(mine, "Shift+F10")
    expect(mine.get_by_role("menu")).to_be_visible()
    change(theirs, {"remove": part})
    expect(mine.get_by_role("menu")).to_have_count(0)
    expect(mine.locator("#said")).to_contain_text(re.compile("Ada removed (GSI1|Order). Nothing is selected."))


def test_the_palette_lists_what_is_there_and_enter_never_chooses_a_neighbor(two):
    mine, theirs = two()
    press(mine, "Control+k")
    mine.keyboard.type("Order")
    marked = mine.locator("command-palette [role=option][aria-selected=true]")
    expect(marked).to_contain_text("entity")
    change(theirs, {"remove": "e-order"})
    expect(mine.locator("command-palette [role=option]").filter(has_text="orderId")).to_have_count(0)
    expect(marked).to_have_count(0)
    before = mine.url
    press(mine, "Enter")
    expect(mine.locator("command-palette input")).to_be_focused()
    assert mine.url == before
    press(mine, "ArrowDown")
    expect(marked).to_have_count(1)


def test_a_box_of_the_map_that_a_colleague_removes_is_told(two):
    mine, theirs = two("map/")
    go(mine, mine.locator("design-map a[data-node=e-order]"))
    change(theirs, {"move": "e-order", "after": ""})
    revision(mine, 2)
    expect(mine.locator("design-map a[data-node=e-order]")).to_be_focused()
    change(theirs, {"remove": "e-order"})
    expect(mine.locator("#said")).to_contain_text("Ada removed Order. Nothing is selected.")


def test_a_dragged_row_lands_where_it_is_dropped_though_it_is_renamed_meanwhile(two):
    mine, theirs = two()
    order, customer = (mine.locator(f"#head-{one}").bounding_box() for one in ("e-order", "e-customer"))
    mine.mouse.move(order["x"] + 20, order["y"] + 8)
    mine.mouse.down()
    mine.mouse.move(order["x"] + 20, order["y"] - 10, steps=4)
    change(theirs, put("e-order", "name", "Purchase", "Order"))
    revision(mine, 2)
    mine.mouse.move(customer["x"] + 10, customer["y"] + 2, steps=4)
    mine.mouse.up()
    expect(theirs.locator("key-sheet tr[data-name]").first).to_have_attribute("data-name", "Purchase")


def test_a_dragged_row_that_a_colleague_removes_drops_nothing(two):
    mine, theirs = two()
    order, customer = (mine.locator(f"#head-{one}").bounding_box() for one in ("e-order", "e-customer"))
    mine.mouse.move(order["x"] + 20, order["y"] + 8)
    mine.mouse.down()
    mine.mouse.move(order["x"] + 20, order["y"] - 10, steps=4)
    change(theirs, {"remove": "e-order"})
    expect(mine.locator("key-sheet tr[data-name]")).to_have_count(1)
    mine.mouse.move(customer["x"] + 10, customer["y"] + 2, steps=4)
    mine.mouse.up()
    go(mine, cell(mine, "Customer", "SK"))
    press(mine, *"ME", "Enter")
    revision(theirs, 3)
    expect(theirs.locator("key-sheet tr[data-name]")).to_have_count(1)


def test_a_budget_that_is_left_by_tab_stays_as_typed(two):
    mine, theirs = two("cost/")
    budget = mine.locator("#cost-budget")
    budget.fill("$1,200")
    press(mine, "Tab")
    revision(theirs, 2)
    expect(mine.locator(".budget")).to_contain_text("$1,200")
    expect(budget).to_have_value(re.compile(r"^\$?1,?200$"))
    expect(mine.locator("#budget-field[data-editing]")).to_have_count(0)
