"""Problems of a plan: it reads too early, fills too fast or over newer items, or switches too often.

facts/limits#requests, facts/limits#throughput, facts/limits#features.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.arithmetic import plain_number
from modeler.core.decisions.operations import BackfillWay
from modeler.core.design import lenient
from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix, Put, put
from modeler.core.migration.change import DesignPair, new_steps, step_path
from modeler.core.migration.differences import What, differences
from modeler.core.migration.index_steps import proved
from modeler.core.migration.rates import Pressure, pressures, sensible_rate
from modeler.core.migration.rekeying import guard
from modeler.core.migration.steps import Backfill, Step, StepAction
from modeler.core.rules.support.context import table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Rule, Scope, Spot, rule

_PROVES: Final = (StepAction.RECONCILE, StepAction.SHADOW_READ)


@rule(
    "migrate.read_before_active",
    ERROR,
    Scope.CHANGE,
    title="Plan reads before all data is in place",
    why="An index that is being built, or is not filled and verified, returns part of the items without an error",
    fix="Switch readers after the index is ACTIVE, filled and reconciled; until then only compare",
    sources="facts/procedures#index-change, facts/procedures#backfill",
    fixes=True,
)
def read_before_active(change: DesignPair) -> Iterator[Spot]:
    for number, switch in enumerate(change.steps):
        if switch.action is not StepAction.SWITCH_READS:
            continue
        needed = [step for step in change.steps if _fills(step, switch) and not _read_both(change, number, step)]
        late = [step for step in needed if step in change.steps[number:]]
        # A count before the fill proves nothing.
        filled = max((at + 1 for at, step in enumerate(change.steps[:number]) if step in needed), default=0)
        unproved = needed and not any(_proves(step, switch) for step in change.steps[filled:number])
        if not late and not unproved:
            continue
        what = switch.index or switch.place
        missing = ", ".join(f"step {step.id} ({step.action.value})" for step in late)
        reason = f"before {missing}" if late else "before its counts are compared"
        patterns = f" for {', '.join(switch.patterns)}" if switch.patterns else ""
        message = f"Step {switch.id} reads {what}{patterns} {reason}"
        yield Spot(message, step_path(switch), switch.id, "action", {"late": [step.id for step in late]},
                   fixes=(_reordered(change, switch, needed),))  # fmt: skip


def _read_both(change: DesignPair, number: int, backfill: Step) -> bool:
    """Return whether readers begin to read both forms after this switch and before a backfill: it fills something else,
    such as a new name of an attribute, which they do not yet depend on.
    """
    later = change.steps[number + 1 :]
    before = later[: later.index(backfill)] if backfill in later else ()
    return any(step.action is StepAction.READ_BOTH and _same_place(step, backfill) for step in before)


def _fills(step: Step, switch: Step) -> bool:
    """Return whether the step must come before the switch: it creates or fills what is read."""
    if switch.index:
        same = step.table == switch.table and (step.index == switch.index or switch.index in step.creates)
        return same and (switch.index in step.creates or step.action is StepAction.BACKFILL)
    return _same_place(step, switch) and step.action in (StepAction.BACKFILL, StepAction.CREATE_TABLE)


def _proves(step: Step, switch: Step) -> bool:
    same = step.index == switch.index and step.table == switch.table if switch.index else _same_place(step, switch)
    return same and step.action in _PROVES


def _same_place(step: Step, switch: Step) -> bool:
    """Without an index, the table's own keys are read, of the same entities."""
    shared = not step.entities or not switch.entities or bool(set(step.entities) & set(switch.entities))
    return not step.index and step.place == switch.place and shared


def _reordered(change: DesignPair, switch: Step, needed: list[Step]) -> Fix:
    """The switch after everything it needs, with a count added if there is none."""
    proof = [step for step in change.steps if _proves(step, switch)]
    rest = [step for step in change.steps if step is not switch and step not in proof]
    last = max((rest.index(step) for step in needed), default=-1) + 1
    table = change.table_of(switch)
    if not proof and table:
        made = proved(table, switch.index or switch.place, switch.entities)
        proof = [replace(made, id=f"{switch.id}-count", table=switch.table, index=switch.index, target=switch.target)]
    steps = (*rest[:last], *proof, switch, *rest[last:])
    return new_steps("Read it after it is filled and counted", steps)


