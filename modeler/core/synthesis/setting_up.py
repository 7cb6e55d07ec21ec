"""From a design to a synthesis problem: entities, their calls, their candidate keys, and what no key can serve."""

from __future__ import annotations

from dataclasses import dataclass, replace

from modeler.core.design.items import BASE, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Projection
from modeler.core.keys.templates import parse
from modeler.core.synthesis.answer import SynthesisOptions
from modeler.core.synthesis.calls import PlacedCall, calls_of
from modeler.core.synthesis.candidates.bucketing import bucketed
from modeler.core.synthesis.candidates.keys import EntityCalls, base_shapes, index_shapes
from modeler.core.synthesis.candidates.local_indexes import local_shapes, may_be_local, stays_small
from modeler.core.synthesis.candidates.natural_keys import wants_natural_keys
from modeler.core.synthesis.candidates.sharding import Sharding
from modeler.core.synthesis.derived.aggregates import impossible_for
from modeler.core.synthesis.pricing import Pricing
from modeler.core.synthesis.problem import EntityGroup, KeyChoice, Problem
from modeler.core.synthesis.reads.point_reads import with_point_reads
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import resolved_read, resolved_write
from modeler.core.synthesis.unmet import Unmet, unserved, without_key
from modeler.core.synthesis.words import PartLabels, is_named_after, looks_like_id
from modeler.core.synthesis.workshop import Workshop, typed


@dataclass(frozen=True)
class Setup:
    """A problem with the entities and calls that it came from. `every`: the groups with the options too that find one
    item in a collection, for a budget that no other choice meets.
    """

    design: Design
    workshop: Workshop
    pricing: Pricing
    calls: tuple[PlacedCall, ...]
    groups: tuple[EntityGroup, ...]
    unmet: tuple[Unmet, ...]
    every: tuple[EntityGroup, ...]

    def problem(self, slots: int | None) -> Problem:
        """The choice with at most this many index slots."""
        return Problem(self.groups, slots)

    def exactly(self, group: EntityGroup, choice: KeyChoice) -> KeyChoice:
        """A choice of a group with exact prices."""
        owners = {entity.id for entity in group.entities}
        unmet = [one.call for one in self.unmet]
        writes = (one for one in self.calls if not one.is_read and any(each.id in owners for each in one.entities))
        return self.pricing.exactly(group, choice, tuple(one for one in writes if one not in unmet))


def set_up(design: Design, options: SynthesisOptions | None = None) -> Setup:
    """The problem of a design: its entities with a type attribute, its calls by intent, and the prices of each way to
    serve them. Local indexes are considered if a read that must be strongly consistent is not served without.
    """
    made = _set_up(design, options)
    if (options is not None and options.live) or not any(may_be_local(one.call) for one in made.unmet):
        return made
    other = _set_up(design, options, local=True)
    return other if len(other.unmet) < len(made.unmet) else made


def _set_up(design: Design, options: SynthesisOptions | None, *, local: bool = False) -> Setup:
    options = options or SynthesisOptions()
    calls = calls_of(design)
    entities = tuple(typed(entity) for _, entity in design.entities())
    by_id = {entity.id: entity for entity in entities}
    calls = tuple(replace(one, entities=tuple(by_id[each.id] for each in one.entities)) for one in calls)
    tenancy = design.options.tenancy
    together = {each.name for one in calls if len(one.entities) > 1 for each in one.entities}
    words = PartLabels(entities, tenancy.attribute if tenancy is not None else "", together)
    workshop = Workshop(design, words, natural_keys=wants_natural_keys(design, options))
    pricing = Pricing(workshop, local=local)
    impossible = {
        one: Unmet(one, *why)
        for one in calls
        if (why := impossible_for(workshop, one, calls, pricing.sizes)) is not None
    }
    possible = tuple(one for one in calls if one not in impossible)
    known = {one.id: _calls_of(one, possible, entities) for one in entities}
    sharding = Sharding(workshop, entities, pricing.sizes)
    indexes = _indexes(sharding, known)
    groups: list[EntityGroup] = []
    unmet: list[Unmet] = [*impossible.values()]
    for members in _together(entities, possible):
        parts = [known[one.id] for one in members]
        made, failed = _group(pricing, parts, indexes, _kept(design, options), sharding, live=options.live)
        unmet += failed
        if made is not None:
            groups.append(made)
    unmet += [unserved(one) for one in calls if not one.entities and one.asked.operation is not Operation.STEPS]
    direct = tuple(with_point_reads(group) for group in groups)
    return Setup(design, workshop, pricing, calls, direct, tuple(unmet), tuple(groups))


