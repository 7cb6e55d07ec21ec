"""The Requirements page: entities, their map, relations and access patterns, by keyboard and by mouse."""

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
    assert page.url.endswith("/requirements/")
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


@pytest.mark.pages
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


@pytest.mark.pages
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


@pytest.fixture
def rows(open_as, workspace, ada):
    """The board of a design with one row, which is open, and the design."""
    document = {
        "keysheet": 1,
        "name": "Tickets",
        "tables": [
            {"id": "t1", "name": "app-main", "partition_key": [{"name": "PK", "type": "S"}], "entities": [
                {"id": "e1", "name": "Event", "identity": ["eventId"],
                 "attributes": [{"id": "a1", "name": "eventId", "type": "S"}]},
                {"id": "e2", "name": "Ticket", "identity": ["ticketId"],
                 "attributes": [{"id": "a2", "name": "ticketId", "type": "S"},
                                {"id": "a3", "name": "price", "type": "N"}]},
            ]},
        ],
        "access_patterns": [
            {"id": "p1", "code": "A1", "name": "Tickets", "operation": "Query", "table": "app-main",
             "entities": ["Ticket"]},
        ],
    }  # fmt: skip
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page, made


def slot(page, name):
    return page.locator(f"#slot-p1-{name}")


def go_to_given(page):
    row = page.locator("#requirements .req-row", has_text="List tickets")
    row.focus()
    row.press("Enter")
    expect(slot(page, "operation")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slot(page, "given")).to_be_focused()
    return row


@pytest.mark.pages
def test_slots_are_filled_by_keyboard_and_a_colleague_sees_each_of_them(rows, open_as, ben):
    page, made = rows
    row = go_to_given(page)
    other = open_as(ben)
    other.goto(f"/designs/{made.pk}/requirements/?row=p1")
    expect(other.locator("#link-state")).to_have_text("live")

    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="an event")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("List tickets of an event")
    page.keyboard.type(", city")
    # What the design does not have is offered as new, and never chosen by itself.
    page.keyboard.press("ArrowDown")
    expect(page.locator(".word[aria-selected=true]")).to_contain_text("New attribute of Ticket")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(slot(page, "range")).to_be_focused()
    expect(slot(other, "given")).to_contain_text("eventId of Event, city")
    page.keyboard.press("ArrowRight")
    for typed, offered in (("pri", "price"), (" desc", "descending")):
        page.keyboard.type(typed)
        expect(page.locator(".word[aria-selected=true]")).to_contain_text(offered)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(other.locator(".req-row")).to_contain_text("List tickets of an event by city, sorted by price descending.")
    design = stored(made)
    intent = design.patterns[0].facts.intent
    assert (intent.given, intent.order_by) == (("eventId", "city"), ("price",))
    assert "city" in [one.name for _, entity in design.entities() for one in entity.attributes]

    expect(slot(page, "order")).to_be_focused()
    page.keyboard.press("Delete")
    expect(other.locator(".req-row")).to_have_text(re.compile(r"List tickets of an event by city\."))
    page.keyboard.press("Control+z")
    expect(slot(page, "order")).to_contain_text("price descending")


@pytest.mark.pages
def test_a_slot_says_what_it_does_not_understand_and_a_conflict_shows_both_texts(rows, open_as, ben, eve):
    page, made = rows
    page.goto(f"/designs/{made.pk}/requirements/?row=p1")
    expect(page.locator("#link-state")).to_have_text("live")
    slot(page, "limit").focus()
    page.keyboard.type("many")
    expect(slot(page, "limit").locator(".hint")).to_contain_text("not a number")
    page.keyboard.press("Enter")
    expect(slot(page, "limit").locator("input")).to_have_value("many")
    page.keyboard.press("Escape")
    expect(slot(page, "limit")).to_contain_text("not specified")
    assert stored(made).patterns[0].limit is None

    page.keyboard.type("20 per page")
    other = open_as(eve)
    other.goto(f"/designs/{made.pk}/requirements/?row=p1")
    expect(other.locator("#link-state")).to_have_text("live")
    slot(other, "limit").focus()
    other.keyboard.type("50")
    other.keyboard.press("Enter")
    expect(slot(other, "limit").locator(".shown")).to_have_text("50")
    expect(other.locator(".req-row")).to_contain_text("limit 50")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    conflict = page.get_by_role("region", name="Changed while you typed")
    expect(conflict).to_contain_text("50")
    expect(conflict).to_contain_text("20 per page")
    conflict.locator("[data-choice=mine]").click()
    expect(other.locator(".req-row")).to_contain_text("20 per page")


