"""The possible states of an entity's items, in the attributes that a question needs: enum shares, optional attributes,
samples.

They are `Worlds`: combinations of attribute values with a weight each. Attributes count as independent of each other
unless samples show them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final, NamedTuple

from modeler.core.design.items import Attribute, Entity
from modeler.core.items.value_bounds import SAMPLES_READ_MAX, SizeSource, enum_value
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number, string

WORLDS_MAX: Final = 4096
"""Combinations that are considered; beyond that the rest is left out and the share is an assumption."""


class World(NamedTuple):
    """One possible state of an item, in the relevant attributes, and its probability (the weights of all add up to
    1).
    """

    weight: float
    item: Item


@dataclass(frozen=True, slots=True)
class Worlds:
    """The possible states of an item, and where their weights come from."""

    members: tuple[World, ...]
    sources: frozenset[SizeSource] = frozenset()


@dataclass(frozen=True, slots=True)
class EntityFacts:
    """An entity with what its samples show: their values by attribute name, at most SAMPLES_READ_MAX of them."""

    entity: Entity
    attributes: Mapping[str, Attribute]
    samples: tuple[Item, ...]
    values: Mapping[str, list[AttributeValue]]
    _presences: dict[str, float | None] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, entity: Entity) -> EntityFacts:
        """Read an entity once. Keys of imported items count as their attributes."""
        samples = tuple(
            {**sample.stored_keys, **sample.values} if sample.stored_keys else sample.values
            for sample in entity.items[:SAMPLES_READ_MAX]
        )
        values: dict[str, list[AttributeValue]] = {}
        for sample in samples:
            for name, value in sample.items():
                values.setdefault(name, []).append(value)
        return cls(entity, {attribute.name: attribute for attribute in entity.attributes}, samples, values)

    def presence(self, name: str) -> float | None:
        """The share of items that have an attribute; None if neither the entity nor a sample has it.

        A declared share applies; without one, samples decide, and an attribute that no sample has is assumed to be
        always present.
        """
        if name not in self._presences:
            self._presences[name] = self._presence(name)
        return self._presences[name]

    def _presence(self, name: str) -> float | None:
        attribute = self.attributes.get(name)
        if attribute is not None and (attribute.optional < 1 or attribute.values):
            return attribute.optional
        if name in self.values:
            return len(self.values[name]) / len(self.samples)
        return None if attribute is None else 1.0


def worlds_of(facts: EntityFacts, names: frozenset[str], given: Mapping[str, AttributeValue] | None = None) -> Worlds:
    """The possible states of an item of the entity in these attributes; `given` ones are fixed."""
    fixed = {name: value for name, value in (given or {}).items() if name in names}
    axes: list[list[tuple[float, dict[str, AttributeValue]]]] = []
    sources: set[SizeSource] = set()
    together: list[str] = []
    for name in sorted(names - fixed.keys()):
        attribute = facts.attributes.get(name)
        if attribute is not None and (attribute.values or attribute.optional < 1):
            axes.append(_axis(facts, attribute))
            sources.add(SizeSource.SHARES if attribute.values else SizeSource.DECLARED)
        else:
            together.append(name)
    if together:
        axes.append(_sampled(facts, together, sources))
    members = tuple(_combined(axes, fixed))
    if len(members) >= WORLDS_MAX:
        sources.add(SizeSource.ASSUMED)
    total = sum(world.weight for world in members) or 1.0
    return Worlds(tuple([World(weight / total, item) for weight, item in members]), frozenset(sources))


def _combined(
    axes: list[list[tuple[float, dict[str, AttributeValue]]]], fixed: dict[str, AttributeValue]
) -> Iterable[World]:
    for choice in islice(product(*axes), WORLDS_MAX):
        weight = 1.0
        item = dict(fixed)
        for share, values in choice:
            weight *= share
            item.update(values)
        yield World(weight, item)


def _axis(facts: EntityFacts, attribute: Attribute) -> list[tuple[float, dict[str, AttributeValue]]]:
    """The values of one attribute with their shares, including absence."""
    if attribute.values:
        total = sum(attribute.values.values())
        even = 1 / len(attribute.values)
        options = [
            ((share / total if total > 0 else even) * attribute.optional, {attribute.name: enum_value(attribute, text)})
            for text, share in attribute.values.items()
        ]
    else:
        options = [(attribute.optional, {attribute.name: _example(facts, attribute)})]
    if attribute.optional < 1:
        options.append((1 - attribute.optional, {}))
    return options


def _example(facts: EntityFacts, attribute: Attribute) -> AttributeValue:
    return next(iter(facts.values.get(attribute.name, ())), None) or placeholder(attribute)


def placeholder(attribute: Attribute) -> AttributeValue:
    """A value for an attribute without a known one."""
    match attribute.type:
        case AttributeType.S:
            return string("?")
        case AttributeType.N:
            return number(1)
        case AttributeType.BOOL:
            return AttributeValue(AttributeType.BOOL, False)
        case kind:
            return AttributeValue(kind, b"?" if kind is AttributeType.B else ())


def _sampled(
    facts: EntityFacts, names: list[str], sources: set[SizeSource]
) -> list[tuple[float, dict[str, AttributeValue]]]:
    """The values that samples show together; a declared attribute that no sample has is present with an example
    value.
    """
    seen = {name for name in names if name in facts.values}
    assumed = {
        name: placeholder(attribute)
        for name in names
        if name not in seen and (attribute := facts.attributes.get(name)) is not None
    }
    if assumed:
        sources.add(SizeSource.ASSUMED)
    if not seen:
        return [(1.0, assumed)]
    sources.add(SizeSource.SAMPLES)
    weight = 1 / len(facts.samples)
    return [(weight, assumed | {n: value for n, value in item.items() if n in seen}) for item in facts.samples]
