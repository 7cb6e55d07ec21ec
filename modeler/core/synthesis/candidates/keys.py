"""Candidate keys: for the table one per useful set of given attributes, for indexes one per way to serve a read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from modeler.core.algebra.extent import reads_back
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Name, Path
from modeler.core.expressions.printing import print_node
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.templates import parse
from modeler.core.servings.sparse_match import joined
from modeler.core.servings.wanted import Equal, Other, Term, Wanted, WantedRange
from modeler.core.synthesis.calls import PlacedCall, changed_attributes
from modeler.core.synthesis.candidates.arranging import WIDE, arrangements, common
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import is_keyable, is_orderable, reference
from modeler.core.values.attribute_values import AttributeType, AttributeValue

BASES_MAX: Final = 48
"""Table keys that are considered for an entity, those of its most frequent reads first."""
LISTED_MAX: Final = 10_000
"""An entity with more items is not kept in one item collection."""
INDEXES_MAX: Final = 96
"""Index keys that are considered for an entity."""


@dataclass(frozen=True)
class EntityCalls:
    """An entity with the calls that read or write it. `beside` are reads of whole collections of other entities.
    `is_link`: its identity is made of the ids of others, so only a key of nothing else keeps two items from having it.
    """

    entity: Entity
    calls: tuple[PlacedCall, ...]
    beside: tuple[PlacedCall, ...] = ()
    is_link: bool = False

    @property
    def reads(self) -> tuple[PlacedCall, ...]:
        """Its reads by key, the most frequent first; equal ones by name, so that their order does not matter."""
        return tuple(sorted((one for one in self.calls if one.is_read), key=lambda one: (-one.rate, one.id)))

    @property
    def is_created_once(self) -> bool:
        """Whether a create is refused where the item exists."""
        return any(
            one.asked.operation is Operation.PUT and "attribute_not_exists" in one.asked.if_ for one in self.calls
        )

    @property
    def exact(self) -> frozenset[str]:
        """The identity, and what every write of an existing item gives beside it: who says that a removal knows the
        time of a like says that the time is a part of the like's address.
        """
        given = [one.given for one in self.changes]
        return frozenset(self.entity.identity) | (frozenset.intersection(*given) if given else frozenset())

    @property
    def changes(self) -> tuple[PlacedCall, ...]:
        """Its writes of existing items."""
        return tuple(one for one in self.calls if one.is_change)


def base_shapes(known: EntityCalls) -> tuple[KeyShape, ...]:
    """Keys of the table for an entity: its identity alone, and in the collection of each set of given attributes.

    Every key identifies an item, does not change, and is known to every write of an existing item.
    """
    own = known.entity.attributes_by_name.keys()
    whole = {frozenset(one.wanted.names) for one in known.beside if own >= {*one.wanted.names}}
    exact = known.exact if known.is_link and known.is_created_once else None
    made = (
        replace(one, labeled=frozenset(one.partition) in whole)
        for one in _base_shapes(known)
        if exact is None or one.attributes <= exact
    )
    return tuple(dict.fromkeys(made))[:BASES_MAX]


def _base_shapes(known: EntityCalls) -> Iterator[KeyShape]:
    entity, identity, name = known.entity, known.entity.identity, known.entity.name
    changed = changed_attributes(entity, known.calls)
    held = frozenset(
        one.name
        for one in entity.attributes
        if is_keyable(one) and one.name not in changed and all(one.name in call.given for call in known.changes)
    )
    if not identity or not set(identity) <= {*held, *_keyable(entity, changed, identity)}:
        return
    shared = common(frozenset(_asked(entity, one.wanted)) & held for one in known.reads)
    for call in known.reads:
        given = tuple(one for one in _asked(entity, call.wanted) if one in held)
        middles = [one for one in sorts(entity, call.wanted) if set(one) <= {*held, *identity}]
        middles = [one for one in middles if not any(_is_open(entity, name) for name in one)] or middles
        # The table's own key is hard to change: a collection of everything only if it is known to stay small.
        if not call.wanted.names and _is_small(entity):
            for middle in middles:
                yield KeyShape(name, (), _distinct((*middle, *identity), ()), is_base=True, block="list of everything")
        if set(identity) <= set(given):
            continue
        for way in arrangements(given, shared, frozenset()):
            if all(one in call.wanted.constants or _is_state(entity, one) for one in way.partition):
                continue  # a state changes sooner or later, and a key of the table cannot
            if any(_is_open(entity, one) for one in way.sort):
                continue  # the identity follows, and the value can contain the delimiter
            for middle in dict.fromkeys((*middles, ())):
                sort = _distinct((*way.sort, *middle, *identity), way.partition)
                yield KeyShape(name, way.partition, sort, is_base=True, block="item collection")
    if len(identity) > 1:
        for place in range(1, len(identity)):
            yield KeyShape(name, identity[:place], identity[place:], is_base=True, block="composite identity")
        yield KeyShape(name, identity[-1:], identity[:-1], is_base=True, block="composite identity")
    yield KeyShape(name, identity, (), is_base=True, block="look-up by identity")


def _keyable(entity: Entity, changed: frozenset[str], names: Sequence[str]) -> frozenset[str]:
    return frozenset(one for one in names if is_keyable(entity.attribute(one)) and one not in changed)


def index_shapes(known: EntityCalls) -> tuple[KeyShape, ...]:
    """Keys of indexes for an entity: for each read from what it gives, its range or order, then the identity.

    A number that a write increments is the sort key itself where it can be: DynamoDB cannot increment a part of a text.
    """
    changed = changed_attributes(known.entity, known.calls)
    shared = common(frozenset(ordered(known.entity, one.wanted.names)) for one in known.reads)
    counted = frozenset(name for one in known.changes for name in one.asked.add)
    found = [
        shape
        for call in known.reads
        for shape in _index_shapes(known.entity, call.wanted, shared, changed)
        if shape.native or not counted & shape.attributes & {*_numbers(known.entity, call.wanted)}
    ]
    own = [shape for shape in found if not shape.coarse]
    return tuple(dict.fromkeys((*own, *found)))[:INDEXES_MAX]


def _index_shapes(
    entity: Entity, wanted: Wanted, shared: Sequence[frozenset[str]], changed: frozenset[str]
) -> Iterator[KeyShape]:
    names = [name for name in ordered(entity, wanted.names) if is_orderable(entity.attribute(name))]
    for condition in _conditions(wanted):
        spoken = {term.attribute for term in condition if isinstance(term, Equal)}
        given = [name for name in names if name not in spoken]
        words = tuple(_word(wanted.constants[name]) for name in names if name in spoken)
        when = joined(tuple(term.text for term in condition)) if condition else ""
        for way in arrangements(given, shared, changed):
            if not way.partition and not condition and names and not _is_small(entity):
                continue
            for middle in sorts(entity, wanted):
                sort = _sort(entity, (*way.sort, *middle), way.partition)
                whole = present(entity, (*way.partition, *sort), when)
                coarse = not way.is_own or (bool(names) and not way.partition and not condition)
                block = _block(way.partition, way.sort, middle, condition)
                yield KeyShape(entity.name, way.partition, sort, whole, words, coarse=coarse, block=block)
            if not way.sort:
                for name in _numbers(entity, wanted):
                    coarse = not way.is_own
                    yield KeyShape(
                        entity.name, way.partition, (name,), present(entity, (*way.partition, name), when), words,
                        coarse=coarse, native=name, block="sparse index" if condition else "ranking",
                    )  # fmt: skip


def _numbers(entity: Entity, wanted: Wanted) -> list[str]:
    """The attribute with a number that can be a sort key as it is: the one of the range, or of the order."""
    ranges = [term.attribute for term in wanted.terms if isinstance(term, WantedRange)]
    names = dict.fromkeys((*ranges[:1], *wanted.order))
    held = [entity.attribute(name) for name in names]
    if len(held) != 1 or held[0] is None or held[0].type is not AttributeType.N:
        return []
    return [held[0].name] if held[0].optional >= 1 or held[0].name in wanted.present else []


def _block(
    partition: tuple[str, ...], sort: tuple[str, ...], middle: tuple[str, ...], condition: Sequence[Term]
) -> str:
    if condition:
        return "sparse index"
    if not partition:
        return "list of everything"
    return "item collection" if sort else "sorted list" if middle else "look-up"


def _conditions(wanted: Wanted) -> list[tuple[Term, ...]]:
    """What a sparse index can be limited to: parts of what all requested items have in common, whatever the caller
    gives; all of it first.
    """
    terms = [
        term
        for term in wanted.terms
        if (isinstance(term, Equal) and isinstance(term.value, AttributeValue))
        or (isinstance(term, Other) and term.names and ":" not in term.text)
    ]
    counts = range(len(terms), -1, -1) if len(terms) <= WIDE else (len(terms), 0)
    return [some for count in counts for some in combinations(terms, count)]


def present(entity: Entity, names: Sequence[str], when: str) -> str:
    """The condition of a key, with that of the attributes that not every item has."""
    missing = [name for name in names if (held := entity.attribute(name)) is not None and held.optional < 1]
    texts = [f"attribute_exists({print_node(Path((Name(name),)))})" for name in missing]
    return joined((*([when] if when else ()), *(text for text in texts if text not in when)))


def _word(value: AttributeValue) -> str:
    text = str(value.data)
    return "".join(letter for letter in text if letter.isalnum() or letter in "_-")


def sorts(entity: Entity, wanted: Wanted) -> list[tuple[str, ...]]:
    """The attributes to sort by: those of the order, of the range, and the range before the order."""
    order = tuple(name for name in wanted.order if _is_listed(entity, wanted, name))
    ranges = [term.attribute for term in wanted.terms if isinstance(term, WantedRange)]
    bounded = tuple(name for name in ranges if is_orderable(entity.attribute(name)))[:1]
    found = [_distinct(order, ()), bounded, _distinct((*bounded, *order), ())]
    return list(dict.fromkeys(found)) if order or bounded else [()]


def _sort(entity: Entity, names: tuple[str, ...], partition: tuple[str, ...]) -> tuple[str, ...]:
    """The sort key of an index: the attributes, then the identity. It need not identify an item, so nothing follows a
    text that can contain the delimiter.
    """
    kept = _distinct(names, partition)
    return kept if kept and _is_open(entity, kept[-1]) else _distinct((*kept, *entity.identity), partition)


def _is_small(entity: Entity) -> bool:
    """Return whether an entity is known to have few enough items for one item collection."""
    return entity.count is not None and entity.count <= LISTED_MAX


def _is_open(entity: Entity, name: str) -> bool:
    """Return whether the values of an attribute are known to be able to contain the delimiter of keys."""
    attribute = entity.attribute(name)
    if attribute is None or attribute.type is not AttributeType.S or not is_declared(attribute):
        return False
    behind = parse(f"{reference(name, entity)}#{{{name}}}")
    return bool(reads_back(behind, entity.attributes_by_name))


def _is_listed(entity: Entity, wanted: Wanted, name: str) -> bool:
    """Return whether a key can have the attribute without losing an item that the read requests."""
    attribute = entity.attribute(name)
    return is_orderable(attribute) and attribute is not None and (attribute.optional >= 1 or name in wanted.present)


def _asked(entity: Entity, wanted: Wanted) -> list[str]:
    """The attributes that a read gives and a key of the table can hold. Beside an order, no constants."""
    names = [name for name in wanted.names if not wanted.order or name not in wanted.constants]
    return [name for name in ordered(entity, names) if is_keyable(entity.attribute(name))]


def _distinct(names: Sequence[str], without: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name not in without)


def ordered(entity: Entity, names: Sequence[str]) -> list[str]:
    """Attributes as the entity lists them, so that the order of patterns and parameters does not matter."""
    places = {attribute.name: place for place, attribute in enumerate(entity.attributes)}
    own = set(entity.identity[1:] or entity.identity)  # of several parts, the first one is that of the parent
    parent = entity.identity[0] if len(entity.identity) > 1 else ""
    kept = [name for name in names if name in places]

    def rank(name: str) -> tuple[bool, bool, bool, bool, int]:
        return name != parent, _is_open(entity, name), name in own, _is_state(entity, name), places[name]

    return sorted(kept, key=rank)


def _is_state(entity: Entity, name: str) -> bool:
    """Return whether an attribute has few values: it follows the ids in a partition key."""
    attribute = entity.attribute(name)
    return attribute is not None and (bool(attribute.values) or attribute.type is AttributeType.BOOL)
