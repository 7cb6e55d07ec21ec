"""Reads that take more than they give: scans, filters, pages, whole items for a little.

facts/limits#requests, facts/throughput#reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core import limits
from modeler.core.arithmetic import plain
from modeler.core.design import usage_settings
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import ALL_ATTRIBUTES, Operation
from modeler.core.fixes import Fix
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES, filter_of, place_of, priced, purpose_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.servings import asked_as, kept_share, serving

_LITTLE: Final = 0.10
"""A share of an item's bytes below which a read needs but a little of it."""


@rule(
    "query.scan_online",
    WARNING,
    Scope.PATTERN,
    title="A Scan that somebody waits for",
    why="a Scan reads, and charges, everything there is: its time and price grow with the table, whatever it returns",
    fix="make it a Query of an index, or say that it is a job or a report",
    sources="facts/anti-patterns#a4, facts/modeling#reads",
    hides=("query.filter_discards", "expr.missing_attribute_drops"),
    fixes=True,
)
def scan_online(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.operation is not Operation.SCAN or purpose_of(call) != "online":
        return
    asked = replace(pattern, operation=Operation.QUERY, index=None)
    found = serving(context.design, asked) if pattern.entities else None
    fixes: tuple[Fix, ...] = ()
    fix = ""
    if found is not None and found.served and found.bound:
        fix = found.reason
        fixes = (asked_as(pattern, found, Operation.QUERY),)
    message = f"{call.label} scans {pattern.index or pattern.table or 'the table'} while somebody waits"
    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {}, fix=fix, fixes=fixes)


@rule(
    "query.report_on_table",
    WARNING,
    Scope.PATTERN,
    title="A report that reads the table",
    why="it takes units from those who wait, and reads the same again each time",
    fix="export the table to S3, or let its stream feed where reports are made",
    sources="facts/modeling#reads",
)
def report_on_table(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.operation not in SEARCHES or purpose_of(call) != "report":
        return
    made = priced(context, call)
    size = made.expected.size if made.expected else _everything(context, call)
    if size is not None and size > limits.PAGE_BYTES:
        message = f"{call.label} reads {plain(round(size / limits.MIB, 1))} MB a run (estimate) for a report"
        yield Spot(message, f"{call.path}.purpose", call.top.id, "purpose", {"bytes": round(size)})


def _everything(context: RuleContext, call: Call) -> float | None:
    """Bytes of all entries of the entities that a Scan is about; None where their number is not known."""
    place = place_of(context, call)
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
    title="A filter that throws away what was read",
    why="units are charged for what is examined, and pages may come back empty; a filter saves neither",
    fix="put it into a key, or into a sparse index that holds only what is wanted",
    sources="facts/anti-patterns#a5, facts/throughput#reads, facts/expressions#conditions",
)
def filter_discards(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    place = place_of(context, call)
    text = filter_of(context, call)
    if pattern.operation not in SEARCHES or place is None or not text:
        return
    given = usage_settings.examined(pattern)
    kept = pattern.items_returned / given if given and pattern.items_returned is not None else None
    known = "as its examined and returned items say"
    if kept is None:
        share = kept_share(*place, context.about(pattern), text, pattern.parameters, context.sizes, pattern.names)
        kept = share.value if share is not None else None
        known = "estimate"
    if kept is not None and 1 - kept > limits.FILTER_DISCARD_SHARE:
        message = f"{call.label} throws away {round(100 * (1 - kept))} % of what it examines by {text} ({known})"
        yield Spot(message, f"{call.path}.filter", call.top.id, "filter", {"kept": round(kept, 4)})


@rule(
    "query.limit_with_filter",
    WARNING,
    Scope.PATTERN,
    title="A limit beside a filter",
    why="the limit counts what is examined, before the filter: a page may hold fewer rows than asked, or none",
    fix="read on until there are enough, or let the key do what the filter does",
    sources="facts/limits#pages, facts/expressions#conditions",
)
def limit_with_filter(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    text = filter_of(context, call)
    if pattern.operation in SEARCHES and pattern.limit is not None and text:
        message = f"{call.label} examines {pattern.limit} items, and returns those of them that meet {text}"
        yield Spot(message, f"{call.path}.limit", call.top.id, "limit")


@rule(
    "query.many_pages",
    WARNING,
    Scope.PATTERN,
    title="A Query of many pages",
    why="a page ends at 1 MB and costs 128 units even read eventually; the next waits for it",
    fix="give a limit, a longer prefix, or split the collection by time",
    sources="facts/limits#pages, facts/throughput#reads, facts/building-blocks#p5",
)
def many_pages(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.operation is not Operation.QUERY or pattern.limit is not None or purpose_of(call) == "report":
        return
    made = priced(context, call)
    if made.expected is None or made.expected.pages <= max(made.requests, pattern.fan_out):
        return
    expected = made.expected
    message = (
        f"{call.label} reads {plain(round(expected.size / limits.MIB, 1))} MB a call in {expected.pages} pages, "
        f"{plain(expected.units)} read units (estimate), and has no limit"
    )
    yield Spot(message, f"{call.path}.limit", call.top.id, "limit", {"pages": expected.pages})


@rule(
    "query.large_item_for_little",
    ADVICE,
    Scope.PATTERN,
    title="A large item read for a little of it",
    why="units go by the whole item: a projection expression saves network, no units",
    fix="keep what is read often in an item of its own, or in a thin index",
    sources="facts/throughput#reads, facts/modeling#reads",
)
def large_item_for_little(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    place = place_of(context, call)
    if place is None or not pattern.operation.is_read or not pattern.projection or not place[1].is_base:
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
                f"{call.label} wants {', '.join(sorted(needed))} of {entity.name}, {round(own)} of "
                f"{round(total):,} bytes (estimate), and pays for all of them"
            )
            yield Spot(message, f"{call.path}.projection", call.top.id, "projection", {"bytes": round(total)})
            return


@rule(
    "query.read_after_write_on_gsi",
    WARNING,
    Scope.PATTERN,
    title="A fresh read of a GSI",
    why="a GSI follows its table after a while: what was just written may not be there yet",
    fix="read the item by the table's own key, consistently",
    sources="facts/anti-patterns#a10, facts/expressions#key-conditions",
)
def read_after_write_on_gsi(context: RuleContext, call: Call) -> Iterator[Spot]:
    fresh = usage_settings.fresh(call.top)
    place = place_of(context, call)
    if fresh is None or fresh >= 1 or place is None or context.serving(call).consistent_possible:
        return
    what = f"a write within {fresh:g} seconds" if fresh else "its own writes"
    message = f"{call.label} must see {what}, and {place[1].name} is a GSI, which shows them later"
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
