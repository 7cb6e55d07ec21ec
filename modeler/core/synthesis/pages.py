"""Pages of 1 MB that a read of many items takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import PAGE_BYTES

PAGES_MAX: Final = 25
"""Pages of 1 MB, read one after the other, that one request on the request path may take."""


def pages_of(table: Table, entities: Sequence[Entity], count: float, sizes: Sizes) -> float:
    """How many pages of 1 MB so many items of the largest of these entities are; infinite if their number is."""
    if not math.isfinite(count):
        return math.inf
    return count * max(sizes.item(table, one).bytes for one in entities) / PAGE_BYTES
