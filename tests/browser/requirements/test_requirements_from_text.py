"""Sentences become rows that a person sees, answers and confirms, by keyboard; before that, nothing is stored."""

import re

import pytest
from playwright.sync_api import expect

from modeler.loading import read_current
from modeler.models import Design
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside

SENTENCES = """an event by id
upcoming events in a city, soonest first
events of an organizer, newest first
tickets of an event that are still available, cheapest first (50/s)
a user by email
orders of a user, newest first, 20 per page
a user bought tickets for the concert
reserve a seat and record the payment
payments older than 15 minutes
top 10 events by sales
orders per day for an event
events that a user follows
check in a ticket at the gate
cancel an order despite the weather"""
VERBS = ("Bought", "Check", "Reserve", "Record", "Cancel", "Follow", "Following", "20", "10", "15", "Minute", "Weather")


def stored(pk):
    return aside(lambda: read_current(pk).design)


def begin(page):
    page.goto("/")
    page.locator("#lines-text").focus()
    page.locator("#lines-text").fill(SENTENCES)
    page.locator("#lines-name").fill("Tickets")
    page.keyboard.press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page.get_by_role("button", name="Add these")).to_be_visible()
    propose = page.get_by_role("button", name="Propose keys and indexes")
    expect(propose).to_have_accessible_description(re.compile("^Add the rows below first"))
    return aside(lambda: Design.objects.get(name="Tickets").pk)


def answer_all(page):
    """Choose the first answer of every question with the space bar, until none is open. An answer can take another
    question away: the next one is looked for when the rows of this one are drawn.
    """
    for _ in range(40):
        expect(page.locator("[data-reading]")).not_to_have_attribute("aria-busy", "true")
        asked = page.locator(".asked-slot:not(:has(:checked))")
        if not asked.count():
            return
        before = page.locator(".asked-slot :checked").count()
        first = asked.first.locator("[type=radio], [type=checkbox]").first
        first.focus()
        with page.expect_response(lambda answer: answer.url.endswith("/requirements/read/")):
            page.keyboard.press("Space")
        expect(page.locator(".asked-slot :checked")).to_have_count(before + 1)


def answer_what_asks_for_names(page):
    """Together; what is written, and where, is still asked."""
    together = page.get_by_role("button", name=re.compile(r"^Use \d+ suggested names$"))
    count = int(re.search(r"\d+", together.inner_text())[0])
    together.press("Enter")
    expect(page.locator("[data-suggested] :checked")).to_have_count(count)
    expect(together).to_have_count(0)
    expect(page.get_by_role("link", name="Next question")).to_be_focused()


@pytest.mark.pages
def test_fourteen_sentences_are_confirmed_by_keyboard_before_anything_is_stored(open_as, workspace, ada):
    page = open_as(ada)
    pk = begin(page)
    expect(page.locator("#req-text")).to_have_value(SENTENCES)
    proposed = page.locator("[name=entity]")
    names = [one.input_value() for one in proposed.all()]
    assert {"Event", "Ticket", "User", "Order"} <= set(names)
    assert set(names).isdisjoint(VERBS)
    expect(page.locator("u.unread", has_text="despite").first).to_be_visible()
    design = stored(pk)
    assert (design.tables, design.patterns, design.relations) == ((), (), ())

    answer_what_asks_for_names(page)
    answer_all(page)
    assert stored(pk).tables == ()
    # An answer can name one more: what the tickets are bought for.
    names = [one.input_value() for one in proposed.all()]
    assert set(names).isdisjoint(VERBS)
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator("#said")).to_contain_text("You can undo this")
    expect(page.get_by_role("rowheader", name="Ticket", exact=True)).to_be_visible()
    design = stored(pk)
    entities = {entity.name for _, entity in design.entities()}
    assert entities <= set(names)
    assert {"Event", "Ticket", "User", "Order"} <= entities
    assert all(entity.identity for _, entity in design.entities())
    assert [keys for _, entity in design.entities() for keys in (one.keys for one in entity.overloads) if keys] == []
    assert not any("THAT" in one.filter or "'A'" in one.filter for one in design.patterns)
    weather = next(one for one in design.patterns if "despite" in one.name)
    assert '"despite"' in weather.description
    expect(page.locator(".row-note", has_text="despite")).to_be_visible()

    page.locator("#requirements").focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("rowheader", name="Ticket", exact=True)).to_have_count(0)
    assert stored(pk).tables == ()


