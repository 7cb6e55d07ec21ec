"""What surrounds a table in a file: readers of its stream and alarms, in the design's settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.described.tables import Context, boolean, object_of, text_of
from exporter.importers.support.line_numbers import members
from modeler.core.design.tables import IndexKind, Table

PARTLY_SEEN: Final = frozenset({"ops", "stream_consumers"})
"""Settings that a template shows only in part."""
NAMESPACE: Final = "AWS/DynamoDB"
_MOST: Final = 200


def with_consumer(table: Table, name: str, kind: str) -> Table:
    """Return the table with a reader of its stream: `kind` is lambda or kinesis."""
    known = list(table.settings.get("stream_consumers") or ())
    one = {"name": name[:255], "kind": kind}
    if one in known or len(known) >= _MOST:
        return table
    return replace(table, settings={**table.settings, "stream_consumers": [*known, one]})


def with_alarm(table: Table, name: str) -> Table:
    """Return the table with an alarm that is deployed with it."""
    ops = dict(table.settings.get("ops") or {})
    known = list(ops.get("existing_alarms") or ())
    if name in known or len(known) >= _MOST:
        return table
    return replace(table, settings={**table.settings, "ops": {**ops, "existing_alarms": [*known, name[:255]]}})


def say_insights(table: Table, of_indexes: Mapping[str, bool], path: str, context: Context, at: Any) -> None:
    """Report Contributor Insights of indexes that differ from the table's: a design has one setting for all of them."""
    own = table.settings.get("contributor_insights") is True
    indexes = [index.name for index in table.indexes if index.kind is IndexKind.GSI]
    differing = [name for name in indexes if of_indexes.get(name, False) is not own]
    if differing:
        words = ("on", "off") if own else ("off", "on")
        listed = ", ".join(name[:80] for name in differing[:20])
        said = (
            f"Contributor Insights are {words[1]} for {listed} and {words[0]} for the table; the design has the table's"
        )
        context.dropped(path, said, at)


def say_insights_of(table: Table, raw: Mapping[str, Any], path: str, context: Context) -> None:
    """Report the same from the shape of a table."""
    of_indexes = {}
    for number, index in members(raw.get("GlobalSecondaryIndexes")):
        about = object_of(index, "ContributorInsightsSpecification")
        place = f"{path}.GlobalSecondaryIndexes[{number}].ContributorInsightsSpecification"
        say_mode(text_of(about.get("Mode")), f"{place}.Mode", context, about, "Mode")
        if (enabled := boolean(about.get("Enabled"))) is not None:
            of_indexes[text_of(index.get("IndexName"))] = enabled
    if of_indexes or table.settings.get("contributor_insights") is True:
        say_insights(table, of_indexes, f"{path}.ContributorInsightsSpecification", context, raw)


def say_mode(mode: str, path: str, context: Context, at: Any, key: str | None = None) -> None:
    """Report a mode of Contributor Insights other than the default, which a design cannot represent."""
    if mode not in ("", "ACCESSED_AND_THROTTLED_KEYS"):
        context.dropped(path, f"the mode {mode[:60]} of Contributor Insights is not in the design", at, key)


def say_scaling(raw: Mapping[str, Any], path: str, context: Context) -> None:
    """Report what a scalable target or a policy specifies beyond bounds, a target, and cooldowns."""
    tracking = raw.get("TargetTrackingScalingPolicyConfiguration")
    held = tracking if isinstance(tracking, Mapping) else raw
    if boolean(held.get("DisableScaleIn")):
        context.dropped(f"{path}.DisableScaleIn", "a design scales in and out; left out", held, "DisableScaleIn")
    for member in ("ScheduledActions", "StepScalingPolicyConfiguration", "CustomizedMetricSpecification"):
        if held.get(member) or raw.get(member):
            said = "a design has target tracking only; left out"
            context.dropped(f"{path}.{member}", said, held if held.get(member) else raw, member)
