"""From a choice to a design: slots for the index entries, key templates, and every pattern with its key and index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Projection, ProjectionType, Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import LiteralText, parse
from modeler.core.synthesis.calls import PlacedCall, reassembled
from modeler.core.synthesis.candidates.natural_keys import natural_key
from modeler.core.synthesis.problem import FROM_TABLE, EntryOption, Problem, SlotType, Solution
from modeler.core.synthesis.reads.projecting import fetched, fits, needs_of
from modeler.core.synthesis.setting_up import Setup
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import ServedCall, resolved_read, resolved_write
from modeler.core.synthesis.words import PartLabels


@dataclass(frozen=True)
class AssembledIndex:
    """One index of the table, with the entry of each entity that uses it, by the entity's id. `native`: the attribute
    that is its sort key, if that is not a text.
    """

    name: str
    projection: Projection
    entries: Mapping[str, KeyShape]
    native: str = ""
    is_local: bool = False


@dataclass(frozen=True)
class Assembled:
    """A design that a choice makes. `sources` names for each read the slot that serves it (None: the table itself)."""

    design: Design
    slots: tuple[AssembledIndex, ...]
    sources: Mapping[tuple[str, tuple[int, ...]], str | None]
    shapes: Mapping[str, KeyShape]
    resolved: Mapping[tuple[str, tuple[int, ...]], ServedCall]

    @property
    def gsis(self) -> int:
        """How many GSIs its table has."""
        return sum(not one.is_local for one in self.slots)

    @property
    def local(self) -> frozenset[str]:
        """The names of its LSIs."""
        return frozenset(one.name for one in self.slots if one.is_local)


@dataclass
class _Slot:
    kind: SlotType
    names: list[str]
    entries: dict[str, EntryOption] = field(default_factory=dict)
    owners: dict[str, Entity] = field(default_factory=dict)
    outlines: dict[str, str] = field(default_factory=dict)


def assembled(setup: Setup, solution: Solution) -> Assembled:
    """The design of a solution: one table with its slots, its entities' overloads, and resolved patterns."""
    slots, places = _slots(setup, solution)
    made = tuple(
        AssembledIndex(
            name,
            _projection(slot),
            _labeled(setup.workshop.words, slot),
            slot.kind.native,
            slot.kind.is_local,
        )
        for name, slot in zip(_names(slots), slots, strict=True)
    )
    sources: dict[tuple[str, tuple[int, ...]], str | None] = {}
    shapes: dict[str, KeyShape] = {}
    for group_place, (group, picked) in enumerate(zip(setup.groups, solution.picked, strict=True)):
        choice = group.choices[picked.choice]
        shapes |= {entity.id: shape for entity, shape in zip(group.entities, choice.shapes, strict=True)}
        for call, source in zip(group.reads, picked.sources, strict=True):
            sources[call.id] = None if source == FROM_TABLE else made[places[group_place, source]].name
    table = _table(setup, made, shapes)
    resolved: dict[tuple[str, tuple[int, ...]], ServedCall] = {}
    patterns = _patterns(setup, table, sources, resolved)
    design = replace(setup.design, tables=(table,), patterns=patterns)
    return Assembled(_without_lost_mutes(design), made, sources, shapes, resolved)


def _slots(setup: Setup, solution: Solution) -> tuple[list[_Slot], dict[tuple[int, int], int]]:
    """Each entry in a slot of its type that its entity does not use yet, the one that widens the fewest entries."""
    slots: list[_Slot] = []
    taken: dict[tuple[int, int], _Slot] = {}
    for kind in Problem(setup.groups).slot_types:
        mine: list[_Slot] = []
        for place, (group, picked) in enumerate(zip(setup.groups, solution.picked, strict=True)):
            choice = group.choices[picked.choice]
            for number in picked.entries:
                option = choice.entries[number]
                if option.slot != kind:
                    continue
                entity = group.entities[option.owner]
                free = [slot for slot in mine if entity.id not in slot.entries]
                if not free:
                    free = [_Slot(kind, [])]
                    mine += free
                names = option.entry.projection.attributes
                text = _outline(setup.workshop.words, option.entry.shape, entity)
                best = min(
                    free,
                    key=lambda slot: (
                        any(_can_meet(text, one) for one in slot.outlines.values()),
                        len(set(names) - set(slot.names)),
                    ),
                )
                best.entries[entity.id] = option
                best.outlines[entity.id] = text
                best.owners[entity.id] = entity
                best.names += [name for name in names if name not in best.names]
                taken[place, number] = best
        slots += mine
    return slots, {key: next(i for i, one in enumerate(slots) if one is slot) for key, slot in taken.items()}


def _names(slots: list[_Slot]) -> Iterator[str]:
    """GSIs and LSIs are numbered apart."""
    numbers = {False: count(1), True: count(1)}
    for slot in slots:
        yield f"{'LSI' if slot.kind.is_local else 'GSI'}{next(numbers[slot.kind.is_local])}"


