"""Key conditions that form a value in another way than the key does. facts/expressions#key-conditions.

Values decide whether two forms differ: the example of the pattern, else the samples, else the format of the attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import typed
from modeler.core.fixes import Fix, Put
from modeler.core.keys.attribute_formats import format_of, value_class
from modeler.core.keys.key_formats import apply_formats
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue, string

_SAMPLES: Final = 20
_CASES: Final = frozenset({"lower", "upper"})
_ZONE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)")
_LENGTHS: Final = {"year": 4, "month": 7, "date": 10, "hour": 13, "minute": 16}


@dataclass(frozen=True, slots=True)
class _Other:
    """A place where a condition forms a value otherwise than the key: the example that shows it."""

    asked: str
    held: str
    always: bool
    better: str


@rule(
    "query.other_format",
    ERROR,
    Scope.PATTERN,
    title="Key condition formats a value differently from the key",
    why="Keys are compared byte by byte: a value in another format, width or letter case matches no key",
    fix="Use the format of the key template in the key condition",
    sources="facts/expressions#key-conditions, facts/ordering#sort-key-formats",
    fixes=True,
)
def other_format(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    if table is None or index is None or pattern.operation is Operation.PUT:
        return
    for entity in context.design.entities_of(pattern):
        keys = context.keys(table, entity, index)
        for condition in pattern.key:
            if condition.name not in index.key_names:
                continue
            place = index.key_names.index(condition.name)
            written = [one for key in keys if (one := key.templates[place]) is not None]
            found = [
                _first(entity, pattern, condition, one) or _other_zone(entity, pattern, condition, one)
                for one in written
            ]
            if not found or None in found:
                continue  # one of the overloads has the requested form
            other, field = found[0], f"key.{condition.name}"
            if other is not None:
                message = (
                    f"{call.label} requests {condition.templates[0]}, but {entity.name} writes {written[0]} into "
                    f"{condition.name}: {other.asked} does not match {other.held}"
                )
                severity, fixes = None if other.always else WARNING, _fixes(pattern, condition, other)
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {}, severity, fixes=fixes)


def _first(entity: Entity, pattern: AccessPattern, condition: KeyCondition, written: KeyTemplate) -> _Other | None:
    """The first difference between a condition and a key that the entity writes; None if there is none."""
    asked = parse(condition.templates[0])
    if asked.problem or written.problem or len(condition.templates) > 1:
        return None
    for number, (mine, theirs) in enumerate(zip(asked.parts, written.parts, strict=False)):
        match mine, theirs:
            case LiteralText(text), LiteralText(other) if text == other:
                continue
            case Reference(), Reference():
                is_last = number == len(asked.parts) - 1 and condition.operator != "="
                attribute = entity.attribute(theirs.attribute)
                if attribute is not None and (found := _differs(entity, pattern, attribute, mine, theirs, is_last)):
                    better = print_template((*asked.parts[:number], theirs, *asked.parts[number + 1 :]))
                    return replace(found, better=better if mine.attribute == theirs.attribute else "")
            case _:
                return None
    return None


def _other_zone(entity: Entity, pattern: AccessPattern, condition: KeyCondition, written: KeyTemplate) -> _Other | None:
    """A bound with another offset than the stored times have: texts are compared, and not the moments."""
    for asked in map(parse, condition.templates):
        for mine, theirs in zip(asked.references, written.references, strict=False):
            attribute = entity.attribute(theirs.attribute)
            example = pattern.parameters.get(mine.attribute)
            if attribute is None or theirs.formats or mine.formats or not isinstance(example, str):
                continue
            held = [
                str(one.values[attribute.name].data) for one in entity.items[:_SAMPLES] if attribute.name in one.values
            ]
            zones = {zone[1] for text in held if (zone := _ZONE.fullmatch(text))}
            own = _ZONE.fullmatch(example)
            if own is not None and len(zones) == 1 and own[1] not in zones:
                return _Other(example, held[0], True, "")
    return None


def _differs(
    entity: Entity, pattern: AccessPattern, attribute: Attribute, mine: Reference, theirs: Reference, is_last: bool
) -> _Other | None:
    if mine.attribute != theirs.attribute:
        return _too_short(entity, pattern, mine, theirs, is_last)
    if mine.formats == theirs.formats:
        return None
    made = [
        (one, two)
        for value in _values(entity, pattern, attribute, mine, theirs)
        if (one := apply_formats(value, mine.formats, attribute.format)) is not None
        and (two := apply_formats(value, theirs.formats, attribute.format)) is not None
    ]
    unlike = [(one, two) for one, two in made if one != two and not (is_last and _is_start(one, two))]
    return _Other(*unlike[0], len(unlike) == len(made), "") if unlike else None


def _is_start(one: str, two: str) -> bool:
    return one.startswith(two) or two.startswith(one)


def _too_short(
    entity: Entity, pattern: AccessPattern, mine: Reference, theirs: Reference, is_last: bool
) -> _Other | None:
    """A parameter whose format or example is a longer or shorter part of a time than the key has."""
    form = theirs.formats[-1].name if theirs.formats else ""
    wanted = _LENGTHS.get(form)
    if wanted is None or is_last or entity.attribute(mine.attribute) is not None:
        return None
    if mine.formats:
        length, shown = _LENGTHS.get(mine.formats[-1].name, wanted), f"a {mine.formats[-1].name}"
    else:
        example = pattern.parameters.get(mine.attribute)
        length, shown = (len(example), example) if isinstance(example, str) else (wanted, "")
    return None if length == wanted else _Other(shown, f"a {form} of {wanted} characters", True, "")


def _values(
    entity: Entity, pattern: AccessPattern, attribute: Attribute, mine: Reference, theirs: Reference
) -> Iterator[AttributeValue]:
    """Values to try: if only the letter case differs, with and without capitals where the attribute can have them."""
    own = list(_known(entity, pattern, attribute))
    yield from own
    cases = {call.name for one in (mine, theirs) for call in one.formats}
    letters = value_class(attribute).ascii
    if cases <= _CASES and attribute.type is AttributeType.S and not attribute.values:
        for value in own[:1]:
            if {"A", "a"} <= letters:
                yield string(str(value.data).upper())
                yield string(str(value.data).lower())


def _known(entity: Entity, pattern: AccessPattern, attribute: Attribute) -> Iterator[AttributeValue]:
    example = pattern.parameters.get(attribute.name)
    samples = [item.values[attribute.name] for item in entity.items[:_SAMPLES] if attribute.name in item.values]
    raw = [example] if example is not None and not isinstance(example, list) else list(attribute.values)
    if not raw and samples:
        yield from samples
        return
    for one in raw or [format_of(attribute).example]:
        try:
            yield typed(one, attribute)
        except Invalid:
            continue


def _fixes(pattern: AccessPattern, condition: KeyCondition, other: _Other) -> tuple[Fix, ...]:
    if not other.better:
        return ()
    value = other.better if condition.operator == "=" else {condition.operator: other.better}
    return (Fix(f"Request {other.better}", (Put(pattern.id, f"key.{condition.name}", value),)),)


RULES = (other_format,)
