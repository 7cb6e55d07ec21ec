"""Two people on one key sheet, each in a browser of their own: what a spreadsheet does with one, it does with both."""

import pytest
from playwright.sync_api import expect

from tests.browser.key_sheet.sheets import cell, go, offered, opened, press, put_on_clipboard, revision

pytestmark = pytest.mark.pages


@pytest.fixture
def two(open_as, path, eve, ada):
    """Eve's page and Ada's."""
    return opened(open_as(eve), path), opened(open_as(ada), path)


def head(page, name):
    return page.locator(f'key-sheet tr[data-name="{name}"] a[data-head]')


def chosen_in_menu(page, *names):
    press(page, "Shift+F10")
    for name in names:
        page.get_by_role("menuitem", name=name).press("Enter")


def test_a_draft_is_mine_until_it_is_saved(two):
    mine, theirs = two
    keys = "#row-s-c1 .key-rest"
    go(mine, cell(mine, "Customer", "SK"))
    press(mine, "Enter")
    mine.keyboard.type("#DRAFT")
    expect(mine.locator(keys)).to_have_text("PROFILE#DRAFT")
    go(theirs, cell(theirs, "Order", "SK"))
    theirs.keyboard.type("O#{orderId}")
    press(theirs, "Enter")
    revision(theirs, 2)
    expect(theirs.locator(keys)).to_have_text("PROFILE")
    # Her edit is in my grid, beside my draft.
    expect(mine.locator("#row-s-o1 .key-rest")).to_have_text("O#o1")
    expect(mine.locator(keys)).to_have_text("PROFILE#DRAFT")
    press(mine, "Enter")
    expect(theirs.locator(keys)).to_have_text("PROFILE#DRAFT")


def test_an_attribute_that_a_colleague_has_just_added_is_offered(two):
    mine, theirs = two
    go(theirs, head(theirs, "Customer"))
    press(theirs, "Enter")
    theirs.locator("#inspector").get_by_role("button", name="+ attribute").click()
    expect(theirs.locator("#inspector attribute-list input:focus")).to_have_count(1)
    theirs.keyboard.type("loyaltyTier")
    press(theirs, "Enter")
    revision(mine, 3)
    go(mine, cell(mine, "Customer", "SK"))
    press(mine, "Enter")
    mine.keyboard.type("#{loy")
    expect(offered(mine).first).to_contain_text("loyaltyTier")


def test_a_pasted_range_is_one_change_for_both_and_one_undo_takes_it_back(two):
    mine, theirs = two
    go(mine, cell(mine, "Order", "PK"))
    press(mine, "Shift+ArrowDown", "Control+c")
    go(mine, cell(mine, "Customer", "GSI1PK"))
    press(mine, "Control+v")
    revision(theirs, 2)
    expect(cell(theirs, "Customer", "GSI1PK")).to_have_attribute("data-text", "CUST#{customerId}")
    expect(cell(theirs, "Customer", "GSI1SK")).to_have_attribute("data-text", "ORDER#{orderId}")
    # Ada has nothing to undo; Eve has.
    expect(theirs.get_by_role("button", name="Undo")).to_be_disabled()
    press(mine, "Control+z")
    expect(theirs.locator("#meet-e-customer-i-gsi1")).to_have_attribute("data-absent", "")


def test_a_fill_down_and_a_cleared_range_leave_the_editor_of_a_colleague_open(two):
    mine, theirs = two
    open_one = cell(theirs, "Order", "GSI1SK")
    go(theirs, open_one)
    press(theirs, "Enter")
    theirs.keyboard.type("#mi")
    go(mine, cell(mine, "Customer", "SK"))
    press(mine, "Shift+ArrowDown", "Shift+ArrowDown", "Control+d")
    revision(theirs, 2)
    expect(cell(theirs, "Order", "SK")).to_have_attribute("data-text", "PROFILE")
    press(mine, "Delete")
    revision(theirs, 3)
    expect(cell(theirs, "Order", "SK")).to_have_attribute("data-text", "")
    theirs.keyboard.type("ne")
    expect(open_one.locator("input")).to_have_value("{orderId}#mine")
    press(theirs, "Enter")
    expect(cell(mine, "Order", "GSI1SK")).to_have_attribute("data-text", "{orderId}#mine")


