"""Sample items that contradict what their entity declares. facts/modeling#rules."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.algebra.meant_values import known_range
from modeler.core.design.items import Attribute, Entity, SampleItem
from modeler.core.design.tables import Table
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeValue, as_decimal


@rule(
    "model.samples_disagree",
    WARNING,
    Scope.ENTITY,
    title="Sample item contradicts its entity",
    why="Proofs, sizes and key previews are made from the samples, and generated code from what is declared",
    fix="Correct the sample item, or what is declared of the attribute",
    sources="facts/modeling#rules",
)
def samples_disagree(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    if entity.provenance:
        return
    path = entity_path(table, entity)
    for attribute in entity.attributes:
        for item in entity.items:
            value = item.values.get(attribute.name)
            told = _contradicts(attribute, value) if value is not None else ""
            if told:
                message = f"{attribute.name} of a sample item of {entity.name} {told}"
                yield Spot(message, f"{path}.items.{item.id}", item.id, f"values.{attribute.name}")
                break
    yield from _twice(path, entity)
    yield from _misplaced(context, table, entity, path)


def _contradicts(attribute: Attribute, value: AttributeValue) -> str:
    """How a value differs from the declaration; '' if it fits."""
    if attribute.values and str(value.data) not in attribute.values and value.type == attribute.type:
        return f"is {value.data}, which is not among its values"
    bounds, number = known_range(attribute), as_decimal(str(value.data)) if value.type == "N" else None
    if bounds is not None and number is not None and not bounds[0] <= number <= bounds[1]:
        return f"is {number}, outside {bounds[0]} to {bounds[1]}"
    return ""


def _twice(path: str, entity: Entity) -> Iterator[Spot]:
    """Two sample items with the same identity."""
    seen: dict[tuple[object, ...], SampleItem] = {}
    for item in entity.items:
        values = [item.values.get(name) for name in entity.identity]
        if not values or any(value is None for value in values):
            continue
        identity = tuple((value.type, str(value.data)) for value in values if value is not None)
        if identity in seen and seen[identity].values != item.values:
            names = ", ".join(entity.identity)
            message = f"Two sample items of {entity.name} have the same {names}, which is to tell them apart"
            yield Spot(message, f"{path}.items.{item.id}", item.id, f"values.{entity.identity[0]}")
            return
        seen.setdefault(identity, item)


def _misplaced(context: RuleContext, table: Table, entity: Entity, path: str) -> Iterator[Spot]:
    """A sample that was stored under another key than its templates give."""
    templated = {name for one in entity.overloads for name in one.keys}
    for item, stored in zip(entity.items, context.stored(table, entity), strict=True):
        for name, held in item.stored_keys.items():
            made = stored.item.get(name)
            if name in templated and made is not None and made != held:
                message = (
                    f"A sample item of {entity.name} is stored with {name} {held.data}; its template gives {made.data}"
                )
                yield Spot(message, f"{path}.items.{item.id}", item.id, "stored_keys")
                return


@rule(
    "index.not_backfilled",
    WARNING,
    Scope.ENTITY,
    title="Stored items lack the keys of an index",
    why="DynamoDB adds an item to an index only if the item has its keys: stored items get them when they are written",
    fix="Write the keys into the stored items (keysheet migrate generates the program), then read the index",
    sources="facts/limits#indexes, facts/modeling#schema-changes",
)
def not_backfilled(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    if not table.options.live:
        return
    pairs = [one for one in zip(entity.items, context.stored(table, entity), strict=True) if one[0].stored_keys]
    for index in table.indexes:
        names = [name for name in index.key_names if name not in table.base.key_names]
        lacking = [
            item
            for item, stored in pairs
            if all(name in stored.item for name in index.key_names)
            and any(name not in item.stored_keys and name not in item.values for name in names)
        ]
        if lacking:
            first = next(name for name in names if name not in lacking[0].stored_keys)
            message = (
                f"{len(lacking)} of {len(pairs)} stored samples of {entity.name} have no {first}, a key of {index.name}"
            )
            path = f"{entity_path(table, entity)}.items.{lacking[0].id}"
            yield Spot(message, path, lacking[0].id, "stored_keys", {"index": index.id})


RULES = (samples_disagree, not_backfilled)
