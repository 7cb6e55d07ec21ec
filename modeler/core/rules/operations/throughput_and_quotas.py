"""Throughput settings of tables and their indexes, and quotas. facts/limits#throughput, facts/table-api#messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal
from itertools import chain
from typing import Any, Final

from modeler.core import limits
from modeler.core.capacity.loads import Direction
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.fixes import Fix, Put
from modeler.core.phrases import and_list
from modeler.core.rules.support.common_fixes import not_warm_enough, on_demand
from modeler.core.rules.support.context import RuleContext, index_path
from modeler.core.rules.support.key_fixes import merged
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule

_WORDS: Final = ("read", "write")
_TARGET: Final = Decimal("0.7")
"""The share of its units that auto scaling tries to use. facts/pricing#auto-scaling."""


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


@rule(
    "settings.throughput_shape",
    ERROR,
    Scope.TABLE,
    title="Throughput settings that DynamoDB rejects",
    why="PROVISIONED needs read and write units, 1 or more, for the table and each GSI; PAY_PER_REQUEST allows none",
    fix="Set the units, or clear them",
    sources="facts/limits#throughput, facts/table-api#messages",
    fixes=True,
)
def throughput_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    """One finding for what is wrong with the table and its indexes alike."""
    alike: dict[str, list[tuple[Index, Spot]]] = {}
    for index in table.all_indexes:
        if index.kind is not IndexKind.LSI:
            for spot in chain(_units_shape(context, table, index), _maximum_shape(table, index)):
                alike.setdefault(spot.message.removeprefix(index.name), []).append((index, spot))
    for rest, found in alike.items():
        yield found[0][1] if len(found) == 1 else _together(rest, found)
    for index in table.all_indexes:
        if index.kind is not IndexKind.LSI:
            yield from _warm_shape(table, index)


def _together(rest: str, found: list[tuple[Index, Spot]]) -> Spot:
    """One finding for several places, with the fixes of all of them as one."""
    said = rest.replace(" has ", " have ").replace(" is ", " are ", 1)
    fixes = []
    for same in zip(*(spot.fixes for _, spot in found), strict=False):
        label = same[0].label if len({fix.label for fix in same}) == 1 else "Give each the units that its patterns need"
        fixes.append(Fix(label, merged([fix.edits for fix in same])))
    message = f"{and_list([index.name for index, _ in found])}{said}"
    return replace(found[0][1], message=message, facts={"places": len(found)}, fixes=tuple(fixes))


def _units_shape(context: RuleContext, table: Table, index: Index) -> Iterator[Spot]:
    units = _given(table, index, "provisioned")
    missing = [word for word in _WORDS if word not in units]
    small = [word for word, value in units.items() if value < 1]
    large = [word for word, value in units.items() if value > limits.UNITS_BOUND]
    name, path, field = index.name, index_path(table, index), _field(index, "provisioned")
    if table.is_provisioned and missing:
        message = f"{name} has no {' and '.join(missing)} units, which PROVISIONED needs"
        yield Spot(message, path, index.id, field, fixes=_filling(context, table, index))
    elif not table.is_provisioned and units:
        message = f"{name} has provisioned units, which PAY_PER_REQUEST does not allow"
        yield Spot(message, path, index.id, field, fixes=_clearing("Clear the units", index, "provisioned"))
    elif small:
        message = f"{name} has less than 1 {' and '.join(small)} unit"
        yield Spot(message, path, index.id, field, fixes=_filling(context, table, index))
    elif large:
        message = f"{name} has more than {limits.UNITS_BOUND:,} {' and '.join(large)} units, which no table supports"
        yield Spot(message, path, index.id, field)


def _maximum_shape(table: Table, index: Index) -> Iterator[Spot]:
    maximum = _given(table, index, "on_demand_maximum")
    small = [word for word, value in maximum.items() if value < 1]
    path, field = index_path(table, index), _field(index, "on_demand_maximum")
    fixes = _clearing("Clear the maximum", index, "on_demand_maximum")
    if maximum and table.is_provisioned:
        yield Spot(f"{index.name} is PROVISIONED but has an on-demand maximum", path, index.id, field, fixes=fixes)
    elif small:
        message = f"{index.name} has a maximum of less than 1 {' and '.join(small)} unit"
        yield Spot(message, path, index.id, field, fixes=fixes)


