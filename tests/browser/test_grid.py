"""The grid by keyboard alone: cells, windows, folding, filters, edits, selection, pasted rows, generated samples."""

import json
import re

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.loading import read_whole
from modeler.services import design_change, design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import on_clipboard, put_on_clipboard
from tests.factories.documents import big_document

NAME = "#row-s-c1 [data-name=name]"
STATUS = "#row-s-o1 [data-name=status]"


@pytest.fixture
def page(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
    return page


def fields(design, part):
    found = aside(read_whole, design_id=design.pk).parts.get(part)
    return {} if found is None or found.is_removed else found.fields


@pytest.mark.pages
def test_arrow_keys_walk_from_the_partition_key_over_the_values(page):
    page.locator("#grid [data-head]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#row-s-o1 .key-rest")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#row-s-o1 [data-name=GSI1SK]")).to_be_focused()
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#row-s-o1 [data-name=customerId]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#row-s-o2 [data-name=customerId]")).to_be_focused()


def test_enter_edits_a_value_and_tab_goes_on_to_the_next(page, design):
    page.locator("#row-s-o1 [data-name=orderId]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    expect(page.locator(f"{STATUS} input")).to_be_focused()
    page.keyboard.type("PAID")
    page.keyboard.press("Enter")
    expect(page.locator("#row-s-o1 .key-rest")).to_have_text("ORDER#o17")
    expect(page.locator(STATUS)).to_be_focused()
    expect(page.locator(STATUS)).to_have_text("PAID")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    assert fields(design, "s-o1")["values.@a-o-status"] == "PAID"
    page.keyboard.press("Control+z")
    expect(page.locator(STATUS)).to_have_text("OPEN")


def test_a_typed_letter_replaces_a_value_as_in_a_spreadsheet(page, design, ada):
    aside(design_change, design_id=design.pk, deltas=[Delta("s-c1", "values.flag", None, {"BOOL": True})], by=ada)
    page.locator(NAME).focus()
    page.keyboard.type("jo cg?")
    expect(page.locator(f"{NAME} input")).to_have_value("jo cg?")
    page.keyboard.press("Tab")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    assert fields(design, "s-c1")["values.@a-c-name"] == "jo cg?"
    page.keyboard.press("Escape")
    page.locator(NAME).focus()
    page.keyboard.type("Z")
    page.keyboard.press("Escape")
    expect(page.locator(NAME)).to_have_text("jo cg?")
    page.locator("#row-s-c1 [data-name=flag]").focus()
    page.keyboard.type("f")
    expect(page.locator("#row-s-c1 [data-name=flag] select")).to_have_value("false")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 4")
    page.locator("#row-s-o1 [data-name=GSI1SK]").focus()
    page.keyboard.type("x")
    expect(page.locator("#grid input:not([type=search])")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("written by a key template")


@pytest.mark.pages
def test_letters_typed_before_a_long_value_has_come_are_all_in_the_field(page, design, ada):
    aside(design_change, design_id=design.pk, deltas=[Delta("s-c1", "values.@a-c-name", "Ann", "long " * 200)], by=ada)
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator(NAME)).to_contain_class("long")
    page.locator(NAME).focus()
    page.keyboard.type("short")
    expect(page.locator(f"{NAME} :is(input, textarea)")).to_have_value("short")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    assert fields(design, "s-c1")["values.@a-c-name"] == "short"


@pytest.mark.pages
def test_escape_leaves_a_value_and_delete_takes_it_away(page, design):
    page.locator(NAME).focus()
    page.keyboard.press("F2")
    page.keyboard.type("Zed")
    page.keyboard.press("Escape")
    expect(page.locator(NAME)).to_have_text("Ann")
    expect(page.locator(NAME)).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    assert "values.@a-c-name" not in fields(design, "s-c1")


@pytest.mark.pages
def test_what_is_no_value_of_the_type_stays_in_the_field_with_why(page, design, ada):
    change = [Delta("s-c1", "values.n", None, {"N": "5"}), Delta("s-c1", "values.m", None, {"M": {"a": {"N": "1"}}})]
    aside(design_change, design_id=design.pk, deltas=change, by=ada)
    number, nested = (page.locator(f"#row-s-c1 [data-name={name}]") for name in "nm")
    number.focus()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    expect(number.locator(".hint")).to_have_text("many is not a number.")
    page.keyboard.press("Control+a")
    page.keyboard.type("12345678901234567890.5")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    nested.focus()
    page.keyboard.press("Enter")
    expect(nested.locator("textarea")).to_have_value('{"a": 1}')
    page.keyboard.press("Control+a")
    page.keyboard.type('{"a": 0.1000000000000000000001, "b": [null, true]}')
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 4")
    stored = fields(design, "s-c1")
    assert stored["values.n"] == {"N": "12345678901234567890.5"}
    inner = {"a": {"N": "0.1000000000000000000001"}, "b": {"L": [{"NULL": True}, {"BOOL": True}]}}
    assert stored["values.m"] == {"M": inner}


@pytest.mark.pages
def test_many_are_selected_and_deleted_as_one_change(page, design):
    page.locator("#row-s-o1 .key-rest").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#grid [aria-selected=true]")).to_have_count(2)
    page.keyboard.press("Delete")
    expect(page.locator("#grid [data-item]")).to_have_count(1)
    expect(page.locator("#said")).to_contain_text("2 items removed")
    page.locator("#row-s-c1 .key-rest").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#grid [data-item]")).to_have_count(3)


@pytest.mark.pages
def test_an_item_is_duplicated_and_another_added_in_its_item_collection(page, design):
    page.locator("#row-s-o1 .key-rest").focus()
    page.keyboard.press("Control+d")
    expect(page.locator("#grid [data-item]")).to_have_count(4)
    expect(page.locator("#grid .value:focus")).to_have_attribute("data-name", "customerId")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#grid [data-item]")).to_have_count(5)
    expect(page.locator("#grid .block")).to_have_count(1)


@pytest.mark.pages
def test_collections_fold_and_stay_folded_over_an_edit_and_a_reload(page, design, ada):
    page.locator("#grid [data-head]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#grid .folded")).to_contain_text("3 items")
    expect(page.locator("#grid [data-item]")).to_have_count(0)
    aside(design_change, design_id=design.pk, deltas=[Delta("s-c1", "values.@a-c-name", "Ann", "Bo")], by=ada)
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator("#grid .folded")).to_be_visible()
    page.reload()
    expect(page.locator("#grid .folded")).to_be_visible()
    page.locator("#grid [data-head]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#grid [data-item]")).to_have_count(3)


