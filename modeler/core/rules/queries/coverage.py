"""Completeness of access patterns, and patterns that need more than one request.

facts/modeling#rules, facts/choices#data-store.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil
from typing import Final

from modeler.core import limits
from modeler.core.arithmetic import plain_number
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext, entity_path, table_path
from modeler.core.rules.support.read_costs import KEYED_READS, SEARCHES, calls_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import steps_of

_PAGED_ROWS: Final = 1000
_FREE_FILTERS: Final = 3
_OFFSET: Final = re.compile(r"offset|skip|page|page_?(no|num|number|index)", re.IGNORECASE)
_BY_NUMBER: Final = re.compile(r"\b(offset|page numbers?|pages? by number|jump to (a )?page)\b", re.IGNORECASE)
_SAID_APART: Final = 2
"""Up to this many entities have one finding each; more are reported together."""


@rule(
    "pattern.multiple_requests",
    WARNING,
    Scope.PATTERN,
    title="Read that must wait for another read",
    why="Each dependent request adds a round trip, and data can change between the requests",
    fix="Store together what is read together, project it into the index, or keep a copy where it is read",
    sources="facts/modeling#reads",
    operations={Operation.STEPS},
)
def multiple_requests(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    if any(not step.operation.is_read for step in pattern.steps):
        return
    table = context.design.table(pattern.table)
    named = [table.entity(name) for step in pattern.steps for name in step.entities] if table is not None else []
    if any(entity is not None and entity.constraint_of for entity in named):
        return  # looking up a unique value is intended (P2)
    # What the first request needs, the caller has.
    known = pattern.parameters.keys() | (_names(pattern.steps[0].key) if pattern.steps else set())
    later = [step for step in pattern.steps[1:] if _names(step.key) - known]
    if later:
        lacking = sorted(set().union(*(_names(step.key) - known for step in later)))
        message = (
            f"{call.label} needs {len(later) + 1} sequential requests: a later one takes {', '.join(lacking)} "
            "from the previous response"
        )
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"requests": len(later) + 1})


def _names(key: tuple[object, ...]) -> set[str]:
    texts = [text for condition in key for text in getattr(condition, "templates", ())]
    return {name for text in texts for name in parse(text).attributes}


@rule(
    "pattern.fan_out",
    ADVICE,
    Scope.PATTERN,
    title="Read that needs many requests",
    why="The response waits for the slowest request, and each request costs money",
    fix="Use fewer shards or coarser buckets, or keep a copy that one request can read",
    sources="facts/building-blocks#p17, facts/modeling#rules",
)
def fan_out(context: RuleContext, call: Call) -> Iterator[Spot]:
    if call.pattern is not call.top or call.top.facts.purpose != "online":
        return
    for reads in _side_by_side(context, call):
        counts = [_requests(context, read) for read in reads]
        count = sum(counts)
        if count <= limits.FANOUT_ADVICE:
            continue
        many = count > limits.FANOUT_WARNING
        each = f" ({' + '.join(map(str, counts))})" if len(counts) > 1 else ""
        most = limits.FANOUT_WARNING if many else limits.FANOUT_ADVICE
        message = f"{call.label} needs {count} requests per read{each}; more than {most} make it slow and expensive"
        field = "fan_out" if reads == (call,) else "steps"
        yield Spot(
            message, f"{call.path}.{field}", call.top.id, field, {"requests": count}, WARNING if many else ADVICE
        )


def _side_by_side(context: RuleContext, call: Call) -> Iterator[tuple[Call, ...]]:
    """Groups of reads that run in parallel: the call itself; in a sequence, all whose keys are known at the start, and
    each other one alone.
    """
    reads = SEARCHES | KEYED_READS
    if call.pattern.operation in reads:
        yield (call,)
    if call.pattern.operation is not Operation.STEPS:
        return
    steps = [step for step in steps_of(call) if step.pattern.operation in reads]
    known = call.pattern.parameters.keys()

    def waits(step: Call) -> bool:
        return bool(_names(context.asked(step.pattern).key) - known - step.pattern.parameters.keys())

    yield tuple(step for step in steps if not waits(step))
    yield from ((step,) for step in steps if waits(step))


def _requests(context: RuleContext, call: Call) -> int:
    count = max(call.pattern.fan_out, context.serving(call).requests)
    if call.pattern.operation is not Operation.GET and call.pattern.operation in KEYED_READS:
        return ceil(count / limits.BATCH_GET_KEYS_MAX)
    return count


@rule(
    "pattern.missing",
    ADVICE,
    Scope.TABLE,
    title="Data without an access pattern",
    why="Keys follow from reads and writes: data without an access pattern has no suitable key",
    fix="First list who reads it and who writes it",
    sources="facts/modeling#access-patterns, facts/procedures#design-order",
)
def missing(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.entities:
        return
    calls = calls_of(context, table)
    if not calls:
        names = ", ".join(entity.name for entity in table.entities[:5])
        message = f"{table.name} holds {names} and has no access pattern"
        yield Spot(message, table_path(table), table.id, "access_patterns")
        return
    every = {entity.name for entity in table.entities}
    # A call that names no entity covers whatever its key finds.
    read = {n for call in calls if call.pattern.operation.is_read for n in call.pattern.entities or every}
    wrote = {n for call in calls if not call.pattern.operation.is_read for n in call.pattern.entities or every}
    if not read or not wrote:
        lack = "reads" if not read else "writes"
        message = f"No access pattern {lack} anything in {table.name}; list its {lack} too"
        yield Spot(message, table_path(table), table.id, "access_patterns", {"lacking": lack})
    unlisted: dict[str, list[Entity]] = {}
    for entity in table.entities:
        lacks = [word for word, known in (("reads", read), ("writes", wrote)) if known and entity.name not in known]
        if lacks:
            unlisted.setdefault(" or ".join(lacks), []).append(entity)
    for lacks_in_words, entities in unlisted.items():
        if len(entities) > _SAID_APART:
            names = ", ".join(entity.name for entity in entities)
            message = f"No access pattern {lacks_in_words} {names}"
            yield Spot(message, table_path(table), table.id, "access_patterns", {"entities": len(entities)})
            continue
        for entity in entities:
            yield Spot(f"No access pattern {lacks_in_words} {entity.name}", entity_path(table, entity), entity.id)


@rule(
    "pattern.search_like",
    WARNING,
    Scope.PATTERN,
    title="Access pattern that is a search",
    why="DynamoDB has no page numbers, no free filter combinations and no text search: each becomes a large read",
    fix="Feed a search engine from the table's stream, and page with a cursor",
    sources="facts/choices#data-store, facts/modeling#access-patterns",
)
def search_like(context: RuleContext, call: Call) -> Iterator[Spot]:
    intent = call.pattern.facts.intent
    wants = []
    filters = intent.optional_filters
    if intent.text_search:
        wants.append("searches text")
    if len(filters) > _FREE_FILTERS:
        wants.append(f"has {len(filters)} optional filters ({', '.join(filters)})")
    if (intent.page_numbers or _skips_rows(call.pattern)) and (rows := _rows(context, call)) > _PAGED_ROWS:
        wants.append(f"jumps to page numbers over {plain_number(rows)} rows")
    if wants:
        yield Spot(f"{call.label} {' and '.join(wants)}", f"{call.path}.intent", call.top.id, "intent")


def _skips_rows(pattern: AccessPattern) -> bool:
    """Return whether a read skips a number of rows: by a parameter that its key and filter do not use, or by name."""
    if not pattern.operation.is_read:
        return False
    texts = [text for condition in pattern.key for text in condition.templates]
    used = {name for text in texts for name in parse(text).attributes}
    skipped = {name for name in pattern.parameters if name not in used and f":{name}" not in pattern.filter}
    return any(_OFFSET.fullmatch(name) for name in skipped) or _BY_NUMBER.search(pattern.name) is not None


def _rows(context: RuleContext, call: Call) -> float:
    """Rows that the pages cover: the number examined if given; else, for a read by key, the maximum children per
    parent; else all items of its entities.
    """
    given = call.pattern.facts.examined
    if given is not None:
        return given
    rows = 0.0
    asked = context.asked(call.pattern)
    for entity in context.about(call.pattern):
        of_parent = entity.per_parent if asked.key and asked.index is None else None
        rows += (of_parent.maximum or of_parent.average) if of_parent is not None else entity.count or 0
    return rows


RULES = (multiple_requests, fan_out, missing, search_like)
