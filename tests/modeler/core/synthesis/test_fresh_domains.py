"""What six applications that nobody had tried brought up: cars, flights, objects of a museum, a laboratory."""

from __future__ import annotations

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.synthesis import AlternativeKind, SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import attribute, belongs, design, entity, get, put, query, text, update, whole

pytestmark = pytest.mark.slow

EXISTS = {"if": "attribute_exists(PK)"}


def only(made, **options):
    return synthesise(made, SynthesisOptions(alternatives=1, **options))


def keys_of(found, name):
    """The templates of an entity by index; those of the table under its name."""
    entity = found.alternatives[0].design.tables[0].entity(name)
    return {one.index or "table": list(one.keys.values()) for one in entity.overloads}


COMMENT = entity(
    "Comment", "commentId", 900_000,
    attribute("commentId"), attribute("articleId"), attribute("reportedAt", "iso", optional=0.01), text("text", 200),
)  # fmt: skip
REPORTED = {"filter": "attribute_exists(reportedAt)", "limit": 50, "items_returned": 50}


def test_an_order_by_what_the_filter_says_exists_is_a_key_of_a_sparse_index():
    found = only(design([COMMENT], [query("R1", "Comment", "", 1, "reportedAt", **REPORTED), put("W1", "Comment")]))
    assert found.unmet == ()
    (overload,) = found.alternatives[0].design.tables[0].entities[0].overloads[1:]
    assert list(overload.keys.values()) == ["COMMENT", "{reportedAt}#{commentId}"]
    assert overload.when == "attribute_exists(reportedAt)"


def test_an_order_by_what_not_every_item_has_says_so():
    read = query("R1", "Comment", "articleId", 1, "-reportedAt", limit=9, items_returned=9)
    (one,) = only(design([COMMENT], [read, put("W1", "Comment")])).unmet
    assert one.reason.startswith("R1 sorts Comment by reportedAt, which not every item has")
    assert one.nearest.startswith("add attribute_exists(reportedAt) to its filter")


BAG = entity("Bag", "tagNumber", 900_000, attribute("tagNumber"), attribute("flightId"), whole("grams", 99_999))
SCAN = entity("Scan", "tagNumber at", 4_000_000, attribute("tagNumber"), attribute("at", "iso"), attribute("place"))


def test_a_value_that_identifies_an_item_has_the_label_of_the_item():
    reads = [
        get("R1", "Bag", "tagNumber", 9),
        query("R2", "Scan", "tagNumber", 9, "-at", limit=9, items_returned=9),
        query("R3", "Bag Scan", "tagNumber", 2, items_returned=5),
    ]
    found = only(design([BAG, SCAN], reads, [belongs("Scan", "Bag", "tagNumber", 4, 60)]))
    assert found.unmet == ()
    assert keys_of(found, "Bag")["table"] == ["BAG#{tagNumber}", "METADATA"]
    assert keys_of(found, "Scan")["table"] == ["BAG#{tagNumber}", "SCAN#{at}"]


def test_it_keeps_its_own_label_where_another_entity_has_it_with_another_meaning():
    note = entity("Note", "noteId", 900, attribute("noteId"), attribute("tagNumber"))
    found = only(
        design([BAG, note], [get("R1", "Bag", "tagNumber"), query("R2", "Note", "tagNumber", items_returned=1)])
    )
    assert keys_of(found, "Bag")["table"][0] == "TAG_NUMBER#{tagNumber}"


STUDIO = entity("Studio", "id", 900, attribute("id"), attribute("city"))
LESSON = entity("Lesson", "id", 90_000, attribute("id"), attribute("studio_id"), attribute("startsAt", "iso"))


def test_an_identity_that_is_only_called_id_has_the_label_of_its_entity():
    reads = [get("R1", "Studio", "id"), get("R2", "Lesson", "id"), put("W1", "Studio"), put("W2", "Lesson")]
    found = only(design([STUDIO, LESSON], reads))
    assert keys_of(found, "Studio")["table"] == ["STUDIO#{id}", "METADATA"]
    assert keys_of(found, "Lesson")["table"] == ["LESSON#{id}", "METADATA"]


def test_entities_that_one_read_returns_by_id_begin_alike():
    price = entity("Price", "id currency", 9_000, attribute("id"), attribute("currency"))
    found = only(design([STUDIO, price], [query("R1", "Studio Price", "id", items_returned=3), put("W1", "Studio")]))
    assert found.unmet == ()
    assert keys_of(found, "Studio")["table"][0] == keys_of(found, "Price")["table"][0]


FLIGHT = entity(
    "Flight", "flightId", 2_000_000,
    attribute("flightId"), attribute("flightNumber"), attribute("day", "date"), attribute("origin"),
    attribute("departsAt", "iso"),
)  # fmt: skip


