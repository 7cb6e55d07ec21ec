"""Does a Query say what it means: its prefix, its bounds, its order? facts/ordering#key-order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute
from modeler.core.design.patterns import KeyCondition, Operation
from modeler.core.fixes import Fix, put
from modeler.core.keys.attribute_formats import value_class
from modeler.core.keys.templates import KeyTemplate, Literal, Reference, parse, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import place_of, written
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.binding import is_fixed_width
from modeler.core.values.attribute_values import AttributeType

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}$")
_KM_PER_DEGREE: Final = 111.32
"""Of latitude, and of longitude at the equator."""


def _sort_asked(
    context: RuleContext, call: Call, operator: str
) -> Iterator[tuple[KeyCondition, KeyTemplate, Mapping[str, Attribute]]]:
    """The text sort key conditions of a served Query with this operator, each with a template that is written there."""
    place = place_of(context, call)
    if call.pattern.operation is not Operation.QUERY or place is None or not call.pattern.key:
        return
    index = place[1]
    asked = {condition.name: condition for condition in call.pattern.key if condition.operator == operator}
    for entity, key in written(context, call, *place):
        for element, template in zip(index.keys, key.complete or (), strict=True):
            if element.name in asked and element.type is AttributeType.S:
                yield asked[element.name], template, entity.attributes_by_name


def _aligned(asked: KeyTemplate, written_template: KeyTemplate) -> int | None:
    """How many parts of a written template the asked one covers, where each of its parts stands in the same place."""
    if not asked.parts or len(asked.parts) > len(written_template.parts):
        return None
    for mine, theirs in zip(asked.parts, written_template.parts, strict=False):
        if isinstance(mine, Literal) != isinstance(theirs, Literal):
            return None
        if isinstance(mine, Literal) and mine != theirs:
            return None
    return len(asked.parts)


def _rekeyed(call: Call, condition: KeyCondition, value: Any, label: str) -> tuple[Fix, ...]:
    return put(label, call.pattern.id, f"key.{condition.name}", value)


def _key_spot(call: Call, condition: KeyCondition, message: str, fixes: tuple[Fix, ...] = ()) -> Spot:
    field = f"key.{condition.name}"
    return Spot(f"{call.label}: {message}", f"{call.path}.{field}", call.top.id, field, fixes=fixes)


@rule(
    "query.prefix_without_delimiter",
    WARNING,
    Scope.PATTERN,
    title="A prefix that ends inside a segment",
    why="begins_with takes every longer value too: ORDER#1 catches ORDER#10",
    fix="end the prefix with the delimiter",
    sources="facts/ordering#sort-key-formats, facts/building-blocks#p6",
    fixes=True,
)
def prefix_without_delimiter(context: RuleContext, call: Call) -> Iterator[Spot]:
    for condition, template, attributes in _sort_asked(context, call, "begins_with"):
        asked = parse(condition.templates[0])
        count = _aligned(asked, template)
        last = asked.parts[-1] if asked.parts else None
        if count is None or not isinstance(last, Reference) or last.attribute not in attributes:
            continue  # of a parameter of its own nobody knows whether it is a whole value
        attribute = attributes[last.attribute]
        if last != template.parts[count - 1] or is_fixed_width(last, attribute) or attribute.values:
            continue
        rest = template.parts[count:]
        delimiter = rest[0].text[:1] if rest and isinstance(rest[0], Literal) else ""
        if not rest and attribute.format != "path":
            continue  # a search for the first letters of a value
        shown = f"{condition.templates[0]}{delimiter or '#'}"
        message = (
            f"begins_with {condition.templates[0]} also takes every {last.attribute} that starts with the one given"
        )
        fixes: tuple[Fix, ...] = ()
        if delimiter:
            label = f"End the prefix with {delimiter}"
            fixes = _rekeyed(call, condition, {"begins_with": shown.replace("{{", "{{")}, label)
        yield _key_spot(call, condition, message, fixes)
        return


@rule(
    "query.between_bounds",
    WARNING,
    Scope.PATTERN,
    title="Bounds that take too little or too much",
    why="BETWEEN compares byte by byte and includes both ends: a longer key comes after its own beginning",
    fix="end the upper bound with ~, or use begins_with",
    sources="facts/ordering#sort-key-formats, facts/building-blocks#p14",
    fixes=True,
)
def between_bounds(context: RuleContext, call: Call) -> Iterator[Spot]:
    for condition, template, attributes in _sort_asked(context, call, "between"):
        if len(condition.templates) != 2:
            return
        low, high = map(parse, condition.templates)
        found = (
            _too_short(high, template, attributes)
            or _constant_bounds(low, high, template, attributes)
            or _beyond_ascii(low, high, template, attributes)
        )
        if found:
            message, value = found
            fixes: tuple[Fix, ...] = ()
            if isinstance(value, dict):
                fixes = _rekeyed(call, condition, value, f"Use begins_with {value['begins_with']}")
            elif value:
                bounds = {"between": [condition.templates[0], value]}
                fixes = _rekeyed(call, condition, bounds, f"End the upper bound as {value}")
            yield _key_spot(call, condition, message, fixes)
            return


type _Found = tuple[str, str | dict[str, str]]


def _too_short(high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]) -> _Found | None:
    """The upper bound is a value, and the keys go on after it; a point in time is meant to be the end."""
    count = _aligned(high, template)
    if count is None or count == len(template.parts) or not isinstance(high.parts[-1], Reference):
        return None
    if _is_time(template.parts[count - 1], attributes):
        return None
    rest = print_template(template.parts[count:])
    return f"keys go on with {rest} after the upper bound {high}, so those of its last value are missed", f"{high}~"


def _constant_bounds(
    low: KeyTemplate, high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]
) -> _Found | None:
    """Constant bounds of whole dates: the last day is missed, or the next period's first day is taken in."""
    if not (high.is_constant and low.is_constant and _DATE.search(high.source) and _DATE.search(low.source)):
        return None
    if not any(isinstance(part, Reference) and _is_date(part, attributes) for part in template.parts):
        return None
    starts = high.source.endswith("-01") and low.source.endswith("-01")
    place = next(
        n for n, part in enumerate(template.parts) if isinstance(part, Reference) and _is_date(part, attributes)
    )
    goes_on = place + 1 < len(template.parts) or _is_time(template.parts[place], attributes)
    if starts and not goes_on:
        return f"the upper bound {high} is the first day of the next period, and is taken in", ""
    if not starts and goes_on:
        return f"keys go on after the upper bound {high}, so those of its last day are missed", f"{high}~"
    return None


