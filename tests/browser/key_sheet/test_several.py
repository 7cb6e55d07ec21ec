"""Several rows at once: entities, indexes, access patterns and findings; texts replaced and types changed."""

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from modeler.loading import read_current, read_whole
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import opened, press, revision
from tests.factories.documents import careless_document


def found(design):
    return aside(read_whole, design_id=design.pk).design


def head(page, name):
    return page.locator("th").filter(has=page.locator(f"a[data-head]:text-is('{name}')")).locator("a[data-head]")


def picked(page):
    return page.locator("[data-picked]")


@pytest.fixture
def shop(workspace, ada):
    """The example of orders, with its patterns and sample items."""
    return aside(example_create, workspace=workspace.pk, by=ada, key="order-management")


@pytest.mark.pages
def test_entities_selected_with_shift_are_moved_duplicated_and_removed_as_one_change_each(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    head(page, "Customer").focus()
    press(page, "Shift+ArrowDown")
    expect(head(page, "Order")).to_be_focused()
    expect(picked(page)).to_have_count(2)
    expect(page.locator("#said")).to_contain_text("2 entities selected")
    accessible(page)
    press(page, "Alt+ArrowDown")
    revision(page, 2)
    assert [one.name for one in found(shop).tables[0].entities][:3] == ["OrderMeta", "Customer", "Order"]
    expect(picked(page)).to_have_count(2)
    press(page, "Control+d")
    revision(page, 3)
    names = [one.name for one in found(shop).tables[0].entities]
    assert names[1:5] == ["Customer", "Customer copy", "Order", "Order copy"]
    head(page, "Customer copy").click()
    head(page, "Order copy").click(modifiers=["Control"])
    press(page, "Delete")
    revision(page, 4)
    assert "Customer copy" not in [one.name for one in found(shop).tables[0].entities]
    assert "Order copy" not in [one.name for one in found(shop).tables[0].entities]
    press(page, "Control+z")
    revision(page, 5)
    expect(head(page, "Order copy")).to_be_visible()


@pytest.mark.pages
def test_an_entity_is_inserted_above_another_from_its_menu(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    head(page, "Order").focus()
    press(page, "Shift+F10")
    page.get_by_role("menuitem", name="Insert an entity above").press("Enter")
    page.get_by_label("Name of the new entity").fill("Invoice")
    press(page, "Enter")
    revision(page, 2)
    assert [one.name for one in found(shop).tables[0].entities][:3] == ["Customer", "Invoice", "Order"]
    expect(head(page, "Invoice")).to_be_focused()


@pytest.mark.pages
def test_indexes_are_selected_moved_and_duplicated_with_their_keys(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    head(page, "GSI1").focus()
    press(page, "Space", "Escape")
    expect(picked(page)).to_have_count(0)
    press(page, "Control+d")
    revision(page, 2)
    indexes = found(shop).tables[0].indexes
    assert [one.name for one in indexes] == ["GSI1", "GSI3", "GSI2"]
    assert [key.name for key in indexes[1].partition_key] == ["GSI3PK"]


@pytest.mark.pages
def test_the_width_of_a_column_is_mine_and_a_hidden_one_is_passed_over(open_as, eve, ada, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    column = page.locator("th[data-name=GSI1]")
    width = column.bounding_box()["width"]
    head(page, "GSI1").focus()
    press(page, "Alt+Shift+ArrowRight", "Alt+Shift+ArrowRight")
    wide = column.bounding_box()["width"]
    assert wide > width + 30
    edge = column.bounding_box()
    page.mouse.move(edge["x"] + wide - 3, edge["y"] + 10)
    page.mouse.down()
    page.mouse.move(edge["x"] + wide + 57, edge["y"] + 10, steps=4)
    page.mouse.up()
    assert abs(column.bounding_box()["width"] - wide - 60) < 4
    page.reload()
    expect(page.locator("#link-state")).to_have_text("live")
    assert abs(column.bounding_box()["width"] - wide - 60) < 4
    head(page, "GSI1").focus()
    press(page, "Shift+F10")
    page.get_by_role("menuitem", name="Hide this column").press("Enter")
    expect(column).to_be_hidden()
    head(page, "table").focus()
    press(page, "ArrowRight")
    expect(head(page, "GSI2")).to_be_focused()
    accessible(page)
    other = opened(open_as(ada), f"/designs/{shop.pk}/")
    expect(other.locator("th[data-name=GSI1]")).to_be_visible()
    page.get_by_role("button", name="Actions for the sheet").focus()
    press(page, "Enter")
    page.get_by_role("menuitem", name="Show 1 hidden column").press("Enter")
    expect(column).to_be_visible()


@pytest.mark.pages
def test_patterns_are_selected_by_keyboard_moved_and_dragged(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/patterns/")
    row = page.locator("[data-pattern-row]")
    row.nth(0).locator("th a").focus()
    press(page, "Shift+ArrowDown", "Alt+ArrowDown")
    revision(page, 2)
    assert [one.code for one in found(shop).patterns][:3] == ["A3", "A1", "A2"]
    expect(picked(page)).to_have_count(2)
    press(page, "Control+d")
    revision(page, 3)
    assert [one.code for one in found(shop).patterns][1:5] == ["A1", "A8", "A2", "A9"]
    row.nth(0).locator(".code").drag_to(row.nth(2).locator(".code"), target_position={"x": 4, "y": 24})
    revision(page, 4)
    assert [one.code for one in found(shop).patterns][:3] == ["A1", "A8", "A3"]


@pytest.fixture
def careless(workspace, ada, celery_worker_process):
    """A design with several findings."""
    return design_create(workspace=workspace.pk, by=ada, document=careless_document())


@pytest.mark.pages
def test_findings_of_several_rules_are_muted_with_one_reason(open_as, eve, careless):
    page = open_as(eve)
    page.goto(f"/designs/{careless.pk}/findings/")
    cards = page.locator("#findings .finding[id]")
    expect(cards.nth(1)).to_be_visible()
    count = cards.count()
    cards.nth(0).focus()
    press(page, "Shift+ArrowDown", "m")
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("Mute 2 findings")
    accessible(page)
    dialog.get_by_label("Reason").fill("known")
    press(page, "Enter")
    expect(cards).to_have_count(count - 2)
    revision(page, 2)


@pytest.mark.pages
def test_a_text_is_replaced_in_all_templates_after_a_look_at_each(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    press(page, "Control+h")
    dialog = page.locator("#dialog")
    expect(dialog.get_by_label("Find", exact=True)).to_be_focused()
    page.keyboard.type("CUST#")
    press(page, "Tab")
    page.keyboard.type("CUSTOMER#")
    row = dialog.locator("tr[data-edit]")
    expect(row.filter(has_text="Customer PK")).to_contain_text("CUSTOMER#{customerId}")
    expect(row.filter(has_text="A2 PK")).to_contain_text("CUSTOMER#{customerId}")
    accessible(page)
    press(page, "Enter")
    revision(page, 2)
    design = found(shop)
    texts = [text for _, entity in design.entities() for one in entity.overloads for text in one.keys.values()]
    assert not [text for text in texts if "CUST#" in text]
    assert [text for text in texts if "CUSTOMER#" in text]
    expect(page.locator("#said")).to_contain_text("Replaced in")


@pytest.mark.pages
def test_attributes_of_one_name_get_another_type_in_one_change(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    press(page, "Control+k")
    page.keyboard.type("change types")
    press(page, "Enter")
    dialog = page.locator("#dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Change types of attributes")
    accessible(page)
    dialog.get_by_label("Name or type").fill("total")
    dialog.get_by_label("All that are listed").check()
    dialog.get_by_label("New type").select_option("S")
    dialog.get_by_role("button", name="Change").click()
    revision(page, 2)
    types = {str(one.type) for _, entity in found(shop).entities() for one in entity.attributes if one.name == "total"}
    assert types == {"S"}


@pytest.mark.pages
def test_the_palette_has_the_menu_of_what_has_the_focus(open_as, eve, shop):
    page = opened(open_as(eve), f"/designs/{shop.pk}/")
    head(page, "OrderMeta").focus()
    press(page, "Control+k")
    page.keyboard.type("move up ordermeta")
    press(page, "Enter")
    revision(page, 2)
    assert [one.name for one in found(shop).tables[0].entities][:2] == ["Customer", "OrderMeta"]
    press(page, "Control+k")
    page.keyboard.type("generate samples")
    press(page, "Enter")
    expect(page.locator("#dialog")).to_contain_text("Generate")
    assert aside(read_current, design_id=shop.pk).revision == 2
