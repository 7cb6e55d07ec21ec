"""Applications of many domains as requirements first leave them: no rates, no sizes, and only counts that are small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    delete,
    design,
    entity,
    get,
    put,
    query,
    update,
)

EXISTS: Final[dict[str, Any]] = {"if": "attribute_exists(PK)"}


def plain(name: str, identity: str, *more: str, count: int = 0, **fields: Any) -> dict[str, Any]:
    """An entity with texts as attributes; `name:format` gives one a format. Nobody counted its items."""
    made = [attribute(*one.split(":")) if ":" in one else {"name": one, "type": "S"} for one in more]
    ids = [attribute(one) for one in identity.split()]
    found = entity(name, identity, count, *ids, *made, **fields)
    if not count:
        del found["count"]
    return found


def unrated(entities: list[dict[str, Any]], patterns: list[dict[str, Any]], *more: dict[str, Any]) -> Design:
    """A design whose patterns have no rate."""
    for one in patterns:
        one.pop("per_second", None)
    return design(entities, patterns, list(more))


def calendar() -> Design:
    """Events that are listed all together and read one by one."""
    return unrated(
        [plain("Event", "eventId", "startsAt:iso", "title")],
        [
            query("AllEvents", "Event", "", order="startsAt"),
            query("EventById", "Event", "eventId"),
            put("AddEvent", "Event"),
            update("MoveEvent", "Event", "eventId", set={"startsAt": "2026-01-15T09:00:00.000Z"}, **EXISTS),
        ],
    )


def library() -> Design:
    """Books and loans of members; a loan is returned by its id."""
    return unrated(
        [
            plain("Book", "bookId", "isbn", "title", "genre"),
            plain("Member", "memberId", "email:email"),
            plain("Loan", "loanId", "bookId:id", "memberId:id", "dueOn:date"),
        ],
        [
            get("BookById", "Book", "bookId"),
            query("BookByIsbn", "Book", "isbn", items_returned=1),
            query("BooksOfGenre", "Book", "genre"),
            get("MemberById", "Member", "memberId"),
            query("LoansOfMember", "Loan", "memberId", order="dueOn"),
            query("LoansOfBook", "Loan", "bookId", order="-dueOn"),
            query("LoanById", "Loan", "loanId"),
            put("Borrow", "Loan"),
            update("Extend", "Loan", "loanId", set={"dueOn": "2026-02-15"}, **EXISTS),
        ],
        belongs("Loan", "Member", "memberId", 4, 40),
        belongs("Loan", "Book", "bookId", 12, 200),
    )


def clinic() -> Design:
    """Appointments by doctor and day, and by patient."""
    return unrated(
        [
            plain("Doctor", "doctorId", "specialty", count=80),
            plain("Patient", "patientId", "phone"),
            plain("Appointment", "appointmentId", "doctorId:id", "patientId:id", "at:iso", "state"),
        ],
        [
            query("Doctors", "Doctor", ""),
            get("DoctorById", "Doctor", "doctorId"),
            query("DoctorsOfSpecialty", "Doctor", "specialty"),
            get("PatientById", "Patient", "patientId"),
            query("PatientByPhone", "Patient", "phone", items_returned=1),
            query("DayOfDoctor", "Appointment", "doctorId", order="at", filter="at BETWEEN :from AND :until",
                  parameters={"from": "2026-01-15T00:00:00.000Z", "until": "2026-01-16T00:00:00.000Z"}),
            query("AppointmentsOfPatient", "Appointment", "patientId", order="-at"),
            get("AppointmentById", "Appointment", "appointmentId"),
            put("Book", "Appointment"),
            update("Cancel", "Appointment", "appointmentId", set={"state": "CANCELLED"}, **EXISTS),
        ],
    )  # fmt: skip


def recipes() -> Design:
    """Recipes by cuisine and by author, with comments, and the newest of all."""
    return unrated(
        [
            plain("Cook", "cookId", "handle"),
            plain("Recipe", "recipeId", "cookId:id", "cuisine", "publishedAt:iso"),
            plain("Comment", "recipeId commentId", "cookId:id", "writtenAt:iso"),
        ],
        [
            query("RecipeById", "Recipe", "recipeId"),
            query("NewestRecipes", "Recipe", "", order="-publishedAt", limit=20),
            query("RecipesOfCuisine", "Recipe", "cuisine", order="-publishedAt", limit=20),
            query("RecipesOfCook", "Recipe", "cookId", order="-publishedAt"),
            query("CommentsOfRecipe", "Comment", "recipeId", order="writtenAt"),
            get("CommentById", "Comment", "recipeId commentId"),
            query("CookByHandle", "Cook", "handle", items_returned=1),
            get("CookById", "Cook", "cookId"),
            put("Publish", "Recipe"), put("Say", "Comment"),
            delete("Withdraw", "Recipe", "recipeId", **EXISTS),
        ],
        belongs("Comment", "Recipe", "recipeId", 9, 800),
    )  # fmt: skip


def rides() -> Design:
    """Rides of drivers and riders; the open ones of a city."""
    return unrated(
        [
            plain("Ride", "rideId", "driverId:id", "riderId:id", "cityId:id", "state", "requestedAt:iso"),
            plain("Driver", "driverId", "cityId:id"),
            plain("City", "cityId", "name", count=200),
        ],
        [
            query("Cities", "City", ""),
            query("CityById", "City", "cityId"),
            query("RideById", "Ride", "rideId"),
            query("RidesOfRider", "Ride", "riderId", order="-requestedAt", limit=20),
            query("RidesOfDriver", "Ride", "driverId", order="-requestedAt", limit=20),
            query("OpenRidesOfCity", "Ride", "cityId", order="requestedAt", filter="state = 'OPEN'"),
            query("DriverById", "Driver", "driverId"),
            query("DriversOfCity", "Driver", "cityId"),
            put("RequestRide", "Ride"),
            update("Assign", "Ride", "rideId", set={"state": "TAKEN"}, **EXISTS),
        ],
    )


def warehouse() -> Design:
    """Stock of products in warehouses, and its movements."""
    return unrated(
        [
            plain("Product", "sku", "name", "brand"),
            plain("Warehouse", "warehouseId", "country", count=40),
            plain("Stock", "warehouseId sku"),
            plain("Movement", "movementId", "warehouseId:id", "sku:id", "at:iso"),
        ],
        [
            query("Warehouses", "Warehouse", ""),
            query("WarehouseById", "Warehouse", "warehouseId"),
            query("ProductBySku", "Product", "sku"),
            query("ProductsOfBrand", "Product", "brand", order="name"),
            query("StockOfWarehouse", "Stock", "warehouseId"),
            query("StockOfProduct", "Stock", "sku"),
            query("StockOfProductHere", "Stock", "warehouseId sku"),
            query("MovementsOfProductHere", "Movement", "warehouseId sku", order="-at"),
            query("MovementById", "Movement", "movementId"),
            put("Move", "Movement"),
            update("Count", "Stock", "warehouseId sku", add={"pieces": 1}, **EXISTS),
        ],
    )


def school() -> Design:
    """Courses, students, and who takes what."""
    return unrated(
        [
            plain("Course", "courseId", "term", "title"),
            plain("Student", "studentId", "lastName"),
            plain("Enrollment", "courseId studentId", "grade", "enrolledAt:iso"),
        ],
        [
            query("AllCourses", "Course", ""),
            query("CourseById", "Course", "courseId"),
            query("CoursesOfTerm", "Course", "term", order="title"),
            query("AllStudents", "Student", "", order="lastName"),
            query("StudentById", "Student", "studentId"),
            query("StudentsOfCourse", "Enrollment", "courseId"),
            query("CoursesOfStudent", "Enrollment", "studentId", order="-enrolledAt"),
            query("GradeInCourse", "Enrollment", "courseId studentId"),
            put("Enroll", "Enrollment"),
        ],
        belongs("Enrollment", "Course", "courseId", 30, 400),
    )


def forum() -> Design:
    """Threads of boards, posts of threads and of people."""
    return unrated(
        [
            plain("Board", "boardId", "title", count=60),
            plain("Thread", "boardId threadId", "lastPostAt:iso"),
            plain("Post", "postId", "threadId:id", "authorId:id", "postedAt:iso"),
        ],
        [
            query("Boards", "Board", "", order="title"),
            query("BoardById", "Board", "boardId"),
            query("ThreadsOfBoard", "Thread", "boardId", order="-lastPostAt", limit=30),
            query("ThreadById", "Thread", "boardId threadId"),
            query("PostsOfThread", "Post", "threadId", order="postedAt"),
            query("PostsOfAuthor", "Post", "authorId", order="-postedAt"),
            query("PostById", "Post", "postId"),
            put("WritePost", "Post"),
            update("TouchThread", "Thread", "boardId threadId",
                   set={"lastPostAt": "2026-01-15T09:00:00.000Z"}, **EXISTS),
            delete("RemovePost", "Post", "postId", **EXISTS),
        ],
    )  # fmt: skip


def hotel() -> Design:
    """Reservations by guest and by room and day; hotels of a city."""
    return unrated(
        [
            plain("Hotel", "hotelId", "cityId:id", "stars"),
            plain("Room", "hotelId roomNumber", "kind"),
            plain("Guest", "guestId", "email:email"),
            plain("Reservation", "reservationId", "hotelId:id", "roomNumber:id", "guestId:id", "arrival:date"),
        ],
        [
            query("AllHotels", "Hotel", ""),
            query("HotelById", "Hotel", "hotelId"),
            query("HotelsOfCity", "Hotel", "cityId"),
            query("HotelWithRooms", "Hotel Room", "hotelId"),
            query("RoomOfHotel", "Room", "hotelId roomNumber"),
            query("GuestById", "Guest", "guestId"),
            query("GuestByEmail", "Guest", "email", items_returned=1),
            query("ReservationById", "Reservation", "reservationId"),
            query("ReservationsOfGuest", "Reservation", "guestId", order="-arrival"),
            query("ReservationsOfRoom", "Reservation", "hotelId roomNumber", order="arrival"),
            put("Reserve", "Reservation"),
            delete("Cancel", "Reservation", "reservationId", **EXISTS),
        ],
        belongs("Room", "Hotel", "hotelId", 80, 900),
    )


def newsletter() -> Design:
    """Issues and subscribers; a subscriber leaves by a token."""
    return unrated(
        [
            plain("Issue", "issueId", "publishedOn:date", "slug"),
            plain("Subscriber", "subscriberId", "email:email", "token"),
        ],
        [
            query("AllIssues", "Issue", "", order="-publishedOn"),
            query("IssueById", "Issue", "issueId"),
            query("IssueBySlug", "Issue", "slug", items_returned=1),
            query("IssuesSince", "Issue", "", order="publishedOn", filter="publishedOn >= :since",
                  parameters={"since": "2026-01-01"}),
            query("SubscriberById", "Subscriber", "subscriberId"),
            query("SubscriberByEmail", "Subscriber", "email", items_returned=1),
            query("SubscriberByToken", "Subscriber", "token", items_returned=1),
            put("Subscribe", "Subscriber"), put("PublishIssue", "Issue"),
        ],
    )  # fmt: skip


def repairs() -> Design:
    """Tickets that are read by id by what is on a sticker, and the open ones oldest first."""
    return unrated(
        [
            plain("Ticket", "ticketId", "customerId:id", "technicianId:id", "state", "openedAt:iso"),
            plain("Part", "partNumber", "supplier", count=3_000),
        ],
        [
            query("TicketById", "Ticket", "ticketId"),
            query("OpenTickets", "Ticket", "", order="openedAt", filter="state = 'OPEN'"),
            query("OpenTicketsOfTechnician", "Ticket", "technicianId", order="openedAt", filter="state = 'OPEN'"),
            query("TicketsOfCustomer", "Ticket", "customerId", order="-openedAt"),
            query("Parts", "Part", ""),
            query("PartByNumber", "Part", "partNumber"),
            query("PartsOfSupplier", "Part", "supplier"),
            put("OpenTicket", "Ticket"),
            update("CloseTicket", "Ticket", "ticketId", set={"state": "CLOSED"}, **EXISTS),
        ],
    )


def festival() -> Design:
    """Stages with shows, tickets with a code, and reads only: nobody said what is written."""
    return unrated(
        [
            plain("Stage", "stageId", "name"),
            plain("Show", "showId", "stageId:id", "artistId:id", "startsAt:iso"),
            plain("Ticket", "ticketCode", "holderId:id", "boughtAt:iso"),
        ],
        [
            query("AllStages", "Stage", ""),
            query("StageById", "Stage", "stageId"),
            query("AllShows", "Show", "", order="startsAt"),
            query("ShowById", "Show", "showId"),
            query("ShowsOfStage", "Show", "stageId", order="startsAt"),
            query("ShowsOfArtist", "Show", "artistId", order="startsAt"),
            query("AllTickets", "Ticket", "", order="-boughtAt", limit=50),
            query("TicketByCode", "Ticket", "ticketCode"),
            query("TicketsOfHolder", "Ticket", "holderId"),
        ],
    )


DOMAINS: Final[tuple[Callable[[], Design], ...]] = (
    calendar, library, clinic, recipes, rides, warehouse, school, forum, hotel, newsletter, repairs, festival,
)  # fmt: skip
