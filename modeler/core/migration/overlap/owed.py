"""New entities whose items stored ones call for: an item for each pair, and one for each value that is unique.

DynamoDB writes none of them by itself, so reads of pairs return nothing for what is stored, and a value that a stored
item has can be taken again. facts/building-blocks#p7, facts/building-blocks#x1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.decisions.operations import BackfillChoice
from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.migration.steps import Backfill, Step, StepAction, at
from modeler.core.migration.work import StepWork


@dataclass(frozen=True, slots=True)
class OwedItems:
    """A new entity in its table, and the entities whose stored items call for its items: two for pairs, one for unique
    values, which are in that one.
    """

    table: Table
    entity: Entity
    sources: tuple[EntityPair, ...]

    @property
    def is_of_pairs(self) -> bool:
        """Return whether there is an item for each pair, and not for each value."""
        return len(self.sources) > 1

    @property
    def needs(self) -> str:
        """What stored items call for, without a subject."""
        names = " and ".join(one.after.name for one in self.sources)
        return f"an item for each {'pair of ' if self.is_of_pairs else ''}stored {names}"

    @property
    def message(self) -> str:
        """The change as a sentence without its period."""
        return f"{self.entity.name} is new and needs {self.needs}"

    @property
    def counted(self) -> Entity:
        """The entity with the number of its items, if that is known: a unique value is in each item of its source."""
        has_count = self.entity.count is not None or self.is_of_pairs
        return self.entity if has_count else replace(self.entity, count=self.sources[0].after.count)


def owed_items(pairing: Pairing) -> Iterator[OwedItems]:
    """Every new entity that needs items for those that are stored."""
    stored = {one.after.name: one for one in pairing.entities if one.is_stored}
    for table, entity in pairing.new_entities():
        ends = next(((one.parent, one.child) for one in pairing.after.relations if one.join == entity.name), ())
        names = ends or ((entity.constraint_of,) if entity.constraint_of else ())
        if names and all(name in stored for name in names):
            yield OwedItems(table, entity, tuple(stored[name] for name in names))


def owed_steps(
    one: OwedItems, patterns: tuple[str, ...], choice: BackfillChoice, rate: float | None, work: StepWork
) -> Iterator[Step]:
    """Every new item is written with what it belongs to; then stored ones get theirs, and both are compared."""
    name, place = one.entity.name, at(one.table.name, (one.entity.name,))
    say = _OF_PAIRS if one.is_of_pairs else _OF_VALUES
    of = " and ".join(each.after.name for each in one.sources)
    held = f"every new {'pair' if one.is_of_pairs else of} has its {name}"
    key = one.table.partition_key[0].name if one.table.partition_key else one.entity.identity[0]
    yield place.then(
        StepAction.WRITE_NEW, say[0](name, of), flags=(f"write_{name} on",), gate=held, way_back=f"write_{name} off",
        patterns=patterns,
    )  # fmt: skip
    yield place.then(
        StepAction.BACKFILL, f"{say[1](name, of)}; {choice.watch}", flags=("backfill on",),
        gate=f"no stored {'pair' if one.is_of_pairs else of} lacks its {name}",
        way_back=f"stop; it resumes at its checkpoints. Delete the {name} items if the change is given up",
        backfill=Backfill(choice.way, "PutItem", f"attribute_not_exists({key})", rate), work=work,
    )  # fmt: skip
    yield place.then(
        StepAction.RECONCILE, f"COUNT {name} against {one.needs}, compare samples", gate="the counts match",
        way_back="go on with the backfill",
    )  # fmt: skip


type _Saying = tuple[Callable[[str, str], str], Callable[[str, str], str]]

_OF_PAIRS: Final[_Saying] = (
    lambda name, of: f"Write {name} with each new pair of {of}, and delete it with the pair",
    lambda name, of: (
        f"Write {name} for each pair of stored {of}. The design before has no pairs: take them from where they are kept"
        " now"
    ),
)
_OF_VALUES: Final[_Saying] = (
    lambda name, of: (
        f"Write {name} in the transaction that creates a {of}, and replace it in the one that changes the value"
    ),
    lambda name, of: (
        f"Write {name} for each stored {of}. Where two have the same value, the second write fails: decide which keeps "
        "it"
    ),
)
