"""Which entities write into the item collections of another: those whose partition keys can be equal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from modeler.core.algebra.collisions import ReasonedVerdict, Verdict, can_collide
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.keys.collisions import side_of
from modeler.core.rules.support.context import RuleContext, Written
from modeler.core.rules.support.key_prefix_index import near_keys

type Likeness = tuple[tuple[str, ...], str, tuple[object, ...]]


def entities_beside(context: RuleContext, table: Table, index: Index, entity: Entity, key: WrittenKey) -> list[str]:
    """Other entities that can have the same partition key."""
    if not index.partition_key or key.complete is None or _is_as_stored(index, entity, key):
        return []
    starts = (template.literal_prefix for template in key.complete[: len(index.partition_key)])
    near = near_keys(context, table, index).near(*starts)
    if all(other is entity for other, _, _ in near):
        return []
    like = _likeness(index, entity, key)
    asked = ("in one collection", id(table), id(index), like)
    beside = context.once(asked, lambda: _writers_beside(context, index, like, (entity, key), near))
    return list(dict.fromkeys(other.name for other in beside if other is not entity))


def _writers_beside(
    context: RuleContext, index: Index, like: Likeness, mine: tuple[Entity, WrittenKey], written: Iterable[Written]
) -> list[Entity]:
    """The entities whose partition key can equal one that is like this: those that are alike are compared once."""
    place = len(index.partition_key)
    near = [
        (other, theirs, _likeness(index, other, theirs))
        for other, theirs, _ in written
        if not _is_as_stored(index, other, theirs)
    ]
    # Most entities are like nobody else: none of them is compared with itself.
    alone = all(other is mine[0] for other, _, likeness in near if likeness == like)
    found = []
    for other, theirs, likeness in near:
        if not alone or likeness != like:
            meets = partial(_meets, *mine, other, theirs, place)
            if context.memo.of_equals("one collection", (like, likeness), meets).verdict is Verdict.YES:
                found.append(other)
    return found


def _likeness(index: Index, entity: Entity, key: WrittenKey) -> Likeness:
    """What decides which partition keys an entity can write: the templates, the condition, and of the attributes that
    the templates speak of whatever says what their values look like.
    """
    templates = (key.complete or ())[: len(index.partition_key)]
    attributes = [
        (name, known and (known.type, known.format, tuple(known.values), known.size, known.range))
        for name in dict.fromkeys(name for template in templates for name in template.attributes)
        for known in (entity.attribute(name),)
    ]
    return tuple(template.source for template in templates), key.when, tuple(attributes)


def _is_as_stored(index: Index, entity: Entity, key: WrittenKey) -> bool:
    """Return whether the partition key is stored as it is and has no declared content, so that nothing is known."""
    reference = key.templates[0].plain_reference if key.templates[0] is not None else None
    attribute = entity.attribute(reference.attribute) if reference is not None else None
    return attribute is not None and attribute.name in index.key_names and not attribute.values


def _meets(entity: Entity, key: WrittenKey, other: Entity, theirs: WrittenKey, place: int) -> ReasonedVerdict:
    left = side_of(entity, (key.complete or ())[:place], key.when)
    return can_collide(left, side_of(other, (theirs.complete or ())[:place], theirs.when))
