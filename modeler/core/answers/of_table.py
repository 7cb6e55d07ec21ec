"""Decisions about a table: one or several, the shape of its key, its capacity mode, its class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final

from modeler.core.answers.answer import Answer, Number, Unknown, dollars, units
from modeler.core.capacity.loads import Direction
from modeler.core.cost.lines import Mode
from modeler.core.cost.tables import TableCost
from modeler.core.cost.tariffs import Price, TableClass, Tariff
from modeler.core.decisions.capacity_mode import KnownTraffic, Prices, capacity_mode
from modeler.core.decisions.keys import KeyLayout, key_shape
from modeler.core.decisions.modelling import TableCount, TablesNeed, table_count
from modeler.core.design.parts import ROOT
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.design.usage_settings import is_production
from modeler.core.fixes import Fix, Put
from modeler.core.rules.capacity.billing_modes import is_bound, provisioned_edits
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.context import RuleContext

_CLASSES: Final = {TableClass.STANDARD: "Standard", TableClass.INFREQUENT: "Standard-IA"}


def answers_of_table(context: RuleContext, table: Table) -> Iterator[Answer]:
    """Yield how many tables, the shape of the key, the mode, and the class."""
    yield _count(context, table)
    yield _shape(context, table)
    cost = next((one for one in context.cost.tables if one.source is table), None)
    unknown = tuple(
        Unknown(f"how often {pattern.label} is called", pattern.id, "per_second")
        for pattern in context.design.patterns
        if pattern.per_second is None and context.design.table(pattern.table) is table
    )
    if cost is not None:
        yield _mode(context, table, cost, unknown)
        yield _class(table, cost, unknown)


def _count(context: RuleContext, table: Table) -> Answer:
    together = [
        call.label
        for call in context.calls
        if context.design.table(call.pattern.table) is table and len(call.pattern.entities) > 1
    ]
    retained = sorted({entity.retention for entity in table.entities if entity.retention is not None})
    tenants = context.design.options.tenancy
    made = table_count(TablesNeed(together=bool(together), key_value=not table.sort_key and not together))
    several = made.count is TableCount.SEVERAL
    return Answer(
        "table-count",
        "One table or several?",
        "one table" if not several else "several tables, unless they share a lifecycle",
        made.reason,
        not several or len(table.entities) <= 1,
        (
            Number("Entities here", str(len(table.entities))),
            Number("Patterns that combine entities", ", ".join(dict.fromkeys(together)) or "none"),
            Number("Retention", ", ".join(f"{units(one)} d" for one in retained) or "not limited"),
            Number("Tenants", tenants.isolation if tenants is not None else "none declared"),
        ),
    )


def _shape(context: RuleContext, table: Table) -> Answer:
    calls = [call for call in context.calls if context.design.table(call.pattern.table) is table]
    question = f"Which keys does {table.name} need?"
    if not calls:
        return Answer("key-shape", question, "", "No access pattern uses this table.")
    together = max(len(call.pattern.entities) for call in calls)
    lists = [
        call
        for call in calls
        if call.pattern.operation is Operation.QUERY and context.asked(call.pattern).index is None
    ]
    made = key_shape(read_together=together, ranges=bool(lists))
    needs_sort = made.shape is not KeyLayout.PARTITION
    return Answer(
        "key-shape",
        question,
        made.shape.value,
        made.reason,
        bool(table.sort_key) is needs_sort,
        (
            Number("Entities that one request reads", str(together)),
            Number("Queries of the table", ", ".join(dict.fromkeys(call.label for call in lists)) or "none"),
        ),
    )


def _mode(context: RuleContext, table: Table, cost: TableCost, unknown: tuple[Unknown, ...]) -> Answer:
    question = "On demand or provisioned?"
    peak = {
        one: sum((meter.demand.peak.value for meter in cost.meters if meter.direction is one), Decimal(0))
        for one in Direction
    }
    if not any(peak.values()):
        reason = "Without rates, the traffic is not known: on-demand needs no forecast."
        return Answer("capacity-mode", question, "on-demand", reason, not table.is_provisioned, (), unknown)
    average = {
        one: sum((meter.demand.average.value for meter in cost.meters if meter.direction is one), Decimal(0))
        for one in Direction
    }
    lead = max(Direction, key=lambda one: peak[one])
    prices = _prices(context, cost, lead)
    if prices is None:
        return Answer("capacity-mode", question, "", "A price of this Region is not known.", unknown=unknown)
    curves = [meter.curve for meter in cost.meters if meter.is_table and meter.direction is lead]
    curve = next((one for one in curves if not one.assumed), None)
    production = is_production(context.design, table)
    made = capacity_mode(KnownTraffic(average[lead], peak[lead], lead, curve, production=production), prices)
    numbers = (*_totals(cost), *_loads(average, peak))
    places = list(unknown)
    if curve is None:
        places.append(Unknown("how the traffic is spread over a day", ROOT, "settings.traffic"))
    if not production:
        places.append(Unknown("whether this is a production table", table.id, "settings.environment"))
    agrees = (made.mode is Mode.ON_DEMAND) is (cost.current is Mode.ON_DEMAND)
    fixes: tuple[Fix, ...] = ()
    if not agrees and not is_bound(table):
        edits = on_demand(table) if made.mode is Mode.ON_DEMAND else provisioned_edits(table, cost)
        fixes = (Fix(f"Pay {table.name} {made.mode}", edits),)
    return Answer(
        "capacity-mode", question, made.mode.value, made.reason, agrees, numbers, tuple(places), fixes
    )  # fmt: skip


def _totals(cost: TableCost) -> Iterator[Number]:
    """The table in each mode that it can have."""
    for mode, one in cost.modes.items():
        if one.complete and cost.bill.carries(mode):
            yield Number(mode.value.capitalize(), dollars(one.total.value))


def _loads(average: Mapping[Direction, Decimal], peak: Mapping[Direction, Decimal]) -> Iterator[Number]:
    for one in Direction:
        yield Number(f"{one.value.capitalize()}s", f"{units(average[one])} units/s, {units(peak[one])} at peak")


def _prices(context: RuleContext, cost: TableCost, direction: Direction) -> Prices | None:
    """The prices of a unit-hour and of a request of the table's class; None if one has no source."""
    names = (Tariff.WRITE_HOUR, Tariff.WRITE) if direction is Direction.WRITE else (Tariff.READ_HOUR, Tariff.READ)
    found = [cost.bill.prices.price(context.design.region, one, cost.table_class) for one in names]
    priced = [one for one in found if isinstance(one, Price)]
    return Prices(priced[0], priced[1]) if len(priced) == len(found) else None


def _class(table: Table, cost: TableCost, unknown: tuple[Unknown, ...]) -> Answer:
    question = "Standard or Standard-IA?"
    then = cost.in_other_class(cost.current)
    known = cost.modes[cost.current].total.value
    if then is None or not cost.complete():
        return Answer("capacity-mode", question, "", "A price of this Region is not known.", unknown=unknown)
    now = known + cost.storage.value
    best = cost.table_class if now <= then else cost.table_class.other
    gigabytes = sum((one.size.value for one in cost.held), Decimal(0))
    fix = Fix(f"Make {table.name} {_CLASSES[best]}", (Put(table.id, "settings.table_class", best.value),))
    return Answer(
        "capacity-mode",
        question,
        _CLASSES[best],
        "it is the cheaper of the two for this throughput and storage (an estimate)",
        best is cost.table_class,
        (
            Number(_CLASSES[cost.table_class], dollars(now)),
            Number(_CLASSES[cost.table_class.other], dollars(then)),
            Number("Stored", f"{units(gigabytes)} GB"),
        ),
        unknown,
        () if best is cost.table_class else (fix,),
    )
