"""The expected share of an entity's items that an index contains: from enum shares, optional attributes, samples.

A share is an estimate from the possible states of an item (`item_states.py`); `sources` names its basis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from modeler.core.design.items import BASE, Overload
from modeler.core.design.tables import Index, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.items.item_states import EntityFacts, worlds_of
from modeler.core.items.value_bounds import SizeSource
from modeler.core.keys.overload_conditions import Condition, compile_condition
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import Item


class Share(NamedTuple):
    """A share from 0 to 1, and where it comes from. `certain`: it is true for every item."""

    value: float
    sources: frozenset[SizeSource] = frozenset()
    certain: bool = False


class ShareCell(NamedTuple):
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

    @cached_property
    def made_of(self) -> frozenset[str]:
        """Attributes in the index's keys, by template or directly."""
        used = (cell.sources for cell in self.cells if cell.overload or cell.needs is not None)
        return frozenset().union(*used)

    def chosen(self, item: Item) -> ShareCell | None:
        """The cell that writes this item into the index; None if the index does not contain it."""
        for cell in self.cells:
            if cell.holds is None or cell.holds(item):
                return cell if cell.written(item) else None
        return None


def row_of(table: Table, index: Index, facts: EntityFacts) -> ShareRow:
    """One entity's overloads of one index, prepared for finding which of them writes an item."""
    own = frozenset() if index.is_base else frozenset(table.base.key_names)
    keys = [name for name in index.key_names if name not in own]
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


def share_of_row(row: ShareRow, facts: EntityFacts) -> Share:
    """The share of the entity's items that an index contains. facts/item-sizes#storage, facts/throughput#index-writes
    (sparse indexes).

    From enum shares and the shares of optional attributes if they decide it, else from samples; if neither is known, a
    declared attribute counts as present, and `sources` holds the assumption.
    """
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
