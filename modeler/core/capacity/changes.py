"""What a write pattern changes: attributes by intent, or stored attributes by an explicit update expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.design.write_conditions import condition_of
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import Predicate, predicate
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Condition, Dialect, Function, Path, Placeholder, Remove, Set
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.references import attribute_names
from modeler.core.items.sizes import EntitySizes
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain


@dataclass(frozen=True, slots=True)
class WriteChange:
    """The attributes that a write sets: `values` are the known ones (an example parameter counts), `unknown` get an
    unknown value, `removed` no longer exist afterward. `physical`: names are those of stored attributes, including key
    attributes of indexes, as in an explicit update expression.
    """

    values: Mapping[str, AttributeValue] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    physical: bool = False

    @property
    def names(self) -> frozenset[str]:
        """Every changed attribute."""
        return self.unknown | self.removed | self.values.keys()


def change_of(entity: Entity, pattern: AccessPattern) -> WriteChange:
    """What a PutItem or UpdateItem pattern writes, as far as it can be known without the item."""
    if pattern.operation is Operation.PUT:
        return _intent(entity, pattern, {**pattern.parameters, **pattern.set})
    if pattern.update.strip():
        return _physical(pattern)
    return _intent(entity, pattern, pattern.set)


def rewritten_keys(known: EntitySizes, change: WriteChange) -> frozenset[str]:
    """Key attributes of indexes that a change by intent rewrites: another index can project them, or have them as keys.

    An attribute of the entity that is itself a key is rewritten only if the change names it.
    """
    if change.physical:
        return frozenset()
    attributes, names = known.facts.attributes, change.names
    found: set[str] = set()
    for row in known.rows.values():
        conditioned = not names.isdisjoint(row.conditions)
        for cell in row.cells:
            for key, template in cell.overload.keys.items() if cell.overload is not None else ():
                if not names.isdisjoint(parse(template).attributes) or (
                    conditioned and (key not in attributes or attributes[key].key_only)
                ):
                    found.add(key)
    return frozenset(found)


def _intent(entity: Entity, pattern: AccessPattern, given: Mapping[str, Any]) -> WriteChange:
    values: dict[str, AttributeValue] = {}
    unknown = {_top(name) for name in pattern.add}
    for name, raw in given.items():
        value = None if _top(name) != name else _value(entity, name, raw, pattern.parameters)
        if value is None:
            unknown.add(_top(name))
        else:
            values[name] = value
    return WriteChange(values, frozenset(unknown - values.keys()), frozenset(pattern.remove))


def _top(path: str) -> str:
    return path.split(".", 1)[0].split("[", 1)[0]


def _value(entity: Entity, name: str, raw: Any, parameters: Mapping[str, Any]) -> AttributeValue | None:
    """A given value, or the example value of the parameter that it names (`:name`)."""
    if isinstance(raw, str) and raw.startswith(":"):
        if raw[1:] not in parameters:
            return None
        raw = parameters[raw[1:]]
    attribute = entity.attribute(name)
    return _value_or_none(raw, attribute.type if attribute else AttributeType.S)


def _value_or_none(raw: Any, kind: AttributeType) -> AttributeValue | None:
    try:
        return None if raw is None else from_plain(raw, kind)
    except Invalid:
        return None


def _physical(pattern: AccessPattern) -> WriteChange:
    try:
        update = parse_update(pattern.update, Dialect.DYNAMODB)
    except ExpressionInvalid:
        return WriteChange(physical=True)
    touched: set[str] = set()
    removed: set[str] = set()
    values: dict[str, AttributeValue] = {}
    for action in update.actions:
        try:
            name = name_of(action.path, pattern.names)
        except ExpressionInvalid:
            continue
        whole = len(action.path.parts) == 1
        if isinstance(action, Remove) and whole:
            removed.add(name)
            continue
        touched.add(name)
        if isinstance(action, Set) and whole and isinstance(action.value, Placeholder):
            value = _value_or_none(pattern.values.get(action.value.text), AttributeType.S)
            if value is not None:
                values[name] = value
    return WriteChange(values, frozenset(touched - values.keys()), frozenset(removed), physical=True)


def creates(table: Table, pattern: AccessPattern) -> bool:
    """Return whether the write's condition requires that no item exists."""
    keys = set(table.base.key_names)
    return any(
        isinstance(term, Function)
        and term.name == "attribute_not_exists"
        and isinstance(term.arguments[0], Path)
        and name_of(term.arguments[0], pattern.names) in keys
        for term in condition_terms(pattern)
    )


def condition_terms(pattern: AccessPattern) -> tuple[Condition, ...]:
    """The conditions that all must hold for a write to happen; none if there is no valid condition."""
    try:
        node = condition_of(pattern)
        if node is None:
            return ()
        attribute_names(node, pattern.names)
    except ExpressionInvalid:
        return ()
    return node.terms if isinstance(node, And) else (node,)


def conditions_on(pattern: AccessPattern, entity: Entity) -> list[tuple[frozenset[str], Predicate]]:
    """The write's conditions, each with the attributes that it uses and with example parameters for its placeholders;
    without conditions that use no attribute.
    """
    terms = condition_terms(pattern)
    if not terms:
        return []
    values = {
        f":{name}": value
        for name in pattern.parameters
        if (value := _value(entity, name, pattern.parameters[name], {})) is not None
    }
    values |= {
        name: value for name in pattern.values if (value := _value(entity, name, pattern.values[name], {})) is not None
    }
    made = []
    for term in terms:
        mentioned = frozenset(attribute_names(term, pattern.names))
        if mentioned:
            try:
                made.append((mentioned, predicate(term, names=pattern.names, values=values)))
            except ExpressionInvalid:
                continue
    return made
