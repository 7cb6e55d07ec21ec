"""Lines that no rule reads as a whole: what their parts say stays, and what is done is read from a title or a call."""

import pytest

from modeler.core.requirements.english.reading import read_line
from tests.modeler.core.requirements.expected import facts, with_proposed

LINES = {
    "parcels: query by depot + zone": ["operation list", "entities Parcel", "given depot", "given zone"],
    "badge scans: 70 rps normally, 900 rps at lunch": ["operation create", "entities BadgeScan", "rate 70", "peak 900"],
    "schedule reads: 40 rps, 300 rps in the morning": ["operation list", "entities Schedule", "rate 40", "peak 300"],
    "ticket placement: avg 12 TPS": ["operation create", "entities Ticket", "rate 12"],
    "800 registrations/min, twice that on Mondays": [
        "operation create", "entities Registration", "rate 13.3333", "peak 26.6667",
    ],
    "status pings - 3k lifts - 1 ping every 6 sec": ["operation create", "entities StatusPing", "rate 500"],
    "12 mills x 4 samples / 1 min": ["operation create", "entities Sample", "rate 0.8"],
    "Door state: overwrite": ["operation save", "entities DoorState"],
    "promote(memberId): member -> LEADER, club.leaders += 1": [
        "operation update", "entities Member", "given Member", "set = leader", "add leader 1",
    ],
    "getLocker(lockerId): locker + content": ["operation get", "entities Locker+Content", "given Locker"],
    "mutation leaveCrew(crewId: ID!, sailorId: ID!): Crew!": [
        "operation update", "entities Crew", "given Crew", "set sailorId",
    ],
    "bump lane (laneId, reason) iff lane still free": ["operation update", "entities Lane", "given Lane", "cond free"],
    "Clerks find a parcel by last six digits, weight and day.": [
        "operation get", "entities Parcel", "given lastSixDigits", "given weight", "given day",
    ],
    "Which nurses have given medicine to this resident?": ["operation list", "entities Nurse", "given Resident"],
    "On the desk screen a clerk sees the parcels of this depot.": ["operation list", "entities Parcel", "given Depot"],
    "On a tour's page visitors see its stops, 20 at a time.": [
        "operation list", "entities Stop", "given Tour", "page 20",
    ],
    "how many tours wait at this gate right now?": ["operation list", "entities Tour", "given Gate", "returns count"],
    "Which guides have led this tour before?": ["operation list", "entities Guide", "given Tour"],
    "guide board: read 50 rps": ["operation list", "entities GuideBoard", "rate 50"],
    "The warden has to find a bench by its number": ["operation get", "entities Bench", "given number"],
    "A teacher wants to see what she has booked": ["operation list", "given Teacher"],
    "a desk can have only one active sensor": [
        "operation create", "entities Sensor", "given Desk", "cond deskId unique",
    ],
    "cancel a tour up to 3 hours before it starts": ["operation update", "entities Tour", "cond time >= in 3 hours"],
    "PATCH /tours/{tourId} {capacity, version}": ["operation update", "entities Tour", "given Tour", "set capacity"],
    "SELECT hall_id, COUNT(*) FROM tours WHERE city = ? GROUP BY hall_id": [
        "operation list", "entities Tour", "given city", "returns count by hallId",
    ],
    "tours of a guide, with the most recent one at the top, 30 at a time": [
        "operation list", "given Guide", "order time desc", "page 30",
    ],
}  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=lambda one: one[:50])
def test_parts_say_what_is_read_or_written(line):
    (row,) = read_line(line)
    said = with_proposed(facts(row))
    assert set(LINES[line]) <= {one.partition(" via")[0] for one in said}, said


@pytest.mark.parametrize(
    "line",
    [
        "Vera says her locker was open again.",
        "Rosa thinks a bench was wet.",
        "The tool should feel calm and kind",
        "The old ledger server stays read-only until May",
    ],
)
def test_statements_stay_questions(line):
    assert not [row for row in read_line(line) if row.operation.value or row.entities.value or row.rate.value]


def test_a_doubtful_read_is_the_first_answer():
    (row,) = read_line("auditors type the first letters of a name")
    assert row.operation.question.choices[0].sets == {"operation": "list", "entities": ["Auditor"]}
    assert not row.entities.value


def test_a_number_of_devices_limits_no_items():
    (row,) = read_line("each of 3,000 paired watches stores its pulse once a minute")
    assert row.rate.value == 50
    assert row.limit.value is None
