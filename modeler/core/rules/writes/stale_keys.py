"""Writes that leave an index key behind: index entries then have an old value, are missing, or remain forever.

Each finding shows the whole corrected UpdateExpression and offers it as a fix. facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.corrections import Correction, corrected_update
from modeler.core.evaluator.index_keys import KeyWrite, Required, Undecided, used_by
from modeler.core.expressions.names import name_of
from modeler.core.fixes import Fix, Put
from modeler.core.items.index_shares import condition_names
from modeler.core.keys import templates
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.intent_fixes import by_intent
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.rules.support.write_targets import actions_of, table_of, written_by
from modeler.core.values.attribute_values import AttributeValue
from modeler.core.values.json_values import to_dynamodb_json, to_plain


@dataclass(frozen=True, slots=True)
class _Update:
    """An explicit update, for one entity that it can write, and its corrected form."""

    table: Table
    entity: Entity
    touched: frozenset[str]
    found: Correction
    alone: bool


def _updates(context: RuleContext, call: Call) -> tuple[_Update, ...]:
    if not call.pattern.update.strip():
        return ()
    return context.of_call("corrected updates", call, lambda: tuple(_corrected(context, call)))


def _corrected(context: RuleContext, call: Call) -> Iterator[_Update]:
    """Updates by intent are skipped: their index keys are derived, so none can be forgotten."""
    table, entities = table_of(context, call), written_by(context, call)
    if table is None:
        return
    touched = frozenset(name_of(action.path, call.pattern.names) for action in actions_of(call.pattern))
    for entity in entities:
        try:
            found = corrected_update(table, entity, call.pattern)
        except Invalid:
            continue  # an expression that cannot be parsed is another rule's finding
        yield _Update(table, entity, touched, found, len(entities) == 1)


@rule(
    "write.sparse_key_not_removed",
    ERROR,
    Scope.PATTERN,
    title="Update leaves an item in a sparse index",
    why="The queue never drains: the item no longer meets the condition, but still has its index keys",
    fix="Remove the index keys in the same update",
    sources="facts/building-blocks#p15, facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def sparse_key_not_removed(context: RuleContext, call: Call) -> Iterator[Spot]:
    for update in _updates(context, call):
        for one in update.found.required:
            own = _own_names(update, one)
            if not own or not _may_leave(update, one) or _is_out(update, one):
                continue
            ended = [
                overload.when
                for overload in update.entity.overloads_of(one.index.name)
                if condition_names(overload.when) & update.touched
            ]
            names = ", ".join(own)
            what = f"can end {ended[0]!r} of" if ended else "removes attributes from"
            message = f"{call.label} {what} {update.entity.name} but keeps {names} in {one.index.name}"
            yield _spot(call, update, one, own, message)


@rule(
    "write.stale_index_key",
    ERROR,
    Scope.PATTERN,
    title="Write leaves a stale index key",
    why="The index lists the item under the old value and not under the new one, or does not list it at all",
    fix="Set the index key to its new value in the same write",
    sources="facts/throughput#index-writes, facts/expressions#updates, facts/modeling#writes",
    fixes=True,
    operations={Operation.UPDATE},
)
def stale_index_key(context: RuleContext, call: Call) -> Iterator[Spot]:
    for update in _updates(context, call):
        for one in update.found.required:
            if stale := _stale(update, one):
                entity = update.entity
                causes = ", ".join(sorted(update.touched & used_by(entity.overloads_of(one.index.name))) or stale)
                message = f"{call.label} changes {causes} but leaves {', '.join(stale)} of {one.index.name}"
                if update.touched >= set(stale):
                    message = (
                        f"{call.label} changes {causes}, and sets {', '.join(stale)} of {one.index.name} to a value"
                    )
                    yield _spot(call, update, one, stale, f"{message} that their templates do not give")
                    continue
                yield _spot(call, update, one, stale, f"{message} unchanged")


def _own_names(update: _Update, one: Required) -> list[str]:
    base = update.table.base.key_names
    return [name for name in one.index.key_names if name not in base]


def _may_leave(update: _Update, one: Required) -> bool:
    """Return whether the item could be in the index before and outside of it afterward."""
    if one.before is None:
        return False
    if isinstance(one.after, Undecided):
        conditions = {
            name for overload in update.entity.overloads_of(one.index.name) for name in condition_names(overload.when)
        }
        return bool(conditions & update.touched)
    return one.after is None


def _is_out(update: _Update, one: Required) -> bool:
    """Return whether the update itself removes a key of the index, or (if nothing is known about it) writes one."""
    own = _own_names(update, one)
    if any(name in update.found.after.absent for name in own):
        return True
    return isinstance(one.after, Undecided) and bool(update.touched & set(own))


def _stale(update: _Update, one: Required) -> list[str]:
    """The key attributes that are not updated, of an index that holds the item afterward."""
    own = _own_names(update, one)
    if isinstance(one.after, Undecided):
        if _may_leave(update, one) or update.touched & set(own):
            return []
        overloads = update.entity.overloads_of(one.index.name)
        return [
            name
            for name in own
            if any(update.touched & set(templates.parse(each.keys.get(name, "")).attributes) for each in overloads)
        ]
    if one.after is None:
        return []
    if any(write.removes for write in one.writes.values()) and any(name in update.found.after.absent for name in own):
        return []
    missing = {write.name for write in update.found.writes}
    return [name for name in own if name in one.must and name in missing]


def _spot(call: Call, update: _Update, one: Required, names: list[str], message: str) -> Spot:
    found, pattern = update.found, call.pattern
    values = {name: to_dynamodb_json(value) for name, value in found.values.items()}
    facts = {
        "index": one.index.id,
        "keys": names,
        "update": found.update,
        "names": dict(found.names),
        "values": values,
        "lacking": list(found.lacking),
        "undecided": list(found.undecided),
    }
    made: list[Fix] = []
    if found.is_complete and update.alone:
        changed = ", ".join(write.name for write in found.writes)
        plain = {
            marker: pattern.values[marker] if marker in pattern.values else to_plain(value, value.type)
            for marker, value in found.values.items()
        }
        plain = {marker: _numbers_tagged(raw, found.values[marker]) for marker, raw in plain.items()}
        edits = (
            Put(pattern.id, "update", found.update),
            Put(pattern.id, "names", dict(found.names) or None),
            Put(pattern.id, "values", plain or None),
        )
        made.append(Fix(f"Write {changed} in the same update", edits))
    made.extend(by_intent(update.table, pattern))
    path = f"{call.path}.update"
    return Spot(message, path, call.top.id, "update", facts, fix=_fix(update, one), fixes=tuple(made))


def _numbers_tagged(raw: Any, value: AttributeValue) -> Any:
    """Numbers in the values of an explicit expression are tagged, so that they are not read as text."""
    return to_dynamodb_json(value) if isinstance(raw, str) and value.type != "S" else raw


def _fix(update: _Update, one: Required) -> str:
    found = update.found
    if isinstance(one.after, Undecided):
        conditions = [overload.when for overload in update.entity.overloads_of(one.index.name) if overload.when.strip()]
        asked = ", ".join(dict.fromkeys(sorted(name for text in conditions for name in condition_names(text))))
        return (
            f"whether the item is in {one.index.name} afterward depends on {asked}, whose value the pattern "
            "does not give: give its value, or write the update by intent, so that the keys follow the item"
        )
    words = [f"UpdateExpression: {found.update}"]
    if found.names:
        words.append("names " + ", ".join(f"{alias} = {name}" for alias, name in found.names.items()))
    told = [f"{marker} = {value.data!r}" for marker, value in found.values.items()]
    told += [f"{write.name} = {write.template} of the item" for write in found.writes if _is_untold(write)]
    if told:
        words.append("values " + ", ".join(told))
    return " · ".join(words)


def _is_untold(write: KeyWrite) -> bool:
    return bool(write.lacking) and write.operand is None


RULES = (sparse_key_not_removed, stale_index_key)
