"""Customer: an item of the table app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NotRequired, Self, TypedDict, cast

from ..runtime import keys
from ..runtime.rules import Overload, Rules


class CustomerItem(TypedDict):
    """As DynamoDB stores it, including the keys of the indexes."""

    PK: str
    SK: str
    GSI1PK: NotRequired[str]
    customerId: str
    email: str


RULES = Rules(
    key_names=("PK", "SK"),
    table=(
        Overload(
            {
                "PK": lambda values: "CUST#" + keys.text(values.get("customerId")),
                "SK": lambda values: "PROFILE",
            },
        ),
    ),
    indexes={
        "GSI1": (
            Overload(
                {
                    "GSI1PK": lambda values: "EMAIL#" + keys.text(values.get("email")),
                },
            ),
        ),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """Customer, by its attributes. `to_item` adds the keys, `from_item` reads the result of a query."""

    RULES: ClassVar[Rules] = RULES

    customer_id: str  # id
    email: str  # email

    def values(self) -> dict[str, Any]:
        """Return attributes by their names in the design; unset ones are left out."""
        given: dict[str, Any] = {
            "customerId": self.customer_id,
            "email": self.email,
        }
        return {name: value for name, value in given.items() if value is not None}

    def key(self) -> dict[str, Any]:
        """Return the table's key. Raises keys.NoKey if an attribute is missing or does not fit."""
        return self.RULES.key(self.values())

    @classmethod
    def key_of(cls, *, customer_id: str) -> dict[str, Any]:
        """Return the key of an item without reading it. Raises keys.NoKey if a value does not fit."""
        return cls.RULES.key({"customerId": customer_id})

    def to_item(self) -> CustomerItem:
        """Return the item to put: attributes and all keys of table and indexes. Raises keys.NoKey."""
        return cast("CustomerItem", self.RULES.item(self.values()))

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """Return an object from a whole item. Raises KeyError if a required attribute is missing."""
        return cls(
            customer_id=item["customerId"],
            email=item["email"],
        )
