"""The expected share of an entity's items that an index contains: from enum shares, optional attributes, samples.

The possible states of an item, as far as a question needs them, are `Worlds`: combinations of attribute values with a
weight each. Attributes count as independent of each other unless samples show them together, so a share is an estimate;
`sources` names its basis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Final

from modeler.core.design.items import BASE, Attribute, Entity, Overload
from modeler.core.design.tables import Index, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.items.value_bounds import SAMPLES_READ_MAX, Source, enum_value
from modeler.core.keys.overload_conditions import Condition, compile_condition
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number, string

WORLDS_MAX: Final = 4096
"""Combinations that are considered; beyond that the rest is left out and the share is an assumption."""


@dataclass(frozen=True, slots=True)
class World:
    """One possible state of an item, in the relevant attributes, and its probability (the weights of all add up to
    1).
    """

    weight: float
    item: Item


@dataclass(frozen=True, slots=True)
class Worlds:
    """The possible states of an item, and where their weights come from."""

    members: tuple[World, ...]
    sources: frozenset[Source] = frozenset()


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1, and where it comes from. `certain`: it is true for every item."""

    value: float
    sources: frozenset[Source] = frozenset()
    certain: bool = False


@dataclass(frozen=True, slots=True)
class ShareCell:
    """One prepared overload: its condition, and the attributes that its keys need and an item may lack.

    `needs` is None if its keys can never be written: an invalid template, an unknown attribute. `sources` are all the
    attributes that its keys are made of.
    """

    overload: Overload | None
    holds: Condition | None
    needs: frozenset[str] | None
    sources: frozenset[str]

    def written(self, item: Item) -> bool:
        """Return whether all the attributes of the keys are present."""
        return self.needs is not None and self.needs <= item.keys()


@dataclass(frozen=True)
class ShareRow:
    """One entity's cells in one index, in order; the last is for items without an overload."""

    cells: tuple[ShareCell, ...]
    conditions: frozenset[str]

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Every attribute on which presence in the index can depend."""
        return self.conditions.union(*(cell.needs for cell in self.cells if cell.needs))

    def chosen(self, item: Item) -> ShareCell | None:
        """The cell that writes this item into the index; None if the index does not contain it."""
        for cell in self.cells:
            if cell.holds is None or cell.holds(item):
                return cell if cell.written(item) else None
        return None


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


def row_of(table: Table, index: Index, facts: EntityFacts) -> ShareRow:
    """One entity's overloads of one index, prepared for finding which of them writes an item."""
    own = frozenset() if index.is_base else frozenset(key.name for key in table.partition_key + table.sort_key)
    keys = [key.name for key in index.keys if key.name not in own]
    overloads = facts.entity.overloads_of(BASE if index.is_base else index.name)
    cells = [
        ShareCell(overload, compile_condition(overload.when), *_needs(overload.keys, keys, facts, own))
        for overload in overloads
    ]
    # If no overload applies, the item's own attributes with the key's names may still place it.
    cells.append(ShareCell(None, None, *_needs({}, keys, facts, own)))
    return ShareRow(tuple(cells), frozenset(name for overload in overloads for name in condition_names(overload.when)))


@lru_cache(maxsize=4096)
def condition_names(text: str) -> frozenset[str]:
    """Top-level attribute names in a condition with literals; none if it is not a condition."""
    if not text.strip():
        return frozenset()
    try:
        return frozenset(attribute_names(parse_condition(text)))
    except ExpressionInvalid:
        return frozenset()


def _needs(
    templates: Mapping[str, str], keys: Iterable[str], facts: EntityFacts, own: frozenset[str]
) -> tuple[frozenset[str] | None, frozenset[str]]:
    """What keys need that an item may lack (None: they can never be written), and all that they are made of."""
    sources: dict[str, float | None] = {}
    broken = False
    for key in keys:
        template = parse(templates[key]) if key in templates else None
        broken = broken or (template is not None and not template.parts)
        for name in (key,) if template is None else template.attributes:
            sources[name] = 1.0 if name in own else facts.presence(name)
    made_of = frozenset(sources)
    if broken or None in sources.values():
        return None, made_of
    return frozenset(name for name, presence in sources.items() if presence is not None and presence < 1), made_of


