"""Example values in another form than the attribute whose place in a key they take: seconds for milliseconds.

facts/ordering#sort-key-formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from modeler.core.design.items import Attribute
from modeler.core.design.patterns import Operation
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, as_decimal

_MILLISECONDS: Final = Decimal(10) ** 11
"""From here on a number is milliseconds: as seconds, it would be the year 5138."""
_LEAST: Final = Decimal(10) ** 8
"""A smaller number is far in the past in either unit: a bound that excludes nothing."""
_DATE: Final = re.compile(r"\d{4}-\d\d(-\d\d([T ].*)?)?")
_OTHER_DATE: Final = re.compile(r"\d\d?[./-]\d\d?[./-]\d{2,4}.*|\d{4}[./]\d\d?[./]\d\d?.*")
_NUMBER: Final = re.compile(r"\d{9,14}")
_TIMES: Final = frozenset({"iso", "date", "month"})
_IDS: Final = frozenset({"ulid", "ksuid", "uuid4", "uuid7"})
_ASKS: Final = frozenset({Operation.QUERY, Operation.GET, Operation.UPDATE, Operation.DELETE, Operation.CHECK})


@rule(
    "query.other_unit",
    WARNING,
    Scope.PATTERN,
    title="Parameter has another unit or form than the key",
    why="The comparison is of numbers or bytes: a time in another unit is before or after all keys, an id matches none",
    fix="Convert the value before the request, or give an example in the form of the key",
    sources="facts/ordering#sort-key-formats, facts/expressions#key-conditions",
    operations=_ASKS,
)
def other_unit(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    if table is None or index is None:
        return
    for entity in context.design.entities_of(pattern):
        keys = context.keys(table, entity, index)
        for condition in pattern.key:
            place = index.key_names.index(condition.name) if condition.name in index.key_names else None
            written = [one for key in keys if place is not None and (one := key.templates[place]) is not None]
            for text in condition.templates:
                found = [_mistaken(pattern.parameters, parse(text), one, entity.attributes_by_name) for one in written]
                if found and all(found):
                    field = "parameters"
                    message = f"{call.label}: {found[0]}"
                    yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"key": condition.name})
                    return


def _mistaken(parameters: Any, asked: KeyTemplate, written: KeyTemplate, attributes: Mapping[str, Attribute]) -> str:
    """What is wrong with the example of the first parameter that takes the place of an attribute; '' if nothing is."""
    for mine, theirs in zip(asked.parts, written.parts, strict=False):
        match mine, theirs:
            case LiteralText(one), LiteralText(other) if one == other:
                continue
            case Reference(name, formats), Reference(held, others):
                attribute = attributes.get(held)
                plain = name not in attributes and formats in ((), others) and not _changed(others)
                example = _example(parameters.get(name)) if plain and attribute is not None else ""
                wanted = _wanted(attribute, example) if attribute is not None and example else ""
                if wanted:
                    return f"{held} is {wanted}, and {name} is {example} in its example"
            case _:
                return ""
    return ""


def _changed(formats: tuple[Any, ...]) -> bool:
    """Return whether the key holds something else than the value: part of it, or its digits from the end."""
    return any(one.name != "pad" for one in formats)


def _example(raw: object) -> str:
    if isinstance(raw, dict) and len(raw) == 1:
        (raw,) = raw.values()
    if isinstance(raw, list):
        raw = raw[0] if raw else ""
    return str(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else ""


def _wanted(attribute: Attribute, example: str) -> str:
    """What the values of an attribute are, if an example is clearly another thing; else ''."""
    number = as_decimal(example)
    if attribute.format == "epoch_seconds":
        is_other = (number is None and _DATE.fullmatch(example)) or (
            number is not None and _MILLISECONDS <= number < _MILLISECONDS * 1000
        )
        return "a time in seconds" if is_other else ""
    if attribute.format == "epoch_millis":
        is_other = (number is None and _DATE.fullmatch(example)) or (
            number is not None and _LEAST < number < _MILLISECONDS
        )
        return "a time in milliseconds" if is_other else ""
    if attribute.type is not AttributeType.S:
        return ""
    if attribute.format in _TIMES and (_NUMBER.fullmatch(example) or _OTHER_DATE.fullmatch(example)):
        return f"a {'time' if attribute.format == 'iso' else attribute.format} such as 2026-06-01"
    if attribute.format in _IDS and (_DATE.fullmatch(example) or _OTHER_DATE.fullmatch(example)):
        return f"a {attribute.format.upper()}"
    return ""


RULES = (other_unit,)