def _is_date(part: Reference, attributes: Mapping[str, Attribute]) -> bool:
    attribute = attributes.get(part.attribute)
    named = {call.name for call in part.formats}
    return bool(named & {"date", "iso"}) or (
        not named and attribute is not None and attribute.format in {"date", "iso"}
    )


def _is_time(part: object, attributes: Mapping[str, Attribute]) -> bool:
    if not isinstance(part, Reference):
        return False
    attribute = attributes.get(part.attribute)
    instants = {"iso", "epoch_seconds", "epoch_millis", "ulid", "ksuid", "uuid7"}
    named = {call.name for call in part.formats}
    is_instant = attribute is not None and attribute.format in instants and not named & {"date", "month", "year"}
    return is_instant or "iso" in named


def _beyond_ascii(
    low: KeyTemplate, high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]
) -> _Found | None:
    """``~`` comes before every character beyond ASCII."""
    if not high.source.endswith("~") or not isinstance(high.parts[-1], Literal):
        return None
    before = parse(high.source[:-1])
    count = _aligned(before, template) if before.parts else 0
    if count is None or count >= len(template.parts):
        return None
    part = template.parts[count]
    attribute = attributes.get(part.attribute) if isinstance(part, Reference) else None
    if attribute is None or not isinstance(part, Reference) or part.formats or not attribute.format:
        return None
    if not value_class(attribute).others:
        return None
    message = f"{part.attribute} may start with a character beyond ASCII, which comes after the upper bound {high}"
    return message, {"begins_with": before.source} if low.source == before.source and before.parts else ""


