"""From the intent of an UpdateItem (set, remove, add, if) to the physical expression, index keys included.

An index key is a copy: when an attribute changes that a template or a sparse condition of an index uses, the update
must also write that index's key attributes, or remove them. docs/glossary.md#intent; facts/procedures#lab, step 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.evaluator.bindings import Bindings, bind, typed
from modeler.core.evaluator.index_keys import KeyWrite, KnownItem, key_writes, read_back, required_keys, used_by
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    NO_NAMES,
    NO_VALUES,
    Action,
    Add,
    Arithmetic,
    Condition,
    Function,
    Literal,
    Name,
    Operand,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
    walk,
)
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.expressions.update import apply_update
from modeler.core.keys import templates
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number


@dataclass(frozen=True, slots=True)
class PhysicalUpdate:
    """An UpdateItem as DynamoDB accepts it, for one set of parameters; '' for an expression that is not needed.

    `index_keys` are the writes that the intent does not name and that its indexes need.
    """

    update_expression: str
    condition_expression: str
    names: Mapping[str, str]
    values: Mapping[str, AttributeValue]
    index_keys: tuple[KeyWrite, ...] = ()


def derive_update(
    table: Table,
    entity: Entity | None,
    pattern: AccessPattern,
    item: Item | None,
    *,
    bindings: Bindings | None = None,
) -> PhysicalUpdate:
    """The physical update for a pattern's intent and the current item (None: it does not exist yet).

    Logical attributes that the item does not have are taken from the pattern's parameters, else parsed from its key.
    Raises Invalid if a value does not fit its attribute, or a condition is invalid.
    """
    known = bindings or bind(table, pattern)
    actions = intended_actions(pattern, known)
    touched = {name_of(action.path) for action in actions}
    writes: tuple[KeyWrite, ...] = ()
    if entity is not None:
        filled = {name: value for name, value in known.values.items() if name not in touched}
        before = {**filled, **(item or {})}
        if item is not None:
            before = {**read_back(table, entity, item, used_by(entity.overloads) - set(before) - touched), **before}
        after = apply_update(Update(actions), before) if actions else before
        writes = _key_writes(table, entity, actions, before if item is not None else None, after)
    written = _ordered([*actions, *map(key_action, writes)])
    update = to_dynamodb(Update(written)) if written else None
    names = dict(update.names) if update else {}
    values = dict(update.values) if update else {}
    condition = ""
    if pattern.if_.strip():
        node = parse_condition(pattern.if_)
        values |= _used(node, known)
        expression = to_dynamodb(node, names={**names, **pattern.names}, values=values)
        condition, names, values = expression.text, dict(expression.names), dict(expression.values)
    return PhysicalUpdate(update.text if update else "", condition, names, values, writes)


def intent_value(raw: Any, name: str, bindings: Bindings) -> AttributeValue:
    """A value of an intent: `:parameter`, a template of parameters, or a constant of the attribute's type.

    Raises Invalid if it does not fit.
    """
    if isinstance(raw, str):
        if raw.startswith(":") and raw[1:] in bindings.values:
            return bindings.values[raw[1:]]
        template = templates.parse(raw)
        if template.references and all(reference in bindings.values for reference in template.attributes):
            if template.plain_reference:
                return bindings.values[template.plain_reference.attribute]
            rendered = templates.render(template, bindings.values, bindings.formats)
            if not isinstance(rendered, Unrendered):
                return typed(rendered, None)
    return typed(raw, bindings.attributes.get(name))


def intended_actions(pattern: AccessPattern, bindings: Bindings) -> tuple[Action, ...]:
    """The actions of an intent on attributes, without index keys. Raises Invalid if a value does not fit."""
    return tuple(_actions(pattern, bindings))


def _actions(pattern: AccessPattern, bindings: Bindings) -> Iterator[Action]:
    for name, raw in pattern.set.items():
        yield Set(_path(name, bindings), Literal(intent_value(raw, name, bindings)))
    for name in pattern.remove:
        yield Remove(_path(name, bindings))
    for name, raw in pattern.add.items():
        yield Add(_path(name, bindings), Literal(intent_value(raw, name, bindings)))


def _path(text: str, bindings: Bindings) -> Path:
    """A text that is an attribute's name is one name; anything else is a document path."""
    if text in bindings.attributes:
        return Path((Name(text),))
    try:
        return parse_projection(text)[0]
    except ExpressionInvalid:
        return Path((Name(text),))


def _ordered(actions: list[Action]) -> tuple[Action, ...]:
    """Each section once: SET, REMOVE, ADD."""
    return tuple(action for kind in (Set, Remove, Add) for action in actions if isinstance(action, kind))


def key_action(write: KeyWrite) -> Action:
    """The action that writes a key attribute. Its value must be known."""
    path = Path((Name(write.name),))
    return Remove(path) if write.written is None else Set(path, write.written)


def mirrored(
    write: KeyWrite,
    actions: Iterable[Action],
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> KeyWrite:
    """A key that is a copy of one attribute which the same update changes: DynamoDB computes both in the same way.

    So no key is made from a value that was read before. facts/building-blocks#p8; facts/expressions#updates.
    """
    reference = templates.parse(write.template).plain_reference
    if reference is None:
        return write
    for action in actions:
        whole = len(action.path.parts) == 1 and name_of(action.path, names) == reference.attribute
        if whole and isinstance(action, Set):
            return replace(write, operand=action.value)
        if whole and isinstance(action, Add) and _is_number(action.value, values):
            counted = Function("if_not_exists", (action.path, Literal(number(0))))
            return replace(write, operand=Arithmetic("+", counted, action.value))
    return write


def _is_number(operand: Operand, values: Mapping[str, AttributeValue]) -> bool:
    value = operand.value if isinstance(operand, Literal) else values.get(getattr(operand, "text", ""))
    return value is not None and value.type == AttributeType.N


def _used(node: Condition, bindings: Bindings) -> dict[str, AttributeValue]:
    placeholders = bindings.placeholders
    used = {part.text for part in walk(node) if isinstance(part, Placeholder)}
    return {text: placeholders[text] for text in used if text in placeholders}


def _key_writes(
    table: Table, entity: Entity, actions: tuple[Action, ...], before: Item | None, after: Item
) -> tuple[KeyWrite, ...]:
    touched = {name_of(action.path) for action in actions}
    was = KnownItem(before) if before is not None else None
    required = required_keys(table, entity, touched, was, KnownItem(after))
    fixed = touched | set(table.base.key_names)
    found = key_writes(required, fixed, current=before or {}, creates=before is None)
    return tuple(mirrored(write, actions) for write in found.values())
