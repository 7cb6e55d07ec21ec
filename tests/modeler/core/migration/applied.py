"""A plan carried out on stored items: what each step of it makes of them, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.items.materialize import item_writer, key_of
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.migration.index_steps import removable
from modeler.core.migration.overlap.renaming import stored_renames
from modeler.core.migration.overlap.taken_keys import NEXT, beside
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.migration.steps import MigrationPlan, Step, StepAction
from modeler.core.values.attribute_values import AttributeValue, Item

type Samples = Mapping[str, tuple[SampleItem, ...]]
"""Items by the id of their entity."""


@dataclass
class Held:
    """One stored item, and the entity that it is of, after the change."""

    sample: SampleItem
    pair: EntityPair
    item: dict[str, AttributeValue]


@dataclass
class Tables:
    """Tables with items in them, by name, and the indexes that exist."""

    items: dict[str, list[Held]] = field(default_factory=dict)
    indexes: dict[str, set[str]] = field(default_factory=dict)


def deployed(before: Design, after: Design) -> Design:
    """The design after, under the names that the plan deploys."""
    return beside(Pairing(before, after)).design


def applied(plan: MigrationPlan, before: Design, after: Design, samples: Samples) -> Tables:
    """What the steps make, one by one, of the items that are stored by the design before."""
    target = deployed(before, after)
    tables = _begun(before, target, samples)
    for step in plan.steps:
        _apply(tables, step, target)
    return tables


def expected(table: Table, entity: Entity, sample: SampleItem, renames: Mapping[str, str]) -> Item:
    """What the design after stores for an item of the design before."""
    return item_writer(table, entity)(renamed(sample, renames)).item


def renamed(sample: SampleItem, renames: Mapping[str, str]) -> SampleItem:
    """An item under the names that its attributes have after a change."""
    return replace(sample, values={renames.get(name, name): value for name, value in sample.values.items()})


def _begun(before: Design, target: Design, samples: Samples) -> Tables:
    tables = Tables({}, {table.name: {one.name for one in table.indexes} for table in before.tables})
    for table in before.tables:
        tables.items[table.name] = []
    for pair in Pairing(before, target).entities:
        write = item_writer(pair.before_table, pair.before)
        made = (Held(one, pair, dict(write(one).item)) for one in samples[pair.before.id])
        tables.items[pair.before_table.name].extend(made)
    return tables


def _apply(tables: Tables, step: Step, target: Design) -> None:
    match step.action:
        case StepAction.CREATE_TABLE:
            tables.items[step.place] = []
            tables.indexes[step.place] = {one.name for one in _table(target, step.place).indexes}
        case StepAction.CHANGE_INDEXES:
            tables.indexes[step.table] = (tables.indexes[step.table] | set(step.creates)) - set(step.deletes)
        case StepAction.BACKFILL if step.backfill is not None:
            _backfill(tables, step, target)
        case StepAction.DRAIN:
            _drain(tables, step, target)
        case StepAction.ARCHIVE:
            tables.items[step.table] = [one for one in tables.items[step.table] if not _is_of(one, step)]


def _backfill(tables: Tables, step: Step, target: Design) -> None:
    table = _table(target, step.place)
    for held in [one for one in tables.items[step.table] if _is_of(one, step)]:
        wanted = expected(table, held.pair.after, held.sample, held.pair.renames)
        if step.target and step.target != step.table:
            tables.items[step.target].append(Held(held.sample, held.pair, dict(wanted)))
        elif step.index:
            index = _index(table, step.index)
            if key_of(index.keys, wanted) is not None and _meets(held, step):
                held.item |= {name: wanted[name] for name in _own(table, index)}
        elif step.backfill is not None and step.backfill.operation == "UpdateItem":
            held.item |= {new: held.item[old] for old, new in stored_renames(held.pair).items() if old in held.item}
        else:
            held.item |= {name: wanted[name] for name in table.base.key_names}


def _drain(tables: Tables, step: Step, target: Design) -> None:
    table = _table(target, step.table)
    for held in [one for one in tables.items[step.table] if _is_of(one, step)]:
        gone: list[str] = list(stored_renames(held.pair))
        if step.index:
            index = _index(table, step.index)
            wanted = expected(table, held.pair.after, held.sample, held.pair.renames)
            gone = list(removable(table, index, held.pair.after)) if _meets(held, step) else []
            assert not gone or key_of(index.keys, wanted) is None
        for name in gone:
            held.item.pop(name, None)


def _is_of(held: Held, step: Step) -> bool:
    return step.is_about(held.pair.after.name)


def _meets(held: Held, step: Step) -> bool:
    """Whether the condition of the step holds for an item; one with values that the writer has is left to it."""
    asked = step.backfill.condition if step.backfill else ""
    holds = None if ":" in asked else compile_condition(asked)
    return holds is None or holds(held.item)


def _own(table: Table, index: Index) -> list[str]:
    return [name for name in index.key_names if name not in table.base.key_names]


def _table(design: Design, name: str) -> Table:
    return next(one for one in design.tables if one.name == name.removesuffix(NEXT) or one.name == name)


def _index(table: Table, name: str) -> Index:
    found = table.index(name) or table.index(name.removesuffix(NEXT))
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """An item that is not what the design after stores."""

    sample: str
    place: str
    found: object
    wanted: object


def differing(tables: Tables, before: Design, after: Design, samples: Samples) -> Iterator[Difference]:
    """Where the items that are stored now are not those of the design after: in a table, an index, or by their data."""
    target = deployed(before, after)
    finals = {id(table): _final(tables, table) for table in target.tables}
    for pair, deploys in zip(Pairing(before, after).entities, Pairing(before, target).entities, strict=True):
        name = finals[id(deploys.after_table)]
        there = [one for one in tables.items[name] if one.pair.after.id == pair.after.id]
        for sample in samples[pair.before.id]:
            found = [one.item for one in there if one.sample.id == sample.id]
            if len(found) != 1:
                yield Difference(sample.id, name, len(found), 1)
            else:
                yield from _of_item(pair, deploys, sample, found[0])


def _final(tables: Tables, table: Table) -> str:
    moved = f"{table.name}{NEXT}"
    return moved if moved in tables.items else table.name


def _of_item(pair: EntityPair, deploys: EntityPair, sample: SampleItem, item: Item) -> Iterator[Difference]:
    wanted = expected(pair.after_table, pair.after, sample, pair.renames)
    for index, made in zip(pair.after_table.all_indexes, deploys.after_table.all_indexes, strict=True):
        key, found = key_of(index.keys, wanted), key_of(made.keys, item)
        if key != found:
            yield Difference(sample.id, index.name, found, key)
    for one in pair.after.attributes:
        if item.get(one.name) != wanted.get(one.name):
            yield Difference(sample.id, one.name, item.get(one.name), wanted.get(one.name))