@rule(
    "query.order_not_satisfied",
    ERROR,
    Scope.PATTERN,
    title="An order that the index does not have",
    why="items come in the order of the sort key, in one direction; anything else means reading all and sorting",
    fix="use an index whose sort key starts with what it is to be ordered by",
    sources="facts/ordering#key-order, facts/ordering#sort-key-formats",
    fixes=True,
)
def order_not_satisfied(context: RuleContext, call: Call) -> Iterator[Spot]:
    made = context.serving(call)
    if not made.served or made.order_satisfied is not False:
        return
    wanted = ", ".join(usage_settings.texts(usage_settings.intent(call.pattern).get("order_by")))
    message = f"{call.label} wants {wanted}: {made.order_reason}"
    fixes: tuple[Fix, ...] = ()
    if made.order_likely:
        yield Spot(
            message,
            f"{call.path}.intent",
            call.top.id,
            "intent",
            severity=ADVICE,
            fix=f"say the order by the id, if {wanted} is when an item is made; else index it",
        )
        return
    field = "descending" if made.descending != call.pattern.descending and not made.found else "intent"
    if field == "descending":
        label = "Read it descending" if made.descending else "Read it ascending"
        fixes = put(label, call.pattern.id, "descending", True if made.descending else None)
    yield Spot(message, f"{call.path}.{field}", call.top.id, field, fixes=fixes)


@rule(
    "query.top_k_limit_below_k",
    ERROR,
    Scope.PATTERN,
    title="A top list that asks its shards for too few",
    why="all of the best may be in one shard: each must give as many as are wanted",
    fix="ask each shard for as many as the list has",
    sources="facts/building-blocks#p18, facts/corrections#claims",
    fixes=True,
)
def top_k_limit_below_k(context: RuleContext, call: Call) -> Iterator[Spot]:
    top = usage_settings.number(usage_settings.intent(call.pattern).get("top"))
    limit = call.pattern.limit
    if call.pattern.operation is not Operation.QUERY or top is None or limit is None or limit >= top:
        return
    requests = max(call.pattern.fan_out, context.serving(call).requests)
    if requests > 1:
        message = f"{call.label} wants the top {int(top)} of {requests} shards and asks each for {limit}"
        fixes = put(f"Ask each shard for {int(top)}", call.pattern.id, "limit", int(top))
        yield Spot(message, f"{call.path}.limit", call.top.id, "limit", fixes=fixes)


def geohash_cell_km(precision: int) -> tuple[float, float]:
    """Height and width in km of a geohash cell at the equator: 5 bits a character, longitude first."""
    bits = 5 * precision
    return 180 / 2 ** (bits // 2) * _KM_PER_DEGREE, 360 / 2 ** (bits - bits // 2) * _KM_PER_DEGREE


@rule(
    "query.geo_cell_too_small",
    WARNING,
    Scope.PATTERN,
    title="Cells smaller than the radius",
    why="a cell and its eight neighbours reach one cell side in every direction, no further",
    fix="use a lower precision, and leave out by distance what is too far",
    sources="facts/building-blocks#p19, facts/corrections#claims",
    fixes=True,
)
def geo_cell_too_small(context: RuleContext, call: Call) -> Iterator[Spot]:
    intent = usage_settings.intent(call.pattern)
    radius, precision = (
        usage_settings.number(intent.get("radius_km")),
        usage_settings.number(intent.get("geohash_precision")),
    )
    if not radius or not precision or not 1 <= precision <= 12:
        return
    side = min(geohash_cell_km(int(precision)))
    if radius > side:
        fits = next((p for p in range(int(precision) - 1, 0, -1) if min(geohash_cell_km(p)) >= radius), None)
        message = f"{call.label} looks {radius:g} km far in cells of {side:.3g} km (precision {int(precision)})"
        fixes: tuple[Fix, ...] = ()
        if fits is not None:
            value = {**intent, "geohash_precision": fits}
            fixes = put(f"Use precision {fits}", call.pattern.id, "intent", value)
        yield Spot(message, f"{call.path}.intent", call.top.id, "intent", {"side_km": side}, fixes=fixes)


RULES = (
    prefix_without_delimiter,
    between_bounds,
    order_not_satisfied,
    top_k_limit_below_k,
    geo_cell_too_small,
)