@pytest.fixture
def board(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Nothing yet"})
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page, made


def read(page, text):
    page.get_by_label("One sentence per line").fill(text)
    page.get_by_label("One sentence per line").press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Add these")).to_be_enabled()


def test_a_row_is_left_out_and_an_entity_gets_another_name(board):
    page, made = board
    read(page, "orders of a user\na seat by id")
    page.get_by_role("checkbox", name="a seat by id").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("textbox", name="Name of Seat")).to_have_count(0)
    # A look at another page loses neither the lines nor what was answered.
    page.get_by_role("link", name="Guide", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="0 of 7 gates are passed")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("checkbox", name="a seat by id")).not_to_be_checked()
    expect(page.get_by_label("One sentence per line")).to_have_value("orders of a user\na seat by id")
    name = page.get_by_role("textbox", name="Name of User")
    name.fill("Member")
    name.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("memberNo")
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.get_by_role("rowheader", name="Member", exact=True)).to_be_visible()
    expect(page.get_by_label("One sentence per line")).to_have_value("a seat by id")
    design = stored(made.pk)
    assert {(one.name, one.identity) for _, one in design.entities()} == {
        ("Order", ("orderId",)), ("Member", ("memberNo",))
    }  # fmt: skip
    assert len(design.patterns) == 1
    page.goto(f"/designs/{made.pk}/")
    expect(page.locator("#sheet")).to_contain_text("Member")


@pytest.mark.pages
def test_what_can_be_proposed_is_ready_when_the_page_says_that_lines_were_added(board):
    """The board arrives later by the socket, which is held here: a key that is pressed in between must not be lost."""
    page, made = board
    page.evaluate("document.querySelector('design-live').heard = () => {}")
    read(page, "orders of a user")
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator("#said")).to_contain_text("You can undo this")
    assert page.get_by_role("button", name="Propose keys and indexes").is_enabled()
    page.get_by_role("button", name="Propose keys and indexes").press("Enter")
    expect(page).to_have_url(re.compile(f"/designs/{made.pk}/alternatives/"))


def test_words_that_can_restrict_the_items_are_asked_about_before_a_row_is_added(board):
    page, made = board
    read(page, "crates of a cellar that smell of mushrooms to the cook")
    asked = page.get_by_role("group", name=re.compile("which items are read"))
    expect(page.locator(".reading-rows")).to_contain_text("not understood")
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator("#said")).to_contain_text("You can undo this")
    assert stored(made.pk).patterns == ()
    asked.get_by_role("radio", name=re.compile("stay as a note")).focus()
    with page.expect_response(lambda answer: answer.url.endswith("/requirements/read/")):
        page.keyboard.press("Space")
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator(".row-note", has_text="mushrooms")).to_be_visible()


@pytest.mark.pages
def test_rows_of_a_text_that_has_changed_cannot_be_added_unread(board):
    page, made = board
    read(page, "orders of a user")
    page.get_by_label("One sentence per line").press("End")
    page.keyboard.type(" by price")
    expect(page.get_by_role("button", name="Add these")).to_be_disabled()
    read(page, "buy a ticket")
    page.get_by_role("button", name="Add these").press("Enter")
    expect(page.locator("[data-lines-refusal]")).to_contain_text("there is nothing to add yet")
    assert stored(made.pk).tables == ()


