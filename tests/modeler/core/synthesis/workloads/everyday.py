"""Applications of five trades, each with rates and without: what such a business needs, before any key is known.

Written before they were synthesized. Counts and rates are what such a business has; nothing in them is a key.
"""

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
    text,
    update,
    whole,
)

COUNTED: Final[dict[str, Any]] = {"given": ["showId"], "returns": {"what": "count"}}
EXISTS: Final[dict[str, Any]] = {"if": "attribute_exists(PK)"}


def ward() -> Design:
    """Patients in beds of wards, what was measured of them, and what they are to be given."""
    entities = [
        entity("Ward", "wardId", 40, attribute("wardId"), text("name", 16)),
        entity("Bed", "wardId bedNumber", 1_200, attribute("wardId"), attribute("bedNumber"),
               attribute("patientId", optional=0.85)),
        entity("Patient", "patientId", 300_000, attribute("patientId"), attribute("insuranceNumber"),
               text("name", 24, sensitive=True), attribute("bornOn", "date"), unique=[["insuranceNumber"]]),
        entity("Observation", "patientId observationId", 40_000_000, attribute("patientId"),
               attribute("observationId", "ulid"), attribute("measuredAt", "iso"), attribute("kind", "enum", values={
                   "PULSE": 0.4, "PRESSURE": 0.3, "TEMPERATURE": 0.2, "OXYGEN": 0.1}), whole("value", 999)),
        entity("Dose", "doseId", 6_000_000, attribute("doseId"), attribute("patientId"), attribute("wardId"),
               attribute("dueAt", "iso"), text("drug", 20),
               attribute("state", "enum", values={"DUE": 0.002, "GIVEN": 0.988, "REFUSED": 0.01})),
    ]  # fmt: skip
    return design(
        entities,
        [
            query("Wards", "Ward", "", 0.2),
            query("BedsOfWard", "Bed", "wardId", 4, items_returned=30),
            get("PatientById", "Patient", "patientId", 20),
            query("PatientByInsurance", "Patient", "insuranceNumber", 0.5, items_returned=1),
            query("LatestObservations", "Observation", "patientId", 15, "-measuredAt", limit=20, items_returned=20),
            query("PulseOfPatient", "Observation", "patientId kind", 4, "-measuredAt", limit=50, items_returned=50),
            query("DosesDueInWard", "Dose", "wardId", 3, "dueAt", filter="state = 'DUE'", limit=50,
                  items_returned=30),
            query("DosesOfPatient", "Dose", "patientId", 2, "-dueAt", limit=20, items_returned=20),
            put("Admit", "Patient", 0.05),
            put("Measure", "Observation", 12),
            put("Prescribe", "Dose", 1),
            update("GiveDose", "Dose", "doseId", 1, set={"state": "GIVEN"}, **{"if": "state = 'DUE'"}),
        ],
        [
            belongs("Bed", "Ward", "wardId", 30, 60),
            belongs("Observation", "Patient", "patientId", 130, 20_000),
            belongs("Dose", "Patient", "patientId", 20, 2_000),
        ],
    )  # fmt: skip


def freight() -> Design:
    """Containers on voyages of ships, and where they were seen."""
    entities = [
        entity("Container", "containerNumber", 900_000, attribute("containerNumber"), attribute("ownerCode"),
               whole("tareWeight", 9999), attribute("locationCode"),
               attribute("status", "enum", values={"AT_SEA": 0.5, "IN_PORT": 0.3, "INLAND": 0.19, "HELD": 0.01})),
        entity("Vessel", "imoNumber", 6_000, attribute("imoNumber"), text("name", 16), text("flag", 2)),
        entity("Voyage", "voyageId", 90_000, attribute("voyageId"), attribute("imoNumber"),
               attribute("departsOn", "date"), attribute("fromPort"), attribute("toPort")),
        entity("Loading", "voyageId containerNumber", 30_000_000, attribute("voyageId"),
               attribute("containerNumber"), attribute("loadedAt", "iso"), text("bay", 8)),
        entity("Sighting", "containerNumber seenAt", 400_000_000, attribute("containerNumber"),
               attribute("seenAt", "iso"), attribute("locationCode"), text("event", 12), growth=9_000_000),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("ContainerByNumber", "Container", "containerNumber", 60),
            query("HeldContainers", "Container", "", 0.2, filter="status = 'HELD'", items_returned=200, limit=200),
            get("VesselByImo", "Vessel", "imoNumber", 5),
            query("VoyagesOfVessel", "Voyage", "imoNumber", 3, "-departsOn", limit=10, items_returned=10),
            query("VoyagesFromPort", "Voyage", "fromPort", 2, "departsOn", limit=30, items_returned=30,
                  filter="departsOn >= :from", parameters={"from": "2026-03-01"}),
            get("VoyageById", "Voyage", "voyageId", 20),
            query("ContainersOfVoyage", "Loading", "voyageId", 4, items_returned=330),
            query("VoyagesOfContainer", "Loading", "containerNumber", 6, "-loadedAt", limit=10, items_returned=10),
            query("TrackContainer", "Sighting", "containerNumber", 80, "-seenAt", limit=20, items_returned=20),
            put("Load", "Loading", 2),
            put("See", "Sighting", 40),
            update("MoveContainer", "Container", "containerNumber", 40, set={"locationCode": "NLRTM"}, **EXISTS),
        ],
        [
            belongs("Voyage", "Vessel", "imoNumber", 15, 400),
            belongs("Loading", "Voyage", "voyageId", 330, 20_000),
            belongs("Sighting", "Container", "containerNumber", 440, 20_000),
        ],
    )  # fmt: skip


