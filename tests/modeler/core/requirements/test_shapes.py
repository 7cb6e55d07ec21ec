"""Shapes of lines: questions, notations, loads, conditions at the end, verbs that no list has."""

import pytest

from modeler.core.requirements.english.reading import read, read_line
from tests.modeler.core.requirements.expected import facts, with_proposed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Where is a crate right now?", {"operation get", "entities Crate", "given Crate"}),
        ("Has this member ever damaged a car?", {"operation get", "given Member", "returns exists"}),
        ("Does a costume need cleaning?", {"operation get", "entities Costume", "returns exists"}),
        ("Who hasn't answered the invitation to a rehearsal yet?", {"operation list", "cond not answered"}),
        ("jingle code -> jingle (40 lookups/s)", {"operation get", "given jingleCode", "rate 40"}),
        ("terminate(leaseId, reason)", {"operation update", "given Lease", "set = terminated", "set reason"}),
        ("Recordings: title, composer, length", {"operation list", "returns title, composer, length"}),
        ("wigs: unwashed, 14+ days", {"entities Wig", "cond unwashed", "range time <= 14 days ago"}),
        ("each of our 60 probes sends its moisture every 15 min", {"operation create", "rate 0.0666667"}),
        ("scans: 900 a minute on Saturdays, 120 otherwise", {"peak 15", "rate 2"}),
        ("X-rays have to stay available for ten years", {"operation delete", "retention 3650"}),
        ("plots, smallest first", {"order size"}),
        ("standings of a tournament: most points first", {"order points desc"}),
        ("costumes that nobody has worn", {"entities Costume", "cond not worn"}),
        ("tools that have been lent out for more than a week", {"range lentOutAt < 1 week ago"}),
        ("Close a call if every unit has returned", {"set = closed", "cond unit returned"}),
        ("Book a desk unless they already rent an office there", {"cond not already rent an office"}),
        ("update order status to shipped", {"entities Order", "given Order", "set status = shipped"}),
        ("get latest reading per device", {"operation list", "entities Reading", "order time desc"}),
        ("Email must be unique", {"cond email unique"}),
        ("list orders for a given month and merchant", {"given Merchant", "range time = month"}),
        ("store sensor data", {"operation create", "entities SensorData"}),
        ("add item to cart", {"operation create", "entities Item", "given Cart"}),
        ("write 5,000 events/s at peak", {"operation create", "entities Event", "peak 5000"}),
        ("Given a customer id, return the orders", {"operation list", "entities Order", "given Customer"}),
        ("SELECT * FROM orders WHERE customer_id = ? LIMIT 20", {"entities Order", "given Customer", "limit 20"}),
        ("orders(customerId: ID!, first: Int = 20): [Order!]!", {"entities Order", "given Customer", "limit 20"}),
        ("Order | customerId | newest first", {"entities Order", "given Customer", "order time desc"}),
        ("22,000 loggers * 6 readings an hour, 250 B each", {"entities Reading", "rate 36.6667"}),
        ("heartbeats: 250k concurrent players, one every 10 s", {"entities Heartbeat", "rate 25000"}),
        ("1,500 dashboards poll the status of their project every 5 seconds", {"rate 300"}),
        ("As a seller I want to see which of my orders have not been paid", {"given Seller", "cond not paid"}),
        ("I'd like to know how many tickets each agent solved", {"returns count by agentId", "cond solved"}),
        ("all readings of a shipment in the past 24h, max 500 rows", {"entities Reading", "limit 500"}),
        ("logs of a job, retention 7d", {"retention 7"}),
        ("A tailor alters a costume", {"operation update", "entities Costume", "given Costume"}),
        ("Put a hat back into its box", {"operation update", "entities Hat", "given Hat"}),
        ("GPS fix per wagon every ten minutes, fleet of 9,000 wagons", {"rate 15"}),
        ("Check a passenger in, noting the cabin", {"operation update", "given Passenger", "set = checked in"}),
    ],
)
def test_a_shape_is_read(line, said):
    (row,) = read_line(line)
    assert said <= with_proposed(facts(row))


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("GPS fix per wagon, newest first", "entities"),
        ("An actor's hat size, shoe size and inseam", "returned"),
        ("Feathers make the tenor sneeze", "entities"),
        ("I have to trace a wheel back to the farms that supplied its milk", "operation"),
        ("Inspect a wagon", "operation"),
    ],
)
def test_what_was_read_in_part_fills_nothing(line, slot):
    (row,) = read_line(line)
    assert getattr(row, slot).value is None


