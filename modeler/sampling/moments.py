"""Times of one item in their order: creation first, then update, shipment and delivery, and expiry last."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import FORMATS
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from modeler.sampling.names import name_words
from modeler.sampling.relations import normalized

UNTIL: Final = datetime(2026, 7, 1, tzinfo=UTC)
"""All past events are in the year before this fixed time, so that a seed determines everything."""

SPAN: Final = timedelta(days=365)
_RANKS: Final = (
    ("birth", "dob"),
    ("confirmed", "accepted", "approved", "paid", "started", "begun", "begin"),
    ("shipped", "sent", "dispatched", "published", "processed"),
    ("delivered", "received", "arrived", "read", "resolved"),
    ("closed", "completed", "finished", "ended", "end", "archived", "cancelled", "canceled", "deleted", "removed"),
    ("updated", "modified", "changed", "latest", "last", "seen"),
    ("due", "promised", "estimated", "scheduled", "until", "valid"),
    ("expire", "expiry", "expiration", "ttl", "purge"),
)
_FIRST: Final = 1
_AHEAD: Final = (7, 8)
_TIME_NAMES: Final = (
    "at",
    "on",
    "date",
    "time",
    "timestamp",
    "day",
    "month",
    "year",
    "ttl",
    "expires",
    "expiry",
    "dob",
)

_UNIT_OF: Final = {
    "year": {AttributeType.S: "%Y", AttributeType.N: "%Y"},
    "month": {AttributeType.S: "%Y-%m", AttributeType.N: "%-m"},
    "day": {AttributeType.S: "%Y-%m-%d", AttributeType.N: "%-d"},
    "date": {AttributeType.S: "%Y-%m-%d", AttributeType.N: ""},
    "dob": {AttributeType.S: "%Y-%m-%d", AttributeType.N: ""},
}
"""How a name without a format writes its time, if not as ISO time or as seconds."""


def is_time(attribute: Attribute) -> bool:
    """Does the attribute contain a time, by its format or, if none is declared, by its name?"""
    made = FORMATS.get(attribute.format)
    if made is not None:
        return (made.time or attribute.format in ("month", "year")) and attribute.type in made.types
    if attribute.format or attribute.type not in (AttributeType.S, AttributeType.N):
        return False
    words = name_words(attribute.name)
    return bool(words) and words[-1] in _TIME_NAMES


def _rank(name: str) -> int:
    """0 is a date of birth, 1 the creation, 7 and 8 are in the future."""
    said = normalized(name)
    for rank, words in enumerate(_RANKS):
        if any(word in said for word in words):
            return rank if rank == 0 else rank + 1
    return _FIRST


def beginning(rng: Random, after: datetime | None) -> datetime:
    """The creation time of an item: within the year, and soon after that of its parent."""
    if after is None or after >= UNTIL - timedelta(hours=1):
        return _to_second(UNTIL - SPAN * rng.random()) if after is None else after
    window = min(UNTIL - after, timedelta(days=60))
    return _to_second(after + window * (rng.random() ** 2))


def moments(rng: Random, attributes: Iterable[Attribute], start: datetime) -> dict[str, datetime]:
    """A time for each time attribute, in order; equal ranks share one time."""
    ranked = sorted((_rank(one.name), one.name) for one in attributes)
    found: dict[str, datetime] = {}
    latest, seen = start, {_FIRST: start}
    for rank, name in ranked:
        if rank not in seen:
            latest = seen[rank] = _after(rng, rank, latest)
        found[name] = seen[rank]
    return found


def _after(rng: Random, rank: int, latest: datetime) -> datetime:
    if rank == 0:
        return _to_second(datetime(1950, 1, 1, tzinfo=UTC) + timedelta(days=365.25 * 55 * rng.random()))
    if rank in _AHEAD:
        return _to_second(latest + timedelta(days=2 + 60 * rng.random()))
    return _to_second(latest + timedelta(minutes=5 + 60 * 24 * 4 * rng.random() ** 2))


def _to_second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def moment_value(attribute: Attribute, moment: datetime) -> AttributeValue:
    """A time in the format of the attribute, within its range if it has one."""
    epoch = int(moment.timestamp())
    match attribute.format:
        case "date":
            text = f"{moment:%Y-%m-%d}"
        case "month":
            text = f"{moment:%Y-%m}"
        case "year":
            text = f"{moment.year}"
        case "epoch_seconds":
            text = str(_clamped(epoch, attribute.range))
        case "epoch_millis":
            text = str(_clamped(epoch * 1000, attribute.range))
        case "" if (part := _UNIT_OF.get(name_words(attribute.name)[-1])) and part[attribute.type]:
            text = f"{moment:{part[attribute.type]}}"
        case _ if attribute.type is AttributeType.N:
            text = str(_clamped(epoch, attribute.range))
        case _:
            text = f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"
    return number(text) if attribute.type is AttributeType.N else string(text)


def _clamped(value: int, span: tuple[float, float] | None) -> int:
    return value if span is None else max(int(span[0]), min(int(span[1]), value))