def podcasts() -> Design:
    """Shows with episodes, listeners who subscribe and listen."""
    entities = [
        entity("Show", "showId", 80_000, attribute("showId"), attribute("slug"), text("title", 30),
               attribute("category", "enum", values={"NEWS": 0.2, "SPORT": 0.2, "COMEDY": 0.3, "SCIENCE": 0.3})),
        entity("Episode", "episodeId", 6_000_000, attribute("episodeId"), attribute("showId"),
               attribute("publishedAt", "iso"), text("title", 40), text("notes", 900), whole("seconds", 99999)),
        entity("Listener", "listenerId", 2_000_000, attribute("listenerId"), attribute("email", "email")),
        entity("Subscription", "listenerId showId", 25_000_000, attribute("listenerId"), attribute("showId"),
               attribute("since", "iso")),
        entity("Progress", "listenerId episodeId", 300_000_000, attribute("listenerId"), attribute("episodeId"),
               whole("second", 99999), attribute("heardAt", "iso")),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("ShowById", "Show", "showId", 80), query("ShowBySlug", "Show", "slug", 60, items_returned=1),
            query("ShowsOfCategory", "Show", "category", 8, "title", limit=50, items_returned=50,
                  projection=["showId", "title"]),
            query("EpisodesOfShow", "Episode", "showId", 120, "-publishedAt", limit=25, items_returned=25,
                  projection=["episodeId", "title", "publishedAt", "seconds"]),
            get("EpisodeById", "Episode", "episodeId", 200),
            query("SubscriptionsOfListener", "Subscription", "listenerId", 50, items_returned=12),
            query("SubscribersOfShow", "Subscription", "showId", 0.02, items_returned=300),
            query("SubscriberCount", "Subscription", "showId", 70, intent=COUNTED, items_returned=1),
            get("ProgressInEpisode", "Progress", "listenerId episodeId", 150),
            query("RecentlyHeard", "Progress", "listenerId", 30, "-heardAt", limit=20, items_returned=20),
            put("Publish", "Episode", 0.3),
            put("Subscribe", "Subscription", 2),
            delete("Unsubscribe", "Subscription", "listenerId showId", 1, **EXISTS),
            update("SaveProgress", "Progress", "listenerId episodeId", 90, set={"second": 312, "heardAt": ":heardAt"},
                   parameters={"heardAt": "2026-01-15T10:00:00.000Z"}, **EXISTS),
        ],
        [
            belongs("Episode", "Show", "showId", 75, 6_000),
            belongs("Subscription", "Listener", "listenerId", 12, 500),
            belongs("Subscription", "Show", "showId", 310, 200_000),
            belongs("Progress", "Listener", "listenerId", 150, 20_000),
        ],
    )  # fmt: skip