def test_a_range_that_is_cleared_before_the_fill_is_drawn_begins_from_what_was_filled(two):
    """The answer had come and was not drawn yet: the cell had its value from before, and a clear was refused."""
    mine, theirs = two
    held = []
    mine.route("**/edits/", lambda route: held.append((route, route.fetch())), times=1)
    go(mine, cell(mine, "Customer", "SK"))
    press(mine, "Shift+ArrowDown", "Shift+ArrowDown", "Control+d")
    revision(theirs, 2)
    ((route, answer),) = held
    route.fulfill(response=answer)
    press(mine, "Delete")
    revision(theirs, 3)
    expect(cell(theirs, "Order", "SK")).to_have_attribute("data-text", "")


@pytest.fixture
def undrawn(open_as, path, eve):
    """Eve's page, to which no drawing of the key sheet comes after the first. The routes stay in their page."""
    page = open_as(eve).context.new_page()

    def pass_on(socket):
        server = socket.connect_to_server()
        server.on_message(lambda told: None if '"sheet"' in as_text(told) else socket.send(told))

    page.route_web_socket("**/*", pass_on)
    return opened(page, path)


def as_text(told):
    """The line that says what a message holds; the HTML after it is packed."""
    return told if isinstance(told, str) else told.partition(b"\n")[0].decode()


def test_a_range_is_cleared_however_late_the_fill_is_drawn(undrawn, open_as, path, ada):
    theirs = opened(open_as(ada), path)
    go(undrawn, cell(undrawn, "Customer", "SK"))
    press(undrawn, "Shift+ArrowDown", "Shift+ArrowDown", "Control+d")
    revision(undrawn, 2)
    undrawn.evaluate("() => { const now = Date.now; Date.now = () => now() + 60_000; }")
    for number, key, text in ((3, "Delete", ""), (4, "Control+d", "PROFILE"), (5, "Delete", "")):
        press(undrawn, key)
        revision(undrawn, number)
        expect(cell(theirs, "Order", "SK")).to_have_attribute("data-text", text)


def test_a_colleague_s_key_is_never_taken_for_one_s_own_that_is_not_drawn(undrawn, open_as, path, ada):
    theirs = opened(open_as(ada), path)
    go(undrawn, cell(undrawn, "Customer", "SK"))
    press(undrawn, "Shift+ArrowDown", "Shift+ArrowDown", "Control+d")
    revision(theirs, 2)
    go(theirs, cell(theirs, "Order", "SK"))
    press(theirs, *"ADA", "Enter")
    revision(undrawn, 3)
    press(undrawn, "Delete")
    expect(undrawn.get_by_label("Changed while you typed")).to_contain_text("ADA")
    expect(cell(theirs, "Order", "SK")).to_have_attribute("data-text", "ADA")


def test_a_key_that_was_undone_is_edited_again_without_asking_whose_is_right(two):
    mine, theirs = two
    for number, text in ((2, "FIRST"), (4, "SECOND")):
        go(mine, cell(mine, "Customer", "SK"))
        press(mine, *text, "Enter")
        revision(mine, number)
        expect(cell(theirs, "Customer", "SK")).to_have_attribute("data-text", text)
        if number == 2:
            press(mine, "Control+z")
            expect(cell(mine, "Customer", "SK")).to_have_attribute("data-text", "PROFILE")


def test_a_row_inserted_above_moves_neither_the_focus_nor_the_selection(two):
    mine, theirs = two
    go(theirs, cell(theirs, "Order", "PK"))
    press(theirs, "Shift+ArrowRight")
    selected = theirs.locator("key-cell[data-selected]")
    expect(selected).to_have_count(2)
    go(mine, head(mine, "Customer"))
    chosen_in_menu(mine, "Insert an entity above")
    mine.get_by_label("Name of the new entity").fill("Invoice")
    press(mine, "Enter")
    expect(theirs.locator("key-sheet tr[data-name]").first).to_have_attribute("data-name", "Invoice")
    expect(cell(theirs, "Order", "GSI1PK")).to_be_focused()
    expect(selected).to_have_count(2)
    put_on_clipboard(theirs, "A\tB")
    press(theirs, "Control+v")
    expect(cell(mine, "Order", "PK")).to_have_attribute("data-text", "A")
    expect(cell(mine, "Order", "GSI1PK")).to_have_attribute("data-text", "B")


