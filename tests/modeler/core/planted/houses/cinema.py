"""Cinema seats: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

CINEMA: Final[Document] = house(
    "Cinema seats",
    [
        table(
            "cinema",
            [
                entity(
                    "Show",
                    "showId",
                    "showId ulid; Type Show=1; film id; house id; startsAt iso; free N integer",
                    {"base": "SHOW#{showId} | META", "GSI1": "HOUSE#{house} | {startsAt}#{showId}"},
                    count=20000,
                ),
                entity(
                    "Seat",
                    "showId row number",
                    "showId ulid; row id; number N integer; Type Seat=1; state FREE=.6 HELD=.02 SOLD=.38;"
                    " holder id ?.4; heldUntil N epoch_seconds ?.02",
                    {"base": "SHOW#{showId} | SEAT#{row}#{number:pad(3)}"},
                    count=4000000,
                    per_parent={"average": 200, "max": 500},
                ),
                entity(
                    "Ticket",
                    "ticketId",
                    "ticketId ulid; Type Ticket=1; guestId id; showId ulid; boughtAt iso; price N money",
                    {"base": "GUEST#{guestId} | TICKET#{boughtAt}#{ticketId}"},
                    count=900000,
                    per_parent={"average": 5, "max": 200},
                ),
            ],
            [gsi("GSI1")],
        )
    ],
    [
        call(
            "N1",
            "Shows of a house by time",
            "Query",
            "Show",
            {"GSI1PK": "HOUSE#{house}"},
            index="GSI1",
            limit=30,
            rate=(20, 100),
            returns=30,
        ),
        call(
            "N2",
            "Seats of a show",
            "Query",
            "Seat",
            {"PK": "SHOW#{showId}", "SK": {"begins_with": "SEAT#"}},
            rate=(20, 200),
            returns=200,
        ),
        call(
            "N3",
            "Hold a seat",
            "UpdateItem",
            "Seat",
            {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number:pad(3)}"},
            set={"state": "HELD", "holder": ":guest", "heldUntil": ":until"},
            where="state = 'FREE'",
            rate=(5, 60),
        ),
        call(
            "N4",
            "Buy a seat",
            "TransactWriteItems",
            "Seat Ticket",
            invariant="A ticket has its seat",
            rate=(3, 40),
            steps=[
                {
                    "operation": "UpdateItem",
                    "entities": ["Seat"],
                    "key": {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number:pad(3)}"},
                    "set": {"state": "SOLD"},
                    "if": "state = 'HELD' AND holder = :guest",
                },
                {"operation": "PutItem", "entities": ["Ticket"], "if": NEW},
            ],
        ),
        call(
            "N5",
            "Tickets of a guest, newest first",
            "Query",
            "Ticket",
            {"PK": "GUEST#{guestId}", "SK": {"begins_with": "TICKET#"}},
            descending=True,
            limit=20,
            rate=(5, 30),
            returns=5,
        ),
        call("N6", "Plan a show", "PutItem", "Show", where=NEW, rate=(0.01, 0.5)),
        call(
            "N7",
            "Create the seats of a show",
            "BatchWriteItem",
            "Seat",
            batch_size=25,
            retries_unprocessed=True,
            rate=(0.1, 5),
            purpose="job",
            steps=[{"operation": "PutItem", "entities": ["Seat"]}],
            intent={"replace": True},
        ),
        call("N8", "A show", "GetItem", "Show", {"PK": "SHOW#{showId}", "SK": "META"}, rate=(20, 100), returns=1),
    ],
)
