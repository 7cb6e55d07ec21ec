"""Steps for attributes that stored items have under the name of the design before. facts/modeling#schema-changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modeler.core.decisions.operations import BackfillChoice
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.rekeying import Patterns
from modeler.core.migration.steps import Backfill, Refill, Step, StepAction, at, refilled
from modeler.core.migration.work import StepWork


def stored_renames(pair: EntityPair) -> dict[str, str]:
    """Return the new names of attributes that stored items have, by the old ones; not those that are only in keys, nor
    those of the table's own key.
    """
    keys = {*pair.before_table.base.key_names, *pair.after_table.base.key_names}
    return {
        old.name: new.name
        for old, new in pair.attributes
        if old and new and old.name != new.name and not (old.key_only and new.key_only) and old.name not in keys
    }


def rename_steps(
    pair: EntityPair, patterns: Patterns, choice: BackfillChoice, rate: float | None, work: StepWork
) -> Iterator[Step]:
    """Both names are written and either is read, until every stored item has the new one."""
    renames = stored_renames(pair)
    olds, news, name = ", ".join(renames), ", ".join(renames.values()), pair.after.name
    place = at(pair.after_table.name, (name,))
    yield from _both_names(place, olds, news, patterns)
    yield from refilled(
        place,
        Refill(
            f"Set {news} of stored {name} items to {olds} if that is unchanged: {choice.reason}; {choice.watch}",
            "every segment is complete",
            "stop; it resumes at its checkpoints",
            f"Count {name} items that have {olds} and not {news}",
            "there is none",
            f"Read only {news} of {name}",
            "read_both on: both names are still written",
        ),
        Backfill(choice.way, "UpdateItem", f"attribute_not_exists({next(iter(renames.values()))})", rate),
        work,
        patterns.reads,
    )


def _is_left(renames: Mapping[str, str]) -> str:
    return " OR ".join(f"attribute_exists({name})" for name in renames)


def removal_steps(
    pair: EntityPair, patterns: Patterns, choice: BackfillChoice, rate: float | None, work: StepWork
) -> Iterator[Step]:
    """The old names go, after `rename_steps`."""
    renames, name = stored_renames(pair), pair.after.name
    olds, place = ", ".join(renames), at(pair.after_table.name, (name,))
    yield place.then(
        StepAction.STOP_WRITES,
        f"Stop writing {olds} of {name}",
        flags=("write_old off",),
        gate=f"no write sets {olds}",
        way_back="write_old on",
        patterns=patterns.writes,
    )
    yield place.then(
        StepAction.DRAIN,
        f"REMOVE {olds} of stored {name} items",
        gate=f"no stored {name} item has {olds}",
        way_back="set them again, from the new names",
        backfill=Backfill(choice.way, "UpdateItem", _is_left(renames), rate),
        work=work,
    )


def _both_names(place: Step, olds: str, news: str, patterns: Patterns) -> Iterator[Step]:
    name = ", ".join(place.entities)
    yield place.then(
        StepAction.READ_BOTH,
        f"Read {news} of {name}, and {olds} where an item lacks it",
        flags=("read_both on",),
        gate="every reader reads both names",
        way_back="read_both off",
        patterns=patterns.reads,
    )
    yield place.then(
        StepAction.WRITE_NEW,
        f"Write {news} of {name} next to {olds}",
        flags=("write_new on",),
        gate="every write sets both names",
        way_back="write_new off; readers still read both",
        patterns=patterns.writes,
    )
