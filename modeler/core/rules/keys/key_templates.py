"""Key templates of one entity: syntax, known attributes, type and length.

facts/limits#items, facts/limits#multi-attribute-keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from modeler.core import limits
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.findings import Severity
from modeler.core.items.index_shares import condition_names
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.templates import KeyTemplate, LiteralText
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, cell_path
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, utf8_length

_LONG_LITERALS = 24
_SHOWN = 3

type Cell = tuple[Index, WrittenKey, KeyAttribute, KeyTemplate]


def written_cells(context: RuleContext, table: Table, entity: Entity) -> tuple[Cell, ...]:
    """Every template that the entity writes, with its place; inverted keys once, where the table has them."""
    asked = ("key sheet cells", id(table), id(entity))
    return context.once(asked, lambda: tuple(_templates_of(context, table, entity)))


def _templates_of(context: RuleContext, table: Table, entity: Entity) -> Iterator[Cell]:
    base = set(table.base.key_names)
    for index in table.all_indexes:
        for key in context.keys(table, entity, index):
            for element, template in zip(index.keys, key.templates, strict=True):
                if template is not None and (index.is_base or element.name not in base):
                    yield index, key, element, template


def _spot(
    table: Table,
    entity: Entity,
    cell: Cell,
    message: str,
    *,
    facts: Mapping[str, Any] | None = None,
    severity: Severity | None = None,
    fix: str = "",
) -> Spot:
    index, key, element, _ = cell
    path = f"{cell_path(table, entity, None if index.is_base else index.name)}.{element.name}"
    part = key.overload.id if key.overload else entity.id
    return Spot(message, path, part, f"keys.{element.name}", facts or {}, severity, fix)


@rule(
    "keys.template_unreadable",
    ERROR,
    Scope.ENTITY,
    title="Key template cannot be parsed",
    why="Until then it produces no key, and its items are not in the index",
    fix="Complete the template",
    sources="docs/glossary.md#key-templates",
)
def template_unreadable(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for cell in written_cells(context, table, entity):
        if cell[3].problem:
            yield _spot(table, entity, cell, f"The template {cell[3].source!r} cannot be parsed: {cell[3].problem}")


@rule(
    "keys.unknown_attribute",
    ERROR,
    Scope.ENTITY,
    title="Template or condition names an attribute that the entity lacks",
    why="No item can fill the key or meet the condition, so none gets into the index",
    fix="Add the attribute, or correct the name",
    sources="docs/glossary.md#key-templates",
)
def unknown_attribute(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    known = context.attribute_names(entity) | set(table.base.key_names)
    used: dict[str, list[tuple[Spot, str]]] = {}
    for cell in written_cells(context, table, entity):
        for name in cell[3].attributes:
            if name not in known:
                used.setdefault(name, []).append((_spot(table, entity, cell, ""), f"its template {cell[3]}"))
    for overload in entity.overloads:
        for name in sorted(condition_names(overload.when) - known):
            spot = Spot("", cell_path(table, entity, overload.index), overload.id, "when")
            used.setdefault(name, []).append((spot, f"its condition {overload.when}"))
    for name, spots in used.items():
        # One attribute is missing, however many keys are made of it.
        places = {"places": [spot.path for spot, _ in spots]} if len(spots) > 1 else {}
        said = list(dict.fromkeys(by for _, by in spots))
        shown = and_list([*said[:_SHOWN], *([f"{len(said) - _SHOWN} more"] if len(said) > _SHOWN else [])])
        message = f"{entity.name} has no attribute {name}, which {shown} {'uses' if len(said) == 1 else 'use'}"
        yield replace(spots[0][0], message=message, facts={"attribute": name, **places})


@rule(
    "keys.unwritten_key",
    ERROR,
    Scope.ENTITY,
    title="Template for a key that the index does not have",
    why="The index does not have this key attribute, or the table does not have this index, so nothing is written",
    fix="Name a key attribute of the index, or remove the template",
    sources="facts/modeling#rules",
)
def unwritten_key(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for overload in entity.overloads:
        index = table.index(overload.index)
        path = cell_path(table, entity, overload.index)
        if index is None:
            message = f"{entity.name} writes into {overload.index}, which {table.name} does not have"
            yield Spot(message, path, overload.id, "index")
            continue
        for name in overload.keys:
            if name not in index.key_names:
                message = f"{entity.name} writes {name}, which is not a key of {index.name}"
                yield Spot(message, path, overload.id, f"keys.{name}")


@rule(
    "keys.template_type",
    ERROR,
    Scope.ENTITY,
    title="Text in a number or binary key",
    why="A key of type N or B needs a plain attribute of that type; DynamoDB rejects an item with another type",
    fix="Use one plain reference to an attribute of the key's type, or make the key a string",
    sources="facts/limits#multi-attribute-keys, facts/table-api#item-messages",
    hides=("keys.size_over_limit",),
)
def template_type(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    attributes = entity.attributes_by_name
    for cell in written_cells(context, table, entity):
        _, key, element, template = cell
        reference = template.plain_reference
        attribute = attributes.get(reference.attribute) if reference else None
        if template.problem:
            continue
        if element.type is not AttributeType.S and reference is None:
            place = table.name if cell[0].is_base else cell[0].name
            message = f"The key {element.name} of {place} has type {element.type}, "
            message += f"but the template {template} of {entity.name} produces text"
            yield _spot(table, entity, cell, message)
        elif attribute is not None and attribute.type != element.type:
            templated = key.overload is not None and element.name in key.overload.keys
            renders = templated and element.type is AttributeType.S and attribute.type in {"N", "BOOL"}
            if not renders:
                place = table.name if cell[0].is_base else cell[0].name
                message = f"The key {element.name} of {place} has type {element.type}, "
                message += f"but the attribute {attribute.name} of {entity.name} has type {attribute.type}"
                yield _spot(table, entity, cell, message)


@rule(
    "keys.size_over_limit",
    ERROR,
    Scope.ENTITY,
    title="Key is or can become too long",
    why="A partition key value has at most 2,048 bytes, a sort key value 1,024",
    fix="Shorten the literals, or declare the length of the values",
    sources="facts/limits#key-size",
)
def size_over_limit(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    attributes = entity.attributes_by_name
    for cell in written_cells(context, table, entity):
        index, _, element, template = cell
        if element.type is not AttributeType.S or template.problem:
            continue
        partition = element in index.partition_key
        most = limits.PARTITION_KEY_BYTES_MAX if partition else limits.SORT_KEY_BYTES_MAX
        bounds = context.bounds(entity, template)
        declared = all(name in attributes and _has_length(attributes[name]) for name in template.attributes)
        facts = {"least": bounds.least, "most": bounds.most, "limit": most}
        if bounds.least > most:
            message = f"{template} has at least {bounds.least} bytes; the limit of {element.name} is {most}"
            yield _spot(table, entity, cell, message, facts=facts)
        elif declared and (bounds.most is None or bounds.most > most):
            size = "any number of" if bounds.most is None else f"up to {bounds.most}"
            message = f"{template} can have {size} bytes; the limit of {element.name} is {most}"
            yield _spot(table, entity, cell, message, facts=facts, severity=WARNING)
        else:
            yield from _long_literals(table, entity, cell, bounds.least)


def _has_length(attribute: Attribute) -> bool:
    """Return whether the length of the values is described, by what they look like or by their size."""
    return is_declared(attribute) or (attribute.size is not None and attribute.size.maximum is not None)


def _long_literals(table: Table, entity: Entity, cell: Cell, least: int) -> Iterator[Spot]:
    template = cell[3]
    literals = sum(utf8_length(part.text) for part in template.parts if isinstance(part, LiteralText))
    if template.references and literals > _LONG_LITERALS and 2 * literals > least:
        message = f"{literals} bytes of {template} are literal text, paid for in every item and index entry"
        yield _spot(table, entity, cell, message, severity=ADVICE, fix="Shorten the literals")


@rule(
    "keys.missing_in_item",
    ERROR,
    Scope.ENTITY,
    title="Base key uses an attribute that an item may lack",
    why="An item without its table's key is rejected, so such an item cannot be stored",
    fix="Make the attribute required, or remove it from the key",
    sources="facts/table-api#item-messages",
)
def missing_in_item(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    attributes = entity.attributes_by_name
    for cell in written_cells(context, table, entity):
        if not cell[0].is_base:
            return
        for name in cell[3].attributes:
            declared = attributes.get(name)
            when = condition_names(cell[1].when)
            if declared is not None and declared.optional < 1 and name not in when:
                message = (
                    f"{cell[2].name} needs {name}, which only {round(100 * declared.optional)}% of {entity.name} "
                    "items have"
                )
                yield _spot(table, entity, cell, message, facts={"attribute": name})
            elif lacking := _lacking(context, entity, cell, name):
                message = f"{cell[2].name} needs {name}, which {len(lacking)} of {len(entity.items)} sample items lack"
                yield _spot(table, entity, cell, message, facts={"attribute": name, "items": lacking[:20]})


def _lacking(context: RuleContext, entity: Entity, cell: Cell, name: str) -> list[str]:
    """Samples that lack an attribute of the base key and have no key of their own, if there is one overload."""
    if cell[1].when or name not in context.attribute_names(entity):
        return []
    key = cell[2].name
    return [item.id for item in entity.items if name not in item.values and key not in item.stored_keys]


@rule(
    "keys.empty_value",
    ERROR,
    Scope.ENTITY,
    title="Key can be empty",
    why="DynamoDB rejects an item whose table or index key attribute is an empty string",
    fix="Put a literal before the attribute, or write the index only when the attribute is not ''",
    sources="facts/limits#values",
)
def empty_value(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for cell in written_cells(context, table, entity):
        _, key, element, template = cell
        if template.problem:
            continue
        if not template.parts and key.overload is not None:
            yield _spot(table, entity, cell, f"The template of {element.name} is empty", fix="Write a template")
            continue
        guarded = any(isinstance(part, LiteralText) for part in template.parts) or (
            condition_names(key.when) & set(template.attributes)
        )
        if guarded:
            continue
        empties = [
            item.id
            for item in entity.items
            if all(
                (value := item.values.get(name)) is not None and value.data in ("", b"") for name in template.attributes
            )
        ]
        if empties or context.bounds(entity, template).least == 0:
            own = template.attributes == (element.name,)
            empty = f" if {', '.join(template.attributes)} is empty"
            message = f"{element.name} can be an empty text" if own else f"{element.name} is empty{empty}"
            severity = None if empties else ADVICE  # nothing shows yet that a value is empty
            yield _spot(table, entity, cell, message, facts={"items": empties[:20]}, severity=severity)


RULES = (
    template_unreadable,
    unknown_attribute,
    unwritten_key,
    template_type,
    size_over_limit,
    missing_in_item,
    empty_value,
)
