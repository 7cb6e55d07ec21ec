"""Changing GSIs: one created or deleted at a time, filled, proved, then read.

facts/limits#indexes, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.decisions.operations import BackfillChoice
from modeler.core.design.tables import Index, Table
from modeler.core.items.index_shares import condition_names
from modeler.core.items.sizes import projected_names
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import Action, Backfill, Step, Work, at

WATCH_HOURS = 24.0


@dataclass(frozen=True, slots=True)
class Filling:
    """Entities whose stored items need the keys of an index, which keys, and what writing them costs."""

    index: Index
    entities: tuple[EntityPair, ...]
    keys: tuple[str, ...]
    choice: BackfillChoice
    rate: float | None
    work: Work
    replaced: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entities, after."""
        return tuple(pair.after.name for pair in self.entities)

    @property
    def condition(self) -> str:
        """Skips what is done already, and what a live write keyed meanwhile."""
        key = self.keys[0] if self.keys else "PK"
        if not self.replaced:
            return f"attribute_not_exists({key})"
        return f"{key} = :old_{key}"


def created(table: Table, index: Index, name: str, replaces: str, work: Work, patterns: tuple[str, ...]) -> Step:
    """One UpdateTable that creates an index. `name` differs from the index's where the old one is still there."""
    building = "; give it 1.5 to 2 times the table's write units while it builds: auto scaling does not act on it yet"
    return at(table.name, index=name).then(
        Action.CHANGE_INDEXES,
        f"Create {name} on {', '.join(index.key_names)} with projection {index.projection.type}"
        f"{building if table.is_provisioned else ''}",
        creates=(name,),
        replaces=replaces,
        gate=f"{name} is ACTIVE and no longer backfilling",
        way_back=f"delete {name}",
        patterns=patterns,
        work=work,
    )


def deleted(table: Table, name: str, patterns: tuple[str, ...]) -> Iterator[Step]:
    """Readers leave an index, then it is deleted."""
    if patterns:
        yield at(table.name, index=name).then(
            Action.SWITCH_READS,
            f"Stop reading {name}",
            flags=(f"read_{name} off",),
            hours=WATCH_HOURS,
            gate=f"{name} counts no consumed read units for a day",
            way_back=f"read_{name} on",
            patterns=patterns,
        )
    yield at(table.name).then(
        Action.CHANGE_INDEXES,
        f"Delete {name}",
        deletes=(name,),
        gate=f"{name} is gone",
        way_back="create it again: it is built, and paid, anew",
    )


def filled(table: Table, name: str, filling: Filling, patterns: tuple[str, ...]) -> Iterator[Step]:
    """New writes set the keys; then stored items are given them."""
    keys, names = ", ".join(filling.keys), ", ".join(filling.names)
    place = at(table.name, filling.names, index=name)
    yield place.then(
        Action.WRITE_NEW,
        f"Set {keys} in every write of {names}",
        flags=(f"write_{name} on",),
        gate="every new item has them",
        way_back=f"write_{name} off",
        patterns=patterns,
    )
    yield place.then(
        Action.BACKFILL,
        f"Set {keys} of the stored items of {names} where what they are made of is unchanged: "
        f"{filling.choice.reason}; {filling.choice.watch}",
        flags=("backfill on",),
        gate="every segment is at its end",
        way_back="stop; it resumes at its checkpoints",
        backfill=Backfill(filling.choice.way, "UpdateItem", filling.condition, filling.rate),
        work=filling.work,
    )


def proved(table: Table, name: str, entities: tuple[str, ...]) -> Step:
    """The count of an index against the count of what must be in it."""
    who = f" of {', '.join(entities)}" if entities else ""
    return at(table.name, entities, index=name).then(
        Action.RECONCILE,
        f"COUNT {name} against the items{who} that must be in it, compare samples",
        gate="the counts agree",
        way_back="run the backfill again",
    )


def read_from(table: Table, name: str, patterns: tuple[str, ...]) -> Step:
    """Readers go to an index."""
    return at(table.name, index=name).then(
        Action.SWITCH_READS,
        f"Read {name}",
        flags=(f"read_{name} on",),
        hours=WATCH_HOURS,
        gate="a day without differences or throttles",
        way_back=f"read_{name} off",
        patterns=patterns,
    )


def drained(
    table: Table, index: Index, entity: str, when: str, patterns: tuple[str, ...], work: Work, rate: float | None
) -> Iterator[Step]:
    """Items that still carry the keys of a sparse index, and should not, lose them.

    They are found by querying the index and filtering on what its condition reads; where the index does not carry
    that, by a Scan of the table.
    """
    own = [key for key in index.key_names if key not in table.base.key_names]
    keys, name = ", ".join(own), index.name
    place = at(table.name, (entity,), index=name)
    yield place.then(
        Action.WRITE_NEW,
        f"REMOVE {keys} in every write after which {entity} does not belong in {name}",
        flags=(f"write_{name} on",),
        gate="no write leaves them behind",
        way_back=f"write_{name} off",
        patterns=patterns,
    )
    still = f"NOT ({when})" if when else f"attribute_exists({own[0] if own else 'PK'})"
    carried = projected_names(table, index)
    found = f"Query {name}" if carried is None or condition_names(when) <= carried else f"Scan {table.name}"
    yield place.then(
        Action.DRAIN,
        f"{found}, keep the {entity} items that do not belong in {name}, and REMOVE {keys} of each",
        gate=f"COUNT of {name} goes to the true number",
        way_back="set the keys again, from the same attributes",
        backfill=Backfill("parallel_scan", "UpdateItem", still, rate),
        work=work,
    )
    yield proved(table, name, (entity,))
