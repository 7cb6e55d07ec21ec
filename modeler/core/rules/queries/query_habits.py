"""Reads in the context of other calls: one per row of a list, before a write that needs none, strong without a
reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from math import ceil
from typing import Final

from modeler.core import limits
from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.arithmetic import exact, plain_number
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Function, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Edit, Fix, Put, put
from modeler.core.keys.templates import KeyTemplate, Reference, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import by_code, read_index, written
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_BILL_SHARE: Final = Decimal("0.20")
_STRONG: Final = frozenset({Operation.GET, Operation.QUERY, Operation.SCAN, Operation.BATCH_GET})


@rule(
    "query.strong_not_needed",
    ADVICE,
    Scope.DESIGN,
    title="Strongly consistent read without a declared need",
    why="A strongly consistent read costs twice the units",
    fix="Use eventual consistency, or declare what must be visible immediately",
    sources="facts/anti-patterns#a17, facts/throughput#reads",
    fixes=True,
)
def strong_not_needed(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        pattern = call.pattern
        fresh, intent = call.top.facts.fresh, call.top.facts.intent
        if fresh is None and intent.raw and not intent.eventual:
            continue  # Its requirement is that the read is strongly consistent.
        if not pattern.consistent or pattern.operation not in _STRONG or (fresh is not None and fresh < 1):
            continue
        if not context.serving(call).consistent_possible or _feeds(context, call.top) or _after_write(context, call):
            continue
        share = _share_of_bill(context, call.top)
        severity = WARNING if share is not None and share > _BILL_SHARE else ADVICE
        part = (
            f", {plain_number(round(100 * share))}% of all read units"
            if share is not None and share >= _TELLING
            else ""
        )
        need = "no need for it is declared" if fresh is None else f"what it returns may be {fresh:g} seconds old"
        need = "an eventually consistent read is declared to be good enough" if intent.eventual else need
        message = f"{call.label} uses strongly consistent reads, at twice the units{part}, but {need}"
        fixes = put("Use eventual consistency", pattern.id, "consistent", None)
        yield Spot(message, f"{call.path}.consistent", call.top.id, "consistent", {}, severity, fixes=fixes)


@rule(
    "query.strong_on_replicas",
    ADVICE,
    Scope.NEIGHBOURS,
    title="Strong consistency does not reach across Regions",
    why="With eventual consistency between Regions, a strong read returns the last write of its own Region only",
    fix="Read and write these items in one Region, or give the table multi-Region strong consistency",
    sources="facts/limits#global-tables, facts/throughput#reads",
)
def strong_on_replicas(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = context.design.table(call.pattern.table or call.top.table)
    if table is None or not call.pattern.consistent or call.pattern.operation not in _STRONG:
        return
    if table.options.replicas and not table.options.strong:
        regions = 1 + len(table.options.replicas)
        is_after = _after_write(context, call)
        more = ": a write in another Region arrives later" if is_after else ""
        message = f"{call.label} reads strongly, and {table.name} has {regions} Regions{more}"
        severity = WARNING if is_after else None
        yield Spot(message, f"{call.path}.consistent", call.top.id, "consistent", severity=severity)


def _feeds(context: RuleContext, pattern: AccessPattern) -> bool:
    """Return whether a write of the same key follows it (a version that is read to be written back), or is among its
    steps.
    """
    if any(not step.operation.is_read for step in pattern.steps):
        return True
    return any(
        (told := other.facts.follows) is not None
        and by_code(context, told.code) is pattern
        and not other.operation.is_read
        for other in context.design.patterns
    )


def _after_write(context: RuleContext, call: Call) -> bool:
    """Return whether it follows a write."""
    told = call.top.facts.follows
    before = by_code(context, told.code) if told is not None else None
    return before is not None and not before.operation.is_read


def _share_of_bill(context: RuleContext, pattern: AccessPattern) -> Decimal | None:
    """The share of a pattern in the design's average read units; None if its rate is not given."""
    own = total = Decimal(0)
    for made in context.capacity.patterns:
        if made.rate is not None:
            units = made.read_units * exact(made.rate.average)
            total += units
            own += units if made.pattern == pattern.id else 0
    return own / total if total and pattern.per_second is not None else None


