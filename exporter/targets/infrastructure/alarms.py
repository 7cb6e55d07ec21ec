"""The CloudWatch alarms of production tables, the same for every infrastructure format.

After facts/operations#alarms: throttling of the table and of each GSI, failed requests, consumption near the limit,
the signature of a hot key, latency, replication. Thresholds are starting points. DynamoDB publishes a metric only
while there is something to count, so missing data is good news unless the alarm specifies otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from exporter.targets.base import comment_text
from exporter.targets.infrastructure import table_inputs
from modeler.core.design import usage_settings
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.surroundings import global_table
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.limits import TABLE_UNITS_QUOTA

NAMESPACE: Final = "AWS/DynamoDB"
FEW: Final = "few"
ALL: Final = "all"
TOPIC: Final = "alarm_topic_arn"
"""The variable for the SNS topic that every alarm notifies; each format spells it differently."""
ACCOUNT: Final = "account_alarms"
"""The variable that turns on the alarms of the account, which must exist only once however many designs it has."""
ACCOUNT_SAID: Final = (
    "true: also create the alarms of the account in this Region; turn it on in one stack only, because these alarms "
    "do not belong to a table"
)

GREATER: Final = "GreaterThanThreshold"
AT_LEAST: Final = "GreaterThanOrEqualToThreshold"
LESS: Final = "LessThanThreshold"

MINUTE: Final = 60
FIVE_MINUTES: Final = 300
DAY: Final = 86_400
NEAR: Final = 0.8
"""From this share on, consumption is near the limit."""
IDLE: Final = 0.5
"""Throttling while less than this share is consumed means one key is hot, not that the table is too
small. facts/operations#alarms.
"""
LATENCY_P99_MS: Final = 25
REPLICATION_MS: Final = 5_000
CONFLICTS: Final = 10
"""Below this number of failed conditions in five minutes, a rise means nothing."""
USER_ERRORS: Final = 100
NAME_MAX: Final = 255

_TIMED: Final = (Operation.GET, Operation.QUERY, Operation.PUT, Operation.UPDATE, Operation.DELETE)
_CALLS: Final = tuple(one for one in Operation if one not in (Operation.CHECK, Operation.STEPS))
_SIDES: Final = ("read", "write")


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of AWS/DynamoDB. `id` is its name in the alarm's expression; `period` in seconds.

    `dimensions` are names and values in order; the value of ``TableName`` is the table's name, which a format can
    replace by a reference to the table. `statistic` is Sum, Average, Maximum, or a percentile such as p99.
    """

    name: str
    statistic: str
    period: int
    dimensions: tuple[tuple[str, str], ...] = ()
    id: str = "m1"

    @property
    def is_percentile(self) -> bool:
        """An extended statistic, which formats keep in a separate member."""
        return self.statistic.startswith("p")


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm: of a single metric, or of an `expression` over several ('' for one), compared with `threshold`.

    `key` is a short word, unique among the alarms of one `table` and `index` (None: of the whole account). The alarm
    goes off when `datapoints` of the last `evaluations` periods are beyond the threshold.
    """

    key: str
    name: str
    description: str
    metrics: tuple[Metric, ...]
    threshold: float
    comparison: str = GREATER
    evaluations: int = 1
    datapoints: int = 1
    missing: str = "notBreaching"
    expression: str = ""
    table: Table | None = field(default=None, repr=False)
    index: Index | None = field(default=None, repr=False)
    topic: str = TOPIC

    @property
    def metric(self) -> Metric:
        """The metric of an alarm without an expression."""
        return self.metrics[0]

    @property
    def period(self) -> int:
        """Seconds of one period."""
        return self.metrics[0].period


def is_wanted(table: Table) -> bool:
    """Are alarms exported with this table (``settings.ops.alarms``)? The rule ops.no_alarms checks for them."""
    return bool(table.options.operation.alarms)


def alarms(design: Design) -> tuple[Alarm, ...]:
    """Return the alarms of the tables that request them, all or the few that matter most, table by table, each GSI
    after its table, the account's last.

    Names are unique in the design and at most 255 characters. Empty if no table requests alarms.
    """
    watched = [table for table in design.tables if is_wanted(table)]
    found = [alarm for table in watched for alarm in table_alarms(design, table) if _is_chosen(alarm, table)]
    return _named(found + list(_account_alarms(design, watched)))


def _is_chosen(alarm: Alarm, table: Table) -> bool:
    """Few: throttled requests, internal errors, and replication, which mean that requests of users wait or fail."""
    urgent = ("read-throttles", "write-throttles", "system-errors")
    is_few = table.options.operation.alarms == FEW
    return not is_few or alarm.key in urgent or alarm.key.startswith("replication-")


def table_alarms(design: Design, table: Table) -> Iterator[Alarm]:
    """Yield the alarms of one table and its GSIs, whether it requests them or not."""
    for index in table.all_indexes:
        if index.kind is not IndexKind.LSI:  # an LSI shares the table's capacity and throttling
            for alarm in (*_throttles(table, index), *_capacity(design, table, index)):
                yield replace(alarm, table=table, index=index)
    for alarm in (*_requests(design, table), *_replication(design, table), *_expiry(design, table)):
        yield replace(alarm, table=table, index=table.base)


def _dimensions(table: Table, index: Index | None = None, **more: str) -> tuple[tuple[str, str], ...]:
    of_index = () if index is None or index.is_base else (("GlobalSecondaryIndexName", index.name),)
    return (("TableName", table.name), *of_index, *more.items())


def _subject(table: Table, index: Index) -> str:
    return table.name if index.is_base else f"{index.name} of {table.name}"


def _throttles(table: Table, index: Index) -> Iterator[Alarm]:
    """Yield throttled reads and writes, sustained for five minutes; throttling of a GSI causes back
    pressure on its table.
    """
    subject, place = _subject(table, index), _dimensions(table, index)
    for side in _SIDES:
        metric = Metric(f"{side.title()}ThrottleEvents", "Sum", MINUTE, place)
        back = "" if index.is_base or side == "read" else "; a GSI that cannot keep up throttles its table's writes"
        said = f"{side.title()}s of {subject} have been throttled for five minutes{back}."
        yield Alarm(f"{side}-throttles", "", said, (metric,), 0, evaluations=5, datapoints=5)
    if not index.is_base:
        metric = Metric("OnlineIndexThrottleEvents", "Sum", MINUTE, place)
        said = f"The backfill of the new index {subject} is throttled and takes longer."
        yield Alarm("online-index-throttles", "", said, (metric,), 0, evaluations=5, datapoints=5)


def _capacity(design: Design, table: Table, index: Index) -> Iterator[Alarm]:
    for side in _SIDES:
        if table.is_provisioned:
            yield _near_provisioned(table, index, side)
            yield _hot_key(table, index, side)
            yield from _near_scaling_maximum(table, index, side)
        else:
            yield _near_maximum(table, index, side)


def _consumed(table: Table, index: Index, side: str) -> Metric:
    name = f"Consumed{side.title()}CapacityUnits"
    return Metric(name, "Sum", FIVE_MINUTES, _dimensions(table, index), "consumed")


def _provisioned(table: Table, index: Index, side: str) -> Metric:
    name = f"Provisioned{side.title()}CapacityUnits"
    return Metric(name, "Average", FIVE_MINUTES, _dimensions(table, index), "provisioned")


def _near_provisioned(table: Table, index: Index, side: str) -> Alarm:
    said = f"{_subject(table, index)} consumes {NEAR:.0%} of its provisioned {side} units."
    metrics = (_consumed(table, index, side), _provisioned(table, index, side))
    used = "100 * consumed / PERIOD(consumed) / provisioned"
    return Alarm(f"{side}-near-provisioned", "", said, metrics, NEAR * 100, AT_LEAST, 3, 3, expression=used)


def _hot_key(table: Table, index: Index, side: str) -> Alarm:
    """Throttled although half of the units are unused: a partition is hot. Contributor Insights names its key."""
    throttled = Metric(f"{side.title()}ThrottleEvents", "Sum", FIVE_MINUTES, _dimensions(table, index), "throttled")
    metrics = (_consumed(table, index, side), _provisioned(table, index, side), throttled)
    said = (
        f"{side.title()}s of {_subject(table, index)} are throttled although half of the units are unused: a "
        "key is hot."
    )
    sign = f"IF(throttled > 0 AND consumed / PERIOD(consumed) < {IDLE} * provisioned, 1, 0)"
    return Alarm(f"{side}-hot-key", "", said, metrics, 0, expression=sign)


def _near_scaling_maximum(table: Table, index: Index, side: str) -> Iterator[Alarm]:
    for scaling in table_inputs.scalings(table, index):
        if scaling.side == side:
            said = (
                f"{_subject(table, index)} consumes {NEAR:.0%} of the {side} units to which auto scaling can scale it."
            )
            most = NEAR * scaling.maximum * FIVE_MINUTES
            metric = replace(_consumed(table, index, side), id="m1")
            yield Alarm(f"{side}-near-scaling-maximum", "", said, (metric,), most, AT_LEAST, 3, 3)


def _near_maximum(table: Table, index: Index, side: str) -> Alarm:
    """For an on-demand table: its configured maximum, else the account's quota per table. facts/limits#throughput."""
    own = table_inputs.on_demand_maximum(table, index).get(f"Max{side.title()}RequestUnits")
    said = "the maximum set for it" if own else "the account's default quota per table"
    units = own or TABLE_UNITS_QUOTA
    metric = replace(_consumed(table, index, side), id="m1")
    text = f"{_subject(table, index)} consumes {NEAR:.0%} of {said}, {units} {side} units per second."
    return Alarm(f"{side}-near-maximum", "", text, (metric,), NEAR * units * FIVE_MINUTES, AT_LEAST, 3, 3)