@pytest.mark.pages
def test_rows_are_read_again_until_a_language_model_has_answered(board):
    """The rows are on the page meanwhile; the server tells that it waits, and two looks later that it does not."""
    page, _ = board
    looks = []

    def waiting(route):
        answer = route.fetch()
        looks.append(answer.status)
        told = '<p role="status" data-model-waits>Our model is reading the lines.</p>' if len(looks) < 3 else ""
        route.fulfill(response=answer, body=told + answer.text())

    page.route("**/requirements/read/", waiting)
    read(page, "orders of a user")
    expect(page.locator("[name=entity]")).to_have_count(2)
    expect(page.locator("[data-model-waits]")).to_have_count(0)
    assert looks == [200, 200, 200]
    expect(page.get_by_role("button", name="Add these")).to_be_enabled()
    page.context.close()


def choose(page, control, key="Space"):
    control.focus()
    with page.expect_response(lambda answer: answer.url.endswith("/requirements/read/")):
        page.keyboard.press(key)


@pytest.mark.pages
def test_every_row_that_is_not_ready_has_the_control_that_makes_it_ready(board):
    page, made = board
    text = page.get_by_label("One sentence per line")
    read(page, "chat between tutor and student\ntutors see only their own lessons\nlessons of a tutor")
    rows = page.locator(".reading-rows > li")
    first, second, third = (rows.nth(at) for at in range(3))
    choose(page, first.get_by_role("radio", name="list"))
    choose(page, first.get_by_role("radio", name="Lesson", exact=True))
    expect(first.locator(".asked-slot:not(:has(:checked))")).to_have_count(0)
    choose(page, second.get_by_role("radio", name="none of these: the line is left out"))
    expect(second.get_by_role("checkbox")).not_to_be_checked()
    choose(page, page.get_by_role("checkbox", name="Lesson", exact=True))
    expect(third).to_contain_text("Not ready: nobody has confirmed the entity Lesson.")
    choose(page, third.get_by_role("button", name="Confirm Lesson"), key="Enter")
    expect(page.locator(".reading-rows > li .warned")).to_have_count(0)
    page.get_by_role("button", name="Add these").press("Enter")
    expect(text).to_have_value("tutors see only their own lessons")
    assert len(stored(made.pk).patterns) == 2


@pytest.mark.pages
def test_a_line_in_which_nothing_was_understood_is_filled_in_by_hand(board):
    page, made = board
    text = page.get_by_label("One sentence per line")
    read(page, "loans of a member\nwho has borrowed a copy of a score")
    page.get_by_role("button", name="Fill in line 2 by hand").press("Enter")
    row = page.locator(".reading-rows > li").nth(1)
    expect(row.get_by_role("radio", name="get", exact=True)).to_be_focused()
    choose(page, row.get_by_role("radio", name="list"))
    choose(page, row.get_by_role("radio", name="Loan", exact=True))
    choose(page, row.get_by_role("radio", name="those of one Member"))
    accessible(page)
    page.get_by_role("button", name="Add these").press("Enter")
    expect(text).to_have_value("")
    (_, filled) = stored(made.pk).patterns
    assert (filled.name, filled.entities) == ("Who has borrowed a copy of a score", ("Loan",))
    assert filled.extra["intent"]["given"] == ["memberId"]


@pytest.mark.pages
def test_who_answers_a_question_that_goes_away_stays_in_its_line(open_as, workspace, ada):
    made = aside(design_create, workspace=workspace.pk, by=ada, name="Library")
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator("#req-text").fill("members of a branch\nour library lends instruments\na member by email")
    page.get_by_role("button", name="Read", exact=True).click()
    line = page.locator(".reading-rows > li", has_text="lends instruments")
    line.get_by_label("none of these: the line is left out").press("Space")
    expect(line.locator("[type=radio]")).to_have_count(0)
    expect(line.get_by_role("checkbox")).to_be_focused()
