"""What a code of a change is, and the effects that codes have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class ChangeEffect(StrEnum):
    """What a change does, the most severe first."""

    DESTRUCTIVE = "destructive"
    BACKFILL = "needs_backfill"
    READERS = "breaks_readers"
    ORDER = "order"
    LIMITS = "limits"
    NONE = "compatible"

    @property
    def says(self) -> str:
        """The effect as one sentence without a period."""
        return _SAYS[self]

    @property
    def label(self) -> str:
        """The effect as a person reads it."""
        return self.value.replace("_", " ")


_SAYS: Final = {
    ChangeEffect.DESTRUCTIVE: "Stored data, or the means to restore it, is lost",
    ChangeEffect.BACKFILL: "Stored items have to be written again before reads are complete",
    ChangeEffect.READERS: "Readers or consumers that are not deployed first get errors, or less than before",
    ChangeEffect.ORDER: "DynamoDB makes only one such change at a time, so several need an order",
    ChangeEffect.LIMITS: "A quota limits how often or how fast it can be made",
    ChangeEffect.NONE: "Stored items and deployed readers stay as they are",
}


@dataclass(frozen=True, slots=True)
class ChangeCode:
    """A kind of change: its effect, why, how to make it, and the facts that it follows from."""

    id: str
    effect: ChangeEffect
    title: str
    why: str
    how: str
    sources: str

    @property
    def page(self) -> str:
        """The address of its page below the root of the documentation site."""
        return f"changes/{self.id}/"