def _calls_of(entity: Entity, calls: tuple[PlacedCall, ...], entities: tuple[Entity, ...]) -> EntityCalls:
    """An entity with its calls, and the reads of whole collections that must not return its items."""
    mine = tuple(one for one in calls if any(entity.id == each.id for each in one.entities))
    beside = tuple(one for one in calls if one.is_read and len(one.entities) > 1 and one not in mine)
    return EntityCalls(entity, mine, beside, _is_link(entity, entities))


def _is_link(entity: Entity, entities: tuple[Entity, ...]) -> bool:
    """Return whether each part of the identity identifies something else, which is not a part of this."""
    own = set(entity.identity)
    if len(own) < 2 or entity.constraint_of or any(is_named_after(name, entity) for name in own):
        return False
    known = {name for one in entities if one is not entity and not own <= {*one.identity} for name in one.identity}
    return own <= known and all(looks_like_id(name) for name in own)


def _kept(design: Design, options: SynthesisOptions) -> dict[str, KeyShape]:
    """The present keys of the table that must stay, by the id of the entity."""
    found = {}
    for table, entity in design.entities():
        base = entity.overloads_of(BASE)
        named = options.keep or entity.name in options.keep_keys
        if named and len(base) == 1 and len(table.base.key_names) == 2:
            first, second = (base[0].keys.get(name, "") for name in table.base.key_names)
            names = (parse(first).attributes, parse(second).attributes)
            fixed = (first, second)
            found[entity.id] = KeyShape(entity.name, *names, is_base=True, block="present key", fixed=fixed)
    return found


def _indexes(sharding: Sharding, known: dict[str, EntityCalls]) -> dict[str, tuple[KeyShape, ...]]:
    """The index keys of each entity by its name, with the shards that they need."""
    found: dict[str, tuple[KeyShape, ...]] = {}
    for one in known.values():
        bases = base_shapes(one)
        made = [sharding.sharded(one, shape, bases[-1]) for shape in index_shapes(one)] if bases else []
        periodic = {shape: bucketed(sharding.workshop, one, shape, sharding.sizes) for shape in made}
        plain = (replace(shape, endless=periodic[shape] is not None) for shape in made)
        found[one.entity.name] = tuple(dict.fromkeys((*plain, *filter(None, periodic.values()))))
    return found


def _together(entities: tuple[Entity, ...], calls: tuple[PlacedCall, ...]) -> list[list[Entity]]:
    """Entities in groups: those that a call reads or writes together belong to one."""
    leader = {one.id: one.id for one in entities}

    def lead(one: str) -> str:
        while leader[one] != one:
            one = leader[one]
        return one

    for call in calls:
        for other in call.entities[1:]:
            leader[lead(other.id)] = lead(call.entities[0].id)
    groups: dict[str, list[Entity]] = {}
    for one in entities:
        groups.setdefault(lead(one.id), []).append(one)
    return list(groups.values())


