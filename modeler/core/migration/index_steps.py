"""Steps that change GSIs: created or deleted one at a time, filled, verified, then read.

facts/limits#indexes, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from modeler.core.decisions.operations import BackfillChoice
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.items.index_shares import condition_names
from modeler.core.items.sizes import projected_names
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import Backfill, Step, StepAction, at
from modeler.core.migration.work import StepWork

WATCH_HOURS = 24.0
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Filling:
    """Entities whose stored items need the keys of an index, which keys, and what writing them costs."""

    index: Index
    entities: tuple[EntityPair, ...]
    keys: tuple[str, ...]
    choice: BackfillChoice
    rate: float | None
    work: StepWork
    replaced: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entities, after."""
        return tuple(pair.after.name for pair in self.entities)

    @property
    def condition(self) -> str:
        """Skips items that are already done, by the backfill or by a live write."""
        key = self.keys[0] if self.keys else "PK"
        if not self.replaced:
            return f"attribute_not_exists({key})"
        return f"{key} = :old_{key}"


def created(table: Table, index: Index, name: str, replaces: str, work: StepWork, patterns: tuple[str, ...]) -> Step:
    """One UpdateTable that creates an index. `name` differs from the index's while the old one exists."""
    building = "; give it 1.5 to 2 times the table's write units while it builds: auto scaling does not act on it yet"
    return at(table.name, index=name).then(
        StepAction.CHANGE_INDEXES,
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
            StepAction.SWITCH_READS,
            f"Stop reading {name}",
            flags=(f"read_{name} off",),
            hours=WATCH_HOURS,
            gate=f"{name} has no consumed read units for one day",
            way_back=f"read_{name} on",
            patterns=patterns,
        )
    yield at(table.name).then(
        StepAction.CHANGE_INDEXES,
        f"Delete {name}",
        deletes=(name,),
        gate=f"{name} is deleted",
        way_back="create it again: it is built again, and costs again",
    )


def filled(table: Table, name: str, filling: Filling, patterns: tuple[str, ...]) -> Iterator[Step]:
    """New writes set the keys; then stored items get them."""
    keys, names = ", ".join(filling.keys), ", ".join(filling.names)
    place = at(table.name, filling.names, index=name)
    yield place.then(
        StepAction.WRITE_NEW,
        f"Set {keys} in every write of {names}",
        flags=(f"write_{name} on",),
        gate="every new item has them",
        way_back=f"write_{name} off",
        patterns=patterns,
    )
    yield place.then(
        StepAction.BACKFILL,
        f"Set {keys} of the stored items of {names} if their source attributes are unchanged: "
        f"{filling.choice.reason}; {filling.choice.watch}",
        flags=("backfill on",),
        gate="every segment is complete",
        way_back="stop; it resumes at its checkpoints",
        backfill=Backfill(filling.choice.way, "UpdateItem", filling.condition, filling.rate),
        work=filling.work,
    )


def proved(table: Table, name: str, entities: tuple[str, ...]) -> Step:
    """Compare the count of an index with the count of the items that must be in it."""
    who = f" of {', '.join(entities)}" if entities else ""
    return at(table.name, entities, index=name).then(
        StepAction.RECONCILE,
        f"COUNT {name} against the items{who} that must be in it, compare samples",
        gate="the counts match",
        way_back="run the backfill again",
    )


def read_from(table: Table, name: str, patterns: tuple[str, ...]) -> Step:
    """Readers switch to an index."""
    return at(table.name, index=name).then(
        StepAction.SWITCH_READS,
        f"Read {name}",
        flags=(f"read_{name} on",),
        hours=WATCH_HOURS,
        gate="one day without differences or throttling",
        way_back=f"read_{name} off",
        patterns=patterns,
    )


def left_by_readers(table: Table, index: Index, entity: str, patterns: tuple[str, ...]) -> Step:
    """Readers first do without the items that leave an index."""
    return at(table.name, (entity,), index=index.name).then(
        StepAction.PREPARE,
        f"Move the deployed reads of {index.name} that need the {entity} items that leave it",
        gate="no deployed read needs them",
        way_back="move the reads back",
        patterns=patterns,
    )


def met_by_readers(table: Table, index: Index, entity: str, patterns: tuple[str, ...]) -> Step:
    """Readers first learn to skip the items of an entity that enters their index, or their table."""
    return at(table.name, (entity,), index="" if index.is_base else index.name).then(
        StepAction.PREPARE,
        f"Let the deployed reads of {index.name} skip items of {entity}: their key condition also matches those",
        gate=f"every deployed read skips items of {entity}",
        way_back="let them skip: it changes nothing before an item enters",
        patterns=patterns,
    )


def poorer(table: Table, old: str, new: str, lost: tuple[str, ...], patterns: tuple[str, ...]) -> Step:
    """Readers first get elsewhere what the new index does not project."""
    names = ", ".join(lost[:_NAMED]) + (f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else "")
    return at(table.name, index=new).then(
        StepAction.PREPARE,
        f"Find the deployed reads of {old} that need {names}, which {new} does not project, and read that from the "
        "table",
        gate=f"no read of {new} needs what it does not project",
        way_back=f"read it from {old} again",
        patterns=patterns,
    )


def carries(table: Table, index: Index, when: str) -> bool:
    """Return whether the entries of an index have what its condition asks about."""
    carried = projected_names(table, index)
    return carried is None or condition_names(when) <= carried


def any_of(conditions: Iterable[str]) -> str:
    """One condition that holds if one of these does; '' if one of them always holds, or there is none."""
    found = list(conditions)
    return "" if not all(found) else found[0] if len(found) == 1 else " OR ".join(f"({one})" for one in found)


def removable(table: Table, index: Index, entity: Entity) -> tuple[str, ...]:
    """Key attributes of an index that an item can lose: neither its key in the table nor data of its own."""
    data = {one.name for one in entity.attributes if not one.key_only}
    return tuple(name for name in index.key_names if name not in table.base.key_names and name not in data)


def drained(
    table: Table, index: Index, entity: Entity, when: str, patterns: tuple[str, ...], work: StepWork, rate: float | None
) -> Iterator[Step]:
    """Items that still have the keys of a sparse index but should not, lose them; not their own data.

    They are found by querying the index and filtering on the attributes of its condition; if the index does not project
    those, by a Scan of the table. A key that is data of the item is only removed if the index has no other.
    """
    own = removable(table, index, entity) or [name for name in index.key_names if name not in table.base.key_names]
    keys, name, who = ", ".join(own), index.name, entity.name
    place = at(table.name, (who,), index=name)
    yield place.then(
        StepAction.WRITE_NEW,
        f"REMOVE {keys} in every write after which {who} does not belong in {name}",
        flags=(f"write_{name} on",),
        gate="no write leaves them behind",
        way_back=f"write_{name} off",
        patterns=patterns,
    )
    still = f"NOT ({when})" if when else f"attribute_exists({own[0] if own else 'PK'})"
    found = f"Query {name}" if carries(table, index, when) else f"Scan {table.name}"
    yield place.then(
        StepAction.DRAIN,
        f"{found}, keep the {who} items that do not belong in {name}, and REMOVE {keys} of each",
        gate=f"COUNT of {name} falls to the correct number",
        way_back="set the keys again, from the same attributes",
        backfill=Backfill("parallel_scan", "UpdateItem", still, rate),
        work=work,
    )
    yield proved(table, name, (who,))
