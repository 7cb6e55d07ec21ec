"""A plan from one design to another, as data: ordered steps, each with an instruction, a gate and a rollback."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from modeler.core.design.lenient import number, text, texts
from modeler.core.design.model import Design
from modeler.core.migration.work import StepWork

PLAN: Final = "plan"
"""How a fix refers to the plan itself; its one field is `steps`."""


class StepAction(StrEnum):
    """What a step does."""

    PREPARE = "prepare"
    CREATE_TABLE = "create_table"
    CHANGE_INDEXES = "change_indexes"
    SET = "set"
    WRITE_NEW = "write_new"
    DUAL_WRITE = "dual_write"
    READ_BOTH = "read_both"
    BACKFILL = "backfill"
    DRAIN = "drain"
    RECONCILE = "reconcile"
    SHADOW_READ = "shadow_read"
    SWITCH_READS = "switch_reads"
    STOP_WRITES = "stop_writes"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Backfill:
    """How stored items are read and written: `way` from decisions.operations, the call, its condition.

    `units_per_second` limits its writes (None: no limit). It keeps a checkpoint for each segment (`resumable`), retries
    unprocessed items of a batch, and is verified by counts and samples in the step that reconciles.
    """

    way: str = "parallel_scan"
    operation: str = "PutItem"
    condition: str = ""
    units_per_second: float | None = None
    resumable: bool = True
    retries_unprocessed: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `table` is where items are now and `target` where they go, if elsewhere; both are names.

    `index` is the index that is filled, verified or read ('' for the table's own key). `creates` and `deletes` are
    indexes of one UpdateTable; `replaces` is the index that a created one replaces. `flags` are switches of the
    application (``dual_write on``); `gate` says when to continue, `way_back` how to roll back; `patterns` are the codes
    of the reads and writes that it affects; `settings` the settings of the table that it sets (None: off). `hours` is
    the minimum duration of the step. `fingerprint` identifies it in later plans (`identified`); a plan that a person
    wrote has none.
    """

    id: str
    action: StepAction
    do: str
    table: str = ""
    target: str = ""
    index: str = ""
    entities: tuple[str, ...] = ()
    creates: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()
    replaces: str = ""
    flags: tuple[str, ...] = ()
    gate: str = ""
    way_back: str = ""
    patterns: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    hours: float = 0.0
    backfill: Backfill | None = None
    work: StepWork | None = None
    fingerprint: str = ""

    @property
    def place(self) -> str:
        """The table that it finally writes to or reads from."""
        return self.target or self.table

    @property
    def effort(self) -> str:
        """The least duration and the cost, as a text; '' if neither is known."""
        least = [f"at least {self.hours:g} h"] if self.hours else []
        return ", ".join([*least, *([self.work.text] if self.work else [])])

    def then(self, action: StepAction, do: str, **fields: Any) -> Step:
        """Another step at the same place: with this one's table, target, index and entities."""
        place = {name: getattr(self, name) for name in ("table", "target", "index", "entities")}
        return Step(**{"id": "", **place, "action": action, "do": do, **fields})

    def is_about(self, entity: str) -> bool:
        """Return whether it handles this entity. A step that names none handles all of its table."""
        return not self.entities or entity in self.entities

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, without empty members."""
        raw: dict[str, Any] = {name: getattr(self, name) for name in _TEXTS if getattr(self, name)}
        raw |= {name: list(getattr(self, name)) for name in _LISTS if getattr(self, name)}
        if self.settings:
            raw["settings"] = dict(self.settings)
        if self.hours:
            raw["hours"] = self.hours
        if self.backfill:
            raw["backfill"] = {one.name: getattr(self.backfill, one.name) for one in fields(Backfill)}
        if self.work:
            raw["work"] = self.work.as_json()
        return {**raw, "action": self.action.value}


_TEXTS: Final = ("id", "fingerprint", "do", "table", "target", "index", "replaces", "gate", "way_back")
_LISTS: Final = ("entities", "creates", "deletes", "flags", "patterns")


@dataclass(frozen=True, slots=True)
class MigrationPlan:
    """Ordered steps. A step that is not finished blocks the next."""

    steps: tuple[Step, ...] = ()

    def of(self, *actions: StepAction) -> Iterator[Step]:
        """The steps with one of these actions."""
        return (step for step in self.steps if step.action in actions)

    def position(self, step: Step) -> int:
        """The position of a step, from 0."""
        return next(number for number, one in enumerate(self.steps) if one is step)

    def starts(self) -> Iterator[tuple[float, Step]]:
        """Each step with the earliest hour at which it begins."""
        hour = 0.0
        for step in self.steps:
            yield hour, step
            hour += step.hours

    @property
    def writes(self) -> Decimal:
        """Write units of all steps together, as far as they are known: an estimate."""
        return sum((step.work.writes.value for step in self.steps if step.work), Decimal(0))

    def as_json(self) -> list[dict[str, Any]]:
        """The steps as plain JSON; `plan_of` reads them back, except their cost."""
        return [step.as_json() for step in self.steps]


def at(table: str, entities: tuple[str, ...] = (), *, target: str = "", index: str = "") -> Step:
    """A place to make steps at with `then`."""
    return Step("", StepAction.PREPARE, "", table, target, index, entities)


@dataclass(frozen=True, slots=True)
class Refill:
    """The words of three steps: the backfill with its gate and way back, the count and its gate, and how to read."""

    fill: str
    filled: str
    stopped: str
    count: str
    counted: str
    read: str
    unread: str


def refilled(place: Step, told: Refill, backfill: Backfill, work: StepWork, reads: tuple[str, ...]) -> Iterator[Step]:
    """Stored items become what both readers understand, are counted, and readers no longer look for the old."""
    yield place.then(
        StepAction.BACKFILL,
        told.fill,
        flags=("backfill on",),
        gate=told.filled,
        way_back=told.stopped,
        backfill=backfill,
        work=work,
    )
    yield place.then(StepAction.RECONCILE, told.count, gate=told.counted, way_back="run the backfill again")
    yield place.then(
        StepAction.SWITCH_READS,
        told.read,
        flags=("read_both off",),
        gate="reads are complete for a retention cycle",
        way_back=told.unread,
        patterns=reads,
    )


def plan_of(raw: Any) -> MigrationPlan:
    """A plan from JSON that a person may have edited: members of an unexpected shape are left out."""
    rows = raw if isinstance(raw, list | tuple) else ()
    return MigrationPlan(tuple(step_of(row, number) for number, row in enumerate(rows, 1) if _is_step(row)))


def _is_step(raw: Any) -> bool:
    return isinstance(raw, Mapping) and raw.get("action") in set(StepAction)


def step_of(raw: Mapping[str, Any], number_of_it: int = 1) -> Step:
    """One step from its JSON; without an id it gets the number of its position."""
    made = Step(text(raw.get("id")) or f"step-{number_of_it}", StepAction(raw["action"]), text(raw.get("do")))
    read: dict[str, Any] = {name: text(raw.get(name)) for name in _TEXTS if name not in ("id", "do")}
    read |= {name: texts(raw.get(name)) for name in _LISTS}
    settings, filling = raw.get("settings"), raw.get("backfill")
    return replace(
        made,
        **read,
        settings=dict(settings) if isinstance(settings, Mapping) else {},
        hours=number(raw.get("hours")) or 0.0,
        backfill=_backfill_of(filling) if isinstance(filling, Mapping) else None,
    )


def _backfill_of(raw: Mapping[str, Any]) -> Backfill:
    usual = Backfill()
    return Backfill(
        text(raw.get("way")) or usual.way,
        text(raw.get("operation")) or usual.operation,
        text(raw.get("condition")),
        number(raw.get("units_per_second")),
        raw.get("resumable") is not False,
        raw.get("retries_unprocessed") is not False,
    )


def identified(steps: Iterable[Step], before: Design, after: Design) -> Iterator[Step]:
    """The steps with their fingerprints, as changes have them in SARIF: of the action and of its parts, by their ids.

    Of steps that are alike in both, such as two changes of one switch, the order decides.
    """
    known = _Ids(before, after)
    seen: Counter[str] = Counter()
    for step in steps:
        place = json.dumps(known.place_of(step))
        digest = hashlib.sha256(f"{place}{seen[place]}".encode("utf-8", "surrogatepass")).hexdigest()
        seen[place] += 1
        yield replace(step, fingerprint=digest[:32])


class _Ids:
    """Ids of parts by their names. What only exists during the migration is identified by its name."""

    def __init__(self, before: Design, after: Design) -> None:
        self._tables: dict[str, str] = {}
        self._parts: dict[tuple[str, str], str] = {}
        for table in (*before.tables, *after.tables):
            self._tables[table.name] = table.id or table.name
            named = [*((one.name, one.id) for one in table.indexes), *((one.name, one.id) for one in table.entities)]
            self._parts |= {(table.name, name): identity or name for name, identity in named}

    def place_of(self, step: Step) -> list[Any]:
        """The action, and every part that the step names."""
        tables = [self._tables.get(one, one) for one in (step.table, step.target)]
        named = ((step.index,), step.entities, step.creates, step.deletes)
        parts = [[self._part(step, one) for one in names] for names in named]
        return [step.action.value, *tables, *parts, sorted(step.settings), [flag.split()[-1:] for flag in step.flags]]

    def _part(self, step: Step, name: str) -> str:
        for table in (step.target, step.table):
            if (table, name) in self._parts:
                return self._parts[table, name]
        return name
