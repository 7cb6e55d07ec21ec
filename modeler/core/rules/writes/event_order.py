"""Writes that put something older over something newer. facts/choices#write-guard, facts/expressions#updates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Action, Function, Set, walk
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import key_sources
from modeler.core.rules.support.version_fixes import is_version
from modeler.core.rules.support.write_targets import (
    actions_of,
    asked_names,
    changes_of,
    is_conditioned,
    is_unread,
    names_in_terms,
    table_of,
    update_edits,
    written_by,
)
from modeler.core.rules.writes.write_conditions import replaces

_MOMENTS: Final = frozenset({"iso", "epoch_seconds", "epoch_millis"})
_CREATED: Final = re.compile(r"(?i)_?(created|creation)(_?(at|on|date|time|timestamp))?|(date|time)_?created")


@rule(
    "write.late_event",
    WARNING,
    Scope.NEIGHBOURS,
    title="Late message overwrites a newer state",
    why="A message that is delivered late or again writes an older state over a newer one, and nothing corrects it",
    fix="Require in the condition that the stored time or version is older, or that there is no item",
    sources="facts/choices#write-guard, facts/expressions#conditions",
    operations={Operation.PUT, Operation.UPDATE},
)
def late_event(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or "at_least_once" not in (pattern.facts.delivery, call.top.facts.delivery):
        return
    if is_unread(pattern):
        return
    if pattern.operation is Operation.PUT and not replaces(pattern):
        return  # that it overwrites is another rule's finding
    for entity in written_by(context, call):
        moment = _moment(table, entity, pattern)
        if moment and not _is_ordered(table, entity, pattern):
            message = f"{call.label} writes {moment} of {entity.name}, also if a newer one is stored"
            field = "condition" if pattern.condition.strip() else "if"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": moment})
            return


def _moment(table: Table, entity: Entity, pattern: AccessPattern) -> str:
    """The time of the event that a write stores beside its state; "" for one that is part of the item's key."""
    times = [
        one.name
        for one in entity.attributes
        if one.format in _MOMENTS and one.name != table.options.ttl_attribute and not _CREATED.fullmatch(one.name)
    ]
    if key_sources(entity) & set(times):
        return ""
    if pattern.operation is Operation.PUT:
        return times[0] if times else ""
    changed = changes_of(table, pattern)
    others = [name for name in changed if name not in times and name not in pattern.add]
    return next((name for name in times if name in changed), "") if others else ""


def _is_ordered(table: Table, entity: Entity, pattern: AccessPattern) -> bool:
    """Return whether the condition compares a time, a version or a state: a late message then fails."""
    asked = asked_names(pattern) - set(table.base.key_names)
    held = {one.name: one for one in entity.attributes}
    return any(
        is_version(name) or (one := held.get(name)) is None or one.values or meaning_of(one) in _COMPARED
        for name in asked
    )


_COMPARED: Final = frozenset({Meaning.TIME, Meaning.MADE, Meaning.NUMBER})


@rule(
    "write.creation_time_overwritten",
    WARNING,
    Scope.NEIGHBOURS,
    title="Update overwrites the time of creation",
    why="The attribute then says when the item was changed last, and whatever is sorted by it moves",
    fix="Set it with if_not_exists, or only in the write that creates the item",
    sources="facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def creation_time_overwritten(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    terms = [term for term, _ in names_in_terms(pattern)]
    if table is None or any(isinstance(term, Function) and term.name == "attribute_not_exists" for term in terms):
        return
    actions = {name_of(one.path, pattern.names): one for one in actions_of(pattern) if _sets_anew(one)}
    names = [name for name in (*actions, *pattern.set) if _CREATED.fullmatch(name)]
    for entity in written_by(context, call):
        name = next((one for one in names if (held := entity.attribute(one)) and meaning_of(held) is Meaning.TIME), "")
        if name:
            message = f"{call.label} sets {name} of {entity.name} anew at each call"
            field = "update" if name in actions else "set"
            fixes = _kept(pattern, name, actions.get(name))
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name}, fixes=fixes)
            return


def _sets_anew(action: Action) -> bool:
    """Return whether the action sets a whole attribute whatever it held."""
    kept = isinstance(action, Set) and any(isinstance(one, Function) for one in walk(action.value))
    return isinstance(action, Set) and len(action.path.parts) == 1 and not kept


def _kept(pattern: AccessPattern, name: str, action: Action | None) -> tuple[Fix, ...]:
    """Set it only if it is missing; an intent that changes an existing item leaves it alone."""
    if isinstance(action, Set):
        value = Function("if_not_exists", (action.path, action.value))
        made = tuple(Set(action.path, value) if one is action else one for one in actions_of(pattern))
        return (Fix(f"Set {name} only if it is missing", update_edits(pattern, made)),)
    rest = {key: value for key, value in pattern.set.items() if key != name}
    if not is_conditioned(pattern) or not rest:
        return ()
    return (Fix(f"Leave {name} as it is", (Put(pattern.id, "set", rest),)),)


RULES = (late_event, creation_time_overwritten)