def _group(
    pricing: Pricing,
    members: list[EntityCalls],
    indexes: dict[str, tuple[KeyShape, ...]],
    stays: dict[str, KeyShape],
    sharding: Sharding,
    *,
    live: bool = False,
) -> tuple[EntityGroup | None, list[Unmet]]:
    """The group with every read that some choice of keys serves; the other reads, and writes without a key, are
    unmet.
    """
    reads = tuple(dict.fromkeys(one for member in members for one in member.reads))
    kept = [_droppable(pricing, member) for member in members]
    unmet = [without_key(one) for _, dropped in kept for one in dropped]
    left = [member for member, _ in kept]
    bases = [(stays[one.entity.id],) if one.entity.id in stays else _bases(pricing, one, sharding) for one in left]
    if not all(bases):
        names = ", ".join(one.entity.name for one, shapes in zip(left, bases, strict=True) if not shapes)
        reason = f"{names} has no identity from which a key can be made"
        return None, [*unmet, *(Unmet(one, reason, "declare the identity of the entity") for one in reads)]
    of = [indexes.get(member.entity.name, ()) for member in left]
    while True:
        made = pricing.group(left, bases, of, reads)
        if made.choices:
            return made, unmet
        failed = _hardest(pricing, made, bases, of, reads)
        if failed is None:
            return None, unmet
        together = [*reads, *(one for member in members for one in member.calls if not one.is_read)]
        item = pricing.sizes.item(pricing.workshop.table([], ()), failed.entities[0]).bytes
        unmet.append(unserved(failed, together, item_bytes=item, live=live))
        reads = tuple(one for one in reads if one is not failed)


def _droppable(pricing: Pricing, member: EntityCalls) -> tuple[EntityCalls, list[PlacedCall]]:
    """An entity without the writes that give no key at all: they would rule out every key of the table."""
    identity = set(member.entity.identity)
    dropped = [one for one in member.changes if not identity <= one.given]
    return replace(member, calls=tuple(one for one in member.calls if one not in dropped)), dropped


def _bases(pricing: Pricing, member: EntityCalls, sharding: Sharding) -> tuple[KeyShape, ...]:
    """Keys of the table under which every write of the entity finds its item, with the shards and periods that they
    need.
    """
    found = []
    for shape in base_shapes(member):
        table = pricing.workshop.table([(member.entity, shape, [])], ())
        if all(resolved_write(pricing.workshop, table, one) is not None for one in member.changes):
            if pricing.local and not stays_small(pricing.workshop, sharding.bare, member.entity, shape, pricing.sizes):
                continue
            made = sharding.sharded(member, shape, shape)
            # Of an identity with a part that is too hot, the whole is the better partition key.
            if not made.shards or shape.block != "composite identity":
                found.append(made)
            periodic = bucketed(pricing.workshop, member, made, pricing.sizes)
            if periodic is not None:
                found.append(periodic)
    return tuple(found)


def _hardest(
    pricing: Pricing,
    made: EntityGroup,
    bases: list[tuple[KeyShape, ...]],
    indexes: list[tuple[KeyShape, ...]],
    reads: tuple[PlacedCall, ...],
) -> PlacedCall | None:
    """A read that no choice of keys serves: one that nothing serves by itself, else the one with the most entities."""
    workshop = pricing.workshop
    together = sorted((one for one in reads if len(one.entities) > 1), key=lambda one: (-len(one.entities), one.rate))
    for call in sorted((one for one in reads if len(one.entities) == 1), key=lambda one: (one.rate, one.id)):
        place = next(i for i, one in enumerate(made.entities) if one.id == call.entities[0].id)
        entity = made.entities[place]
        tables = [workshop.table([(entity, base, [])], ()) for base in bases[place]]
        tables += [
            workshop.table(
                [(entity, bases[place][0], [("GSI1", shape)])], (workshop.index(1, Projection(), shape.native),)
            )
            for shape in indexes[place]
        ]
        names: list[str | None] = [None] * len(bases[place]) + ["GSI1"] * len(indexes[place])
        if pricing.local and may_be_local(call):
            local = [(base, shape) for base in bases[place] for shape in local_shapes(call, base)]
            index = workshop.index(1, Projection(), is_local=True)
            tables += [workshop.table([(entity, base, [(index.name, one)])], (index,)) for base, one in local]
            names += [index.name] * len(local)
        served = (resolved_read(workshop, t, call, n, pricing.sizes) for t, n in zip(tables, names, strict=True))
        if not any(served):
            return call
    if together:
        return together[0]
    # Each of them is served alone: of those that only the table's own key can serve, the least frequent one gives way.
    return next((one for one in reversed(reads) if one.asked.consistent), reads[-1] if reads else None)
