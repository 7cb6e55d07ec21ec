"""Reads that examine many items, to compute something of them or to filter them: when no key can serve them."""

from __future__ import annotations

import math
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.items.sizes import Sizes
from modeler.core.servings.wanted import Equal, WantedRange
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.pages import PAGES_MAX, pages_of
from modeler.core.synthesis.trial import is_only_filter
from modeler.core.synthesis.workshop import Workshop

SHARD_WRITES: Final = 500
"""Increments per second that one counter item takes, half of what its partition supports."""


def impossible_for(
    workshop: Workshop, call: PlacedCall, calls: tuple[PlacedCall, ...], sizes: Sizes
) -> tuple[str, str] | None:
    """Why no key serves a read of too many items, and the nearest that does; None: a key can."""
    return _ranked(call) or _too_large(workshop, call, calls, sizes) or _unkeyable(workshop, call, sizes)


def _ranked(call: PlacedCall) -> tuple[str, str] | None:
    """A list in the order of what no item has, a search for words, or a search around a point."""
    intent, label = call.asked.facts.intent, call.label
    names = " and ".join(one.name for one in call.entities)
    if not call.is_read or not call.entities:
        return None
    if intent.ranked_by:
        reason = f"{label} orders {names} by a {intent.ranked_by} of related items, and a key sorts by attributes only"
        return reason, f"let the writes keep the {intent.ranked_by} in an attribute of {names}, and order by that"
    if intent.text_search:
        reason = f"{label} searches {names} for words, and a key finds whole values or the beginning of one"
        return reason, "let a stream of the writes feed a search index"
    if intent.radius_km is not None and not call.given:
        reason = f"{label} searches {names} within {intent.radius_km:g} km, and a key has one dimension"
        return reason, "store a geohash with each item, and read the cells around the point by their values"
    return None


def _unkeyable(workshop: Workshop, call: PlacedCall, sizes: Sizes) -> tuple[str, str] | None:
    """A search for a text that items contain, which no key expresses, over more items than it can examine. Other such
    conditions keep most of what they examine, such as one that leaves out what has expired.
    """
    terms = call.wanted.terms
    conditions = [term.text for term in terms if is_only_filter(term) and term.text.startswith("contains(")]
    if (
        not conditions
        or len(call.entities) != 1
        or not call.is_read
        or any(isinstance(one, WantedRange) for one in terms)
    ):
        return None
    entity = call.entities[0]
    count = workshop.collection(call, frozenset(term.text for term in terms if not isinstance(term, Equal)))
    pages = _pages(workshop, entity, count, sizes)
    if pages is None or pages <= PAGES_MAX:
        return None
    reason = (
        f"no key finds items by {' and '.join(conditions)}: {call.label} may examine about {count:,.0f} items of "
        f"{entity.name}, {pages:,.0f} pages of 1 MB one after the other"
    )
    return reason, "let a stream of the writes feed a search index, or give a value that selects fewer items"


def _pages(workshop: Workshop, entity: Entity, count: float, sizes: Sizes) -> float | None:
    """How many pages of 1 MB so many items are; None if their number is unknown."""
    pages = pages_of(workshop.table([], ()), (entity,), count, sizes)
    return pages if math.isfinite(pages) else None


def _too_large(
    workshop: Workshop, call: PlacedCall, calls: tuple[PlacedCall, ...], sizes: Sizes
) -> tuple[str, str] | None:
    """A read that computes something of more items than it can examine."""
    what = call.asked.facts.intent.returns
    if not what or what == "exists" or len(call.entities) != 1 or not call.is_read:
        return None
    entity = call.entities[0]
    bound = frozenset(term.text for term in call.wanted.terms if not isinstance(term, Equal))
    count = workshop.collection(call, bound)
    pages = _pages(workshop, entity, count, sizes)
    if pages is None or pages <= PAGES_MAX:
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
