"""What is sold, and the location of its price in the price list. facts/pricing#list-prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final


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
        """The alternative class of the table."""
        return TableClass.INFREQUENT if self is TableClass.STANDARD else TableClass.STANDARD


class Tariff(StrEnum):
    """What is sold; the value is its place in the price list, with {class} and {ia} for the table class."""

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
    BACKUP = "backup.on_demand_backup_gb_month"
    INCREMENTAL_EXPORT = "s3.incremental_export_gb"
    IMPORT = "s3.import_gb"
    CHANGE_CAPTURE = "streams.kinesis_cdc_per_million_units"
    VECTOR_WRITE = "vector.write_gb{ia}"
    VECTOR_SEARCH = "vector.search_gb{ia}"

    @property
    def unit(self) -> str:
        """The unit of the price."""
        return _UNITS[self]

    def key(self, table_class: TableClass = TableClass.STANDARD) -> str:
        """Its place in the price list, and in the prices that a design sets: `storage_gb_month.standard`."""
        infrequent = "_ia" if table_class is TableClass.INFREQUENT else ""
        return self.value.replace("{class}", table_class.field).replace("{ia}", infrequent)


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
    Tariff.BACKUP: "GB-month",
    Tariff.INCREMENTAL_EXPORT: "GB",
    Tariff.IMPORT: "GB",
    Tariff.CHANGE_CAPTURE: "million change units",
    Tariff.VECTOR_WRITE: "GB written",
    Tariff.VECTOR_SEARCH: "GB searched",
}


class Free(StrEnum):
    """What is free per month in an account and Region; the value is its place in the price list.

    facts/pricing#conventions.
    """

    STORAGE_GB = "storage_standard_gb_per_region"
    WRITE_HOURS = "provisioned_standard_wcu_hours_per_month"
    READ_HOURS = "provisioned_standard_rcu_hours_per_month"
    STREAM_READS = "streams_read_requests_per_month"


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for one `unit`, with the source and its date. `estimate`: derived, because no price is published.

    A price that the design sets has the source "given by you" and no date.
    """

    value: Decimal
    unit: str
    source: str
    as_of: str
    estimate: bool = False


@dataclass(frozen=True, slots=True)
class Unpriced:
    """A price without a source, as a sentence. `key` is where a design can set it: `settings.prices.{key}`."""

    reason: str
    key: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ReservedPrice:
    """Reserved capacity: for each block of units an upfront payment, and one for each hour of the term.

    facts/pricing#commitments.
    """

    years: int
    block: int
    upfront: Decimal
    hourly: Decimal
    source: str
    as_of: str

    @property
    def unit_hour(self) -> Decimal:
        """Dollars of one unit for an hour, the upfront payment spread over the term (years of 8,760 hours)."""
        return self.held_for(1)

    def held_for(self, hours: int) -> Decimal:
        """Dollars of one unit for this many hours of the term."""
        return (self.upfront * hours / (self.years * 8760) + self.hourly * hours) / self.block
