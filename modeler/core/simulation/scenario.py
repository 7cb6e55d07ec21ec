"""The scenarios by name: what they are and what they assume. Needs no numpy; `scenarios` has their calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.cost.traffic import DAY_MINUTES
from modeler.core.simulation.options import SimulationOptions

_HOUR: Final = 60


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of traffic: how long, what is assumed (fields of `SimulationOptions`), and which of them shapes it."""

    name: str
    title: str
    minutes: int
    meaning: str
    parameter: str = ""

    def assumes(self, options: SimulationOptions) -> str:
        """What it assumes under these options, a sentence."""
        return self.meaning.format(
            ramp=f"{options.ramp:g}",
            factor=f"{options.factor:g}",
            share=f"{options.share:.0%}",
            hours=f"{options.hours:g}",
        )


SCENARIOS: Final = (
    Scenario("steady", "Declared peak for an hour", _HOUR, "every pattern is called at its declared peak"),
    Scenario("launch", "Launch of new tables", _HOUR,
             "new tables; calls rise from 0 to the declared peak within {ramp} minutes", "ramp"),
    Scenario("day", "A day with its traffic curve", DAY_MINUTES, "average rates over the traffic curve of each table"),
    Scenario("week", "A week with its traffic curve", 7 * DAY_MINUTES,
             "average rates over the traffic curve of each table"),
    Scenario("flash-sale", "Flash sale", 2 * _HOUR,
             "average rates; from minute 30 to minute 60, each pattern is called {factor} times as often", "factor"),
    Scenario("viral", "One key gone viral", 2 * _HOUR,
             "declared peaks; from minute 30 to minute 90, further calls go to the hottest key of each kind: "
             "{share} of all calls then", "share"),
    Scenario("backfill", "Backfill running", _HOUR,
             "average rates while all items of entities with a count are written once within {hours} hours", "hours"),
    Scenario("failover", "Failover of a Region", _HOUR,
             "declared peaks; from minute 10, calls of global tables come from the failed Region too"),
)  # fmt: skip
"""All scenarios, in the order in which they are shown."""
BY_NAME: Final[Mapping[str, Scenario]] = {one.name: one for one in SCENARIOS}
