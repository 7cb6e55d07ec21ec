"""Reached by keyboard: palette, search, addresses of cells, pages by two letters, colors, a first design."""

import re

import pytest
from playwright.sync_api import expect

from modeler.services import design_create

SAYS = "orders of a customer, newest first (50/s)\ncustomer by id"
PAGES = {"p": "patterns/", "f": "findings/", "c": "cost/", "e": "export/", "t": "provision/", "h": "history/", "s": ""}


@pytest.fixture
def page(open_as, path, ada):
    made = open_as(ada)
    made.context.grant_permissions(["clipboard-read", "clipboard-write"])
    made.goto(path)
    expect(made.locator("#link-state")).to_have_text("live")
    return made


def test_the_palette_goes_to_an_entity_and_does_what_is_chosen(page):
    page.keyboard.press("Control+k")
    asked = page.get_by_role("combobox", name="Search and commands")
    expect(asked).to_be_focused()
    asked.press_sequentially("order")
    entity = page.get_by_role("option", name=re.compile("^entity"))
    expect(entity.first).to_be_visible()
    asked.press("Escape")
    expect(page.locator("dialog.palette")).to_be_hidden()
    page.keyboard.press("/")
    asked.press_sequentially("show keyboard")
    asked.press("Enter")
    expect(page.get_by_role("heading", name="Keyboard shortcuts", exact=True)).to_be_visible()


@pytest.mark.pages
def test_search_finds_another_design_and_goes_there(page, workspace, ada):
    other = design_create(workspace=workspace.pk, name="Warehouse of elsewhere", by=ada)
    page.keyboard.press("Control+k")
    page.keyboard.type("warehouse of else")
    expect(page.get_by_role("option", name="Warehouse of elsewhere")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/designs/{other.pk}/"))


@pytest.mark.pages
def test_two_letters_lead_to_each_page(page, path):
    for letter, there in PAGES.items():
        page.keyboard.press("g")
        page.keyboard.press(letter)
        expect(page).to_have_url(re.compile(f"{path}{there}$"))
        expect(page.locator(f'[data-go-key="{letter}"]')).to_have_attribute("aria-current", "page")
        if letter == "e":  # it leads to the search, which Escape leaves
            expect(page.locator("target-search input")).to_be_focused()
            page.keyboard.press("Escape")


@pytest.mark.pages
def test_the_address_of_a_cell_leads_a_colleague_to_it(page, open_as, eve):
    cell = page.locator("key-cell").nth(1)
    cell.focus()
    name = cell.get_attribute("id")
    page.keyboard.press("Control+k")
    page.keyboard.type("copy a link")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("is copied")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.endswith(f"#{name}")
    hers = open_as(eve)
    hers.goto(address)
    expect(hers.locator(f"[id='{name}']")).to_be_focused()


@pytest.mark.pages
def test_the_sheet_of_keys_opens_and_closes(page):
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Go to")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()


@pytest.mark.pages
def test_colors_are_switched_and_kept(page):
    page.keyboard.press("Control+k")
    page.keyboard.type("dark theme")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.pages
def test_a_design_from_lines_on_the_home_page(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    field = page.locator("#lines-text")
    field.focus()
    page.keyboard.type(SAYS)
    expect(page.locator("first-look [data-look]")).to_contain_text(re.compile(r"\d access patterns of .*Customer"))
    while not page.evaluate("document.activeElement.matches('[type=submit]')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#req-text")).to_have_value(SAYS)
    expect(page.get_by_role("textbox", name="Name of Customer")).to_be_visible()


@pytest.mark.pages
def test_an_empty_design_is_begun_with_lines(open_as, workspace, ada):
    empty = design_create(workspace=workspace.pk, name="Nothing yet", by=ada)
    page = open_as(ada)
    page.goto(f"/designs/{empty.pk}/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator(".empty-design textarea").focus()
    page.keyboard.type(SAYS)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#req-text")).to_have_value(SAYS)
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator("#outline")).to_contain_text("Customer by id")
