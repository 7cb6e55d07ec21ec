"""Writes that make an item without the time at which it expires. facts/limits#time-to-live."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import BASE
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.keys.templates import parse
from modeler.core.rules.operations.ttl import ttl_attribute
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import changes_of, table_of, written_by


@rule(
    "ttl.never_set",
    WARNING,
    Scope.NEIGHBOURS,
    title="Write makes an item that never expires",
    why="TTL ignores an item without its attribute: the item stays, and is stored and read forever",
    fix="Write the expiration time with the item",
    sources="facts/limits#time-to-live",
    operations={Operation.PUT, Operation.UPDATE},
)
def never_set(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None:
        return
    name = ttl_attribute(table)
    for entity in written_by(context, call) if name else ():
        held = entity.attribute(name)
        if held is None or held.optional < 1:
            continue
        if pattern.operation is Operation.UPDATE:
            upsert = pattern.facts.intent.upsert or call.top.facts.intent.upsert
            lacks = upsert and name not in changes_of(table, pattern)
        else:
            keys = {
                one for ov in entity.overloads_of(BASE) for text in ov.keys.values() for one in parse(text).attributes
            }
            listed = listed_by(pattern) & entity.attributes_by_name.keys()
            lacks = bool(listed - keys) and name not in listed
        if lacks:
            field = "parameters" if pattern.operation is Operation.PUT else "set"
            message = f"{call.label} makes a {entity.name} without {name}, so TTL never deletes it"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
            return


def listed_by(pattern: AccessPattern) -> set[str]:
    """The attributes that a put lists; a put of the whole item lists none."""
    own = pattern.own_parameters if pattern.own_parameters is not None else pattern.parameters.keys()
    return {*own, *pattern.set}


RULES = (never_set,)
