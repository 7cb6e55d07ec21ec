"""The input of a simulation: the scenario, its parameters, and the changes of a second run. Pure.

The page, REST and the command line have the same names and bounds. Nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind
from modeler.core.errors import Invalid, Missing
from modeler.core.simulation.options import AS_DESIGNED, UNITS_ON_DEMAND, KeyChange, SimulationOptions
from modeler.core.simulation.scenario import BY_NAME

SCENARIOS: Final = tuple(BY_NAME)
MODES: Final = ("ON_DEMAND", "PROVISIONED")
SHARDS_MAX: Final = 100
CHANGES: Final = {
    "read_units": "provisioned read units of every table and GSI",
    "write_units": "provisioned write units of every table and GSI",
    "warm_read": "warm throughput for reads of every table and GSI",
    "warm_write": "warm throughput for writes of every table and GSI",
    "shards": f"shards of each hot key, at most {SHARDS_MAX}",
}
NEW_KEY: Final = {
    "key_entity": "the entity whose partition key is another one",
    "key_index": "the GSI of that key; without it, the table",
    "key_template": "the key template there",
}


@dataclass(frozen=True, slots=True)
class RunParameter:
    """A number that shapes a scenario: its help, its bounds, and the value that it has unless one is given."""

    name: str
    help: str
    low: float
    high: float

    @property
    def default(self) -> float:
        """The value of `SimulationOptions`."""
        return float(getattr(AS_DESIGNED, self.name))


PARAMETERS: Final = (
    RunParameter("traffic", "multiplies all rates", 0.01, 1000),
    RunParameter("assumed_rate", "calls/s of each access pattern without a rate; 0 leaves it out", 0, 1_000_000),
    RunParameter("factor", "flash-sale: how many times as often each pattern is called", 0.01, 1000),
    RunParameter("ramp", "launch: minutes until the declared peak", 1, 60),
    RunParameter("share", "viral: part of all calls that go to the hottest key, 0.01 to 0.99", 0.01, 0.99),
    RunParameter("hours", "backfill: hours until all items are written", 0.1, 1000),
)


def options_of(
    given: Mapping[str, Any], changes: Mapping[str, Any]
) -> tuple[SimulationOptions, SimulationOptions | None]:
    """The options of the first run, and those of the second if anything is changed. `given` has fields of
    `SimulationOptions`.

    Raises Invalid if changes contradict each other.
    """
    base = replace(AS_DESIGNED, **given)
    made = dict(changes)
    entity, index, template = (made.pop(name, "") for name in NEW_KEY)
    if template or entity or index:
        if not (template and entity):
            raise Invalid("another key needs its entity and its template", path="key_template")
        made["key"] = KeyChange(entity, index, template)
    if made.keys() & {"read_units", "write_units"}:
        if made.get("mode") == "ON_DEMAND":
            raise Invalid(UNITS_ON_DEMAND, path="mode")
        made = {"mode": "PROVISIONED", **made}
    return base, replace(base, **made) if made else None


def key_places(design: Design) -> list[str]:
    """The tables and GSIs whose keys can be counted."""
    return [one.name for table in design.tables for one in table.all_indexes if one.kind is not IndexKind.LSI]


def refuse_place(design: Design, place: str) -> None:
    """Raise Missing if keys were counted in a place that the design does not have."""
    if place not in key_places(design):
        there = ", ".join(sorted(key_places(design))) or "there is none"
        raise Missing(f"name the table or GSI whose keys were counted: {there}", path="place", code="simulation.place")