def test_entities_that_are_selected_stay_so_while_a_colleague_duplicates_one(two):
    mine, theirs = two
    go(mine, head(mine, "Customer"))
    press(mine, "Shift+ArrowDown")
    picked = mine.locator("key-sheet tr[data-picked]")
    expect(picked).to_have_count(2)
    go(theirs, head(theirs, "Order"))
    press(theirs, "Control+d")
    expect(head(mine, "Order copy")).to_be_visible()
    expect(picked).to_have_count(2)
    press(mine, "Delete")
    expect(theirs.locator("key-sheet tr[data-name]")).to_have_count(1)
    expect(head(theirs, "Order copy")).to_be_focused()
    press(mine, "Control+z")
    expect(theirs.locator("key-sheet tr[data-name]")).to_have_count(3)


def test_a_rename_arrives_in_the_template_that_a_colleague_has_open(two):
    mine, theirs = two
    open_one = cell(theirs, "Customer", "SK")
    go(theirs, open_one)
    press(theirs, "Enter")
    theirs.keyboard.type("#x")
    go(mine, head(mine, "Customer"))
    press(mine, "F2")
    mine.keyboard.type("Client")
    press(mine, "Enter")
    for place in ("#outline", "#grid"):
        expect(theirs.locator(place)).to_contain_text("Client")
    expect(theirs.locator("key-sheet")).to_contain_text("Client")
    renamed = cell(theirs, "Client", "SK")
    expect(renamed.locator("input")).to_be_focused()
    press(theirs, "Enter")
    expect(cell(mine, "Client", "SK")).to_have_attribute("data-text", "PROFILE#x")


def test_a_color_is_chosen_by_keyboard_and_seen_by_both(two):
    mine, theirs = two
    before = head(theirs, "Customer").evaluate("head => head.closest('tr').className")
    go(mine, head(mine, "Order"))
    chosen_in_menu(mine, "Color", "Pink")
    revision(theirs, 2)
    for page in two:
        for place in ("#sheet-e-order", "#outline-e-order .entity", "#row-s-o1"):
            expect(page.locator(f"{place}.hue-11, {place} .hue-11, .hue-11 {place}").first).to_be_attached()
    assert head(theirs, "Customer").evaluate("head => head.closest('tr').className") == before
    go(mine, head(mine, "Order"))
    press(mine, "Shift+F10")
    mine.get_by_role("menuitem", name="Color").press("Enter")
    expect(mine.get_by_role("menuitem", name="Pink")).to_contain_text("✓")
    mine.get_by_role("menuitem", name="Automatic").press("Enter")
    expect(theirs.locator(".hue-11")).to_have_count(0)


def test_a_replacement_that_a_colleague_overtakes_loses_nothing_of_hers(two):
    mine, theirs = two
    press(mine, "Control+h")
    dialog = mine.locator("#dialog")
    expect(dialog.get_by_label("Find", exact=True)).to_be_focused()
    mine.keyboard.type("CUST#")
    press(mine, "Tab")
    mine.keyboard.type("C#")
    expect(dialog.locator("tr[data-edit]").filter(has_text="Customer PK")).to_contain_text("C#{customerId}")
    go(theirs, cell(theirs, "Order", "PK"))
    press(theirs, "Enter")
    theirs.keyboard.type("#new")
    press(theirs, "Enter")
    expect(dialog.locator("tr[data-edit]").filter(has_text="Order PK")).to_contain_text("C#{customerId}#new")
    press(mine, "Enter")
    expect(cell(theirs, "Order", "PK")).to_have_attribute("data-text", "C#{customerId}#new")


def test_a_column_that_moves_keeps_the_index_through_which_a_colleague_looks(two):
    mine, theirs = two
    theirs.locator("#head-i-gsi1").click()
    current = theirs.locator("#grid [aria-current=true]")
    expect(current).to_have_text("GSI1")
    go(mine, mine.locator("#head-i-gsi1"))
    press(mine, "Control+d")
    for page in two:
        expect(page.locator('[data-column][data-name="GSI2"]')).to_be_visible()
    go(mine, mine.locator("#head-i-gsi1"))
    press(mine, "Alt+ArrowRight")
    expect(theirs.locator("th[data-column]").last).to_have_attribute("data-name", "GSI1")
    expect(current).to_have_text("GSI1")
    expect(theirs.locator("#head-i-gsi1")).to_be_focused()
