"""Comments by keyboard, live to a colleague, and the bell of whoever was named."""

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import opened

KEY = "#cell-o-o-base-keys-PK"


@pytest.mark.pages
def test_a_comment_on_a_cell_reaches_whoever_it_names(open_as, path, ada, ben):
    mine, theirs = open_as(ben), open_as(ada)
    mine.goto(path)
    theirs.goto(path)
    expect(theirs.locator("#link-state")).to_have_text("live")
    mine.locator(KEY).focus()
    mine.keyboard.press("c")
    expect(mine.get_by_role("heading", name="Order in app-main, PK")).to_be_visible()
    mine.keyboard.type("Why not @ad")
    expect(mine.get_by_role("option", name="Ada")).to_be_visible()
    mine.keyboard.press("Enter")
    mine.keyboard.type("'s key?")
    mine.keyboard.press("Control+Enter")
    expect(mine.locator("#dialog .thread .text")).to_have_text("Why not @Ada 's key?")
    expect(theirs.locator(f"{KEY}[data-comments='1']")).to_be_visible()
    expect(theirs.locator("#comments-count")).to_have_text("1 open")
    expect(theirs.locator("#inbox-bell .unread")).to_have_text("1")
    mine.keyboard.press("Escape")
    expect(mine.locator(KEY)).to_be_focused()

    theirs.locator("#inbox-bell button").click()
    theirs.locator(".notice.unread").click()
    expect(theirs.locator(".thread.chosen")).to_contain_text("Why not @Ada")
    expect(theirs.locator("#inbox-bell .unread")).to_be_hidden()
    theirs.locator("#comments .thread textarea").focus()
    theirs.keyboard.type("Because of A2.")
    theirs.keyboard.press("Control+Enter")
    expect(theirs.locator("#comments .thread")).to_contain_text("Because of A2.")
    expect(mine.locator("#inbox-bell .unread")).to_have_text("1")
    theirs.locator("#comments").get_by_role("button", name="Resolve", exact=True).click()
    expect(mine.locator(f"{KEY}[data-comments]")).to_have_count(0)
    expect(theirs.locator("#comments")).to_contain_text("Resolved1")


def test_a_comment_that_ends_with_a_name_is_said_at_once(open_as, path, ada, ben):
    page = open_as(ben)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator(KEY).focus()
    page.keyboard.press("c")
    expect(page.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    page.keyboard.type("Yours, @ad")
    expect(page.get_by_role("option", name="Ada")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="Ada")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#dialog .thread .text")).to_have_text("Yours, @Ada")
    page.locator("#dialog .thread textarea").focus()
    page.keyboard.type("And @ada")
    expect(page.get_by_role("option", name="Ada")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#dialog .thread .text").last).to_have_text("And @ada")


@pytest.mark.pages
def test_a_comment_typed_offline_is_kept_over_a_reload_and_sent(open_as, path, ben):
    page = open_as(ben)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator(KEY).focus()
    page.keyboard.press("c")
    expect(page.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.type("Typed in a tunnel")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#dialog")).to_contain_text("kept here")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(f"{KEY}[data-comments='1']")).to_be_visible()


@pytest.mark.pages
def test_one_s_own_comment_is_fixed_and_taken_back(open_as, path, ada, ben):
    mine, theirs = open_as(ben), open_as(ada)
    mine.goto(path)
    expect(mine.locator("#link-state")).to_have_text("live")
    mine.locator(KEY).focus()
    mine.keyboard.press("c")
    expect(mine.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    mine.keyboard.type("First thought")
    mine.keyboard.press("Control+Enter")
    expect(mine.locator("#dialog .thread")).to_contain_text("First thought")
    theirs.goto(f"{path}comments/")
    expect(theirs.locator("#comments .thread")).to_contain_text("First thought")
    expect(theirs.locator("#comments .own")).to_be_hidden()
    mine.goto(f"{path}comments/")
    mine.locator("#comments").get_by_role("button", name="Edit").click()
    mine.locator("#comments li textarea").fill("Second thought")
    mine.keyboard.press("Control+Enter")
    expect(theirs.locator("#comments .thread")).to_contain_text("Second thought")
    mine.locator("#comments").get_by_role("button", name="Delete").click()
    expect(theirs.locator("#comments")).to_contain_text("No comments yet")


@pytest.mark.pages
def test_a_comment_on_a_part_that_a_colleague_removes_is_on_the_shelf(open_as, path, ada, eve, design):
    mine = opened(open_as(eve), path)
    mine.locator("#head-e-order").focus()
    mine.keyboard.press("Shift+F2")
    expect(mine.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    mine.keyboard.type("Is this used?")
    aside(design_change, design_id=design.pk, deltas=[Delta("e-order", "removed", None, True)], by=ada)
    expect(mine.locator("#head-e-order")).to_have_count(0)
    mine.keyboard.press("Escape")
    shelf = mine.get_by_role("button", name="1 comment not sent")
    shelf.press("Enter")
    expect(mine.locator("#dialog")).to_contain_text("Ada removed Order")
    expect(mine.locator("#dialog")).to_contain_text("Is this used?")
    accessible(mine, "#dialog")
    mine.get_by_role("button", name="Comment on the design instead").press("Enter")
    expect(mine.locator("#dialog comment-box[data-new] textarea")).to_have_value("Is this used?")
    mine.keyboard.press("Control+Enter")
    expect(mine.locator("#dialog .thread .text")).to_have_text("Is this used?")
    mine.keyboard.press("Escape")
    expect(shelf).to_be_hidden()
