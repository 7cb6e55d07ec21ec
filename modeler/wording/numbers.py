"""Numbers as people read them: counts, sizes, units, dollars and shares. Nothing that is not zero is shown as zero, and
less than all is never shown as 100%.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

type Number = int | float | Decimal | str

KIB: Final = 1024
CENT: Final = Decimal("0.01")
ALL: Final = 100
DIGITS: Final = 20


def _rounded(exact: Decimal, step: Decimal) -> Decimal:
    """Halves up. A number of more digits than a Decimal calculates with has no decimals to round."""
    return exact if exact.adjusted() > DIGITS else exact.quantize(step, ROUND_HALF_UP)


def count_text(number: Number) -> str:
    """A count with separators: 1,296; an average below one is "under 1"."""
    exact = Decimal(str(number))
    return "under 1" if 0 < exact < Decimal("0.5") else f"{_rounded(exact, Decimal(1)):,f}"


def size_text(size: Number) -> str:
    """A size with its unit: 118 B, 1.2 KB, 3.4 MB, 5.6 GB (1 KB is 1,024 bytes, as DynamoDB counts)."""
    amount = float(size)
    unit = "B"
    for larger in ("KB", "MB", "GB"):
        if amount < KIB:
            break
        amount, unit = amount / KIB, larger
    if unit == "B":
        return f"{count_text(amount)} B"
    return f"{amount:,.0f} {unit}" if amount >= ALL else f"{amount:,.1f} {unit}"


def units_text(number: Number) -> str:
    """Capacity units, with at most two decimals and no trailing zeros: 0.5, 12, 1,296, under 0.01."""
    return _decimals(Decimal(str(number)), CENT)


def amount_text(number: Number) -> str:
    """A number of a calculation, with at most four decimals: 223.38, 0.0012."""
    return _decimals(Decimal(str(number)), Decimal("0.0001"))


def _decimals(exact: Decimal, step: Decimal) -> str:
    if exact < 0:
        return f"-{_decimals(-exact, step)}"
    if 0 < exact < step:
        return f"under {step}"
    text = f"{_rounded(exact, step):,f}"
    return text.rstrip("0").rstrip(".") or "0"


def money_text(amount: Number) -> str:
    """Dollars and cents; a nonzero sum below one cent is "under" one cent."""
    exact = Decimal(str(amount))
    if exact < 0:
        return f"-{money_text(-exact)}"
    return f"under ${CENT}" if 0 < exact < CENT else f"${_rounded(exact, CENT):,.2f}"


def percent_text(share: Number) -> str:
    """A share from 0 to 1 as percent: 8%, under 1%, over 99%."""
    value = Decimal(str(share)) * ALL
    if 0 < value < Decimal("0.5"):
        return "under 1%"
    return "over 99%" if Decimal("99.5") <= value < ALL else f"{_rounded(value, Decimal(1)):,}%"


def fine_percent_text(share: Number) -> str:
    """A share as percent, with two significant digits if it is small: 0.034%, 8.1%, 112%."""
    value = float(share) * ALL
    if value == 0 or value >= 10:
        return percent_text(share)
    return f"{value:.1f}%" if value >= 1 else "under 0.001%" if value < 0.001 else f"{value:.2g}%"
