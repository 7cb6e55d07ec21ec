"""Writes that a state of the item decides: those whose name tells it, and claims. facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.version_fixes import is_version
from modeler.core.rules.support.write_targets import asked_names, changes_of, is_unread, table_of, written_by
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.several_places import is_by_region, written_in_regions

_SHORTEST: Final = 3
_TURNS: Final = re.compile(r"(?i)\b(as|to|into|from)\s+$")
"""Before a state: it is the one that the write leads to, or leaves."""


@rule(
    "write.named_state_not_checked",
    WARNING,
    Scope.NEIGHBOURS,
    title="Write does not check the state that its name requires",
    why="Between the read that showed the state and the write, another write can change it: no request is rejected",
    fix="Require the state in the condition",
    sources="facts/choices#write-guard, facts/expressions#conditions",
    operations={Operation.UPDATE, Operation.DELETE},
)
def named_state_not_checked(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or (is_unread(pattern)):
        return
    asked = asked_names(pattern)
    asked |= {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
    for entity in written_by(context, call):
        for attribute in entity.attributes:
            value = _required(table, entity, attribute, call) if attribute.name not in asked else ""
            if value:
                state = attribute.name
                message = f"{call.label} names the {state} {value}, and its condition does not check {state}"
                field = "condition" if pattern.condition.strip() else "if"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": attribute.name})
                return


def _required(table: Table, entity: Entity, attribute: Attribute, call: Call) -> str:
    """The state of an item that the name of a write requires or excludes; '' if it names none, or writes it."""
    if len(attribute.values) < 2 and not attribute.states:
        return ""
    changed = changes_of(table, call.pattern)
    written = changed.get(attribute.name)
    name = call.pattern.name or call.top.name
    for value in dict.fromkeys((*attribute.values, *attribute.states)):
        words = str(value).replace("_", " ").replace("-", " ")
        found = re.search(rf"(?i)\b{re.escape(words)}\b", name)
        if found is None or len(words) < _SHORTEST or words.lower() == entity.name.lower():
            continue
        if (written is not None and written.data == value) or _TURNS.search(name[: found.start()]):
            continue
        return str(value)
    return ""


@rule(
    "write.claim_on_replicas",
    WARNING,
    Scope.TABLE,
    title="Two Regions can claim the same item",
    why="Each Region checks the state of its own replica: both claims succeed, and the last writer keeps the item",
    fix="Claim in one Region, or give the table multi-Region strong consistency",
    sources="facts/limits#global-tables, facts/choices#write-guard",
)
def claim_on_replicas(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.options.replicas or table.options.strong:
        return
    claims: dict[str, str] = {}
    for call in context.calls_on(table):
        pattern = call.pattern
        if pattern.operation is Operation.UPDATE and not is_by_region(pattern):
            state = _claimed(context, call, table)
            claims.setdefault(call.label, state) if state else None
    if claims:
        does = "claims an item" if len(claims) == 1 else "claim items"
        yield written_in_regions(table, list(claims), f"{does} by {next(iter(claims.values()))}")


def _claimed(context: RuleContext, call: Call, table: Table) -> str:
    """The state that a write checks and changes while it gives the item to its caller; '' if it claims nothing."""
    changed = changes_of(table, call.pattern)
    checked = asked_names(call.pattern) & changed.keys() - counted_by(table, call.pattern).keys()
    states = sorted(name for name in checked if not is_version(name))
    given = {name for name, raw in call.pattern.set.items() if str(raw).startswith(":")}
    held = [one for entity in written_by(context, call) for one in entity.attributes if one.name in given]
    is_given = any(format_of(one).unique or one.format == "id" for one in held)
    return states[0] if states and is_given else ""


RULES = (named_state_not_checked, claim_on_replicas)
