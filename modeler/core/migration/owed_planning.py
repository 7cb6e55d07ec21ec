"""Where a plan writes the items that stored ones call for: before an index of them is compared or read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from modeler.core.decisions.operations import backfill
from modeler.core.migration.index_planning import Means
from modeler.core.migration.overlap.owed import OwedItems, owed_items, owed_steps
from modeler.core.migration.overlap.splits import splits
from modeler.core.migration.pairs import TablePair
from modeler.core.migration.rates import sensible_rate
from modeler.core.migration.steps import Step, StepAction
from modeler.core.migration.touched import writes
from modeler.core.migration.work import MovedItems

_COMPARING: Final = frozenset({StepAction.RECONCILE, StepAction.SHADOW_READ, StepAction.SWITCH_READS})


def with_owed(means: Means, pair: TablePair, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps of the indexes of a table, with those for the new items that its stored ones call for."""
    # Stored items that become the new ones are these items.
    taken = {id(one.entity) for one in splits(means.pairing)}
    owed = [one for one in owed_items(means.pairing) if one.table is pair.after and id(one.entity) not in taken]
    for step in steps:
        if step.action in _COMPARING:
            yield from (each for one in owed for each in _steps(means, one))
            owed = []
        yield step
    yield from (each for one in owed for each in _steps(means, one))


def _steps(means: Means, one: OwedItems) -> Iterator[Step]:
    groups = [MovedItems(one.table, one.counted)]
    rate = means.rate or sensible_rate(one.table, [one.counted], means.after, means.estimates.sizes)
    choice = backfill(gigabytes=means.estimates.gigabytes(groups), spare_units=rate)
    names = {one.entity.name, *(each.after.name for each in one.sources)}
    patterns = writes(means.pairing.after, one.table.name, names)
    return owed_steps(one, patterns, choice, rate or None, means.estimates.writing(groups, rate or None))