def worlds_of(facts: EntityFacts, names: frozenset[str], given: Mapping[str, AttributeValue] | None = None) -> Worlds:
    """The possible states of an item of the entity in these attributes; `given` ones are fixed."""
    fixed = {name: value for name, value in (given or {}).items() if name in names}
    axes: list[list[tuple[float, dict[str, AttributeValue]]]] = []
    sources: set[Source] = set()
    together: list[str] = []
    for name in sorted(names - fixed.keys()):
        attribute = facts.attributes.get(name)
        if attribute is not None and (attribute.values or attribute.optional < 1):
            axes.append(_axis(facts, attribute))
            sources.add(Source.SHARES if attribute.values else Source.DECLARED)
        else:
            together.append(name)
    if together:
        axes.append(_sampled(facts, together, sources))
    members = tuple(_combined(axes, fixed))
    if len(members) >= WORLDS_MAX:
        sources.add(Source.ASSUMED)
    total = sum(world.weight for world in members) or 1.0
    return Worlds(tuple(World(world.weight / total, world.item) for world in members), frozenset(sources))


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
    return next(iter(facts.values.get(attribute.name, ())), None) or _placeholder(attribute)


def _placeholder(attribute: Attribute) -> AttributeValue:
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
    facts: EntityFacts, names: list[str], sources: set[Source]
) -> list[tuple[float, dict[str, AttributeValue]]]:
    """The values that samples show together; a declared attribute that no sample has is present with an example
    value.
    """
    seen = {name for name in names if name in facts.values}
    assumed = {
        name: _placeholder(attribute)
        for name in names
        if name not in seen and (attribute := facts.attributes.get(name)) is not None
    }
    if assumed:
        sources.add(Source.ASSUMED)
    if not seen:
        return [(1.0, assumed)]
    sources.add(Source.SAMPLES)
    weight = 1 / len(facts.samples)
    return [(weight, assumed | {n: value for n, value in item.items() if n in seen}) for item in facts.samples]


def share_in_index(table: Table, index: Index, entity: Entity) -> Share:
    """The share of the entity's items that an index contains. facts/item-sizes#storage, facts/throughput#index-writes
    (sparse indexes).

    1 for the table itself. From enum shares and the shares of optional attributes if they decide it, else from samples;
    if neither is known, a declared attribute counts as present, and `sources` holds the assumption.
    """
    facts = EntityFacts.of(entity)
    return Share(1.0, certain=True) if index.is_base else share_of_row(row_of(table, index, facts), facts)


def share_of_row(row: ShareRow, facts: EntityFacts) -> Share:
    """`share_in_index` for prepared input."""
    return shares_of(row, facts)[0]


def cell_shares(row: ShareRow, facts: EntityFacts) -> list[tuple[ShareCell, float]]:
    """Which cells write items of the entity, with the share of the items that each writes; none with share 0."""
    return shares_of(row, facts)[1]


def shares_of(row: ShareRow, facts: EntityFacts) -> tuple[Share, list[tuple[ShareCell, float]]]:
    """The share of the entity's items that the index contains, and the share that each cell writes."""
    if not row.attributes:
        chosen = row.chosen({})
        return Share(0.0 if chosen is None else 1.0, certain=True), [] if chosen is None else [(chosen, 1.0)]
    worlds = worlds_of(facts, row.attributes)
    held: list[float] = []
    shares = dict.fromkeys(range(len(row.cells)), 0.0)
    for world in worlds.members:
        if (chosen := row.chosen(world.item)) is not None:
            held.append(world.weight)
            shares[row.cells.index(chosen)] += world.weight
    cells = [(row.cells[position], share) for position, share in shares.items() if share > 0]
    return Share(min(1.0, sum(held)), worlds.sources), cells
