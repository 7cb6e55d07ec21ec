"""An update completed with the index keys that it omits: the whole corrected UpdateExpression.

Based on a known item, or on what a pattern alone implies about the item: its parameters, its key, its condition. What
cannot be determined is listed, not inferred. facts/expressions#updates; facts/modeling#rules, write.stale_index_key.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from modeler.core.capacity.changes import condition_terms
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import Bindings, bind, expression_values, typed
from modeler.core.evaluator.fan_out import KeyRequest
from modeler.core.evaluator.index_keys import (
    KeyWrite,
    KnownItem,
    Required,
    Undecided,
    key_writes,
    read_back,
    required_keys,
    used_by,
)
from modeler.core.evaluator.intent import intended_actions, mirrored
from modeler.core.evaluator.key_ranges import item_key
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    Action,
    Comparison,
    Dialect,
    In,
    Literal,
    Name,
    Operand,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
    paths_of,
    walk,
)
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.expressions.update import apply_update
from modeler.core.items.materialize import key_item
from modeler.core.values.attribute_values import AttributeValue, Item

_PLAIN = re.compile(r"[A-Za-z0-9_]{1,60}")
_PLACEHOLDER = re.compile(r"[#:][A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected update: text, ExpressionAttributeNames and -Values (without parameters, which have their own).

    `writes` are the key writes that the pattern's own update lacks, or that replace wrong ones. `undecided` are the
    indexes whose membership afterward is unknown, `required` what the others need. `before` and `after` are what is
    known of the item.
    """

    update: str
    names: Mapping[str, str]
    values: Mapping[str, AttributeValue]
    writes: tuple[KeyWrite, ...]
    required: tuple[Required, ...]
    before: KnownItem
    after: KnownItem

    @property
    def undecided(self) -> tuple[str, ...]:
        """Names of the indexes that may or may not contain the item after the update."""
        return tuple(one.index.name for one in self.required if isinstance(one.after, Undecided))

    @property
    def lacking(self) -> tuple[str, ...]:
        """Attributes that would have to be known for the values of all placeholders."""
        return tuple(dict.fromkeys(name for write in self.writes if write.operand is None for name in write.lacking))

    @property
    def is_complete(self) -> bool:
        """Whether every key and every value is known."""
        return not self.undecided and not self.lacking


def corrected_update(
    table: Table,
    entity: Entity,
    pattern: AccessPattern,
    item: Item | None = None,
    *,
    bindings: Bindings | None = None,
) -> Correction:
    """The pattern's update (its explicit expression, else that of its intent) with every index key that must follow.

    `item` is the item as it is stored; None uses what the pattern implies. After a complete correction the stored keys
    equal the entity's templates (law: tests/modeler/core/evaluator/test_corrections.py). Raises Invalid if the update
    cannot be parsed.
    """
    known = bindings or bind(table, pattern)
    own = bool(pattern.update.strip())
    names = pattern.names if own else {}
    values = expression_values(pattern, known) if own else {}
    actions = parse_update(pattern.update, Dialect.DYNAMODB).actions if own else intended_actions(pattern, known)
    touched = {name_of(action.path, names) for action in actions}
    if item is None:
        before = _implied_item(table, entity, pattern, known, touched)
    else:
        filled = {name: value for name, value in known.values.items() if name not in touched}
        before = KnownItem(_with_key(table, entity, {**filled, **item}, touched))
    after = _after(actions, before, names, values)
    required = required_keys(table, entity, touched, before, after)
    wanted = key_writes(required, table.base.key_names, current=before.item)
    writes = tuple(
        mirrored(write, actions, names, values)
        for name, write in wanted.items()
        if _is_missing(write, name in touched, after)
    )
    given = {_marker(name): typed(raw, None) for name, raw in pattern.values.items()} if own else {}
    text, used, kept = _printed(actions, writes, pattern, names, {**known.placeholders, **given}, given)
    return Correction(text, used, kept, writes, required, before, after)


def _implied_item(
    table: Table, entity: Entity, pattern: AccessPattern, bindings: Bindings, touched: Collection[str]
) -> KnownItem:
    """What a pattern implies about the item before its update."""
    terms = condition_terms(pattern)
    compared = {part.text[1:] for term in terms for part in walk(term) if isinstance(part, Placeholder)}
    item = {name: value for name, value in bindings.values.items() if name not in touched and name not in compared}
    values = expression_values(pattern, bindings)
    either: dict[str, tuple[AttributeValue | None, ...]] = {}
    for term in terms:
        match term:
            case Comparison("=", Path((Name() | Placeholder(),)) as path, Literal(value)):
                item[name_of(path, pattern.names)] = value
            case Comparison("=", Path((Name() | Placeholder(),)) as path, Placeholder(marker)) if marker in values:
                item[name_of(path, pattern.names)] = values[marker]
            case In(Path((Name() | Placeholder(),)) as path, choices):
                either[name_of(path, pattern.names)] = tuple(_constant(choice, values) for choice in choices)
    key, _, _ = item_key(table.base, KeyRequest(pattern.key, bindings)) if pattern.key else (None, (), ())
    if key is not None:
        item = {**key_item(table.partition_key + table.sort_key, key), **item}
    several = {
        name: tuple(value for value in choices if value is not None)
        for name, choices in either.items()
        if name not in item and None not in choices
    }
    return KnownItem(_with_key(table, entity, item, ()), complete=False, either=several)


