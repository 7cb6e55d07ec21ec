"""A sample item that an access pattern finds or changes: without one, a proof of the pattern proves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from modeler.core.design.items import BASE, Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.documents.parts_json import read_value
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.scope import members
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import And, Comparison, Condition, Literal, Operand, Path, Placeholder
from modeler.core.expressions.parse import parse_condition
from modeler.core.servings import serving
from modeler.core.values.attribute_values import AttributeValue, Item
from modeler.sampling.copies import new_item

_ID = "found-by-a-pattern"
_BOUNDS = ("From", "To")


def item_found_by(design: Design, pattern: AccessPattern, seed: int) -> tuple[Entity, Item] | None:
    """Return an item, and its entity, with which the pattern returns or changes something; None if none was found.

    Its attributes have the values of the pattern's parameters and of the conditions that name a value; the others are
    generated. Every candidate is evaluated before it is returned.
    """
    for one in members(pattern) if pattern.steps else (pattern,):
        table = design.table(one.table or pattern.table)
        if table is None:
            continue
        named = {*one.entities, *pattern.entities}
        for entity in table.entities:
            if named and entity.name not in named:
                continue
            item = _fitted(design, table, entity, replace(one, table=table.name), seed)
            if not evaluate(_with(design, table, entity, item), pattern).proves_nothing:
                return entity, item
    return None


def _with(design: Design, table: Table, entity: Entity, item: Item) -> Design:
    """Return the design with one more item."""
    grown = replace(entity, items=(*entity.items, SampleItem(_ID, item)))
    entities = tuple(grown if one is entity else one for one in table.entities)
    tables = (replace(one, entities=entities) if one is table else one for one in design.tables)
    return replace(design, tables=tuple(tables))


def _fitted(design: Design, table: Table, entity: Entity, pattern: AccessPattern, seed: int) -> Item:
    """Return a new item with the values that the pattern asks for."""
    values = dict(new_item(design, table, entity, None, seed))
    given = dict(_given(entity, pattern))
    values |= given
    index = pattern.index or serving(design, pattern).index or None
    overloads = entity.overloads_of(index) or entity.overloads_of(BASE)
    texts = [pattern.filter, pattern.if_, pattern.condition, *(one.when for one in overloads[:1])]
    for text in filter(None, texts):
        values |= {name: one for name, one in _demanded(text, entity, pattern) if name not in given}
    return values


def _given(entity: Entity, pattern: AccessPattern) -> Iterator[tuple[str, AttributeValue]]:
    """Return the values of parameters that are attributes of the entity; of a bounded one, its lower bound."""
    for name, raw in pattern.parameters.items():
        bare = next((name.removesuffix(one) for one in _BOUNDS if name.endswith(one)), name)
        attribute = entity.attribute(name) or entity.attribute(bare)
        if attribute is not None and not name.endswith(_BOUNDS[1]):
            yield attribute.name, read_value(raw, attribute.type, name)


def _demanded(text: str, entity: Entity, pattern: AccessPattern) -> Iterator[tuple[str, AttributeValue]]:
    """Return the values that hold a condition as far as it consists of comparisons that must all hold."""
    try:
        condition = parse_condition(text)
    except ExpressionInvalid:
        return
    for one in _terms(condition):
        if not isinstance(one, Comparison) or one.operator not in {"=", ">=", "<="}:
            continue
        name, value = _name(one.left, pattern.names), _value(one.right, entity, pattern, one.left)
        if name and value is not None and entity.attribute(name) is not None:
            yield name, value


def _terms(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, And):
        for one in condition.terms:
            yield from _terms(one)
    else:
        yield condition


def _name(operand: Operand, names: Mapping[str, str]) -> str:
    if not isinstance(operand, Path) or len(operand.parts) != 1:
        return ""
    part = operand.parts[0]
    if isinstance(part, Placeholder):
        return names.get(part.text, "")
    return "" if isinstance(part, int) else part.text


def _value(operand: Operand, entity: Entity, pattern: AccessPattern, left: Operand) -> AttributeValue | None:
    if isinstance(operand, Literal):
        return operand.value
    if not isinstance(operand, Placeholder):
        return None
    known = {**pattern.parameters, **{name.removeprefix(":"): raw for name, raw in pattern.values.items()}}
    raw = known.get(operand.text.removeprefix(":"))
    attribute = entity.attribute(_name(left, pattern.names))
    return read_value(raw, attribute.type, attribute.name) if raw is not None and attribute is not None else None
