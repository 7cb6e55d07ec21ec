"""Numbers with the arithmetic that made them, so that a page can expand any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, overload


class Deferred[T]:
    """A field of a frozen dataclass that can be given as a function: it is called when the field is first read.

    Most figures of an analysis are only compared, so their steps are never spelled out.
    """

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, kind: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, kind: type) -> T: ...
    @overload
    def __get__(self, one: object, kind: type) -> T: ...
    def __get__(self, one: Any, kind: type) -> T:
        if one is None:
            return self._default
        value = one.__dict__[self._name]
        if callable(value):
            value = one.__dict__[self._name] = value()
        found: T = value
        return found

    def __set__(self, one: Any, value: T | Callable[[], T]) -> None:
        one.__dict__[self._name] = value


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


@dataclass(frozen=True)
class Figure:
    """A number, its unit, and its arithmetic: a tree. `estimate`: it is based on uncertain sizes or shares.

    The steps are in calculation order; the last gives the number. Each can be expanded (`Line.of`).
    """

    value: Decimal
    unit: str
    arithmetic: Deferred[tuple[Line, ...]] = Deferred(())
    estimate: bool = False

    def times(self, factor: Decimal, text: str, unit: str = "") -> Figure:
        """This number times a factor; `text` describes the factor."""
        unit = unit or self.unit
        value = self.value * factor

        def steps() -> tuple[Line, ...]:
            line = Line(f"{plain_number(self.value)} {self.unit} × {text}", value, unit)
            return (*self.arithmetic, line)

        return Figure(value, unit, steps, self.estimate)

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

    def steps() -> tuple[Line, ...]:
        lines = tuple(line for part in parts for line in part.arithmetic)
        sums = " + ".join(plain_number(part.value) for part in parts)
        closing = (Line(f"{text}: {sums}", value, unit),) if parts else ()
        return lines + closing

    return Figure(value, unit, steps, any(part.estimate for part in parts))


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


def number_of(value: Decimal | float, unit: str) -> str:
    """Return a number with its unit, which is in the singular for one: ``1 day``, ``2.5 days``."""
    text = plain_number(value)
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"
