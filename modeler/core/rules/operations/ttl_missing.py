"""Temporary items without TTL. facts/limits#time-to-live."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.arithmetic import number_of
from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.fixes import AddPart, Edit, Fix, Put
from modeler.core.rules.operations.ttl import has_values, is_called, ttl_attribute
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import ADVICE, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys
from modeler.core.values.attribute_values import AttributeType

_SHORT: Final = frozenset({"second", "minute"})
_EXPIRING: Final = frozenset(
    [
        "session",
        "token",
        "lock",
        "lease",
        "idempotency",
        "notification",
        "otp",
        "captcha",
        "nonce",
        "reset",
        "invitation",
    ]
)


@rule(
    "ttl.missing",
    ADVICE,
    Scope.ENTITY,
    title="Temporary items without TTL",
    why="Items that nobody needs are stored and paid for, and make collections and scans larger",
    fix="Give them a number of epoch seconds, and make it the table's TTL attribute",
    sources="facts/modeling#time-buckets, facts/procedures#launch-checklist",
    fixes=True,
)
def missing(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    name = ttl_attribute(table)
    wanted = entity.retention is not None or is_called(entity, _EXPIRING) or _counts_in_minutes(entity)
    if not wanted or (name and (entity.attribute(name) is not None or has_values(entity, name))):
        return
    kept = entity.retention
    why = f"is kept for {number_of(kept, 'day')}" if kept is not None else "is needed only for a time"
    what = f"has no {name}" if name else f"{table.name} has no TTL attribute"
    made = name or "ttl"
    label = f"Give {entity.name} the TTL attribute {made}"
    edits: list[Edit] = []
    held = entity.attribute(made)
    if held is None:
        edits.append(AddPart(entity.id, "attributes", {"name": made, "type": "N", "format": "epoch_seconds"}))
    if not name:
        edits.append(Put(table.id, "settings.ttl_attribute", made))
    fits = held is None or held.type is AttributeType.N
    fixes = (Fix(label, tuple(edits)),) if fits else ()
    yield Spot(f"{entity.name} {why}, and {what}", entity_path(table, entity), entity.id, "retention", fixes=fixes)


def _counts_in_minutes(entity: Entity) -> bool:
    """Return whether each item only counts what happens in a short time, which the key names."""
    parts = [part for template in base_keys(entity).values() for part in template.references]
    names = {part.attribute for part in parts}
    short = any(call.name in _SHORT for part in parts for call in part.formats)
    named = any(name.lower() in _SHORT for name in names)
    others = [one for one in entity.attributes if one.name not in names and len(one.values) != 1]
    return (short or named) and bool(others) and all(one.type is AttributeType.N for one in others)


RULES = (missing,)
