"""Reads that examine more than they return: scans, filters, pages, large items.

facts/limits#requests, facts/throughput#reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core import limits
from modeler.core.arithmetic import plain_number
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import paths_of
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Fix
from modeler.core.rules.operations.ttl_reads import deletion_marks
from modeler.core.rules.queries.read_freshness import need_of
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES, filter_of, priced, purpose_of, read_index
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.servings import asked_as, kept_share, serving

_LITTLE: Final = 0.10
"""Below this share of an item's bytes, a read needs only a small part of it."""
_ONCE_A_MINUTE: Final = 1 / 60
_MUCH: Final = 1024 * limits.GIB
"""Bytes per month that a job scans: from here on, a job that reads less saves more than it costs to make."""
_MOST: Final = 0.5
"""A filter that keeps more than this keeps most."""
_SOME: Final = 0.25
_FEW: Final = 25
"""Items that a filter discards in one read without a noticeable cost."""
_UNHURRIED: Final = frozenset({"report", "job"})


@rule(
    "query.scan_online",
    WARNING,
    Scope.PATTERN,
    title="Scan on the request path",
    why=(
        "A Scan reads, and charges for, everything in the table: its time and cost grow with the table, whatever "
        "it returns"
    ),
    fix="Make it a Query on an index, or declare it a job or a report",
    sources="facts/anti-patterns#a4, facts/modeling#reads",
    hides=("query.filter_discards", "expr.missing_attribute_drops"),
    fixes=True,
    operations={Operation.SCAN},
)
def scan_online(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if purpose_of(call) != "online":
        return
    asked = replace(pattern, operation=Operation.QUERY, index=None)
    found = serving(context.design, asked) if pattern.entities else None
    fixes: tuple[Fix, ...] = ()
    fix = ""
    if found is not None and found.served and found.bound:
        fix = found.reason
        fixes = (asked_as(pattern, found, Operation.QUERY),)
    message = f"{call.label} scans {pattern.index or pattern.table or 'the table'} while a user waits"
    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {}, fix=fix, fixes=fixes)


@rule(
    "query.report_on_table",
    WARNING,
    Scope.PATTERN,
    title="Report or job that reads the whole table",
    why="It takes capacity from user requests, and reads the same data again each time",
    fix="Export what changed to S3, or feed a store from the stream of the table",
    sources="facts/modeling#reads",
    operations=SEARCHES,
)
def report_on_table(context: RuleContext, call: Call) -> Iterator[Spot]:
    purpose = purpose_of(call)
    if purpose != "report" and (purpose != "job" or call.pattern.operation is not Operation.SCAN):
        return
    made = priced(context, call)
    size = made.expected.size if made.expected else _everything(context, call)
    rate = call.top.per_second
    monthly = size * rate.average * limits.SECONDS_PER_MONTH if size is not None and rate is not None else 0.0
    if size is not None and size > limits.PAGE_BYTES and (purpose == "report" or monthly > _MUCH):
        message = (
            f"{call.label} reads {plain_number(round(size / limits.MIB, 1))} MB per run (estimate) for a {purpose}"
        )
        yield Spot(message, f"{call.path}.purpose", call.top.id, "purpose", {"bytes": round(size)})


def _everything(context: RuleContext, call: Call) -> float | None:
    """Bytes of all entries of the entities that a Scan is about; None if their number is unknown."""
    place = read_index(context, call)
    if call.pattern.operation is not Operation.SCAN or place is None:
        return None
    size = 0.0
    for entity in context.about(call.pattern):
        if entity.count is None:
            return None
        share = context.sizes.share(*place, entity).value
        size += entity.count * share * context.sizes.entry(*place, entity).average
    return size


