"""How the document writes sizes, units, and money."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

KIB: Final = 1024
CENT: Final = Decimal("0.01")


def size_said(size: int | float) -> str:
    """Return bytes with their unit: 118 B, 1.2 KB (1 KB is 1,024 bytes, as DynamoDB counts)."""
    amount = float(size)
    unit = "B"
    for larger in ("KB", "MB", "GB"):
        if amount < KIB:
            break
        amount, unit = amount / KIB, larger
    return f"{amount:,.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:,.1f} {unit}"


def units_said(number: Decimal | float) -> str:
    """Return capacity units: at most two decimals, and a nonzero value is never shown as zero."""
    exact = Decimal(str(number))
    if 0 < exact < CENT:
        return "under 0.01"
    return f"{exact.quantize(CENT, ROUND_HALF_UP):,f}".rstrip("0").rstrip(".") or "0"


def money_said(amount: Decimal) -> str:
    """Return dollars and cents: $1,296.02; a nonzero sum is never shown as zero."""
    if 0 < amount < CENT:
        return "under $0.01"
    return f"${amount.quantize(CENT, ROUND_HALF_UP):,.2f}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: 1 item, 41 items."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
