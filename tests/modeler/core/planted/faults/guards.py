"""Faults in a condition that another write of the same design has, or that holds where it should fail."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Document, Edits, Fault, call, entity

R: Final[Document] = {"rate": (1, 5)}
SEAT: Final[Document] = {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number:pad(3)}"}
ACCOUNT: Final[Document] = {"PK": "ACCOUNT#{accountId}", "SK": "META"}
CUSTOMER: Final[Document] = {"PK": "CUST#{customerId}", "SK": "PROFILE"}
ARTICLE: Final[Document] = {"PK": "ARTICLE#{articleId}", "SK": "META"}
ROOM: Final[Document] = {"PK": "ROOM#{roomId}", "SK": "META"}


def more(house: Document, *patterns: Document) -> Edits:
    """The edits that add patterns to the first table of a house."""
    return {"/access_patterns+": tuple({"table": house["tables"][0]["name"], **one} for one in patterns)}


def cancelled(*others: Document) -> Edits:
    """A ticket that is given back, together with other writes."""
    gone: Document = {"operation": "DeleteItem", "entities": ["Ticket"], "if": THERE,
            "key": {"PK": "GUEST#{guestId}", "SK": "TICKET#{boughtAt}#{ticketId}"}}  # fmt: skip
    if not others:
        return more(CINEMA, call("N9", "Give a ticket back", "DeleteItem", "Ticket", gone["key"], where=THERE, **R))
    return more(CINEMA, call("N9", "Give a ticket back", "TransactWriteItems", "Ticket Seat", steps=[gone, *others],
                             invariant="A seat without a ticket is free", **R))  # fmt: skip


def points(value: Document, where: str = THERE, name: str = "Set the points of a customer") -> Edits:
    """A write of the points of a customer after a read of them."""
    return more(SHOP, call("S10", name, "UpdateItem", "Customer", CUSTOMER, where=where, **value, **R))


def joined(add: Document) -> Edits:
    """A room with a number of members, that a transaction counts."""
    return {
        "Room/attributes+": {"name": "memberCount", "type": "N", "format": "integer"},
        "C6/operation": "TransactWriteItems",
        "C6/entities": ["Member", "Room"],
        "C6/invariant": "A room has at most 500 members",
        "C6/steps": [
            {"operation": "PutItem", "entities": ["Member"], "if": NEW},
            {"operation": "UpdateItem", "entities": ["Room"], "key": ROOM, "add": {"memberCount": 1}, **add},
        ],
        "C7/operation": "TransactWriteItems",
        "C7/entities": ["Member", "Room"],
        "C7/invariant": "memberCount is the number of members",
        "C7/steps": [
            {"operation": "DeleteItem", "entities": ["Member"], "if": THERE,
             "key": {"PK": "ROOM#{roomId}", "SK": "MEMBER#{userId}"}},
            {"operation": "UpdateItem", "entities": ["Room"], "key": ROOM, "add": {"memberCount": -1},
             "if": "memberCount > 0"},
        ],
    }  # fmt: skip


def booked(key: str, identity: list[str]) -> Edits:
    """A vehicle that is booked for a day, by a put with an invariant."""
    return {
        "fleet/entities+": entity(
            "Booking", "", "vehicleId id; day date; bookingId ulid; Type Booking=1; driver id", {"base": key},
            count=9000,
        )
        | {"identity": identity},
        **more(FLEET, call("F10", "Book a vehicle for a day", "PutItem", "Booking", where=NEW,
                           invariant="A vehicle is booked once a day", **R),
               call("F11", "Bookings of a vehicle", "Query", "Booking", {"PK": "BOOKED#{vehicleId}"}, returns=20, **R)),
    }  # fmt: skip


_BUY: Final = CINEMA["access_patterns"][3]["steps"]
FAULTS: Final = (
    Fault("a seat is held for a guest whoever has it", ("write.no_condition_on_transition",), CINEMA,
          {"N3/if": THERE}, {"N3/if": "state <> 'SOLD' AND state <> 'HELD'"}),
    Fault("a seat that is held is held again for another", ("write.claimed_twice",), CINEMA,
          {"N3/if": "state = 'FREE' OR state = 'HELD'"},
          {"N3/if": "state = 'FREE' OR (state = 'HELD' AND heldUntil < :now)"}),
    Fault("a held seat is bought by anyone", ("write.released_by_anyone",), CINEMA,
          {"N4/steps": [{**_BUY[0], "if": "state = 'HELD'"}, _BUY[1]]}, {}),
    Fault("a ticket is given back and its seat stays sold", ("write.undone_by_half",), CINEMA, cancelled(),
          cancelled({"operation": "UpdateItem", "entities": ["Seat"], "key": SEAT, "set": {"state": "FREE"},
                     "if": "state = 'SOLD'"})),
    Fault("an account is frozen without its version", ("write.no_version_condition",), BANK,
          more(BANK, call("K7", "Reopen an account", "UpdateItem", "Account", ACCOUNT, set={"state": "OPEN"},
                          where="state = 'CLOSED'", **R)),
          more(BANK, call("K7", "Reopen an account", "UpdateItem", "Account", ACCOUNT, add={"version": 1},
                          set={"state": "OPEN"}, where="state = 'CLOSED'", **R))),
    Fault("an account is closed in its first version only", ("write.no_version_condition",), BANK,
          {"K6/if": "state = 'OPEN' AND version = 1"}, {}),
    Fault("an account always gets version 2", ("write.no_version_condition",), BANK,
          {"K6/set": {"state": "CLOSED", "version": 2}}, {}),
    Fault("points are written back after a read", ("write.no_version_condition",), SHOP,
          points({"set": {"loyaltyPoints": ":points"}, "follows": {"code": "S1", "same_key": True}}),
          points({"set": {"loyaltyPoints": ":points"}, "follows": {"code": "S1", "same_key": True}},
                 "loyaltyPoints = :read")),
    Fault("points are added by a program", ("write.no_version_condition",), SHOP,
          points({"set": {"loyaltyPoints": ":points"}}, name="Add points"),
          points({"add": {"loyaltyPoints": ":points"}, "parameters": {"points": 5}}, name="Add points")),
    Fault("an order is put back as a whole", ("write.no_version_condition",), SHOP,
          more(SHOP, call("S10", "Change an order", "PutItem", "Order", where=THERE, **R)),
          more(SHOP, call("S10", "Change an order", "PutItem", "Order", where=THERE, intent={"replace": True}, **R))),
    Fault("an import in batches over tasks that people changed", ("write.no_condition_on_create",), MAGAZINE,
          {**more(MAGAZINE, call("M12", "Import authors", "BatchWriteItem", "Author", batch_size=25,
                                 retries_unprocessed=True, purpose="job",
                                 steps=[{"operation": "PutItem", "entities": ["Author"]}], **R),
                  call("M13", "Rename an author", "UpdateItem", "Author", {"PK": "AUTHOR#{authorId}", "SK": "META"},
                       set={"name": ":name"}, where=THERE, **R)), "Author/unique": []},
          {**more(MAGAZINE, call("M12", "Import authors", "BatchWriteItem", "Author", batch_size=25,
                                 retries_unprocessed=True, purpose="job", intent={"replace": True},
                                 steps=[{"operation": "PutItem", "entities": ["Author"]}], **R),
                  call("M13", "Rename an author", "UpdateItem", "Author", {"PK": "AUTHOR#{authorId}", "SK": "META"},
                       set={"name": ":name"}, where=THERE, **R)), "Author/unique": []}),
    Fault("a handle is released while its author has it", ("write.constraint_released",), MAGAZINE,
          more(MAGAZINE, call("M12", "Release a handle", "DeleteItem", "Handle",
                              {"PK": "HANDLE#{handle}", "SK": "META"}, where=THERE, **R)),
          more(MAGAZINE, call("M12", "Remove handles without an author", "DeleteItem", "Handle",
                              {"PK": "HANDLE#{handle}", "SK": "META"}, where=THERE, purpose="job", **R))),
    Fault("a room is joined by more than it holds", ("write.above_limit",), CHAT, joined({"if": THERE}),
          joined({"if": "memberCount < 500"})),
    Fault("a declared range is exceeded", ("write.above_limit",), CINEMA,
          {"Show:free/range": [0, 500],
           **more(CINEMA, call("N9", "Open a row", "UpdateItem", "Show", {"PK": "SHOW#{showId}", "SK": "META"},
                               add={"free": 10}, where=THERE, **R))},
          {"Show:free/range": [0, 500],
           **more(CINEMA, call("N9", "Open a row", "UpdateItem", "Show", {"PK": "SHOW#{showId}", "SK": "META"},
                               add={"free": 10}, where="free <= 490", **R))}),
    Fault("a vehicle is booked by a key with a new id", ("write.condition_always_true",), FLEET,
          booked("BOOKED#{vehicleId} | DAY#{day}#{bookingId}", ["bookingId"]),
          booked("BOOKED#{vehicleId} | DAY#{day}", ["vehicleId", "day"])),
    Fault("a handle is claimed over another's", ("write.no_condition_on_create",), MAGAZINE,
          {"M7/steps": [MAGAZINE["access_patterns"][6]["steps"][0],
                        {"operation": "PutItem", "entities": ["Handle"], "if": "authorId <> :authorId"}],
           "Author/unique": []},
          {"M7/steps": [MAGAZINE["access_patterns"][6]["steps"][0],
                        {"operation": "PutItem", "entities": ["Handle"], "if": f"{NEW} OR authorId = :authorId"}],
           "Author/unique": []}),
    Fault("the email of a customer is removed from an index of all", ("write.leaves_index",), SHOP,
          more(SHOP, call("S10", "Forget the email", "UpdateItem", "Customer", CUSTOMER, remove=["email"],
                          where=THERE, **R)),
          {**more(SHOP, call("S10", "Forget the email", "UpdateItem", "Customer", CUSTOMER, remove=["email"],
                             where=THERE, **R)),
           "Customer:email/optional": 0.9,
           "Customer@GSI1": "EMAIL#{email:lower} | CUSTOMER when attribute_exists(email)"}),
    Fault("a task is renamed by a misspelled attribute", ("model.undeclared_attribute",), BOARD,
          more(BOARD, call("B10", "Rename a project", "UpdateItem", "Project",
                           {"PK": "COMPANY#{companyId}", "SK": "PROJECT#{projectId}"},
                           set={"titel": ":title", "changedAt": ":now"}, where=THERE, **R)),
          more(BOARD, call("B10", "Rename a project", "UpdateItem", "Project",
                           {"PK": "COMPANY#{companyId}", "SK": "PROJECT#{projectId}"},
                           set={"title": ":title", "changedAt": ":now"}, where=THERE, **R))),
    Fault("an article is renamed, its tags keep the old title", ("write.copy_not_updated",), MAGAZINE,
          {**more(MAGAZINE, call("M12", "Retitle", "UpdateItem", "Article", ARTICLE, set={"title": ":title"},
                                 where=THERE, **R)), "magazine/settings.stream": None},
          {**more(MAGAZINE, call("M12", "Add a body", "UpdateItem", "Article", ARTICLE, set={"state": "DRAFT"},
                                 where=THERE, **R)), "magazine/settings.stream": None}),
    Fault("the name of an author stays in articles", ("write.copy_not_updated",), MAGAZINE,
          {**more(MAGAZINE, call("M12", "Rename an author", "UpdateItem", "Author",
                                 {"PK": "AUTHOR#{authorId}", "SK": "META"}, set={"name": ":name"}, where=THERE, **R)),
           "magazine/settings.stream": None},
          {**more(MAGAZINE, call("M12", "Rename an author", "UpdateItem", "Author",
                                 {"PK": "AUTHOR#{authorId}", "SK": "META"}, set={"name": ":name"}, where=THERE, **R)),
           "magazine/settings.stream_consumers": [
               {"name": "names", "kind": "lambda", "needs": "both", "maintains": ["Article"]}]}),
)  # fmt: skip
