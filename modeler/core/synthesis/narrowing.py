"""Groups with fewer options: without filters, with whole entries only, or without what was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modeler.core.design.tables import ProjectionType
from modeler.core.synthesis.problem import EntityGroup, KeyChoice, Picked, without


def without_filters(group: EntityGroup) -> EntityGroup:
    """The group without options that a filter makes expensive to read, as far as each read keeps one."""
    needs_filter = [
        all(option.filtered for choice in group.choices for option in choice.reads[place])
        for place in range(len(group.reads))
    ]
    choices = []
    for choice in group.choices:
        reads = tuple(
            options if needs_filter[place] else tuple(option for option in options if not option.filtered)
            for place, options in enumerate(choice.reads)
        )
        if all(reads):
            choices.append(choice if reads == choice.reads else replace(choice, reads=reads))
    if not choices or tuple(choices) == group.choices:
        return group
    return replace(group, choices=tuple(choices))


def whole_entries(group: EntityGroup) -> EntityGroup:
    """The group with ALL projections only, where each read keeps a way."""
    choices = [made for choice in group.choices if (made := _all_projected(choice)) is not None]
    return replace(group, choices=tuple(choices))


def _all_projected(choice: KeyChoice) -> KeyChoice | None:
    kept = {number for number, one in enumerate(choice.entries) if one.slot.projection is ProjectionType.ALL}
    reads = tuple(
        tuple(option for option in options if option.entry < 0 or option.entry in kept) for options in choice.reads
    )
    return replace(choice, reads=reads) if all(reads) else None


def near(group: EntityGroup, picked: Picked) -> Iterator[EntityGroup]:
    """The group without its chosen table keys, and without each of its chosen index keys."""
    rest = tuple(one for number, one in enumerate(group.choices) if number != picked.choice)
    if rest:
        yield replace(group, choices=rest)
    for number in picked.entries:
        entry = group.choices[picked.choice].entries[number].entry
        left = without(group, frozenset({entry.shape}))
        if left.choices:
            yield left