def _outline(words: PartLabels, shape: KeyShape, entity: Entity) -> str:
    """The literals of a partition key, with {} for each value."""
    parts = parse(words.partition(shape, entity)).parts
    return "".join(part.text if isinstance(part, LiteralText) else "{}" for part in parts)


def _can_meet(one: str, other: str) -> bool:
    """Return whether partition keys with these literals could be the same: then their items share a collection."""
    mine, its = one.split("#"), other.split("#")
    return len(mine) == len(its) and all(a == b or "{}" in (a, b) for a, b in zip(mine, its, strict=True))


def _labeled(words: PartLabels, slot: _Slot) -> dict[str, KeyShape]:
    """The keys of an index, with the entity's label where another entity has the same key beside it."""
    made = {}
    for owner, option in slot.entries.items():
        shape = option.entry.shape
        bare = shape.partition or shape.constants
        others = (text for each, text in slot.outlines.items() if each != owner)
        shared = not shape.is_local and bool(bare) and any(_can_meet(slot.outlines[owner], text) for text in others)
        made[owner] = replace(shape, labeled=True) if shared else shape
    return made


def _projection(slot: _Slot) -> Projection:
    kind = slot.kind.projection
    return Projection(kind, tuple(slot.names) if kind is ProjectionType.INCLUDE else ())


def _table(setup: Setup, slots: tuple[AssembledIndex, ...], shapes: Mapping[str, KeyShape]) -> Table:
    indexes = tuple(
        setup.workshop.index(int(one.name[3:]), one.projection, one.native, is_local=one.is_local) for one in slots
    )
    entities = {entity.id: entity for group in setup.groups for entity in group.entities}
    ordered = [entities[one.id] for _, one in setup.design.entities() if one.id in entities]
    rows = [
        (
            entity,
            shapes[entity.id],
            [(slot.name, slot.entries[entity.id]) for slot in slots if entity.id in slot.entries],
        )
        for entity in ordered
    ]
    table = setup.workshop.table(rows, indexes)
    for slot in slots if setup.workshop.natural_keys else ():
        table = _with_natural_key(table, slot, entities)
    return replace(table, entities=tuple(_with_items(one, entities[one.id]) for one in table.entities))


def _with_natural_key(table: Table, slot: AssembledIndex, entities: Mapping[str, Entity]) -> Table:
    """The table with an index of one entity keyed by the attributes themselves, if they are all that its key has."""
    if len(slot.entries) != 1:
        return table
    ((owner, shape),) = slot.entries.items()
    key = natural_key(entities[owner], shape, table.entities)
    if key is None:
        return table

    def keyed(one: Entity) -> Entity:
        overloads = (replace(each, keys=key.templates, when="") if each.index == slot.name else each
                     for each in one.overloads)  # fmt: skip
        return replace(one, overloads=tuple(overloads))

    indexes = tuple(key.index(one) if one.name == slot.name else one for one in table.indexes)
    return replace(table, indexes=indexes, entities=tuple(map(keyed, table.entities)))


def _with_items(written: Entity, source: Entity) -> Entity:
    """Sample items keep their values: their keys follow from the new templates."""
    return replace(written, items=tuple(replace(one, stored_keys={}) for one in source.items))


def _patterns(
    setup: Setup,
    table: Table,
    sources: Mapping[tuple[str, tuple[int, ...]], str | None],
    resolved: dict[tuple[str, tuple[int, ...]], ServedCall],
) -> tuple[AccessPattern, ...]:
    sizes = Sizes()
    leaves: dict[str, dict[tuple[int, ...], AccessPattern]] = {}
    for call in setup.calls:
        leaf = _leaf(setup, table, call, sources, resolved, sizes)
        leaves.setdefault(call.top.id, {})[call.place] = leaf
    made = []
    for pattern in setup.design.patterns:
        whole = reassembled(pattern, leaves.get(pattern.id, {}))
        made.append(replace(whole, table=table.name))
    return tuple(made)


def _leaf(
    setup: Setup,
    table: Table,
    call: PlacedCall,
    sources: Mapping[tuple[str, tuple[int, ...]], str | None],
    resolved: dict[tuple[str, tuple[int, ...]], ServedCall],
    sizes: Sizes,
) -> AccessPattern:
    """One call against the table; one that is not served keeps its intent."""
    if not call.is_read:
        return resolved_write(setup.workshop, table, call) or replace(call.asked, table=table.name)
    if call.id in sources:
        found = resolved_read(setup.workshop, table, call, sources[call.id], sizes)
        index = table.index(sources[call.id])
        if found is not None and index is not None and not fits(table, index, needs_of(call, found.pattern)):
            found = fetched(table, call, found)
        if found is not None:
            resolved[call.id] = found
            return found.pattern
    return replace(call.asked, table=table.name)


def _without_lost_mutes(design: Design) -> Design:
    """The design without mutes of parts that it no longer has."""
    parts = {entity.id for _, entity in design.entities()} | {pattern.id for pattern in design.patterns}
    parts |= {table.id for table in design.tables}
    return replace(design, mutes=tuple(one for one in design.mutes if one.part in parts))
