"""Lines that say what an entity has and what it belongs to: read as entities, attributes and relations, never as an
access pattern.
"""

import pytest

from modeler.core.requirements.board import Decisions, board, confirmed
from modeler.core.requirements.codec import reading_json, reading_of
from modeler.core.requirements.english.descriptions.blocks import lists_of
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.nouns import Nouns, Sort, nouns
from modeler.core.requirements.vocabulary import NOTHING_KNOWN


def found_in(text: str) -> Nouns:
    reading = read(text)
    assert reading_of(reading_json(reading)) == reading
    return nouns(reading.rows, NOTHING_KNOWN, reading.descriptions)


def said(text: str) -> tuple[list[str], list[str], list[str]]:
    """The names of entities, attributes, and relations."""
    found = found_in(text)
    return (
        [one.name for one in found.entities],
        [f"{one.entity}.{one.name}" for one in found.attributes],
        [f"{one.parent}>{one.child}{'/' * bool(one.via)}{one.via}" for one in found.relations],
    )


@pytest.mark.parametrize(
    ("text", "entities", "attributes"),
    [
        ("A member has a name, an email and a phone number",
         ["Member"], ["Member.name", "Member.email", "Member.phoneNumber"]),
        ("Each car has a plate, a model, and a mileage.", ["Car"], ["Car.plate", "Car.model", "Car.mileage"]),
        ("- Customers have an id, name & address", ["Customer"], ["Customer.name", "Customer.address"]),
        ("Members have names and emails", ["Member"], ["Member.name", "Member.email"]),
        ("Every invoice must have a number, a date and a total",
         ["Invoice"], ["Invoice.number", "Invoice.date", "Invoice.total"]),
        ("A line item contains a quantity and a unit price", ["LineItem"], ["LineItem.quantity", "LineItem.unitPrice"]),
        ("Book: isbn, title, author", ["Book"], ["Book.isbn", "Book.title", "Book.author"]),
        ("Products: sku, title, price, stock",
         ["Product"], ["Product.sku", "Product.title", "Product.price", "Product.stock"]),
        ("A person has phone numbers", ["Person"], ["Person.phoneNumbers"]),
        ("Member: name, email", ["Member"], ["Member.name", "Member.email"]),
        ("Member has: name, email", ["Member"], ["Member.name", "Member.email"]),
        ("Customer - name, email, phone", ["Customer"], ["Customer.name", "Customer.email", "Customer.phone"]),
        ("order_items(id, sku, unit_price)", ["OrderItem"], ["OrderItem.sku", "OrderItem.unitPrice"]),
        ("Member (name, email, home town)", ["Member"], ["Member.name", "Member.email", "Member.homeTown"]),
    ],
)  # fmt: skip
def test_attributes_are_proposed(text, entities, attributes):
    assert said(text) == (entities, attributes, [])
    assert (read(text).rows, read(text).not_understood) == ((), ())


@pytest.mark.parametrize(
    ("text", "entities", "attributes", "relations"),
    [
        ("A station has many cars", ["Station", "Car"], ["Car.stationId"], ["Station>Car"]),
        ("A user can have several addresses", ["User", "Address"], ["Address.userId"], ["User>Address"]),
        ("A booking belongs to a member and a car",
         ["Booking", "Member", "Car"], ["Booking.memberId", "Booking.carId"], ["Member>Booking", "Car>Booking"]),
        ("Each task is part of a project", ["Task", "Project"], ["Task.projectId"], ["Project>Task"]),
        ("A trip belongs to exactly one booking", ["Trip", "Booking"], ["Trip.bookingId"], ["Booking>Trip"]),
        ("We have customers, orders and line items", ["Customer", "Order", "LineItem"], [], []),
        ("Entities: Member, Car, Booking", ["Member", "Car", "Booking"], [], []),
        ("Tables: customers, order_items", ["Customer", "OrderItem"], [], []),
        ("Each member is assigned to one station", ["Member", "Station"], ["Member.stationId"], ["Station>Member"]),
        ("A playlist contains songs", ["Playlist", "Song"], ["Song.playlistId"], ["Playlist>Song"]),
        ("A company has employees", ["Company", "Employee"], ["Employee.companyId"], ["Company>Employee"]),
    ],
)  # fmt: skip
def test_relations_are_proposed(text, entities, attributes, relations):
    assert said(text) == (entities, attributes, relations)