@rule(
    "query.n_plus_one",
    WARNING,
    Scope.PATTERN,
    title="One read for each row of a list (N+1)",
    why="Each is a separate round trip, one after the other or all in parallel",
    fix="Read them with BatchGetItem, project what is needed into the index, or store it with the list",
    sources="facts/modeling#reads",
    fixes=True,
    operations={Operation.GET},
)
def n_plus_one(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    told = pattern.facts.follows
    if pattern is not call.top or told is None or told.times <= 1:
        return
    count = ceil(told.times)
    message = f"{call.label} reads an item for each of the {plain_number(told.times)} rows that {told.code} returns"
    fixes: tuple[Fix, ...] = ()
    if count <= limits.BATCH_GET_KEYS_MAX:
        edits: tuple[Edit, ...] = (
            Put(pattern.id, "operation", str(Operation.BATCH_GET)),
            Put(pattern.id, "fan_out", count * pattern.fan_out),
            Put(pattern.id, "follows", {"code": told.code, "times": 1}),
            Put(pattern.id, "retries_unprocessed", True),
        )
        fixes = (Fix(f"Read {count} keys with one BatchGetItem", edits),)
    yield Spot(message, f"{call.path}.follows", pattern.id, "follows", {"times": told.times}, fixes=fixes)


_TELLING: Final = Decimal("0.01")
_ONLY_THERE: Final = re.compile(r"attribute_(not_)?exists\(\s*[#\w]+\s*\)")


@rule(
    "query.read_before_write",
    ADVICE,
    Scope.DESIGN,
    title="Unnecessary read before a write",
    why="It costs a read and a round trip, and the data can change before the write arrives",
    fix="Decide in the write's condition, or count in its update expression",
    sources="facts/modeling#reads",
)
def read_before_write(context: RuleContext) -> Iterator[Spot]:
    for pattern in context.design.patterns:
        told = pattern.facts.follows
        before = by_code(context, told.code) if told is not None and told.same_key else None
        if before is not None and before.operation is Operation.GET and _unguarded(pattern):
            yield _spot(pattern, before.label)
        reads = [step for step in pattern.steps if step.operation is Operation.GET]
        for step in pattern.steps if pattern.operation is Operation.STEPS else ():
            if _unguarded(step) and any(read.key == step.key and read.key for read in reads):
                yield _spot(pattern, "a separate GetItem")
                break


def _unguarded(pattern: AccessPattern) -> bool:
    """Return whether the write ignores what was read: it has no condition, or checks only that the item exists."""
    if pattern.operation not in {Operation.UPDATE, Operation.PUT, Operation.DELETE}:
        return False
    asked = pattern.if_.strip() or pattern.condition.strip()
    return not asked or bool(_ONLY_THERE.fullmatch(asked))


def _spot(pattern: AccessPattern, read: str) -> Spot:
    message = (
        f"{pattern.label} writes the key that {read} has just read, but its condition does not check what was read"
    )
    return Spot(message, f"patterns.{pattern.label}.follows", pattern.id, "follows")


@rule(
    "query.filter_of_key",
    WARNING,
    Scope.PATTERN,
    title="Filter that the key condition can express",
    why="A key condition reads only the items that match; a filter reads, and charges for, all of them",
    fix="Bound the sort key by the value, and drop the filter",
    sources="facts/throughput#reads, facts/expressions#key-conditions",
    hides=("query.filter_discards", "query.limit_with_filter"),
    operations={Operation.QUERY},
)
def filter_of_key(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern, place = call.pattern, read_index(context, call)
    if place is None or not pattern.key or not pattern.filter.strip() or len(place[1].sort_key) != 1:
        return
    sort = place[1].sort_key[0].name
    asked = next((one for one in pattern.key if one.name == sort), None)
    if asked is not None and asked.operator != "begins_with":
        return
    begun = asked.templates[0] if asked is not None else ""
    bounded = _bounded(pattern)
    texts = [(entity, key.complete[-1]) for entity, key in written(context, call, *place) if key.complete is not None]
    found = {_next_name(entity, template, begun) for entity, template in texts}
    if len(found) != 1 or not (names := found & bounded):
        return
    name = next(iter(names))
    after = f" after {begun}" if begun else ""
    message = f"{call.label} filters by {name}, and {sort} has {name}{after}: a key condition reads only those items"
    yield Spot(message, f"{call.path}.filter", call.top.id, "filter", {"attribute": name, "key": sort})


def _bounded(pattern: AccessPattern) -> set[str]:
    """The attributes that a filter bounds by one value or two, in a form that a key condition has."""
    try:
        node = parse_condition(pattern.filter)
        paths = [path for term in (node.terms if isinstance(node, And) else (node,)) if (path := _path_of(term))]
        return {name_of(path, pattern.names) for path in paths}
    except ExpressionInvalid:
        return set()


def _path_of(term: Condition) -> Path | None:
    match term:
        case Comparison("=" | "<" | "<=" | ">" | ">=", Path() as path, _) | Between(Path() as path):
            return path
        case Function("begins_with", (Path() as path, _)):
            return path
    return None


def _next_name(entity: Entity, template: KeyTemplate, begun: str) -> str:
    """The attribute right behind the beginning of a sort key that a read names; '' if its texts sort otherwise."""
    parts = list(template.parts)
    rest = begun
    while parts and rest:
        first = print_template((parts.pop(0),))
        if not rest.startswith(first):
            return ""
        rest = rest.removeprefix(first)
    reference = parts[0] if parts and not rest else None
    if not isinstance(reference, Reference):
        return ""
    attribute = entity.attribute(reference.attribute)
    sorts = {call.name for call in reference.formats} <= {"pad", "iso"}
    meaning = meaning_of(attribute) if attribute is not None else Meaning.NONE
    is_ordered = meaning in (Meaning.TIME, Meaning.MADE, Meaning.ENUM) or (
        meaning is Meaning.NUMBER and any(call.name == "pad" for call in reference.formats)
    )
    return reference.attribute if sorts and is_ordered else ""


RULES = (strong_not_needed, strong_on_replicas, n_plus_one, read_before_write, filter_of_key)