def _constant(operand: Operand, values: Mapping[str, AttributeValue]) -> AttributeValue | None:
    match operand:
        case Literal(value):
            return value
        case Placeholder(marker):
            return values.get(marker)
    return None


def _with_key(table: Table, entity: Entity, item: Item, touched: Collection[str]) -> Item:
    """An item with the values in its key."""
    missing = used_by(entity.overloads) - item.keys() - set(touched)
    return {**read_back(table, entity, item, missing), **item}


def _after(
    actions: tuple[Action, ...],
    before: KnownItem,
    names: Mapping[str, str],
    values: Mapping[str, AttributeValue],
) -> KnownItem:
    """What is known of the item after an update."""
    if before.complete:
        return KnownItem(apply_update(Update(actions), before.item, names, values) if actions else before.item)
    item = dict(before.item)
    absent = set(before.absent)
    by_name: dict[str, list[Action]] = {}
    for action in actions:
        by_name.setdefault(name_of(action.path, names), []).append(action)
    for name, found in by_name.items():
        item.pop(name, None)
        absent.discard(name)
        value = _new_value(name, tuple(found), before, names, values)
        if isinstance(value, AttributeValue):
            item[name] = value
        elif value is None:
            absent.add(name)
    still = {name: values for name, values in before.either.items() if name not in by_name}
    return KnownItem(item, frozenset(absent), complete=False, either=still)


def _new_value(
    name: str,
    actions: tuple[Action, ...],
    before: KnownItem,
    names: Mapping[str, str],
    values: Mapping[str, AttributeValue],
) -> AttributeValue | Undecided | None:
    """What one attribute becomes; None: it is removed."""
    if all(isinstance(action, Remove) and len(action.path.parts) == 1 for action in actions):
        return None
    try:
        if not all(before.knows(read) for action in actions for read in _reads(action, names)):
            return Undecided.YES
        return apply_update(Update(actions), before.item, names, values).get(name)
    except Invalid:
        return Undecided.YES


def _reads(action: Action, names: Mapping[str, str]) -> Iterator[str]:
    """Names of the attributes whose value before the update determines the result of the action."""
    whole = isinstance(action, Set) and len(action.path.parts) == 1
    for path in paths_of(action):
        if not (whole and path is action.path):
            yield name_of(path, names)


def _is_missing(write: KeyWrite, touched: bool, after: KnownItem) -> bool:
    """Return whether the update does not give a key attribute the value it must have."""
    gone = after.knows(write.name) and write.name not in after.item
    if write.removes:
        return not gone
    if gone or not touched:
        return gone or write.value is None or after.item.get(write.name) != write.value
    # An unknown value is assumed to be the right one.
    return write.value is not None and after.knows(write.name) and after.item[write.name] != write.value


def _printed(
    actions: tuple[Action, ...],
    writes: tuple[KeyWrite, ...],
    pattern: AccessPattern,
    names: Mapping[str, str],
    known: Mapping[str, AttributeValue],
    given: Mapping[str, AttributeValue],
) -> tuple[str, Mapping[str, str], Mapping[str, AttributeValue]]:
    replaced = {write.name for write in writes}
    kept = [action for action in actions if name_of(action.path, names) not in replaced]
    taken = set(known) | set(_PLACEHOLDER.findall(f"{pattern.update} {pattern.condition}"))
    values = dict(given)
    for write in writes:
        path = Path((Name(write.name),))
        if write.removes:
            kept.append(Remove(path))
            continue
        if write.operand is not None:
            kept.append(Set(path, write.operand))
            continue
        marker = _free(write.name, taken)
        taken.add(marker)
        if write.value is not None:
            values[marker] = write.value
        kept.append(Set(path, Placeholder(marker)))
    sections = list(dict.fromkeys(map(type, kept)))
    ordered = tuple(sorted(kept, key=lambda action: sections.index(type(action))))
    if not ordered:
        return "", {}, {}
    made = to_dynamodb(Update(ordered), names=names, values=values)
    used = set(_PLACEHOLDER.findall(f"{made.text} {pattern.condition}"))
    return (
        made.text,
        {alias: name for alias, name in made.names.items() if alias in used},
        {marker: value for marker, value in made.values.items() if marker in used},
    )


def _free(name: str, taken: Collection[str]) -> str:
    """A placeholder named for a key attribute."""
    stem = f":{name}" if _PLAIN.fullmatch(name) else ":key"
    marker, number = stem, 1
    while marker in taken:
        number += 1
        marker = f"{stem}{number}"
    return marker


def _marker(name: str) -> str:
    return name if name.startswith(":") else f":{name}"
