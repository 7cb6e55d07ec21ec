"""What one run can hold: a design with absurd rates is refused, not simulated until the memory is full."""

from __future__ import annotations

from typing import Final

from modeler.core.errors import Invalid

PARTITIONS_MAX: Final = 10_000
"""The most partitions of one table with its GSIs."""
CELLS_MAX: Final = 20_000_000
"""The most figures of one kind: partitions times intervals of a table with its GSIs (80 MB of heat)."""
RATES_MAX: Final = 5_000_000
"""The most rates: patterns times intervals, and flows of a place times intervals (40 MB)."""


def refuse_partitions(name: str, partitions: int, intervals: int) -> None:
    """Raise Invalid if a table with its GSIs, or one of them, has more partitions than a run can hold."""
    most = min(PARTITIONS_MAX, CELLS_MAX // max(intervals, 1))
    if partitions > most:
        raise Invalid(
            f"{name} needs more than {most:,} partitions in this scenario; the simulation holds at most {most:,}: "
            "lower the rates, units or warm throughput, or choose a shorter scenario",
            code="simulation.too_large",
        )


def refuse_rates(rates: int, intervals: int) -> None:
    """Raise Invalid if there are more patterns, or parts of them, than a run can hold."""
    most = RATES_MAX // max(intervals, 1)
    if rates > most:
        raise Invalid(
            f"the access patterns have {rates:,} rates; the simulation holds at most {most:,} in this scenario: choose "
            "a shorter one",
            code="simulation.too_large",
        )
