"""Index entries that no choice needs, because another costs no more and serves all that they serve as cheaply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.synthesis.problem import EntryOption, ReadOption

EQUAL: Final = 1e-6
"""Dollars per month by which two costs can differ and count as equal: of equal entries the first one stays."""
type Uses = Mapping[int, ReadOption]


def without_dominated(
    entries: Sequence[EntryOption], options: Sequence[Sequence[ReadOption]]
) -> tuple[tuple[EntryOption, ...], tuple[tuple[ReadOption, ...], ...]]:
    """The entries that some choice can need, and the options of each read through them."""
    uses: list[dict[int, ReadOption]] = [{} for _ in entries]
    for read, ways in enumerate(options):
        for one in ways:
            uses[one.entry][read] = one
    kept: list[int] = []
    for place in sorted(range(len(entries)), key=lambda one: (-len(uses[one]), one)):
        if not any(_dominates(entries[one], uses[one], entries[place], uses[place]) for one in kept):
            kept = [one for one in kept if not _better(entries[place], uses[place], entries[one], uses[one])]
            kept.append(place)
    places = {old: new for new, old in enumerate(sorted(kept))}
    left = tuple(
        tuple(replace(one, entry=places[one.entry]) for one in ways if one.entry in places) for ways in options
    )
    return tuple(entries[place] for place in sorted(kept)), left


def _dominates(first: EntryOption, uses: Uses, other: EntryOption, others: Uses) -> bool:
    """Return whether the first entry can stand in for the other one everywhere, at no more dollars."""
    if first.owner != other.owner or first.slot != other.slot or first.weight > other.weight + EQUAL:
        return False
    return all(
        (mine := uses.get(read)) is not None
        and mine.cost <= its.cost + EQUAL
        and mine.filtered <= its.filtered
        and mine.indirect <= its.indirect
        for read, its in others.items()
    )


def _better(first: EntryOption, uses: Uses, other: EntryOption, others: Uses) -> bool:
    """Return whether the first entry dominates the other one and is not merely its equal."""
    return _dominates(first, uses, other, others) and not _dominates(other, others, first, uses)
