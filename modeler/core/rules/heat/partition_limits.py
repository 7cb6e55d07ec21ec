"""Partition-key values that take more than a partition gives. facts/limits#throughput, facts/throughput#throttling."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.arithmetic import rounded
from modeler.core.capacity.heat import back_pressure
from modeler.core.design import usage_settings
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import IndexKind, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Add, Arithmetic, Set
from modeler.core.expressions.parse import parse_update
from modeler.core.findings import Severity
from modeler.core.fixes import Fix, put
from modeler.core.limits import HOT_SHARE, NEAR_LIMIT_SHARE, PARTITION_WRITE_UNITS
from modeler.core.rules.heat import shards_and_buckets
from modeler.core.rules.support.context import RuleContext, index_path, table_path
from modeler.core.rules.support.hot_keys import Cell, HotKey, hot_keys
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.shard_fixes import ROOMY_UNITS, shard_fixes, slot_fixes

_WORTH_UNITS = 100
_WORTH_SHARE = 0.02
"""Of a partition: keys that take less are no news, however they grow."""
_FORECAST_MONTHS = 36


def _spot(key: HotKey, message: str, severity: Severity | None = None, fixes: tuple[Fix, ...] = ()) -> Spot:
    return Spot(message, key.path, key.part, key.field, key.facts(), severity, fixes=fixes)


@rule(
    "heat.partition_over_limit",
    ERROR,
    Scope.TABLE,
    title="A partition key that takes more than one partition gives",
    why="one partition takes 3,000 read and 1,000 write units a second, however much the table has; the rest throttles",
    fix="shard the key, make a finer entity the key, or cache its reads",
    sources="facts/limits#partition-throughput, facts/throughput#throttling, facts/modeling#hot-keys",
    hides=("heat.hot_key_share",),
    fixes=True,
)
def partition_over_limit(context: RuleContext, table: Table) -> Iterator[Spot]:
    split = bool(table.sort_key) and not any(index.kind is IndexKind.LSI for index in table.indexes)
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        message = key.told()
        if key.used <= 1:
            fixes = shard_fixes(context, key, ROOMY_UNITS)
            part = "90 %" if key.cell is not None and key.cell.shards > 1 else "half"
            yield _spot(key, f"{message}: more than {part} of it is used", WARNING, fixes)
            continue
        if split:
            message += ". The service may split the collection by sort key in time, never one item"
        yield _spot(key, f"{message}. {key.help()}", fixes=shard_fixes(context, key))


@rule(
    "heat.index_partition_over_limit",
    ERROR,
    Scope.TABLE,
    title="An index key that takes more than one partition gives",
    why="a GSI that throttles its writes throttles the writes of its table",
    fix="put a shard or a finer part into the key of the index",
    sources="facts/throughput#throttling, facts/building-blocks#p7, facts/anti-patterns#a9",
    hides=("heat.hot_key_share", "index.constant_pk"),
    fixes=True,
)
def index_partition_over_limit(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        for key in hot_keys(context, table, index, 1.0):
            message = f"{key.told()}. {key.help()}{_capped(context, key)}"
            yield _spot(key, message, fixes=shard_fixes(context, key))


def _capped(context: RuleContext, key: HotKey) -> str:
    """Which writes of the table the index holds back, and at which rate."""
    if key.write is None or key.write.used <= 1:
        return ""
    for found in back_pressure(context.design, context.heat, {}):
        if (found.place.table, found.place.index) == (key.table.name, key.index.name):
            told = ", ".join(
                f"{label} to {rounded(float(rate))} of its {rounded(float(peak))}"
                for label, peak, rate in found.patterns[:3]
            )
            return f". It holds back the table's writes: {told} calls a second"
    return ""


@rule(
    "heat.hot_key_share",
    WARNING,
    Scope.TABLE,
    title="One key takes most of an index's traffic",
    why="the more one key leads, the less the rest of the partitions can help it",
    fix="shard the keys that lead, or cache their reads",
    sources="facts/modeling#hot-keys",
)
def hot_key_share(context: RuleContext, table: Table) -> Iterator[Spot]:
    uneven = {pattern.id for pattern in context.design.patterns if usage_settings.skew(pattern) is not None}
    if not uneven:
        return
    for index in table.all_indexes:
        found = context.capacity.place(table.name, None if index.is_base else index.name)
        for key in hot_keys(context, table, index, _WORTH_SHARE) if found is not None else ():
            for one in (key.read, key.write):
                total = found.demand(one.direction).peak.value if found is not None and one is not None else 0
                if one is None or not total or not any(touch.pattern in uneven for touch in one.touches):
                    continue
                share = float(one.peak / total)
                if share > HOT_SHARE and one.peak > _WORTH_UNITS:
                    message = (
                        f"{one.label} takes {100 * min(share, 1):.0f} % of the {one.direction} units of {index.name}"
                        f" at the peak (estimate): {float(one.peak):,.0f} of {float(total):,.0f} a second"
                    )
                    yield _spot(key, message)
                    break


@rule(
    "heat.single_item_counter",
    WARNING,
    Scope.TABLE,
    title="A counter that is one item",
    why="every increment writes the same item, and one item takes at most 1,000 write units a second",
    fix="keep the counter in several items and add them up when it is read (P20)",
    sources="facts/anti-patterns#a8, facts/building-blocks#p20, facts/limits#partition-throughput",
    hides=("heat.partition_over_limit", "heat.hot_key_share"),
)
def single_item_counter(context: RuleContext, table: Table) -> Iterator[Spot]:
    base = table.base
    adding = {
        call.top.id
        for call in context.calls
        if call.pattern.operation is Operation.UPDATE and _increments(call.pattern)
    }
    for key in hot_keys(context, table, base, NEAR_LIMIT_SHARE) if adding else ():
        heat, cell = key.write, key.cell
        if heat is None or heat.used <= NEAR_LIMIT_SHARE or cell is None or not _is_one_item(cell):
            continue
        counting = sum(float(touch.peak) for touch in heat.touches if touch.pattern in adding)
        if counting <= NEAR_LIMIT_SHARE * PARTITION_WRITE_UNITS:
            continue
        shards = -(-int(counting) // 500)
        message = f"{key.label} is one item, and increments of it take {counting:,.0f} write units a second at the peak"
        yield _spot(key, f"{message}; {shards} shards of 500 would do", ERROR if heat.used > 1 else WARNING)


def _is_one_item(cell: Cell) -> bool:
    """Is the whole key without an id and a shard?"""
    names = {name for template in cell.key.complete or () for name in template.attributes}
    return not cell.has_shard and names <= cell.enums


def _increments(pattern: AccessPattern) -> bool:
    """Does an update add to a number, by intent or by its own expression?"""
    if pattern.add:
        return True
    try:
        update = parse_update(pattern.update) if pattern.update.strip() else None
    except ExpressionInvalid:
        return False
    return update is not None and any(
        isinstance(action, Add) or (isinstance(action, Set) and isinstance(action.value, Arithmetic))
        for action in update.actions
    )


@rule(
    "heat.tenant_noisy",
    WARNING,
    Scope.TABLE,
    title="The largest tenant fills a partition",
    why="one tenant's traffic is on one partition key, and what it takes too much is throttled",
    fix="shard that tenant's key, or give it a table of its own",
    sources="facts/building-blocks#p13, facts/modeling#hot-keys",
    hides=("heat.partition_over_limit", "heat.hot_key_share"),
)
def tenant_noisy(context: RuleContext, table: Table) -> Iterator[Spot]:
    tenants = usage_settings.tenancy(context.design)
    if tenants is None or tenants.largest is None:
        return
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        if key.cell is not None and key.cell.ids == {tenants.attribute}:
            grave = ERROR if key.used > 1 else WARNING
            yield _spot(
                key, f"the largest tenant has {100 * tenants.largest:.0f} % of the traffic: {key.told()}", grave
            )


@rule(
    "heat.bucket_does_not_cut_rate",
    ERROR,
    Scope.TABLE,
    title="A time bucket that is to cut a rate",
    why="all of now's writes are in now's bucket, so a bucket bounds a collection's size and never its rate",
    fix="add a shard to the key beside the bucket",
    sources="facts/modeling#hot-keys, facts/corrections#claims",
    hides=("heat.partition_over_limit", "heat.index_partition_over_limit", "heat.hot_key_share"),
    fixes=True,
)
def bucket_does_not_cut_rate(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        for key in hot_keys(context, table, index, 1.0):
            hot = key.write is not None and key.write.used > 1
            if hot and key.cell is not None and key.cell.now and key.cell.shards == 1:
                yield _spot(key, f"{key.told()}. {key.help()}", fixes=shard_fixes(context, key))


@rule(
    "heat.lsi_blocks_split",
    WARNING,
    Scope.TABLE,
    title="A local index keeps a hot collection whole",
    why="a collection with a local index stays on one partition: the service cannot split it",
    fix="use a GSI instead; a local index can only be left out of a new table",
    sources="facts/limits#lsis, facts/modeling#hot-keys",
)
def lsi_blocks_split(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = next((index for index in table.indexes if index.kind is IndexKind.LSI), None)
    if local is None:
        return
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        message = f"{local.name} keeps the collections of {table.name} whole, and {key.told()}"
        yield Spot(message, index_path(table, local), local.id, "", key.facts())
        return


@rule(
    "heat.no_shard_slot",
    ADVICE,
    Scope.TABLE,
    title="A key without room for the growth that is foreseen",
    why="a shard can be raised later where the key has a place for one; without it all items need new keys",
    fix="add a shard of 1 to the key now",
    sources="facts/building-blocks#p7, facts/building-blocks#p13",
    fixes=True,
)
def no_shard_slot(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        for key in hot_keys(context, table, index, _WORTH_SHARE):
            cell, write = key.cell, key.write
            if cell is None or write is None or cell.has_shard or not 0 < write.used <= NEAR_LIMIT_SHARE:
                continue
            months = _months_to_near(cell, write.used)
            uneven = any("hottest" in how for touch in write.touches for how in touch.spread.how)
            if months is None or months > _FORECAST_MONTHS or (cell.ids and not uneven):
                continue
            message = (
                f"{key.told()}; if traffic grows as {cell.entity.name} does ({cell.entity.growth:,.0f} items a month), "
                f"half of a partition is reached in {months:,.0f} months, and {cell.label} has no place for a shard"
            )
            yield _spot(key, message, fixes=slot_fixes(context, key))


def _months_to_near(cell: Cell, used: float) -> float | None:
    entity = cell.entity
    if not entity.count or entity.growth <= 0:
        return None
    return (NEAR_LIMIT_SHARE / used - 1) * entity.count / entity.growth


@rule(
    "ops.no_contributor_insights",
    ADVICE,
    Scope.TABLE,
    title="A hot table without Contributor Insights",
    why="only Contributor Insights names the keys that throttle",
    fix="turn it on, for throttled keys at least",
    sources="facts/limits#policies-and-insights, facts/modeling#hot-keys",
    fixes=True,
)
def no_contributor_insights(context: RuleContext, table: Table) -> Iterator[Spot]:
    if table.settings.get("contributor_insights") or not usage_settings.is_production(context.design, table):
        return
    hot = [key for index in table.all_indexes for key in hot_keys(context, table, index, NEAR_LIMIT_SHARE)]
    if hot:
        hottest = max(hot, key=lambda key: key.used)
        field = "settings.contributor_insights"
        message = (
            f"{table.name} is in production without Contributor Insights, and {hottest.label} in {hottest.index.name} "
            f"takes {100 * hottest.used:.0f} % of what a partition gives at the peak"
        )
        fixes = put("Turn Contributor Insights on", table.id, field, True)
        yield Spot(message, table_path(table), table.id, field, hottest.facts(), fixes=fixes)


RULES = (
    partition_over_limit,
    index_partition_over_limit,
    hot_key_share,
    single_item_counter,
    tenant_noisy,
    bucket_does_not_cut_rate,
    lsi_blocks_split,
    no_shard_slot,
    no_contributor_insights,
    *shards_and_buckets.RULES,
)