@pytest.mark.pages
def test_filters_stand_in_the_address(page):
    page.locator("#grid-find").focus()
    page.keyboard.type("shipped")
    expect(page.locator("#grid [data-item]")).to_have_count(1)
    expect(page.locator("#grid .grid-counts")).to_contain_text("1 of 3 items")
    assert "holding=shipped" in page.url
    page.reload()
    expect(page.locator("#grid [data-item]")).to_have_count(1)
    page.locator("#grid-find").fill("nothing like it")
    page.get_by_role("button", name="Show all items").press("Enter")
    expect(page.locator("#grid [data-item]")).to_have_count(3)
    page.locator("#grid select[name=entity]").select_option(label="Customer")
    expect(page.locator("#grid [data-item]")).to_have_count(1)
    page.locator("#grid select[name=entity]").select_option("")
    page.locator("#grid [data-head]").first.focus()
    page.keyboard.press("o")
    expect(page.locator("#grid .chip-button")).to_contain_text("CUST#c1")


@pytest.mark.pages
def test_an_index_says_which_items_it_does_not_hold_and_why(page, path):
    page.goto(f"{path}?index=i-gsi1")
    absent = page.locator("#grid .block-absent")
    expect(absent).to_contain_text("Customer 1")
    expect(absent).to_contain_text("no keys in GSI1")
    absent.locator("[data-head]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#row-s-c1")).to_contain_text("CUST#c1 / PROFILE")


@pytest.mark.pages
def test_two_items_with_one_key_are_both_shown(page, design, ada):
    aside(design_change, design_id=design.pk, deltas=[Delta("s-o2", "values.@a-o-id", "o2", "o1")], by=ada)
    expect(page.locator("#grid .note")).to_have_count(2)
    expect(page.locator("#row-s-o1.lost + .note")).to_contain_text("Overwritten")
    expect(page.locator("#row-s-o2 + .note")).to_contain_text("Overwrites: the item above has the same key")


