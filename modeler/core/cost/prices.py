"""The price list: list prices by Region, each with its source and date. FACTS 4. No price is written in code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

ON_DEMAND_HEURISTIC: Final = Decimal("961.5")
"""Price of a million on-demand units ≈ this × the unit-hour's: for estimates where none is sourced. FACTS 4.1."""


class TableClass(StrEnum):
    """A table's storage class; the value is DynamoDB's name for it."""

    STANDARD = "STANDARD"
    INFREQUENT = "STANDARD_INFREQUENT_ACCESS"

    @property
    def field(self) -> str:
        """Its name in the price list."""
        return "standard" if self is TableClass.STANDARD else "standard_ia"

    @property
    def other(self) -> TableClass:
        """The class that a table could have instead."""
        return TableClass.INFREQUENT if self is TableClass.STANDARD else TableClass.STANDARD


class Tariff(StrEnum):
    """What is sold; the value is its place in the price list, {class} standing for the table class."""

    WRITE = "on_demand.{class}.write_per_million_wru"
    READ = "on_demand.{class}.read_per_million_rru"
    REPLICATED_WRITE = "on_demand.{class}.replicated_write_per_million_rwru"
    WRITE_HOUR = "provisioned.{class}.wcu_hour"
    READ_HOUR = "provisioned.{class}.rcu_hour"
    REPLICATED_WRITE_HOUR = "provisioned.{class}.rwcu_hour"
    STORAGE = "storage_gb_month.{class}"
    PITR = "backup.pitr_gb_month"
    RESTORE = "backup.restore_gb"
    EXPORT = "s3.full_export_gb"
    STREAM_READS = "streams.streams_read_per_100k_requests"

    @property
    def unit(self) -> str:
        """What one price buys."""
        return _UNITS[self]


_UNITS: Final[Mapping[Tariff, str]] = {
    Tariff.WRITE: "million WRU",
    Tariff.READ: "million RRU",
    Tariff.REPLICATED_WRITE: "million rWRU",
    Tariff.WRITE_HOUR: "WCU-hour",
    Tariff.READ_HOUR: "RCU-hour",
    Tariff.REPLICATED_WRITE_HOUR: "rWCU-hour",
    Tariff.STORAGE: "GB-month",
    Tariff.PITR: "GB-month",
    Tariff.RESTORE: "GB",
    Tariff.EXPORT: "GB",
    Tariff.STREAM_READS: "100,000 stream reads",
}
# What a missing on-demand price is estimated from, by FACTS 4.1.
_ESTIMATED_FROM: Final[Mapping[Tariff, Tariff]] = {
    Tariff.WRITE: Tariff.WRITE_HOUR,
    Tariff.READ: Tariff.READ_HOUR,
    Tariff.REPLICATED_WRITE: Tariff.WRITE_HOUR,
}


class Free(StrEnum):
    """What is free each month in an account and Region; the value is its place in the price list. FACTS 4.3."""

    STORAGE_GB = "storage_standard_gb_per_region"
    WRITE_HOURS = "provisioned_standard_wcu_hours_per_month"
    READ_HOURS = "provisioned_standard_rcu_hours_per_month"
    STREAM_READS = "streams_read_requests_per_month"


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for one `unit`, with the source and its date. `estimate`: nobody published it, it is derived."""

    value: Decimal
    unit: str
    source: str
    as_of: str
    estimate: bool = False


@dataclass(frozen=True, slots=True)
class Unpriced:
    """A price that no source gives, as a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class ReservedPrice:
    """Reserved capacity: for each block of units a payment up front, and one each hour of the term. FACTS 4.4."""

    years: int
    block: int
    upfront: Decimal
    hourly: Decimal
    source: str
    as_of: str

    @property
    def unit_hour(self) -> Decimal:
        """Dollars of one unit for an hour, the payment up front spread over the term (years of 8,760 hours)."""
        return self.held_for(1)

    def held_for(self, hours: int) -> Decimal:
        """Dollars of one unit for so many hours of the term."""
        return (self.upfront * hours / (self.years * 8760) + self.hourly * hours) / self.block


