"""The page Requirements: entities, their map, relations and access patterns, by keyboard and by mouse."""

import re

import pytest
from playwright.sync_api import expect

from modeler.core.design.relations import RelationKind
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.loading import read_current
from modeler.services import design_create
from tests.browser.aside import aside


@pytest.fixture
def board(open_as, workspace, ada):
    """The board of a new design, and the design."""
    made = aside(design_create, workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Tickets"})
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page, made


def stored(made):
    return aside(lambda: read_current(made.pk).design)


def add_entity(page, name, identity):
    page.get_by_label("Entity", exact=True).fill(name)
    page.get_by_label("Identity", exact=True).fill(identity)
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader", name=name)).to_be_visible()


def test_requirements_are_entered_by_keyboard_before_there_is_a_table(board):
    page, made = board
    add_entity(page, "Event", "eventId")
    add_entity(page, "Ticket", "ticketId")
    expect(page.locator("relation-map a")).to_have_count(2)
    adding = page.locator("[data-adds-new=relation]")
    adding.get_by_label("Average").fill("800")
    adding.get_by_label("Most").fill("60000")
    page.keyboard.press("Enter")
    sentence = "Each Event has 800 (at most 60,000) Ticket items."
    expect(page.get_by_role("link", name=sentence)).to_be_visible()
    design = stored(made)
    assert [one.name for one in design.tables] == ["app-main"]
    assert [(one.name, one.identity) for _, one in design.entities()] == [
        ("Event", ("eventId",)), ("Ticket", ("ticketId",))
    ]  # fmt: skip
    (relation,) = design.relations
    assert (relation.parent, relation.child, relation.kind) == ("Event", "Ticket", RelationKind.ONE_TO_MANY)
    assert (relation.per_parent.average, relation.per_parent.maximum) == (800, 60_000)


def test_every_box_of_the_map_is_a_link_that_the_keyboard_reaches(open_as, workspace, ada):
    document = to_document(example("order-management").design)
    document["relations"] = [{"parent": "Customer", "child": "Order", "per_parent": {"average": 12}}]
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    boxes = page.locator("relation-map a")
    expect(boxes).to_have_count(len(document["tables"][0]["entities"]))
    expect(boxes.filter(has_text="Customer")).to_have_attribute("aria-label", re.compile("related to Order"))
    boxes.first.focus()
    for _ in range(boxes.count() - 1):
        page.keyboard.press("Tab")
    expect(boxes.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#inspector h2.entity")).to_be_visible()


def test_a_new_entity_is_made_with_its_relation_as_one_change(board):
    page, made = board
    add_entity(page, "Event", "eventId")
    adding = page.locator("[data-adds-new=relation]")
    adding.get_by_label("has several").select_option("")
    adding.get_by_label("named").fill("Seat")
    adding.get_by_role("button", name="Add relation").click()
    expect(page.get_by_role("link", name="Each Event has an unknown number of Seat items.")).to_be_visible()
    expect(page.locator(".asked")).to_contain_text("How many Seat items does one Event have")
    page.locator("#requirements").focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("rowheader", name="Seat")).to_have_count(0)
    expect(page.get_by_role("rowheader", name="Event")).to_be_visible()
    assert stored(made).relations == ()


def test_a_row_opens_its_slots_and_reads_back_what_was_entered(board):
    page, made = board
    add_entity(page, "Ticket", "ticketId")
    adding = page.locator("[data-adds-new=pattern]")
    adding.get_by_label("Name").fill("Tickets of an event")
    page.keyboard.press("Enter")
    row = page.locator("#requirements .req-row", has_text="List Ticket")
    expect(row).to_be_visible()
    row.press("Enter")
    slots = page.get_by_role("group", name="Slots of A1")
    expect(slots).to_be_visible()
    slots.get_by_role("textbox", name="Average calls/s").fill("50")
    slots.get_by_role("textbox", name="Average calls/s").press("Enter")
    slots.get_by_role("textbox", name="Peak calls/s").fill("400")
    slots.get_by_role("textbox", name="Peak calls/s").press("Enter")
    expect(row).to_contain_text("50/s, peak 400")
    (pattern,) = stored(made).patterns
    assert (pattern.per_second.average, pattern.per_second.peak) == (50, 400)


def test_a_colleague_sees_it_at_once_and_a_reader_cannot_edit(board, open_as, ben):
    page, made = board
    other = open_as(ben)
    other.goto(f"/designs/{made.pk}/requirements/")
    expect(other.locator("#link-state")).to_have_text("live")
    add_entity(page, "Event", "eventId")
    expect(other.get_by_role("rowheader", name="Event")).to_be_visible()
    expect(other.locator("#requirements form")).to_have_count(0)
