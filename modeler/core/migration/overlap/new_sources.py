"""Steps for attributes that new keys are made of and that stored items lack, such as the tenant of each item.

facts/modeling#schema-changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.decisions.operations import BackfillChoice
from modeler.core.design.tables import Index
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import Backfill, Step, StepAction, at
from modeler.core.migration.work import StepWork


def lacking_sources(pair: EntityPair) -> tuple[str, ...]:
    """Return the names of new attributes that keys of the design after are made of, and that every item must have."""
    new = {one.name: one for old, one in pair.attributes if old is None and one is not None}
    keys = {name for index in pair.after_table.all_indexes for name in index.key_names}
    used = dict.fromkeys(name for index in pair.after_table.all_indexes for name in _sources(pair, index))
    return tuple(
        name
        for name in used
        if name in new and name not in keys and not new[name].key_only and (new[name].optional >= 1)
    )


def _sources(pair: EntityPair, index: Index) -> Iterator[str]:
    for key in pair.new_keys(index):
        for template in key.templates:
            yield from template.attributes if template else ()


def filling_steps(
    pair: EntityPair, patterns: tuple[str, ...], choice: BackfillChoice, rate: float | None, work: StepWork
) -> Iterator[Step]:
    """New writes set the attributes; then stored items get them, in the table in which they are."""
    missing, name = lacking_sources(pair), pair.after.name
    names, place = ", ".join(missing), at(pair.before_table.name, (name,))
    yield place.then(
        StepAction.WRITE_NEW,
        f"Set {names} in every write of {name}: new keys need it",
        flags=("write_sources on",),
        gate=f"every new {name} item has {names}",
        way_back="write_sources off",
        patterns=patterns,
    )
    yield place.then(
        StepAction.BACKFILL,
        f"Set {names} of the stored {name} items. They do not have it: find what tells it for each item; "
        f"{choice.reason}; {choice.watch}",
        flags=("backfill on",),
        gate=f"no stored {name} item lacks {names}",
        way_back="stop; it resumes at its checkpoints",
        backfill=Backfill(choice.way, "UpdateItem", f"attribute_not_exists({missing[0]})", rate),
        work=work,
    )
