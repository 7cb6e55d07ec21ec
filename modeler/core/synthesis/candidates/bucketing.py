"""Periods of time in partition keys whose item collections would grow without bound. facts/choices#time-bucket."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.decisions.throughput import DAY, Bucket, bucket_for
from modeler.core.design.items import Entity
from modeler.core.items.sizes import Sizes
from modeler.core.limits import GIB, SECONDS_PER_MONTH
from modeler.core.synthesis.candidates.keys import EntityCalls
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.workshop import Workshop

FORECAST_MONTHS: Final = 36
LARGE_BYTES: Final = GIB
"""A collection that reaches this size within the forecast is endless: reads of all of it take longer every month."""
_FORMATS: Final = frozenset({"iso", "date", "epoch_seconds", "epoch_millis"})


def is_endless(workshop: Workshop, entity: Entity, shape: KeyShape, sizes: Sizes) -> bool:
    """Return whether a collection of the key grows by so much every month, and is never emptied; False if unknown."""
    monthly = _monthly(workshop, entity, shape)
    if monthly is None or entity.retention is not None or shape.bucket:
        return False
    now = (entity.count or 0) * monthly / entity.growth
    return (now + monthly * FORECAST_MONTHS) * _bytes(workshop, entity, shape, sizes) > LARGE_BYTES


def bucketed(workshop: Workshop, known: EntityCalls, shape: KeyShape, sizes: Sizes) -> KeyShape | None:
    """The key of the table or of an index with a period of the time that its sort key begins with, if its collections
    would be endless, and a read gives both ends of a window; None if there is no such period.
    """
    entity = known.entity
    alone = all(len(one.entities) == 1 for one in known.reads) and not known.beside
    fits = alone if shape.is_base else not (shape.when or shape.constants or shape.shards or shape.native)
    if not fits or not shape.sort or not is_endless(workshop, entity, shape, sizes):
        return None
    time = entity.attribute(shape.sort[0])
    windows = [
        one.asked.facts.intent.window_days
        for one in known.reads
        if (found := one.wanted.range_of(shape.sort[0])) is not None and found.low and found.high
    ]
    if time is None or time.format not in _FORMATS or not windows or not all(windows):
        return None
    monthly = _monthly(workshop, entity, shape) or 0.0
    longest = max(one for one in windows if one is not None)
    chosen = bucket_for(monthly / float(SECONDS_PER_MONTH), _bytes(workshop, entity, shape, sizes), longest * DAY)
    if not chosen.fits or (time.format == "date" and chosen.bucket is Bucket.HOUR):
        return None
    return replace(shape, bucket=time.name, grain=chosen.bucket.value, block="time bucket")


def _monthly(workshop: Workshop, entity: Entity, shape: KeyShape) -> float | None:
    """How many items a collection gets per month; None if unknown."""
    if not entity.growth or (shape.is_base and not shape.partition):
        return None
    keys = 1.0
    for name in shape.partition:
        attribute = entity.attribute(name)
        values = workshop.values_of(entity, name) or (len(attribute.values) if attribute is not None else 0)
        if not values:
            return None
        keys *= values
    return entity.growth / (keys * max(shape.shards, 1))


def _bytes(workshop: Workshop, entity: Entity, shape: KeyShape, sizes: Sizes) -> float:
    """Bytes of an item with its key."""
    table = workshop.table([(entity, shape, [])], ())
    return float(sizes.item(table, table.entities[0]).bytes)
