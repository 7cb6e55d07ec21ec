"""Helpers for capacity rules: a table's meters, their supply, and the edits that raise it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from modeler.core.capacity.loads import Direction
from modeler.core.cost.meters import Meter
from modeler.core.cost.scaling import needed_units
from modeler.core.cost.tables import TableCost
from modeler.core.design.tables import Table
from modeler.core.fixes import Put
from modeler.core.rules.support.common_fixes import not_warm_enough
from modeler.core.rules.support.context import RuleContext, table_path


@dataclass(frozen=True, slots=True)
class Supply:
    """The maximum units of a meter, and what sets them: `units` or the `max` of its auto scaling."""

    units: int
    by: str


def cost_of(context: RuleContext, table: Table, *, unasked: bool = False) -> TableCost | None:
    """The cost of a table; None if no pattern of the design has a rate, to avoid useless work, unless only its settings
    are needed (`unasked`).
    """
    if not unasked and not any(pattern.per_second for pattern in context.design.patterns):
        return None
    return next((one for one in context.cost.tables if one.source is table), None)


def supply(meter: Meter) -> Supply | None:
    """None if nothing limits it: no units are set, or a policy without a max."""
    if meter.has_policy:
        most = meter.scaling.maximum
        return None if most is None else Supply(max(most, meter.scaling.minimum), "max")
    # Another rule reports units of 0 and less.
    units = meter.units_set
    return Supply(units, "units") if isinstance(units, int) and units >= 1 else None


def meter_path(table: Table, meter: Meter) -> str:
    """The path of a meter."""
    return table_path(table) if meter.is_table else f"{table_path(table)}.indexes.{meter.place}"


def setting(meter: Meter, name: str) -> str:
    """The field of a throughput setting: a table has it in its settings, an index directly."""
    return f"settings.{name}" if meter.is_table else name


def needed(meter: Meter) -> int:
    """Units for the peak at the target utilization. facts/pricing#auto-scaling."""
    return needed_units(meter.demand.peak.value, meter.scaling.target)


def by_part(meters: Iterable[Meter]) -> list[list[Meter]]:
    """Group meters by table or index, so that problems of both directions are one finding."""
    parts: dict[str, list[Meter]] = {}
    for meter in meters:
        parts.setdefault(meter.part, []).append(meter)
    return list(parts.values())


def raised(meter: Meter, limit: Supply) -> tuple[Meter, str, Any]:
    """More units, or a higher auto scaling maximum, so that the peak fits at the target: a change for `edits_of`."""
    return (
        (meter, "auto_scaling", {"max": needed(meter)}) if limit.by == "max" else (meter, "provisioned", needed(meter))
    )


def edits_of(changes: Iterable[tuple[Meter, str, Any]]) -> tuple[Put, ...]:
    """Edits that change `provisioned` units of directions, or members of their `auto_scaling`."""
    fields: dict[tuple[str, str], dict[str, Any]] = {}
    for meter, name, value in changes:
        now = policies(meter) if name == "auto_scaling" else units_given(meter)
        word, made = meter.direction.value, fields.setdefault((meter.part, setting(meter, name)), now)
        made[word] = {**made.get(word, {}), **value} if name == "auto_scaling" else value
    return tuple(Put(part, field, value) for (part, field), value in fields.items())


def cooled(table: Table, meter: Meter, units: Mapping[str, float]) -> tuple[Put, ...]:
    """The edit that clears a warm throughput of the place that is lower than its new units."""
    index = table.index(None if meter.is_table else meter.place)
    return () if index is None else not_warm_enough(table, index, units)


def units_given(meter: Meter) -> dict[str, Any]:
    """Provisioned units of both directions as in the document."""
    units = {"read": meter.capacity.read, "write": meter.capacity.write}
    return {word: value for word, value in units.items() if value is not None}


def policies(meter: Meter) -> dict[str, Any]:
    """Auto scaling of both directions as in the document."""
    settings = meter.capacity.settings
    raw = settings if meter.is_table else settings.get("auto_scaling")
    return {
        word: dict(raw[word])
        for word in (one.value for one in Direction)
        if isinstance(raw, Mapping) and isinstance(raw.get(word), Mapping)
    }


def units_word(amount: Decimal | float) -> str:
    """A number of units for a sentence, without decimals if it is whole."""
    return f"{float(amount):,.1f}".removesuffix(".0")


def only_idles(wrong: tuple[Meter, list[str]]) -> bool:
    """Is a high minimum all that is wrong? It throttles nothing."""
    meter, sentences = wrong
    return sentences == [f"for {meter.direction}s, {high_minimum(meter)}"]


def high_minimum(meter: Meter) -> str:
    """The sentence about a minimum that is higher than the usual load."""
    average = meter.demand.average.value
    return f"the minimum is {meter.scaling.minimum:,} units, more than twice the average of {units_word(average)}"
