"""Acts, changes, orders and limits by their construction, whatever verb says them."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.slots import Act, Aggregate, Comparator, Condition, Limit
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, KnownEntity, Vocabulary
from modeler.core.values.attribute_values import AttributeType


def known(name, *attributes):
    held = [Attribute(f"{name}-{one}", one, AttributeType.S) for one in (f"{name[0].lower()}{name[1:]}Id", *attributes)]
    return KnownEntity(Entity(name, name, identity=(held[0].name,), attributes=tuple(held)))


KENNELS = Vocabulary(
    (known("Kennel", "name", "openedAt"), known("Fault", "kennelId", "status", "severity", "openedAt", "resolvedAt"))
)


def changes(row):
    return [(str(one.edit), one.attribute, one.value) for one in row.changes.value or ()]


@pytest.mark.parametrize(
    ("line", "entity", "said"),
    [
        ("Checking in sets the reservation's status to checked_in.", "Reservation", [("set", "status", "checked_in")]),
        ("Each like raises a photo's like count by one", "Photo", [("add", "likeCount", "1")]),
        ("Every delivery increments the courier's deliveryCount", "Courier", [("add", "deliveryCount", "1")]),
        (
            "When a pay run is finalised we set its status to finalised and stamp finalisedAt.",
            "PayRun",
            [("set", "status", "finalised"), ("set", "finalisedAt", "")],
        ),
        (
            "Publish an episode: set status to published and publishedAt to now",
            "Episode",
            [("set", "status", "published"), ("set", "publishedAt", "")],
        ),
        ("The nurse sets a patient's triage level to 3", "Patient", [("set", "triageLevel", "3")]),
        ("each scan of a badge updates the employee's lastSeenAt", "Employee", [("set", "lastSeenAt", "")]),
        ("A hive is moved to another apiary.", "Hive", [("set", "apiaryId", "")]),
    ],
)
def test_what_an_attribute_becomes_is_an_update_of_its_item(line, entity, said):
    (row,) = read_line(line)
    assert (row.operation.value, row.entities.value) == (Act.UPDATE, (entity,))
    assert [one.of for one in row.given.value] == [entity]
    assert changes(row) == said


def test_the_value_that_is_left_is_required():
    (row,) = read_line("Move a bug from in_progress to resolved")
    assert changes(row) == [("set", "status", "resolved")]
    assert row.condition.value == (Condition("status", value="in_progress"),)


def test_a_thing_is_no_state():
    (row,) = read_line("Move a bug from one board to another")
    assert ("set", "status", "another") not in changes(row)


@pytest.mark.parametrize(
    ("line", "made", "changed"),
    [
        ("placing a pledge adds its amount to the raised total of the campaign", "Pledge", "Campaign"),
        ("Join a channel: adds the membership and increments memberCount of the channel", "Membership", "Channel"),
        ("Pay an invoice: set its status to paid and store the payment", "Payment", "Invoice"),
    ],
)
def test_an_item_that_is_created_beside_a_change_is_a_row_of_its_own(line, made, changed):
    rows = read_line(line)
    assert {(row.operation.value, row.entities.value) for row in rows} == {
        (Act.CREATE, (made,)),
        (Act.UPDATE, (changed,)),
    }


@pytest.mark.parametrize("line", ["Add a note to the medical record of a pet", "orders whose owner sets a limit"])
def test_no_amount_is_made_of_a_thing(line):
    assert all(not changes(row) for row in read_line(line))


@pytest.mark.parametrize(
    ("line", "name", "descending"),
    [
        ("faults of a kennel, from first to last", "openedAt", False),
        ("faults of a kennel, from newest to oldest", "openedAt", True),
        ("faults of a kennel in the order in which they were resolved", "resolvedAt", False),
        ("faults of a kennel, the ones resolved first on top", "resolvedAt", False),
        ("kennels, alphabetically", "name", False),
    ],
)
def test_a_sequence_is_an_order(line, name, descending):
    (row,) = read_line(line, KENNELS)
    assert [(one.attribute, one.descending) for one in row.order.value] == [(name, descending)]
    assert not row.order.question


def test_several_orders_fall_together():
    (row,) = read_line("standings of a league, ordered by points and then goalDifference, both descending")
    assert [(one.attribute, one.descending) for one in row.order.value] == [("points", True), ("goalDifference", True)]


@pytest.mark.parametrize(
    ("line", "comparison"),
    [
        ("faults of a kennel in the past 90 days", Comparator.AT_LEAST),
        ("faults that are pending for more than 10 minutes", Comparator.LESS),
    ],
)
def test_a_period_bounds_when_items_came_to_be(line, comparison):
    (row,) = read_line(line, KENNELS)
    assert [(one.attribute, one.comparison) for one in row.range.value] == [("openedAt", comparison)]
    assert row.range.question is None


def test_a_state_that_comes_later_has_a_time_of_its_own():
    (row,) = read_line("faults that are escalated for more than 10 minutes", KENNELS)
    assert row.range.value is None or row.range.question is not None or not row.range.value[0].attribute


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("unpaid invoices; the job takes 200 per run", Limit(200, True)),
        ("messages of a channel, capped at 50", Limit(50)),
        ("events of a geofence; most recent 200", Limit(200)),
    ],
)
def test_how_many_are_read_at_once(line, limit):
    (row,) = read_line(line)
    assert row.limit.value == limit


@pytest.mark.parametrize(
    "line", ["downloads of an album: only a count", "downloads of an album, we just need the number"]
)
def test_only_a_count_is_returned(line):
    (row,) = read_line(line)
    assert row.returned.value.what is Aggregate.COUNT


@pytest.mark.parametrize(
    ("line", "rate", "peak"),
    [
        ("create a message, 2,000/s on a weekday morning, 400/s on average", 400, 2000),
        ("list the comments of an article - 5,000 requests per second when a story breaks", None, 5000),
        ("create an audit event, 60/s is normal, at up to 800/s", 60, 800),
    ],
)
def test_the_rate_that_is_seldom_reached_is_the_peak(line, rate, peak):
    (row,) = read_line(line)
    assert (row.rate.value, row.peak.value) == (rate, peak)


@pytest.mark.parametrize(
    ("line", "entity"),
    [
        ("ingest GPS points: 5,000 writes/s", ("GpsPoint",)),
        ("Product page: fetch product with its variants", ("Product", "Variant")),
    ],
)
def test_a_verb_is_no_part_of_a_name(line, entity):
    (row,) = read_line(line)
    assert row.entities.value == entity


def test_an_item_that_is_found_by_something_else_is_not_given():
    (row,) = read_line("Find vehicle by licence plate or by VIN")
    assert not row.given.value


def test_for_whom_items_are_read_is_not_given():
    (row,) = read_line("orders that are not shipped, for the warehouse lead")
    assert not row.given.value
    assert "warehouse lead" in " ".join(row.unread_words)


def test_a_part_of_a_list_is_not_set():
    (row,) = read_line("reporter files a bug with title, description, severity and component")
    assert not row.changes.value or len(row.changes.value) == 4


def test_nothing_is_created_where_nobody_says_so():
    rows = read_line("set the price of a product to 20", NOTHING_KNOWN)
    assert [row.operation.value for row in rows] == [Act.UPDATE]