def test_the_partition_key_has_all_that_its_only_read_gives():
    reads = [
        query("R1", "Flight", "flightNumber day", 60, items_returned=1),
        query("R2", "Flight", "origin day", 30, "departsAt", items_returned=120),
        get("R3", "Flight", "flightId", 9),
        put("W1", "Flight", 0.1),
    ]
    made = keys_of(only(design([FLIGHT], reads)), "Flight")
    assert ["FLIGHT_NUMBER#{flightNumber}#{day}", "{flightId}"] in made.values()


def vehicles(moves=80.0, **fields):
    """Vehicles that move all the time, found by their plates now and then."""
    vehicle = entity(
        "Vehicle",
        "vehicleId",
        30_000,
        attribute("vehicleId"),
        attribute("plate"),
        attribute("zoneId"),
        unique=[["plate"]],
    )
    patterns = [
        get("R1", "Vehicle", "vehicleId", 200),
        query("R2", "Vehicle", "plate", 2, items_returned=1, **fields),
        put("W1", "Vehicle", 0.01),
        update("W2", "Vehicle", "vehicleId", moves, set={"zoneId": "z1"}, **EXISTS),
    ]
    return design([vehicle], patterns)


def test_an_item_is_found_by_a_unique_value_through_the_item_that_enforces_it():
    found = only(vehicles())
    one = found.alternatives[0]
    assert (one.gsis, one.problems) == (0, ())
    read = next(each for each in one.design.patterns if each.code == "R2")
    assert [(step.operation, step.entities) for step in read.members] == [
        (Operation.GET, ("VehiclePlate",)),
        (Operation.GET, ("Vehicle",)),
    ]
    assert "R2 reads VehiclePlate, then Vehicle by the identity in it, so that no index has to" in found.notes


def test_an_index_finds_it_in_one_request_where_that_costs_little():
    assert only(vehicles(moves=0.01)).alternatives[0].gsis == 1
    assert only(vehicles(), copies=False).alternatives[0].gsis == 1


def test_a_read_of_nothing_but_the_identity_is_one_request():
    one = only(vehicles(projection=["vehicleId"])).alternatives[0]
    read = next(each for each in one.design.patterns if each.code == "R2")
    assert (read.operation, read.entities, one.gsis) == (Operation.GET, ("VehiclePlate",), 0)


OPEN = {"filter": "state = 'OPEN'", "items_returned": 50}


def test_no_alternative_is_cheaper_than_the_cheapest_or_much_dearer_for_nothing():
    treatment = entity(
        "Treatment", "treatmentId", 200_000,
        attribute("treatmentId"), attribute("conservatorId"), attribute("startedAt", "iso"),
        attribute("state", "enum", values={"OPEN": 0.02, "DONE": 0.98}), text("report", 1500),
    )  # fmt: skip
    ticket = entity(
        "Ticket", "ticketId", 6_000_000, attribute("ticketId"), attribute("day", "date"), whole("cents", 9999)
    )
    patterns = [
        query("R1", "Treatment", "conservatorId", 1, "startedAt", **OPEN),
        query("R2", "Ticket", "day", 0.2, limit=100, items_returned=100),
        put("W1", "Treatment", 0.01),
        put("W2", "Ticket", 2),
        update("W3", "Ticket", "ticketId", 2, set={"cents": "5"}, **EXISTS),
    ]
    found = synthesise(design([treatment, ticket], patterns)).alternatives
    cheapest = next((one for one in found if one.kind is AlternativeKind.CHEAPEST), found[0])
    assert min(one.dollars for one in found) == cheapest.dollars
    assert all(one.dollars <= 2 * cheapest.dollars or one.gsis < found[0].gsis for one in found)


UNIT = entity(
    "Unit", "orgId path", 900_000,
    attribute("orgId"), attribute("path", "path", size={"average": 20, "max": 200}),
    attribute("parentPath", "path", size={"average": 14, "max": 180}), text("title", 30),
)  # fmt: skip


def test_a_hierarchy_is_a_materialized_path_with_an_index_by_parent():
    """The keys of building block P6."""
    below = {"filter": "begins_with(path, :p)", "parameters": {"p": "board#sales"}, "items_returned": 30}
    reads = [
        query("R1", "Unit", "orgId", 20, "path", **below),
        query("R2", "Unit", "orgId parentPath", 10, items_returned=6),
        get("R3", "Unit", "orgId path", 40),
        put("W1", "Unit"),
    ]
    found = only(design([UNIT], reads))
    made = keys_of(found, "Unit")
    assert made["table"] == ["ORG#{orgId}", "UNIT#{path}"]
    assert made["GSI1"] == ["ORG#{orgId}#PARENT_PATH#{parentPath}", "{path}"]
    assert found.alternatives[0].problems == ()
