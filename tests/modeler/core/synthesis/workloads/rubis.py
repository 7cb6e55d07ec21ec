"""RUBiS, an auction site, with four mixes of transactions.

Sources: the entities, their sizes and the transactions' weights are those of the model and the workloads that accompany
NoSE (Mior, Salem, Aboulnaga, Liu: "NoSE: Schema design for NoSQL applications", ICDE 2016); RUBiS itself is by
Cecchet, Marguerite and Zwaenepoel (OOPSLA 2002). Weights are taken as calls per second. An item has its seller's
region, and a bid and a comment have a nickname, as copies that nothing changes.
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, update

MIXES: Final = ("browsing", "bidding", "write_medium", "write_heavy")
WEIGHTS: Final = {
    "BrowseCategories": (4.44, 7.65), "BrowseRegions": (3.21, 5.39), "SearchItemsByCategory": (27.77, 15.94),
    "SearchItemsByRegion": (8.26, 6.34), "ViewItem": (22.95, 14.17), "ViewUserInfo": (4.41, 2.48),
    "ViewBidHistory": (2.38, 1.54), "AboutMe": (0.0, 1.71), "BuyNow": (0.0, 1.16), "PutBid": (0.0, 5.40),
    "PutComment": (0.0, 0.46), "RegisterItem": (0.0, 0.53), "RegisterUser": (0.0, 1.07), "StoreBuyNow": (0.0, 1.10),
    "StoreBid": (0.0, 3.74), "StoreComment": (0.0, 0.45),
}  # fmt: skip
STORES: Final = {"RegisterItem", "RegisterUser", "StoreBuyNow", "StoreBid", "StoreComment"}
TIMES: Final = {"browsing": 1, "bidding": 1, "write_medium": 10, "write_heavy": 100}


def text(name: str, size: int) -> dict[str, Any]:
    """A text of an average size."""
    return attribute(name, "text", size={"average": size, "max": size * 2})


def number(name: str) -> dict[str, Any]:
    """A whole number of up to six digits."""
    return attribute(name, "integer", range=[0, 999999])


ENTITIES: Final = [
    entity("Category", "categoryId", 500, attribute("categoryId"), text("name", 20)),
    entity("Region", "regionId", 50, attribute("regionId"), text("name", 25)),
    entity(
        "User", "userId", 200_000, attribute("userId"), attribute("regionId"), text("firstName", 6),
        text("lastName", 7), text("nickname", 12), text("password", 15), text("email", 23), number("rating"),
        number("balance"), attribute("createdAt", "date"),
    ),
    entity(
        "Item", "itemId", 2_000_000, attribute("itemId"), attribute("sellerId"), attribute("sellerRegionId"),
        attribute("categoryId"), text("name", 19), text("description", 197), number("initialPrice"),
        number("quantity"), number("reserve"), number("buyNowPrice"), number("nbOfBids"), number("maxBid"),
        attribute("startDate", "date"), attribute("endDate", "date"),
    ),
    entity(
        "Bid", "bidId", 20_000_000, attribute("bidId"), attribute("userId"), attribute("itemId"), number("quantity"),
        number("amount"), attribute("date", "date"), text("nickname", 12),
    ),
    entity(
        "Comment", "commentId", 10_000_000, attribute("commentId"), attribute("fromUserId"), attribute("toUserId"),
        attribute("itemId"), number("rating"), attribute("date", "date"), text("comment", 130), text("nickname", 12),
    ),
    entity(
        "Purchase", "purchaseId", 2_000_000, attribute("purchaseId"), attribute("buyerId"), attribute("itemId"),
        number("quantity"), attribute("date", "date"),
    ),
]  # fmt: skip
LISTED: Final = ["itemId", "name", "initialPrice", "maxBid", "nbOfBids", "endDate"]


def rate_of(transaction: str, mix: str) -> float:
    """Calls per second of a transaction in a mix."""
    browsing, bidding = WEIGHTS[transaction]
    if mix == "browsing":
        return browsing
    return bidding * TIMES[mix] if transaction in STORES else bidding


def rubis(mix: str, **rates: float) -> Design:
    """The workload in one mix; `rates` replaces those of single transactions."""
    made = []
    for transaction in WEIGHTS:
        rate = rates.get(transaction, rate_of(transaction, mix))
        if rate:
            made += [{**one, "name": f"{transaction}: {one['code']}"} for one in statements(transaction, rate)]
    return design(ENTITIES, made)


ENDED: Final = {"filter": "endDate >= :after", "parameters": {"after": "2026-01-15"}}
PAGE: Final = {"limit": 25, "items_returned": 25, "projection": LISTED}
EXISTS: Final = {"if": "attribute_exists(PK)"}


def statements(name: str, rate: float) -> list[dict[str, Any]]:
    """The statements of one transaction."""
    return {**browsing(name, rate), **personal(name, rate), **storing(name, rate)}[name]


def browsing(name: str, rate: float) -> dict[str, list[dict[str, Any]]]:
    """Transactions of anybody."""
    return {
        "BrowseCategories": [
            get(f"{name}.1", "User", "userId", rate),
            query(f"{name}.2", "Category", "", rate, items_returned=500),
        ],
        "BrowseRegions": [query(name, "Region", "", rate, items_returned=50)],
        "SearchItemsByCategory": [query(name, "Item", "categoryId", rate, "endDate", **ENDED, **PAGE)],
        "SearchItemsByRegion": [query(name, "Item", "sellerRegionId categoryId", rate, "endDate", **ENDED, **PAGE)],
        "ViewItem": [
            get(f"{name}.1", "Item", "itemId", rate),
            query(f"{name}.2", "Bid", "itemId", rate, items_returned=10),
        ],
        "ViewUserInfo": [
            get(f"{name}.1", "User", "userId", rate),
            query(f"{name}.2", "Comment", "toUserId", rate, items_returned=50),
        ],
        "ViewBidHistory": [
            get(f"{name}.1", "Item", "itemId", rate, projection=["name"]),
            query(f"{name}.2", "Bid", "itemId", rate, "-date", items_returned=10),
        ],
    }


def personal(name: str, rate: float) -> dict[str, list[dict[str, Any]]]:
    """Transactions that read for one user."""
    return {
        "AboutMe": [
            get(f"{name}.1", "User", "userId", rate),
            query(f"{name}.2", "Comment", "toUserId", rate, items_returned=50),
            query(f"{name}.3", "Purchase", "buyerId", rate, "-date", items_returned=10),
            query(f"{name}.4", "Item", "sellerId", rate, "endDate", items_returned=5, **ENDED),
            query(f"{name}.5", "Bid", "userId", rate, items_returned=100),
        ],
        "BuyNow": [get(f"{name}.1", "User", "userId", rate), get(f"{name}.2", "Item", "itemId", rate)],
        "PutBid": [
            get(f"{name}.1", "User", "userId", rate),
            get(f"{name}.2", "Item", "itemId", rate),
            query(f"{name}.3", "Bid", "itemId", rate, "-amount", limit=2, items_returned=2),
        ],
        "PutComment": [get(f"{name}.1", "Item", "itemId", rate), get(f"{name}.2", "User", "userId", rate)],
    }


def storing(name: str, rate: float) -> dict[str, list[dict[str, Any]]]:
    """Transactions that write."""
    ends = {"set": {"endDate": ":end"}, "add": {"quantity": -1, "nbOfBids": 1}, "parameters": {"end": "2026-01-15"}}
    bids = {"add": {"nbOfBids": 1}, "set": {"maxBid": ":bid"}, "parameters": {"bid": "7"}}
    rates = {"set": {"rating": ":new"}, "parameters": {"new": "3"}}
    return {
        "RegisterItem": [put(name, "Item", rate)],
        "RegisterUser": [put(name, "User", rate)],
        "StoreBuyNow": [
            get(f"{name}.1", "Item", "itemId", rate),
            update(f"{name}.2", "Item", "itemId", rate, **ends, **EXISTS),
            put(f"{name}.3", "Purchase", rate),
        ],
        "StoreBid": [
            put(f"{name}.1", "Bid", rate),
            get(f"{name}.2", "Item", "itemId", rate),
            update(f"{name}.3", "Item", "itemId", rate, **bids, **EXISTS),
        ],
        "StoreComment": [
            get(f"{name}.1", "User", "userId", rate, projection=["rating"]),
            update(f"{name}.2", "User", "userId", rate, **rates, **EXISTS),
            put(f"{name}.3", "Comment", rate),
        ],
    }
