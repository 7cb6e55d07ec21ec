"""The deployments of a plan: the tables as each of them leaves them, with one change of a GSI in each.

facts/limits#index-changes, facts/table-api#updatetable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.migration.change import DesignPair
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import Step, StepAction

DEPLOYING: Final = frozenset({StepAction.CREATE_TABLE, StepAction.CHANGE_INDEXES, StepAction.SET})
"""The actions of steps that change tables, indexes or settings."""

_UNITS: Final = "units of "


@dataclass(frozen=True, slots=True)
class Deployment:
    """One deployment: the step that it makes, the steps of the application and its data that come before it, and the
    tables after it.
    """

    number: int
    step: Step
    earlier: tuple[Step, ...]
    design: Design


@dataclass(frozen=True, slots=True)
class Deployments:
    """All of them in order, and the steps that follow the last."""

    each: tuple[Deployment, ...]
    later: tuple[Step, ...]


def deployments(before: Design, after: Design) -> Deployments:
    """The deployments from one design to another, whose tables hold items. Never raises on invalid designs."""
    change = DesignPair(before, after, plan(before, after))
    made = list(_deployments(change))
    if made:
        made[-1] = replace(made[-1], design=_finished(change, made[-1].design))
    later = change.steps[change.steps.index(made[-1].step) + 1 :] if made else change.steps
    return Deployments(tuple(made), later)


def _deployments(change: DesignPair) -> Iterator[Deployment]:
    tables = {table.name: table for table in change.before.tables}
    earlier: list[Step] = []
    number = 0
    for step in change.steps:
        changed = _tables_after(change, tables, step)
        if changed is None:
            earlier.append(step)
            continue
        tables, number = changed, number + 1
        yield Deployment(number, step, tuple(earlier), _design(change, tables))
        earlier = []


def _tables_after(change: DesignPair, tables: dict[str, Table], step: Step) -> dict[str, Table] | None:
    """The tables after a step; None if it changes none."""
    if step.action is StepAction.CREATE_TABLE:
        made = change.table_of(step)
        return None if made is None else {**tables, step.place: _created(change, made, step)}
    held = tables.get(step.place)
    if held is None:
        return None
    if step.action is StepAction.CHANGE_INDEXES:
        return {**tables, held.name: _with_indexes(change, held, step)}
    if step.action is StepAction.SET:
        return {**tables, held.name: _with_settings(change, held, step)}
    return None


def _created(change: DesignPair, table: Table, step: Step) -> Table:
    """A new table as designed; TTL of one that items move to comes later, in a step of its own."""
    move = change.move_to(step.place)
    if move is None:
        return table
    settings = {name: value for name, value in table.settings.items() if name != "ttl_attribute"}
    own = table.id if step.place == table.name else f"{table.id}-{step.place}"
    return replace(table, id=own, name=step.place, settings={**settings, **step.settings})


def _with_indexes(change: DesignPair, held: Table, step: Step) -> Table:
    designed, deployed = change.after.table(held.name) or held, change.deployed.table(held.name) or held
    kept = tuple(one for one in held.indexes if one.name not in step.deletes)
    made = tuple(
        replace(source, id=f"{source.id}-{name}" if name != source.name else source.id, name=name)
        for name in step.creates
        if (source := deployed.index(name) or designed.index(step.replaces or name)) is not None
    )
    return replace(held, indexes=(*kept, *made))


def _with_settings(change: DesignPair, held: Table, step: Step) -> Table:
    settings = {**held.settings, **step.settings}
    settings = {name: value for name, value in settings.items() if value is not None and not name.startswith(_UNITS)}
    designed = change.after.table(held.name)
    units = {name.removeprefix(_UNITS) for name in step.settings if name.startswith(_UNITS)}
    indexes = tuple(
        replace(one, capacity=source.capacity)
        if one.name in units and designed is not None and (source := designed.index(one.name)) is not None
        else one
        for one in held.indexes
    )
    return replace(held, settings=settings, indexes=indexes)


def _design(change: DesignPair, tables: dict[str, Table]) -> Design:
    """The tables under the name of the design, with the access patterns that are deployed, and those of new tables."""
    old = {table.name for table in change.before.tables}
    patterns = (*change.before.patterns, *_of_new_tables(change, frozenset(tables) - old))
    return replace(change.before, name=change.after.name, tables=tuple(tables.values()), patterns=patterns)


def _of_new_tables(change: DesignPair, names: frozenset[str]) -> Iterator[AccessPattern]:
    places = {move.target.name: move.name for move in change.moves if move.name in names}
    places |= {name: name for name in names if change.after.table(name)}
    for one in change.after.patterns:
        if one.table in places:
            yield replace(one, id=f"{one.id}-{places[one.table]}", table=places[one.table])


def _finished(change: DesignPair, design: Design) -> Design:
    """The last tables, with the entities and access patterns of the design after."""
    entities = {table.name: table.entities for table in change.after.tables}
    tables = tuple(replace(table, entities=entities.get(table.name, table.entities)) for table in design.tables)
    patterns = (*change.after.patterns, *(one for one in design.patterns if change.after.table(one.table) is None))
    return replace(design, tables=tables, patterns=patterns)