@rule(
    "migrate.backfill_unthrottled",
    WARNING,
    Scope.CHANGE,
    title="Backfill is faster than the table, or one of its keys, supports",
    why="It uses the capacity of live traffic: user requests are throttled",
    fix="Limit its rate, or use an export to S3",
    sources="facts/procedures#backfill, facts/limits#partition-throughput, facts/throughput#throttling",
    fixes=True,
)
def backfill_unthrottled(change: DesignPair) -> Iterator[Spot]:
    for step, filling in _backfills(change):
        if filling.way in _OFF_TABLE:
            continue
        table = change.table_of(step)
        entities = _entities(table, step)
        slower = _slower(change, step, table, entities)
        if filling.units_per_second is None:
            message = f"Step {step.id} has no limit of units/s"
            yield Spot(message, step_path(step), step.id, "backfill", {}, fixes=slower)
        elif table and (worst := _worst(change, step, table, entities, filling.units_per_second)):
            numbers = {"place": worst.room.place, "units": worst.units, "spare": worst.room.spare}
            yield Spot(
                f"Step {step.id} {_too_fast(worst)}", step_path(step), step.id, "backfill", numbers, fixes=slower
            )


_OFF_TABLE: Final = frozenset({BackfillWay.EXPORT_IMPORT, BackfillWay.EXPORT_BULK_PUT})


def _backfills(change: DesignPair) -> Iterator[tuple[Step, Backfill]]:
    for step in change.steps:
        if step.action in (StepAction.BACKFILL, StepAction.DRAIN) and step.backfill:
            yield step, step.backfill


def _entities(table: Table | None, step: Step) -> list[Entity]:
    return [entity for entity in table.entities if step.is_about(entity.name)] if table else []


def _is_new(change: DesignPair, step: Step) -> bool:
    move = change.move_to(step.place)
    return move is not None and move.new


def _worst(change: DesignPair, step: Step, table: Table, entities: list[Entity], rate: float) -> Pressure | None:
    new, only = _is_new(change, step), change.index_of(step)
    found = [
        pressure
        for entity in entities
        for pressure in pressures(rate, table, entity, change.capacity, change.sizes, new=new, only=only)
        if pressure.exceeds or pressure.is_hot
    ]
    return max(found, key=lambda one: (one.is_hot, one.units), default=None)


def _too_fast(worst: Pressure) -> str:
    place = worst.room.place
    if worst.is_hot:
        on_a_key = plain_number(round(worst.on_a_key or 0))
        return f"writes {on_a_key} units/s (estimate) to one key of {place}; a partition supports 1,000"
    live = "" if worst.room.live is None else f" in addition to {plain_number(worst.room.live)} of live traffic"
    return (
        f"writes {plain_number(round(worst.units))} units/s (estimate) into {place}{live}, which supports "
        f"{plain_number(worst.room.capacity)} ({worst.room.source})"
    )


def _slower(change: DesignPair, step: Step, table: Table | None, entities: list[Entity]) -> tuple[Fix, ...]:
    if table is None:
        return ()
    new, only = _is_new(change, step), change.index_of(step)
    rate = sensible_rate(table, entities, change.capacity, change.sizes, new=new, only=only)
    return put(f"Limit it to {rate:,.0f} units/s", step.id, "backfill.units_per_second", rate) if rate else ()


@rule(
    "migrate.backfill_not_idempotent",
    ERROR,
    Scope.CHANGE,
    title="Backfill cannot be repeated, or overwrites newer items",
    why="A job that stops is started again, and live writes happen meanwhile: an old copy then replaces the new item",
    fix="Write each item with a condition: only if it is absent, or older than the new one",
    sources="facts/procedures#backfill, facts/limits#batches",
    fixes=True,
)
def backfill_not_idempotent(change: DesignPair) -> Iterator[Spot]:
    for step, filling in _backfills(change):
        if filling.operation == "ImportTable":
            continue
        if filling.operation == "BatchWriteItem":
            said = ", which supports no conditions" if filling.condition else " without a condition"
        elif not filling.condition.strip():
            said = " without a condition"
        elif step.action is StepAction.BACKFILL and not _GUARDS.search(filling.condition):
            said = f" with the condition {filling.condition!r}, which newer items also meet"
        else:
            continue
        message = f"Step {step.id} fills with {filling.operation}{said}"
        yield Spot(message, step_path(step), step.id, "backfill", {}, fixes=_guarded(change, step, filling))


