"""Indexes whose entries another index already holds in the same order. facts/modeling#indexes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from modeler.core.design import usage_settings
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, IndexKind, Projection, ProjectionType, Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.common_fixes import reads_of, removed_index
from modeler.core.rules.support.context import RuleContext, index_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule


@rule(
    "index.contained",
    WARNING,
    Scope.TABLE,
    title="Index that another index contains",
    why="Each write pays for both, and every read of the smaller index can be made on the larger one",
    fix="Remove it, and read the other index",
    sources="facts/modeling#indexes",
    hides=("index.one_per_pattern",),
    fixes=True,
)
def contained(context: RuleContext, table: Table) -> Iterator[Spot]:
    spotted: list[Index] = []
    for index in table.indexes:
        if index.kind is not IndexKind.GSI or index.reserve:
            continue
        larger = next((one for one in table.all_indexes if _contains(context, table, one, index, spotted)), None)
        if larger is not None:
            spotted.append(index)
            message = f"{index.name} holds what {larger.name} holds too, under the same partition keys and in its order"
            path = index_path(table, index)
            fixes = _moved(context, table, index, larger)
            yield Spot(message, path, index.id, "", {"in": larger.name}, fixes=fixes)


def _contains(context: RuleContext, table: Table, larger: Index, index: Index, spotted: list[Index]) -> bool:
    """Return whether one index can take the place of another, which is of the same size at most."""
    if larger is index or larger in spotted or larger.kind is IndexKind.LSI:
        return False
    if len(larger.partition_key) != len(index.partition_key) or len(larger.keys) < len(index.keys):
        return False
    if larger.is_base and len(larger.keys) == len(index.keys):
        return False  # another rule is about copies of the table
    if not larger.is_base and not _carries(larger.projection, index.projection):
        return False
    held = ((entity, key) for entity in table.entities for key in context.keys(table, entity, index))
    first = next(held, None)
    if first is None:
        return not table.entities and _same_attributes(table, larger, index)
    return all(_has(context, table, larger, index, *one) for one in chain((first,), held))


def _same_attributes(table: Table, larger: Index, index: Index) -> bool:
    """Return whether, whatever the items are, one index has each of another's: its key begins with the same attributes,
    and goes on with some that every item has.
    """
    width = len(index.keys)
    more = set(larger.key_names[width:])
    return larger.key_names[:width] == index.key_names and more <= {*table.base.key_names, *index.key_names}


def _carries(larger: Projection, smaller: Projection) -> bool:
    if ProjectionType.ALL in (larger.type, smaller.type):
        return larger.type is ProjectionType.ALL
    own = set(smaller.attributes) if smaller.type is ProjectionType.INCLUDE else set()
    return own <= (set(larger.attributes) if larger.type is ProjectionType.INCLUDE else set())


def _has(context: RuleContext, table: Table, larger: Index, index: Index, entity: Entity, key: WrittenKey) -> bool:
    """Return whether the larger index has an entity's key under the same partition key, before or alone in its order,
    and no entry of another entity beside it.
    """
    if key.complete is None:
        return False
    wanted = [str(one) for one in key.complete]
    width = len(index.partition_key)
    found = [
        one
        for one in context.keys(table, entity, larger)
        if one.complete is not None
        and one.when.strip() == key.when.strip()
        and _begins(one.complete, wanted, width)
        and not _lacks(entity, one.complete, key.complete)
    ]
    beside = (
        other
        for other in table.entities
        if other is not entity
        for one in context.keys(table, other, larger)
        if one.complete is not None and [str(part) for part in one.complete[:width]] == wanted[:width]
    )
    return bool(found) and next(beside, None) is None


def _lacks(entity: Entity, larger: tuple[KeyTemplate, ...], smaller: tuple[KeyTemplate, ...]) -> bool:
    """Can an item have the smaller key and lack an attribute of the larger one?"""
    shared = {name for one in smaller for name in one.attributes}
    more = {name for one in larger for name in one.attributes} - shared
    return any(one.optional < 1 for one in entity.attributes if one.name in more)


def _begins(larger: tuple[KeyTemplate, ...], smaller: list[str], width: int) -> bool:
    """The same partition key, and a sort key that begins with the smaller one's, so that the order is the same."""
    texts = [str(one) for one in larger]
    if texts[:width] != smaller[:width]:
        return False
    sort, asked = texts[width:], smaller[width:]
    return not asked or (sort[: len(asked) - 1] == asked[:-1] and sort[len(asked) - 1].startswith(asked[-1]))


def _moved(context: RuleContext, table: Table, index: Index, larger: Index) -> tuple[Fix, ...]:
    """Reads moved to the larger index, if they give the partition key alone or the sort keys are the same."""
    if usage_settings.is_live(context.design, table):
        return ()
    named = dict(zip(index.key_names, larger.key_names, strict=False))
    edits: list[Edit] = []
    for pattern in reads_of(context.design, table, index):
        if any(condition.operator != "=" for condition in pattern.key):
            return ()
        edits.append(Put(pattern.id, "index", None if larger.is_base else larger.name))
        edits += [Put(pattern.id, f"key.{one.name}", None) for one in pattern.key if named.get(one.name) != one.name]
        edits += [Put(pattern.id, f"key.{named[one.name]}", one.templates[0]) for one in pattern.key]
    return (Fix(f"Remove {index.name} and read {larger.name}", (*edits, *removed_index(table, index))),)


RULES = (contained,)
