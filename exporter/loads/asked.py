"""The input of a load proof with its bounds, and what a person confirms before it starts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.summary import dollars_of
from modeler.core.errors import Conflict, Invalid
from modeler.core.simulation.scenario import BY_NAME

SECONDS_MAX: Final = 300
CALLS_PER_SECOND_MAX: Final = 500
CALLS_MAX: Final = 30_000
ITEMS_MAX: Final = 5_000
UNITS_MAX: Final = 1_000_000
SEED_MAX: Final = 1_000_000
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "seconds": (1, SECONDS_MAX),
    "calls_per_second": (1, CALLS_PER_SECOND_MAX),
    "items": (1, ITEMS_MAX),
    "read_units": (0, UNITS_MAX),
    "write_units": (0, UNITS_MAX),
    "seed": (0, SEED_MAX),
}
"""The lowest and the highest value of each number."""
HELP: Final[Mapping[str, str]] = {
    "seconds": "how long requests are sent",
    "calls_per_second": "the most calls of access patterns per second; the scenario is scaled down to it",
    "items": "about so many more items than the samples are stored before",
    "read_units": "the budget: the load ends before it consumes more read units",
    "write_units": "the budget: the load ends before it consumes more write units",
    "seed": "which items are made, and which keys are drawn",
}


@dataclass(frozen=True, slots=True)
class LoadAsked:
    """Which scenario for how long, on which endpoint ('': the first that allows it), and the budget of units, which
    includes storing the items before.
    """

    read_units: int
    write_units: int
    scenario: str = "steady"
    seconds: int = 30
    calls_per_second: int = 50
    items: int = 500
    seed: int = 1
    endpoint: str = ""

    def refuse_wrong(self) -> None:
        """Raise Invalid, with the name of the number, for one that is out of its bounds."""
        if self.scenario not in BY_NAME:
            raise Invalid(f"scenarios are {', '.join(BY_NAME)}", path="scenario")
        for name, (low, high) in BOUNDS.items():
            if not low <= getattr(self, name) <= high:
                raise Invalid(f"{name} is a whole number from {low:,} to {high:,}", path=name)
        if self.seconds * self.calls_per_second > CALLS_MAX:
            said = f"a load makes at most {CALLS_MAX:,} calls: {CALLS_MAX // self.seconds} per second in this time"
            raise Invalid(said, path="calls_per_second")


@dataclass(frozen=True, slots=True)
class LoadTarget:
    """Where a command sends a load: an emulator's address ('': AWS, with the credentials of the environment)."""

    url: str
    region: str
    access_key: str


def dollars_at_most(asked: LoadAsked, endpoint: Endpoint) -> Decimal | None:
    """What the whole budget costs at list prices; None on an emulator, and in a Region without a known price."""
    return dollars_of(endpoint, Decimal(asked.read_units), Decimal(asked.write_units))


@dataclass(frozen=True, slots=True)
class Stock:
    """What is stored before a load: how many items, and the write units of that, entries of indexes included."""

    items: int
    write_units: Decimal


def refuse_small_budget(asked: LoadAsked, stock: Stock) -> None:
    """Raise Invalid if storing the items exceeds the budget."""
    if stock.write_units > asked.write_units:
        said = (
            f"storing the items needs {stock.write_units.normalize():,f} write units, and the budget has "
            f"{asked.write_units:,}; ask for fewer items, or for more units"
        )
        raise Invalid(said, path="write_units")


def announcement(asked: LoadAsked, endpoint: Endpoint, tables: int, stock: Stock) -> tuple[str, ...]:
    """What a load is about to do and at most costs, as sentences, for a person to confirm."""
    named, them = ("1 table", "the table") if tables == 1 else (f"{tables} tables", "the tables")
    sentences = [
        f"The load creates {named} on {endpoint.name}, on-demand and with names of this run only, stores "
        f"{stock.items:,} items, sends at most {asked.calls_per_second} calls per second for "
        f"{asked.seconds}\N{NO-BREAK SPACE}s, and removes {them}.",
        f"It ends before it consumes more than {asked.read_units:,} read units or {asked.write_units:,} write units. "
        f"Storing the items takes {stock.write_units.normalize():,f} of the write units.",
    ]
    if endpoint.costs_money:
        dollars = dollars_at_most(asked, endpoint)
        billed = "No list price is known for this Region" if dollars is None else f"These units cost ${dollars:.4f}"
        sentences.append(f"{billed}{'' if dollars is None else f' in {endpoint.region} at list prices'}.")
    sentences += trusted_for(endpoint)
    return tuple(sentences)


def trusted_for(endpoint: Endpoint) -> list[str]:
    """What the figures of an endpoint are worth, as sentences."""
    trust = endpoint.trust
    known = [word for word, is_trusted in (("read", trust.reads), ("write", trust.writes)) if is_trusted]
    said = f"{endpoint.name} is not trusted for consumed units: the budget counts predicted units."
    if known:
        but = "" if trust.transactions else ", except those of transactions"
        said = f"{endpoint.name} is trusted for consumed {' and '.join(known)} units{but}."
    if trust.throughput:
        return [said]
    return [said, "It is an emulator: it does not throttle like DynamoDB, and its latencies are not those of AWS."]


def refuse_endpoint_without_loads(endpoint: Endpoint) -> None:
    """Raise Conflict for an endpoint that its operator did not mark for loads."""
    if not endpoint.is_for_loads:
        said = f'{endpoint.name} is not for loads: its operator declares "loads": "allowed" to permit them'
        raise Conflict(said, code="load.endpoint")