def _warm_shape(table: Table, index: Index) -> Iterator[Spot]:
    units = _given(table, index, "provisioned")
    least = units if table.is_provisioned else {"read": limits.ON_DEMAND_READS, "write": limits.ON_DEMAND_WRITES}
    for word, value in _given(table, index, "warm_throughput").items():
        if value < least.get(word, 0):
            now = f"{least[word]:,.0f} {'provisioned' if table.is_provisioned else 'that a table has on demand'}"
            message = f"The warm throughput of {index.name} is {value:,.0f} {word} units, lower than the {now}"
            field = _field(index, "warm_throughput")
            fixes = _clearing("Clear the warm throughput", index, "warm_throughput")
            yield Spot(message, index_path(table, index), index.id, field, fixes=fixes)
            return


def _given(table: Table, index: Index, setting: str) -> dict[str, float]:
    """Read and write units of one kind, if they are numbers: from the table's settings, or an index's own."""
    if setting == "provisioned" and not index.is_base:
        raw: Mapping[str, Any] = {"read": index.capacity.read, "write": index.capacity.write}
    else:
        raw = _mapping((table.settings if index.is_base else index.capacity.settings).get(setting))
    return {word: value for word in _WORDS if (value := _number(raw.get(word))) is not None}


def _field(index: Index, setting: str) -> str:
    return f"settings.{setting}" if index.is_base else setting


def _clearing(label: str, index: Index, setting: str) -> tuple[Fix, ...]:
    return (Fix(label, (Put(index.id, _field(index, setting), None),)),)


def _filling(context: RuleContext, table: Table, index: Index) -> tuple[Fix, ...]:
    """Units for the peak that patterns need, where they are missing or too small; or the table on demand."""
    given = _given(table, index, "provisioned")
    asked = context.capacity.place(table.name, None if index.is_base else index.name)
    filled = {}
    for word in _WORDS:
        peak = asked.demand(Direction(word)).peak.value if asked else Decimal(0)
        needed = int((peak / _TARGET).to_integral_value(ROUND_CEILING))
        filled[word] = int(given.get(word, 0)) if given.get(word, 0) >= 1 else max(1, needed)
    label = f"Give {index.name} {filled['read']:,} read and {filled['write']:,} write units"
    return (
        Fix(label, (Put(index.id, _field(index, "provisioned"), filled), *not_warm_enough(table, index, filled))),
        Fix(f"Switch {table.name} to on-demand", on_demand(table)),
    )


@rule(
    "settings.quota",
    WARNING,
    Scope.DESIGN,
    title="Throughput exceeds the default quota",
    why=(
        "The default quotas are 40,000 read and write units/s per table or GSI, and 80,000 provisioned units and "
        "2,500 tables per account and Region"
    ),
    fix="Request a higher quota before it is needed",
    sources="facts/limits#throughput",
)
def quota(context: RuleContext) -> Iterator[Spot]:
    tables = context.design.tables
    if len(tables) > limits.TABLES_QUOTA:
        yield Spot(f"The design has {len(tables):,} tables; the quota is {limits.TABLES_QUOTA:,}", "tables")
    for word in _WORDS:
        units = sum(
            _given(table, index, "provisioned").get(word, 0)
            for table in tables
            if table.is_provisioned
            for index in table.all_indexes
        )
        if units > limits.ACCOUNT_UNITS_QUOTA:
            most = limits.ACCOUNT_UNITS_QUOTA
            message = (
                f"Tables and indexes have {units:,.0f} provisioned {word} units; the quota of an account is {most:,}"
            )
            yield Spot(message, "tables", facts={"units": units})
    for table in tables:
        for index in table.all_indexes:
            yield from _more_than_quota(context, table, index)


def _more_than_quota(context: RuleContext, table: Table, index: Index) -> Iterator[Spot]:
    """What is configured, or else what patterns need at peak. An LSI uses its table's units."""
    most = limits.TABLE_UNITS_QUOTA
    given = _given(table, index, "provisioned") if table.is_provisioned else {}
    for word in _WORDS:
        units, message = given.get(word, 0.0), f"{index.name} has {given.get(word, 0):,.0f} {word} units"
        if units <= most:
            units = _peak(context, table, index, Direction(word))
            message = f"Patterns need {units:,.0f} {word} units/s from {index.name} at peak (estimate)"
        if units > most:
            message = f"{message}; the quota is {most:,}"
            field = _field(index, "provisioned")
            yield Spot(message, index_path(table, index), index.id, field, {"units": units})


def _peak(context: RuleContext, table: Table, index: Index, direction: Direction) -> float:
    if index.kind is IndexKind.LSI:
        return 0.0
    drawing = (
        (None, *(one.name for one in table.indexes if one.kind is IndexKind.LSI)) if index.is_base else (index.name,)
    )
    places = (context.capacity.place(table.name, name) for name in drawing)
    return float(sum((place.demand(direction).peak.value for place in places if place), Decimal(0)))


RULES = (throughput_shape, quota)
