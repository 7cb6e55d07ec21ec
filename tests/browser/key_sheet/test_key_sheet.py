"""The key sheet by keyboard alone: moving, editing with completion, conditions, overloads, and what a cell says."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import PartKind, children
from modeler.core.edits.changes import Delta
from modeler.loading import read_structure
from modeler.services import design_change
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, offered, opened, press, revision


@pytest.fixture
def page(open_as, path, eve):
    return opened(open_as(eve), path)


def stored(design, part):
    return aside(read_structure, design_id=design.pk).parts[part].fields


def test_keys_move_as_in_a_spreadsheet(page):
    go(page, cell(page, "Order", "PK"))
    press(page, "End")
    expect(cell(page, "Order", "GSI1PK")).to_be_focused()
    press(page, "Control+ArrowUp")
    expect(page.locator("#head-i-gsi1")).to_be_focused()
    press(page, "ArrowDown")
    expect(cell(page, "Customer", "GSI1PK")).to_be_focused()
    press(page, "Home")
    expect(page.locator("#head-e-customer")).to_be_focused()
    press(page, "Control+End")
    expect(cell(page, "Order", "when")).to_be_focused()
    press(page, "Control+Home")
    expect(cell(page, "Customer", "PK")).to_be_focused()


def test_a_typed_letter_replaces_f2_edits_tab_saves_and_goes_on_escape_leaves(page, design):
    go(page, cell(page, "Customer", "SK"))
    press(page, "M", "E", "Tab")
    revision(page, 2)
    assert stored(design, "o-c-base")["keys.SK"] == "ME"
    expect(cell(page, "Customer", "GSI1PK")).to_be_focused()
    press(page, "Shift+Tab")
    go(page, cell(page, "Customer", "SK"))
    press(page, "F2", "End", "x", "Shift+Tab")
    revision(page, 3)
    expect(cell(page, "Customer", "PK")).to_be_focused()
    press(page, "Q", "Escape")
    expect(cell(page, "Customer", "PK")).to_have_attribute("data-text", "CUST#{customerId}")
    expect(cell(page, "Customer", "PK")).to_be_focused()
    assert stored(design, "o-c-base")["keys.SK"] == "MEx"


@pytest.mark.pages
@pytest.mark.parametrize("key", ["Enter", "F2"])
def test_a_key_that_edits_keeps_the_text_and_a_click_selects_it(page, design, key):
    where = cell(page, "Customer", "SK")
    go(page, where)
    press(page, key)
    page.keyboard.type("#MORE")
    expect(where.locator("input")).to_have_value("PROFILE#MORE")
    press(page, "Enter")
    revision(page, 2)
    assert stored(design, "o-c-base")["keys.SK"] == "PROFILE#MORE"
    where.click()
    page.keyboard.type("ME")
    expect(where.locator("input")).to_have_value("ME")


def test_attributes_and_formats_are_completed_and_the_example_follows(page, design):
    where = cell(page, "Order", "SK")
    go(page, where)
    press(page, "Enter", "End")
    page.keyboard.type("#{sta")
    field = where.get_by_role("combobox")
    option = offered(page)
    expect(option.first).to_contain_text("status")
    expect(option.first).to_contain_text("OPEN")
    expect(field).to_have_attribute("aria-expanded", "true")
    page.keyboard.type(":lo")
    expect(field).to_have_value("ORDER#{orderId}#{status:lo")
    expect(option.first).to_contain_text("open")
    press(page, "Enter")
    expect(field).to_have_value("ORDER#{orderId}#{status:lower}")
    expect(where.locator(".makes .made")).to_have_text("ORDER#o1#open")
    expect(where.locator(".mirror .format")).to_have_text("lower")
    expect(page.locator("#grid")).to_contain_text("ORDER#o1#open")
    expect(page.locator("cell-facts")).to_contain_text("not recoverable: status")
    press(page, "Enter")
    revision(page, 2)
    assert stored(design, "o-o-base")["keys.SK"] == "ORDER#{@a-o-id}#{@a-o-status:lower}"


@pytest.mark.pages
def test_a_name_that_is_being_completed_is_no_mistake_before_its_list_closes(page):
    where = cell(page, "Order", "SK")
    go(page, where)
    press(page, "Enter", "End")
    page.keyboard.type("#")
    expect(page.locator("#grid")).to_contain_text("ORDER#o1#")
    with page.expect_response("**/draft/**"):
        page.keyboard.type("{sta")
    expect(offered(page).first).to_contain_text("status")
    expect(page.locator("#grid")).to_contain_text("ORDER#o1#")
    expect(page.locator("#grid")).not_to_contain_text("is not closed")
    press(page, "Escape")
    expect(page.locator("#grid")).to_contain_text("is not closed")


@pytest.mark.pages
def test_an_attribute_that_is_not_there_is_added_with_the_template_in_one_change(page, design):
    where = cell(page, "Customer", "SK")
    go(page, where)
    page.keyboard.type("AT#{region")
    expect(offered(page)).to_contain_text("Add this attribute to Customer")
    press(page, "ArrowDown", "Enter", "Enter")
    revision(page, 2)
    parts = aside(read_structure, design_id=design.pk).parts
    made = next(one for one in parts.values() if one.kind is PartKind.ATTRIBUTE and one.name == "region")
    assert parts["o-c-base"].fields["keys.SK"] == f"AT#{{@{made.id}}}"
    press(page, "Control+z")
    revision(page, 3)
    assert aside(read_structure, design_id=design.pk).parts["o-c-base"].fields["keys.SK"] == "PROFILE"


@pytest.mark.pages
def test_an_entity_enters_an_index_by_its_first_text_and_the_second_joins_it(page, design):
    go(page, cell(page, "Customer", "GSI1PK"))
    page.keyboard.type("ALL")
    expect(page.locator("#grid .draft-note")).to_be_visible()
    press(page, "Tab")
    expect(cell(page, "Customer", "GSI1SK")).to_be_focused()
    page.keyboard.type("{name}")
    press(page, "Enter")
    revision(page, 3)
    expect(page.locator("#grid")).to_contain_text("Ann")
    parts = aside(read_structure, design_id=design.pk).parts
    (made,) = [one for one in children(parts, "e-customer", PartKind.OVERLOAD) if one.fields.get("index")]
    assert made.fields["keys.GSI1PK"] == "ALL"
    go(page, cell(page, "Customer", "GSI1PK"))
    press(page, "Shift+ArrowDown", "Delete")
    revision(page, 4)
    expect(page.locator("#meet-e-customer-i-gsi1")).to_have_attribute("data-absent", "")


@pytest.mark.pages
def test_a_sparse_condition_is_typed_with_completion_and_a_second_overload_stands_behind_it(page, design):
    go(page, cell(page, "Order", "when"))
    press(page, "Enter")
    page.keyboard.type("sta")
    expect(offered(page).first).to_contain_text("status")
    press(page, "Enter")
    page.keyboard.type("= ")
    expect(offered(page).first).to_contain_text("OPEN")
    press(page, "Enter", "Enter")
    revision(page, 2)
    assert stored(design, "o-o-gsi1")["when"] == "{@a-o-status} = 'OPEN'"
    expect(page.locator("#grid")).to_contain_text("Not in GSI1")
    go(page, cell(page, "Order", "GSI1PK"))
    press(page, "Shift+Enter")
    revision(page, 3)
    expect(cell(page, "Order", "when", 1)).to_be_focused()
    go(page, cell(page, "Order", "GSI1PK", 1))
    page.keyboard.type("LATER")
    press(page, "Enter")
    revision(page, 4)
    press(page, "Alt+Shift+ArrowUp")
    revision(page, 5)
    expect(cell(page, "Order", "GSI1PK")).to_contain_text("LATER")
    press(page, "Control+Delete")
    revision(page, 6)
    expect(page.locator("#meet-e-order-i-gsi1 .overload")).to_have_count(1)


@pytest.mark.pages
def test_what_is_known_of_a_cell_stands_under_the_sheet(page):
    go(page, cell(page, "Order", "PK"))
    strip = page.locator("cell-facts")
    expect(strip).to_contain_text("CUST#c1")
    expect(strip).to_contain_text("6–133 B")
    expect(strip).to_contain_text("recoverable from the key: customerId")
    expect(strip).to_contain_text("shares item collections with Customer")
    expect(strip).to_contain_text("used by A1")


@pytest.mark.pages
def test_the_patterns_of_a_cell_and_the_cells_of_a_pattern_light_each_other(page):
    go(page, cell(page, "Order", "GSI1PK"))
    expect(page.locator("#outline-p-a2")).to_have_attribute("data-lit-use", "")
    expect(page.locator("#outline-p-a1[data-lit-use]")).to_have_count(0)
    page.locator("#outline-p-a1").focus()
    expect(page.locator("key-cell[data-lit-use]")).to_have_count(2)
    expect(cell(page, "Order", "SK")).to_have_attribute("data-lit-use", "")


@pytest.mark.pages
def test_a_finding_marks_its_cell_and_is_read_there(page, celery_worker_process):
    where = cell(page, "Order", "PK")
    go(page, where)
    page.keyboard.type("X#{nobody}")
    press(page, "Enter")
    expect(where).to_have_attribute("data-findings", "error", timeout=20_000)
    expect(page.locator("cell-facts .severity-error").first).to_contain_text("nobody")


@pytest.mark.pages
def test_what_is_typed_survives_a_refusal_and_a_colleague(page, design, ada):
    where = cell(page, "Customer", "SK")
    go(page, where)
    page.keyboard.type("MINE")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    expect(page.locator("#outline")).to_contain_text("Purchase")
    expect(where.locator("input")).to_have_value("MINE")
    press(page, "Enter")
    revision(page, 3)
    # Again at once: its own change is not taken for somebody else's.
    press(page, "Enter", "End", "2", "Enter")
    press(page, "Enter", "End", "3", "Enter")
    expect(page.locator("#revision")).to_contain_text("revision 5", timeout=15_000)
    assert stored(design, "o-c-base")["keys.SK"] == "MINE23"
    expect(page.locator("#dialog")).not_to_be_visible()
