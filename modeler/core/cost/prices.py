"""The price list: list prices by Region, each with its source and date. facts/pricing#list-prices. No price is written
in code.

A design can set its own prices in `settings.prices`, Region by Region, under the price list's names: ``{"us-west-2":
{"storage_gb_month.standard": 0.25, "reserved_per_100_units.1y.wcu": {"upfront": 150, "hourly": 0.0128}}}``. They are
dollars, for the same unit as in the list, and take precedence over the list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from modeler.core.cost.tariffs import Free, Price, ReservedPrice, TableClass, Tariff, Unpriced
from modeler.core.design.lenient import number

ON_DEMAND_HEURISTIC: Final = Decimal("961.5")
"""Price of a million on-demand units ≈ this × the price of a unit-hour: for estimates if none has a source.

facts/pricing#regions.
"""
GIVEN: Final = "given by you"
"""The source of a price that the design sets."""
# The basis of estimates for missing on-demand prices, by facts/pricing#regions.
_ESTIMATED_FROM: Final[Mapping[Tariff, Tariff]] = {
    Tariff.WRITE: Tariff.WRITE_HOUR,
    Tariff.READ: Tariff.READ_HOUR,
    Tariff.REPLICATED_WRITE: Tariff.WRITE_HOUR,
}
# Since 2024-11-01, a replicated unit costs the same as a standard one. facts/throughput#replication.
_SAME_AS: Final[Mapping[Tariff, Tariff]] = {
    Tariff.REPLICATED_WRITE: Tariff.WRITE,
    Tariff.REPLICATED_WRITE_HOUR: Tariff.WRITE_HOUR,
}


class PriceList:
    """List prices in US dollars. `version` changes whenever any number of the list does: it is part of the cache key of
    analyses.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._given: Mapping[str, Mapping[str, Any]] = {}
        self._asked: dict[tuple[str, Tariff, TableClass], Price | Unpriced] = {}
        canonical = json.dumps(document, sort_keys=True, default=str).encode()
        self.version = f"{document['meta']['generated']}-{hashlib.sha256(canonical).hexdigest()[:8]}"

    def with_given(self, raw: Any) -> PriceList:
        """This list with the prices that a design sets in `settings.prices`; invalid prices are ignored."""
        regions = raw if isinstance(raw, Mapping) else {}
        given = {str(region): dict(prices) for region, prices in regions.items() if isinstance(prices, Mapping)}
        if not any(given.values()):
            return self
        made = object.__new__(PriceList)
        made._document, made._given, made._asked, made.version = self._document, given, {}, self.version
        return made

    @property
    def regions(self) -> Mapping[str, str]:
        """The Regions of the list: their codes, with their names."""
        return {code: str(region["name"]) for code, region in self._document["regions"].items()}

    def price(self, region: str, tariff: Tariff, table_class: TableClass = TableClass.STANDARD) -> Price | Unpriced:
        """The price of something in a Region. A missing on-demand price is estimated, if facts/throughput#replication,
        facts/pricing#regions allow it.
        """
        asked = (region, tariff, table_class)
        found = self._asked.get(asked)
        if found is None:
            found = self._asked[asked] = self._price(region, tariff, table_class)
        return found

    def _price(self, region: str, tariff: Tariff, table_class: TableClass) -> Price | Unpriced:
        found = self._sourced(region, tariff, table_class) or self._estimated(region, tariff, table_class)
        if found is not None:
            return found
        key = f"{region}.{tariff.key(table_class)}"
        if region not in self._document["regions"]:
            return Unpriced(f"the price list has no Region {region}", key)
        named = "" if table_class is TableClass.STANDARD else " of Standard-IA"
        return Unpriced(f"the price of a {tariff.unit}{named} in {region} has no source", key)

    def _sourced(self, region: str, tariff: Tariff, table_class: TableClass) -> Price | None:
        if (given := _dollars(self._given.get(region, {}).get(tariff.key(table_class)))) is not None:
            return Price(given, tariff.unit, GIVEN, "")
        node: Any = self._document["regions"].get(region)
        for step in tariff.key(table_class).split("."):
            node = node.get(step) if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or node.get("value") is None:
            return None
        return Price(_decimal(node["value"]), tariff.unit, self._source(node["source"]), str(node["as_of"]))

    def _estimated(self, region: str, tariff: Tariff, table_class: TableClass) -> Price | None:
        if tariff in _SAME_AS and (ordinary := self._sourced(region, _SAME_AS[tariff], table_class)):
            source = f"a replicated write costs the same as a standard one in {region}: {ordinary.source}"
            return Price(ordinary.value, tariff.unit, source, ordinary.as_of, estimate=True)
        if tariff not in _ESTIMATED_FROM or table_class is not TableClass.STANDARD:
            return None
        base = self._sourced(region, _ESTIMATED_FROM[tariff], TableClass.STANDARD)
        if base is None:
            return None
        source = (
            f"estimated: {ON_DEMAND_HEURISTIC} × the price of a {base.unit} in {region}, because no price is published"
        )
        return Price(base.value * ON_DEMAND_HEURISTIC, tariff.unit, source, base.as_of, estimate=True)

    def _source(self, name: str) -> str:
        known = self._document["sources"].get(name)
        return str(known["what"]) if known else name

    def reserved(self, region: str, unit: str, years: int) -> ReservedPrice | Unpriced:
        """Reserved capacity of `wcu` or `rcu` for 1 or 3 years in a Region."""
        place = f"reserved_per_100_units.{years}y.{unit}"
        block = int(self._document["reserved_capacity_rules"]["block_units"])
        given = self._given.get(region, {}).get(place)
        if isinstance(given, Mapping):
            upfront, hourly = _dollars(given.get("upfront")), _dollars(given.get("hourly"))
            if upfront is not None and hourly is not None:
                return ReservedPrice(years, block, upfront, hourly, GIVEN, "")
        terms = self._document["regions"].get(region, {}).get("reserved_per_100_units") or {}
        term = terms.get(f"{years}y") or {}
        price = term.get(unit)
        if not isinstance(price, Mapping) or price.get("upfront") is None:
            reason = f"reserved capacity for {years} year{'s' if years > 1 else ''} in {region} has no source"
            return Unpriced(reason, f"{region}.{place}")
        upfront, hourly = _decimal(price["upfront"]), _decimal(price["hourly"])
        return ReservedPrice(years, block, upfront, hourly, self._source(term["source"]), str(term["as_of"]))

    def savings_plan(self, *, provisioned: bool) -> Price:
        """The maximum discount of a Database Savings Plan, as a share (0 to 1): an estimate, "up to".

        facts/pricing#commitments.
        """
        word = "provisioned" if provisioned else "on_demand"
        node = self._document["savings_plans"]["database_savings_plan"][f"dynamodb_{word}_max_discount"]
        source = self._source(node["source"])
        return Price(_decimal(node["value"]), "share of the list price", source, str(node["as_of"]), estimate=True)

    def free(self, what: Free) -> Decimal:
        """How much of something is free per month; 0 if not in the list."""
        node = self._document.get("free_tier", {}).get(what.value) or {}
        return _decimal(node.get("value") or 0)


def _decimal(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))


def _dollars(raw: Any) -> Decimal | None:
    """A typed price, as a number or a text; None if invalid."""
    if isinstance(raw, str):
        try:
            raw = float(raw)
        except ValueError:
            return None
    value = number(raw)
    return None if value is None else Decimal(str(value))


def read_prices(text: str | bytes) -> PriceList:
    """A price list from JSON; numbers are read exactly."""
    return PriceList(json.loads(text, parse_float=Decimal))


@lru_cache(maxsize=1)
def list_prices() -> PriceList:
    """The price list that ships with the product."""
    return read_prices(files("modeler.core").joinpath("data/prices.json").read_bytes())
