"""Numbers in string sort keys, whose order is not that of numbers. FACTS 8."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from modeler.core import facts
from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.algebra.order import Order, ReferenceOrder, order_of
from modeler.core.items import Attribute, Entity
from modeler.core.key_formats import FormatCall
from modeler.core.keys import KeyTemplate, parse
from modeler.core.rules.context import RuleContext
from modeler.core.rules.key_mends import Place, Rekey, at_places, key_spot, spots, text_keys, with_formats
from modeler.core.rules.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.tables import Index, Table
from modeler.core.values import as_decimal
from modeler.core.written_keys import WrittenKey, attributes_by_name

_MONTHS_AHEAD: Final = 36
_WIDTH: Final = 10
_WIDTH_MAX: Final = 38

type _Found = tuple[Index, WrittenKey, str, KeyTemplate, ReferenceOrder, Attribute]


def sorted_by(context: RuleContext, table: Table, entity: Entity, *, implied: bool = False) -> Iterator[_Found]:
    """Every reference in a string sort key, with the order that it gives."""
    attributes = attributes_by_name(entity)
    for index, key, name, template in text_keys(context, table, entity, implied=implied):
        if any(element.name == name for element in index.sort_key):
            for found in order_of(template, attributes):
                attribute = attributes.get(found.attribute)
                if attribute is not None:
                    yield index, key, name, template, found, attribute


@rule(
    "keys.unpadded_number",
    WARNING,
    Scope.TABLE,
    title="A number in a sort key that does not sort as a number",
    why="strings are compared from the left: 10 comes before 9, and -1 before -2",
    fix="pad it to its greatest width, add an offset where it can be below zero, or use a number key",
    sources="FACTS 8",
    mends=True,
)
def unpadded_number(context: RuleContext, table: Table) -> Iterator[Spot]:
    for spot in spots(context, table, "unpadded", lambda entity: _unpadded(context, table, entity)):
        reader = _orders_by(context, table, spot)
        if reader:
            message = f"{spot.message}; {reader} relies on its order"
            yield replace(spot, message=message, severity=ERROR)
        else:
            yield spot


def _unpadded(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    seen: dict[str, tuple[list[Place], str]] = {}
    for index, key, name, template, found, attribute in sorted_by(context, table, entity):
        names = [call.name for call in found.reference.formats]
        if meaning_of(attribute, names) is not Meaning.NUMBER or found.order is not Order.UNORDERED or names:
            continue  # a width that is too small, and what scatters, are other findings
        place = Place(index, key, name, template, found.position)
        seen.setdefault(attribute.name, ([], found.reason))[0].append(place)
    for name, (places, reason) in seen.items():
        attribute = attributes_by_name(entity)[name]
        message = f"{name} stands in {places[0].template} of {entity.name} without padding: {reason}"
        width = _width(entity, attribute)
        formats = (FormatCall("pad", width),) if width else ()
        yield at_places(table, entity, places, name, message, f"Pad {name} to {width} digits", *formats)


def _width(entity: Entity, attribute: Attribute) -> int:
    """Digits to pad to; 0 where padding does not help: below zero, or with fractions."""
    values = [item.values[attribute.name] for item in entity.items if attribute.name in item.values]
    numbers = [number for value in values if (number := as_decimal(str(value.data))) is not None]
    low, high = attribute.range or (0.0, 0.0)
    whole = all(number == number.to_integral_value() for number in numbers)
    if low < 0 or attribute.format in {"money", "decimal"} or not whole or min(numbers, default=Decimal(0)) < 0:
        return 0
    most = max([Decimal(str(high)), *numbers])
    return min(len(str(int(most))) if attribute.range else max(_WIDTH, len(str(int(most)))), _WIDTH_MAX)


def _orders_by(context: RuleContext, table: Table, spot: Spot) -> str:
    """The label of a pattern that orders or ranges by the attribute of a finding."""
    for call in context.calls:
        pattern = call.pattern
        if context.design.table(pattern.table) is not table:
            continue
        intent = facts.intent(pattern)
        if spot.facts["attribute"] in {*facts.texts(intent.get("order_by")), *facts.texts(intent.get("range"))}:
            return call.label
        for condition in pattern.key:
            ranged = condition.name in spot.facts["keys"] and condition.operator not in {"=", "begins_with"}
            if ranged and any(parse(text).references for text in condition.templates):
                return call.label
    return ""


@rule(
    "keys.pad_too_small",
    ERROR,
    Scope.TABLE,
    title="A number padded to fewer digits than it will have",
    why="the first number with one digit more sorts before all others, and counted down it has no key at all",
    fix="pad to more digits; in a live table this is a move to new keys",
    sources="KNOWLEDGE 1 P11",
    hides=("keys.unpadded_number",),
    mends=True,
)
def pad_too_small(context: RuleContext, table: Table) -> Iterator[Spot]:
    return spots(context, table, "pad", lambda entity: _too_small(context, table, entity))


def _too_small(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    for index, key, name, template, found, attribute in sorted_by(context, table, entity):
        for place, call in enumerate(found.reference.formats):
            most, source = _greatest(table, entity, attribute, index, key)
            if call.name not in {"pad", "reverse"} or most is None or not isinstance(call.argument, int):
                continue
            digits = len(str(int(most)))
            if digits <= call.argument:
                continue
            message = (
                f"{attribute.name} of {entity.name} is padded to {call.argument} digits and reaches {int(most):,} "
                f"({source}), which has {digits}"
            )
            wider = (*found.reference.formats[:place], FormatCall(call.name, min(digits, _WIDTH_MAX)),
                     *found.reference.formats[place + 1 :])  # fmt: skip
            label = f"Pad {attribute.name} to {digits} digits in {name}, here and where it is read"
            change = with_formats(template, found.position, *wider)
            spot = key_spot(table, entity, index, key, name, message, {"attribute": attribute.name, "digits": digits})
            yield Rekey(spot, label, ((name, change),))


def _greatest(
    table: Table, entity: Entity, attribute: Attribute, index: Index, key: WrittenKey
) -> tuple[float | None, str]:
    """The greatest number, and how it is known: its range, or how many items a counter counts in three years."""
    if attribute.range is not None:
        return attribute.range[1], "its range"
    if attribute.format != "sequence" and attribute.source != "counter":
        return None, ""
    if entity.per_parent is not None and entity.per_parent.maximum is not None:
        return entity.per_parent.maximum, "items of one parent"
    if entity.count is None or entity.identity != (attribute.name,):
        return None, ""
    ahead = entity.count + _MONTHS_AHEAD * entity.growth
    return ahead, f"estimate: {entity.count:,} items and {_MONTHS_AHEAD} months of growth"


RULES = (unpadded_number, pad_too_small)
