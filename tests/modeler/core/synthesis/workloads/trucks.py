"""The IoT use case of the Time Series Benchmark Suite (TSBS, https://github.com/timescale/tsbs): trucks of four fleets.

Published: a scale of 4,000 trucks, a reading and a diagnostic of each truck every 10 s, three days of them, tags of a
truck (fleet, driver, model, capacities), and queries by truck and by fleet, such as single-last-loc, last-loc and
stationary-trucks. Derived: 400 readings and diagnostics per second, 1,051 million of each a month, 262,800 of each
truck; 103,680,000 of each in three days. The rates of the reads are ours; reports over all trucks are left out.
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)

TRUCKS: Final = 4_000
EVERY_SECONDS: Final = 10
RATE: Final = TRUCKS / EVERY_SECONDS
PER_MONTH: Final = round(RATE * 2_628_000)
DAY: Final[dict[str, Any]] = {
    "filter": "readAt BETWEEN :from AND :to",
    "parameters": {"from": "2026-01-15T00:00:00.000Z", "to": "2026-01-15T23:59:59.999Z"},
}
FLEETS: Final = {"North": 0.25, "South": 0.25, "East": 0.25, "West": 0.25}


def trucks(*, keeps: float | None = None) -> Design:
    """The workload; `keeps`: days after which readings and diagnostics expire."""
    kept: dict[str, Any] = {"growth": PER_MONTH, **({"retention": keeps} if keeps else {})}
    count = round(RATE * 86_400 * (keeps or 3))
    entities = [
        entity("Truck", "truckId", TRUCKS, attribute("truckId"), attribute("fleet", "enum", values=FLEETS),
               attribute("driverId"), text("model", 8), text("position", 24), whole("fuelPercent", 100),
               whole("loadKilograms", 99999), attribute("motion", "enum", values={"MOVING": 0.9, "STANDING": 0.1})),
        entity("Reading", "truckId readAt", count, attribute("truckId"), attribute("readAt", "iso"),
               text("position", 24), whole("velocity", 200), whole("heading", 360), whole("grade", 100), **kept),
        entity("Diagnostic", "truckId readAt", count, attribute("truckId"), attribute("readAt", "iso"),
               whole("fuelPercent", 100), whole("loadKilograms", 99999), whole("status", 9), **kept),
    ]  # fmt: skip
    window = {"given": ["truckId"], "order_by": ["readAt"], "window_days": 1}
    return design(
        entities,
        [
            get("LastLocationOfTruck", "Truck", "truckId", 40),
            query("TrucksOfFleet", "Truck", "fleet", 2, items_returned=1000),
            query("StandingTrucksOfFleet", "Truck", "fleet", 1, filter="motion = 'STANDING'", items_returned=100),
            query("ReadingsOfDay", "Reading", "truckId", 5, intent=window, items_returned=8640, **DAY),
            query("DiagnosticsOfDay", "Diagnostic", "truckId", 5, intent=window, items_returned=8640, **DAY),
            put("Read", "Reading", RATE),
            put("Diagnose", "Diagnostic", RATE),
            update("Report", "Truck", "truckId", RATE / 6, set={"position": "47.60,-122.33", "fuelPercent": 61},
                   **{"if": "attribute_exists(PK)"}),
            update("Stop", "Truck", "truckId", 0.5, set={"motion": "STANDING"}, **{"if": "motion = 'MOVING'"}),
        ],
        [
            belongs("Reading", "Truck", "truckId", count / TRUCKS, count / TRUCKS * 2),
            belongs("Diagnostic", "Truck", "truckId", count / TRUCKS, count / TRUCKS * 2),
        ],
    )  # fmt: skip
