"""From the door to a design: signing in, an invitation, an import, an example. By keyboard."""

import json

import pytest
from django.conf import global_settings
from playwright.sync_api import expect

from designer.services import invitation_create
from modeler.services import design_create
from tests.browser.aside import aside
from tests.factories.documents import small_document


@pytest.fixture
def new_page_here(open_page):
    return open_page()


@pytest.mark.pages
def test_a_design_without_a_table_has_the_whole_view_to_begin_in(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Nothing yet"})
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/")
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Copy an example")).to_be_in_viewport(ratio=1)
    expect(page.locator("#grid")).to_be_hidden()
    page.goto(f"/designs/{made.pk}/patterns/")
    page.get_by_role("link", name="Start from requirements").press("Enter")
    expect(page.locator("#req-text")).to_be_visible()


def test_a_person_signs_in_and_out(new_page_here, ada, workspace, settings):
    # The server is another process, with the hashers of production.
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    ada.set_password("ada-has-a-password")
    aside(ada.save)
    page = new_page_here
    page.goto("/")
    page.get_by_label("Email").fill("ada@example.com")
    page.get_by_label("Password").fill("ada-has-a-password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Designs")).to_be_visible()
    page.get_by_role("button", name="Sign out").press("Enter")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.pages
def test_somebody_without_an_account_joins_by_a_link(new_page_here, ada, workspace):
    _, token = aside(invitation_create, workspace_id=workspace.pk, by=ada, role="editor")
    page = new_page_here
    page.goto(f"/join/{token}/")
    page.get_by_label("Your name").fill("Dee Newcomer")
    page.get_by_label("Email").fill("dee@example.com")
    page.get_by_label("Password").fill("long enough to be let in")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Orders team")).to_be_visible()


@pytest.mark.pages
def test_a_pasted_design_opens(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.get_by_label("Or paste the text").fill(json.dumps(small_document()))
    page.get_by_role("button", name="Import", exact=True).press("Enter")
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-e-order")).to_be_visible()


@pytest.mark.pages
def test_a_dropped_file_that_is_no_model_gets_a_sentence(open_as, workspace, ada, tmp_path):
    page = open_as(ada)
    page.goto("/")
    file = tmp_path / "model.json"
    file.write_text('{"Tables": []}')
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("alert").first).to_contain_text("This JSON file is not a known model")


@pytest.mark.pages
def test_an_example_opens_with_its_patterns(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.get_by_role("button", name="Copy Order management").press("Enter")
    expect(page.locator("#outline")).to_contain_text("A7")
    page.locator("#outline a.row", has_text="A5").press("Enter")
    expect(page.locator("#status")).to_contain_text("A5 reads 1 item")


@pytest.mark.pages
def test_an_export_is_shown_and_downloaded(open_as, path, ben):
    page = open_as(ben)
    page.goto(path + "export/")
    page.get_by_label("Find a format").fill("cloudformation")
    page.keyboard.press("Enter")
    expect(page.locator("pre").first).to_contain_text("AWS::DynamoDB::Table")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).press("Enter")
    assert download.value.suggested_filename.startswith("Orders")


def test_from_nothing_to_items_in_a_grid(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.locator("#new-name").fill("Fresh")
    page.locator("#new-name").press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    page.get_by_role("link", name="Key sheet", exact=True).press("Enter")
    page.get_by_role("button", name="Add an empty table").press("Enter")
    page.get_by_role("button", name="Add an entity").press("Enter")
    page.keyboard.type("Box")
    page.keyboard.press("Enter")
    expect(page.locator("#grid")).to_contain_text("BOX#1")
    expect(page.locator('tr[data-name="Box"] [data-head]')).to_be_focused()
    # The grid comes first; until the inspector follows, it shows the table.
    expect(page.locator("#inspector .attributes")).to_be_visible()
    name = page.locator("#inspector .editors part-field[data-field=name] input").first
    name.fill("Parcel")
    name.press("Enter")
    expect(page.locator("#outline")).to_contain_text("Parcel")
    page.get_by_role("button", name="+ attribute").press("Enter")
    expect(page.locator("#inspector .attributes tr")).to_have_count(2)
    page.locator("#inspector .face-head [data-remove]").press("Enter")
    expect(page.locator("#outline")).not_to_contain_text("Parcel")
