"""Requirements from text in a design: nothing is stored by reading, and what was confirmed is one change."""

import pytest

from modeler.core.analysis import findings
from modeler.core.design.items import SizeFact
from modeler.core.errors import Conflict, Forbidden, Invalid
from modeler.core.findings import Severity
from modeler.core.requirements.asked import SlotAnswer
from modeler.core.requirements.board import Decisions
from modeler.core.requirements.renaming import NewName
from modeler.from_text.patterns import patterns_say
from modeler.from_text.requirements import requirements_add, requirements_read
from modeler.history.undo import design_undo
from modeler.loading import read_current, read_whole
from modeler.services import design_create

pytestmark = pytest.mark.django_db
TEXT = """an event by id
tickets of an event that are still missing, cheapest first (50/s)
orders of a user"""


@pytest.fixture
def empty(workspace, eve):
    return design_create(workspace=workspace.pk, by=eve, name="Tickets")


def digest(design, text, by):
    return requirements_read(design_id=design.pk, text=text, decisions=Decisions(), by=by)[0].digest


def add(design, by, text=TEXT, **decided):
    return requirements_add(
        design_id=design.pk, text=text, decisions=Decisions(**decided), digest=digest(design, text, by), by=by
    )


def test_what_was_added_lacks_keys_and_nothing_else_is_called_wrong(empty, eve):
    add(empty, eve)
    found = findings(read_current(empty.pk).design)
    assert [one.rule for one in found if one.severity is Severity.ERROR] == ["keys.none_yet"]


def test_reading_stores_nothing(empty, eve):
    before = read_whole(empty.pk)
    seen, reasons = requirements_read(design_id=empty.pk, text=TEXT, decisions=Decisions(), by=eve)
    assert len(seen.proposals) >= 3
    assert any("Which attribute" in left.reason for left in reasons.values())
    after = read_whole(empty.pk)
    assert (after.revision, after.parts) == (before.revision, before.parts)


def test_what_was_confirmed_is_one_change_that_undo_takes_back(empty, eve):
    before = read_whole(empty.pk)
    added = add(empty, eve)
    now = read_current(empty.pk)
    design = now.design
    assert now.revision == before.revision + 1
    assert [one.name for one in design.tables] == ["app-main"]
    assert [(one.name, one.identity) for _, one in design.entities()][:2] == [
        ("Event", ("eventId",)), ("Ticket", ("ticketId",))
    ]  # fmt: skip
    assert [one.keys for _, one in design.entities() for one in one.overloads if one.keys] == []
    assert ("Event", "Ticket", ("eventId",)) in [(one.parent, one.child, one.through) for one in design.relations]
    assert added.patterns == len(design.patterns)
    assert "that are still missing" in added.text, "a line with an open question stays in the text"
    assert "an event by id" not in added.text
    design_undo(design_id=empty.pk, by=eve)
    assert read_whole(empty.pk).parts == before.parts


def test_a_line_that_is_left_is_added_later_with_the_entities_that_are_there(empty, eve):
    text = add(empty, eve).text
    seen, _ = requirements_read(design_id=empty.pk, text=text, decisions=Decisions(), by=eve)
    row = next(one for one in seen.proposals if "missing" in one.row.text)
    assert seen.nouns.proposed.entities == () or row.row.entities.value == ("Ticket",)
    answers = {(row.key, "condition"): SlotAnswer("status = 'MISSING'")}
    add(empty, eve, text=row.row.text, answers=answers)
    design = read_current(empty.pk).design
    pattern = next(one for one in design.patterns if "missing" in one.name)
    assert (pattern.filter, pattern.table) == ("status = 'MISSING'", "app-main")
    assert len({one.code for one in design.patterns}) == len(design.patterns)
    ticket = next(one for _, one in design.entities() if one.name == "Ticket")
    assert {"price", "status"} <= {one.name for one in ticket.attributes}
    assert [one.name for _, one in design.entities()].count("Ticket") == 1


def test_names_and_refusals_of_a_person_count(empty, eve):
    add(
        empty,
        eve,
        text="orders of a user\nan event by id",
        names={"User": NewName("Member", "memberNo")},
        refused=frozenset({"Event", "User>Order>"}),
    )
    design = read_current(empty.pk).design
    assert {(one.name, one.identity) for _, one in design.entities()} == {
        ("Order", ("orderId",)), ("Member", ("memberNo",))
    }  # fmt: skip
    assert [one.extra["intent"]["given"] for one in design.patterns] == [["memberNo"]]
    assert design.relations == ()


