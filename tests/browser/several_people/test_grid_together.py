"""Two people on the same sample items, each in a browser of their own."""

import pytest
from playwright.sync_api import expect

from tests.browser.key_sheet.sheets import go, opened, press, put_on_clipboard, revision

pytestmark = pytest.mark.pages

STATUS = "#row-s-o1 [data-name=status]"
OWNER = "#row-s-o1 [data-name=customerId]"


@pytest.fixture
def two(open_as, path, eve, ada):
    """Eve's page and Ada's."""
    return opened(open_as(eve), path), opened(open_as(ada), path)


def rows(page):
    return page.locator("#grid [data-item]")


def test_a_value_stays_open_while_a_colleague_edits_another_of_the_same_item(two):
    mine, theirs = two
    go(mine, mine.locator(STATUS))
    press(mine, "Enter")
    mine.keyboard.type("-LA")
    go(theirs, theirs.locator(OWNER))
    theirs.keyboard.type("c9")
    press(theirs, "Enter")
    expect(mine.locator(OWNER)).to_have_text("c9")
    mine.keyboard.type("TER")
    expect(mine.locator(f"{STATUS} input")).to_have_value("OPEN-LATER")
    press(mine, "Enter")
    expect(theirs.locator(STATUS)).to_have_text("OPEN-LATER")
    expect(theirs.locator(OWNER)).to_be_focused()


def test_an_item_that_a_colleague_removed_is_no_longer_selected(two):
    mine, theirs = two
    go(mine, mine.locator("#row-s-o1 .key-rest"))
    press(mine, "Shift+ArrowDown")
    expect(mine.locator("#grid [aria-selected=true]")).to_have_count(2)
    go(theirs, theirs.locator("#row-s-o1 .key-rest"))
    press(theirs, "Delete")
    expect(rows(mine)).to_have_count(2)
    press(mine, "Delete")
    expect(rows(theirs)).to_have_count(1)
    expect(theirs.locator("#row-s-c1")).to_be_visible()
    expect(mine.locator(".conflict")).to_have_count(0)


def test_a_copy_and_a_paste_arrive_and_move_nothing_of_a_colleague(two):
    mine, theirs = two
    go(theirs, theirs.locator("#row-s-c1 [data-name=name]"))
    go(mine, mine.locator("#row-s-o1 .key-rest"))
    press(mine, "Control+d")
    expect(rows(theirs)).to_have_count(4)
    put_on_clipboard(mine, "orderId\tcustomerId\tstatus\no7\tc1\tOPEN\no8\tc1\tPAID")
    go(mine, mine.locator("#row-s-o1 .key-rest"))
    press(mine, "Control+v")
    expect(mine.locator("#dialog")).to_contain_text("Order")
    press(mine, "Enter")
    expect(rows(theirs)).to_have_count(6)
    expect(theirs.locator("#row-s-c1 [data-name=name]")).to_be_focused()
    press(mine, "Control+z")
    expect(rows(theirs)).to_have_count(4)


def test_filters_and_folded_collections_are_one_s_own(two):
    mine, theirs = two
    mine.locator("#grid-find").fill("shipped")
    expect(rows(mine)).to_have_count(1)
    go(theirs, theirs.locator("#grid [data-head]").first)
    press(theirs, "Enter")
    expect(theirs.locator("#grid .folded")).to_be_visible()
    expect(rows(mine)).to_have_count(1)
    go(mine, mine.locator("#row-s-o2 [data-name=status]"))
    mine.keyboard.type("shipped twice")
    press(mine, "Enter")
    revision(theirs, 2)
    expect(theirs.locator("#grid .folded")).to_be_visible()
    press(theirs, "ArrowRight")
    expect(theirs.locator("#row-s-o2")).to_contain_text("shipped twice")
    expect(rows(theirs)).to_have_count(3)


def test_generated_samples_arrive_and_only_who_made_them_undoes_them(two):
    mine, theirs = two
    mine.get_by_role("button", name="Items", exact=True).press("Enter")
    mine.get_by_role("menuitem", name="Generate samples").press("Enter")
    dialog = mine.locator("#dialog")
    expect(dialog.locator("[data-preview]")).to_contain_text("Order, 10 items")
    dialog.locator("[name=seed]").press("Enter")
    expect(theirs.locator("#grid .grid-counts")).to_contain_text("23 items")
    expect(theirs.get_by_role("button", name="Undo")).to_be_disabled()
    go(mine, mine.locator("#grid [data-head]").first)
    press(mine, "Control+z")
    expect(theirs.locator("#grid .grid-counts")).to_contain_text("3 items")
