"""The wish for items of live tables in a rehearsal: how many items, for how many read units. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from exporter.targets.migration.routed_tables import routed_tables
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.core.migration.pairs import Pairing

UNITS: Final = 100
UNITS_MAX: Final = 100_000
RATE: Final = 25
RATE_MAX: Final = 1_000
ITEMS: Final = 500
ITEMS_MAX: Final = 10_000


@dataclass(frozen=True, slots=True)
class LiveAsked:
    """Which items of live tables a rehearsal stores too: at most `items`, for at most `units` read units together, and
    `units_per_second`. `names` are the live names of tables that have others than in the design.
    """

    endpoint: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    items: int = ITEMS
    units: int = UNITS
    units_per_second: int = RATE

    def refuse(self) -> None:
        """Raise Invalid if a number is out of its bounds."""
        for name, number, most in (
            ("items of live tables", self.items, ITEMS_MAX),
            ("read units of live tables", self.units, UNITS_MAX),
            ("read units per second", self.units_per_second, RATE_MAX),
        ):
            if not 1 <= number <= most:
                raise Invalid(f"the number of {name} is from 1 to {most:,}", path="live")


@dataclass(frozen=True, slots=True)
class LivePlace:
    """Where a command reads: an emulator's address ('': AWS, with the credentials of the environment)."""

    url: str
    region: str
    access_key: str


def live_names(before: Design, after: Design, names: Mapping[str, str]) -> dict[str, str]:
    """Return the live names of the old tables that take part, by those of the design. Raises Invalid for a name of a
    table that does not take part.
    """
    old = dict.fromkeys(route.old.name for route in routed_tables(Pairing(before, after)))
    if unknown := sorted(names.keys() - old.keys()):
        raise Invalid(f"{unknown[0]!r} is not a table whose items move; these are: {', '.join(old)}", path="live")
    return {name: names.get(name) or name for name in old}


def named_tables(text: str) -> dict[str, str]:
    """Return names such as `app-main=prod-main, users=prod-users`, by those of the design. Raises Invalid."""
    found = {}
    for pair in text.replace(",", " ").split():
        design, equals, live = pair.partition("=")
        if not (design and equals and live):
            raise Invalid(f"{pair[:100]!r} is not DESIGN=LIVE, such as app-main=prod-main", path="live")
        found[design] = live
    return found