@pytest.mark.parametrize("line", ["A tailor alters a costume", "Hand a found bag over to its owner"])
def test_what_an_unknown_act_writes_stays_a_question(line):
    (row,) = read_line(line)
    assert row.operation.value == "update"
    assert {one.label.split()[0] for one in row.operation.question.choices} == {"create", "update", "delete"}


@pytest.mark.parametrize(
    "line",
    ["The coffee machine is broken again.", "Please wipe the board after class.", "Silence in the hall, please."],
)
def test_a_remark_names_no_items(line):
    assert not [row for row in read_line(line) if row.entities.value or row.given.value]


def test_an_amount_that_is_allowed_once_is_no_rate():
    (row,) = read_line("Give a listener a prize, but only once per month")
    assert row.rate.value is None


@pytest.mark.parametrize(
    ("line", "entity", "given"),
    [
        ("Issue an employee a badge", "Badge", ["Employee"]),
        ("Send every subscriber of a magazine a reminder", "Reminder", ["Magazine"]),
        ("listParcels(depotId, status?): Parcel[]", "Parcel", ["Depot", ""]),
        ("Which driver works on a given route?", "Driver", ["Route"]),
        ("updateMeterReading(meterId, value, readAt)", "MeterReading", ["Meter"]),
    ],
)
def test_who_receives_something_is_given_and_no_entity_of_the_row(line, entity, given):
    (row,) = read_line(line)
    assert row.entities.value == (entity,)
    assert [one.of for one in row.given.value] == given


def test_two_reads_of_a_line_are_two_rows_without_a_question():
    rows = read_line("segments a user belongs to, and the users in a segment")
    assert [row.entities.value for row in rows] == [("Segment",), ("User",)]
    assert not any(row.joined.question for row in rows)


@pytest.mark.parametrize(("line", "entity"), [("SMS log of a customer", "SmsLog"), ("GPS fixes of a wagon", "GpsFix")])
def test_an_abbreviation_that_ends_like_a_plural_begins_a_name(line, entity):
    (row,) = read_line(line)
    assert row.entities.value == (entity,)
    assert row.unread == ()


def test_an_item_with_its_parts_is_two_rows_and_one_transaction_where_the_line_says_so():
    rows = read_line("create an order with its items in one transaction")
    assert [row.entities.value for row in rows] == [("Order",), ("Item",)]
    assert [one.of for one in rows[1].given.value] == ["Order"]
    assert {row.joined.value for row in rows} == {"transaction"}


@pytest.mark.parametrize(
    ("sure", "line", "entity"),
    [
        ("create an itinerary", "itinerary of a traveler", "Itinerary"),
        ("add a log book", "log book of a ship", "LogBook"),
    ],
)
def test_what_one_line_is_sure_of_is_known_in_the_others(sure, line, entity):
    assert [row for row in read_line(line) if not row.entities.value or row.entities.question]
    row = read(f"{line}\n{sure}").rows[0]
    assert row.entities.value == (entity,)
    assert row.entities.question is None


def test_words_after_many_that_nobody_understood_decide_nothing():
    (row,) = read_line("orders of a customer " + "glorping " * 30 + "limit 20")
    assert row.limit.value is None
    assert "limit 20" in row.unread_words[-1]
