"""Order: an item of the table orders.

An order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal, NotRequired, Self, TypedDict, cast

from ..runtime import conditions, keys
from ..runtime.rules import Overload, Rules


class OrderItem(TypedDict):
    """As DynamoDB stores it, including the keys of the indexes."""

    PK: str
    SK: str
    GSI1PK: NotRequired[str]
    GSI1SK: NotRequired[str]
    status: Literal["OPEN", "SHIPPED"]
    month: NotRequired[str]
    total: Decimal | int
    orderRef: NotRequired[str]
    customerId: str
    orderId: str
    orderDate: str
    paid: bool
    lines: list[Any]
    address: NotRequired[dict[str, Any]]
    tags: NotRequired[set[str]]
    weights: NotRequired[set[Any]]
    label: NotRequired[bytes]
    nothing: NotRequired[None]


RULES = Rules(
    key_names=("PK", "SK"),
    table=(
        Overload(
            {
                "PK": lambda values: "CUST#" + keys.text(values.get("customerId")),
                "SK": lambda values: "ORDER#" + keys.date(keys.text(values.get("orderDate"))) + "#" + keys.text(values.get("orderId")),
            },
        ),
    ),
    indexes={
        "byStatus": (
            Overload(
                {
                    "GSI1PK": lambda values: "OPEN#" + keys.shard(keys.text(values.get("orderId")), 10),
                    "GSI1SK": lambda values: keys.text(values.get("orderDate")),
                },
                when=lambda values: conditions.equal(conditions.at(values, "status"), "OPEN"),
            ),
            Overload(
                {
                    "GSI1PK": lambda values: "DONE",
                    "GSI1SK": lambda values: keys.text(values.get("orderDate")),
                },
            ),
        ),
        "byParts": (
            Overload(
                {
                    "status": lambda values: keys.text(values.get("status")),
                    "month": lambda values: keys.month(keys.text(values.get("orderDate"))),
                    "total": lambda values: keys.number(values.get("total")),
                    "orderRef": lambda values: keys.text(values.get("orderId")),
                },
            ),
        ),
        "byTotal": (
            Overload(
                {
                    "total": lambda values: keys.number(values.get("total")),
                },
            ),
        ),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Order, by its attributes. `to_item` adds the keys, `from_item` reads the result of a query."""

    RULES: ClassVar[Rules] = RULES

    customer_id: str  # id
    order_id: str  # id
    order_date: str  # iso
    status: Literal["OPEN", "SHIPPED"]  # enum; one of OPEN, SHIPPED
    total: Decimal | int  # money
    paid: bool
    lines: list[Any]
    address: dict[str, Any] | None = None
    tags: set[str] | None = None
    weights: set[Any] | None = None
    label: bytes | None = None
    nothing: bool = False

    def values(self) -> dict[str, Any]:
        """Return attributes by their names in the design; unset ones are left out."""
        given: dict[str, Any] = {
            "customerId": self.customer_id,
            "orderId": self.order_id,
            "orderDate": self.order_date,
            "status": self.status,
            "total": self.total,
            "paid": self.paid,
            "lines": self.lines,
            "address": self.address,
            "tags": self.tags,
            "weights": self.weights,
            "label": self.label,
        }
        found: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if self.nothing:
            found["nothing"] = None
        return found

    def key(self) -> dict[str, Any]:
        """Return the table's key. Raises keys.NoKey if an attribute is missing or does not fit."""
        return self.RULES.key(self.values())

    @classmethod
    def key_of(cls, *, customer_id: str, order_date: str, order_id: str) -> dict[str, Any]:
        """Return the key of an item without reading it. Raises keys.NoKey if a value does not fit."""
        return cls.RULES.key({"customerId": customer_id, "orderDate": order_date, "orderId": order_id})

    def to_item(self) -> OrderItem:
        """Return the item to put: attributes and all keys of table and indexes. Raises keys.NoKey."""
        return cast("OrderItem", self.RULES.item(self.values()))

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """Return an object from a whole item. Raises KeyError if a required attribute is missing."""
        return cls(
            customer_id=item["customerId"],
            order_id=item["orderId"],
            order_date=item["orderDate"],
            status=item["status"],
            total=item["total"],
            paid=item["paid"],
            lines=item["lines"],
            address=item.get("address"),
            tags=item.get("tags"),
            weights=item.get("weights"),
            label=keys.data(item["label"]) if "label" in item else None,
            nothing="nothing" in item,
        )
