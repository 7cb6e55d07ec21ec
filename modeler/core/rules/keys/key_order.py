"""Numbers in string sort keys, which do not sort numerically. facts/ordering#key-order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from modeler.core.algebra.meant_values import Meaning, known_range, meaning_of
from modeler.core.algebra.order import Order, reference_order
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.findings import Severity
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import Reference, parse, print_template
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.key_fixes import Change, ReferencePlace, Rekey, at_places, in_turn, spots, text_keys
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import as_decimal

_MONTHS_AHEAD: Final = 36
_WIDTH: Final = 10
_WIDTH_MAX: Final = 38
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NAMES_ITS_ITEM: Final = re.compile(r"(?:^|_)id$|[a-z]I[dD]$")
_YEAR_MAX: Final = 2199
_MOMENTS: Final = (
    (1800, _YEAR_MAX, frozenset({"year", "yr"})),
    (1_000_000_000, 9_999_999_999, frozenset({"epoch", "timestamp", "ts", "time", "at"})),
    (1_000_000_000_000, 9_999_999_999_999, frozenset({"epoch", "timestamp", "ts", "time", "at", "ms", "millis"})),
)
"""Smallest and largest number of a kind of moment, all of one width, and the words in names of such attributes."""

type _Found = tuple[ReferencePlace, Reference, Attribute]


def sorted_by(context: RuleContext, table: Table, entity: Entity, *, implied: bool = False) -> tuple[_Found, ...]:
    """Every reference to an attribute of the entity in a string sort key, with its position."""
    asked = ("sorted by", id(table), id(entity), implied)
    return context.once(asked, lambda: tuple(_sorted_by(context, table, entity, implied)))


def _sorted_by(context: RuleContext, table: Table, entity: Entity, implied: bool) -> Iterator[_Found]:
    attributes = entity.attributes_by_name
    for index, key, name, template in text_keys(context, table, entity, implied=implied):
        if name in [element.name for element in index.sort_key]:
            for position, part in enumerate(template.parts):
                if isinstance(part, Reference) and (attribute := attributes.get(part.attribute)) is not None:
                    yield ReferencePlace(index, key, name, template, position), part, attribute


@rule(
    "keys.unpadded_number",
    WARNING,
    Scope.TABLE,
    title="Number in a string sort key is not padded",
    why="Strings are compared from the left: 10 sorts before 9, and -1 before -2",
    fix="Pad it to its maximum width, add an offset if it can be negative, or use a number key",
    sources="facts/ordering#sort-key-formats",
    fixes=True,
)
def unpadded_number(context: RuleContext, table: Table) -> Iterator[Spot]:
    for spot in spots(context, table, "unpadded", lambda entity: _unpadded(context, table, entity)):
        reader = _orders_by(context, table, spot)
        if reader:
            message = f"{spot.message}; {reader} relies on its order"
            yield replace(spot, message=message, severity=ERROR)
        else:
            yield replace(spot, severity=_only_identifies(table, spot))


def _only_identifies(table: Table, spot: Spot) -> Severity | None:
    """Advice for numbers that only identify their item, as long as no pattern relies on their order."""
    for entity in table.entities:
        # A range of identifiers has no meaning. Without a known identity, the name tells.
        is_identity = all(
            name in entity.identity or (not entity.identity and _NAMES_ITS_ITEM.search(name))
            for name in _attributes(spot)
        )
        if is_identity and spot.part in {entity.id, *(one.id for one in entity.overloads)}:
            return Severity.ADVICE
    return None


def _attributes(spot: Spot) -> list[str]:
    return [str(name) for name in spot.facts.get("attributes", [spot.facts["attribute"]])]


def _unpadded(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    seen: dict[str, tuple[list[ReferencePlace], str]] = {}
    attributes = entity.attributes_by_name
    for place, part, attribute in sorted_by(context, table, entity):
        if _is_padded_below_zero(part, attribute):
            pads = print_template((part,))
            message = f"{attribute.name} can be negative, and {pads} cannot represent such a number: no key is made"
            yield at_places(table, entity, [place], attribute.name, message, "")
            continue
        if part.formats or meaning_of(attribute) is not Meaning.NUMBER:
            continue  # too small a width, and formats that scatter values, are other findings
        if _is_moment(entity, attribute):
            continue
        is_one_width = _has_one_width(attribute)
        if is_one_width and not _is_negative(entity, attribute):
            continue
        found = reference_order(place.template, place.position, attributes)
        if found.order is Order.UNORDERED:
            reason = "negative numbers sort in reverse as text: -1 before -2" if is_one_width else found.reason
            seen.setdefault(attribute.name, ([], reason))[0].append(place)
    # Numbers of one template are one fault of it.
    alike: dict[tuple[str, str, bool], list[str]] = {}
    for name, (places, _) in seen.items():
        fault = (places[0].index.id, places[0].name, _has_one_width(attributes[name]))
        alike.setdefault(fault, []).append(name)
    for (_, _, is_one_width), names in alike.items():
        cannot = "can be negative" if is_one_width else "is not padded" if len(names) == 1 else "are not padded"
        places, reason = seen[names[0]]
        message = f"{_listed(names)} in {places[0].template} of {entity.name} {cannot}: {reason}"
        widths = {name: _width(entity, attributes[name]) for name in names}
        yield _padding(table, entity, {name: seen[name][0] for name in names}, widths, message)


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _padding(
    table: Table, entity: Entity, places: dict[str, list[ReferencePlace]], widths: dict[str, int], message: str
) -> Rekey:
    """Return one finding about numbers of a template; its fix pads all of them, if that helps each."""
    made = [
        at_places(table, entity, each, name, message, "", FormatCall("pad", widths[name] or _WIDTH))
        for name, each in places.items()
    ]
    keys = list(dict.fromkeys(str(key) for one in made for key in one.spot.facts["keys"]))
    spot = replace(made[0].spot, facts={**made[0].spot.facts, "keys": keys})
    if len(made) > 1:
        spot = replace(spot, facts={**spot.facts, "attributes": list(places)})
    changes: dict[str, Change] = {}
    for name, change in (each for one in made for each in one.changes):
        changes[name] = in_turn(changes[name], change) if name in changes else change
    pads = _listed([f"{name} to {width} digits" for name, width in widths.items()])
    label = f"Pad {pads} in {', '.join(keys)}, here and in its reads"
    return Rekey(spot, label, tuple(changes.items()) if all(widths.values()) else ())


def _has_one_width(attribute: Attribute) -> bool:
    """Return whether it is a text of one declared width, such as a number that the application pads."""
    size = attribute.size
    has_size = size is not None and size.maximum is not None and size.average == size.maximum
    return has_size and attribute.type == "S"


def _is_negative(entity: Entity, attribute: Attribute) -> bool:
    """Return whether its range or a sample is below zero."""
    known = known_range(attribute)
    if known is not None:
        return known[0] < 0
    return any(str(one.data).startswith("-") for item in entity.items if (one := item.values.get(attribute.name)))


def _is_padded_below_zero(part: Reference, attribute: Attribute) -> bool:
    known = known_range(attribute)
    pads = any(call.name in {"pad", "reverse"} for call in part.formats)
    return pads and known is not None and known[0] < 0


def _is_moment(entity: Entity, attribute: Attribute) -> bool:
    """Do name and samples show a year or an epoch time? These have one width for centuries."""
    values = [item.values[attribute.name] for item in entity.items if attribute.name in item.values]
    numbers = [as_decimal(str(value.data)) for value in values]
    known = known_range(attribute)
    bounds = [number for number in (*numbers, *(known or ())) if number is not None]
    words = {word.lower() for word in _WORD.findall(attribute.name)}
    for low, high, names in _MOMENTS:
        if bounds and all(low <= number <= high for number in bounds) and len(bounds) >= len(numbers):
            return bool(words & names)
        if not bounds and words & names and "year" in names:
            return True
    return False


def _width(entity: Entity, attribute: Attribute) -> int:
    """Digits to pad to; 0 where padding does not help: negative numbers or fractions."""
    values = [item.values[attribute.name] for item in entity.items if attribute.name in item.values]
    numbers = [number for value in values if (number := as_decimal(str(value.data))) is not None]
    known = known_range(attribute)
    low, high = known or (Decimal(0), Decimal(0))
    whole = all(number == number.to_integral_value() for number in numbers)
    if low < 0 or attribute.format in {"money", "decimal"} or not whole or min(numbers, default=Decimal(0)) < 0:
        return 0
    most = max([high, *numbers])
    return min(len(str(int(most))) if known else max(_WIDTH, len(str(int(most)))), _WIDTH_MAX)


def _orders_by(context: RuleContext, table: Table, spot: Spot) -> str:
    """The label of a pattern that orders by, or queries a range of, the attribute of a finding."""
    for call in context.calls_on(table):
        pattern = call.pattern
        intent = pattern.facts.intent
        if {*_attributes(spot)} & {*intent.order_by, *intent.ranges}:
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
    title="Number is padded to too few digits",
    why="The first number with one more digit sorts before all others, and reversed it has no key at all",
    fix="Pad to more digits; on a live table this is a migration to new keys",
    sources="facts/building-blocks#p11, facts/ordering#sort-key-formats",
    hides=("keys.unpadded_number",),
    fixes=True,
)
def pad_too_small(context: RuleContext, table: Table) -> Iterator[Spot]:
    return spots(context, table, "pad", lambda entity: _too_small(context, table, entity))


def _too_small(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    for place, part, attribute in sorted_by(context, table, entity):
        for number, call in enumerate(part.formats):
            if call.name not in {"pad", "reverse"} or not isinstance(call.argument, int):
                continue
            most, source = _greatest(entity, attribute)
            digits = 0 if most is None else len(str(int(most)))
            if most is None or digits <= call.argument:
                continue
            message = (
                f"{attribute.name} of {entity.name} is padded to {call.argument} digits, but it reaches "
                f"{int(most):,} ({source}), which has {digits}"
            )
            wider = FormatCall(call.name, min(digits, _WIDTH_MAX))
            formats = (*part.formats[:number], wider, *part.formats[number + 1 :])
            label = f"Pad {attribute.name} to {digits} digits"
            yield at_places(table, entity, [place], attribute.name, message, label, *formats)


def _tells_apart_alone(entity: Entity, attribute: Attribute) -> bool:
    """Return whether the items of one parent differ in this number only, so that each has another one."""
    if attribute.name not in entity.identity or attribute.format not in {"integer", "sequence"}:
        return False
    bases = entity.overloads_of(BASE)
    first = [parse(next(iter(one.keys.values()), "")).attributes for one in bases]
    others = set(entity.identity) - {attribute.name}
    return bool(first) and all(others <= set(names) and attribute.name not in names for names in first)


def _greatest(entity: Entity, attribute: Attribute) -> tuple[float | None, str]:
    """The greatest number, and its source: the range, or how many items a counter counts in three years."""
    known = known_range(attribute)
    if known is not None:
        return float(known[1]), "its range"
    most = entity.per_parent.maximum if entity.per_parent is not None else None
    if most is not None and _tells_apart_alone(entity, attribute):
        return most - 1, f"{most:,.0f} items of one parent"
    if attribute.format != "sequence" and attribute.source != "counter":
        return None, ""
    if entity.per_parent is not None and entity.per_parent.maximum is not None:
        return entity.per_parent.maximum, "items of one parent"
    if entity.count is None or entity.identity != (attribute.name,):
        return None, ""
    ahead = entity.count + _MONTHS_AHEAD * entity.growth
    return ahead, f"estimate: {entity.count:,} items and {_MONTHS_AHEAD} months of growth"


RULES = (unpadded_number, pad_too_small)
