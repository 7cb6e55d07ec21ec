"""Ranges of the key sheet by mouse, as in a spreadsheet: dragged, kept, copied, pasted over, cleared."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import PartKind, children
from modeler.loading import read_structure
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, on_clipboard, opened, press, put_on_clipboard, revision


@pytest.fixture
def page(open_as, path, eve):
    return opened(open_as(eve), path)


def parts_of(design):
    return aside(read_structure, design_id=design.pk).parts


def middle(where):
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, *places):
    """The mouse pressed on the first, drawn over the others, and let go on the last."""
    page.mouse.move(*middle(places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*middle(place), steps=4)
    page.mouse.up()


def chosen(page):
    return page.locator("key-cell[data-selected]")


@pytest.mark.pages
def test_the_mouse_drawn_over_cells_selects_them_and_edits_none(page):
    drag(page, cell(page, "Order", "PK"), cell(page, "Order", "GSI1SK"))
    expect(chosen(page)).to_have_count(4)
    expect(page.locator("key-cell input")).to_have_count(0)
    expect(cell(page, "Order", "GSI1SK")).to_be_focused()
    assert page.evaluate("String(getSelection())") == ""
    press(page, "Control+c")
    copied = "CUST#{customerId}\tSTATUS#{status}\nORDER#{orderId}\t{orderId}"
    assert on_clipboard(page) == copied
    press(page, "Shift+ArrowLeft")
    expect(chosen(page)).to_have_count(2)
    # From its lower right corner, a key fills the same key of other entities, and no other key.
    source = cell(page, "Customer", "SK")
    source.focus()
    box, text = source.bounding_box(), source.get_attribute("data-text")
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    page.mouse.down()
    for key in ("GSI1SK", "SK"):
        page.mouse.move(*middle(cell(page, "Order", key)), steps=4)
    page.mouse.up()
    expect(cell(page, "Order", "SK")).to_have_attribute("data-text", text)
    expect(cell(page, "Order", "GSI1SK")).to_have_attribute("data-text", "{orderId}")


@pytest.mark.pages
def test_a_drag_back_to_where_it_began_selects_one_cell_and_edits_none(page):
    first = cell(page, "Order", "PK")
    drag(page, first, cell(page, "Order", "GSI1PK"), first)
    expect(chosen(page)).to_have_count(1)
    expect(page.locator("key-cell input")).to_have_count(0)
    page.mouse.click(*middle(first))
    expect(first.locator("input")).to_be_focused()


@pytest.mark.pages
def test_shift_and_a_click_extend_what_was_dragged(page):
    drag(page, cell(page, "Order", "PK"), cell(page, "Order", "SK"))
    cell(page, "Order", "GSI1PK").click(modifiers=["Shift"])
    expect(chosen(page)).to_have_count(2)
    assert {one.get_attribute("data-field") for one in chosen(page).all()} == {"keys.PK", "keys.GSI1PK"}
    expect(page.locator("key-cell input")).to_have_count(0)


@pytest.mark.pages
def test_cells_are_pasted_from_the_first_of_a_range_wherever_its_drawing_ended(page, design):
    put_on_clipboard(page, "BOTH#{customerId}\nONE")
    drag(page, cell(page, "Customer", "PK"), cell(page, "Customer", "SK"))
    press(page, "Control+v")
    revision(page, 2)
    stored = parts_of(design)["o-c-base"].fields
    assert (stored["keys.PK"], stored["keys.SK"]) == ("BOTH#{@a-c-id}", "ONE")
    parts = parts_of(design)
    assert [one for one in children(parts, "e-customer", PartKind.OVERLOAD) if one.fields.get("index")] == []


@pytest.mark.pages
def test_who_may_only_read_draws_a_range_and_copies_it(open_as, path, ben):
    page = opened(open_as(ben), path)
    drag(page, cell(page, "Customer", "PK"), cell(page, "Customer", "SK"))
    expect(chosen(page)).to_have_count(2)
    press(page, "Control+c")
    assert on_clipboard(page) == "CUST#{customerId}\nPROFILE"
    press(page, "Escape")
    expect(chosen(page)).to_have_count(0)


@pytest.mark.pages
@pytest.mark.parametrize("at", [("Order", "GSI1SK"), ("Customer", "PK")], ids=["last", "first"])
def test_a_table_that_names_a_key_is_not_pasted_before_a_person_says_what_it_is(page, design, at):
    put_on_clipboard(page, "Thing\tPK\tnote\tmore\nBox\tBOX#{boxId}\ta\tb\nCrate\tCRATE#{boxId}\tc\td")
    go(page, cell(page, *at))
    press(page, "Control+v")
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("have no place")
    accessible(page)
    press(page, "Enter")
    revision(page, 2)
    expect(page.locator('tr[data-name="Crate"]')).to_be_visible()
    assert parts_of(design)["o-o-gsi1"].fields["keys.GSI1SK"] == "{@a-o-id}"


@pytest.mark.pages
def test_a_header_row_of_keys_is_a_sheet_without_the_word_entity(page, design):
    put_on_clipboard(page, "Thing\tPK\tSK\nBox\tBOX#{boxId}\tBOX")
    go(page, cell(page, "Order", "PK"))
    press(page, "Control+v")
    revision(page, 2)
    expect(page.locator('tr[data-name="Box"]')).to_be_visible()
    assert parts_of(design)["o-o-base"].fields["keys.SK"].startswith("ORDER#")


def test_a_range_is_filled_down_and_an_entity_duplicated_by_keyboard(page, design):
    drag(page, cell(page, "Customer", "SK"), cell(page, "Order", "SK"))
    expect(chosen(page)).to_have_count(3)
    press(page, "Control+d")
    revision(page, 2)
    stored = parts_of(design)["o-o-base"].fields
    assert (stored["keys.PK"], stored["keys.SK"]) == ("CUST#{@a-o-cust}", "PROFILE")
    go(page, page.locator("#head-e-order"))
    press(page, "Control+d")
    revision(page, 3)
    expect(page.locator('tr[data-name="Order copy"] [data-head]')).to_be_focused()