def test_a_noun_that_another_line_names_as_an_entity_is_one_here_too():
    text = "A car has a plate and a station\nA station has a name and cars\nA member has a home station"
    assert said(text) == (
        ["Car", "Station", "Member"],
        ["Car.plate", "Car.stationId", "Station.name", "Member.homeStationId"],
        ["Station>Car", "Station>Member"],
    )
    rows = "Orders have lines and a total\nList the lines of an order"
    assert said(rows)[2] == ["Order>Line"]


def test_two_entities_that_have_several_of_each_other_are_many_to_many():
    assert said("A film has many actors\nAn actor has many films")[2] == ["Film>Actor/has"]
    assert said("A playlist contains songs\nA song can be in many playlists")[2] == ["Playlist>Song/has"]


def test_two_with_several_of_each_other_have_no_identity_of_the_other():
    text = "A film has many actors\nAn actor has many films\nList the actors of a film"
    assert said(text)[1:] == ([], ["Film>Actor/has"])


def test_what_is_built_is_no_entity():
    assert said("The app has members, cars and a login\nOur system stores orders") == (
        ["Member", "Car", "Order"],
        [],
        [],
    )
    assert read("The app has members and a login").not_understood == ((1, "a login"),)
    assert read("The app has a login").descriptions == ()


@pytest.mark.parametrize(
    ("text", "attribute", "values"),
    [
        ("A car has a plate and a status (free, booked)", "status", ("free", "booked")),
        ("Car: plate, status [free, booked, in repair]", "status", ("free", "booked", "inRepair")),
        ("Meter (serial number, type: electricity / gas / water)", "type", ("electricity", "gas", "water")),
        ("The status of a claim is open, approved or rejected", "status", ("open", "approved", "rejected")),
        ("A claim's status can be open or closed", "status", ("open", "closed")),
        ("A party is waiting, called, seated or gone", "status", ("waiting", "called", "seated", "gone")),
        ("Work order statuses are: received, waiting for parts, ready",
         "status", ("received", "waitingForParts", "ready")),
        ("A room has a number and a kind (such as single, double)", "kind", ()),
        ("A store has a name and an address (street, city, zip)", "address", ()),
    ],
)  # fmt: skip
def test_listed_values_are_the_values_of_an_attribute(text, attribute, values):
    reading = read(text)
    (described,) = reading.descriptions
    assert attribute in described.attributes
    assert next((one.values for one in described.values if one.attribute == attribute), ()) == values
    assert bool(reading.not_understood) == (not values)


def test_kinds_of_values_are_those_of_attributes():
    found = found_in("Trip (id: uuid, distance: number, start: timestamp, email (unique))")
    assert {one.name: one.sort for one in found.attributes} == {
        "distance": Sort.NUMBER, "start": Sort.TIME, "email": Sort.UNSAID,
    }  # fmt: skip
    assert read("Player: gamertag (must be unique), level").descriptions[0].unique == ("gamertag",)
    assert read("A user signs in with their email, which must be unique").descriptions[0].unique == ("email",)
    assert read("Subscribers are identified by their email").descriptions[0].unique == ("email",)


@pytest.mark.parametrize(
    ("text", "attributes", "relations"),
    [
        ("A pet has a name and a breed, and belongs to one owner",
         ["Pet.name", "Pet.breed", "Pet.ownerId"], ["Owner>Pet"]),
        ("A club has a name. It has many members.", ["Club.name", "Member.clubId"], ["Club>Member"]),
        ("A building has an address and consists of apartments",
         ["Building.address", "Apartment.buildingId"], ["Building>Apartment"]),
        ("A workspace owns multiple lists and campaigns",
         ["List.workspaceId", "Campaign.workspaceId"], ["Workspace>List", "Workspace>Campaign"]),
        ("A campaign is sent to exactly one list", ["Campaign.listId"], ["List>Campaign"]),
        ("Each shift is for one employee at one site",
         ["Shift.employeeId", "Shift.siteId"], ["Employee>Shift", "Site>Shift"]),
        ("An appointment is between one patient and one doctor, and has a date",
         ["Appointment.patientId", "Appointment.doctorId", "Appointment.date"],
         ["Patient>Appointment", "Doctor>Appointment"]),
        ("A player can be a member of only one guild", ["Player.guildId"], ["Guild>Player"]),
        ("A student takes many courses and a course is taken by many students", [], ["Student>Course/has"]),
        ("A user can belong to several teams, and a team has more than one user", [], ["User>Team/has"]),
        ("Customers own vehicles", ["Vehicle.customerId"], ["Customer>Vehicle"]),
        ("An order has several lines, each with a product name and a quantity",
         ["Line.orderId", "Line.productName", "Line.quantity"], ["Order>Line"]),
        ("Every visit produces up to 10 treatments, each with a code and a price",
         ["Treatment.visitId", "Treatment.code", "Treatment.price"], ["Visit>Treatment"]),
        ("Payments go through a provider; we store the amount and the currency of each payment",
         ["Payment.amount", "Payment.currency"], []),
        ("Restaurants register with a name and an address", ["Restaurant.name", "Restaurant.address"], []),
        ("Campaign fields: subject, preview text, HTML body, send date",
         ["Campaign.subject", "Campaign.previewText", "Campaign.htmlBody", "Campaign.sendDate"], []),
        ("A patient has a date of birth and a duration in minutes",
         ["Patient.dateOfBirth", "Patient.duration"], []),
    ],
)  # fmt: skip
def test_what_people_write_about_their_data_is_read(text, attributes, relations):
    _, found, related = said(text)
    assert (found, related) == (attributes, relations)


