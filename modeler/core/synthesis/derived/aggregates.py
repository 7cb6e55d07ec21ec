"""Reads that compute something of many items, such as a count: what they examine, and when no key can serve them."""

from __future__ import annotations

import math
from typing import Final

from modeler.core.design.patterns import Operation
from modeler.core.items.sizes import Sizes
from modeler.core.limits import PAGE_BYTES
from modeler.core.servings.wanted import Equal
from modeler.core.synthesis.calls import Call
from modeler.core.synthesis.trial import Workshop

PAGES_MAX: Final = 25
"""Pages of 1 MB, read one after the other, that one request on the request path may take."""
SHARD_WRITES: Final = 500
"""Increments per second that one counter item takes, half of what its partition supports."""


def too_large(workshop: Workshop, call: Call, calls: tuple[Call, ...], sizes: Sizes) -> tuple[str, str] | None:
    """Why no key serves a read that computes something of many items, and the nearest that does; None: a key does."""
    what = call.asked.facts.intent.returns
    if not what or what == "exists" or len(call.entities) != 1 or not call.is_read:
        return None
    entity = call.entities[0]
    bound = frozenset(term.text for term in call.wanted.terms if not isinstance(term, Equal))
    count = workshop.collection(call, bound)
    if not math.isfinite(count):
        return None
    size = sizes.item(workshop.table([], ()), entity).bytes
    pages = count * size / PAGE_BYTES
    if pages <= PAGES_MAX:
        return None
    writes = [
        one for one in calls if one.asked.operation in {Operation.PUT, Operation.DELETE} and entity in one.entities
    ]
    peak = sum(one.top.per_second.peak for one in writes if one.top.per_second is not None)
    shards = math.ceil(peak / SHARD_WRITES)
    items = f"one of {shards} counter items" if shards > 1 else "a counter item"
    reason = (
        f"{call.label} computes a {what} of about {count:,.0f} items of {entity.name}: it reads {pages:,.0f} pages of "
        "1 MB one after the other"
    )
    if what == "count":
        return reason, f"let each create and delete change {items} in the same transaction, and read that instead"
    return reason, f"let a stream of the writes keep the {what} in an item, and read that instead"
