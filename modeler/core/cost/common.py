"""Costs besides throughput: storage, recovery, backups, streams; and one-time costs.

facts/throughput#replication, facts/pricing#list-prices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import Figure, Line, exact, plain_number, total
from modeler.core.capacity.loads import Direction
from modeler.core.cost.bills import Bill
from modeler.core.cost.lines import MILLION, USD, USD_MONTH, CostLine, priced
from modeler.core.cost.storage import Stored
from modeler.core.cost.tariffs import Price, Tariff
from modeler.core.design.lenient import number
from modeler.core.design.tables import IndexKind, Table
from modeler.core.limits import SECONDS_PER_MONTH

STREAM_READS_PRICED: Final = 100_000
"""Stream reads per price unit of the list."""

NOT_PRICED: Final = (
    "data transfer between Regions and to the internet",
    "KMS calls with a customer managed key",
    "Kinesis, Lambda and DAX themselves",
    "cross-account copies and AWS Backup",
    "taxes",
)
"""Possible parts of a DynamoDB bill, or related ones, that no figure here includes. facts/pricing#conventions."""


RECOVERY: Final = "point-in-time recovery"
KEPT_BACKUPS: Final = "on-demand backups"
BACKUPS: Final = frozenset({RECOVERY, KEPT_BACKUPS})


def common_lines(table: Table, held: tuple[Stored, ...], bill: Bill) -> Iterator[CostLine]:
    """Storage, recovery and streams per month: costs that do not depend on the capacity mode."""
    yield from storage_lines(table, held, bill)
    backed = backed_up(held)
    if table.options.point_in_time_recovery:
        for region in bill.regions:
            price = bill.prices.price(region, Tariff.PITR)
            yield priced(table.name, RECOVERY, region, backed, price)
    copies = number(table.options.operation.raw.get("backups_kept"))
    if copies:
        kept = backed.times(exact(copies), f"{plain_number(copies)} full backups kept", "GB-months")
        price = bill.prices.price(bill.regions[0], Tariff.BACKUP)
        yield priced(table.name, KEPT_BACKUPS, bill.regions[0], kept, price)
    yield from _stream_lines(table, bill)


def backed_up(held: tuple[Stored, ...]) -> Figure:
    """GB that recovery, backups and full exports are billed for: the table and its LSIs. facts/pricing#conventions."""
    return total((s.size for s in held if s.kind is not IndexKind.GSI), "GB", "table and LSIs")


def storage_lines(table: Table, held: tuple[Stored, ...], bill: Bill) -> Iterator[CostLine]:
    """Storage of the table and each index in every Region."""
    for region in bill.regions:
        price = bill.prices.price(region, Tariff.STORAGE, bill.table_class)
        for each in held:
            line = priced(each.place, "storage", region, each.size, price)
            if each.uncounted and not line.unknown:
                sentence = f"{each.place}, storage: the number of items of {', '.join(each.uncounted)} is not given"
                line = replace(line, unknown=sentence)
            yield line


def _stream_lines(table: Table, bill: Bill) -> Iterator[CostLine]:
    region = bill.regions[0]
    if table.options.stream or bill.replicated:
        free = Line("reads of the stream by Lambda and by replication are free", Decimal(0), USD_MONTH)
        yield CostLine(table.name, "stream, read by Lambda", region, Figure(Decimal(0), USD_MONTH, (free,)))
    for consumer in table.options.consumers:
        name = consumer.name or "a reader"
        match consumer.kind:
            case "reader":
                yield _reader_line(table, bill, region, name, consumer.requests_per_second)
            case "kinesis":
                yield _change_line(table, bill, region, name)


def _reader_line(table: Table, bill: Bill, region: str, name: str, calls: float | None) -> CostLine:
    """GetRecords of a reader other than Lambda or replication: one stream read per call. facts/throughput#reads."""
    what = f"stream, read by {name}"
    if calls is None:
        sentence = f"{table.name}, {what}: its requests_per_second is not given"
        return CostLine(table.name, what, region, None, unknown=sentence)
    price = bill.prices.price(region, Tariff.STREAM_READS)
    rate = Figure(exact(calls), "calls/s", (Line(f"{name} requests records", exact(calls), "calls/s"),))
    month = Decimal(SECONDS_PER_MONTH) / STREAM_READS_PRICED
    unit = price.unit if isinstance(price, Price) else "stream reads"
    return priced(table.name, what, region, rate.times(month, f"{SECONDS_PER_MONTH:,} s per month", unit), price)


def _change_line(table: Table, bill: Bill, region: str, name: str) -> CostLine:
    """Change data capture to Kinesis: one unit per KB written to the table; an estimate.

    facts/throughput#replication.
    """
    writes = next(m.demand.average for m in bill.meters if m.is_table and m.direction is Direction.WRITE)
    price = bill.prices.price(region, Tariff.CHANGE_CAPTURE)
    month = Decimal(SECONDS_PER_MONTH) / MILLION
    units = writes.times(month, f"{SECONDS_PER_MONTH:,} s per month", "million change units")
    return priced(table.name, f"changes to Kinesis for {name}", region, replace(units, estimate=True), price)


def once_lines(table: Table, held: tuple[Stored, ...], bill: Bill) -> Iterator[CostLine]:
    """One-time costs, which are in no monthly total: restore, export, import, a new replica.

    Each line is the price of doing it once with the current data. Amounts are dollars, not dollars per month.
    """
    region, backed = bill.regions[0], backed_up(held)
    whole = total((s.size for s in held), "GB", "table and all indexes")
    done: list[tuple[str, str, Figure, Tariff]] = [
        ("restore", region, whole, Tariff.RESTORE),
        ("full export to S3", region, backed, Tariff.EXPORT),
        ("import from S3", region, held[0].size, Tariff.IMPORT),
        ("on-demand backup, kept for a month", region, backed, Tariff.BACKUP),
    ]
    done += [("data of a new replica", other, whole, Tariff.RESTORE) for other in bill.regions[1:]]
    for what, where, size, tariff in done:
        yield priced(table.name, what, where, size, bill.prices.price(where, tariff), USD)