def test_rows_of_a_spreadsheet_are_pasted(page, design):
    page.locator("#row-s-o1 .key-rest").focus()
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "orderId\\tcustomerId\\tstatus\\no7\\tc1\\tOPEN\\n\\tc1\\tOPEN\\n");
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }"""
    )
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("orderId is missing")
    page.keyboard.press("Enter")
    expect(page.locator("#grid [data-item]")).to_have_count(4)
    expect(page.locator("#said")).to_contain_text("Pasted 1 item of Order")


@pytest.mark.pages
def test_one_value_is_pasted_into_its_cell_and_a_long_one_is_copied_whole(page, design):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = "Ann " * 100 + "end"
    put_on_clipboard(page, text)
    page.locator(NAME).focus()
    page.keyboard.press("Control+v")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator("#dialog")).to_be_hidden()
    assert fields(design, "s-c1")["values.@a-c-name"] == text
    expect(page.locator(NAME)).to_have_class(re.compile("long"))
    put_on_clipboard(page, "something else")
    page.locator(NAME).focus()
    page.keyboard.press("Control+c")
    expect(page.locator("#said")).to_have_text("Copied the whole value.")
    assert on_clipboard(page) == text


@pytest.mark.pages
def test_selected_items_are_copied_as_rows_and_as_dynamodb_json_and_pasted_again(page, design):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#row-s-o1 .key-rest").focus()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+c")
    expect(page.locator("#said")).to_contain_text("Copied 2 items as rows")
    head, *rows = on_clipboard(page).strip().split("\n")
    assert {"customerId", "orderId", "status"} <= set(head.split("\t"))
    assert len(rows) == 2
    page.keyboard.press("Control+Alt+c")
    expect(page.locator("#said")).to_contain_text("as DynamoDB JSON")
    items = json.loads(on_clipboard(page))
    assert items[0]["PK"] == {"S": "CUST#c1"}
    put_on_clipboard(page, json.dumps(items[0]).replace("o1", "o8"))
    page.keyboard.press("Control+v")
    dialog = page.locator("#dialog")
    expect(dialog.locator("h3")).to_have_text("Order")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    orders = aside(read_whole, design_id=design.pk).design.tables[0].entities[1].items
    assert str(orders[-1].values["orderId"].data) == "o8"


@pytest.mark.pages
def test_nothing_of_an_item_shows_beside_its_partition_key_when_scrolled_sideways(page):
    grid = page.locator("item-grid")
    page.set_viewport_size({"width": 1100, "height": 700})
    grid.evaluate("element => { element.scrollLeft = 120; }")
    covered = page.locator("#row-s-o1").evaluate(
        """row => {
          const grid = row.closest('item-grid').getBoundingClientRect();
          const [key, box] = [row.querySelector('.key-rest').getBoundingClientRect(), row.getBoundingClientRect()];
          const places = [];
          for (let x = grid.x + 4; x < key.x - 2; x += 12) places.push(document.elementFromPoint(x, box.y + 14));
          return places.length > 3 && places.every(one => !one.closest('.who, .size, .value'));
        }"""
    )
    assert covered


@pytest.mark.pages
def test_the_number_of_items_is_whole_between_two_panels_and_at_200_percent(page):
    is_whole = "one => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth"
    for width in (1280, 640):
        page.set_viewport_size({"width": width, "height": 450})
        for place in (".grid-counts", ".grid-bar"):
            assert page.locator(f"#grid {place}").evaluate(is_whole), (width, place)


@pytest.mark.pages
def test_one_head_row_stands_for_all_entities_and_is_remembered(page, design):
    names = page.locator("#grid .names")
    expect(names.first).to_be_visible()
    page.get_by_role("button", name="One head row").press("Enter")
    expect(names).to_have_count(0)
    head = page.locator("#grid .heads .name")
    assert {"customerId", "name", "status"} <= set(head.all_text_contents())
    column = head.get_by_text("status", exact=True).bounding_box()
    assert abs(page.locator(STATUS).bounding_box()["x"] - column["x"]) < 1
    page.locator(STATUS).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("PAID")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(names).to_have_count(0)
    page.reload()
    expect(head.first).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="One head row").press("Enter")
    expect(names.first).to_be_visible()


@pytest.mark.pages
def test_samples_are_generated_from_the_menu_and_taken_back_by_one_undo(page):
    page.get_by_role("button", name="Items", exact=True).press("Enter")
    page.get_by_role("menuitem", name="Generate samples").press("Enter")
    dialog = page.locator("#dialog")
    expect(dialog.locator("[data-preview]")).to_contain_text("Order, 10 items")
    dialog.locator("[name=seed]").press("Enter")
    expect(page.locator("#grid .grid-counts")).to_contain_text("23 items")
    page.locator("#grid [data-head]").first.focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#grid .grid-counts")).to_contain_text("3 items")


@pytest.mark.pages
def test_a_reader_can_walk_and_not_change(open_as, path, ben):
    page = open_as(ben)
    page.goto(path)
    page.locator(NAME).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#grid input:not([type=search])")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("not edit")
    page.keyboard.press("Delete")
    expect(page.locator("#row-s-c1")).to_be_visible()


@pytest.mark.pages
def test_a_long_grid_is_walked_by_pages_and_to_its_end(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document=big_document(3_000))
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    page.locator("#grid .item > .key-rest").first.focus()
    page.keyboard.press("Control+End")
    expect(page.locator("item-grid")).to_have_attribute("data-after", "0")
    expect(page.locator("#grid .item").last.locator(".key-rest")).to_be_focused()
    assert page.locator("#grid [role=row]:has(:focus)").get_attribute("aria-rowindex") == str(3_001 + 101 + 1)
    page.keyboard.press("Control+Home")
    expect(page.locator("#grid .item").first.locator(".key-rest")).to_be_focused()
    page.keyboard.press("PageDown")
    expect(page.locator("#grid .item").first.locator(".key-rest")).not_to_be_focused()
    expect(page.locator("#grid .item > :focus")).to_be_in_viewport()


@pytest.mark.pages
def test_the_bar_of_the_items_is_whole_at_150_percent(open_as, path, ada):
    page = open_as(ada)
    page.set_viewport_size({"width": 960, "height": 600})
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    bar = page.locator(".grid-bar")
    end = bar.bounding_box()["x"] + bar.bounding_box()["width"]
    tabs = bar.locator(".tabs")
    assert tabs.evaluate("one => one.scrollWidth <= one.clientWidth")
    for one in bar.locator("a, button, input, select").all():
        assert one.bounding_box()["x"] + one.bounding_box()["width"] <= end, one.inner_text()