@rule(
    "query.filter_discards",
    WARNING,
    Scope.PATTERN,
    title="Filter discards most of what it reads",
    why="Units are charged for examined items, and pages can be empty; a filter avoids neither",
    fix="Put it into a key, or use a sparse index that holds only the needed items",
    sources="facts/anti-patterns#a5, facts/throughput#reads, facts/expressions#conditions",
    operations=SEARCHES,
)
def filter_discards(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    place = read_index(context, call)
    text = filter_of(context, call)
    if place is None or not text:
        return
    given = pattern.facts.examined
    kept = pattern.items_returned / given if given and pattern.items_returned is not None else None
    known = "from its examined and returned items"
    if kept is None:
        own = pattern.names, pattern.values
        share = kept_share(*place, context.about(pattern), text, pattern.parameters, context.sizes, *own)
        kept = share.value if share is not None else None
        known = "estimate"
    if kept is not None and 1 - kept > limits.FILTER_DISCARD_SHARE:
        message = (
            f"{call.label} discards {round(100 * (1 - kept))}% of the items it examines: {text} is only a filter "
            f"({known})"
        )
        severity = ADVICE if _is_rare(call) or _is_cheap(pattern, kept) else None
        yield Spot(message, f"{call.path}.filter", call.top.id, "filter", {"kept": round(kept, 4)}, severity)


def _is_cheap(pattern: AccessPattern, kept: float) -> bool:
    """Return whether the filter keeps most, or discards a few items of a small read."""
    given = pattern.facts.examined
    examined = given or (pattern.items_returned / kept if pattern.items_returned and kept else None)
    few = examined is not None and examined * (1 - kept) <= _FEW and pattern.limit is None
    return kept >= _MOST or (few and kept >= _SOME)


def _is_rare(call: Call) -> bool:
    """Return whether nobody waits for a read that is made less than once a minute."""
    rate = call.top.per_second
    return purpose_of(call) != "online" and rate is not None and rate.average < _ONCE_A_MINUTE


@rule(
    "query.limit_with_filter",
    WARNING,
    Scope.PATTERN,
    title="Limit combined with a filter",
    why="The limit counts examined items, before the filter: a page can have fewer rows than requested, or none",
    fix="Read on until there are enough, or express the filter in the key",
    sources="facts/limits#pages, facts/expressions#conditions",
    operations=SEARCHES,
)
def limit_with_filter(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    text = filter_of(context, call)
    if pattern.limit is not None and text and not _is_of_gone(context, pattern, text):
        message = f"{call.label} examines {pattern.limit} items and returns only those that match {text}"
        yield Spot(message, f"{call.path}.limit", call.top.id, "limit")


def _is_of_gone(context: RuleContext, pattern: AccessPattern, text: str) -> bool:
    """Return whether a filter removes only what TTL is about to delete, or what is marked as deleted: few of many."""
    table = context.design.table(pattern.table)
    name = table.options.ttl_attribute if table is not None else ""
    try:
        names = {name_of(path, pattern.names) for path in paths_of(parse_condition(text))}
    except ExpressionInvalid:
        return False
    marks = {one for entity in context.about(pattern) for one in deletion_marks(entity)}
    return bool(names) and names <= {*marks, *({name} if name else ())}


@rule(
    "query.many_pages",
    WARNING,
    Scope.PATTERN,
    title="Query that reads many pages",
    why="A page ends at 1 MB and costs 128 units even with eventual consistency; pages are read one after the other",
    fix="Set a limit, use a longer prefix, or split the collection by time",
    sources="facts/limits#pages, facts/throughput#reads, facts/building-blocks#p5",
    operations={Operation.QUERY},
)
def many_pages(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.limit is not None or purpose_of(call) in _UNHURRIED:
        return
    made = priced(context, call)
    if made.expected is None or made.expected.pages <= max(made.requests, pattern.fan_out):
        return
    expected = made.expected
    message = (
        f"{call.label} reads {plain_number(round(expected.size / limits.MIB, 1))} MB per call in {expected.pages} "
        f"pages, {plain_number(expected.units)} read units (estimate), and has no limit"
    )
    yield Spot(message, f"{call.path}.limit", call.top.id, "limit", {"pages": expected.pages})


@rule(
    "query.large_item_for_little",
    ADVICE,
    Scope.PATTERN,
    title="Large item read for a small part of it",
    why="Units depend on the whole item: a projection expression saves network traffic but no units",
    fix="Keep what is read often in a separate item, or in an index that projects little",
    sources="facts/throughput#reads, facts/modeling#reads",
)
def large_item_for_little(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    place = read_index(context, call) if pattern.operation.is_read and pattern.projection else None
    if place is None or not place[1].is_base:
        return
    if ALL_ATTRIBUTES in pattern.projection or purpose_of(call) != "online":
        return
    needed = needed_attributes(pattern)
    for entity in context.design.entities_of(pattern):
        made = context.sizes.entity(place[0], entity)
        total = context.sizes.item(place[0], entity).average
        own = sum(
            (len(one.name) + one.span.average) * one.presence for one in made.attributes.values() if one.name in needed
        )
        if total > limits.READ_UNIT_BYTES and own < _LITTLE * total:
            message = (
                f"{call.label} needs {', '.join(sorted(needed))} of {entity.name}, {round(own)} of "
                f"{round(total):,} bytes (estimate), and pays for all of them"
            )
            yield Spot(message, f"{call.path}.projection", call.top.id, "projection", {"bytes": round(total)})
            return


@rule(
    "query.read_after_write_on_gsi",
    WARNING,
    Scope.PATTERN,
    title="Read-after-write on a GSI",
    why="A GSI is updated after its table: a recent write may not be there yet",
    fix="Read the item by the table's own key, with strong consistency",
    sources="facts/anti-patterns#a10, facts/expressions#key-conditions",
)
def read_after_write_on_gsi(context: RuleContext, call: Call) -> Iterator[Spot]:
    need = need_of(context, call)
    place = read_index(context, call) if need else None
    if place is None or context.serving(call).consistent_possible or call.pattern.facts.intent.eventual:
        return
    message = f"{call.label} {need}, but {place[1].name} is a GSI, which shows it later"
    yield Spot(message, f"{call.path}.fresh", call.top.id, "fresh", {"index": place[1].id})


RULES = (
    scan_online,
    report_on_table,
    filter_discards,
    limit_with_filter,
    many_pages,
    large_item_for_little,
    read_after_write_on_gsi,
)
