"""Index changes that DynamoDB does not make in place, two at a time, or for stored items.

facts/limits#indexes, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from modeler.core.design.tables import Index, IndexKind
from modeler.core.fixes import Fix
from modeler.core.migration.change import DesignPair, new_steps, step_path
from modeler.core.migration.fates import Fate, lacking
from modeler.core.migration.index_planning import unfilled
from modeler.core.migration.moves import changed_lsis
from modeler.core.migration.pairs import EntityPair, TablePair, same_keys, same_projection
from modeler.core.migration.steps import Step, StepAction
from modeler.core.migration.touched import reads
from modeler.core.rules.support.context import cell_path, index_path, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Rule, Scope, Spot, rule

_FILLING: Final = (StepAction.WRITE_NEW, StepAction.BACKFILL, StepAction.RECONCILE)


@rule(
    "migrate.lsi_changed",
    ERROR,
    Scope.CHANGE,
    title="Local secondary index changes on an existing table",
    why="LSIs are created with their table and cannot change; UpdateTable does not support them",
    fix="Create a GSI, or a new table that items move to",
    sources="facts/limits#index-changes, facts/table-api#updatetable",
    fixes=True,
)
def lsi_changed(change: DesignPair) -> Iterator[Spot]:
    for pair in change.pairing.tables:
        if any(step.action is StepAction.CREATE_TABLE and step.table == pair.before.name for step in change.steps):
            continue
        for index in changed_lsis(pair):
            there = index in pair.after.indexes
            how = "is new or different" if there else "is removed"
            message = f"The LSI {index.name} {how} on {pair.after.name}, which exists: this needs a new table"
            path = index_path(pair.after, index)
            part = index.id if there else pair.after.id
            yield Spot(message, path, part, "indexes", {"index": index.name}, fixes=(change.take_the_plan(),))


@rule(
    "migrate.gsi_key_or_projection_changed",
    WARNING,
    Scope.CHANGE,
    title="GSI keeps its name but changes its key or projection",
    why=(
        "Neither can be changed: with the same name, the index is deleted first, and its readers find nothing meanwhile"
    ),
    fix="Create another index, switch its readers, then delete the old one",
    sources="facts/procedures#index-change, facts/limits#index-changes",
    fixes=True,
)
def gsi_changed(change: DesignPair) -> Iterator[Spot]:
    for pair in change.kept:
        for old, new in _changed(pair):
            if any(step.creates and step.replaces == new.name for step in change.steps):
                continue
            in_what = "projection" if same_keys(old, new) else "key"
            readers = reads(change.before, pair.before.name, new.name)
            unserved = f"; until it is rebuilt nothing serves {', '.join(readers)}" if readers else ""
            message = f"{new.name} gets a different {in_what} under the same name{unserved}"
            facts = {"patterns": list(readers)}
            path = index_path(pair.after, new)
            yield Spot(message, path, new.id, in_what, facts, fixes=(change.take_the_plan(),))


def _changed(pair: TablePair) -> Iterator[tuple[Index, Index]]:
    for old, new in pair.indexes:
        if old is None or new is None or new.kind is not IndexKind.GSI:
            continue
        if not (same_keys(old, new) and same_projection(old, new)):
            yield old, new


@rule(
    "migrate.two_gsi_changes",
    ERROR,
    Scope.CHANGE,
    title="Two GSIs are created or deleted at the same time",
    why=(
        "One UpdateTable or stack update creates or deletes one index, and only one is built at a time; more are "
        "rejected"
    ),
    fix="Make one change after the other, each when the last is done",
    sources="facts/limits#index-changes, facts/table-api#messages",
    fixes=True,
)
def two_gsi_changes(change: DesignPair) -> Iterator[Spot]:
    if change.plan is None:
        yield from _at_once(change)
    for step in change.steps:
        if len(step.creates) + len(step.deletes) > 1:
            message = f"Step {step.id} changes {_index_list(step.creates, step.deletes)} of {step.table} in one call"
            facts = {"creates": list(step.creates), "deletes": list(step.deletes)}
            yield Spot(message, step_path(step), step.id, "creates", facts, fixes=(_one_by_one(change, step),))


def _at_once(change: DesignPair) -> Iterator[Spot]:
    for pair in change.kept:
        changed = [new.name for _, new in _changed(pair)]
        creates = tuple(new.name for old, new in pair.indexes if old is None and new)
        deletes = tuple(old.name for old, new in pair.indexes if new is None and old)
        if len(creates) + len(deletes) + len(changed) > 1:
            message = f"{pair.after.name} changes {_index_list(creates, deletes, changed)} at the same time"
            facts = {"creates": list(creates), "deletes": list(deletes), "changed": changed}
            fixes = (change.take_the_plan(),)
            yield Spot(message, table_path(pair.after), pair.after.id, "indexes", facts, fixes=fixes)


def _index_list(creates: tuple[str, ...], deletes: tuple[str, ...], changed: Iterable[str] = ()) -> str:
    named = ((creates, "created"), (deletes, "deleted"), (changed, "deleted and created"))
    return ", ".join(f"{name} ({how})" for names, how in named for name in names)


def _one_by_one(change: DesignPair, step: Step) -> Fix:
    """The step as several: an index created under a deleted name comes after the deletion, all others before."""
    again = tuple(name for name in step.creates if name in step.deletes)
    first = [replace(step, creates=(name,), deletes=()) for name in step.creates if name not in again]
    then = [replace(step, creates=(), deletes=(name,), replaces="") for name in step.deletes]
    last = [replace(step, creates=(name,), deletes=()) for name in again]
    single = [replace(one, id=f"{step.id}.{number}") for number, one in enumerate((*first, *then, *last), 1)]
    return new_steps(
        "One after the other", tuple(two for one in change.steps for two in (single if one is step else [one]))
    )


@rule(
    "migrate.gsi_needs_backfill",
    ERROR,
    Scope.CHANGE,
    title="Stored items lack the keys of an index",
    why="An index lists items by their key attributes: without them an item is missing, with old ones it is misplaced",
    fix="Set the keys in every write, then fill them in for stored items",
    sources="facts/procedures#backfill, facts/limits#index-changes, facts/throughput#index-writes",
    fixes=True,
)
def gsi_needs_backfill(change: DesignPair) -> Iterator[Spot]:
    for pair in change.kept:
        for old, new in pair.indexes:
            if new is None or new.kind is not IndexKind.GSI:
                continue
            for one, become in unfilled(change.pairing, pair, old, new):
                if change.treats(one, new.name):
                    continue
                share = become.get(Fate.ENTERS, 0.0) + become.get(Fate.MOVES, 0.0)
                yield _needs(change, one, new, share, moved=Fate.ENTERS not in become)


def _needs(change: DesignPair, pair: EntityPair, index: Index, share: float, *, moved: bool) -> Spot:
    count = pair.before.count
    items = f"about {round(count * share):,} stored items" if count is not None and share else "stored items"
    if moved:
        message = f"{items} of {pair.after.name} keep their old key in {index.name}"
    else:
        keys = lacking(pair, index) or index.key_names
        message = f"{items} of {pair.after.name} {_have_not(pair, index, keys)}, so {index.name} does not contain them"
    key = next((one for one in pair.new_keys(index) if one.overload), None)
    part = key.overload.id if key and key.overload else pair.after.id
    path = cell_path(pair.after_table, pair.after, index.name)
    facts = {"index": index.name, "share": round(share, 4), "count": count}
    return Spot(message, path, part, "keys", facts, fixes=(_filled(change, pair, index),))


def _have_not(pair: EntityPair, index: Index, names: tuple[str, ...]) -> str:
    """What stored items lack of the keys of an index: the attribute, the type that the index needs, or the value."""
    held = {
        one.name: one.type
        for old in pair.before_table.indexes
        if any(not key.when for key in pair.old_keys(old))
        for one in old.keys
    }
    told: dict[str, list[str]] = {"have": [], "lack": []}
    for one in index.keys:
        if one.name in names and one.name in held:
            is_typed = held[one.name] is one.type
            told["have"].append(
                f"another {one.name}" if is_typed else f"{one.name} as {held[one.name]}, not {one.type}"
            )
        elif one.name in names:
            told["lack"].append(one.name)
    return " and ".join(f"{verb} {', '.join(said)}" for verb, said in told.items() if said)


def _filled(change: DesignPair, pair: EntityPair, index: Index) -> Fix:
    """The plan with the steps that fill the index, after the step that creates it; without a plan, the proposed one."""
    if change.plan is None:
        return change.take_the_plan()
    names = {index.name, f"{index.name}-v2"}
    filling = [step for step in change.proposed.steps if step.action in _FILLING and step.index in names
               and step.is_about(pair.after.name)]  # fmt: skip
    created = [number for number, step in enumerate(change.steps) if names & set(step.creates)]
    place = created[-1] + 1 if created else 0
    kept, said = list(change.steps), {step.id for step in change.steps}
    kept[place:place] = [replace(step, id=_free(step.id, said)) for step in filling]
    return new_steps(f"Fill {index.name} after it is created", tuple(kept))


def _free(wanted: str, said: set[str]) -> str:
    name = wanted
    while name in said:
        name += "+"
    said.add(name)
    return name


RULES: Final[tuple[Rule, ...]] = (lsi_changed, gsi_changed, two_gsi_changes, gsi_needs_backfill)
