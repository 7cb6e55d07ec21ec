"""Moving items to new keys without downtime: into a new table, or next to the old ones. facts/limits#indexes,
facts/limits#features.

A table's key, its LSIs and its name cannot be changed: items then go to another table, written to both until reads have
moved. If only the key templates of an entity change, the new items are stored next to the old.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.decisions.operations import BackfillChoice, BackfillWay
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import Backfill, Refill, Step, StepAction, at, refilled
from modeler.core.migration.touched import all_reads, writes
from modeler.core.migration.work import StepWork

SHADOW_SHARES = "1, 10, 50, 100%"
DUAL_WRITE_HOURS = 24.0


@dataclass(frozen=True, slots=True)
class Move:
    """Entities that go from one table to another; `name` is the name of the target, `new` whether the plan creates
    it. If entities of several tables go there, `first` creates it, and it gets its TTL after `last`. `stays`: the
    source is a table of the design after, too.
    """

    source: Table
    target: Table
    name: str
    new: bool
    entities: tuple[EntityPair, ...]
    first: bool = True
    last: bool = True
    stays: bool = False

    @property
    def creates(self) -> bool:
        """Return whether its steps create the target."""
        return self.new and self.first

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entities, after."""
        return tuple(pair.after.name for pair in self.entities)

    @property
    def ttl(self) -> str:
        """The final TTL attribute of the target; '' if none."""
        return self.target.options.ttl_attribute