def test_a_list_under_a_name_is_one_description_and_keeps_its_lines():
    text = "\n".join(
        (
            "Data model", "", "Assignment", "  - title", "  - due date", "  - kind: homework, test or exam",
            "A claim:", "- has a number", "- belongs to a policy", "Members:", "- list members", "- create member",
        )
    )  # fmt: skip
    reading = read(text)
    assert [(one.line, one.entity, one.attributes) for one in reading.descriptions] == [
        (3, "Assignment", ("title", "dueDate", "kind")), (7, "Claim", ("number",)), (7, "Claim", ()),
    ]  # fmt: skip
    assert [row.line for row in reading.rows] == [11, 12]
    assert lists_of(text)[3][1] == (4, 5, 6)


def test_an_attribute_that_a_line_describes_answers_what_others_leave_open():
    text = "Appointment: vet, start time, status (booked, done, cancelled)\nCancel an appointment"
    (row,) = read(text).rows
    assert [(one.attribute, one.value) for one in row.changes.value] == [("status", "cancelled")]
    assert not list(row.questions)
    (rule,) = read("Vehicle - VIN, license plate, year\nThe VIN must be unique across the system").rows
    assert rule.entities.value == ("Vehicle",)


def test_a_number_of_items_in_a_list_is_a_number_of_items():
    reading = read("A course has a teacher and up to 30 students")
    assert [(one.entity, one.parent, one.count, one.is_most) for one in reading.volumes] == [
        ("Student", "Course", 30, True)
    ]
    assert (reading.descriptions[0].attributes, reading.not_understood) == (("teacher",), ())


def test_words_that_say_more_stay_visible():
    prices = read("A car has a price (in euros) and a status (see below)")
    assert [one for _, one in prices.not_understood] == ["a price (in euros)", "a status (see below)"]
    assert prices.descriptions[0].attributes == ("price", "status")
    reading = read("A user has an email, tags and can book a car")
    assert [one for _, one in reading.not_understood] == ["tags", "can book a car"]
    assert said("A user has an email, tags and can book a car")[1] == ["User.email"]


@pytest.mark.parametrize(
    "text",
    [
        "A member has 3 bookings", "List users that have an email", "User has role admin", "hello",
        "Does a user have an email",
        "A customer has placed an order", "Orders: list, create, delete", "Orders of a customer, newest first",
        "A room has to be cleaned", "Customers with orders", "Reports: daily, weekly", "Contains a name",
    ],
)  # fmt: skip
def test_other_lines_describe_nothing(text):
    assert read(text).descriptions == ()


def test_what_is_described_is_known_where_items_are_ordered_and_found():
    text = "A trip has a start time, a distance and a price\nList trips of a member, newest first"
    (row,) = read(text).rows
    assert [one.attribute for one in row.order.value] == ["startTime"]


def test_the_board_confirms_what_lines_describe():
    seen = board("A member has an email and a balance", NOTHING_KNOWN, Decisions())
    sure = confirmed(seen, NOTHING_KNOWN, Decisions(refused=frozenset({"Member.email"})))
    assert [(one.name, one.standing, one.sort) for one in sure.nouns.attributes] == [
        ("email", "proposed", Sort.UNSAID),
        ("balance", "confirmed", Sort.NUMBER),
    ]


def test_an_adjective_belongs_to_the_name_unless_it_says_nothing():
    text = "A ride has a created date, a current status, an assigned driver and a total price\nFind a driver by id"
    found = said(text)[1]
    assert found[:4] == ["Ride.createdDate", "Ride.status", "Ride.totalPrice", "Ride.assignedDriverId"]
