"""Rows, columns and ranges of the key sheet by keyboard alone: one act is one change."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import PartKind, children
from modeler.loading import read_structure
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, on_clipboard, opened, press, put_on_clipboard, revision


@pytest.fixture
def page(open_as, path, eve):
    return opened(open_as(eve), path)


def parts_of(design):
    return aside(read_structure, design_id=design.pk).parts


def names(design, parent, kind):
    return [one.name for one in children(parts_of(design), parent, kind)]


def test_a_range_is_copied_and_pasted_as_one_change(page, design):
    go(page, cell(page, "Order", "PK"))
    press(page, "Shift+ArrowDown", "Control+c")
    assert on_clipboard(page) == "CUST#{customerId}\nORDER#{orderId}"
    go(page, cell(page, "Customer", "GSI1PK"))
    press(page, "Control+v")
    revision(page, 2)
    made = [one for one in children(parts_of(design), "e-customer", PartKind.OVERLOAD) if one.fields.get("index")]
    assert made[0].fields["keys.GSI1PK"] == "CUST#{@a-c-id}"
    assert "orderId" in names(design, "e-customer", PartKind.ATTRIBUTE)
    press(page, "Control+z")
    revision(page, 3)
    expect(page.locator("#meet-e-customer-i-gsi1")).to_have_attribute("data-absent", "")


@pytest.mark.pages
def test_a_whole_sheet_goes_to_a_spreadsheet_and_comes_back_with_a_new_row_and_index(page, design):
    go(page, cell(page, "Order", "PK"))
    press(page, "Control+a", "Control+c")
    sheet = on_clipboard(page)
    assert sheet.splitlines()[0] == "Entity\tPK\tSK\tGSI1PK\tGSI1SK"
    assert sheet.splitlines()[2] == "Order\tCUST#{customerId}\tORDER#{orderId}\tSTATUS#{status}\t{orderId}"
    lines = [f"{line}\t" for line in sheet.splitlines()]
    lines[0] += "GSI2PK"
    lines.append("Invoice\tCUST#{customerId}\tINV#{invoiceId}\t\t\tINVOICES")
    put_on_clipboard(page, "\r\n".join(lines))
    press(page, "Control+v")
    revision(page, 2)
    expect(page.locator('tr[data-name="Invoice"]')).to_be_visible()
    expect(cell(page, "Invoice", "GSI2PK")).to_have_attribute("data-text", "INVOICES")
    expect(cell(page, "Invoice", "SK").locator(".makes .made")).to_have_text("INV#1")
    assert names(design, "t-main", PartKind.ENTITY) == ["Customer", "Order", "Invoice"]
    press(page, "Control+z")
    revision(page, 3)
    expect(page.locator('tr[data-name="Invoice"]')).to_have_count(0)


@pytest.mark.pages
def test_delete_clears_a_range(page, design):
    go(page, cell(page, "Customer", "PK"))
    press(page, "Shift+ArrowDown", "Delete")
    revision(page, 2)
    assert "keys.PK" not in parts_of(design)["o-c-base"].fields


@pytest.mark.pages
def test_rows_are_moved_renamed_added_and_removed(page, design):
    go(page, cell(page, "Order", "PK"))
    press(page, "Alt+ArrowUp")
    revision(page, 2)
    assert names(design, "t-main", PartKind.ENTITY) == ["Order", "Customer"]
    expect(cell(page, "Order", "PK")).to_be_focused()
    press(page, "Home", "F2")
    page.keyboard.type("Purchase")
    press(page, "Enter")
    revision(page, 3)
    expect(page.locator("#head-e-order")).to_have_text("Purchase")
    press(page, "Control+ArrowDown", "Enter")
    page.keyboard.type("Parcel")
    press(page, "Enter")
    revision(page, 4)
    expect(page.locator('tr[data-name="Parcel"] [data-head]')).to_be_focused()
    expect(page.locator("#grid")).to_contain_text("PARCEL#1")
    press(page, "Delete")
    revision(page, 5)
    assert names(design, "t-main", PartKind.ENTITY) == ["Purchase", "Customer"]


@pytest.mark.pages
def test_columns_are_added_kept_in_reserve_moved_and_removed(page, design):
    go(page, page.get_by_role("button", name="Add an index"))
    press(page, "Enter", "ArrowDown", "Enter")
    revision(page, 2)
    head = page.locator('[data-column][data-name="GSI2"] [data-head]')
    expect(head).to_be_focused()
    expect(page.locator('[data-column][data-name="GSI2"]')).to_contain_text("unused")
    press(page, "Alt+ArrowLeft")
    revision(page, 3)
    assert names(design, "t-main", PartKind.INDEX) == ["GSI2", "GSI1"]
    expect(head).to_be_focused()
    press(page, "Shift+F10")
    page.get_by_role("menuitem", name="Mark this index as used").press("Enter")
    revision(page, 4)
    expect(page.locator('[data-column][data-name="GSI2"]')).to_contain_text("not written")
    go(page, head)
    press(page, "Delete")
    revision(page, 5)
    assert names(design, "t-main", PartKind.INDEX) == ["GSI1"]


@pytest.mark.pages
def test_the_head_of_a_column_opens_the_index_and_looks_through_it(page):
    go(page, page.locator("#head-i-gsi1"))
    press(page, "Enter")
    expect(page.locator("#inspector").get_by_role("heading", name="GSI1")).to_be_visible()
    expect(page.locator("#grid [aria-current=true]")).to_have_text("GSI1")
    expect(page.locator("#head-i-gsi1")).to_be_focused()
    press(page, "ArrowLeft", "Enter")
    expect(page.locator("#grid [aria-current=true]")).to_have_text("table")
    expect(page.locator("#inspector")).to_contain_text("Capacity mode")


@pytest.mark.pages
def test_a_row_is_dragged_by_its_head(page, design):
    page.locator("#head-e-order").drag_to(page.locator("#head-e-customer"), target_position={"x": 4, "y": 1})
    revision(page, 2)
    assert names(design, "t-main", PartKind.ENTITY) == ["Order", "Customer"]


@pytest.mark.pages
def test_a_reader_copies_and_changes_nothing(open_as, path, ben, design):
    page = opened(open_as(ben), path)
    go(page, cell(page, "Order", "PK"))
    press(page, "Control+c")
    assert on_clipboard(page) == "CUST#{customerId}"
    press(page, "Delete")
    expect(page.locator("#said")).to_contain_text("not edit")
    assert aside(read_structure, design_id=design.pk).revision == 1


@pytest.mark.pages
def test_a_name_typed_over_another_has_its_letters_in_their_order(page, design):
    go(page, page.locator("#head-e-order"))
    page.keyboard.type("Sale")
    expect(page.get_by_label("Name of Order")).to_have_value("Sale")
    press(page, "Enter")
    expect(page.locator("#head-e-order")).to_have_text("Sale")
    go(page, page.locator("#head-e-order"))
    press(page, "F2")
    page.keyboard.type("X")
    expect(page.get_by_label("Name of Sale")).to_have_value("X")


@pytest.mark.pages
def test_a_new_entity_that_arrives_late_leaves_the_next_name_alone(page, design):
    held = []
    page.route("**/edits/", lambda route: held.append(route), times=1)
    adding = page.locator("key-sheet [data-add-row]")
    go(page, adding)
    page.keyboard.type("Parcel")
    with page.expect_request("**/edits/"):
        press(page, "Enter")
    page.keyboard.type("Pallet")
    held[0].continue_()
    expect(page.locator("key-sheet").get_by_role("link", name="Parcel")).to_be_visible()
    page.keyboard.type("s")
    name = page.get_by_label("Name of the new entity")
    expect(name).to_be_focused()
    expect(name).to_have_value("Pallets")
    press(page, "Enter")
    expect(page.locator("key-sheet").get_by_role("link", name="Pallets")).to_be_focused()
    assert names(design, "t-main", PartKind.ENTITY) == ["Customer", "Order", "Parcel", "Pallets"]
    page.context.close()
