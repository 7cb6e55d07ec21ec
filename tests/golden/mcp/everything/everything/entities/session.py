"""Session: an item of the table sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, NotRequired, Self, TypedDict, cast

from ..runtime import keys
from ..runtime.rules import Overload, Rules


class SessionItem(TypedDict):
    """As DynamoDB stores it, including the keys of the indexes."""

    id: str
    user: NotRequired[str]
    seen: Decimal | int


RULES = Rules(
    key_names=("id",),
    table=(
        Overload(
            {
                "id": lambda values: keys.text(values.get("id")),
            },
        ),
    ),
    indexes={
        "byUser": (
            Overload(
                {
                    "user": lambda values: keys.text(values.get("user")),
                },
            ),
        ),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Session, by its attributes. `to_item` adds the keys, `from_item` reads the result of a query."""

    RULES: ClassVar[Rules] = RULES

    id: str  # uuid4
    user: str | None = None
    seen: Decimal | int  # epoch_seconds

    def values(self) -> dict[str, Any]:
        """Return attributes by their names in the design; unset ones are left out."""
        given: dict[str, Any] = {
            "id": self.id,
            "user": self.user,
            "seen": self.seen,
        }
        return {name: value for name, value in given.items() if value is not None}

    def key(self) -> dict[str, Any]:
        """Return the table's key. Raises keys.NoKey if an attribute is missing or does not fit."""
        return self.RULES.key(self.values())

    @classmethod
    def key_of(cls, *, id: str) -> dict[str, Any]:
        """Return the key of an item without reading it. Raises keys.NoKey if a value does not fit."""
        return cls.RULES.key({"id": id})

    def to_item(self) -> SessionItem:
        """Return the item to put: attributes and all keys of table and indexes. Raises keys.NoKey."""
        return cast("SessionItem", self.RULES.item(self.values()))

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """Return an object from a whole item. Raises KeyError if a required attribute is missing."""
        return cls(
            id=item["id"],
            user=item.get("user"),
            seen=item["seen"],
        )