_GUARDS: Final = re.compile(r"attribute_not_exists\s*\(|[=<>]|\bNOT\b", re.IGNORECASE)
"""What makes a condition fail for an item that already exists, or is newer."""


def _guarded(change: DesignPair, step: Step, filling: Backfill) -> tuple[Fix, ...]:
    table = change.table_of(step)
    if table is None:
        return ()
    index = change.index_of(step)
    own = [name for name in index.key_names if name not in table.base.key_names] if index else []
    condition = f"attribute_not_exists({own[0]})" if own else guard(table, ())
    edits = [Put(step.id, "backfill.condition", condition)]
    if filling.operation in ("BatchWriteItem", "StartBulkPutItems"):
        edits.append(Put(step.id, "backfill.operation", "UpdateItem" if own else "PutItem"))
    return (Fix(f"Write each item only if {condition}", tuple(edits)),)


@rule(
    "migrate.switch_quota",
    WARNING,
    Scope.CHANGE,
    title="Table setting is switched more often than allowed",
    why=(
        "A table can switch to on-demand 4 times in 24 hours, change its class twice in 30 days and its TTL once "
        "per hour"
    ),
    fix="Wait between them",
    sources="facts/limits#mode-switches, facts/limits#time-to-live",
)
def switch_quota(change: DesignPair) -> Iterator[Spot]:
    for table in change.after.tables:
        for name, most, hours, in_words in _QUOTAS:
            switches = sorted(_switches(change, table, name))
            found = max((_within(switches, start, hours) for start in switches), default=0)
            usual = _usual(table, name, hours)
            if found + usual > most:
                times = plain_number(found + usual)
                message = f"{table.name} {in_words} {times} times within {plain_number(hours)} h; the limit is {most}"
                yield Spot(message, table_path(table), table.id, "settings", {"switches": found + usual})


_QUOTAS: Final = (
    ("billing", 4, 24.0, "switches to on-demand"),
    ("table_class", 2, 30 * 24.0, "changes its class"),
    ("ttl_attribute", 1, 1.0, "switches TTL"),
)
_USUAL: Final = {"billing": "mode", "table_class": "class", "ttl_attribute": "ttl"}


def _switches(change: DesignPair, table: Table, name: str) -> Iterator[float]:
    """The hours at which the plan switches a setting; without a plan all at the same time."""
    if change.plan is None:
        for one in differences(change.pairing):
            if (one.what, one.setting, one.table) == (What.SETTING, name, table.name) and _counts(name, one.after):
                # Changing the TTL attribute is one switch off and one on.
                yield from [0.0] * (2 if name == "ttl_attribute" and one.before and one.after else 1)
        return
    for hour, step in change.plan.starts():
        if step.place == table.name and name in step.settings and _counts(name, step.settings[name]):
            yield hour


def _counts(name: str, value: object) -> bool:
    """Switches to on-demand are limited, the reverse is not."""
    return name != "billing" or value == "PAY_PER_REQUEST"


def _within(switches: list[float], start: float, hours: float) -> int:
    return sum(start <= one < start + hours for one in switches)


def _usual(table: Table, name: str, hours: float) -> float:
    """Switches that the table makes anyway in this time, from the declared number per day."""
    declared = table.options.operation.raw.get("switches_per_day")
    each_day = lenient.number(declared.get(_USUAL[name])) if isinstance(declared, dict) else None
    return (each_day or 0.0) * hours / 24


RULES: Final[tuple[Rule, ...]] = (read_before_active, backfill_unthrottled, backfill_not_idempotent, switch_quota)
