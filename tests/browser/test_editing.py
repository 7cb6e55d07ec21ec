"""The moment that sells it: a key is typed, the grid follows before anything is saved. By keyboard."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import PartKind
from modeler.core.edits.changes import Delta
from modeler.loading import read_structure, read_whole
from modeler.services import design_change
from tests.browser.aside import aside

KEY = "#cell-o-o-base-keys-PK"


def edit(page, cell, text):
    page.locator(cell).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.type(text)


def test_typing_in_a_key_rekeys_the_grid_before_it_is_saved(open_as, path, eve, design):
    page = open_as(eve)
    page.goto(path)
    edit(page, KEY, "#x")
    expect(page.locator("#grid .key-first").filter(has_text="CUST#c1#x").first).to_be_visible()
    expect(page.locator("#grid .draft-note")).to_be_visible()
    assert aside(read_structure, design_id=design.pk).revision == 1
    page.keyboard.press("Escape")
    expect(page.locator("#grid .draft-note")).to_have_count(0)
    expect(page.locator("#grid")).not_to_contain_text("CUST#c1#x")
    expect(page.locator(KEY)).to_be_focused()


def test_enter_saves_and_undo_takes_it_back(open_as, path, eve, design):
    page = open_as(eve)
    page.goto(path)
    edit(page, KEY, "#x")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator("#grid .draft-note")).to_have_count(0)
    expect(page.locator("#grid")).to_contain_text("CUST#c1#x")
    page.keyboard.press("Control+z")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    expect(page.locator("#grid")).not_to_contain_text("CUST#c1#x")


@pytest.mark.pages
def test_a_half_typed_template_says_what_is_wrong_with_it(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    edit(page, KEY, "#{status")
    # While the list offers to complete the name, nothing is wrong yet.
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"{KEY} .hint")).to_contain_text("not closed")
    page.keyboard.type("x}")
    expect(page.locator(f"{KEY} .hint")).to_contain_text("no attribute statusx")


@pytest.mark.pages
def test_an_unknown_attribute_of_a_saved_template_is_offered_to_be_made(open_as, path, eve, design):
    page = open_as(eve)
    page.goto(path)
    edit(page, KEY, "#{region}")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator("#said")).to_contain_text("Order has no attribute region")
    page.get_by_role("button", name="Add region to Order").press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    expect(page.locator(KEY)).to_be_focused()
    parts = aside(read_whole, design_id=design.pk).parts
    (region,) = [one for one in parts.values() if one.kind is PartKind.ATTRIBUTE and one.name == "region"]
    items = [one for one in parts.values() if one.kind is PartKind.ITEM and one.parent == region.parent]
    # Existing sample items have a value, so that their keys stay complete.
    assert items and all(one.fields.get(f"values.@{region.id}") for one in items)


@pytest.mark.pages
def test_arrow_keys_move_between_the_cells(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    page.locator(KEY).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#cell-o-o-base-keys-SK")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet-e-order td:nth-of-type(2) [data-cell]").first).to_be_focused()


@pytest.mark.pages
def test_choosing_a_pattern_lights_what_it_reads(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    page.locator("#outline-p-a1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#grid .items[data-lit]")).to_be_visible()
    expect(page.locator("#grid .item.returned")).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("A1 reads 2 items, 0.5 RRU")


@pytest.mark.pages
def test_a_field_changed_meanwhile_is_shown_and_the_person_chooses(open_as, path, ada, eve, design):
    page = open_as(eve)
    page.goto(path)
    edit(page, KEY, "#mine")
    stored = aside(read_structure, design_id=design.pk).parts["o-o-base"].fields["keys.PK"]
    aside(
        design_change,
        design_id=design.pk,
        by=ada,
        deltas=[Delta("o-o-base", "keys.PK", stored, stored.replace("CUST", "BUYER"))],
    )
    page.keyboard.press("Enter")
    dialog = page.locator(".conflict")
    expect(dialog).to_contain_text("Ada was first")
    expect(dialog).to_contain_text("BUYER#")
    dialog.get_by_role("button", name="Use mine").press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    expect(page.locator(KEY)).to_contain_text("#mine")


def test_a_reader_can_look_and_not_type(open_as, path, ben):
    page = open_as(ben)
    page.goto(path)
    page.locator(KEY).click()
    expect(page.get_by_role("region", name="About the cell")).to_contain_text("CUST#")
    expect(page.locator("#said")).to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator(f"{KEY} input")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("not edit")


@pytest.mark.pages
def test_a_key_of_an_index_is_seen_through_that_index(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    edit(page, "#cell-o-o-gsi1-keys-GSI1PK", "#{orderId}")
    expect(page.locator("#grid .tab[aria-current]")).to_have_text("GSI1")
    expect(page.locator("#grid .key-first").filter(has_text="STATUS#OPEN#o1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#grid")).not_to_contain_text("STATUS#OPEN#o1")
    expect(page.locator("#grid .tab[aria-current]")).to_have_text("GSI1")


@pytest.mark.pages
def test_the_same_key_is_edited_twice_without_asking_whose_is_right(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    for number, text in ((2, "#x"), (3, "#y"), (4, "#z")):
        edit(page, KEY, text)
        page.keyboard.press("Enter")
        expect(page.locator("#revision")).to_contain_text(f"revision {number}")
        expect(page.locator(f"{KEY} .attribute")).to_have_text("customerId")
    expect(page.locator(f"{KEY} .shown")).to_have_text("CUST#{customerId}#x#y#z")
    expect(page.locator("#dialog")).not_to_be_visible()
