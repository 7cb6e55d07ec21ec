"""An answer to a decision: what to do, why, the numbers that it rests on, and what is not known."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import plain_number
from modeler.core.fixes import Fix

_LEAST: Final = 0.005


@dataclass(frozen=True, slots=True)
class Number:
    """One number that an answer rests on, as text with its unit."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that the design does not specify: what, and the part and field where it is entered."""

    what: str
    part: str
    field: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision, by its anchor in docs/facts/choices.md. `agrees`: the design is already so. `is_open`: without what
    is unknown there is no answer, and `says` is ''. `fixes` make the edit.
    """

    choice: str
    question: str
    says: str
    reason: str
    agrees: bool = True
    numbers: tuple[Number, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it cannot be answered before more is known."""
        return not self.says


def dollars(amount: Decimal) -> str:
    """Dollars per month, as text."""
    return f"${amount.quantize(Decimal('0.01')):,}/month"


def units(amount: float | Decimal) -> str:
    """Units, as text. What is not zero is not shown as zero."""
    return "< 0.01" if 0 < amount < _LEAST else plain_number(round(float(amount), 2))
