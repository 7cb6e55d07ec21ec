"""Reads that return what expired or is marked as deleted. facts/limits#time-to-live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.items.index_shares import condition_names
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import parse
from modeler.core.phrases import and_list
from modeler.core.rules.operations.ttl import has_values, is_called, spoken_of, ttl_attribute
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import purpose_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_DELETED_AT: Final = frozenset({"deletedat", "deletedon", "isdeleted", "deleted"})
_GONE: Final = re.compile(r"delet|purged", re.I)
"""States of what is no longer there. An expired offer or subscription still is one."""
_VALID: Final = re.compile(r"(?i)expir|valid|until|lease|ends?(at|on)?$|deadline")
_VALID_FOR: Final = frozenset(
    ("session", "token", "lock", "lease", "hold", "reservation", "offer", "coupon", "invitation", "invite", "otp",
     "code", "cart", "link", "challenge", "presence", "grant", "ban", "voucher", "ticket", "quote", "story")
)  # fmt: skip
"""Entities that end at their time, whatever the attribute is called."""
_WATCHING: Final = frozenset({"job", "admin", "report"})
_LISTING: Final = frozenset({Operation.QUERY, Operation.SCAN})


@rule(
    "ttl.read_without_filter",
    WARNING,
    Scope.TABLE,
    title="Read returns expired or deleted items",
    why="TTL deletes items within days, without a guarantee: until then every read returns them",
    fix="Filter by the expiration time, or by the state",
    sources="facts/building-blocks#p4, facts/limits#time-to-live",
    fixes=True,
)
def read_without_filter(context: RuleContext, table: Table) -> Iterator[Spot]:
    """One finding for all reads that return the same: they share their cause."""
    groups: dict[tuple[object, ...], list[tuple[Call, Spot]]] = {}
    for call in context.calls_on(table):
        spot = context.of_call("what expired", call, partial(_returned, context, table, call))
        if spot is not None:
            kind = call.pattern.operation in _LISTING
            groups.setdefault((spot.facts["entity"], spot.facts["what"], kind, spot.severity), []).append((call, spot))
    for found in groups.values():
        calls, spots = [call for call, _ in found], [spot for _, spot in found]
        said = and_list(list(dict.fromkeys(call.label for call in calls)))
        message = spots[0].message.format(calls=said, s="" if len(found) > 1 else "s")
        facts = {"entity": spots[0].facts["entity"], "patterns": [call.top.id for call in calls]}
        yield replace(spots[0], message=message, facts=facts, fixes=_together(spots))


def _together(spots: list[Spot]) -> tuple[Fix, ...]:
    """One fix for all reads; none if one of them has none."""
    if not all(spot.fixes for spot in spots):
        return ()
    edits = tuple(edit for spot in spots for edit in spot.fixes[0].edits)
    return (replace(spots[0].fixes[0], edits=edits),)


def _returned(context: RuleContext, table: Table, call: Call) -> Spot | None:
    """What is wrong with one read; its message has places for the reads that share it."""
    pattern = call.pattern
    listing = pattern.operation in _LISTING
    if not (listing or pattern.operation is Operation.GET) or purpose_of(call) in _WATCHING:
        return None
    if "expects_gone" in pattern.facts.intent.raw and not pattern.facts.intent.expects_gone:
        return None
    name = ttl_attribute(table)
    return _listed(context, table, call, name) if listing else _got(context, call, name)


def _listed(context: RuleContext, table: Table, call: Call, name: str) -> Spot | None:
    pattern = call.pattern
    for entity in context.design.entities_of(pattern):
        expires = bool(name) and (entity.attribute(name) is not None or has_values(entity, name))
        marks = context.memo.get("deletion marks", (entity,), partial(deletion_marks, entity))
        if not (expires or marks):
            continue
        seen = spoken_of(pattern.filter, pattern) | _bound(context, table, context.asked(pattern))
        if seen & {*marks, *({name} if name else ())}:
            continue
        if expires and not marks and _names_times(context, table, pattern, entity):
            continue
        what = f"whose {name} is past" if expires else "that are marked as deleted"
        message = f"{{calls}} also return{{s}} {_plain(entity.name)} items {_plain(what)}"
        fixes = _filtering(pattern, name) if expires else ()
        facts = {"entity": entity.id, "what": what}
        severity = ADVICE if expires and not marks and _is_only_kept(entity, name, pattern) else None
        return Spot(message, f"{call.path}.filter", call.top.id, "filter", facts, severity, fixes=fixes)
    return None


def _names_times(context: RuleContext, table: Table, pattern: AccessPattern, entity: Entity) -> bool:
    """Return whether a read gives the times that it wants of records that are kept for days: an old record is true,
    whatever the attribute is called.
    """
    index = table.index(context.asked(pattern).index)
    kept = entity.retention is not None and entity.retention > 1 and not is_called(entity, _VALID_FOR)
    if index is None or not kept or pattern.facts.intent.expects_gone:
        return False
    times = {one.name for one in entity.attributes if format_of(one).time} & set(entity.identity)
    given = {
        index.key_names.index(condition.name)
        for condition in context.asked(pattern).key
        if condition.name in index.key_names and any(parse(text).attributes for text in condition.templates)
    }
    written = (key.templates[place] for key in context.keys(table, entity, index) for place in given)
    return any(times & set(template.attributes) for template in written if template is not None)


def _is_only_kept(entity: Entity, name: str, pattern: AccessPattern) -> bool:
    """Return whether the time says how long an item is kept, and not how long it is valid: an old message is true."""
    is_valid = _VALID.search(name) or is_called(entity, _VALID_FOR) or pattern.facts.intent.expects_gone
    return not is_valid and entity.retention is not None and entity.retention > 1


def _got(context: RuleContext, call: Call, name: str) -> Spot | None:
    """A GetItem has no filter: the application has to compare the expiration time."""
    intent = call.pattern.facts.intent
    for entity in context.design.entities_of(call.pattern):
        if name and entity.attribute(name) is not None:
            message = f"{{calls}} can return a {_plain(entity.name)} whose {_plain(name)} is past"
            fix = f"Compare {name} with the current time after the read"
            path, severity = f"{call.path}.operation", None if intent.expects_gone else ADVICE
            return Spot(message, path, call.top.id, "operation", {"entity": entity.id, "what": ""}, severity, fix=fix)
    return None


def _plain(text: str) -> str:
    """A text in a message with places."""
    return text.replace("{", "{{").replace("}", "}}")


def deletion_marks(entity: Entity) -> frozenset[str]:
    """Attributes that mark an item as deleted: a deletion time, or a state of that name."""
    return frozenset(
        attribute.name
        for attribute in entity.attributes
        if attribute.name.lower().replace("_", "") in _DELETED_AT
        or any(_GONE.search(text) for text in attribute.values)
    )


def _bound(context: RuleContext, table: Table, pattern: AccessPattern) -> frozenset[str]:
    """Attributes that the key of a query, or the conditions of the index it reads, already determine."""
    names = {name for condition in pattern.key for text in condition.templates for name in parse(text).attributes}
    index = table.index(pattern.index)
    for entity in context.design.entities_of(pattern):
        for key in context.keys(table, entity, index) if index is not None else ():
            names |= condition_names(key.when)
    return frozenset(names)


def _filtering(pattern: AccessPattern, name: str) -> tuple[Fix, ...]:
    """A filter that keeps items without an expiration time; none if there is a filter in DynamoDB syntax."""
    if not pattern.id or pattern.names or pattern.values:
        return ()
    arm = f"attribute_not_exists({name}) OR {name} > :now"
    text = f"({pattern.filter}) AND ({arm})" if pattern.filter.strip() else arm
    edits: list[Edit] = [Put(pattern.id, "filter", text)]
    if "now" not in pattern.parameters:
        edits.append(Put(pattern.id, "parameters.now", "1780302600"))
    return (Fix(f"Return only items without {name} or with one in the future", tuple(edits)),)


RULES = (read_without_filter,)
