"""What a run will create and what it may cost, shown before it starts. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import RunPlan
from modeler.core.cost.on_demand import unit_price
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tariffs import Price, Tariff
from modeler.core.evaluator import evaluate
from modeler.core.items.item_collections import entry
from modeler.core.limits import GIB, INDEX_ENTRY_OVERHEAD_BYTES, ITEM_OVERHEAD_BYTES
from modeler.core.units import write_units
from modeler.core.values.attribute_values import item_size

DAYS_A_MONTH: Final = Decimal(730) / 24


@dataclass(frozen=True, slots=True)
class Summary:
    """The confirmation before a run: counts, request units, dollars of the requests and of each day that the tables
    exist (None: free, or no known price), and sentences that state all of it.
    """

    endpoint: str
    tables: tuple[str, ...]
    items: int
    patterns: int
    read_units: Decimal
    write_units: Decimal
    dollars: Decimal | None
    dollars_per_day: Decimal | None
    sentences: tuple[str, ...]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the form that pages and the REST API use; units and dollars as exact texts."""
        return {
            "endpoint": self.endpoint,
            "tables": list(self.tables),
            "items": self.items,
            "patterns": self.patterns,
            "read_units": str(self.read_units),
            "write_units": str(self.write_units),
            "dollars": None if self.dollars is None else str(self.dollars),
            "dollars_per_day": None if self.dollars_per_day is None else str(self.dollars_per_day),
            "sentences": list(self.sentences),
            "notes": list(self.notes),
        }


def summary_of(plan: RunPlan, endpoint: Endpoint) -> Summary:
    """Return the summary of a plan on an endpoint, at list prices if it is an AWS account.

    facts/throughput#reads, facts/pricing#list-prices.
    """
    reads, writes = run_units(plan)
    dollars, daily = dollars_of(endpoint, reads, writes), _daily_dollars(plan, endpoint)
    tables = tuple(one.table for one in plan.tables)
    named = f"{len(tables)} {'table' if len(tables) == 1 else 'tables'} ({', '.join(tables)})"
    sentences = [
        f"The run creates {named} on {endpoint.name}, on-demand and with names of this run only, and "
        f"seeds {plan.item_count} {'item' if plan.item_count == 1 else 'items'}.",
        f"It runs {len(plan.patterns)} access {'pattern' if len(plan.patterns) == 1 else 'patterns'}. The "
        "tables stay until you tear them down, and no longer than the hours that you choose.",
    ]
    if endpoint.costs_money:
        billed = "no list price is known for this Region" if dollars is None else f"about ${dollars:.4f} at list prices"
        sentences.append(
            f"AWS bills about {reads.normalize():f} read and {writes.normalize():f} write units in "
            f"{endpoint.region}: {billed}. {_of_a_day(daily)}"
        )
    return Summary(
        endpoint.name,
        tables,
        plan.item_count,
        len(plan.patterns),
        reads,
        writes,
        dollars,
        daily,
        tuple(sentences),
        plan.notes,
    )


def _of_a_day(dollars: Decimal | None) -> str:
    if dollars is None:
        return "Storage, and backups if the design has them, are billed as long as the tables exist."
    return f"As long as the tables exist, their storage costs about ${dollars:.6f} per day, on-demand."


def _daily_dollars(plan: RunPlan, endpoint: Endpoint) -> Decimal | None:
    """Return what the storage of the seeded items costs per day, and their continuous backups if there are any.
    facts/pricing#list-prices.
    """
    if not endpoint.costs_money:
        return None
    prices = list_prices()
    storage, backup = (prices.price(endpoint.region, tariff) for tariff in (Tariff.STORAGE, Tariff.PITR))
    if not isinstance(storage, Price) or not isinstance(backup, Price):
        return None
    total = Decimal(0)
    for one in plan.tables:
        base, indexes = _stored_bytes(plan, one.table)
        total += (base + indexes) * storage.value + (base * backup.value if one.recovery else 0)
    return total / GIB / DAYS_A_MONTH


def _stored_bytes(plan: RunPlan, name: str) -> tuple[Decimal, Decimal]:
    """Return the bytes of a table's items, and of their entries in indexes, with what DynamoDB adds to each."""
    table, base, indexes = plan.design.table(name), Decimal(0), Decimal(0)
    for stored in plan.seed.items(name) if table else ():
        base += item_size(stored.item) + ITEM_OVERHEAD_BYTES
        entries = [entry(table, index, stored) for index in table.indexes] if table else []
        indexes += sum((one.size + INDEX_ENTRY_OVERHEAD_BYTES for one in entries if one), 0)
    return base, indexes


def run_units(plan: RunPlan) -> tuple[Decimal, Decimal]:
    """Return read and write units of seeding, of each pattern, of reading back what was written, and of
    restoring it.
    """
    reads, writes = Decimal(0), seed_units(plan)
    for pattern in plan.patterns:
        found = evaluate(plan.design, pattern, stored=plan.seed)
        reads += found.read_units + len(found.writes)
        writes += found.write_units * 2
    return reads, writes


def seed_units(plan: RunPlan) -> Decimal:
    """Return the write units of storing the seed, with the entries of indexes."""
    writes = Decimal(0)
    for table_plan in plan.tables:
        table = plan.design.table(table_plan.table)
        for stored in plan.seed.items(table_plan.table) if table else ():
            writes += write_units(item_size(stored.item))
            entries = [entry(table, index, stored) for index in table.indexes] if table else []
            writes += sum((write_units(one.size) for one in entries if one), Decimal(0))
    return writes


def dollars_of(endpoint: Endpoint, reads: Decimal, writes: Decimal) -> Decimal | None:
    """Return what units cost at list prices; None on an emulator, and in a Region without a known price."""
    if not endpoint.costs_money:
        return None
    prices = list_prices()
    read, write = (prices.price(endpoint.region, tariff) for tariff in (Tariff.READ, Tariff.WRITE))
    if not isinstance(read, Price) or not isinstance(write, Price):
        return None
    return reads * unit_price(read) + writes * unit_price(write)