def parking() -> Design:
    """Garages with spaces, stays of cars, and passes."""
    entities = [
        entity("Garage", "garageId", 300, attribute("garageId"), attribute("cityId"), text("name", 20)),
        entity("Space", "garageId spaceNumber", 120_000, attribute("garageId"), attribute("spaceNumber"),
               attribute("state", "enum", values={"FREE": 0.3, "TAKEN": 0.7})),
        entity("Stay", "stayId", 80_000_000, attribute("stayId"), attribute("garageId"), attribute("plate"),
               attribute("enteredAt", "iso"), attribute("leftAt", "iso", optional=0.999), whole("cents", 99999),
               attribute("status", "enum", values={"INSIDE": 0.001, "PAID": 0.994, "UNPAID": 0.005})),
        entity("Pass", "passId", 90_000, attribute("passId"), attribute("plate"), attribute("garageId"),
               attribute("validUntil", "date")),
    ]  # fmt: skip
    return design(
        entities,
        [
            query("GaragesOfCity", "Garage", "cityId", 5, items_returned=12),
            get("GarageById", "Garage", "garageId", 10),
            query("FreeSpaces", "Space", "garageId", 20, filter="state = 'FREE'", limit=10, items_returned=10),
            get("StayById", "Stay", "stayId", 8),
            query("CarInside", "Stay", "plate", 6, filter="status = 'INSIDE'", items_returned=1),
            query("StaysOfCar", "Stay", "plate", 1, "-enteredAt", limit=20, items_returned=20),
            query("UnpaidOfGarage", "Stay", "garageId", 0.3, "enteredAt", filter="status = 'UNPAID'", limit=50,
                  items_returned=50),
            query("PassesOfCar", "Pass", "plate", 6, items_returned=1),
            query("PassesToRenew", "Pass", "garageId", 0.01, "validUntil", filter="validUntil <= :until",
                  parameters={"until": "2026-03-31"}, items_returned=40),
            put("Enter", "Stay", 3),
            update("Leave", "Stay", "stayId", 3, set={"status": "PAID", "leftAt": ":leftAt"},
                   parameters={"leftAt": "2026-01-15T10:00:00.000Z"}, **{"if": "status = 'INSIDE'"}),
            update("Occupy", "Space", "garageId spaceNumber", 3, set={"state": "TAKEN"}, **{"if": "state = 'FREE'"}),
            put("SellPass", "Pass", 0.01),
        ],
        [
            belongs("Space", "Garage", "garageId", 400, 3_000),
            belongs("Stay", "Garage", "garageId", 270_000, 2_000_000),
            belongs("Pass", "Garage", "garageId", 300, 4_000),
        ],
    )  # fmt: skip


def lending() -> Design:
    """A school library: titles with copies, pupils who borrow and reserve."""
    entities = [
        entity("Title", "titleId", 30_000, attribute("titleId"), attribute("isbn"), text("name", 40),
               attribute("authorId"), attribute("subject")),
        entity("Copy", "titleId copyNumber", 70_000, attribute("titleId"), attribute("copyNumber"),
               attribute("barcode")),
        entity("Pupil", "pupilId", 1_500, attribute("pupilId"), attribute("classId"), text("name", 20)),
        entity("Loan", "loanId", 200_000, attribute("loanId"), attribute("pupilId"), attribute("barcode"),
               attribute("dueOn", "date"), attribute("state", "enum", values={"OUT": 0.01, "BACK": 0.99})),
        entity("Reservation", "titleId pupilId", 900, attribute("titleId"), attribute("pupilId"),
               attribute("reservedAt", "iso")),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("TitleById", "Title", "titleId", 2),
            query("TitleByIsbn", "Title", "isbn", 0.3, items_returned=1),
            query("TitlesOfAuthor", "Title", "authorId", 0.5, items_returned=6),
            query("TitlesOfSubject", "Title", "subject", 0.5, "name", limit=50, items_returned=50),
            query("TitleWithCopies", "Title Copy", "titleId", 1, items_returned=4),
            query("CopyByBarcode", "Copy", "barcode", 1, items_returned=1),
            query("PupilsOfClass", "Pupil", "classId", 0.1, items_returned=28),
            query("LoansOfPupil", "Loan", "pupilId", 1, "-dueOn", limit=20, items_returned=20),
            query("OverdueLoans", "Loan", "", 0.01, "dueOn", filter="state = 'OUT' AND dueOn < :today",
                  parameters={"today": "2026-03-01"}, items_returned=100),
            query("QueueForTitle", "Reservation", "titleId", 0.2, "reservedAt", items_returned=2),
            put("Lend", "Loan", 0.05),
            update("Return", "Loan", "loanId", 0.05, set={"state": "BACK"}, **{"if": "state = 'OUT'"}),
            put("Reserve", "Reservation", 0.01),
            delete("CancelReservation", "Reservation", "titleId pupilId", 0.01, **EXISTS),
        ],
        [
            belongs("Copy", "Title", "titleId", 2.3, 60),
            belongs("Loan", "Pupil", "pupilId", 130, 900),
            belongs("Reservation", "Title", "titleId", 0.03, 25),
        ],
    )  # fmt: skip


TRADES: Final[tuple[Callable[[], Design], ...]] = (ward, freight, podcasts, parking, lending)
