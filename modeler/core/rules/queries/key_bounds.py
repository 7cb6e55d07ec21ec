"""Prefixes and bounds of sort keys that match too little or too much. facts/ordering#sort-key-formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.items import Attribute
from modeler.core.design.patterns import KeyCondition, Operation
from modeler.core.fixes import Fix, put
from modeler.core.keys.attribute_formats import value_class
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import read_index, written
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.binding import is_fixed_width
from modeler.core.values.attribute_values import AttributeType

_BY_FIRST_LETTERS: Final = re.compile(
    r"(?i)\b(begins?|starts?|beginning|starting) (with|by)\b|\bprefix|\btyped?\b|\bautocomplet"
)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}$")


def _sort_asked(
    context: RuleContext, call: Call, operator: str
) -> Iterator[tuple[KeyCondition, KeyTemplate, Mapping[str, Attribute]]]:
    """The text sort key conditions of a served Query with this operator, each with a template that is written there."""
    asked = {condition.name: condition for condition in call.pattern.key if condition.operator == operator}
    place = read_index(context, call) if asked else None
    if place is None:
        return
    for entity, key in written(context, call, *place):
        for element, template in zip(place[1].keys, key.complete or (), strict=True):
            if element.name in asked and element.type is AttributeType.S:
                yield asked[element.name], template, entity.attributes_by_name


def _aligned(asked: KeyTemplate, written_template: KeyTemplate) -> int | None:
    """How many parts of a written template the condition covers with the same part at the same position."""
    if not asked.parts or len(asked.parts) > len(written_template.parts):
        return None
    for mine, theirs in zip(asked.parts, written_template.parts, strict=False):
        if isinstance(mine, LiteralText) != isinstance(theirs, LiteralText):
            return None
        if isinstance(mine, LiteralText) and mine != theirs:
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
    title="Prefix ends inside a segment",
    why="begins_with also matches longer values: ORDER#1 matches ORDER#10",
    fix="End the prefix with the delimiter",
    sources="facts/ordering#sort-key-formats, facts/building-blocks#p6",
    fixes=True,
    operations={Operation.QUERY},
)
def prefix_without_delimiter(context: RuleContext, call: Call) -> Iterator[Spot]:
    for condition, template, attributes in _sort_asked(context, call, "begins_with"):
        asked = parse(condition.templates[0])
        count = _aligned(asked, template)
        last = asked.parts[-1] if asked.parts else None
        if count is None or not isinstance(last, Reference) or last.attribute not in attributes:
            continue  # a separate parameter may be a whole value or only a part
        attribute = attributes[last.attribute]
        if last != template.parts[count - 1] or is_fixed_width(last, attribute) or attribute.values:
            continue
        if _is_date(last, attributes) or _is_time(last, attributes):
            continue  # the first characters of a time are a period, and all of the period is meant
        rest = template.parts[count:]
        delimiter = rest[0].text[:1] if rest and isinstance(rest[0], LiteralText) else ""
        if (not rest and attribute.format != "path") or _BY_FIRST_LETTERS.search(call.top.name):
            continue  # a search for the first letters of a value
        shown = f"{condition.templates[0]}{delimiter or '#'}"
        message = (
            f"begins_with {condition.templates[0]} also matches every {last.attribute} that starts with the given one"
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
    title="BETWEEN bounds that match too little or too much",
    why="BETWEEN compares byte by byte and includes both ends: a longer key sorts after its own prefix",
    fix="End the upper bound with ~, or use begins_with",
    sources="facts/ordering#sort-key-formats, facts/building-blocks#p14",
    fixes=True,
    operations={Operation.QUERY},
)
def between_bounds(context: RuleContext, call: Call) -> Iterator[Spot]:
    for condition, template, attributes in _sort_asked(context, call, "between"):
        if len(condition.templates) != 2:
            return
        low, high = map(parse, condition.templates)
        first, last = (_with_examples(one, call.pattern.parameters) for one in (low, high))
        if first.is_constant and last.is_constant and first.source > last.source:
            message = f"the lower bound {first} is after the upper bound {last}, and DynamoDB rejects that"
            yield replace(_key_spot(call, condition, message), severity=ERROR)
            return
        found = (
            _equal(low, high, template)
            or _too_short(high, template, attributes)
            or _constant_bounds(low, high, template, attributes)
            or _shown_bounds(call, low, high, template, attributes)
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


def _equal(low: KeyTemplate, high: KeyTemplate, template: KeyTemplate) -> _Found | None:
    """Both bounds are one value, and the keys continue after it: each key sorts after the upper bound."""
    count = _aligned(high, template) if low.source == high.source else None
    if count is None or count == len(template.parts):
        return None
    rest = print_template(template.parts[count:])
    message = f"Both bounds are {high}, and keys continue with {rest}, so no key is between them"
    return message, {"begins_with": high.source}


def _too_short(high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]) -> _Found | None:
    """The upper bound is a value, and the keys continue after it; a point in time is meant as the end."""
    count = _aligned(high, template)
    if count is None or count == len(template.parts) or not isinstance(high.parts[-1], Reference):
        return None
    if _is_time(template.parts[count - 1], attributes):
        return None
    rest = print_template(template.parts[count:])
    return f"Keys continue with {rest} after the upper bound {high}, so keys of its last value are missed", f"{high}~"


def _constant_bounds(
    low: KeyTemplate, high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]
) -> _Found | None:
    """Constant bounds of whole dates: the last day is missed, or the first day of the next period is included."""
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
        return f"The upper bound {high} is the first day of the next period, and BETWEEN includes it", ""
    if not starts and goes_on:
        return f"Keys continue after the upper bound {high}, so keys of its last day are missed", f"{high}~"
    return None


def _shown_bounds(
    call: Call, low: KeyTemplate, high: KeyTemplate, template: KeyTemplate, attributes: Mapping[str, Attribute]
) -> _Found | None:
    """Bounds from parameters whose examples are whole dates, where the keys continue: as constant bounds."""
    shown = [_with_examples(one, call.pattern.parameters) for one in (low, high)]
    found = _constant_bounds(shown[0], shown[1], template, attributes)
    if found is None or shown[1] == high:
        return None
    return found[0], f"{high}~" if found[1] else ""


def _with_examples(template: KeyTemplate, parameters: Mapping[str, Any]) -> KeyTemplate:
    """The template with the example values of its parameters, where they are plain text without formats."""
    parts = [
        LiteralText(parameters[one.attribute])
        if isinstance(one, Reference) and not one.formats and isinstance(parameters.get(one.attribute), str)
        else one
        for one in template.parts
    ]
    return parse(print_template(tuple(parts)))


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
    """``~`` sorts before every non-ASCII character."""
    if not high.source.endswith("~") or not isinstance(high.parts[-1], LiteralText):
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
    message = f"{part.attribute} can start with a non-ASCII character, which sorts after the upper bound {high}"
    return message, {"begins_with": before.source} if low.source == before.source and before.parts else ""


RULES = (
    prefix_without_delimiter,
    between_bounds,
)