def test_a_text_that_was_not_seen_is_refused(empty, eve, ben):
    old = digest(empty, TEXT, eve)
    with pytest.raises(Conflict):
        requirements_add(design_id=empty.pk, text="a seat by id", decisions=Decisions(), digest=old, by=eve)
    with pytest.raises(Forbidden):
        requirements_add(design_id=empty.pk, text=TEXT, decisions=Decisions(), digest=old, by=ben)
    with pytest.raises(Forbidden):
        requirements_read(design_id=empty.pk, text=TEXT, decisions=Decisions(), by=ben)
    with pytest.raises(Invalid):
        add(empty, eve, text="buy a ticket")


def test_words_that_were_not_understood_stay_as_a_description(empty, eve):
    add(empty, eve, text="orders of a user despite the weather")
    (pattern,) = read_current(empty.pk).design.patterns
    assert pattern.description == 'Not understood: "despite", "weather".'


def test_numbers_of_items_are_stored_with_their_entities_and_relations(empty, eve):
    text = "orders of a customer\nabout 3,000 customers\neach customer has 12 orders, at most 900"
    added = add(empty, eve, text=text)
    design = read_current(empty.pk).design
    assert {one.name: one.count for _, one in design.entities()} == {"Order": None, "Customer": 3000}
    assert [one.per_parent for one in design.relations] == [SizeFact(12, 900)]
    assert added.text == ""
    add(empty, eve, text="a team has 4 robots\n5,000 customers")
    assert {one.name: one.count for _, one in read_current(empty.pk).design.entities()}["Customer"] == 5000


def test_an_attribute_that_is_there_becomes_unique(empty, eve):
    add(empty, eve, text="A member has a name and an email")
    assert add(empty, eve, text="Members have a unique email").text == ""
    (member,) = (one for _, one in read_current(empty.pk).design.entities())
    assert member.unique == (("email",),)


def test_both_numbers_of_a_pair_are_stored_with_its_one_relation(empty, eve):
    text = "A patient can see many doctors\nA doctor sees about 900 patients, a patient sees 3 doctors on average"
    add(empty, eve, text=text)
    (relation,) = read_current(empty.pk).design.relations
    assert str(relation.kind) == "many_to_many"
    seen = {(relation.parent, "child"): relation.per_parent, (relation.child, "parent"): relation.per_child}
    assert seen == {("Doctor", "child"): SizeFact(900), ("Patient", "parent"): SizeFact(3)} or seen == {
        ("Patient", "child"): SizeFact(3),
        ("Doctor", "parent"): SizeFact(900),
    }


def test_a_number_of_items_without_a_place_stays_in_the_text(empty, eve):
    text = "orders of a customer\nabout 3,000 customers\n40 robots, 5,000 drones"
    added = add(empty, eve, text=text, refused=frozenset({"Customer"}))
    assert added.text.splitlines()[-2:] == ["about 3,000 customers", "40 robots, 5,000 drones"]


def test_what_lines_say_of_entities_is_stored_with_its_attributes_and_relations(empty, eve):
    text = "A member has a name, a unique email and a balance\nA booking belongs to a member\nA station has many cars"
    added = add(empty, eve, text=text, refused=frozenset({"Car.stationId"}))
    design = read_current(empty.pk).design
    assert (added.patterns, added.text) == (0, "")
    entities = {one.name: {each.name: str(each.type) for each in one.attributes} for _, one in design.entities()}
    assert entities["Member"] == {"memberId": "S", "name": "S", "email": "S", "balance": "N"}
    assert [one.unique for _, one in design.entities() if one.name == "Member"] == [(("email",),)]
    assert entities["Booking"] == {"bookingId": "S", "memberId": "S"}
    assert [(one.parent, one.child, one.through) for one in design.relations] == [
        ("Member", "Booking", ("memberId",)),
        ("Station", "Car", ()),
    ]
    add(empty, eve, text="A member has a phone number\nA booking belongs to a member")
    assert len(read_current(empty.pk).design.relations) == 2
    add(empty, eve, text="A booking belongs to a station")
    assert ("Station", "Booking") in {(one.parent, one.child) for one in read_current(empty.pk).design.relations}
    assert "phoneNumber" in {
        one.name for _, each in read_current(empty.pk).design.entities() for one in each.attributes
    }


def test_a_line_about_an_entity_that_is_refused_stays_in_the_text(empty, eve):
    text = "orders of a customer\nA robot has a name"
    assert add(empty, eve, text=text, refused=frozenset({"Robot"})).text == "A robot has a name"


def test_a_number_of_items_is_no_access_pattern_and_is_left(empty, eve):
    add(empty, eve, text="orders of a customer")
    table = read_current(empty.pk).design.tables[0].id
    _, left, rest = patterns_say(design_id=empty.pk, table=table, text="an order by id\n3,000 orders", by=eve)
    assert left == ["3,000 orders: add entities and numbers of items on the Requirements page"]
    assert rest == "3,000 orders"