def _requests(design: Design, table: Table) -> Iterator[Alarm]:
    """Yield alarms of requests, which CloudWatch counts by operation: those that the table's patterns use, else all."""
    used = operations(design, table)
    for key, name, said in (
        ("throttled-requests", "ThrottledRequests", "Entire requests are throttled"),
        ("system-errors", "SystemErrors", "DynamoDB returns internal errors (HTTP 500)"),
    ):
        metrics = _by_operation(table, used, name, "Sum", FIVE_MINUTES)
        total = " + ".join(f"FILL({metric.id}, 0)" for metric in metrics)
        yield Alarm(key, "", f"{said}, at {table.name}.", metrics, 0, expression=total)
    if timed := [one for one in used if one in _TIMED]:
        metrics = _by_operation(table, timed, "SuccessfulRequestLatency", "p99", MINUTE)
        slowest = f"MAX([{', '.join(metric.id for metric in metrics)}])"
        said = f"One request in a hundred to {table.name} takes longer than {LATENCY_P99_MS} ms inside DynamoDB."
        yield Alarm("latency-p99", "", said, metrics, LATENCY_P99_MS, GREATER, 5, 5, expression=slowest)
    failed = Metric("ConditionalCheckFailedRequests", "Sum", FIVE_MINUTES, _dimensions(table), "failed")
    said = f"More and more conditional writes to {table.name} fail: several writers compete for the same items."
    rising = f"IF(failed > {CONFLICTS} AND DIFF(failed) > 0, 1, 0)"
    yield Alarm("conditional-failures", "", said, (failed,), 0, GREATER, 3, 3, expression=rising)


