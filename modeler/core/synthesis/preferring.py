"""What makes one table key better than another that costs nearly the same, in dollars that nobody pays."""

from __future__ import annotations

import math
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.items.sizes import Sizes
from modeler.core.limits import MIN_DISTINCT
from modeler.core.synthesis.candidates.bucketing import is_endless
from modeler.core.synthesis.candidates.keys import LISTED_MAX
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import Workshop

COARSE: Final = 0.05
"""Share of its cost that a table key counts more for each id that it has in its sort key, not in its partition key."""
PRIVATE: Final = 0.5
"""The same for a key of sensitive data, one that does not begin with the tenant, or one with too few values."""
STRANGE: Final = 0.02
"""The same for a partition key that begins with something other than the id of an entity."""
ENDLESS: Final = 0.05
"""The same for a key whose collections grow without bound."""


def bias(workshop: Workshop, sizes: Sizes, entity: Entity, shape: KeyShape, cost: float) -> float:
    """Prefer fine partition keys, ids over other values, the tenant first, and collections that stop growing."""
    tenancy = workshop.design.options.tenancy
    sought = () if tenancy is None or not tenancy.is_pooled or entity.name in tenancy.shared else (tenancy.attribute,)
    parted = sought and entity.attribute(sought[0]) is not None and sought[0] not in shape.partition
    loose = sum(name in workshop.words.owners and name not in entity.identity for name in shape.sort)
    private = any((held := entity.attribute(name)) is not None and held.sensitive for name in shape.attributes)
    strange = int(bool(shape.partition) and shape.partition[0] not in workshop.words.owners)
    strange += len(entity.identity) > 1 and not shape.sort
    strange += 2 * (shape.block == "composite identity" and shape.partition[:1] != entity.identity[:1])
    endless = is_endless(workshop, entity, shape, sizes)
    share = (
        ENDLESS * endless
        + COARSE * loose
        + PRIVATE * (private + bool(parted) + _is_crowded(entity, shape))
        + STRANGE * strange
    )
    return share * cost + 1e-5 * share


def _is_crowded(entity: Entity, shape: KeyShape) -> bool:
    """Return whether many items share few partition keys, because each of its attributes has a list of values."""
    held = [entity.attribute(name) for name in shape.partition]
    if not held or shape.shards or (entity.count or 0) <= LISTED_MAX:
        return False
    return math.prod(len(one.values) if one is not None and one.values else math.inf for one in held) < MIN_DISTINCT
