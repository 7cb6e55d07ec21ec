"""Steps for table settings: one kind per call, and what must be off before it is turned on again.

facts/limits#features, facts/table-api#updatetable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from modeler.core.design.lenient import texts
from modeler.core.migration.differences import Difference, What
from modeler.core.migration.steps import Step, StepAction, at

_WITH_BILLING: Final = frozenset({"provisioned", "auto_scaling"})
_OFF_FIRST: Final = {"ttl_attribute": 1.0, "stream": 0.0}
"""Settings that are turned off before another value is accepted, and the hours to wait between."""


def setting_steps(changes: Iterable[Difference]) -> Iterator[Step]:
    """Steps for the settings and units that differ, a table's billing together with its units."""
    found = list(changes)
    switched = {one.table for one in found if one.setting == "billing"}
    for one in found:
        if one.what is What.INDEX_UNITS:
            yield _step(one, f"Set the units of {one.index}", {f"units of {one.index}": one.after})
        elif one.setting == "billing":
            units = {other.setting: other.after for other in found if _belongs(other, one)}
            yield _step(one, f"Switch {one.table} to {one.after}", {"billing": one.after, **units})
        elif one.setting == "replicas":
            yield from _replica_steps(one)
        elif one.setting in _OFF_FIRST and one.before and one.after:
            off = _step(one, f"Turn off {one.setting} of {one.table}", {one.setting: None})
            yield replace(off, hours=_OFF_FIRST[one.setting])
            yield _set(one)
        elif one.setting not in _WITH_BILLING or one.table not in switched:
            yield _set(one)


def _replica_steps(one: Difference) -> Iterator[Step]:
    """One Region per call: the new ones first, so that none of the others is missed. facts/limits#global-tables."""
    held, wanted = texts(one.before), texts(one.after)
    for region in (name for name in wanted if name not in held):
        held = (*held, region)
        made = _step(one, f"Add the replica of {one.table} in {region}", {"replicas": list(held)})
        yield replace(made, gate=f"the replica in {region} is ACTIVE", way_back="remove it")
    for region in (name for name in held if name not in wanted):
        held = tuple(name for name in held if name != region)
        made = _step(one, f"Remove the replica of {one.table} in {region}", {"replicas": list(held) or None})
        gone = "no reads and no writes reach it, and then it is deleted"
        yield replace(made, gate=gone, way_back="add it again: all items are copied again")


def _set(one: Difference) -> Step:
    value = f" to {one.after}" if isinstance(one.after, str | int) and one.after is not True else ""
    set_it, switch = f"Set {one.setting} of {one.table}{value}", f"Turn off {one.setting} of {one.table}"
    made = _step(one, set_it if one.after else switch, {one.setting: one.after})
    if one.setting != "ttl_attribute" or not one.after:
        return made
    return replace(
        made,
        do=f"Find stored items whose {one.after} is past: they are deleted. Turn on TTL of {one.table} by {one.after}",
        gate="TTL is ENABLED",
        way_back="turn it off, one hour later; items that it deleted do not come back",
    )


def _belongs(other: Difference, billing: Difference) -> bool:
    return other.table == billing.table and other.setting in _WITH_BILLING


def _step(one: Difference, do: str, settings: dict[str, object]) -> Step:
    return at(one.table).then(
        StepAction.SET,
        do,
        settings=settings,
        gate=f"{one.table} is ACTIVE",
        way_back=f"set it back to {one.before or 'off'}",
    )
