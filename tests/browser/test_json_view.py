"""The design as JSON, one key away: completed, checked at the line, saved as one change beside what others do."""

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.loading import read_structure
from modeler.services import design_change
from tests.browser.aside import aside
from tests.waiting import until


def opened(page, path, part=""):
    page.goto(f"{path}?part={part}" if part else path)
    expect(page.locator("#link-state")).to_contain_text("live")
    page.locator("body").press("j")
    expect(page.locator(".cm-content")).to_be_focused()
    return page.locator(".cm-content")


def find(page, text):
    """Put the cursor behind a text, by the editor's own search."""
    page.keyboard.press("Control+f")
    expect(page.locator(".cm-search [name=search]")).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".cm-searchMatch-selected")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.press("ArrowRight")


def fields(design, part):
    return aside(read_structure, design_id=design.pk).parts[part].fields


def test_a_part_is_edited_as_json_and_saved_as_one_change(open_as, path, eve, design):
    page = open_as(eve)
    code = opened(page, path, "e-order")
    page.locator("#json-part").press("Enter")
    expect(page.locator("#json-title")).to_have_text("JSON of Order")
    expect(code).not_to_contain_text('"keysheet"')  # The part has replaced the design.
    code.focus()
    find(page, '"name": "Order",')
    page.keyboard.type('\n"count": 41,')
    page.keyboard.press("Control+s")
    expect(page.locator("#json-said")).to_contain_text("Saved, revision 2")
    assert fields(design, "e-order")["count"] == 41
    expect(page.locator("#json-save")).to_be_disabled()


@pytest.mark.pages
def test_names_and_words_are_completed_from_the_schema(open_as, path, eve, design):
    page = open_as(eve)
    code = opened(page, path)
    find(page, '"name": "app-main",')
    page.keyboard.type('\n"settings": {"bil')
    # While more is looked up for what was typed last, Enter goes to the text.
    expect(page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")).to_contain_text("billing")
    page.wait_for_timeout(150)  # A list that has just opened lets Enter through for 75 ms: nobody has read it yet.
    page.keyboard.press("Enter")
    expect(code).to_contain_text('"billing": ')
    page.keyboard.type('"P')
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("PROVISIONED")
    page.keyboard.type("ROVISIONED")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    page.keyboard.type(",")
    page.keyboard.press("Control+s")
    expect(page.locator("#json-said")).to_contain_text("Saved")
    assert fields(design, "t-main")["settings.billing"] == "PROVISIONED"


@pytest.mark.pages
def test_what_is_wrong_is_said_at_its_line_and_leads_there(open_as, path, eve, design):
    page = open_as(eve)
    code = opened(page, path)
    find(page, '"name": "Order",')
    page.keyboard.type('\n"count": "many",')
    expect(page.locator("#json-problems")).to_contain_text("'many'")
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    page.keyboard.press("Control+s")
    expect(page.locator("#json-said")).to_contain_text("Not saved")
    page.locator(".json-problem").first.press("Enter")
    expect(code).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_contain_text("many")
    assert "count" not in fields(design, "e-order")


@pytest.mark.pages
def test_another_hands_field_stays_and_the_same_field_is_asked_about(open_as, path, eve, ada, design):
    page = open_as(eve)
    opened(page, path)
    find(page, '"name": "Order",')
    page.keyboard.type('\n"count": 41,')
    theirs = [Delta("e-order", "growth", None, 3), Delta("e-order", "count", None, 5)]
    aside(design_change, design_id=design.pk, deltas=theirs, by=ada)
    expect(page.locator("#json-said")).to_contain_text("Others have changed the design")
    page.keyboard.press("Control+s")
    expect(page.locator("#dialog")).to_contain_text("count of Order")
    expect(page.locator("#dialog tbody")).to_contain_text("41")
    page.locator("#dialog [data-choice=mine]").press("Enter")
    expect(page.locator("#json-said")).to_contain_text("Saved, revision 3")
    held = fields(design, "e-order")
    assert (held["count"], held["growth"]) == (41, 3)


@pytest.mark.pages
def test_nothing_is_wrong_with_a_text_that_is_not_loaded(open_as, path, eve):
    page = open_as(eve)
    page.goto(path)
    page.clock.install()
    held = []
    page.route("**/json/text/**", lambda route: held.append(route))
    page.locator("body").press("j")
    expect(page.locator(".cm-content")).to_be_visible()
    page.clock.run_for(5000)
    expect(page.locator("#json-problems")).to_be_hidden()
    until(lambda: held, bool)[0].continue_()
    expect(page.locator(".cm-content")).to_contain_text("keysheet")
    page.context.close()


@pytest.mark.pages
def test_what_was_typed_is_there_after_a_reload(open_as, path, eve, design):
    page = open_as(eve)
    opened(page, path, "e-order")
    find(page, '"name": "Order",')
    page.keyboard.type('\n"count": 41,')
    page.reload()
    expect(page.locator("#json-said")).to_contain_text("Your unsaved text, based on revision 1")
    expect(page.locator(".cm-content")).to_contain_text('"count": 41')
    page.locator("#json-again").press("Enter")
    expect(page.locator(".cm-content")).not_to_contain_text('"count": 41')


@pytest.mark.pages
def test_a_reader_reads_it_and_writes_nothing(open_as, path, ben):
    page = open_as(ben)
    code = opened(page, path)
    page.keyboard.type("x")
    expect(code).not_to_contain_text("x{")
    expect(page.locator("#json-save")).to_have_count(0)
