"""Workloads of applications that people use together: a chat, a social graph, bookings, a game, a shop.

Written from what such applications commonly do, before they were synthesized. `EXPECTED` in `expected.py` is what an
expert makes of them.
"""

from __future__ import annotations

from typing import Final

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
    rated,
    text,
    update,
    whole,
)

EXISTS = {"if": "attribute_exists(PK)"}


def chat() -> Design:
    """Conversations with members, messages, and how many messages each member has not read."""
    entities = [
        entity("User", "userId", 200_000, attribute("userId"), text("name", 14), attribute("email", "email")),
        entity("Conversation", "conversationId", 500_000, attribute("conversationId"), text("title", 20),
               attribute("createdAt", "iso")),
        entity("Member", "conversationId userId", 2_000_000, attribute("conversationId"), attribute("userId"),
               whole("unreadCount", 9999), attribute("lastMessageAt", "iso")),
        entity("Message", "conversationId messageId", 60_000_000, attribute("conversationId"),
               attribute("messageId", "ulid"), attribute("senderId"), text("body", 120), attribute("sentAt", "iso"),
               growth=20_000_000),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("ProfileOfUser", "User", "userId", 30),
            query("MessagesOfConversation", "Message", "conversationId", 120, "-messageId", limit=50,
                  items_returned=40),
            query("ConversationsOfUser", "Member", "userId", 60, "-lastMessageAt", limit=20, items_returned=9),
            query("MembersOfConversation", "Member", "conversationId", 40, items_returned=4),
            get("UnreadOfMember", "Member", "conversationId userId", 100, projection=["unreadCount"]),
            put("SendMessage", "Message", 40),
            update("CountUnread", "Member", "conversationId userId", 120, add={"unreadCount": 1},
                   set={"lastMessageAt": ":lastMessageAt"}, parameters={"lastMessageAt": "2026-01-15T10:00:00.000Z"},
                   **EXISTS),
            update("ReadConversation", "Member", "conversationId userId", 30, set={"unreadCount": 0}, **EXISTS),
            put("JoinConversation", "Member", 1),
            put("OpenConversation", "Conversation", 0.5),
            put("RegisterUser", "User", 0.2),
        ],
        [
            belongs("Message", "Conversation", "conversationId", 120, 20_000),
            belongs("Member", "Conversation", "conversationId", 4, 200),
            belongs("Member", "User", "userId", 10, 500),
        ],
    )  # fmt: skip


def follows() -> Design:
    """A social graph: who follows whom, posts, and how many followers and posts a person has."""
    entities = [
        entity("Person", "personId", 1_000_000, attribute("personId"), text("handle", 12), text("bio", 120)),
        entity("Follow", "followerId followeeId", 50_000_000, attribute("followerId"), attribute("followeeId"),
               attribute("followedAt", "iso")),
        entity("Post", "postId", 20_000_000, attribute("postId", "ulid"), attribute("personId"), text("body", 200),
               attribute("postedAt", "iso")),
    ]  # fmt: skip
    count = {"returns": {"what": "count"}}
    return design(
        entities,
        [
            get("Profile", "Person", "personId", 200),
            query("Following", "Follow", "followerId", 30, limit=50, items_returned=50),
            query("Followers", "Follow", "followeeId", 30, limit=50, items_returned=50),
            get("IsFollowing", "Follow", "followerId followeeId", 100),
            query("CountFollowers", "Follow", "followeeId", 200, intent={"given": ["followeeId"], **count}),
            query("PostsOfPerson", "Post", "personId", 120, "-postedAt", limit=20, items_returned=20),
            get("PostById", "Post", "postId", 50),
            put("FollowPerson", "Follow", 10),
            delete("UnfollowPerson", "Follow", "followerId followeeId", 2, **EXISTS),
            put("WritePost", "Post", 8),
            delete("DeletePost", "Post", "postId", 0.5, **EXISTS),
            put("SignUp", "Person", 0.5),
        ],
        [
            belongs("Follow", "Person", "followerId", 50, 5_000),
            belongs("Follow", "Person", "followeeId", 50, 200_000),
            belongs("Post", "Person", "personId", 20, 20_000),
        ],
    )  # fmt: skip


BOOKING: Final = [
    entity("Event", "eventId", 20_000, attribute("eventId"), text("title", 30), attribute("venueId"),
           attribute("startsAt", "iso")),
    entity("Seat", "eventId seatId", 10_000_000, attribute("eventId"), attribute("seatId"),
           attribute("status", "enum", values={"FREE": 0.3, "HELD": 0.02, "SOLD": 0.68}),
           whole("price", 999), attribute("bookingId", optional=0.7)),
    entity("Booking", "bookingId", 3_000_000, attribute("bookingId"), attribute("customerId"),
           attribute("eventId"), attribute("bookedAt", "iso"), whole("total", 99999)),
    entity("Customer", "customerId", 400_000, attribute("customerId"), attribute("email", "email"),
           text("name", 16), unique=[["email"]]),
]  # fmt: skip


