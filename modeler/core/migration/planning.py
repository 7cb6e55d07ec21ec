"""The plan from one design to another: settings, GSIs one at a time, then items that move.

facts/limits#indexes, facts/table-api#updatetable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from modeler.core.capacity.design import design_capacity
from modeler.core.decisions.operations import BackfillChoice, backfill
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import Missing
from modeler.core.migration.differences import What, differences
from modeler.core.migration.fates import Fate, fates, fewer_shards
from modeler.core.migration.index_planning import Means, deletion_steps, index_steps, new_entity_steps
from modeler.core.migration.index_steps import any_of, carries, drained
from modeler.core.migration.moves import is_remade, moves_of
from modeler.core.migration.overlap.forms import form_steps
from modeler.core.migration.overlap.new_sources import filling_steps, lacking_sources
from modeler.core.migration.overlap.renaming import removal_steps, rename_steps, stored_renames
from modeler.core.migration.overlap.splits import EntitySplit, splits
from modeler.core.migration.overlap.taken_keys import Beside, beside
from modeler.core.migration.owed_planning import with_owed
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.migration.rates import sensible_rate
from modeler.core.migration.rekeying import Move, Patterns, in_the_same_table, into_another_table, prepared
from modeler.core.migration.setting_steps import setting_steps
from modeler.core.migration.steps import MigrationPlan, Step, StepAction, at, identified
from modeler.core.migration.touched import writes
from modeler.core.migration.work import Estimates, MovedItems, StepWork

WATCH_DAYS = 7.0
"""How long reads are watched before the rollback is given up: a retention cycle of 7 to 30 days."""


def plan(
    before: Design, after: Design, *, units_per_second: float | None = None, watch_days: float = WATCH_DAYS
) -> MigrationPlan:
    """The steps from one design, whose tables hold items, to another.

    `units_per_second` limits every backfill, in write units of the table itself; without it each uses half of the spare
    capacity. `watch_days` is how long both tables are written after reads have moved. Units and hours are estimates
    from counts and average sizes; entities without a count are named in the step's work. Designs can be invalid.
    facts/limits#indexes, facts/limits#throughput, facts/limits#features.
    """
    return plan_with(Means(Pairing(before, after), Estimates(), units_per_second), watch_days)


def plan_with(means: Means, watch_days: float = WATCH_DAYS) -> MigrationPlan:
    """`plan` for parts that are already paired."""
    deployed = beside(means.pairing)
    if deployed.replaced:
        means = Means(Pairing(means.pairing.before, deployed.design), means.estimates, means.rate)
    found = (_next_to(deployed, step) for step in _Planner(means, watch_days).steps())
    steps = identified(found, means.pairing.before, means.pairing.after)
    return MigrationPlan(tuple(replace(step, id=f"step-{number}") for number, step in enumerate(steps, 1)))


def _next_to(deployed: Beside, step: Step) -> Step:
    """A step for an index that takes the place of another while that one still serves: what it replaces, and why."""
    old = deployed.replaced.get((step.table, step.index))
    if old is None or step.action not in (StepAction.CHANGE_INDEXES, StepAction.WRITE_NEW):
        return step
    if step.action is StepAction.WRITE_NEW:
        return replace(step, do=f"{step.do}, and go on writing the old keys")
    keys = "its key attributes have these names because deployed readers need the old values until they have switched"
    return replace(step, do=f"{step.do}; {keys}", replaces=old)


def drain(design: Design, table: str, entity: str, index: str, *, stale: float | None = None) -> MigrationPlan:
    """The steps that remove items from a sparse index whose keys an update forgot to remove: a queue that never drains.

    `stale` is their number, if counted; the work is estimated from it. Raises Missing if the design has no such table,
    entity or index.
    """
    held = design.table(table)
    one, queue = (held.entity(entity), held.index(index)) if held else (None, None)
    if held is None or one is None or queue is None:
        raise Missing("table, entity or index not found", path=f"tables.{table}.entities.{entity}.{index}")
    estimates = Estimates()
    rate = sensible_rate(held, [one], design_capacity(design), estimates.sizes, only=queue)
    group = MovedItems(held, replace(one, count=None if stale is None else round(stale)))
    when = any_of(overload.when for overload in one.overloads_of(index))
    work = estimates.updating(queue, [group], rate, held, queries=carries(held, queue, when))
    steps = drained(held, queue, one, when, writes(design, table, {entity}), work, rate or None)
    return MigrationPlan(tuple(replace(step, id=f"step-{number}") for number, step in enumerate(steps, 1)))


@dataclass(frozen=True)
class _Planner:
    means: Means
    days: float

    @property
    def pairing(self) -> Pairing:
        return self.means.pairing

    def steps(self) -> Iterator[Step]:
        """All steps, in order, without ids."""
        moves = moves_of(self.pairing)
        made = {id(move.target) for move in moves if move.new}
        kept = [pair for pair in self.pairing.tables if not is_remade(pair)]
        rekeyed = [one for one in self._staying() if one.base_changed or fewer_shards(one)]
        yield from (prepared(move, self._patterns(move)) for move in map(_within, rekeyed))
        for pair in kept:
            yield from new_entity_steps(self.pairing, pair)
        yield from map(_split_off, splits(self.pairing))
        yield from self._forms()
        for one in self.pairing.entities:
            if one.is_stored and lacking_sources(one):
                yield from filling_steps(one, *self._refilling(one))
        yield from (_new(table) for table in self.pairing.added if id(table) not in made)
        early, late = self._settings()
        yield from early
        for pair in kept:
            yield from with_owed(self.means, pair, index_steps(self.means, pair))
        for one in self._staying():
            if one in rekeyed:
                yield from self._rekeyed(one)
            if stored_renames(one):
                yield from self._renamed(one, rename_steps)
        yield from late
        for one in self._staying():
            if stored_renames(one):
                yield from self._renamed(one, removal_steps)
        for move in moves:
            yield from self._moved(move)
        yield from filter(None, map(self._without_attributes, self._staying()))
        for pair in kept:
            yield from deletion_steps(self.means, pair)
        gone = {id(table) for table in self.pairing.removed}
        for table, entity in self.pairing.gone_entities():
            if id(table) not in gone and entity.count != 0:
                yield _unwritten(table, entity.name, writes(self.pairing.before, table.name, {entity.name}))
        left = {id(move.source) for move in moves}
        yield from (_gone(table) for table in self.pairing.removed if id(table) not in left)

    def _forms(self) -> Iterator[Step]:
        for one in self.pairing.entities:
            if one.is_stored:
                found = self._patterns(_within(one))
                copied = not one.same_table or self._is_remade(one.after_table.name)
                yield from form_steps(one, found.reads, found.writes, is_copied=copied)

    def _staying(self) -> list[EntityPair]:
        """Entities with stored items, in a table that keeps its key."""
        return [
            one
            for one in self.pairing.entities
            if one.same_table and one.is_stored and not self._is_remade(one.after_table.name)
        ]

    def _without_attributes(self, one: EntityPair) -> Step | None:
        """Attributes that stored items have and the design after does not name."""
        keys = {key for index in one.before_table.all_indexes for key in index.key_names}
        gone = [
            old.name for old, new in one.attributes if old and not new and not old.key_only and old.name not in keys
        ]
        return _unused(one.after_table, one.after.name, gone, self._takers(gone), self._touching(one)) if gone else None

    def _takers(self, names: list[str]) -> tuple[str, ...]:
        """New entities that have attributes of these names."""
        known = {id(one.after) for one in self.pairing.entities}
        return tuple(
            entity.name
            for _, entity in self.pairing.after.entities()
            if id(entity) not in known and any(entity.attribute(name) for name in names)
        )

    def _touching(self, one: EntityPair) -> tuple[str, ...]:
        found = self._patterns(_within(one))
        return tuple(dict.fromkeys((*found.reads, *found.writes)))

    def _settings(self) -> tuple[list[Step], list[Step]]:
        """The steps for settings, and those that wait until stored items have the new name of a TTL attribute."""
        kinds = (What.SETTING, What.INDEX_UNITS)
        found = [one for one in differences(self.pairing) if one.what in kinds and not self._is_remade(one.table)]
        names = {(one.after_table.name, name) for one in self._staying() for name in stored_renames(one).values()}
        late = [one for one in found if one.setting == "ttl_attribute" and (one.table, one.after) in names]
        return list(setting_steps(one for one in found if one not in late)), list(setting_steps(late))

    def _is_remade(self, table: str) -> bool:
        return any(pair.after.name == table and is_remade(pair) for pair in self.pairing.tables)

    def _moved(self, move: Move) -> Iterator[Step]:
        """A move to another table, which receives the writes of the design after."""
        means = self.means
        entities = [pair.after for pair in move.entities]
        rate = means.rate or sensible_rate(move.target, entities, means.after, means.estimates.sizes, new=move.new)
        choice = backfill(
            gigabytes=means.estimates.gigabytes(MovedItems(move.source, pair.before) for pair in move.entities),
            same_table=False,
            target_exists=not move.creates,
            spare_units=rate,
        )
        groups = (MovedItems(move.target, pair.after) for pair in move.entities)
        work = means.estimates.copying(groups, rate, move.source)
        yield from into_another_table(move, self._patterns(move), choice, rate or None, work, self.days)

    def _rekeyed(self, one: EntityPair) -> Iterator[Step]:
        """New keys in an existing table; if no stored item gets one, both are read permanently."""
        means = self.means
        become = fates(one, one.before_table.base, one.after_table.base)
        shares = [become.get(Fate.MOVES, 0.0), *(1 - will / was for _, was, will in fewer_shards(one))]
        moves = Fate.MOVES in become or any(shares)
        rate = means.pace(one.after_table, [one])
        choice = backfill(
            gigabytes=means.estimates.gigabytes([MovedItems(one.before_table, one.before)]), spare_units=rate
        )
        work = means.estimates.moving(
            [MovedItems(one.after_table, one.after, max(shares) or None)], rate, one.before_table
        )
        move = _within(one)
        yield from in_the_same_table(move, self._patterns(move), choice, rate or None, work, moves=moves)

    def _renamed(self, one: EntityPair, steps: Callable[..., Iterator[Step]]) -> Iterator[Step]:
        """Other names of attributes in items that keep their key."""
        _, choice, rate, work = self._refilling(one)
        yield from steps(one, self._patterns(_within(one)), choice, rate, work)

    def _refilling(self, one: EntityPair) -> tuple[tuple[str, ...], BackfillChoice, float | None, StepWork]:
        """How all stored items of an entity get attributes in place: patterns that write them, the way, rate, work."""
        means = self.means
        rate = means.pace(one.before_table, [one])
        choice = backfill(
            gigabytes=means.estimates.gigabytes([MovedItems(one.before_table, one.before)]), spare_units=rate
        )
        work = means.estimates.copying([MovedItems(one.before_table, one.before)], rate, one.before_table)
        return self._patterns(_within(one)).writes, choice, rate or None, work

    def _patterns(self, move: Move) -> Patterns:
        return Patterns.of(self.pairing.before, self.pairing.after, (move.source.name, move.target.name), move.names)


def _split_off(one: EntitySplit) -> Step:
    old, new = one.source.before.name, one.entity.name
    return at(one.source.before_table.name, (new,)).then(
        StepAction.PREPARE,
        f"Write the stored items of {old} that become {new} as {new}, and delete them as {old}: {one.shown} are such",
        gate=f"no stored item of {old} is one of {new}",
        way_back=f"write them as {old} again",
    )


def _within(one: EntityPair) -> Move:
    return Move(one.before_table, one.after_table, one.after_table.name, False, (one,))


def _unused(table: Table, entity: str, names: list[str], takers: tuple[str, ...], patterns: tuple[str, ...]) -> Step:
    taken = (
        f"Write {' and '.join(takers)} from the stored items of {entity} first, if it takes their values. "
        if takers
        else ""
    )
    return at(table.name, (entity,)).then(
        StepAction.STOP_WRITES,
        f"{taken}Stop reading and writing {', '.join(names)} of {entity}; stored items keep what they have",
        gate=f"no read and no write of {entity} needs it for a retention cycle",
        way_back="read and write it again",
        patterns=patterns,
    )


def _new(table: Table) -> Step:
    return at(table.name).then(
        StepAction.CREATE_TABLE,
        f"Create {table.name} as designed",
        gate=f"{table.name} is ACTIVE",
        way_back=f"delete {table.name}",
    )


def _unwritten(table: Table, entity: str, patterns: tuple[str, ...]) -> Step:
    return at(table.name, (entity,)).then(
        StepAction.STOP_WRITES,
        f"Stop writing {entity}. If another entity takes its place, write its items as that one first; delete them "
        "only when nothing reads them any more",
        gate=f"no read and no write of {entity} for a retention cycle",
        way_back="write it again",
        patterns=patterns,
    )


def _gone(table: Table) -> Step:
    return at(table.name).then(
        StepAction.ARCHIVE,
        f"Export {table.name} to S3, verify, then delete it",
        gate="the export is complete and was read back",
        way_back="restore the export",
    )
