"""Production tables: recovery, alarms, and the capacity mode of a new one.

facts/modeling#rules, facts/procedures#launch-checklist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design import usage_settings
from modeler.core.design.lenient import number
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix, put
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_DAYS_TO_NOTICE: Final = 7
_DAYS_KEPT: Final = 35


def _serves_people(context: RuleContext, table: Table) -> bool:
    """Return whether the design or, without a word of it there, a tag of the table says that it is in production."""
    declared = table.options.environment or context.design.options.environment
    return usage_settings.is_production(context.design, table) or (
        not declared and usage_settings.is_tagged_production(table)
    )


@rule(
    "ops.no_pitr",
    WARNING,
    Scope.TABLE,
    title="Production table without point-in-time recovery",
    why="A wrong write or a deleted table cannot be undone, and an export to S3 needs it too",
    fix="Turn it on, or set rebuildable in ops",
    sources="facts/operations#protection, facts/limits#backups",
    fixes=True,
)
def no_pitr(context: RuleContext, table: Table) -> Iterator[Spot]:
    rebuildable = table.options.operation.rebuildable
    on = table.options.point_in_time_recovery
    if _serves_people(context, table) and not on and not rebuildable:
        message = f"{table.name} is in production and has no point-in-time recovery"
        field = "settings.point_in_time_recovery"
        fixes = put("Turn on point-in-time recovery", table.id, field, True)
        # A file that leaves it open, or out, may be completed elsewhere.
        said = "point_in_time_recovery" in table.settings or usage_settings.is_production(context.design, table)
        yield Spot(message, table_path(table), table.id, field, {}, None if said else ADVICE, fixes=fixes)


@rule(
    "ops.short_recovery",
    WARNING,
    Scope.TABLE,
    title="Production table that can be restored for a few days only",
    why="A wrong write is often noticed days later, when what was before is gone; more days cost nothing",
    fix="Keep 35 days, keep backups, or set rebuildable in ops",
    sources="facts/limits#backups, facts/operations#protection",
    fixes=True,
)
def short_recovery(context: RuleContext, table: Table) -> Iterator[Spot]:
    options = table.options
    days = options.recovery_days
    kept = options.operation.rebuildable or number(options.operation.raw.get("backups_kept"))
    if days is None or not options.point_in_time_recovery or not 1 <= days < _DAYS_TO_NOTICE or kept:
        return
    if _serves_people(context, table):
        can = "1 day" if days == 1 else f"{days} days"
        message = f"{table.name} is in production and can be restored to the last {can} only"
        field = "settings.recovery_days"
        fixes = put("Keep 35 days", table.id, field, _DAYS_KEPT)
        yield Spot(message, table_path(table), table.id, field, {"days": days}, fixes=fixes)


@rule(
    "ops.no_deletion_protection",
    WARNING,
    Scope.TABLE,
    title="Production table without deletion protection",
    why="One DeleteTable, or a stack that is deleted or replaces the table, removes all items",
    fix="Turn it on, or set rebuildable in ops",
    sources="facts/operations#protection",
    fixes=True,
)
def no_deletion_protection(context: RuleContext, table: Table) -> Iterator[Spot]:
    on = table.options.deletion_protection
    if _serves_people(context, table) and not on and not table.options.operation.rebuildable:
        message = f"{table.name} is in production and can be deleted by one request"
        field, severity = "settings.deletion_protection", ADVICE if on is None else None
        fixes = put("Turn on deletion protection", table.id, field, True)
        yield Spot(message, table_path(table), table.id, field, {}, severity, fixes=fixes)


@rule(
    "ops.no_alarms",
    WARNING,
    Scope.TABLE,
    title="Production table without alarms",
    why="Users of the application are then the first to notice throttling, system errors and slow responses",
    fix="Export alarms with the table, or name the existing ones",
    sources="facts/operations#alarms, facts/procedures#launch-checklist",
    fixes=True,
)
def no_alarms(context: RuleContext, table: Table) -> Iterator[Spot]:
    ops = table.options.operation.raw
    watched = bool(table.options.operation.alarms) or bool(ops.get("existing_alarms"))
    if usage_settings.is_production(context.design, table) and not watched:
        message = f"{table.name} is in production, but no alarms are exported for it or named as existing"
        fixes = put("Export alarms with the table", table.id, "settings.ops", {**ops, "alarms": True})
        yield Spot(message, table_path(table), table.id, "settings.ops", fixes=fixes)


@rule(
    "ops.new_table_provisioned",
    ADVICE,
    Scope.TABLE,
    title="New table with provisioned capacity that was never measured",
    why="Too few units throttle, and too many cost money; on-demand shows the real traffic first",
    fix="Start with on-demand, and choose again when the traffic has been measured",
    sources="facts/choices#capacity-mode, facts/procedures#launch-checklist",
    fixes=True,
)
def new_table_provisioned(context: RuleContext, table: Table) -> Iterator[Spot]:
    design, ops = context.design, table.options.operation.raw
    measured = (
        ops.get("measured") is True
        or bool(ops.get("previous_peak"))
        or usage_settings.traffic(design, table) is not None
    )
    new = usage_settings.is_production(design, table) and not usage_settings.is_live(design, table)
    if new and table.is_provisioned and not measured:
        message = f"{table.name} is new and PROVISIONED, but its traffic has not been measured"
        fixes = (Fix(f"Switch {table.name} to on-demand", on_demand(table)),)
        yield Spot(message, table_path(table), table.id, "settings.billing", fixes=fixes)


RULES = (no_pitr, short_recovery, no_deletion_protection, no_alarms, new_table_provisioned)
