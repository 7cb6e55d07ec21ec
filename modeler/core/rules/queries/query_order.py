"""Queries that do not express what they mean: prefix, bounds, order. facts/ordering#key-order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Fix, put
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import Reference, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule

_NEWEST: Final = re.compile(
    r"\b(newest|latest|most recent(ly)?|recent|last \d+(?! ?(second|minute|hour|day|week|month|quarter|year)))\b",
    re.IGNORECASE,
)
_OLDEST: Final = re.compile(r"\b(oldest|earliest|first in,? first out|fifo)\b", re.IGNORECASE)
_MOST: Final = re.compile(
    r"\b(highest|largest|biggest|top \d+|top (scor|play|sell|rank)\w*|best|most \w+) ?", re.IGNORECASE
)
_LEAST: Final = re.compile(r"\b(lowest|smallest|cheapest|least \w+)\b", re.IGNORECASE)
_TIMES: Final = frozenset({"iso", "year", "month", "date", "hour", "minute", "pad"})
_KM_PER_DEGREE: Final = 111.32
"""Of latitude, and of longitude at the equator."""


@rule(
    "query.order_not_satisfied",
    ERROR,
    Scope.PATTERN,
    title="Index does not provide the requested order",
    why="Items come in sort key order, in one direction; any other order means reading all of them and sorting",
    fix="Use an index whose sort key starts with the attribute to order by",
    sources="facts/ordering#key-order, facts/ordering#sort-key-formats",
    fixes=True,
)
def order_not_satisfied(context: RuleContext, call: Call) -> Iterator[Spot]:
    made = context.serving(call)
    if not made.served or made.order_satisfied is not False:
        return
    wanted = ", ".join(call.pattern.facts.intent.order_by)
    message = f"{call.label} wants {wanted}: {made.order_reason}"
    fixes: tuple[Fix, ...] = ()
    if made.order_likely:
        yield Spot(
            message,
            f"{call.path}.intent",
            call.top.id,
            "intent",
            severity=ADVICE,
            fix=f"Order by the id if {wanted} is the creation time; if not, add an index for it",
        )
        return
    field = "descending" if made.descending != call.pattern.descending and not made.found else "intent"
    if field == "descending":
        label = "Read it in descending order" if made.descending else "Read it in ascending order"
        fixes = put(label, call.pattern.id, "descending", True if made.descending else None)
    yield Spot(message, f"{call.path}.{field}", call.top.id, field, fixes=fixes)


@rule(
    "query.order_by_name",
    WARNING,
    Scope.PATTERN,
    title="Read returns the other end of its order first",
    why="A query returns items in ascending order unless it says otherwise: its first page is the other end",
    fix="Read in the direction that the pattern promises",
    sources="facts/ordering#key-order",
    fixes=True,
    operations={Operation.QUERY},
)
def order_by_name(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    if pattern.facts.intent.order_by:
        return
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None and pattern.key else None
    if table is None or index is None:
        return
    newest, oldest = (bool(one.search(pattern.name)) for one in (_NEWEST, _OLDEST))
    most, least = (bool(one.search(pattern.name)) for one in (_MOST, _LEAST))
    if not (newest or oldest) and most != least and pattern.descending != most:
        entities = context.design.entities_of(pattern)
        if {_counts_up(context, table, index, entity, pattern) for entity in entities} == {True}:
            way, other = ("descending", "ascending") if most else ("ascending", "descending")
            message = f"{call.label} promises the {'highest' if most else 'lowest'} first, and reads in {other} order"
            fixes = put(f"Read it in {way} order", pattern.id, "descending", True if most else None)
            yield Spot(message, f"{call.path}.descending", call.top.id, "descending", fixes=fixes)
        return
    if newest == oldest or pattern.descending == newest:
        return
    if {_rises(context, table, index, entity, pattern) for entity in context.design.entities_of(pattern)} == {True}:
        way = "descending" if newest else "ascending"
        other = "ascending" if newest else "descending"
        message = (
            f"{call.label} promises the {'newest' if newest else 'oldest'} items first, and reads in {other} order"
        )
        fixes = put(f"Read it in {way} order", pattern.id, "descending", True if newest else None)
        yield Spot(message, f"{call.path}.descending", call.top.id, "descending", fixes=fixes)


def _rises(context: RuleContext, table: Table, index: Index, entity: Entity, pattern: AccessPattern) -> bool:
    """Return whether the first value in the sort key that the read does not give is a time that rises."""
    given = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
    for key in context.keys(table, entity, index):
        sort = key.templates[len(index.partition_key) :]
        open_ = [part for one in sort if one is not None for part in one.references if part.attribute not in given]
        attribute = entity.attribute(open_[0].attribute) if open_ else None
        if attribute is None or any(one.name not in _TIMES for one in open_[0].formats):
            return False
        if not format_of(attribute).time and meaning_of(attribute) is not Meaning.TIME:
            return False
    return True


def _first_open(
    context: RuleContext, table: Table, index: Index, entity: Entity, pattern: AccessPattern
) -> list[Reference]:
    """For each key that the entity writes, the first value in the sort key that the read does not give."""
    given = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
    found: list[Reference] = []
    for key in context.keys(table, entity, index):
        sort = key.templates[len(index.partition_key) :]
        found += [part for one in sort if one is not None for part in one.references if part.attribute not in given][:1]
    return found


def _counts_up(context: RuleContext, table: Table, index: Index, entity: Entity, pattern: AccessPattern) -> bool:
    """Return whether the first value in the sort key that the read does not give is a number that rises."""
    parts = _first_open(context, table, index, entity, pattern)
    held = [(part, entity.attribute(part.attribute)) for part in parts]
    return bool(held) and all(
        one is not None and meaning_of(one) is Meaning.NUMBER and all(call.name == "pad" for call in part.formats)
        for part, one in held
    )


@rule(
    "query.order_by_name",
    WARNING,
    Scope.PATTERN,
    title="Read does not come in the order of its name",
    why="Items come in the order of the sort key, whatever the read is called: its first page is any items",
    fix="Use an index whose sort key begins with the attribute, or sort what was read completely",
    sources="facts/ordering#key-order",
    operations={Operation.QUERY},
)
def other_order_by_name(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None and pattern.key else None
    if table is None or index is None or pattern.facts.intent.order_by or pattern.limit is None:
        return
    for entity in context.design.entities_of(pattern):
        meant = _asked_order(entity, pattern.name)
        parts = _first_open(context, table, index, entity, pattern) if meant is not None else []
        given = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
        if meant is None or not parts or meant.name in given or meant.name in pattern.filter:
            return
        if any(part.attribute == meant.name for part in parts):
            return
        message = f"{call.label} promises {entity.name} items by {meant.name}, but they come by {parts[0].attribute}"
        yield Spot(message, f"{call.path}.name", call.top.id, "index", {"attribute": meant.name})
        return


_ORDERED_BY: Final = re.compile(r"(?i)\bby (?:their |its |the )?([a-z]+(?: (?:date|time|at|name|number))?)\s*$")
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


_SUPERLATIVES: Final = (
    (r"longest|shortest", "length duration distance km miles meters hours minutes seconds"),
    (r"dearest|priciest|cheapest|(?:most|least) expensive", "price cost amount total fare fee"),
    (r"heaviest|lightest", "weight mass kg"),
    (r"tallest", "height"),
    (r"fastest|slowest", "speed"),
    (r"(?:best|top|highest|worst|lowest)[ -]rated", "rating score stars"),
)
_NAMED: Final = re.compile(r"(?i)\b(?:highest|largest|biggest|greatest|lowest|smallest) ([a-z]+)\b")
_COUNTED: Final = re.compile(r"(?i)\b(?:most|least) ([a-z]{2,20}?)(e?)d\b")


def _asked_order(entity: Entity, name: str) -> Attribute | None:
    """The attribute by which a read promises its items: "by total", or the only number that "longest" can mean."""
    if found := _ORDERED_BY.search(name):
        return _meant(entity, found[1])
    meant: set[str] = set()
    for pattern, words in _SUPERLATIVES:
        if re.search(rf"(?i)\b(?:{pattern})\b", name):
            meant.update(words.split())
    meant.update(one[1].lower() for one in _NAMED.finditer(name))
    for one in _COUNTED.finditer(name):
        meant.update(f"{one[1]}{end}".lower() for end in ("s", "es", f"{one[2]}s"))
    numbers = [one for one in entity.attributes if meaning_of(one) is Meaning.NUMBER]
    held = [one for one in numbers if meant & {word.lower() for word in _WORDS.findall(one.name)}]
    return held[0] if len(held) == 1 else None


def _meant(entity: Entity, words: str) -> Attribute | None:
    """The attribute that a name of an order means: the one of that name, or the only time."""
    asked = [word.lower() for word in words.split()]
    for attribute in entity.attributes:
        held = [word.lower() for word in _WORDS.findall(attribute.name)]
        if held in (asked, [*asked, "at"], [*asked, "date"], [*asked, "time"]) or "".join(held) == "".join(asked):
            return attribute
    times = [one for one in entity.attributes if meaning_of(one) is Meaning.TIME]
    return times[0] if asked[-1] in {"time", "date"} and len(asked) == 1 and len(times) == 1 else None


@rule(
    "query.top_k_limit_below_k",
    ERROR,
    Scope.PATTERN,
    title="Top-k query reads fewer than k items per shard",
    why="All of the top items can be in one shard: each shard must return as many as the list has",
    fix="Read as many items from each shard as the list has",
    sources="facts/building-blocks#p18, facts/corrections#claims",
    fixes=True,
    operations={Operation.QUERY},
)
def top_k_limit_below_k(context: RuleContext, call: Call) -> Iterator[Spot]:
    top = call.pattern.facts.intent.top
    limit = call.pattern.limit
    if top is None or limit is None or limit >= top:
        return
    requests = max(call.pattern.fan_out, context.serving(call).requests)
    if requests > 1:
        message = f"{call.label} needs the top {int(top)} of {requests} shards but reads only {limit} from each"
        fixes = put(f"Read {int(top)} from each shard", call.pattern.id, "limit", int(top))
        yield Spot(message, f"{call.path}.limit", call.top.id, "limit", fixes=fixes)


def geohash_cell_km(precision: int) -> tuple[float, float]:
    """Height and width in km of a geohash cell at the equator: 5 bits per character, longitude first."""
    bits = 5 * precision
    return 180 / 2 ** (bits // 2) * _KM_PER_DEGREE, 360 / 2 ** (bits - bits // 2) * _KM_PER_DEGREE


@rule(
    "query.geo_cell_too_small",
    WARNING,
    Scope.PATTERN,
    title="Geohash cells are smaller than the search radius",
    why="A cell and its eight neighbors cover only one cell side in every direction",
    fix="Use a lower precision, and filter by distance",
    sources="facts/building-blocks#p19, facts/corrections#claims",
    fixes=True,
)
def geo_cell_too_small(context: RuleContext, call: Call) -> Iterator[Spot]:
    intent = call.pattern.facts.intent
    radius, precision = (
        intent.radius_km,
        intent.geohash_precision,
    )
    if not radius or not precision or not 1 <= precision <= 12:
        return
    side = min(geohash_cell_km(int(precision)))
    if radius > side:
        fits = next((p for p in range(int(precision) - 1, 0, -1) if min(geohash_cell_km(p)) >= radius), None)
        message = f"{call.label} searches within {radius:g} km in cells of {side:.3g} km (precision {int(precision)})"
        fixes: tuple[Fix, ...] = ()
        if fits is not None:
            value = {**intent.raw, "geohash_precision": fits}
            fixes = put(f"Use precision {fits}", call.pattern.id, "intent", value)
        yield Spot(message, f"{call.path}.intent", call.top.id, "intent", {"side_km": side}, fixes=fixes)


RULES = (
    order_not_satisfied,
    order_by_name,
    other_order_by_name,
    top_k_limit_below_k,
    geo_cell_too_small,
)
