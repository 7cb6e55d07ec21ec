"""Reading items of live tables for a rehearsal: by rate, within a budget of read units, masked page by page."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.live.masking import masker
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.reading import SEGMENTS, ReadLimiter, ScannedPage, scan
from exporter.rehearsals.live_asked import LiveAsked
from exporter.rehearsals.live_items import LiveReader
from modeler.core.errors import Missing

_LEAST_UNITS: Final = 0.5
"""What a request consumes that reads an item of up to 4 KB, eventually consistent.."""
_UNIT_BYTES: Final = 8192


@dataclass
class Budget(ReadLimiter):
    """A rate, and a number of units that is not exceeded as far as the size of items is known.

    A round of the scan begins only if it fits: its pages are as small as what is left. One can exceed it only if it
    meets larger items than the pages before.
    """

    left: float = 0
    each: float = 0
    """Read units of an item: the table's average, or the most that the items of a page had."""

    def spend(self, page: ScannedPage) -> None:
        """Record what a page consumed."""
        ReadLimiter.spend(self, page)
        self.left -= page.units
        if page.items:
            self.each = max(self.each, page.units / len(page.items))

    def page_size(self, segments: int) -> int:
        """Return how many items a request of each segment can read within what is left: one, until a size is seen."""
        if not self._items:
            return 1
        return max(1, min(ReadLimiter.page_size(self, segments), int(self.left / segments / self.each)))

    def is_spent(self) -> bool:
        """Does another round not fit?"""
        return self.left < SEGMENTS * max(_LEAST_UNITS, self.each)


@dataclass
class LiveWork:
    """How far the reading is: how many items, for how many units, and how many are left out, and why."""

    read: int = 0
    units: float = 0
    stored: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "read": self.read,
            "stored": self.stored,
            "units": round(self.units, 1),
            "left_out": dict(sorted(self.left_out.items())),
        }


def read_live(
    dynamodb: DynamoDB,
    reader: LiveReader,
    tables: Mapping[str, str],
    asked: LiveAsked,
    spent: Callable[[float], None],
) -> Iterator[LiveWork]:
    """Read items of some tables (live names by those of the design) into a reader, and yield how far it is after each
    page. `spent` is called with the units of each page.

    Only DescribeTable and Scan are called. Raises Missing, RequestRefused, EndpointUnreachable; Conflict if a table
    keeps throttling.
    """
    work = LiveWork()
    secret = secrets.token_hex(16)
    for place, (name, live) in enumerate(tables.items()):
        described = dynamodb.describe(live)
        if described is None:
            raise Missing(f"there is no table {live} on {dynamodb.endpoint.name}", path="names", code="table.missing")
        mask = masker(secret, [one["AttributeName"] for one in described.get("AttributeDefinitions", ())])
        parts = len(tables) - place
        budget = Budget(asked.units_per_second, left=(asked.units - work.units) / parts, each=_average(described))
        yield work
        for some in _pages(dynamodb, live, (asked.items - work.read) // parts, budget, _counting(work, spent)):
            work.read += len(some)
            reader.take(name, some, mask)
            work.stored, work.left_out = reader.found.count, reader.found.left_out
            yield work


def _pages(
    dynamodb: DynamoDB, name: str, most: int, budget: Budget, keep: Callable[[int, int, ScannedPage], ScannedPage]
) -> Iterator[tuple[dict[str, Any], ...]]:
    """Yield items of a table, some at a time, while the budget allows another round."""
    if budget.is_spent():
        return
    for some in scan(dynamodb, name, most=most, rate=budget, known=lambda *_: None, keep=keep):
        yield some
        if budget.is_spent():
            return


def _counting(work: LiveWork, spent: Callable[[float], None]) -> Callable[[int, int, ScannedPage], ScannedPage]:
    def keep(_segment: int, _number: int, page: ScannedPage) -> ScannedPage:
        work.units += page.units
        spent(page.units)
        return page

    return keep


def _average(described: Mapping[str, Any]) -> float:
    """Return the read units of an average item of a scan; 0 if DynamoDB does not know it: at most six hours old."""
    count = described.get("ItemCount") or 0
    return float(described.get("TableSizeBytes") or 0) / count / _UNIT_BYTES if count else 0.0
