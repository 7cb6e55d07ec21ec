"""From the intent of an UpdateItem (set, remove, add, if) to the physical expression, index keys included.

An index key is a copy: when an attribute changes that a template or a sparse condition of an index uses, the update
must write that index's key attributes too, or remove them. DESIGN.md, "access_patterns"; KNOWLEDGE.md 4.8, step 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modeler.core import keys
from modeler.core.design import Design
from modeler.core.evaluator.bindings import Bindings, bind, typed
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    Action,
    Add,
    Condition,
    Literal,
    Name,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
    walk,
)
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.expressions.references import attribute_names
from modeler.core.expressions.update import apply_update
from modeler.core.items import BASE, Entity, Overload
from modeler.core.keys import Unrendered
from modeler.core.patterns import AccessPattern
from modeler.core.sparse import compile_condition
from modeler.core.tables import Index, Table
from modeler.core.template_match import match
from modeler.core.template_writer import key_writer
from modeler.core.values import AttributeType, AttributeValue, Item
from modeler.core.written_keys import attributes_by_name


@dataclass(frozen=True, slots=True)
class KeyWrite:
    """One index key attribute that an update writes: its new value and the template it comes from, or its removal."""

    index: str
    name: str
    template: str
    value: AttributeValue | None


@dataclass(frozen=True, slots=True)
class PhysicalUpdate:
    """An UpdateItem as DynamoDB takes it, for one set of parameters; '' where an expression is not needed.

    `index_keys` are the writes that the intent did not name and that its indexes need.
    """

    update_expression: str
    condition_expression: str
    names: Mapping[str, str]
    values: Mapping[str, AttributeValue]
    index_keys: tuple[KeyWrite, ...] = ()


def derive_update(
    design: Design,
    table: Table,
    entity: Entity | None,
    pattern: AccessPattern,
    item: Item | None,
    *,
    bindings: Bindings | None = None,
) -> PhysicalUpdate:
    """The physical update that a pattern's intent means for an item as it is now (None: it does not exist yet).

    Logical attributes that the item does not hold are taken from the pattern's parameters, else read back from its
    key. Raises Invalid where a value does not fit its attribute, or a condition cannot be read.
    """
    known = bindings or bind(table, pattern)
    actions = tuple(_actions(pattern, known))
    touched = {name_of(action.path) for action in actions}
    key_writes: tuple[KeyWrite, ...] = ()
    if entity is not None:
        filled = {name: value for name, value in known.values.items() if name not in touched}
        before = {**filled, **(item or {})}
        if item is not None:
            before = {**_read_back(table, entity, item, _used_by(entity.overloads) - set(before) - touched), **before}
        after = apply_update(Update(actions), before) if actions else before
        key_writes = tuple(_key_writes(table, entity, touched, before if item is not None else None, after))
    written = _ordered([*actions, *map(_key_action, key_writes)])
    update = to_dynamodb(Update(written)) if written else None
    names = dict(update.names) if update else {}
    values = dict(update.values) if update else {}
    condition = ""
    if pattern.if_.strip():
        node = parse_condition(pattern.if_)
        values |= _used(node, known)
        expression = to_dynamodb(node, names={**names, **pattern.names}, values=values)
        condition, names, values = expression.text, dict(expression.names), dict(expression.values)
    return PhysicalUpdate(update.text if update else "", condition, names, values, key_writes)


def intent_value(raw: Any, name: str, bindings: Bindings) -> AttributeValue:
    """A value of an intent: `:parameter`, a template of parameters, or a constant of the attribute's type.

    Raises Invalid where it does not fit.
    """
    if isinstance(raw, str):
        if raw.startswith(":") and raw[1:] in bindings.values:
            return bindings.values[raw[1:]]
        template = keys.parse(raw)
        if template.references and all(reference in bindings.values for reference in template.attributes):
            if template.plain_reference:
                return bindings.values[template.plain_reference.attribute]
            rendered = keys.render(template, bindings.values, bindings.formats)
            if not isinstance(rendered, Unrendered):
                return typed(rendered, None)
    return typed(raw, bindings.attributes.get(name))


def _actions(pattern: AccessPattern, bindings: Bindings) -> Iterator[Action]:
    for name, raw in pattern.set.items():
        yield Set(_path(name, bindings), Literal(intent_value(raw, name, bindings)))
    for name in pattern.remove:
        yield Remove(_path(name, bindings))
    for name, raw in pattern.add.items():
        yield Add(_path(name, bindings), Literal(intent_value(raw, name, bindings)))


def _path(text: str, bindings: Bindings) -> Path:
    """What is the name of an attribute is one name; anything else is a document path."""
    if text in bindings.attributes:
        return Path((Name(text),))
    try:
        return parse_projection(text)[0]
    except ExpressionInvalid:
        return Path((Name(text),))


def _ordered(actions: list[Action]) -> tuple[Action, ...]:
    """Each section once: SET, REMOVE, ADD."""
    return tuple(action for kind in (Set, Remove, Add) for action in actions if isinstance(action, kind))


def _key_action(write: KeyWrite) -> Action:
    path = Path((Name(write.name),))
    return Remove(path) if write.value is None else Set(path, Literal(write.value))


def _used(node: Condition, bindings: Bindings) -> dict[str, AttributeValue]:
    placeholders = bindings.placeholders
    used = {part.text for part in walk(node) if isinstance(part, Placeholder)}
    return {text: placeholders[text] for text in used if text in placeholders}


def _key_writes(
    table: Table, entity: Entity, touched: set[str], before: Item | None, after: Item
) -> Iterator[KeyWrite]:
    found: dict[str, KeyWrite] = {}
    fixed = touched | set(table.base.key_names)
    for index in table.indexes:
        overloads = entity.overloads_of(index.name)
        if before is not None and not touched & _used_by(overloads):
            continue
        for write in _index_key_writes(index, entity, touched, before, after):
            known = found.get(write.name)
            # Two indexes may share a key attribute: one of them needing a value outweighs the other's removal.
            if write.name not in fixed and (known is None or known.value is None):
                found[write.name] = write
    yield from found.values()


def _index_key_writes(
    index: Index, entity: Entity, touched: set[str], before: Item | None, after: Item
) -> Iterator[KeyWrite]:
    overloads = entity.overloads_of(index.name)
    chosen = _chosen(overloads, after)
    was = _chosen(overloads, before) if before is not None else None
    templated = [key for key in index.keys if any(key.name in overload.keys for overload in overloads)]
    values = {
        key.name: key_writer(chosen.keys[key.name], key.type, entity.formats)(after)
        for key in templated
        if chosen is not None and key.name in chosen.keys
    }
    complete = all(not isinstance(value, Unrendered) and value.data not in ("", b"") for value in values.values())
    for key in templated:
        value = values.get(key.name)
        if chosen is None or not complete or value is None or isinstance(value, Unrendered):
            if before is not None:
                yield KeyWrite(index.name, key.name, "", None)
        elif chosen is not was or touched & set(keys.parse(chosen.keys[key.name]).attributes):
            yield KeyWrite(index.name, key.name, chosen.keys[key.name], value)


def _read_back(table: Table, entity: Entity, item: Item, missing: set[str]) -> Item:
    """Attributes that an item does not hold and that its table key still tells."""
    if not missing:
        return {}
    for overload in entity.overloads_of(BASE):
        found: dict[str, AttributeValue] = {}
        for name in table.base.key_names:
            value, source = item.get(name), overload.keys.get(name)
            if value is not None and source is not None and value.type == AttributeType.S:
                told = match(keys.parse(source), value.data, attributes_by_name(entity))
                if told is None:
                    break
                found |= told
        else:
            return {name: value for name, value in found.items() if name in missing}
    return {}


def _used_by(overloads: tuple[Overload, ...]) -> set[str]:
    """Every attribute that the templates and conditions of an index use."""
    names: set[str] = set()
    for overload in overloads:
        for text in overload.keys.values():
            names.update(keys.parse(text).attributes)
        try:
            names.update(attribute_names(parse_condition(overload.when)) if overload.when.strip() else ())
        except ExpressionInvalid:
            continue
    return names


def _chosen(overloads: tuple[Overload, ...], item: Item) -> Overload | None:
    for overload in overloads:
        holds = compile_condition(overload.when)
        if holds is None or holds(item):
            return overload
    return None
