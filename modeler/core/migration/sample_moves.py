"""Sample items that get another key, enter an index or leave one, if one design follows another.

The samples show it; how many stored items there are is a matter of the counts and shares in the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Index
from modeler.core.items.materialize import StoredItem, item_writer, key_of
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.values.attribute_values import AttributeValue

SHOWN: Final = 3
"""Samples of each kind of move that are shown."""


class Moving(StrEnum):
    """What happens to an item in a table or an index."""

    MOVES = "moves"
    ENTERS = "enters"
    LEAVES = "leaves"


@dataclass(frozen=True, slots=True)
class SampleMove:
    """The key values of one sample item before and after, by the names of key attributes; None if it is not there."""

    before: Mapping[str, str] | None
    after: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class SampleMoves:
    """How many of an entity's sample items on both sides move in one place, with the first few of them."""

    entity: str
    place: str
    moving: Moving
    count: int
    compared: int
    samples: tuple[SampleMove, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        samples = [{"before": _key_copy(one.before), "after": _key_copy(one.after)} for one in self.samples]
        own = {"entity": self.entity, "place": self.place, "moving": self.moving.value}
        return {**own, "count": self.count, "compared": self.compared, "samples": samples}


def sample_moves(before: Design, after: Design) -> tuple[SampleMoves, ...]:
    """What moves, by entity and by table or index, among the sample items that both designs have."""
    return tuple(one for pair in Pairing(before, after).entities for one in _of_entity(pair))


def _of_entity(pair: EntityPair) -> Iterator[SampleMoves]:
    both = list(_same_items(pair))
    if not both:
        return
    was, becomes = item_writer(pair.before_table, pair.before), item_writer(pair.after_table, pair.after)
    stored = [(was(old), becomes(new)) for old, new in both]
    for place, old, new in _places(pair):
        found: dict[Moving, list[SampleMove]] = {}
        for before, after in stored:
            sample = SampleMove(_key(old, before), _key(new, after))
            if (moving := _moving(sample)) is not None:
                found.setdefault(moving, []).append(sample)
        for moving, samples in found.items():
            yield SampleMoves(pair.after.name, place, moving, len(samples), len(both), tuple(samples[:SHOWN]))


def _same_items(pair: EntityPair) -> Iterator[tuple[SampleItem, SampleItem]]:
    """Sample items that are on both sides: those with one id, else those with the same identity."""
    by_id = {one.id: one for one in pair.before.items}
    by_identity = {name: one for one in pair.before.items if (name := _identity(pair.before, one)) is not None}
    for new in pair.after.items:
        old = by_id.get(new.id) or by_identity.get(_identity(pair.after, new) or ())
        if old is not None:
            yield old, new


def _identity(entity: Entity, sample: SampleItem) -> tuple[AttributeValue, ...] | None:
    values = tuple(sample.values[name] for name in entity.identity if name in sample.values)
    return values if values and len(values) == len(entity.identity) else None


def _places(pair: EntityPair) -> Iterator[tuple[str, Index | None, Index | None]]:
    """The table and each index by its name, before and after."""
    old, new = pair.before_table, pair.after_table
    yield new.name, old.base, new.base
    for name in dict.fromkeys(one.name for table in (old, new) for one in table.indexes):
        yield name, old.index(name), new.index(name)


def _key(index: Index | None, stored: StoredItem) -> Mapping[str, str] | None:
    """The key values of an item in an index; None if it is not in it."""
    if index is None or stored.key is None:
        return None
    values = key_of(index.keys, stored.item)
    if values is None:
        return None
    return {key.name: _text(value) for key, value in zip(index.keys, values, strict=True)}


def _moving(sample: SampleMove) -> Moving | None:
    if sample.before is None:
        return None if sample.after is None else Moving.ENTERS
    if sample.after is None:
        return Moving.LEAVES
    return None if dict(sample.before) == dict(sample.after) else Moving.MOVES


def _text(value: AttributeValue) -> str:
    return value.data.hex() if isinstance(value.data, bytes) else str(value.data)


def _key_copy(key: Mapping[str, str] | None) -> dict[str, str] | None:
    return None if key is None else dict(key)
