"""Updates that leave as it was what describes the change: a mark, the time of the last change, the expiration time.

facts/building-blocks#p15, facts/expressions#updates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Function, paths_of
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import parse
from modeler.core.rules.operations.ttl import ttl_attribute
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_part
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import key_sources
from modeler.core.rules.support.write_targets import changes_of, table_of, written_by
from modeler.core.values.attribute_values import AttributeValue

_CHANGED: Final = re.compile(
    r"(?i)(last_?)?(updated?|modified|changed|edited)_?(at|on|date|time|timestamp)?"
    r"|last_?(update|modification|change|edit|activity|active)_?(at|on|date|time|timestamp)?"
    r"|(update|modification|change)_?(date|time|timestamp)"
)
_EXTENDS: Final = re.compile(r"(?i)\b(extends?|renews?|prolongs?|heartbeat|keeps? \S+( \S+)? alive|keep-?alive)\b")
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@rule(
    "write.mark_kept",
    WARNING,
    Scope.NEIGHBOURS,
    title="Update leaves the mark that keeps an item in an index",
    why="A sparse index holds an item for as long as it has the attribute: the list also shows what is done",
    fix="Remove the attribute in the same update",
    sources="facts/building-blocks#p15, facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def mark_kept(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None:
        return
    changed = changes_of(table, call.pattern)
    for entity in written_by(context, call):
        if not any(one.name in changed and len(one.values) > 1 for one in entity.attributes):
            continue  # no state of it changes
        for index, mark in _marks(entity):
            if table.index(index) is None:
                continue
            state = next((one for one in entity.attributes if _ends(entity, mark, one, changed.get(one.name))), None)
            if mark.name in changed or state is None:
                continue
            value = changed[state.name]
            told = value.data if value is not None else ""
            message = (
                f"{call.label} sets {state.name} to {told} and leaves {mark.name}: the {entity.name} stays in {index}"
            )
            removed = [*call.pattern.remove, mark.name]
            plain = not call.pattern.update.strip() and call.pattern.id
            fixes = (Fix(f"Remove {mark.name}", (Put(call.pattern.id, "remove", removed),)),) if plain else ()
            field = "update" if call.pattern.update.strip() else "set"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": mark.name}, fixes=fixes)
            return


@of_part
def _marks(entity: Entity) -> tuple[tuple[str, Attribute], ...]:
    """The indexes that hold an item only while it has an optional attribute."""
    return tuple(_each_mark(entity))


def _each_mark(entity: Entity) -> Iterator[tuple[str, Attribute]]:
    for overload in entity.overloads:
        if overload.index == BASE:
            continue
        used = {name for text in overload.keys.values() for name in parse(text).attributes}
        for name in dict.fromkeys((*_there(overload.when), *sorted(used))):
            held = entity.attribute(name)
            if held is not None and held.optional < 1 and not held.values:
                yield str(overload.index), held


def _there(when: str) -> list[str]:
    """The attributes that the condition of a sparse index requires, if it asks for nothing else."""
    if not when.strip():
        return []
    try:
        node = parse_condition(when)
        is_there = isinstance(node, Function) and node.name == "attribute_exists"
        return [name_of(path, {}) for path in paths_of(node)] if is_there else []
    except (ExpressionInvalid, KeyError):
        return []


def _ends(entity: Entity, mark: Attribute, state: Attribute, value: AttributeValue | None) -> bool:
    """Return whether items in this state lack the mark: the samples of all states show it, or the mark is named for
    another state.
    """
    if value is None or len(state.values) < 2 or value.data not in state.values:
        return False
    words = [word.lower() for word in _WORD.findall(mark.name)]
    others = {str(one).lower() for one in state.values if one != value.data}
    if any(word in others for word in words):
        return str(value.data).lower() not in words
    items = [(item.values.get(state.name), mark.name in item.values) for item in entity.items]
    there = {str(held.data) for held, marked in items if held is not None and marked}
    without = {str(held.data) for held, marked in items if held is not None and not marked}
    return str(value.data) in without and bool(there) and not there & without


@rule(
    "write.time_kept",
    WARNING,
    Scope.NEIGHBOURS,
    title="Update does not move the time that is kept of it",
    why="What is sorted by the time of the last change, or ends at an expiration time, then has an old one",
    fix="Set the time in the same update",
    sources="facts/expressions#updates, facts/throughput#index-writes",
    operations={Operation.UPDATE},
)
def time_kept(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None:
        return
    changed = changes_of(table, pattern)
    for entity in written_by(context, call):
        name = _time_of_change(entity, changed.keys() - pattern.add.keys()) or _expiration(table, entity, call)
        if name and name not in changed:
            message = f"{call.label} changes a {entity.name} and leaves its {name} as it was"
            field = "update" if pattern.update.strip() else "set"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
            return


def _time_of_change(entity: Entity, changed: Collection[str]) -> str:
    """The time of the last change in the key of an index, where the update changes what people see of an item."""
    time = _indexed_time(entity)
    held = [one for name in changed if (one := entity.attribute(name)) is not None] if time else []
    return time if any(meaning_of(one) is not Meaning.TIME for one in held) else ""


@of_part
def _indexed_time(entity: Entity) -> str:
    own = key_sources(entity)
    keys = [parse(text) for one in entity.overloads if one.index != BASE for text in one.keys.values()]
    used = dict.fromkeys(name for template in keys for name in template.attributes if name not in own)
    return next((name for name in used if _CHANGED.fullmatch(name) and _is_time(entity.attribute(name))), "")


def _is_time(attribute: Attribute | None) -> bool:
    return attribute is not None and meaning_of(attribute) is Meaning.TIME


def _expiration(table: Table, entity: Entity, call: Call) -> str:
    """The expiration time, where the pattern says that it extends the item's life."""
    name = ttl_attribute(table)
    extends = _EXTENDS.search(call.pattern.name or call.top.name) is not None
    return name if extends and entity.attribute(name) is not None else ""


RULES = (mark_kept, time_kept)
