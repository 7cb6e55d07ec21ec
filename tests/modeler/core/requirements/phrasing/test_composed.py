"""Descriptions read clause by clause: amounts, things and verbs in any order, and what is left visible of the rest."""

import pytest

from modeler.core.requirements.codec import reading_json, reading_of
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.nouns import nouns
from modeler.core.requirements.schema import schema
from modeler.core.requirements.vocabulary import NOTHING_KNOWN


def facts(text: str) -> set[str]:
    """What a text says, one short text for each fact."""
    reading = read(text)
    found = nouns((), NOTHING_KNOWN, reading.descriptions)
    said = {f"{one.entity}.{one.name}" for one in found.attributes if not one.refers_to}
    said |= {f"{one.parent}>{one.child}{'/both' * bool(one.via)}" for one in found.relations}
    said |= {f"{one.entity} unique {name}" for one in reading.descriptions for name in one.unique}
    both = {frozenset((one.parent, one.child)) for one in found.relations if one.via}
    counted = [one for one in reading.volumes if frozenset((one.parent, one.entity)) not in both]
    said |= {f"{one.parent}>{one.entity}" for one in counted}
    said |= {f"{one.parent}>{one.entity} {'most' * one.is_most} {one.count}" for one in reading.volumes}
    said |= {f"{one.entity} takes {'most' * one.is_most} {one.bytes}" for one in reading.sizes}
    kept = (one for one in reading.rows if one.retention.value is not None)
    return {" ".join(one.split()) for one in said} | {
        f"{name} kept {one.retention.value:g}" for one in kept for name in one.entities.value or ()
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A sail is sewn by one to three sailmakers, while a sailmaker handles about 7 sails",
         {"Sail>Sailmaker/both", "Sail>Sailmaker most 3", "Sailmaker>Sail 7"}),
        ("Each berth is for one yacht, with a begin date, an end date and a fee",
         {"Yacht>Berth", "Berth.beginDate", "Berth.endDate", "Berth.fee"}),
        ("Logbook pages (yacht, harbor, entered at) are kept for half a year and take a mere 300 bytes each",
         {"LogbookPage.yacht", "LogbookPage.harbor", "LogbookPage.enteredAt", "LogbookPage takes 300",
          "LogbookPage kept 182.5"}),
        ("An inspection has a date and a rating, plus 12 photos on average. Photos weigh 2 MB.",
         {"Inspection.date", "Inspection.rating", "Inspection>Photo", "Inspection>Photo 12", "Photo takes 2097152"}),
        ("A crew usually has 3 regattas; the record stands at 25.", {"Crew>Regatta", "Crew>Regatta 3",
                                                                   "Crew>Regatta most 25"}),
        ("Harbor: code (unique), depth, country. Always belongs to exactly one coast guard.",
         {"Harbor.code", "Harbor unique code", "Harbor.depth", "Harbor.country", "CoastGuard>Harbor"}),
        ("Trips go from a harbor to an island and are led by a skipper.",
         {"Harbor>Trip", "Island>Trip", "Skipper>Trip"}),
        ("One or more divers share a cabin", {"Cabin>Diver"}),
        ("A diver has 4 lessons on average, and a popular instructor has up to 900",
         {"Diver>Lesson", "Diver>Lesson 4", "Instructor>Lesson", "Instructor>Lesson most 900"}),
        ("Divers make 6 cabin bookings a month", {"Diver>CabinBooking"}),
        ("Dive logs record the depth and the air left. They are deleted after 2 years.",
         {"DiveLog.depth", "DiveLog.airLeft", "DiveLog kept 730"}),
        ("Divers are identified by their card number or e-mail; we store first name, last name and height.",
         {"Diver.cardNumber", "Diver.email", "Diver.firstName", "Diver.lastName", "Diver.height"}),
        ("We run 14 harbors with 140 berths each on average; the largest has 620.",
         {">Harbor", ">Harbor 14", "Harbor>Berth", "Harbor>Berth 140", "Harbor>Berth most 620"}),
        ("Courses are split into units (25 each), units into 6 dives.",
         {"Course>Unit", "Course>Unit 25", "Unit>Dive", "Unit>Dive 6"}),
        ("Dive logs are deleted 3 years after the last dive; cabin photos after 30 days.",
         {"DiveLog kept 1095", "CabinPhoto kept 30"}),
        ("Crews own sails - 12 on average, racing crews have up to 90",
         {"Crew>Sail", "Crew>Sail 12", "Crew>Sail most 90"}),
        ("The key of a berth is pier letter plus number", {"Berth.pierLetter", "Berth.number"}),
        ("Diver n:m Island", {"Diver>Island/both"}),
        ("one mark per diver and exam", {"Diver>Mark", "Exam>Mark"}),
        ("Wind readings = 80 bytes, weather charts 2 KB", {"WindReading takes 80", "WeatherChart takes 2048"}),
        ("A diver works at several harbors", {"Diver>Harbor/both"}),
        ("A diver owns several boats", {"Diver>Boat"}),
        ("The club owns 320 boats", {">Boat", ">Boat 320"}),
        ("Every island has a code, which is unique, and a wind class",
         {"Island.code", "Island unique code", "Island.windClass"}),
        ("The harbor has 4 piers with 12 berths each.",
         {"Harbor>Pier", "Harbor>Pier 4", "Pier>Berth", "Pier>Berth 12"}),
        ("Piers are divided into berths, about 30 per pier.", {"Pier>Berth", "Pier>Berth 30"}),
        ("A crew may book any number of trips; on average it is 4.", {"Crew>Trip", "Crew>Trip 4"}),
        ("A tide record takes about 1 KB.", {"TideRecord takes 1024"}),
        ("Harbor -> Pier: 1:n, Pier -> Berth: 1:n", {"Harbor>Pier", "Pier>Berth"}),
        ("A boat belongs to a harbor, harbors form a coast", {"Harbor>Boat"}),
        ("Wind labels: 200 bytes; 60,000 of them", {"WindLabel takes 200", ">WindLabel", ">WindLabel 60000"}),
    ],
)  # fmt: skip
def test_clauses_say_what_they_say_in_any_order(text, wanted):
    assert facts(text) == wanted


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("A berth has a fee, a begin date and whatever the harbor master likes", "whatever the harbor master likes"),
        ("Divers make 6 cabin bookings a month", "a month"),
        ("Photos take 2 MB each", "2 MB each"),
    ],
)
def test_words_without_a_field_stay_visible(text, left):
    reading = read(text)
    assert reading.descriptions
    assert left in [one for _, one in reading.not_understood]


@pytest.mark.parametrize(
    "text",
    [
        "A skipper cancels up to 3 trips",
        "Users see 20 trips, newest first",
        "Trips: list, create, delete",
        "Find the divers who have at least two certificates",
        "A diver can have at most 5 open bookings",
        "Divers can write one review per trip",
        "unlock(boatId, diverId)",
        "A skipper swaps two divers before the trip",
        "Two divers can't have the same card number",
        "The average trip should stay under 20 seats",
        "Leaks reported for a boat since a given date, severe ones only",
        "An expert identifies a wreck",
    ],
)
def test_what_somebody_does_describes_nothing(text):
    assert read(text).descriptions == ()


def test_sizes_are_part_of_what_is_written_and_read():
    reading = read("X-rays are up to 4 MB each")
    (size,) = reading.sizes
    assert (size.entity, size.bytes, size.is_most) == ("XRay", 4 * 1024**2, True)
    assert reading_of(reading_json(reading)) == reading
    assert set(reading_json(reading)) <= set(schema()["properties"])
