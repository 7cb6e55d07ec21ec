"""Entities that take items of another one: known from sample items that both designs have, by their identity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.tables import Table
from modeler.core.migration.pairs import EntityPair, Pairing


@dataclass(frozen=True, slots=True)
class EntitySplit:
    """A new entity in its table, the entity whose stored items become it, and how many sample items show that."""

    table: Table
    entity: Entity
    source: EntityPair
    items: int

    @property
    def message(self) -> str:
        """The split as a sentence without its period."""
        return f"{self.entity.name} takes stored items of {self.source.before.name}, such as {self.shown}"

    @property
    def shown(self) -> str:
        """How many of the sample items show it."""
        return f"{self.items} of {len(self.source.before.items)} sample items"


def splits(pairing: Pairing) -> Iterator[EntitySplit]:
    """Every new entity that has sample items of an entity of the design before."""
    for table, entity in pairing.new_entities():
        for pair in pairing.entities:
            if pair.is_stored and (items := _split_off(pair, entity.items)):
                yield EntitySplit(table, entity, pair, items)


def _split_off(pair: EntityPair, others: tuple[SampleItem, ...]) -> int:
    """How many sample items of an entity another one has after the change, by their identity."""
    names = [(name, pair.renames.get(name, name)) for name in pair.before.identity]
    if not names:
        return 0
    news, kept = (
        {tuple(one.values.get(new) for _, new in names) for one in items} for items in (others, pair.after.items)
    )
    olds = [tuple(one.values.get(old) for old, _ in names) for one in pair.before.items]
    return sum(1 for one in olds if None not in one and one in news and one not in kept)