def booking() -> Design:
    """Events with seats of which each is sold once, and what a customer booked."""
    sold = {"table": "app-main", "operation": "UpdateItem", "entities": ["Seat"],
            "intent": {"given": ["eventId", "seatId"]}, "set": {"status": "SOLD"},
            "if": "status = 'HELD'"}  # fmt: skip
    booked = {"table": "app-main", "operation": "PutItem", "entities": ["Booking"], "if": "attribute_not_exists(PK)"}
    return design(
        BOOKING,
        [
            get("EventById", "Event", "eventId", 40),
            query("EventsOfVenue", "Event", "venueId", 5, "startsAt", limit=20, items_returned=20),
            query("FreeSeats", "Seat", "eventId", 60, filter="status = 'FREE'",
                  items_returned=150),
            query("BookingsOfCustomer", "Booking", "customerId", 10, "-bookedAt", limit=20, items_returned=7),
            get("BookingById", "Booking", "bookingId", 15),
            query("CustomerByEmail", "Customer", "email", 5, items_returned=1),
            get("CustomerById", "Customer", "customerId", 12),
            update("HoldSeat", "Seat", "eventId seatId", 8, set={"status": "HELD"},
                   **{"if": "status = 'FREE'"}),
            {"code": "BuySeat", "name": "BuySeat", "operation": "TransactWriteItems", "steps": [sold, booked],
             "invariant": "a sold seat has one booking", **rated(5)},
            put("AddSeat", "Seat", 1),
            put("AddEvent", "Event", 0.01),
            put("RegisterCustomer", "Customer", 0.3),
        ],
        [
            belongs("Seat", "Event", "eventId", 500, 20_000),
            belongs("Booking", "Customer", "customerId", 7.5, 400),
            belongs("Booking", "Event", "eventId", 150, 15_000),
        ],
    )  # fmt: skip


def leaderboard() -> Design:
    """The best players of a region, and of a game in a region."""
    regions = {"EU": 0.3, "NA": 0.3, "ASIA": 0.4}
    entities = [
        entity("Player", "playerId", 300_000, attribute("playerId"), text("name", 12),
               attribute("region", "enum", values=regions)),
        entity("Score", "gameId playerId", 3_000_000, attribute("gameId"), attribute("playerId"),
               attribute("region", "enum", values=regions), whole("points", 9_999_999), text("playerName", 12),
               attribute("updatedAt", "iso")),
        entity("Game", "gameId", 40, attribute("gameId"), text("title", 20)),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("PlayerById", "Player", "playerId", 30),
            query("TopOfGameInRegion", "Score", "gameId region", 40, "-points", limit=20, items_returned=20,
                  projection=["playerId", "playerName", "points"]),
            query("ScoresOfPlayer", "Score", "playerId", 20, items_returned=10),
            get("ScoreOfPlayer", "Score", "gameId playerId", 30),
            query("Games", "Game", "", 5, items_returned=40),
            update("RaiseScore", "Score", "gameId playerId", 60, add={"points": 10}, **EXISTS),
            put("FirstScore", "Score", 2),
            put("AddPlayer", "Player", 0.3),
            put("AddGame", "Game", 0.001),
        ],
        [
            belongs("Score", "Game", "gameId", 75_000, 400_000),
            belongs("Score", "Player", "playerId", 10, 40),
        ],
    )  # fmt: skip


def shop() -> Design:
    """Products in categories, a cart, and orders with lines that are read together."""
    entities = [
        entity("Product", "productId", 100_000, attribute("productId"), attribute("categoryId"), text("title", 40),
               text("description", 800), whole("price", 99999), whole("stock", 9999)),
        entity("CartLine", "customerId productId", 600_000, attribute("customerId"), attribute("productId"),
               whole("quantity", 99), attribute("addedAt", "iso")),
        entity("Order", "orderId", 5_000_000, attribute("orderId"), attribute("customerId"),
               attribute("orderedAt", "iso"), attribute("status", "enum",
               values={"PLACED": 0.01, "PAID": 0.02, "SHIPPED": 0.97}), whole("total", 999999)),
        entity("OrderLine", "orderId lineNumber", 15_000_000, attribute("orderId"), whole("lineNumber", 999),
               attribute("productId"), whole("quantity", 99), whole("price", 99999)),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("ProductById", "Product", "productId", 150),
            query("ProductsOfCategory", "Product", "categoryId", 40, "price", limit=24, items_returned=24,
                  projection=["productId", "title", "price"]),
            query("Cart", "CartLine", "customerId", 50, items_returned=3),
            query("OrderWithLines", "Order OrderLine", "orderId", 30, items_returned=4),
            query("OrdersOfCustomer", "Order", "customerId", 15, "-orderedAt", limit=10, items_returned=8),
            query("OrdersToShip", "Order", "", 0.5, "orderedAt", filter="status = 'PAID'", limit=50, items_returned=50),
            put("PutInCart", "CartLine", 20, **{"if": ""}),
            delete("TakeFromCart", "CartLine", "customerId productId", 5),
            put("PlaceOrder", "Order", 2),
            put("PlaceLine", "OrderLine", 6),
            update("ShipOrder", "Order", "orderId", 2, set={"status": "SHIPPED"},
                   **{"if": "status = 'PAID'"}),
            update("SellProduct", "Product", "productId", 6, add={"stock": -1}, **{"if": "stock > 0"}),
            put("AddProduct", "Product", 0.05),
        ],
        [
            belongs("OrderLine", "Order", "orderId", 3, 200),
        ],
    )  # fmt: skip
