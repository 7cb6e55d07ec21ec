"""A second look at writes and identities, written after the first set was found: it measures what was learned."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.shape import Fault, call, entity

ARTICLE: Final = {"PK": "ARTICLE#{articleId}", "SK": "META"}

FAULTS: Final = (
    Fault(
        "a state in a list without it",
        ("query.filter_impossible",),
        FLEET,
        {"F8/if": "state = 'RUNNING' AND state IN ('DONE')"},
        {"F8/if": "state = 'RUNNING' AND state IN ('RUNNING', 'DONE')"},
    ),
    Fault(
        "an attribute that is there and is not",
        ("query.filter_impossible",),
        FLEET,
        {"F8/if": "attribute_exists(endedAt) AND attribute_not_exists(endedAt)"},
        {"F8/if": "attribute_exists(PK) AND attribute_not_exists(endedAt)"},
    ),
    Fault(
        "the first view fails because there is no count yet",
        ("write.increment_missing",),
        CINEMA,
        {
            "Show:free": "free N integer ?.3",
            "/access_patterns+": call(
                "X1",
                "One seat less",
                "UpdateItem",
                "Show",
                {"PK": "SHOW#{showId}", "SK": "META"},
                update="SET #f = #f - :one",
                condition="attribute_exists(PK)",
                names={"#f": "free"},
                values={":one": 1},
                rate=(0.1, 1),
            ),
        },
        {
            "/access_patterns+": call(
                "X1",
                "One seat less",
                "UpdateItem",
                "Show",
                {"PK": "SHOW#{showId}", "SK": "META"},
                update="SET #f = #f - :one",
                condition="attribute_exists(PK)",
                names={"#f": "free"},
                values={":one": 1},
                rate=(0.1, 1),
            )
        },
    ),
    Fault(
        "a sum in two Regions by an expression",
        ("write.counter_on_replicas",),
        MAGAZINE,
        {
            "magazine/settings.replicas": ["eu-west-1"],
            "M8": call(
                "M8",
                "Count a view",
                "UpdateItem",
                "Article",
                ARTICLE,
                update="SET #v = #v + :one",
                condition="attribute_exists(PK)",
                names={"#v": "views"},
                values={":one": 1},
                rate=(5, 40),
            ),
        },
        {
            "magazine/settings.replicas": ["eu-west-1"],
            "M8": call(
                "M8", "Retitle", "UpdateItem", "Article", ARTICLE, set={"title": ":t"}, where=THERE, rate=(0.1, 1)
            ),
        },
    ),
    Fault(
        "the handle is claimed in a request of its own",
        ("write.unique_not_enforced",),
        MAGAZINE,
        {
            "M7": call(
                "M7",
                "Register an author",
                "Steps",
                "Author Handle",
                rate=(0.01, 0.1),
                steps=[
                    {"operation": "PutItem", "entities": ["Author"], "if": NEW},
                    {"operation": "PutItem", "entities": ["Handle"], "if": NEW},
                ],
            )
        },
        {},
    ),
    Fault(
        "a handle is changed and the old one stays reserved",
        ("write.zombie_constraint",),
        MAGAZINE,
        {
            "/access_patterns+": call(
                "X1",
                "Change a handle",
                "UpdateItem",
                "Author",
                {"PK": "AUTHOR#{authorId}", "SK": "META"},
                set={"handle": ":new"},
                where=THERE,
                rate=(0.01, 0.1),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Change a name",
                "UpdateItem",
                "Author",
                {"PK": "AUTHOR#{authorId}", "SK": "META"},
                set={"name": ":new"},
                where=THERE,
                rate=(0.01, 0.1),
            )
        },
    ),
    Fault(
        "events of a user under a key without the event",
        ("keys.not_unique", "keys.time_only"),
        BOARD,
        {
            "board/entities+": entity(
                "Event",
                "eventId",
                "companyId id; userId ulid; eventId ulid; at iso; Type Event=1",
                {"base": "COMPANY#{companyId}#EV#{userId} | EVENT#{at}"},
            )
        },
        {
            "board/entities+": entity(
                "Event",
                "eventId",
                "companyId id; userId ulid; eventId ulid; at iso; Type Event=1",
                {"base": "COMPANY#{companyId}#EV#{userId} | EVENT#{at}#{eventId}"},
            )
        },
    ),
    Fault(
        "one invitation for each company",
        ("keys.not_unique",),
        BOARD,
        {
            "board/entities+": entity(
                "Invitation",
                "companyId guestId",
                "companyId id; guestId ulid; Type Invitation=1",
                {"base": "COMPANY#{companyId} | INVITATION"},
            )
        },
        {
            "board/entities+": entity(
                "Invitation",
                "companyId guestId",
                "companyId id; guestId ulid; Type Invitation=1",
                {"base": "COMPANY#{companyId} | INVITATION#{guestId}"},
            )
        },
    ),
    Fault(
        "a day's bookings in one key with 1,500 writes a second",
        ("keys.date_partition", "heat.partition_over_limit", "heat.single_item_counter"),
        CINEMA,
        {
            "cinema/entities+": entity(
                "Booking",
                "bookingId",
                "bookingId ulid; day date; Type Booking=1",
                {"base": "BOOKINGS#{day} | {bookingId}"},
            ),
            "/access_patterns+": call("X1", "Book", "PutItem", "Booking", where=NEW, rate=(600, 1500)),
        },
        {
            "cinema/entities+": entity(
                "Booking",
                "bookingId",
                "bookingId ulid; day date; Type Booking=1",
                {"base": "BOOKINGS#{day}#{bookingId:shard(4)} | {bookingId}"},
            ),
            "/access_patterns+": call("X1", "Book", "PutItem", "Booking", where=NEW, rate=(600, 1500)),
        },
    ),
    Fault(
        "the version is raised but not compared",
        ("write.no_version_condition",),
        BANK,
        {
            "K6": call(
                "K6",
                "Rename",
                "UpdateItem",
                "Account",
                {"PK": "ACCOUNT#{accountId}", "SK": "META"},
                update="SET ownerId = :o, version = :n, GSI1PK = :k",
                condition="attribute_exists(PK)",
                values={":o": "o-1", ":n": 4, ":k": "OWNER#o-1"},
                rate=(0.1, 1),
            )
        },
        {
            "K6": call(
                "K6",
                "Rename",
                "UpdateItem",
                "Account",
                {"PK": "ACCOUNT#{accountId}", "SK": "META"},
                update="SET ownerId = :o, version = :n, GSI1PK = :k",
                condition="version = :v",
                values={":o": "o-1", ":n": 4, ":v": 3, ":k": "OWNER#o-1"},
                rate=(0.1, 1),
            )
        },
    ),
    Fault(
        "the copied title is left behind when an article is retitled",
        ("write.copy_not_updated",),
        MAGAZINE,
        {
            "Tagging:title/copy_of": "Article.title",
            "magazine/settings.stream": None,
            "/access_patterns+": call(
                "X1", "Save an article", "PutItem", "Article", where="attribute_exists(PK)", rate=(0.1, 1)
            ),
        },
        {"Tagging:title/copy_of": "Article.title", "magazine/settings.stream": None},
    ),
    Fault(
        "jobs that are locked until TTL removes the lock",
        ("ttl.correctness",),
        FLEET,
        {
            "fleet/entities+": entity(
                "Lock",
                "vehicleId",
                "vehicleId id; gone N epoch_seconds; Type Lock=1",
                {"base": "LOCK#{vehicleId} | META"},
                retention=1,
            ),
            "/access_patterns+": call("X1", "Lock a vehicle", "PutItem", "Lock", where=NEW, rate=(1, 5)),
        },
        {
            "fleet/entities+": entity(
                "Lock",
                "vehicleId",
                "vehicleId id; gone N epoch_seconds; Type Lock=1",
                {"base": "LOCK#{vehicleId} | META"},
                retention=1,
            ),
            "/access_patterns+": call(
                "X1", "Lock a vehicle", "PutItem", "Lock", where="attribute_not_exists(PK) OR gone < :now", rate=(1, 5)
            ),
        },
    ),
    Fault(
        "a duplicate of each friendship",
        ("relation.duplicate_edge",),
        CHAT,
        {
            "chat/entities+": (
                entity("FriendOf", "a b", "a ulid; b ulid; Type FriendOf=1", {"base": "USER#{a} | FRIEND#{b}"}),
                entity("FriendBy", "a b", "a ulid; b ulid; Type FriendBy=1", {"base": "USER#{b} | FRIENDBY#{a}"}),
            ),
            "/access_patterns+": call(
                "X1",
                "Befriend",
                "TransactWriteItems",
                "FriendOf FriendBy",
                invariant="Both",
                rate=(0.1, 1),
                steps=[
                    {"operation": "PutItem", "entities": ["FriendOf"], "if": NEW},
                    {"operation": "PutItem", "entities": ["FriendBy"], "if": NEW},
                ],
            ),
        },
        {
            "chat/entities+": (
                entity("FriendOf", "a b", "a ulid; b ulid; Type FriendOf=1", {"base": "USER#{a} | FRIEND#{b}"}),
                entity(
                    "Blocked", "a b", "a ulid; b ulid; reason text; Type Blocked=1", {"base": "USER#{a} | BLOCK#{b}"}
                ),
            ),
            "/access_patterns+": call(
                "X1",
                "Befriend",
                "TransactWriteItems",
                "FriendOf Blocked",
                invariant="Both",
                rate=(0.1, 1),
                steps=[
                    {"operation": "PutItem", "entities": ["FriendOf"], "if": NEW},
                    {"operation": "PutItem", "entities": ["Blocked"], "if": NEW},
                ],
            ),
        },
    ),
)