@dataclass(frozen=True, slots=True)
class Patterns:
    """The reads and writes of the moving entities, by code."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]

    @classmethod
    def of(cls, before: Design, after: Design, tables: tuple[str, str], names: tuple[str, ...]) -> Patterns:
        """Those of both designs, the one after first."""
        olds, news = all_reads(before, tables[0], names), all_reads(after, tables[1], names)
        written = (*writes(after, tables[1], names), *writes(before, tables[0], names))
        return cls(tuple(dict.fromkeys((*news, *olds))), tuple(dict.fromkeys(written)))


def guard(table: Table, entities: tuple[EntityPair, ...]) -> str:
    """A condition under which a put neither repeats itself nor overwrites a dual write."""
    key = next(iter(table.base.key_names), "PK")
    absent = f"attribute_not_exists({key})"
    versioned = all((one := pair.after.attribute("version")) and one.type.value == "N" for pair in entities)
    return f"{absent} OR version < :version" if versioned and entities else absent


def into_another_table(
    move: Move, patterns: Patterns, choice: BackfillChoice, rate: float | None, work: StepWork, days: float
) -> Iterator[Step]:
    """The steps of a move to another table: eight if it creates the table, and one more that gives the new table its
    TTL.
    """
    place = at(move.source.name, move.names, target=move.name)
    yield prepared(move, patterns)
    if move.creates:
        yield _creation(place, move, choice)
    yield place.then(
        StepAction.DUAL_WRITE,
        _dual_write(move),
        flags=("dual_write on",),
        hours=DUAL_WRITE_HOURS,
        gate="24 hours, and no failed second write is left unrepaired",
        way_back="dual_write off",
        patterns=patterns.writes,
    )
    yield place.then(
        StepAction.BACKFILL,
        _filling(move, choice),
        flags=("backfill on",),
        gate="counts match, and so do sampled items",
        way_back="stop; it resumes at its checkpoints",
        backfill=Backfill(choice.way, "PutItem", guard(move.target, move.entities), rate),
        work=work,
    )
    yield from _following(place, move)
    yield from _reading(place, move, patterns, days)
    yield from _ending(place, move, patterns)


def _following(place: Step, move: Move) -> Iterator[Step]:
    """A stream belongs to its table: consumers of the old one see nothing of what only the new one gets."""
    if not move.source.settings.get("stream") or not move.target.settings.get("stream"):
        return
    old, new = move.source.name, move.name
    yield place.then(
        StepAction.PREPARE,
        f"Let the consumers of the stream of {old} read that of {new} from LATEST, after the backfill, whose puts are "
        "also in it; then take them off the old one. In between they see each change twice",
        gate=f"no consumer reads the stream of {old}, and none misses a change",
        way_back=f"let them read the stream of {old}: it has each change while both are written",
    )


def _reading(place: Step, move: Move, patterns: Patterns, days: float) -> Iterator[Step]:
    old, new = move.source.name, move.name
    yield place.then(
        StepAction.SHADOW_READ,
        f"Serve {old}, also read {new} and compare, for {SHADOW_SHARES} of the reads; classify each "
        "difference: a race, a missing item, a type",
        flags=("validate_reads on",),
        gate="differences drop to 0 at each share",
        way_back="validate_reads off",
        patterns=patterns.reads,
    )
    yield place.then(
        StepAction.SWITCH_READS,
        f"Serve {new}, and on an error {old}; keep writing both",
        flags=("read_v2 on",),
        hours=days * 24,
        gate="a whole retention cycle is quiet, traffic is low and no stream lags behind",
        way_back=f"read_v2 off: {old} is still current",
        patterns=patterns.reads,
    )


def _ending(place: Step, move: Move, patterns: Patterns) -> Iterator[Step]:
    old, new = move.source.name, move.name
    yield place.then(
        StepAction.STOP_WRITES,
        f"Write only {new}",
        flags=("v1_writes off", "dual_write off"),
        gate=f"no write reaches {old}",
        way_back="only from an export",
        patterns=patterns.writes,
    )
    if move.new and move.last and move.ttl:
        yield at(new).then(
            StepAction.SET,
            f"Turn on TTL of {new} by {move.ttl}",
            settings={"ttl_attribute": move.ttl},
            gate="TTL is ENABLED",
            way_back="turn it off, one hour later",
        )
    yield place.then(
        StepAction.ARCHIVE,
        f"Export {old} to S3 (this needs point-in-time recovery), verify, keep it for at least three months, "
        f"then delete {_left(move)}",
        gate="the export is complete and was read back",
        way_back="restore the export",
    )


def _left(move: Move) -> str:
    whole = {entity.name for entity in move.source.entities} <= {pair.before.name for pair in move.entities}
    return move.source.name if whole and not move.stays else f"the items of {', '.join(move.names)} in it"


def prepared(move: Move, patterns: Patterns) -> Step:
    """What to know of the moving entities before anything changes."""
    place = at(move.source.name, move.names, target="" if move.name == move.source.name else move.name)
    return place.then(
        StepAction.PREPARE,
        f"List every query of {', '.join(place.entities)} in the code by its pattern; find items whose new key cannot "
        "be derived; check types, TTL and the attributes that new keys need",
        gate="every pattern is served by the new keys, and the change has no error",
        patterns=tuple(dict.fromkeys((*patterns.reads, *patterns.writes))),
    )


def _creation(place: Step, move: Move, choice: BackfillChoice) -> Step:
    imported = choice.way is BackfillWay.EXPORT_IMPORT
    how = f"Export {move.source.name} to S3, transform, and import it as" if imported else "Create"
    return place.then(
        StepAction.CREATE_TABLE,
        f"{how} {move.name} with the keys and indexes of the design, backups and stream like "
        f"{move.source.name}, on-demand or pre-warmed, TTL off until reads have moved",
        gate=f"{move.name} is ACTIVE",
        way_back=f"delete {move.name}",
        settings=_settings(move),
        backfill=Backfill(choice.way, "ImportTable") if imported else None,
    )


def _settings(move: Move) -> dict[str, object]:
    kept = ("point_in_time_recovery", "stream", "table_class", "encryption", "deletion_protection")
    return {name: value for name in kept if (value := move.target.settings.get(name))} | {"billing": "PAY_PER_REQUEST"}


def _dual_write(move: Move) -> str:
    return (
        f"Write {move.source.name} and {move.name} on each change, whole items, including deletes (a delete "
        "leaves a tombstone until the backfill is done; otherwise the backfill brings the item back); a "
        "failed second write fails the request, or is queued and repaired"
    )


def _filling(move: Move, choice: BackfillChoice) -> str:
    if choice.way is BackfillWay.EXPORT_IMPORT:
        return (
            f"Put into {move.name} what changed between the export and the first dual write (incremental export), "
            "each only if it is absent or older there"
        )
    return f"Copy items from before the dual write into {move.name}: {choice.reason}; {choice.watch}"


def in_the_same_table(
    move: Move, patterns: Patterns, choice: BackfillChoice, rate: float | None, work: StepWork, *, moves: bool
) -> Iterator[Step]:
    """New keys next to the old in one table, after `prepared`; if `moves` is false, stored items keep their key
    permanently.
    """
    place = at(move.source.name, move.names)
    names = ", ".join(move.names)
    yield place.then(
        StepAction.READ_BOTH,
        f"Read {names} under the new keys and under the old, and merge",
        flags=("read_both on",),
        gate="every reader reads both",
        way_back="read_both off",
        patterns=patterns.reads,
    )
    yield place.then(
        StepAction.WRITE_NEW,
        _writing(names, moves),
        flags=("write_new on",),
        gate="no write goes to an old key",
        way_back="write_new off; readers still read both",
        patterns=patterns.writes,
    )
    if moves:
        yield from _emptying(place, move, patterns, choice, rate, work)


def _emptying(
    place: Step, move: Move, patterns: Patterns, choice: BackfillChoice, rate: float | None, work: StepWork
) -> Iterator[Step]:
    names = ", ".join(move.names)
    yield from refilled(
        place,
        Refill(
            f"Give each item of {names} its new key: put it if it is absent there and delete the old one if it is "
            f"unchanged, in one transaction; {choice.watch}",
            "no item is left under an old key",
            "stop; readers still read both",
            f"Count {names} under old and new keys, compare sampled items",
            "none is under an old key, and counts match",
            f"Read {names} only under the new keys",
            "read_both on",
        ),
        Backfill(choice.way, "TransactWriteItems", guard(move.target, move.entities), rate),
        work,
        patterns.reads,
    )


def _writing(names: str, moves: bool) -> str:
    if not moves:
        return f"Write {names} under the new keys; stored items stay where they are"
    return f"Write {names} under the new keys, and delete the old item in the same transaction"
