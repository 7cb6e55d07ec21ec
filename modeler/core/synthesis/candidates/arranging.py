"""Ways to use what a read gives in a key: which attributes, which of them in the partition key, in which order.

Why these are enough: a key that serves several reads needs no more than the attributes that one of them uses, the one
that uses the longest part of it. So every useful key comes from one read alone, and a further read cannot bring a key
that would have made the others cheaper. An attribute is left out where a write changes it, or where another read does
not give it; the partition key is all of the used attributes, or those that other reads give too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

WIDE: Final = 3
"""Attributes whose every order is considered in a sort key; of more, only the order in which the entity lists them."""
COMMON_MAX: Final = 40
"""Sets of attributes that several reads give, the smallest ones first."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Attributes of a partition key, and those that a read gives in the sort key after it. `is_own`: the partition key
    has all that the read gives, so that no other read has a part in the choice.
    """

    partition: tuple[str, ...]
    sort: tuple[str, ...]
    is_own: bool


def common(given: Iterable[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """The sets of attributes that one read gives or that several reads give alike, closed under intersection."""
    sets = sorted(set(given), key=_order)
    found = set(sets)
    for one in sets:
        found |= {one & other for other in found}
    return tuple(sorted(found, key=_order)[:COMMON_MAX])


def arrangements(
    given: Sequence[str], shared: Sequence[frozenset[str]], changed: frozenset[str]
) -> Iterator[Arrangement]:
    """The arrangements of what a read gives, in the order of the entity's attributes; all of it first."""
    for used in _used(given, shared, changed):
        for partition in _partitions(used, shared):
            rest = [name for name in used if name not in partition]
            for sort in permutations(rest) if len(rest) <= WIDE else (tuple(rest),):
                yield Arrangement(partition, tuple(sort), partition == tuple(given))


def _used(given: Sequence[str], shared: Sequence[frozenset[str]], changed: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """What of the given attributes a key has: all, or what other reads give too, each without what writes change."""
    found: dict[tuple[str, ...], None] = {}
    for names in (frozenset(given), *shared):
        kept = [name for name in given if name in names]
        loose = [name for name in kept if name in changed]
        for count in range(len(loose) + 1):
            for gone in combinations(loose, count):
                found[tuple(name for name in kept if name not in gone)] = None
    yield from found


def _partitions(used: tuple[str, ...], shared: Sequence[frozenset[str]]) -> Iterator[tuple[str, ...]]:
    found: dict[tuple[str, ...], None] = {used: None}
    for names in shared:
        if kept := tuple(name for name in used if name in names):
            found[kept] = None
    yield from found


def _order(names: frozenset[str]) -> tuple[int, list[str]]:
    return len(names), sorted(names)
