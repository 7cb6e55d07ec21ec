"""Assumptions about the cost of a design that are kept by name (``settings.scenarios``): what if the traffic is ten
times as high, grows by 5% per month, or is in another Region?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.lenient import number, text, whole, word
from modeler.core.design.table_settings import read_traffic

CAPACITY_MODES: Final = ("on-demand", "auto-scaled", "fixed", "as-set")
TABLE_CLASSES: Final = ("STANDARD", "STANDARD_INFREQUENT_ACCESS")
TIMES_MAX: Final = 1_000.0
"""Largest multiple of the rates."""
GROWTH_MAX: Final = 100.0
"""Largest growth in percent per month: twice as much every month."""
MONTHS_MAX: Final = 60


@dataclass(frozen=True)
class WhatIf:
    """Assumptions that replace what the design specifies; the defaults change nothing.

    `times` multiplies every rate. `calls_growth` and `items_growth` are percent per month, and take effect after
    `months` months. `traffic` is in the form of ``settings.traffic``. `name` is that of a scenario that is kept.
    """

    name: str = ""
    region: str = ""
    mode: str = ""
    table_class: str = ""
    times: float = 1.0
    calls_growth: float = 0.0
    items_growth: float = 0.0
    months: int = 0
    traffic: Any = None

    @property
    def changes_design(self) -> bool:
        """Return whether anything but the capacity mode is assumed."""
        return bool(
            self.region
            or self.table_class
            or self.months
            or self.calls_growth
            or self.items_growth
            or self.traffic is not None
            or self.times != 1
        )

    @property
    def grows(self) -> bool:
        """Return whether calls or items are assumed to grow."""
        return bool(self.calls_growth or self.items_growth)

    def as_json(self) -> dict[str, Any]:
        """The form of ``settings.scenarios``: only what is assumed."""
        made = {
            "name": self.name,
            "region": self.region,
            "mode": self.mode,
            "class": self.table_class,
            "times": 0 if self.times == 1 else self.times,
            "calls_growth": self.calls_growth,
            "items_growth": self.items_growth,
            "months": self.months,
            "traffic": self.traffic,
        }
        return {name: value for name, value in made.items() if value}


def read_what_if(raw: Mapping[str, Any]) -> WhatIf:
    """``{"name": "Launch", "region": "eu-west-1", "mode": "fixed", "class": "STANDARD", "times": 10, "calls_growth": 5,
    "items_growth": 5, "months": 12, "traffic": "diurnal"}``. What is not understood is as if absent.
    """
    months = whole(raw.get("months")) or 0
    return WhatIf(
        name=text(raw.get("name")).strip(),
        region=text(raw.get("region")),
        mode=word(raw.get("mode"), CAPACITY_MODES),
        table_class=word(raw.get("class"), {one.lower() for one in TABLE_CLASSES}).upper(),
        times=within(raw.get("times"), TIMES_MAX) or 1.0,
        calls_growth=within(raw.get("calls_growth"), GROWTH_MAX) or 0.0,
        items_growth=within(raw.get("items_growth"), GROWTH_MAX) or 0.0,
        months=months if months <= MONTHS_MAX else 0,
        traffic=raw.get("traffic") if read_traffic(raw.get("traffic")) is not None else None,
    )


def within(raw: Any, most: float) -> float | None:
    """A number from 0 to `most`, or None."""
    value = number(raw)
    return value if value is not None and value <= most else None
