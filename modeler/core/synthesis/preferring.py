"""What makes one table key better than another that costs nearly the same, in dollars that nobody pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.items.sizes import Sizes
from modeler.core.limits import MIN_DISTINCT
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.candidates.bucketing import is_endless
from modeler.core.synthesis.candidates.keys import LISTED_MAX
from modeler.core.synthesis.reads.point_reads import is_identified
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import looks_like_id
from modeler.core.synthesis.workshop import Workshop

COARSE: Final = 0.05
"""Share of its cost that a table key counts more for each id that it has in its sort key, not in its partition key."""
PRIVATE: Final = 0.5
"""The same for a key of sensitive data, one that does not begin with the tenant, or one with too few values."""
STRANGE: Final = 0.02
"""The same for a partition key that begins with something other than the id of an entity."""
NAMELESS: Final = 1.0
"""The same for a key without the id by which other entities refer to the item, found by a value that it has only now:
as much as an index for that value costs.
"""
NAMELESS_DOLLARS: Final = 1.0
"""Dollars per month that such a key counts more whatever it costs."""
ENDLESS: Final = 0.05
"""The same for a key whose collections grow without bound."""
COARSE_SMALL: Final = 0.15
"""The same for a partition key of an index with only some of what a read gives, if the index costs little: more than
the bytes of the rest.
"""
COARSE_DOLLARS: Final = 0.05
"""Dollars per month by which that can exceed the share of a larger index."""
ENDLESS_INDEX: Final = 0.5
"""The same for a key of an index: its longer entries make every read of a whole window a little dearer."""


def bias(workshop: Workshop, sizes: Sizes, entity: Entity, shape: KeyShape, cost: float) -> float:
    """Prefer fine partition keys, ids over other values, the tenant or the parent first, keys that other entities know,
    and collections that stop growing.
    """
    tenancy = workshop.design.options.tenancy
    sought = () if tenancy is None or not tenancy.is_pooled or entity.name in tenancy.shared else (tenancy.attribute,)
    parted = sought and entity.attribute(sought[0]) is not None and sought[0] not in shape.partition
    loose = sum(name in workshop.words.owners and name not in entity.identity for name in shape.sort)
    private = int(any((held := entity.attribute(name)) is not None and held.sensitive for name in shape.attributes))
    strange = int(bool(shape.partition) and shape.partition[0] not in workshop.words.owners)
    strange += len(entity.identity) > 1 and not shape.sort
    leading = replace(shape, partition=entity.identity[:1])
    turned = shape.block == "composite identity" and shape.partition[:1] != entity.identity[:1]
    strange += 2 * (turned and not _is_crowded(workshop, entity, leading))
    endless = is_endless(workshop, entity, shape, sizes)
    nameless = _is_nameless(workshop, entity, shape)
    share = (
        ENDLESS * endless
        + COARSE * loose
        + PRIVATE
        * (private + bool(parted) + _is_crowded(workshop, entity, shape) + _is_scattered(workshop, entity, shape))
        + STRANGE * strange
        + NAMELESS * nameless
    )
    return share * cost + 1e-5 * share + NAMELESS_DOLLARS * nameless


def entry_bias(shape: KeyShape, cost: float) -> float:
    """Prefer the finer of two partition keys of an index, unless several reads share the coarser one, and one whose
    collections stop growing.
    """
    paid = max(cost, 0.0)
    coarse = min(COARSE_SMALL * paid, COARSE * paid + COARSE_DOLLARS) if shape.coarse else 0.0
    return coarse + ENDLESS_INDEX * paid * shape.endless + (1e-5 if shape.coarse or shape.endless else 0.0)


def coarseness(entity: Entity, shape: KeyShape, served: Sequence[PlacedCall]) -> float:
    """What a key counts more, as a share of its cost, for values in its sort key that every read of its collections
    gives: they belong to the partition key. `served` are the reads of the table's own key.
    """
    lists = [call for call in served if not is_identified(call)]
    if not lists or shape.fixed is not None:
        return 0.0
    return STRANGE * sum(all(name in call.given for call in lists) for name in shape.sort)


def _is_nameless(workshop: Workshop, entity: Entity, shape: KeyShape) -> bool:
    """Return whether others refer to the item by its identity, and its partition key has a value other than an id."""
    if entity.id not in workshop.referred or entity.constraint_of or shape.fixed is not None:
        return False
    return any(not _is_id(workshop, entity, name) for name in shape.partition)


def _is_id(workshop: Workshop, entity: Entity, name: str) -> bool:
    held = entity.attribute(name)
    known = name in workshop.words.owners or name in entity.identity or (entity.name, name) in workshop.related
    return known or looks_like_id(name) or (held is not None and bool(held.values))


def _is_scattered(workshop: Workshop, entity: Entity, shape: KeyShape) -> bool:
    """Return whether the partition key is a value that items of many parents have, and lacks the parent that begins
    the identity.
    """
    if len(entity.identity) < 2 or not shape.partition:
        return False
    parent, owners = entity.identity[0], workshop.words.owners
    return parent in owners and parent not in shape.partition and shape.partition[0] not in owners


def _is_crowded(workshop: Workshop, entity: Entity, shape: KeyShape) -> bool:
    """Return whether many items share few partition keys, because each of its attributes has few values."""
    if not shape.partition or shape.shards or (entity.count or 0) <= LISTED_MAX:
        return False
    return math.prod(_values(workshop, entity, name) for name in shape.partition) < MIN_DISTINCT


def _values(workshop: Workshop, entity: Entity, name: str) -> float:
    held = entity.attribute(name)
    return float(len(held.values)) if held is not None and held.values else workshop.values_of(entity, name) or math.inf