def operations(design: Design, table: Table) -> tuple[Operation, ...]:
    """Return the API operations that the patterns of a table use, in DynamoDB's usual order; all if it has none."""
    used = {one for pattern in design.patterns for one in _operations(design, table, pattern)}
    return tuple(one for one in _CALLS if one in used) or _CALLS


def _operations(design: Design, table: Table, pattern: AccessPattern) -> Iterator[Operation]:
    """Return the operations of a pattern on this table: for a sequence those of its steps, for a batch
    or a transaction its own.
    """
    parts = pattern.members or (pattern,)
    if pattern.operation is Operation.STEPS:
        yield from (part.operation for part in parts if design.table(part.table) is table)
    elif any(design.table(part.table) is table for part in parts):
        yield pattern.operation


def _by_operation(
    table: Table, used: Iterable[Operation], name: str, statistic: str, period: int
) -> tuple[Metric, ...]:
    return tuple(
        Metric(name, statistic, period, _dimensions(table, Operation=one.value), one.name.lower()) for one in used
    )


def _replication(design: Design, table: Table) -> Iterator[Alarm]:
    """Yield the delay of each replica; with strong consistency there is no such delay. facts/limits#features."""
    glob = global_table(design, table)
    for region in glob.regions[1:] if glob and not glob.strong else ():
        metric = Metric("ReplicationLatency", "Average", MINUTE, _dimensions(table, ReceivingRegion=region))
        said = f"Writes to {table.name} take longer than {REPLICATION_MS} ms to arrive in {region}."
        yield Alarm(f"replication-{region}", "", said, (metric,), REPLICATION_MS, GREATER, 5, 5)


