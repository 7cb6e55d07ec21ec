"""Sizes and values of items. facts/limits#items, facts/item-sizes#values, facts/table-api#messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modeler.core import limits
from modeler.core.design.items import Entity, Overload, SampleItem
from modeler.core.design.tables import IndexKind, Table
from modeler.core.errors import Invalid
from modeler.core.fixes import Fix, Put
from modeler.core.items.materialize import StoredItem
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext, entity_path, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue, item_size, problems, value_size
from modeler.core.values.json_values import from_plain, to_dynamodb_json


@rule(
    "item.over_400kb",
    ERROR,
    Scope.ENTITY,
    title="Item larger than 400 KB",
    why="DynamoDB rejects an item of more than 409,600 bytes, including its entries in local secondary indexes",
    fix="Split it into several items, or keep the large value in S3",
    sources="facts/limits#item-size",
    hides=("item.large",),
)
def over_400kb(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    most = limits.ITEM_BYTES_MAX
    size = context.sizes.item(table, entity)
    local = [index for index in table.indexes if index.kind is IndexKind.LSI]
    entries = [context.sizes.entry(table, index, entity) for index in local]
    least = size.minimum + sum(entry.minimum for entry in entries)
    average = size.average + sum(entry.average for entry in entries)
    maxima = [one.maximum for one in (size, *entries)]
    greatest = None if None in maxima else sum(one for one in maxima if one is not None)
    path = entity_path(table, entity)
    facts = {"minimum": least, "average": round(average), "maximum": greatest, "source": size.source}
    if size.certain and least > most:
        yield Spot(f"{entity.name} has at least {least:,} bytes; the limit is {most:,}", path, entity.id, "", facts)
        return
    large = False
    for stored in context.stored(table, entity):
        if (bytes_ := _stored_size(table, stored)) > most:
            large = True
            message = f"A sample item of {entity.name} has {bytes_:,} bytes; the limit is {most:,}"
            yield Spot(message, f"{path}.items.{stored.id}", stored.id, "", {"size": bytes_})
    if large:
        return
    if average > most:
        message = f"{entity.name} has {round(average):,} bytes on average ({size.source}); the limit is {most:,}"
        yield Spot(message, path, entity.id, "", facts, WARNING)
    elif greatest is not None and greatest > limits.NEAR_ITEM_SHARE * most:
        message = f"{entity.name} can have {greatest:,} bytes ({size.source}); the limit is {most:,}"
        yield Spot(message, path, entity.id, "", facts, WARNING)


def _stored_size(table: Table, stored: StoredItem) -> int:
    """Bytes that count toward the limit: the item, and a copy for each local secondary index that projects
    everything.
    """
    size = item_size(stored.item)
    if size * (1 + len(table.indexes)) <= limits.ITEM_BYTES_MAX:
        return size  # far below the limit: local secondary indexes do not matter
    for index in table.indexes:
        if index.kind is IndexKind.LSI and all(name in stored.item for name in index.key_names):
            names = {*table.base.key_names, *index.key_names, *index.projection.attributes}
            whole = index.projection.type == "ALL"
            size += item_size({name: value for name, value in stored.item.items() if whole or name in names})
    return size


@rule(
    "item.bad_value",
    ERROR,
    Scope.ENTITY,
    title="Value that DynamoDB rejects",
    why="A set must have members and each only once, NULL is true, a number has 38 digits, nesting ends at 32 levels",
    fix="Correct the value",
    sources="facts/limits#values, facts/table-api#item-messages",
    fixes=True,
)
def bad_value(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for item in entity.items:
        path = f"{entity_path(table, entity)}.items.{item.id}"
        yield from _bad_values(item, path, entity.name, entity.overloads)
        yield from _null_keys(table, item, path, entity.name)


def _null_keys(table: Table, item: SampleItem, path: str, owner: str) -> Iterator[Spot]:
    """Keys of indexes that are NULL: such an item is rejected, while one without the attribute is not in the index."""
    for index in table.indexes:
        for name in index.key_names:
            value = item.values.get(name)
            if value is not None and value.type == "NULL":
                message = f"{name} of a sample item of {owner} is NULL, and it is a key of {index.name}"
                fixes = (Fix(f"Remove {name}", (Put(item.id, f"values.{name}", None),)),)
                yield Spot(message, path, item.id, f"values.{name}", fix="Leave the attribute out", fixes=fixes)
                return


@rule(
    "item.bad_value",
    ERROR,
    Scope.TABLE,
    title=bad_value.title,
    why=bad_value.why,
    fix=bad_value.fix,
    sources=bad_value.sources,
    fixes=True,
)
def bad_value_unassigned(context: RuleContext, table: Table) -> Iterator[Spot]:
    for item in table.unassigned:
        yield from _bad_values(item, f"{table_path(table)}.unassigned.{item.id}", table.name, ())


@rule(
    "item.bad_value",
    ERROR,
    Scope.PATTERN,
    title=bad_value.title,
    why=bad_value.why,
    fix=bad_value.fix,
    sources=bad_value.sources,
)
def bad_value_in_pattern(context: RuleContext, call: Call) -> Iterator[Spot]:
    for name, raw in call.pattern.values.items():
        try:
            problem = next(problems(from_plain(raw, AttributeType.NULL)), "")
        except Invalid as error:
            problem = error.message
        if problem:
            yield Spot(f"{call.label}: the value of {name}: {problem}", f"{call.path}.values", call.top.id, "values")


_SIMPLE = frozenset({"S", "B", "BOOL"})


def _bad_values(item: SampleItem, path: str, owner: str, overloads: tuple[Overload, ...]) -> Iterator[Spot]:
    for where, held in (("values", item.values), ("stored_keys", item.stored_keys)):
        found = {name: next(problems(value), "") for name, value in held.items() if value.type not in _SIMPLE}
        for name, problem in found.items():
            if problem:
                message = f"{name} of a sample item of {owner}: {problem}"
                fixes = tuple(_better_item(item, overloads)) if where == "values" else ()
                yield Spot(message, path, item.id, f"{where}.{name}", fixes=fixes)


def _better_item(item: SampleItem, overloads: tuple[Overload, ...]) -> Iterator[Fix]:
    """The item with its rejected values corrected where that is unambiguous, and the others removed: none of these can
    be in a key.
    """
    wrong = {name: value for name, value in item.values.items() if any(problems(value))}
    edits = tuple(Put(item.id, f"values.{name}", _corrected(value)) for name, value in wrong.items())
    gone = [edit.field.removeprefix("values.") for edit in edits if edit.value is None]
    in_keys = {name for overload in overloads for text in overload.keys.values() for name in parse(text).attributes}
    if in_keys.intersection(gone):
        return
    kept = [name for name in wrong if name not in gone]
    words = [f"correct {' and '.join(kept)}"] if kept else []
    words += [f"remove {' and '.join(gone)}"] if gone else []
    label = " and ".join(words)
    yield Fix(label[:1].upper() + label[1:], edits)


def _corrected(value: AttributeValue) -> Any:
    """The value as DynamoDB accepts it, as JSON: a set with each member once, NULL true. None if it cannot be
    corrected.
    """
    if value.type == "NULL":
        return {"NULL": True}
    if value.type in ("SS", "NS", "BS"):
        made = AttributeValue(value.type, tuple(dict.fromkeys(value.data)))
        return None if any(problems(made)) else to_dynamodb_json(made)
    return None


@rule(
    "item.key_too_long",
    ERROR,
    Scope.ENTITY,
    title="Key of a sample item is too long",
    why="A partition key value has at most 2,048 bytes, a sort key value 1,024",
    fix="Shorten the value, or hash it in the template",
    sources="facts/limits#key-size",
)
def key_too_long(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    longest = dict(_longest(context, table, entity))
    for stored in context.stored(table, entity):
        for name, most in longest.items():
            value = stored.item.get(name)
            if value is not None and _is_longer(value, most):
                message = f"{name} of a sample item of {entity.name} has more than {most:,} bytes"
                path = f"{entity_path(table, entity)}.items.{stored.id}"
                yield Spot(message, path, stored.id, f"values.{name}", {"size": value_size(value)})
                break  # whatever makes one key too long makes others too long


def _longest(context: RuleContext, table: Table, entity: Entity) -> Iterator[tuple[str, int]]:
    """How long each key can be; without those that are always too long: that is the template's finding."""
    for index in table.all_indexes:
        for key in context.keys(table, entity, index) or (None,):
            templates = key.templates if key else (None,) * len(index.keys)
            for element, template in zip(index.keys, templates, strict=True):
                partition = element in index.partition_key
                most = limits.PARTITION_KEY_BYTES_MAX if partition else limits.SORT_KEY_BYTES_MAX
                if template is None or context.bounds(entity, template).least <= most:
                    yield element.name, most


def _is_longer(value: AttributeValue, most: int) -> bool:
    if value.type == "S":
        # At most four bytes per character, so short texts need no encoding.
        return len(value.data) * 4 > most and value_size(value) > most
    return value.type == "B" and len(value.data) > most


RULES = (over_400kb, bad_value, bad_value_unassigned, bad_value_in_pattern, key_too_long)
