"""Candidate keys: for the table one per useful set of given attributes, for indexes one per way to serve a read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.servings.sparse_match import joined
from modeler.core.servings.wanted import Equal, Other, Range, Wanted
from modeler.core.synthesis.calls import Call, changed_attributes
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import is_keyable, is_orderable
from modeler.core.values.attribute_values import AttributeType, AttributeValue

BASES_MAX: Final = 8
"""Table keys that are considered for an entity, those of its most frequent reads first."""
LISTED_MAX: Final = 10_000
"""An entity with more items is not kept in one item collection."""
INDEXES_MAX: Final = 24
"""Index keys that are considered for an entity."""


@dataclass(frozen=True)
class EntityCalls:
    """An entity with the calls that read or write it."""

    entity: Entity
    calls: tuple[Call, ...]

    @property
    def reads(self) -> tuple[Call, ...]:
        """Its reads by key, the most frequent first; equal ones by name, so that their order does not matter."""
        return tuple(sorted((one for one in self.calls if one.is_read), key=lambda one: (-one.rate, one.id)))

    @property
    def changes(self) -> tuple[Call, ...]:
        """Its writes of existing items."""
        return tuple(one for one in self.calls if one.is_change)


def base_shapes(known: EntityCalls) -> tuple[KeyShape, ...]:
    """Keys of the table for an entity: its identity alone, and in the collection of each set of given attributes.

    Every key identifies an item, does not change, and is known to every write of an existing item.
    """
    entity = known.entity
    changed = changed_attributes(entity, known.calls)
    found: dict[KeyShape, None] = {}
    for shape in _base_shapes(known):
        fixed = all(is_keyable(entity.attribute(name)) and name not in changed for name in shape.attributes)
        known_to_all = all(shape.attributes <= one.given for one in known.changes)
        if fixed and known_to_all and set(entity.identity) <= shape.attributes:
            found[shape] = None
    return tuple(found)[:BASES_MAX]


def _base_shapes(known: EntityCalls) -> Iterator[KeyShape]:
    entity = known.entity
    identity = entity.identity
    name = entity.name
    if not identity:
        return
    changed = changed_attributes(entity, known.calls)
    for call in known.reads:
        given = tuple(one for one in _asked(entity, call.wanted) if one not in changed)
        if not call.wanted.terms and (entity.count or 0) <= LISTED_MAX:
            for middle in _sorts(entity, call.wanted):
                yield KeyShape(name, (), _once((*middle, *identity), ()), is_base=True, block="list of everything")
        if not given or set(identity) <= set(given):
            continue
        for partition in _partitions(given, known):
            rest = [one for one in given if one not in partition]
            for middle in _sorts(entity, call.wanted):
                sort = _once((*rest, *middle, *identity), partition)
                yield KeyShape(name, partition, sort, is_base=True, block="item collection")
            yield KeyShape(name, partition, _once(identity, partition), is_base=True, block="item collection")
    if len(identity) > 1:
        for place in range(1, len(identity)):
            yield KeyShape(name, identity[:place], identity[place:], is_base=True, block="composite identity")
        yield KeyShape(name, identity[-1:], identity[:-1], is_base=True, block="composite identity")
    yield KeyShape(name, identity, (), is_base=True, block="look-up by identity")


def index_shapes(known: EntityCalls) -> tuple[KeyShape, ...]:
    """Keys of indexes for an entity: for each read from what it gives, its range or order, then the identity."""
    found: dict[KeyShape, None] = {}
    for call in known.reads:
        for shape in _index_shapes(known, call):
            found[shape] = None
    return tuple(found)[:INDEXES_MAX]


def _index_shapes(known: EntityCalls, call: Call) -> Iterator[KeyShape]:
    entity, wanted = known.entity, call.wanted
    given = [name for name in _ordered(entity, wanted.names) if is_orderable(entity.attribute(name))]
    fixed = [name for name in given if name in wanted.constants]
    asked = tuple(name for name in given if name not in fixed)
    when = _condition(wanted)
    words = tuple(_word(wanted.constants[name]) for name in fixed)
    for middle in _sorts(entity, wanted):
        tail = (*middle, *entity.identity)
        if when:
            yield KeyShape(entity.name, asked, _once(tail, asked), when=when, constants=words, block="sparse index")
        whole = tuple(given)
        if not whole and not when:
            yield KeyShape(entity.name, (), _once(tail, ()), block="list of everything")
        if whole:
            yield KeyShape(entity.name, whole, _once(tail, whole), block="look-up" if not middle else "sorted list")
        for partition in _partitions(asked, known):
            rest = [name for name in given if name not in partition]
            if rest:
                sort = _once((*rest, *tail), partition)
                yield KeyShape(entity.name, partition, sort, block="item collection", coarse=True)
            if middle and partition == asked:
                yield KeyShape(entity.name, partition, _once(tail, partition), block="item collection")


def _condition(wanted: Wanted) -> str:
    """The constant part of a filter: what every requested item has in common, whatever the caller gives."""
    texts = [
        term.text
        for term in wanted.terms
        if (isinstance(term, Equal) and isinstance(term.value, AttributeValue))
        or (isinstance(term, Other) and term.names and ":" not in term.text)
    ]
    return joined(tuple(texts)) if texts else ""


def _word(value: AttributeValue) -> str:
    text = str(value.data)
    return "".join(letter for letter in text if letter.isalnum() or letter in "_-")


def _sorts(entity: Entity, wanted: Wanted) -> list[tuple[str, ...]]:
    """The attributes to sort by: those of the order, of the range, and the range before the order."""
    order = tuple(name for name in wanted.order if is_orderable(entity.attribute(name)))
    ranges = [term.attribute for term in wanted.terms if isinstance(term, Range)]
    bounded = tuple(name for name in ranges if is_orderable(entity.attribute(name)))[:1]
    found = [_once(order, ()), bounded, _once((*bounded, *order), ())]
    return list(dict.fromkeys(found)) if order or bounded else [()]


def _asked(entity: Entity, wanted: Wanted) -> list[str]:
    """The attributes that the caller gives and a key can hold, without those that have a constant."""
    names = [name for name in wanted.names if name not in wanted.constants]
    return [name for name in _ordered(entity, names) if is_keyable(entity.attribute(name))]


def _partitions(given: Sequence[str], known: EntityCalls) -> list[tuple[str, ...]]:
    """All of the given attributes, and those of them that another read gives: one collection can serve both."""
    found = {tuple(given): None}
    for other in known.reads:
        shared = tuple(name for name in _asked(known.entity, other.wanted) if name in given)
        if shared and len(shared) == len(_asked(known.entity, other.wanted)):
            found[shared] = None
    return [one for one in found if one]


def _once(names: Sequence[str], without: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name not in without)


def _ordered(entity: Entity, names: Sequence[str]) -> list[str]:
    """Attributes as the entity lists them, so that the order of patterns and parameters does not matter."""
    places = {attribute.name: place for place, attribute in enumerate(entity.attributes)}
    identity = set(entity.identity)
    kept = [name for name in names if name in places]
    return sorted(kept, key=lambda name: (name in identity, _is_state(entity, name), places[name]))


def _is_state(entity: Entity, name: str) -> bool:
    """Return whether an attribute has few values: it follows the ids in a partition key."""
    attribute = entity.attribute(name)
    return attribute is not None and (bool(attribute.values) or attribute.type is AttributeType.BOOL)


def labeled(shapes: Sequence[KeyShape]) -> tuple[KeyShape, ...]:
    """The shapes with the entity's label only where entities can share a collection of an index."""
    users: dict[tuple[str, ...], set[str]] = {}
    for shape in shapes:
        if not shape.is_base:
            users.setdefault((*shape.partition, *shape.constants), set()).add(shape.entity)
    return tuple(
        replace(shape, labeled=shape.is_base or len(users[(*shape.partition, *shape.constants)]) > 1)
        for shape in shapes
    )
