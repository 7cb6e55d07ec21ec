"""Numbers with the arithmetic that made them, so that a page can expand any of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a calculation: what is counted and how, and the result (None: a remark).

    `of` are the steps that it expands to: the arithmetic of a number that it uses, or a price with its date.
    """

    text: str
    value: Decimal | None = None
    unit: str = ""
    of: tuple[Line, ...] = ()

    @property
    def depth(self) -> int:
        """How many levels it can be expanded."""
        return 1 + max(line.depth for line in self.of) if self.of else 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, its unit, and its arithmetic: a tree. `estimate`: it is based on uncertain sizes or shares.

    The steps are in calculation order; the last gives the number. Each can be expanded (`Line.of`).
    """

    value: Decimal
    unit: str
    arithmetic: tuple[Line, ...] = ()
    estimate: bool = False

    def times(self, factor: Decimal, text: str, unit: str = "") -> Figure:
        """This number times a factor; `text` describes the factor."""
        unit = unit or self.unit
        value = self.value * factor
        line = Line(f"{plain_number(self.value)} {self.unit} × {text}", value, unit)
        return Figure(value, unit, (*self.arithmetic, line), self.estimate)

    @property
    def shallow(self) -> Figure:
        """The same number with steps that cannot be expanded."""
        lines = tuple(Line(line.text, line.value, line.unit) for line in self.arithmetic)
        return Figure(self.value, self.unit, lines, self.estimate)


def total(figures: Iterable[Figure], unit: str, text: str = "together") -> Figure:
    """The sum of figures of one unit, with all their lines."""
    parts = tuple(figures)
    if len(parts) == 1:
        return parts[0]
    value = sum((part.value for part in parts), Decimal(0))
    lines = tuple(line for part in parts for line in part.arithmetic)
    sums = " + ".join(plain_number(part.value) for part in parts)
    closing = (Line(f"{text}: {sums}", value, unit),) if parts else ()
    return Figure(value, unit, lines + closing, any(part.estimate for part in parts))


@lru_cache(maxsize=8192)
def plain_number(value: Decimal | float) -> str:
    """A number for people: thousands separators, at most four decimals, no trailing zeros."""
    number = Decimal(str(value))
    rounded = number.quantize(_FOURTH) if abs(number) < _LARGE else number.to_integral_value()
    text = f"{rounded:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=8192)
def rounded(value: float) -> str:
    """An estimate for people: whole from 10 on, else two significant digits."""
    return f"{value:,.0f}" if value >= _WHOLE else f"{value:.2g}"


@lru_cache(maxsize=8192, typed=True)
def exact(value: float) -> Decimal:
    """A share or a rate as a Decimal, without binary rounding errors."""
    return Decimal(str(round(value, 9)))


_FOURTH: Final = Decimal("0.0001")
_LARGE: Final = 10**15
_WHOLE: Final = 10
