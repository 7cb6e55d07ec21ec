"""Lines that the grammar of their clauses reads: rules over several items, acts of unknown verbs, events, questions."""

import pytest

from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.english.syntax.clauses import clause_at
from modeler.core.requirements.english.words.tokens import tokens
from tests.modeler.core.requirements.expected import facts, with_proposed

LINES = {
    "Just one parking badge per tenant": [
        "operation create", "entities ParkingBadge", "given Tenant", "cond tenantId unique",
    ],
    "every canoe gets exactly one sticker": ["entities Sticker", "given Canoe", "cond canoeId unique"],
    "A jury cannot have two sessions at the same time.": ["operation create", "entities Session", "given Jury"],
    "no two tours may use the same bus at the same hour": ["operation create", "entities Tour", "cond unique"],
    "No two halls may have the same code": ["operation create", "entities Hall", "cond code unique"],
    "A hall never takes more tours than it has guides": [
        "operation create", "entities Tour", "given Hall", "cond tours < guides",
    ],
    "A visitor can rate a tour only once": ["operation create", "given Visitor", "given Tour"],
    "a coupon can be redeemed just once": ["operation update", "entities Coupon", "given Coupon", "cond not redeemed"],
    "A skipper may charter at most 3 boats.": ["operation create", "given Skipper"],
    "Hall codes must be unique within a venue": ["entities Hall", "given Venue", "cond code unique"],
    "A translator can accept or decline a job offer": ["operation update", "entities JobOffer", "given JobOffer"],
    "A keeper can regroom the pony": ["operation update", "entities Pony", "given Pony"],
    "a sailor can report a leak": ["operation create", "entities Leak"],
    "a lane gets disabled automatically after 5 errors": [
        "operation update", "entities Lane", "given Lane", "set = disabled",
    ],
    "When a crate arrives we weigh it and put it on a shelf.": ["operation update", "entities Crate", "given Crate"],
    "when a guest pays, the balance of the booking goes down by the amount": [
        "operation update", "entities Booking", "given Booking", "add balance -amount",
    ],
    "On the late shift I need to see at a glance which beds are free": ["operation list", "entities Bed", "cond free"],
    "Every Monday the warden prints the permits of a harbour": ["operation list", "entities Permit", "given Harbor"],
    "The mast writes 3 million readings per hour": ["operation create", "entities Reading", "rate 833.333"],
    "Between 6:00 and 9:00 we get some 40 badge swipes a second": [
        "operation create", "entities BadgeSwipe", "rate 40",
    ],
    "Guardians top up the balance of their ward": ["operation update", "entities Ward", "given Ward"],
    "Members give back a locker when they leave.": ["operation update", "entities Locker", "given Locker"],
    "Visitors look up their permit with the permit number": [
        "operation get", "entities Permit", "given Visitor", "given permitNumber",
    ],
    "planks thicker than 4 mm": ["operation list", "entities Plank", "range thickness > 4"],
    "As a keeper I want to be warned of tanks whose salinity is below 30": [
        "operation list", "entities Tank", "range salinity < 30",
    ],
    "How much has been paid out to a supplier?": ["operation list", "given Supplier", "returns sum"],
    "the last known berth of a ferry": ["operation get", "given Ferry"],
    "Ranking: the 50 riders with the highest score": ["operation list", "entities Rider", "limit 50"],
    "Borrow a kayak only if it is available": ["operation create", "given Kayak", "cond available"],
    "Attach a sketch to a permit": ["operation create", "entities Sketch", "given Permit"],
    "find newborn by wristband number": ["operation get", "entities Newborn", "given wristbandNumber"],
    "If a lodger moves out, the bike rack is assigned to the next one.": [
        "operation update", "entities BikeRack", "given BikeRack",
    ],
    "best-selling 5 cakes of a bakery": ["operation list", "entities Cake", "given Bakery", "limit 5"],
    "a skipper can edit own logbook": ["operation update", "entities Logbook", "given Logbook"],
    "Cheeses that are going to expire within a day": ["operation list", "entities Cheese"],
    "put sounding (buoyId, ts, depth)": ["operation save", "entities Sounding"],
    "Who commented on a sketch?": ["operation list", "given Sketch"],
    "Hosts want to see how often each of their shows was streamed in the past 7 days": [
        "operation list", "given Host", "returns count by showId",
    ],
    "Who is working on Sunday?": ["operation list", "range time = sunday"],
    "How often was each maze solved?": ["operation list", "returns count by mazeId"],
    "How much of a spice do we have left?": ["operation get", "entities Spice", "given Spice"],
    "what is in locker 14": ["operation list", "given Locker"],
    "The desk has to see whether a kiln is hot": ["operation get", "entities Kiln", "given Kiln"],
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_clause_is_read(line):
    (row,) = read_line(line)
    said = with_proposed(facts(row))
    assert set(LINES[line]) <= {one.partition(" via")[0] for one in said}, said


@pytest.mark.parametrize(
    "line",
    [
        "Nobody likes the old paper ledger.",
        "A tour must have exactly one guide",
        "Guides can phone the office",
        "I found a broken lamp on the pier",
        "The call record must be written exactly once",
        "Skippers should wear a vest",
    ],
)
def test_what_is_no_change_of_an_item_decides_nothing(line):
    for row in read_line(line):
        assert row.operation.value is None or not row.entities.value, facts(row)


def test_the_verb_of_a_clause_agrees_with_its_subject():
    said = clause_at(tokens("the owner of a boat can sell or lease it"), 0)
    assert said is not None and said.subject is not None
    assert (said.subject.words, said.modal, [one.base for one in said.verbs]) == (("owner",), "can", ["sell", "lease"])
    assert said.object_pronoun == "it"
    assert clause_at(tokens("record player repairs"), 0) is None


def test_a_state_of_what_is_counted_stays_visible():
    (row,) = read_line("a flat can have only one active lease")
    assert [one.of(row.text) for one in row.unread] == ["active"]
