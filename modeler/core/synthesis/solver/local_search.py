"""Greedy choice with local search, for installations without HiGHS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice

from modeler.core.limits import LSI_MAX
from modeler.core.synthesis.problem import (
    FROM_TABLE,
    EntityGroup,
    KeyChoice,
    Picked,
    Problem,
    SlotType,
    Solution,
    bias_of,
    cost_of,
    slots_of,
)

ROUNDS_MAX = 50
SUBSETS_MAX = 2000
DIVISIONS_MAX = 500
type Limits = dict[SlotType, int]


def solve(problem: Problem, *, stop: Callable[[], bool] | None = None) -> Solution | None:
    """The best choice that the search finds within the slots; None if it finds none."""
    best: Solution | None = None
    for limits in _limits(problem):
        if stop is not None and stop() and best is not None:
            break
        picked = [_best_of(group, limits) for group in problem.groups]
        if any(one is None for one in picked):
            continue
        whole = tuple(one for one in picked if one is not None)
        cost = cost_of(problem, whole)
        made = Solution(whole, cost, slots_of(problem, whole), cost + bias_of(problem, whole))
        if best is None or (round(made.objective, 6), made.slots) < (round(best.objective, 6), best.slots):
            best = made
    return best


def _limits(problem: Problem) -> Iterator[Limits]:
    """Divisions of the slots among types, up to what the entities could use."""
    most = 0
    for group in problem.groups:
        most = max(most, *(len(choice.reads) for choice in group.choices), 0)
    total = most if problem.slots is None else min(problem.slots, most)
    shared = [kind for kind in problem.slot_types if not kind.is_local]
    own = [kind for kind in problem.slot_types if kind.is_local]
    local = dict.fromkeys(own, LSI_MAX // max(len(own), 1))
    if problem.slots is None:
        yield dict.fromkeys(shared, most) | local
    for counts in islice(_divisions(total, len(shared)), DIVISIONS_MAX):
        yield dict(zip(shared, counts, strict=True)) | local


def _divisions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to divide a number into so many."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _divisions(total - first, parts - 1):
            yield (first, *rest)


def _best_of(group: EntityGroup, limits: Limits) -> Picked | None:
    found = [one for place in range(len(group.choices)) if (one := _search(group, place, limits)) is not None]
    if not found:
        return None
    alone = Problem((group,))
    return min(found, key=lambda one: (round(cost_of(alone, (one,)) + bias_of(alone, (one,)), 6), len(one.entries)))


def _search(group: EntityGroup, place: int, limits: Limits) -> Picked | None:
    """Open entries greedily until every read is served, then add, drop and swap while that saves."""
    choice = group.choices[place]
    opened = _start(choice, limits)
    if opened is None:
        return None
    cost = _total(choice, opened)
    for _ in range(ROUNDS_MAX):
        better = min(
            ((total, near) for near in _near(choice, opened, limits) if (total := _total(choice, near)) is not None),
            default=None,
        )
        if better is None or cost is None or better[0] >= cost - 1e-9:
            break
        cost, opened = better
    return Picked(place, opened, _sources(choice, opened))


def _start(choice: KeyChoice, limits: Limits) -> tuple[int, ...] | None:
    """The smallest set of entries that serves every read, the cheapest of its size."""
    usable = [place for place, one in enumerate(choice.entries) if limits[one.slot] > 0]
    for size in range(min(len(usable), sum(limits.values()) * 2) + 1):
        best: tuple[float, tuple[int, ...]] | None = None
        for opened in islice(combinations(usable, size), SUBSETS_MAX):
            total = _total(choice, opened) if _allowed(choice, opened, limits) else None
            if total is not None and (best is None or total < best[0]):
                best = total, opened
        if best is not None:
            return best[1]
    return None


def _near(choice: KeyChoice, opened: tuple[int, ...], limits: Limits) -> Iterator[tuple[int, ...]]:
    others = [place for place in range(len(choice.entries)) if place not in opened]
    for gone in opened:
        left = tuple(place for place in opened if place != gone)
        yield left
        for added in others:
            if _allowed(choice, swapped := tuple(sorted((*left, added))), limits):
                yield swapped
    for added in others:
        if _allowed(choice, wider := tuple(sorted((*opened, added))), limits):
            yield wider


def _allowed(choice: KeyChoice, opened: tuple[int, ...], limits: Limits) -> bool:
    used: dict[tuple[int, SlotType], int] = {}
    for place in opened:
        one = choice.entries[place]
        used[one.owner, one.slot] = used.get((one.owner, one.slot), 0) + 1
    return all(count <= limits[kind] for (_, kind), count in used.items())


def _total(choice: KeyChoice, opened: tuple[int, ...]) -> float | None:
    total = choice.cost + sum(choice.entries[place].weight for place in opened)
    held = {FROM_TABLE, *opened}
    for options in choice.reads:
        costs = [option.cost for option in options if option.entry in held]
        if not costs:
            return None
        total += min(costs)
    return total


def _sources(choice: KeyChoice, opened: tuple[int, ...]) -> tuple[int, ...]:
    held = {FROM_TABLE, *opened}
    return tuple(
        min((option for option in options if option.entry in held), key=lambda one: (one.cost, one.entry)).entry
        for options in choice.reads
    )
