"""Text that does not sort as people read it: words with a rank, and numbers between dots. facts/ordering#key-order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import Reference, parse
from modeler.core.rules.keys.key_order import sorted_by
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.key_fixes import ReferencePlace
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_SCALES: Final = (
    ("trivial", "minor", "normal", "major", "critical", "blocker"),
    ("none", "lowest", "low", "medium", "high", "highest", "urgent", "critical"),
    ("info", "notice", "warning", "error", "critical", "fatal"),
    ("debug", "info", "warn", "error", "fatal"),
    ("negligible", "minor", "moderate", "major", "severe", "critical"),
    ("xs", "s", "m", "l", "xl", "xxl"),
    ("small", "medium", "large"),
    ("free", "basic", "standard", "premium", "enterprise"),
    ("bronze", "silver", "gold", "platinum", "diamond"),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
     "december"),
)  # fmt: skip
_RANKS: Final = re.compile(r"(?i)\b(first|most|least|highest|lowest|top|sorted|ordered|ranked)\b")
_DOTTED: Final = re.compile(r"[^\d-]{0,3}\d+(\.\d+)+")
_DIGITS: Final = re.compile(r"\d+")


@rule(
    "keys.text_order",
    WARNING,
    Scope.TABLE,
    title="Text in a sort key does not sort by its meaning",
    why="Strings are compared byte by byte: HIGH sorts before LOW before MEDIUM, and 1.10.0 before 1.9.0",
    fix="Put a number of fixed width into the key: the rank of a word, each number of a version padded",
    sources="facts/ordering#key-order, facts/ordering#sort-key-formats",
)
def text_order(context: RuleContext, table: Table) -> Iterator[Spot]:
    found = context.of_entities("text order", table, partial(_all_swapped, context, table))
    for entity, places in zip(table.entities, found, strict=True):
        for place, attribute, (first, second) in places:
            call = _reader(context, table, entity, place, attribute)
            if call is not None:
                message = f"{call.label} reads {entity.name} by {attribute.name}, and {first} sorts before {second}"
                path = f"{entity_path(table, entity)}.{attribute.name}"
                yield Spot(message, path, attribute.id, "format", {"pattern": call.top.id})
                break


def _all_swapped(
    context: RuleContext, table: Table, entity: Entity
) -> list[tuple[ReferencePlace, Attribute, tuple[str, str]]]:
    """The places of an entity's sort keys where two values sort the other way around than they mean."""
    return [
        (place, attribute, swapped)
        for place, part, attribute in sorted_by(context, table, entity)
        if not part.formats and attribute.type is AttributeType.S
        if (swapped := _words(attribute) or _numbers(entity, attribute)) is not None
    ]


def _words(attribute: Attribute) -> tuple[str, str] | None:
    """Two values in the order of their text, which is neither the order of their rank nor its reverse."""
    ranks = {str(one).lower(): str(one) for one in attribute.values}
    for scale in _SCALES:
        if len(ranks) >= 2 and ranks.keys() <= set(scale):
            ordered = [ranks[word] for word in scale if word in ranks]
            if sorted(ordered) in (ordered, ordered[::-1]):
                return None
            return _swapped(ordered, sorted(ordered))
    return None


def _swapped(meant: Sequence[str], stored: Sequence[str]) -> tuple[str, str] | None:
    """Two neighbors of the stored order that are the other way around in the meant one."""
    place = {one: number for number, one in enumerate(meant)}
    pairs = pairwise(stored)
    return next(((one, other) for one, other in pairs if place[one] > place[other]), None)


def _numbers(entity: Entity, attribute: Attribute) -> tuple[str, str] | None:
    """Two samples, such as 1.10.0 and 1.9.0, whose text sorts the other way around than their numbers."""
    values = [item.values[attribute.name] for item in entity.items if attribute.name in item.values]
    texts = sorted({str(one.data) for one in values if one.type is AttributeType.S})
    if len(texts) < 2 or not all(_DOTTED.fullmatch(text) for text in texts):
        return None
    return _swapped(sorted(texts, key=lambda text: [int(one) for one in _DIGITS.findall(text)]), texts)


def _reader(
    context: RuleContext, table: Table, entity: Entity, place: ReferencePlace, attribute: Attribute
) -> Call | None:
    """A query of that index that relies on the order of the attribute; it is not one whose values it gives."""
    for call in context.calls_on(table):
        pattern = context.asked(call.pattern)
        if pattern.operation is not Operation.QUERY or table.index(pattern.index) is not place.index:
            continue
        given = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
        if entity not in context.about(pattern) or attribute.name in given or _before(place) - given:
            continue
        if _relies(pattern, attribute):
            return call
    return None


def _before(place: ReferencePlace) -> set[str]:
    """The attributes before it in the sort key: without their values, it decides nothing."""
    return {one.attribute for one in place.template.parts[: place.position] if isinstance(one, Reference)}


def _relies(pattern: AccessPattern, attribute: Attribute) -> bool:
    if attribute.name in pattern.facts.intent.order_by:
        return True
    if attribute.values:
        return _RANKS.search(pattern.name) is not None
    return pattern.descending or pattern.limit is not None


RULES = (text_order,)
