"""Session: an item of the table sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, NotRequired, Self, TypedDict, cast

from ..runtime import keys
from ..runtime.rules import Overload, Rules


class SessionItem(TypedDict):
    """As DynamoDB stores it, keys of the indexes included."""

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
    """Session, by its attributes. `to_item` adds the keys, `from_item` reads what a query found."""

    RULES: ClassVar[Rules] = RULES

    id: str  # uuid4
    user: str | None = None
    seen: Decimal | int  # epoch_seconds

    def values(self) -> dict[str, Any]:
        """Attributes by the names that the design gives them; what is not set is left out."""
        given: dict[str, Any] = {
            "id": self.id,
            "user": self.user,
            "seen": self.seen,
        }
        return {name: value for name, value in given.items() if value is not None}

    def key(self) -> dict[str, Any]:
        """The table's key. Raises keys.NoKey where an attribute is missing or does not fit."""
        return self.RULES.key(self.values())

    @classmethod
    def key_of(cls, *, id: str) -> dict[str, Any]:
        """The key of an item that is not at hand. Raises keys.NoKey where a value does not fit."""
        return cls.RULES.key({"id": id})

    def to_item(self) -> SessionItem:
        """The item to put: attributes, and the keys of the table and of every index. Raises keys.NoKey."""
        return cast("SessionItem", self.RULES.item(self.values()))

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """From a whole item. Raises KeyError where an attribute that each has is not there."""
        return cls(
            id=item["id"],
            user=item.get("user"),
            seen=item["seen"],
        )
