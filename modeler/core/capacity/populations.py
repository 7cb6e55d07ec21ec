"""How many different values a key has, from declared counts, identities, parents, ranges and shards.

In addition to `algebra.extent.distinct`, which knows one entity, this knows the other entities of the table: an order's
customerId has as many values as there are customers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from modeler.core.design.design_settings import Tenancy
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.tables import Table
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import Reference, parse
from modeler.core.values.attribute_values import AttributeType

_NOW: Final = frozenset({"year", "month", "date", "hour", "minute"})
_NOW_FORMATS: Final = frozenset({"date", "month", "year", "epoch_seconds"})
_MOMENT_FORMATS: Final = frozenset({"iso", "epoch_millis"})
_HEX: Final = 16
_BASE36: Final = 36
_TELLING_DIGITS_MAX: Final = 12


@dataclass(frozen=True, slots=True)
class Population:
    """How many things each attribute of a table identifies, from the counts of the entities that it identifies; and how
    uneven its `tenants` are. Equal if those are equal, so that answers can be cached by it.
    """

    counts: tuple[tuple[str, int], ...] = ()
    tenants: Skew | None = None

    @classmethod
    def of(cls, table: Table, tenants: Tenancy | None = None) -> Population:
        """The population of a table's entities. The largest tenant's share is the default skew."""
        counts: dict[str, int] = {}
        for entity in table.entities:
            if len(entity.identity) == 1 and entity.count:
                name = entity.identity[0]
                counts[name] = max(counts.get(name, 0), entity.count)
        uneven = tenants is not None and bool(tenants.largest)
        skew = Skew(tenants.largest, None, tenants.attribute) if tenants is not None and uneven else None
        return cls(tuple(sorted(counts.items())), skew)

    def of_attribute(self, name: str) -> float | None:
        """How many values the attribute has; None if no entity declares it."""
        return next((float(count) for one, count in self.counts if one == name), None)


def distinct_keys(
    names: frozenset[str], references: Iterable[Reference], entity: Entity | None, population: Population
) -> float | None:
    """How many combinations of these attributes' values there are; None if unknown. At least 1.

    If the entity's identity is among them, it alone decides; a product is never more than there are items.
    """
    if not names:
        return 1.0
    uses = tuple(references)
    whole = names - {use.attribute for use in uses if _cut(use) is not None}
    if entity is not None and entity.identity and entity.count and set(entity.identity) <= whole:
        return float(entity.count)
    counts = [_values(name, uses, entity, population) for name in sorted(names)]
    if None in counts:
        return _parents(names, entity)
    total = math.prod(count for count in counts if count is not None)
    items = entity.count if entity is not None else None
    return max(1.0, min(total, float(items)) if items else total)


def _values(name: str, uses: tuple[Reference, ...], entity: Entity | None, population: Population) -> float | None:
    attribute = None if entity is None else entity.attribute(name)
    count = _of_attribute(name, attribute, entity, population)
    for use in uses:
        if use.attribute == name and (cut := _cut(use)) is not None:
            return cut if count is None else min(cut, count)
    return count


def _of_attribute(
    name: str, attribute: Attribute | None, entity: Entity | None, population: Population
) -> float | None:
    if attribute is not None and attribute.values:
        return float(len(attribute.values))
    if attribute is not None and attribute.type is AttributeType.BOOL:
        return 2.0
    if entity is not None and entity.count:
        if entity.identity == (name,):
            return float(entity.count)
        if (others := _rest_of_identity(name, entity)) is not None:
            return max(1.0, entity.count / others)
        if not entity.identity and attribute is not None and format_of(attribute).unique:
            return float(entity.count)
    known = population.of_attribute(name)
    if known is None and attribute is not None and attribute.range is not None and attribute.format == "integer":
        low, high = attribute.range
        return max(1.0, high - low + 1)
    return known


def _rest_of_identity(name: str, entity: Entity) -> float | None:
    """How many items share one value of an attribute that is part of the identity, if the rest are shards and enums;
    None if the rest is not that simple.
    """
    if name not in entity.identity or len(entity.identity) == 1:
        return None
    total = 1.0
    for other in entity.identity:
        attribute = entity.attribute(other)
        if other == name or attribute is None:
            continue
        each = len(attribute.values) or shards_of(attribute, Reference(other))
        if not each:
            return None
        total *= each
    return total


def _cut(use: Reference) -> float | None:
    """How many texts a format leaves, if few."""
    for call in use.formats:
        if call.name in {"hash", "first"} and isinstance(call.argument, int) and call.argument <= _TELLING_DIGITS_MAX:
            return float((_HEX if call.name == "hash" else _BASE36) ** call.argument)
    return None


def _parents(names: frozenset[str], entity: Entity | None) -> float | None:
    """How many parents there are, from the children per parent, if these attributes are the parent's."""
    if entity is None or not entity.count or entity.per_parent is None or entity.per_parent.average <= 0:
        return None
    for overload in entity.overloads_of(BASE):
        for text in overload.keys.values():
            named = {
                one.attribute
                for one in parse(text).references
                if not is_now(entity.attribute(one.attribute), one)
                and not shards_of(entity.attribute(one.attribute), one)
            }
            if named == names:
                return max(1.0, entity.count / entity.per_parent.average)
    return None


def shards_of(attribute: Attribute | None, reference: Reference) -> int:
    """How many shards a reference makes, by its format or its attribute's; 0 if none."""
    for call in reference.formats:
        if call.name == "shard" and isinstance(call.argument, int):
            return max(call.argument, 1)
    made = attribute.format if attribute is not None else ""
    if made.startswith("shard(") and made.endswith(")") and made[6:-1].isdigit():
        return max(int(made[6:-1]), 1)
    return 0


def tells_apart(reference: Reference) -> bool:
    """Return whether different values have different texts: not truncated, no shard, no time period."""
    return _cut(reference) is None and not any(call.name in _NOW or call.name == "shard" for call in reference.formats)


def is_now(attribute: Attribute | None, reference: Reference) -> bool:
    """Return whether the reference produces a time period, which all current calls share."""
    if any(call.name in _NOW for call in reference.formats):
        return True
    return not reference.formats and attribute is not None and attribute.format in _NOW_FORMATS and not attribute.values


def period_of(attribute: Attribute | None, reference: Reference) -> str:
    """The time period that the reference produces (`date`), which all current calls share; '' if it produces none."""
    if not is_now(attribute, reference):
        return ""
    found = next((call.name for call in reference.formats if call.name in _NOW), "")
    return found or (attribute.format if attribute is not None else "")


def is_moment(attribute: Attribute | None, reference: Reference) -> bool:
    """Return whether the reference produces a time in milliseconds, so that hardly two calls have the same."""
    if reference.formats:
        return reference.formats[-1].name == "iso"
    return attribute is not None and attribute.format in _MOMENT_FORMATS and not attribute.values
