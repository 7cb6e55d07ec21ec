"""Looking before the start: what keeps items of the live table from being migrated. Reads only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .migration import Migration
from .pace import Pace
from .problems import Problem, Trouble
from .routes import Direction, Leg, Route
from .scanning import pages
from .stored_values import Item, digest, key_text

EXAMPLES_MAX = 5
PAGE_ROWS = 500
STREAM_HOURS = 24.0
ITEM_BYTES_MAX = 400 * 1024


@dataclass
class Look:
    """What was found in one table: counts by kind, and a few examples of each."""

    route: str
    read: int = 0
    is_whole: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    write_units: float = 0.0

    def add(self, what: str, example: str = "") -> None:
        """Count something, and keep the first examples."""
        self.counts[what] = self.counts.get(what, 0) + 1
        kept = self.examples.setdefault(what, [])
        if example and len(kept) < EXAMPLES_MAX:
            kept.append(example)

    @property
    def problems(self) -> int:
        """How many items cannot be migrated."""
        return sum(self.counts.get(one.value, 0) for one in Trouble)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        names = ("route", "read", "is_whole", "counts", "examples")
        return {name: getattr(self, name) for name in names} | {"write_units": round(self.write_units)}


def check(migration: Migration, *, limit: int | None, pace: Pace) -> Iterator[Look]:
    """Read items of each old table, at most `limit`, and try to make their new keys."""
    for route in migration.routes:
        yield _looked(migration, route, limit, pace)


def _looked(migration: Migration, route: Route, limit: int | None, pace: Pace) -> Look:
    leg = route.leg(Direction.FORWARD)
    look = Look(route.name)
    places: dict[str, str] = {}
    rows = PAGE_ROWS if limit is None else max(1, min(PAGE_ROWS, limit))
    for items, last_key in pages(migration.calls.paced(pace), leg.source.deployed, 0, 1, None, rows):
        for item in items:
            _look_at(leg, route, item, look, places)
        if limit is not None and look.read >= limit:
            look.is_whole = last_key is None
            return look
    look.is_whole = True
    return look


def _look_at(leg: Leg, route: Route, item: Item, look: Look, places: dict[str, str]) -> None:
    look.read += 1
    key = key_text(leg.source.key(item))
    try:
        made = {**item, **leg.index_keys(item)[0]} if route.in_place else leg.transformed(item)
    except Problem as problem:
        look.add(problem.trouble.value, f"{key}: {problem.message}")
        return
    if made is None:
        look.add("not_moved")
        return
    place = digest(key_text(leg.target.key(made)))
    other = places.setdefault(place, key)
    if other != key:
        look.add(Trouble.COLLISION.value, f"{key} and {other} get the key {key_text(leg.target.key(made))}")
    size = size_of(made)
    if size > ITEM_BYTES_MAX:
        look.add(Trouble.TOO_LARGE.value, f"{key}: {size:,} bytes")
    look.write_units += write_units(size, not route.in_place)
    for index in leg.target.indexes:
        if index in set(leg.target.members(made)):
            look.add(f"in {index}")
        elif absent := leg.absent_of_index(item, index):
            look.add(f"not in {index}, because there is no {' and no '.join(absent)}", key)
        else:
            look.add(f"not in {index}")


def write_units(size: float, is_copied: bool) -> float:
    """Return what bringing an item of so many bytes costs: a transaction costs twice, and writes its entry as well."""
    units = max(1, math.ceil(size / 1024))
    return 2 * units + 2 if is_copied else units


def hours_needed(write_units: float, units_per_second: float | None) -> float | None:
    """Return how long writes take at a rate; None without a rate."""
    return None if not units_per_second else write_units / units_per_second / 3600


def size_of(item: Mapping[str, Any]) -> int:
    """Return the size of an item in bytes: an estimate for numbers, whose digits count half."""
    return sum(len(name.encode()) + _bytes(value) for name, value in item.items())


def _bytes(value: Any) -> int:
    match value:
        case None | bool():
            return 1
        case str():
            return len(value.encode("utf-8", "surrogatepass"))
        case Mapping():
            return 3 + len(value) + size_of({str(name): one for name, one in value.items()})
        case list() | tuple():
            return 3 + sum(1 + _bytes(one) for one in value)
        case set() | frozenset():
            return sum(map(_bytes, value))
    return len(bytes(value)) if hasattr(value, "__bytes__") else min(21, len(str(value)) // 2 + 2)