def _expiry(design: Design, table: Table) -> Iterator[Alarm]:
    """Items should expire by TTL, but nothing was deleted for days; only for a table that already has items."""
    if table.options.ttl_attribute and usage_settings.is_live(design, table):
        metric = Metric("TimeToLiveDeletedItemCount", "Sum", DAY, _dimensions(table))
        said = f"Time to live has deleted no item of {table.name} for three days."
        yield Alarm("ttl-silent", "", said, (metric,), 1, LESS, 3, 3, "breaching")


def _account_alarms(design: Design, watched: list[Table]) -> Iterator[Alarm]:
    """Yield what DynamoDB counts for the account and Region; only in addition to monitored tables."""
    if not watched:
        return
    metric = Metric("UserErrors", "Sum", FIVE_MINUTES)
    said = "Requests of this account are refused (HTTP 400): wrong keys, wrong expressions, missing permissions."
    yield Alarm("user-errors", "", said, (metric,), USER_ERRORS, GREATER, 3, 3)
    for side in _SIDES if any(table.is_provisioned for table in watched) else ():
        metric = Metric(f"AccountProvisioned{side.title()}CapacityUtilization", "Maximum", FIVE_MINUTES)
        said = f"The provisioned {side} units of all tables reach {NEAR:.0%} of the account's quota."
        yield Alarm(f"account-{side}-quota", "", said, (metric,), NEAR * 100, AT_LEAST)
        metric = Metric(f"MaxProvisionedTable{side.title()}CapacityUtilization", "Maximum", FIVE_MINUTES)
        said = f"The provisioned {side} units of one table reach {NEAR:.0%} of the account's quota per table."
        yield Alarm(f"table-{side}-quota", "", said, (metric,), NEAR * 100, AT_LEAST)


def _named(found: Iterable[Alarm]) -> tuple[Alarm, ...]:
    """Return single-line names: the table's, the index's, the key; a long one is cut, a duplicate is numbered."""
    named: list[Alarm] = []
    taken: set[str] = set()
    for alarm in found:
        of_index = alarm.index.name if alarm.index and not alarm.index.is_base else ""
        place = "-".join(part for part in (alarm.table.name if alarm.table else "dynamodb", of_index) if part)
        base = comment_text(place)[: NAME_MAX - len(alarm.key) - 6]
        name, number = f"{base}-{alarm.key}", 2
        while name in taken:
            name, number = f"{base}-{number}-{alarm.key}", number + 1
        taken.add(name)
        named.append(
            replace(alarm, name=name, description=_short(alarm.description), threshold=_rounded(alarm.threshold))
        )
    return tuple(named)


def _rounded(threshold: float) -> float:
    """240000, not 240000.00000000003."""
    rounded = round(threshold, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _short(text: str) -> str:
    """Return a description of one line and at most 1,024 characters."""
    return re.sub(r"\s+", " ", comment_text(text))[:1024]