class PriceList:
    """List prices in US dollars. `version` changes whenever any number does: analysis is keyed by it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        canonical = json.dumps(document, sort_keys=True, default=str).encode()
        self.version = f"{document['meta']['generated']}-{hashlib.sha256(canonical).hexdigest()[:8]}"

    @property
    def regions(self) -> Mapping[str, str]:
        """The Regions of the list: their codes, with their names."""
        return {code: str(region["name"]) for code, region in self._document["regions"].items()}

    def price(self, region: str, tariff: Tariff, table_class: TableClass = TableClass.STANDARD) -> Price | Unpriced:
        """What something costs in a Region. A missing on-demand price is estimated, where FACTS 3.4, 4.1 allow."""
        if region not in self._document["regions"]:
            return Unpriced(f"the price list has no Region {region}")
        found = self._sourced(region, tariff, table_class)
        if found is None and table_class is TableClass.STANDARD and tariff in _ESTIMATED_FROM:
            found = self._estimated(region, tariff)
        named = "" if table_class is TableClass.STANDARD else " of Standard-IA"
        return found or Unpriced(f"the price of a {tariff.unit}{named} in {region} is not sourced")

    def _sourced(self, region: str, tariff: Tariff, table_class: TableClass) -> Price | None:
        node: Any = self._document["regions"][region]
        for step in tariff.value.replace("{class}", table_class.field).split("."):
            node = node.get(step) if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or node.get("value") is None:
            return None
        return Price(_decimal(node["value"]), tariff.unit, self._source(node["source"]), str(node["as_of"]))

    def _estimated(self, region: str, tariff: Tariff) -> Price | None:
        if tariff is Tariff.REPLICATED_WRITE and (ordinary := self._sourced(region, Tariff.WRITE, TableClass.STANDARD)):
            source = f"a replicated write costs what an ordinary one does in {region}: {ordinary.source}"
            return Price(ordinary.value, tariff.unit, source, ordinary.as_of, estimate=True)
        base = self._sourced(region, _ESTIMATED_FROM[tariff], TableClass.STANDARD)
        if base is None:
            return None
        source = f"estimated: {ON_DEMAND_HEURISTIC} × the price of a {base.unit} in {region}, as nobody published it"
        return Price(base.value * ON_DEMAND_HEURISTIC, tariff.unit, source, base.as_of, estimate=True)

    def _source(self, name: str) -> str:
        known = self._document["sources"].get(name)
        return str(known["what"]) if known else name

    def reserved(self, region: str, unit: str, years: int) -> ReservedPrice | Unpriced:
        """Reserved capacity of `wcu` or `rcu` for 1 or 3 years in a Region."""
        terms = self._document["regions"].get(region, {}).get("reserved_per_100_units", {})
        term = terms.get(f"{years}y")
        price = term.get(unit) if isinstance(term, Mapping) else None
        if not isinstance(price, Mapping) or price.get("upfront") is None:
            return Unpriced(f"reserved capacity for {years} year{'s' if years > 1 else ''} in {region} is not sourced")
        block = self._document["reserved_capacity_rules"]["block_units"]
        upfront, hourly = _decimal(price["upfront"]), _decimal(price["hourly"])
        return ReservedPrice(years, int(block), upfront, hourly, self._source(term["source"]), str(term["as_of"]))

    def free(self, what: Free) -> Decimal:
        """How much of something is free each month; 0 where the list says nothing."""
        node = self._document.get("free_tier", {}).get(what.value) or {}
        return _decimal(node.get("value") or 0)


def _decimal(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))


def read_prices(text: str | bytes) -> PriceList:
    """A price list from JSON; numbers are read exactly."""
    return PriceList(json.loads(text, parse_float=Decimal))


@lru_cache(maxsize=1)
def list_prices() -> PriceList:
    """The price list that ships with the product."""
    return read_prices(files("modeler.core").joinpath("data/prices.json").read_bytes())
