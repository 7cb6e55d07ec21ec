"""The choice as numbers: for each group of entities its possible keys, what they cost, and what serves each read.

A group holds the entities that some read returns together; all others are a group of their own. Groups share only the
index slots of the table, so everything else of the choice is made group by group.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from modeler.core.design.items import Entity
from modeler.core.design.tables import ProjectionType
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.workshop import TrialEntry

FROM_TABLE = -1
"""The entry of a read that the table itself serves."""
PROJECTIONS = (ProjectionType.ALL, ProjectionType.INCLUDE, ProjectionType.KEYS_ONLY)


class SlotType(NamedTuple):
    """What the entries of an index have in common: what they project, the attribute that is the sort key itself, and
    whether the index is local.
    """

    projection: ProjectionType
    native: str = ""
    is_local: bool = False


@dataclass(frozen=True, slots=True)
class ReadOption:
    """One way to serve a read: through an entry of the same key choice (`FROM_TABLE`: none), at dollars per month.

    `filtered`: it examines items that a filter discards, which a key could avoid. `indirect`: it finds one item by its
    identity in a collection that this does not identify.
    """

    entry: int
    cost: float
    filtered: bool = False
    indirect: bool = False


@dataclass(frozen=True, slots=True)
class EntryOption:
    """One index entry that can be written for an entity of the group, at dollars per month of writes and storage. Its
    `bias` is as that of a key choice.
    """

    owner: int
    entry: TrialEntry
    cost: float
    bias: float = 0.0

    @property
    def weight(self) -> float:
        """What it counts where choices are compared."""
        return self.cost + self.bias

    @property
    def slot(self) -> SlotType:
        """The type of the index slot that it needs."""
        shape = self.entry.shape
        return SlotType(self.entry.projection.type, shape.native, shape.is_local)


@dataclass(frozen=True)
class KeyChoice:
    """One choice of table keys for the entities of a group, with its dollars per month for writes and storage, the
    entries that are possible beside them, and for each read of the group its options.

    `bias` is in dollars too, but nobody pays it: it makes the choice prefer the better of keys that cost nearly the
    same, such as the finer partition key. `exact`: the entries are priced beside these keys, not beside the shortest.
    """

    shapes: tuple[KeyShape, ...]
    cost: float
    bias: float
    entries: tuple[EntryOption, ...]
    reads: tuple[tuple[ReadOption, ...], ...]
    exact: bool = False


@dataclass(frozen=True)
class EntityGroup:
    """Entities that are chosen together, and the reads that are served through their keys."""

    entities: tuple[Entity, ...]
    reads: tuple[PlacedCall, ...]
    choices: tuple[KeyChoice, ...]


@dataclass(frozen=True)
class Problem:
    """All groups. `slots` is the largest number of slots for GSIs, None if there is no limit."""

    groups: tuple[EntityGroup, ...]
    slots: int | None = None

    @cached_property
    def slot_types(self) -> tuple[SlotType, ...]:
        """The types of index slots that some entry needs, always in the same order."""
        used = {entry.slot for group in self.groups for choice in group.choices for entry in choice.entries}
        natives = {one.native for one in used if not one.is_local}
        shared = (SlotType(kind, native) for native in sorted(natives | {""}) for kind in PROJECTIONS)
        own = (SlotType(kind, "", is_local=True) for kind in PROJECTIONS)
        return (*shared, *(one for one in own if one in used))


@dataclass(frozen=True, slots=True)
class Picked:
    """The choice for one group: which keys, which entries, and for each read the entry that serves it."""

    choice: int
    entries: tuple[int, ...]
    sources: tuple[int, ...]


@dataclass(frozen=True)
class Solution:
    """The choice for every group, its dollars per month, and the number of index slots that it needs.

    `objective` is what was made as small as possible: the dollars and the bias of the chosen keys. `gap` is how much
    cheaper a better choice could still be, in dollars; 0: there is none. None: unknown.
    """

    picked: tuple[Picked, ...]
    cost: float
    slots: int
    objective: float
    gap: float | None = None


def cost_of(problem: Problem, picked: tuple[Picked, ...]) -> float:
    """Dollars per month of a choice."""
    total = 0.0
    for group, one in zip(problem.groups, picked, strict=True):
        choice = group.choices[one.choice]
        total += choice.cost + sum(choice.entries[entry].cost for entry in one.entries)
        for options, source in zip(choice.reads, one.sources, strict=True):
            total += next(option.cost for option in options if option.entry == source)
    return total


def bias_of(problem: Problem, picked: tuple[Picked, ...]) -> float:
    """The bias of the chosen keys and entries."""
    total = 0.0
    for group, one in zip(problem.groups, picked, strict=True):
        choice = group.choices[one.choice]
        total += choice.bias + sum(choice.entries[entry].bias for entry in one.entries)
    return total


def unbiased(group: EntityGroup) -> EntityGroup:
    """The group as dollars alone see it."""
    choices = (
        replace(one, bias=0.0, entries=tuple(replace(each, bias=0.0) for each in one.entries)) for one in group.choices
    )
    return replace(group, choices=tuple(choices))


def slots_of(problem: Problem, picked: tuple[Picked, ...]) -> int:
    """How many slots for GSIs a choice needs: of each type the most that any one entity uses."""
    needed: dict[SlotType, int] = {}
    for group, one in zip(problem.groups, picked, strict=True):
        choice = group.choices[one.choice]
        for owner in range(len(group.entities)):
            mine = [choice.entries[entry].slot for entry in one.entries if choice.entries[entry].owner == owner]
            for kind in {one for one in mine if not one.is_local}:
                needed[kind] = max(needed.get(kind, 0), mine.count(kind))
    return sum(needed.values())


def without(group: EntityGroup, shapes: frozenset[KeyShape]) -> EntityGroup:
    """A group in which index entries with these keys are forbidden."""
    choices = []
    for choice in group.choices:
        reads = tuple(tuple(one for one in options if _allowed(choice, one, shapes)) for options in choice.reads)
        if all(reads):
            choices.append(replace(choice, reads=reads))
    return replace(group, choices=tuple(choices))


def _allowed(choice: KeyChoice, option: ReadOption, shapes: frozenset[KeyShape]) -> bool:
    return option.entry == FROM_TABLE or choice.entries[option.entry].entry.shape not in shapes
