"""The steps for the GSIs of a table: create, fill, verify, read, drain, delete; one change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.decisions.operations import backfill
from modeler.core.design.tables import Index, Table
from modeler.core.items.sizes import projected_names
from modeler.core.keys.written_keys import written_keys
from modeler.core.migration.fates import Fate, Fates, fates, lacking, share_among
from modeler.core.migration.index_steps import (
    Filling,
    any_of,
    carries,
    created,
    deleted,
    drained,
    filled,
    left_by_readers,
    met_by_readers,
    poorer,
    proved,
    read_from,
    removable,
)
from modeler.core.migration.pairs import EntityPair, Pairing, TablePair, same_keys, same_projection
from modeler.core.migration.rates import sensible_rate
from modeler.core.migration.steps import Step
from modeler.core.migration.touched import meeting, reads, writes
from modeler.core.migration.work import Estimates, MovedItems

_NEEDS: Final = (Fate.ENTERS, Fate.MOVES)
"""Fates of items that a backfill gives other keys."""


class Means:
    """The input of a plan: live traffic, sizes of items, a given rate."""

    def __init__(self, pairing: Pairing, estimates: Estimates, rate: float | None = None) -> None:
        self.pairing = pairing
        self.estimates = estimates
        self.rate = rate

    @cached_property
    def after(self) -> DesignCapacity:
        """What live traffic needs in the design after: computed when a step has to leave room for it."""
        return design_capacity(self.pairing.after)

    def pace(self, table: Table, pairs: list[EntityPair], index: Index | None = None) -> float:
        """Write units/s of a backfill (of one index's keys) in an existing table; 0 if there is no spare capacity."""
        entities = [pair.after for pair in pairs]
        return self.rate or sensible_rate(table, entities, self.after, self.estimates.sizes, only=index)


def unfilled(pairing: Pairing, pair: TablePair, old: Index | None, new: Index) -> list[tuple[EntityPair, Fates]]:
    """Entities with stored items that a new index lacks, or that a changed one lists under another key."""
    found = []
    for one in pairing.entities:
        if one.after_table is pair.after and one.same_table and one.is_stored:
            kept = old if old and same_keys(old, new) else None
            if kept and one.writes_the_same(kept, new):
                continue
            become = fates(one, kept, new)
            if Fate.ENTERS in become or Fate.MOVES in become:
                found.append((one, become))
    return found


def index_steps(means: Means, pair: TablePair) -> Iterator[Step]:
    """The steps of a table that keeps its key, except the deletions, which come when everything else is done."""
    for old, new in pair.indexes:
        if new is None:
            continue
        if old is None:
            yield from _added(means, pair, None, new, new.name)
        elif _is_another(old, new):
            yield from _added(means, pair, old, new, f"{new.name}-v2")
        else:
            yield from _rewritten(means, pair, old, new)


def _is_another(old: Index, new: Index) -> bool:
    return not (same_keys(old, new) and same_projection(old, new))


def deletion_steps(means: Means, pair: TablePair) -> Iterator[Step]:
    """The deletions of the indexes that the table no longer has, or has as another one. They come last: a rollback
    of what comes before reads these indexes.
    """
    gone = (old.name for old, new in pair.indexes if old and (new is None or _is_another(old, new)))
    for name in gone:
        kept = any(new and new.name == name for _, new in pair.indexes)
        patterns = () if kept else reads(means.pairing.before, pair.before.name, name)
        yield from deleted(pair.after, name, patterns)


def _added(means: Means, pair: TablePair, old: Index | None, new: Index, name: str) -> Iterator[Step]:
    table = pair.after
    read_by = reads(means.pairing.after, table.name, new.name)
    work = means.estimates.building(new, _built(means.pairing, pair, old, new))
    yield created(table, new, name, old.name if old else "", work, read_by)
    found = unfilled(means.pairing, pair, old, new)
    if old and same_keys(old, new):
        yield from _met(means, pair, old, new, [one for one, _ in found])
    yield from _filled(means, pair, old, new, name, found)
    yield proved(table, name, tuple(one.after.name for one, _ in found))
    if (
        old
        and (left := reads(means.pairing.before, pair.before.name, old.name))
        and (lost := _not_carried(pair, old, new))
    ):
        yield poorer(table, old.name, name, lost, left)
    if old and same_keys(old, new):
        yield from _left(means, pair, old, new, name)
    if read_by:
        yield read_from(table, name, read_by)


def _built(pairing: Pairing, pair: TablePair, old: Index | None, new: Index) -> Iterator[MovedItems]:
    """Stored items that already have the keys of a new index: building the index adds them."""
    for one in pairing.entities:
        if one.after_table is pair.after and one.same_table and one.is_stored:
            share = fates(one, old if old and same_keys(old, new) else None, new).get(Fate.STAYS, 0.0)
            if share:
                yield MovedItems(pair.after, one.after, share)


def _rewritten(means: Means, pair: TablePair, old: Index, new: Index) -> Iterator[Step]:
    """The index stays, and what entities write into it changes."""
    table = pair.after
    found = unfilled(means.pairing, pair, old, new)
    entering = [one for one, _ in found if not one.old_keys(old)]
    yield from _met(means, pair, old, new, entering)
    yield from _filled(
        means, pair, old, new, new.name, found, replaced=any(Fate.MOVES in become for _, become in found)
    )
    if found:
        yield proved(table, new.name, tuple(one.after.name for one, _ in found))
    if names := {one.after.name for one in entering}:
        known = set(reads(means.pairing.before, pair.before.name, old.name))
        if news := tuple(one for one in reads(means.pairing.after, table.name, new.name, names) if one not in known):
            yield read_from(table, new.name, news)
    yield from _left(means, pair, old, new, new.name)


def _left(means: Means, pair: TablePair, old: Index, new: Index, name: str) -> Iterator[Step]:
    """Stored items that do not belong in an index any more lose its keys; `name` is what it is called meanwhile."""
    table, called = pair.after, replace(new, name=name)
    for one in means.pairing.entities:
        if one.after_table is not table or not one.same_table or not one.is_stored or one.writes_the_same(old, new):
            continue
        become = fates(one, old, new)
        if Fate.LEAVES in become and removable(table, new, one.after):
            when = any_of(key.when for key in one.new_keys(new) if key.overload)
            pace = means.pace(table, [one], new)
            within = partial(share_among, one, old, new, (Fate.LEAVES,), deployed=True)
            moved = [MovedItems(pair.before, one.before, become[Fate.LEAVES] or None, within)]
            work = means.estimates.updating(old, moved, pace, pair.before, queries=carries(table, new, when))
            touched = writes(means.pairing.after, table.name, {one.after.name})
            if read_by := reads(means.pairing.before, table.name, old.name):
                yield left_by_readers(table, old, one.after.name, read_by)
            yield from drained(table, called, one.after, when, touched, work, pace or None)


def _met(means: Means, pair: TablePair, old: Index, new: Index, entering: list[EntityPair]) -> Iterator[Step]:
    """Deployed readers that can meet items which their index did not have learn of them before any enters."""
    for one in entering:
        keys = [key for key in one.new_keys(new) if key.overload]
        if met := meeting(means.pairing.before, pair.before.name, old, keys):
            yield met_by_readers(pair.after, new, one.after.name, met)


def new_entity_steps(pairing: Pairing, pair: TablePair) -> Iterator[Step]:
    """Deployed readers that can meet items of a new entity learn of it before any is written."""
    places = [(pair.before.base, pair.after.base)]
    places += [(old, new) for old, new in pair.indexes if old and new and same_keys(old, new)]
    for table, entity in pairing.new_entities():
        for old, new in places if table is pair.after else ():
            keys = [key for key in written_keys(table, entity, new) if key.overload]
            if keys and (met := meeting(pairing.before, pair.before.name, old, keys)):
                yield met_by_readers(table, new, entity.name, met)


def _not_carried(pair: TablePair, old: Index, new: Index) -> tuple[str, ...]:
    """Names of the attributes that entries of an index have and those of the one in its place will lack."""
    had, has = projected_names(pair.before, old), projected_names(pair.after, new)
    if has is None:
        return ()
    if had is not None:
        return tuple(sorted(had - has))
    own = {one.name for entity in pair.before.entities if entity.overloads_of(old.name) for one in entity.attributes
           if not one.key_only}  # fmt: skip
    return tuple(sorted(own - has))


def _filled(
    means: Means,
    pair: TablePair,
    old: Index | None,
    index: Index,
    name: str,
    found: list[tuple[EntityPair, Fates]],
    *,
    replaced: bool = False,
) -> Iterator[Step]:
    if not found:
        return
    table, entities = pair.after, [one for one, _ in found]
    rate = means.pace(table, entities, index)
    kept = old if old and same_keys(old, index) else None
    groups = [
        MovedItems(table, one.after, _share(become), partial(share_among, one, kept, index, _NEEDS, deployed=False))
        for one, become in found
    ]
    stored = means.estimates.gigabytes([MovedItems(pair.before, one.before) for one in entities])
    choice = backfill(gigabytes=stored, spare_units=rate)
    keys = tuple(dict.fromkeys(key for one in entities for key in _keys(one, index)))
    work = means.estimates.updating(index, groups, rate, pair.before)
    filling = Filling(index, tuple(entities), keys, choice, rate or None, work, replaced)
    names = {one.after.name for one in entities}
    yield from filled(table, name, filling, writes(means.pairing.after, table.name, names))


def _keys(pair: EntityPair, index: Index) -> tuple[str, ...]:
    """Key attributes to set; if only their value changes, those that have a template."""
    own = pair.after_table.base.key_names
    return lacking(pair, index) or tuple(name for name in index.key_names if name not in own)


def _share(become: Fates) -> float | None:
    return become.get(Fate.ENTERS, 0.0) + become.get(Fate.MOVES, 0.0) or None
