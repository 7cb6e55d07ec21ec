"""Faults that show where two parts of a design contradict each other: numbers, samples, roles, indexes, names."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.faults.guards import more
from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Document, Edits, Fault, call, entity

R: Final[Document] = {"rate": (1, 5)}
AT: Final = "2026-01-05T10:00:00.000Z"
ORDER: Final[Document] = {
    "customerId": "c1",
    "orderId": "o1",
    "placedAt": AT,
    "status": "OPEN",
    "total": "12",
    "note": "x",
}
MEMBER: Final[Document] = {"PK": "ROOM#{roomId}", "SK": "MEMBER#{userId}"}
LINE: Final[Document] = {"PK": "ORDER#{orderId}", "SK": "LINE#{line:pad(3)}"}


def roles(*actions: str) -> Edits:
    """The roles of the bank: a teller who may do this."""
    listed = [f"dynamodb:{one}" for one in actions]
    return {"/settings.iam.roles": [{"name": "teller", "actions": listed}]}


def left(where: str = "", name: str = "Leave a room for good") -> Edits:
    """Members that are marked when they leave."""
    return {
        "GSI1/projection": {"type": "ALL"},
        "Member/attributes+": {"name": "leftAt", "type": "S", "format": "iso", "optional": 0.2},
        **more(CHAT, call("C11", name, "UpdateItem", "Member", MEMBER, set={"leftAt": ":now"}, where=THERE, **R)),
        **({"C2/filter": where, "C3/filter": where} if where else {}),
    }


def logo(most: int) -> Edits:
    """A list of labels in an article, with at most so many elements."""
    return {
        "Article/attributes+": {"name": "labels", "type": "L", "elements": {"average": 5, "max": most},
                                "size": {"average": 250}},
        **more(MAGAZINE, call("M12", "Label an article", "UpdateItem", "Article",
                              {"PK": "ARTICLE#{articleId}", "SK": "META"},
                              update="SET labels = list_append(labels, :one)", condition="attribute_exists(labels)",
                              values={":one": {"L": [{"S": "new"}]}}, **R)),
    }  # fmt: skip


def parked(*steps: Document, cancel: str = "Cancel a parking") -> Edits:
    """A vehicle that takes a place for a day, and gives it back."""
    place = entity("Place", "place day", "place id; day date; Type Place=1; parkingId ulid",
                   {"base": "PLACE#{place} | DAY#{day}"}, count=90000)  # fmt: skip
    parking = entity("Parking", "parkingId",
                     "parkingId ulid; Type Parking=1; vehicleId id; state OPEN=.9 CANCELLED=.1",
                     {"base": "PARKING#{parkingId} | META"}, count=90000)  # fmt: skip
    put = [{"operation": "PutItem", "entities": [name], "if": NEW} for name in ("Place", "Parking")]
    made = call("F10", "Park", "TransactWriteItems", "Place Parking", invariant="A place has one vehicle a day",
                steps=put, **R)  # fmt: skip
    ended = {"key": {"PK": "PARKING#{parkingId}", "SK": "META"}, "set": {"state": "CANCELLED"}, "if": "state = 'OPEN'"}
    over = {"operation": "UpdateItem", "entities": ["Parking"], **ended}
    gone = (
        call("F11", cancel, "TransactWriteItems", "Parking Place", invariant="A cancelled parking has no place",
             steps=[over, *steps], **R)
        if steps
        else {**call("F11", cancel, "UpdateItem", "Parking", **R), **ended}
    )  # fmt: skip
    return {"fleet/entities+": (place, parking), **more(FLEET, made, gone)}


def freed(where: str) -> Document:
    """The delete of a place."""
    return {"operation": "DeleteItem", "entities": ["Place"], "key": {"PK": "PLACE#{place}", "SK": "DAY#{day}"},
            "if": where}  # fmt: skip


def left_room(many: int) -> Edits:
    """A room is deleted, and members leave in transactions."""
    leave = {"operation": "DeleteItem", "entities": ["Member"], "key": MEMBER, "if": THERE, "fan_out": many}
    drop = {"PK": "ROOM#{roomId}", "SK": "META"}
    return {
        "Room/attributes+": {"name": "memberCount", "type": "N", "format": "integer"},
        **more(
            CHAT,
            call("C11", "Delete a room", "DeleteItem", "Room", drop, where=THERE, **R),
            call("C12", "Leave", "TransactWriteItems", "Member Room", invariant="Members are counted", **R,
                 steps=[leave, {"operation": "UpdateItem", "entities": ["Room"], "key": drop,
                                "add": {"memberCount": -1}, "if": "memberCount > 0"}]),
        ),
    }  # fmt: skip


SESSION: Final[Document] = {"sessionId": "s", "userId": "01JX0D00000000000000000001", "device": "phone"}
FAULTS: Final = (
    Fault("an account that was just changed is read eventually", ("query.read_after_write_eventual",), BANK,
          {"K1/consistent": False}, {}),
    Fault("orders must show the one just placed", ("query.read_after_write_eventual",), SHOP,
          {"S3/fresh": "read_your_write"}, {"S3/fresh": "read_your_write", "S3/consistent": True}),
    Fault("a session is made without its end", ("ttl.never_set",), CHAT, {"C9/parameters": SESSION},
          {"C9/parameters": {**SESSION, "expiresAt": 1767225600}}),
    Fault("no role may open an account", ("security.action_not_allowed",), BANK,
          roles("GetItem", "Query", "UpdateItem"), roles("GetItem", "Query", "UpdateItem", "PutItem")),
    Fault("a page of 20 returns 200 orders", ("model.estimates_disagree",), SHOP, {"S3/items_returned": 200},
          {"S3/items_returned": 20}),
    Fault("a quantity from 99 to 1", ("model.estimates_disagree",), SHOP, {"Line:quantity/range": [99, 1]},
          {"Line:quantity/range": [1, 99]}),
    Fault("more members than rooms can have", ("model.estimates_disagree",), CHAT,
          {"Member/per_parent": {"average": 2, "max": 3}}, {}),
    Fault("a quantity of nothing", ("expr.unlisted_value",), SHOP,
          {"Line:quantity/range": [1, 99],
           **more(SHOP, call("S10", "Empty a line", "UpdateItem", "Line", LINE, set={"quantity": 0}, where=THERE,
                             **R))},
          {"Line:quantity/range": [0, 99],
           **more(SHOP, call("S10", "Empty a line", "UpdateItem", "Line", LINE, set={"quantity": 0}, where=THERE,
                             **R))}),
    Fault("a sample in a state that there is not", ("model.samples_disagree",), SHOP,
          {"Order/items": [{**ORDER, "status": "Open"}]}, {"Order/items": [ORDER]}),
    Fault("two samples of one order", ("model.samples_disagree",), SHOP,
          {"Order/items": [ORDER, {**ORDER, "placedAt": "2026-01-06T10:00:00.000Z"}]},
          {"Order/items": [ORDER, {**ORDER, "orderId": "o2"}]}),
    Fault("a sample that is stored under another key", ("model.samples_disagree",), SHOP,
          {"Order/items": [{"values": ORDER, "stored_keys": {"PK": {"S": "CUST#c1"}, "SK": {"S": f"ORD#{AT}#o1"}}}]},
          {"Order/items": [{"values": ORDER, "stored_keys": {"PK": {"S": "CUST#c1"}, "SK": {"S": f"ORDER#{AT}#o1"}}}]}),
    Fault("a copy of a name is a number", ("model.copy_differs",), MAGAZINE,
          {"Tagging:title/copy_of": "Article.views, by stream"}, {"Tagging:title/copy_of": "Article.title, by stream"}),
    Fault("paid orders are asked of the index of open ones", ("query.outside_index",), SHOP,
          {"GSI2/projection": {"type": "ALL"}, "S5/filter": "status IN ('OPEN', 'PAID')", "S5/limit": GONE},
          {"GSI2/projection": {"type": "ALL"}, "S5/filter": "status = 'OPEN'", "S5/limit": GONE}),
    Fault("paid orders are promised from the index of open ones", ("query.outside_index",), SHOP,
          {"S5/name": "Open and paid orders"}, {"S5/name": "Open orders that are not paid"}),
    Fault("who left a room is still listed", ("ttl.read_without_filter",), CHAT, left(),
          left("attribute_not_exists(leftAt)")),
    Fault("a cancelled parking keeps its place", ("write.undone_by_half",), FLEET, parked(),
          parked(freed("parkingId = :parkingId"))),
    Fault("a cancelled parking frees the place of another", ("write.released_by_anyone",), FLEET, parked(freed(THERE)),
          parked(freed("parkingId = :parkingId"))),
    Fault("one member leaves, and nobody deletes the others", ("write.orphaned_children",), CHAT, left_room(1),
          left_room(90)),
    Fault("messages of a day that is written 2026-6-1", ("query.other_format",), CHAT,
          {"C4/key": {"PK": "ROOM#{roomId}#{month}", "SK": {"begins_with": "MSG#{day}"}},
           "C4/parameters": {"roomId": "01JX0D00000000000000000001", "month": "2026-06", "day": "2026-6-1"}},
          {"C4/key": {"PK": "ROOM#{roomId}#{month}", "SK": {"begins_with": "MSG#{day}"}},
           "C4/parameters": {"roomId": "01JX0D00000000000000000001", "month": "2026-06", "day": "2026-06-01"}}),
    Fault("messages until before they begin", ("query.between_bounds",), CHAT,
          {"C4/key": {"PK": "ROOM#{roomId}#{month}", "SK": {"between": ["MSG#{from}", "MSG#{to}~"]}},
           "C4/parameters": {"roomId": "01JX0D00000000000000000001", "month": "2026-06", "from": "2026-06-09",
                             "to": "2026-06-02"}},
          {"C4/key": {"PK": "ROOM#{roomId}#{month}", "SK": {"between": ["MSG#{from}", "MSG#{to}~"]}},
           "C4/parameters": {"roomId": "01JX0D00000000000000000001", "month": "2026-06", "from": "2026-06-02",
                             "to": "2026-06-09"}}),
    Fault("a list of 20,000 labels in an article", ("item.grows",), MAGAZINE, logo(20000), logo(20)),
    Fault("99 lines are padded to one digit", ("keys.pad_too_small",), SHOP,
          {"Line@base": "ORDER#{orderId} | LINE#{line:pad(1)}"}, {"Line@base": "ORDER#{orderId} | LINE#{line:pad(2)}"}),
    Fault("the last 20 articles come oldest first", ("query.order_by_name",), MAGAZINE,
          {"M2/name": "The last 20 articles of an author", "M2/descending": False},
          {"M2/name": "The last 20 articles of an author"}),
    Fault("shows by time come by id", ("query.order_by_name",), CINEMA, {"Show@GSI1": "HOUSE#{house} | {showId}"}, {}),
)  # fmt: skip
