"""Partition keys with more traffic than one partition supports. facts/limits#throughput,
facts/throughput#throttling.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.arithmetic import number_of, rounded
from modeler.core.capacity.heat import back_pressure
from modeler.core.design import usage_settings
from modeler.core.design.tables import IndexKind, Table
from modeler.core.findings import Severity
from modeler.core.fixes import Fix, put
from modeler.core.limits import HOT_SHARE, NEAR_LIMIT_SHARE
from modeler.core.rules.heat import shards_and_buckets
from modeler.core.rules.support.context import RuleContext, index_path, table_path
from modeler.core.rules.support.hot_keys import HotKey, WrittenCell, hot_keys
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.shard_fixes import ROOMY_UNITS, shard_fixes, slot_fixes

_WORTH_UNITS = 100
_WORTH_SHARE = 0.02
"""Share of a partition's limit: keys with less traffic are not reported, however they grow."""
_FORECAST_MONTHS = 36


def _spot(key: HotKey, message: str, severity: Severity | None = None, fixes: tuple[Fix, ...] = ()) -> Spot:
    return Spot(message, key.path, key.part, key.field, key.facts(), severity, fixes=fixes)


@rule(
    "heat.partition_over_limit",
    ERROR,
    Scope.TABLE,
    title="Hot partition key: more traffic than one partition supports",
    why="A partition supports 3,000 read and 1,000 write units/s, whatever the table has; the rest is throttled",
    fix="Shard the key, use a finer-grained entity as the key, or cache its reads",
    sources="facts/limits#partition-throughput, facts/throughput#throttling, facts/modeling#hot-keys",
    hides=("heat.hot_key_share",),
    fixes=True,
)
def partition_over_limit(context: RuleContext, table: Table) -> Iterator[Spot]:
    split = bool(table.sort_key) and not any(index.kind is IndexKind.LSI for index in table.indexes)
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        message = key.text()
        if key.used <= 1:
            fixes = shard_fixes(context, key, ROOMY_UNITS)
            part = "90%" if key.cell is not None and key.cell.shards > 1 else "half"
            yield _spot(key, f"{message}: more than {part} of the limit is used", WARNING, fixes)
            continue
        if split:
            message += ". DynamoDB can split the collection by sort key over time, but never a single item"
        yield _spot(key, f"{message}. {key.help()}", fixes=shard_fixes(context, key))


@rule(
    "heat.index_partition_over_limit",
    ERROR,
    Scope.TABLE,
    title="Hot index key: more traffic than one partition supports",
    why="A GSI that throttles its writes also throttles writes to its table",
    fix="Add a shard or a finer-grained attribute to the index key",
    sources="facts/throughput#throttling, facts/building-blocks#p7, facts/anti-patterns#a9",
    hides=("heat.hot_key_share", "index.constant_pk"),
    fixes=True,
)
def index_partition_over_limit(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        for key in hot_keys(context, table, index, 1.0):
            message = f"{key.text()}. {key.help()}{_capped(context, key)}"
            yield _spot(key, message, fixes=shard_fixes(context, key))


def _capped(context: RuleContext, key: HotKey) -> str:
    """Describe which writes to the table the index throttles, and to which rate."""
    if key.write is None or key.write.used <= 1:
        return ""
    for found in back_pressure(context.design, context.heat, {}):
        if (found.place.table, found.place.index) == (key.table.name, key.index.name):
            told = ", ".join(
                f"{label} to {rounded(float(rate))} of its {rounded(float(peak))}"
                for label, peak, rate in found.patterns[:3]
            )
            return f". It throttles writes to the table: {told} calls/s"
    return ""


@rule(
    "heat.hot_key_share",
    WARNING,
    Scope.TABLE,
    title="One key takes most of an index's traffic",
    why="The larger the share of one key, the less the other partitions help",
    fix="Shard the hottest keys, or cache their reads",
    sources="facts/modeling#hot-keys",
)
def hot_key_share(context: RuleContext, table: Table) -> Iterator[Spot]:
    uneven = {pattern.id for pattern in context.design.patterns if pattern.facts.skew is not None}
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
                        f"{one.label} takes {100 * min(share, 1):.0f}% of the {one.direction} units of {index.name} "
                        f"at peak (estimate): {float(one.peak):,.0f} of {float(total):,.0f} per second"
                    )
                    yield _spot(key, message)
                    break