@pytest.mark.pages
def test_a_colleague_sees_it_at_once_and_a_reader_cannot_edit(board, open_as, ben):
    page, made = board
    other = open_as(ben)
    other.goto(f"/designs/{made.pk}/requirements/")
    expect(other.locator("#link-state")).to_have_text("live")
    add_entity(page, "Event", "eventId")
    expect(other.get_by_role("rowheader", name="Event")).to_be_visible()
    expect(other.locator("#requirements form")).to_have_count(0)


@pytest.mark.pages
def test_an_empty_design_begins_on_the_board_which_says_what_a_proposal_lacks(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.locator("#new-name").fill("Fresh")
    page.locator("#new-name").press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page).to_have_url(re.compile("/requirements/$"))
    propose = page.get_by_role("button", name="Propose keys and indexes")
    expect(propose).to_be_disabled()
    expect(propose).to_have_accessible_description(
        re.compile("^Add an entity and an access pattern that reads it first")
    )
    add_entity(page, "Event", "eventId")
    expect(propose).to_have_accessible_description(re.compile("^Add an access pattern that reads an entity first"))
    adding = page.locator("[data-adds-new=pattern]")
    adding.get_by_label("Name").fill("Events")
    page.keyboard.press("Enter")
    expect(propose).to_be_enabled()


@pytest.mark.pages
def test_entities_that_an_import_inferred_are_confirmed_by_keyboard(open_as, workspace, ada):
    entities = [{"name": name, "provenance": "inferred"} for name in ("Parcel", "Courier", "Label")]
    keys = {"partition_key": [{"name": "PK", "type": "S"}]}
    document = {"keysheet": 1, "name": "Parcels", "tables": [{"name": "app-main", **keys, "entities": entities}]}
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    expect(page.locator("#link-state")).to_have_text("live")
    question = page.get_by_text("Inferred by an import. Needed?")
    expect(question).to_have_count(3)
    page.get_by_role("button", name="Confirm Parcel").press("Enter")
    expect(page.locator("#said")).to_contain_text("Confirmed the entity.")
    expect(question).to_have_count(2)
    page.get_by_role("button", name="Remove Label").press("Enter")
    expect(question).to_have_count(1)
    page.get_by_role("button", name="Confirm entities").press("Enter")
    expect(question).to_have_count(0)
    assert {(one.name, one.provenance) for _, one in stored(made).entities()} == {("Parcel", ""), ("Courier", "")}
    page.keyboard.press("Control+z")
    expect(question).to_have_count(1)


@pytest.mark.pages
def test_a_question_leads_to_its_field_and_that_to_the_next_question(open_as, workspace, ada):
    document = to_document(example("order-management").design)
    document["relations"] = [
        {"id": "r1", "parent": "Customer", "child": "Order"}, {"id": "r2", "parent": "Order", "child": "Customer"}
    ]  # fmt: skip
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    page.get_by_role("link", name="How many Order items does one Customer have").press("Enter")
    field = page.locator("#row-field-r1-per_parent input").first
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    field.fill("12")
    field.press("Enter")
    expect(page.get_by_role("link", name="Each Customer has 12 Order items.")).to_be_in_viewport()
    page.get_by_role("link", name="Next question").press("Enter")
    expect(page.locator("#row-field-r2-per_parent input").first).to_be_focused()
    assert stored(made).relations[0].per_parent.average == 12