@rule(
    "heat.tenant_noisy",
    WARNING,
    Scope.TABLE,
    title="Largest tenant fills a partition",
    why="The traffic of one tenant goes to one partition key, and the excess is throttled",
    fix="Shard the key of that tenant, or give it a separate table",
    sources="facts/building-blocks#p13, facts/modeling#hot-keys",
    hides=("heat.partition_over_limit", "heat.hot_key_share"),
)
def tenant_noisy(context: RuleContext, table: Table) -> Iterator[Spot]:
    tenants = context.design.options.tenancy
    if tenants is None or tenants.largest is None:
        return
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        if key.cell is not None and key.cell.ids == {tenants.attribute}:
            grave = ERROR if key.used > 1 else WARNING
            yield _spot(key, f"The largest tenant has {100 * tenants.largest:.0f}% of the traffic: {key.text()}", grave)


@rule(
    "heat.bucket_does_not_cut_rate",
    ERROR,
    Scope.TABLE,
    title="Time bucket does not reduce the write rate",
    why="All current writes go to the current bucket, so a bucket limits the size of a collection but never its rate",
    fix="Add a shard to the key next to the bucket",
    sources="facts/modeling#hot-keys, facts/corrections#claims",
    hides=("heat.partition_over_limit", "heat.index_partition_over_limit", "heat.hot_key_share"),
    fixes=True,
)
def bucket_does_not_cut_rate(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        for key in hot_keys(context, table, index, 1.0):
            hot = key.write is not None and key.write.used > 1
            if hot and key.cell is not None and key.cell.now and key.cell.shards == 1:
                yield _spot(key, f"{key.text()}. {key.help()}", fixes=shard_fixes(context, key))


@rule(
    "heat.lsi_blocks_split",
    WARNING,
    Scope.TABLE,
    title="Local secondary index prevents splitting a hot collection",
    why="A collection with a local secondary index stays on one partition: DynamoDB cannot split it",
    fix="Use a GSI instead; only a new table can do without the local secondary index",
    sources="facts/limits#lsis, facts/modeling#hot-keys",
)
def lsi_blocks_split(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = next((index for index in table.indexes if index.kind is IndexKind.LSI), None)
    if local is None:
        return
    for key in hot_keys(context, table, table.base, NEAR_LIMIT_SHARE):
        message = f"{local.name} keeps the collections of {table.name} on one partition each, and {key.text()}"
        yield Spot(message, index_path(table, local), local.id, "", key.facts())
        return


@rule(
    "heat.no_shard_slot",
    ADVICE,
    Scope.TABLE,
    title="Key has no shard to absorb the expected growth",
    why="A shard count can be raised later only if the key contains a shard; without one, all items need new keys",
    fix="Add a shard with count 1 to the key now",
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
                f"{key.text()}; if traffic grows like {cell.entity.name} ({cell.entity.growth:,.0f} items/month), "
                f"it reaches half of a partition's limit {_in_months(months)}, and {cell.label} contains no shard"
            )
            yield _spot(key, message, fixes=slot_fixes(context, key))


def _in_months(months: float) -> str:
    return "in less than a month" if months < 0.5 else f"in {number_of(round(months), 'month')}"


def _months_to_near(cell: WrittenCell, used: float) -> float | None:
    entity = cell.entity
    if not entity.count or entity.growth <= 0:
        return None
    return (NEAR_LIMIT_SHARE / used - 1) * entity.count / entity.growth


@rule(
    "ops.no_contributor_insights",
    ADVICE,
    Scope.TABLE,
    title="Hot table without CloudWatch Contributor Insights",
    why="Only Contributor Insights shows which keys are throttled",
    fix="Turn it on, at least for throttled keys",
    sources="facts/limits#policies-and-insights, facts/modeling#hot-keys",
    fixes=True,
)
def no_contributor_insights(context: RuleContext, table: Table) -> Iterator[Spot]:
    if table.options.contributor_insights or not usage_settings.is_production(context.design, table):
        return
    hot = [key for index in table.all_indexes for key in hot_keys(context, table, index, NEAR_LIMIT_SHARE)]
    if hot:
        hottest = max(hot, key=lambda key: key.used)
        field = "settings.contributor_insights"
        message = (
            f"{table.name} is in production without Contributor Insights, and {hottest.label} in "
            f"{hottest.index.name} uses {100 * hottest.used:.0f}% of a partition's limit at peak"
        )
        fixes = put("Turn on Contributor Insights", table.id, field, True)
        yield Spot(message, table_path(table), table.id, field, hottest.facts(), fixes=fixes)


RULES = (
    partition_over_limit,
    index_partition_over_limit,
    hot_key_share,
    tenant_noisy,
    bucket_does_not_cut_rate,
    lsi_blocks_split,
    no_shard_slot,
    no_contributor_insights,
    *shards_and_buckets.RULES,
)
