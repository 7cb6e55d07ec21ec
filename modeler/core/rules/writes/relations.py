"""Relations between items: subtrees that move, edges that are stored twice.

facts/building-blocks#p6, facts/building-blocks#p7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from modeler.core.design.items import BASE, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import Comparison, walk
from modeler.core.rules.queries.operand_kinds import Kinds
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys, is_part_of, key_sources
from modeler.core.rules.support.write_targets import (
    changes_of,
    is_member,
    members,
    parsed_condition,
    table_of,
    writers_of,
    written_by,
)

_NAME: Final = re.compile(r"\{[^}:]*")
_LETTER: Final = re.compile(r"[A-Za-z](?![^{]*\})")
"""A letter outside of references: without one, keys of any two entities look alike."""


@rule(
    "write.subtree_move",
    WARNING,
    Scope.NEIGHBOURS,
    title="Moving a node leaves its subtree behind",
    why="The keys of all descendants begin with its path: each of them has to be rewritten along with the node",
    fix="Move a subtree with a job that rewrites every descendant, in repeatable steps",
    sources="facts/building-blocks#p6",
    operations={Operation.UPDATE, Operation.PUT},
)
def subtree_move(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None or call.top.facts.purpose == "job" or call.pattern.facts.purpose == "job":
        return
    by_entity = _paths_of(context, table)
    for entity in written_by(context, call) if by_entity else ():
        paths = by_entity.get(id(entity))
        if not paths:
            continue
        if call.pattern.operation is Operation.UPDATE:
            moved = paths & changes_of(table, call.pattern).keys()
        else:
            moved = paths if _is_deleted_and_put(context, call, entity) else frozenset()
        if moved:
            name = ", ".join(sorted(moved))
            message = f"{call.label} changes {name}, but the keys of everything below {entity.name} begin with it"
            field = "operation" if call.pattern.operation is not Operation.UPDATE else "set"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attributes": sorted(moved)})


def _paths_of(context: RuleContext, table: Table) -> dict[int, frozenset[str]]:
    """The entities whose sort keys hold a path, by their ids in this run, with the attributes that hold it."""

    def gathered() -> dict[int, frozenset[str]]:
        found = context.of_entities("paths", table, partial(_paths, table), (table.sort_key,))
        return {id(entity): paths for entity, paths in zip(table.entities, found, strict=True) if paths}

    return context.once(("paths", id(table)), gathered)


def _paths(table: Table, entity: Entity) -> frozenset[str]:
    """The sort key attributes that hold a path: with that format, or joined from a list."""
    sort = next(iter(table.sort_key), None)
    template = base_keys(entity).get(sort.name) if sort else None
    if template is None:
        return frozenset()
    found = set()
    for reference in template.references:
        attribute = entity.attribute(reference.attribute)
        is_joined = any(call.name == "join" for call in reference.formats)
        if is_joined or (attribute is not None and attribute.format == "path"):
            found.add(reference.attribute)
    return frozenset(found)


def _is_deleted_and_put(context: RuleContext, call: Call, entity: Entity) -> bool:
    """Return whether the put is of a node that the same request deletes under another key."""
    if call.top is call.pattern:
        return False
    return any(
        one.pattern.operation is Operation.DELETE and entity in written_by(context, one)
        for one in members(context, call.top)
    )


@rule(
    "relation.duplicate_edge",
    ADVICE,
    Scope.DESIGN,
    title="Edge stored as two items",
    why="Each change to the relation costs two writes in a transaction, and the two items can diverge",
    fix="Keep one edge item, and read it from the other side with an inverted index",
    sources="facts/building-blocks#p7, facts/choices#relationship",
)
def duplicate_edge(context: RuleContext) -> Iterator[Spot]:
    for table in context.design.tables:
        if len(table.partition_key) != 1 or len(table.sort_key) != 1:
            continue
        by_key: dict[_Pair, Entity] = {}
        parts = (table.partition_key, table.sort_key)
        pairs = context.of_entities("pairs", table, partial(_pair, table), parts)
        for entity, pair in zip(table.entities, pairs, strict=True):
            if pair is None:
                continue
            other = by_key.get((pair[1], pair[0]))
            same = other is not None and pair[0] != pair[1] and _carry_the_same(entity, other)
            if other is not None and same and _written_together(context, entity, other):
                message = f"{other.name} and {entity.name} are one pair, stored once from each side"
                yield Spot(message, entity_path(table, entity), entity.id, "", {"other": other.id})
            by_key[pair[0], pair[1]] = entity


type _Pair = tuple[str, str]


def _pair(table: Table, entity: Entity) -> _Pair | None:
    """The values in an entity's partition and sort key, as texts. The literals around them differ from side to side, as
    FOLLOWS# and FOLLOWED#.
    """
    keys = base_keys(entity)
    first, second = (keys[name].references if name in keys else () for name in table.base.key_names)
    return (repr(first), repr(second)) if first and second else None


def _carry_the_same(one: Entity, other: Entity) -> bool:
    """Copies with additional attributes exist to show those."""
    mine = {attribute.name for attribute in one.attributes} - key_sources(one)
    yours = {attribute.name for attribute in other.attributes} - key_sources(other)
    return mine == yours


def _written_together(context: RuleContext, one: Entity, other: Entity) -> bool:
    mine, yours = (
        {
            id(call.top)
            for call in writers_of(context, entity)
            if call.pattern.operation is Operation.PUT and is_member(call)
        }
        for entity in (one, other)
    )
    return not mine.isdisjoint(yours)


@rule(
    "write.orphaned_children",
    WARNING,
    Scope.DESIGN,
    title="Delete leaves the children behind",
    why="DynamoDB deletes one item: without their parent, children cost storage, and queries still return them",
    fix="Delete the children too: in one transaction, by a job, or by a consumer of the stream",
    sources="facts/modeling#relationships",
)
def orphaned_children(context: RuleContext) -> Iterator[Spot]:
    gone = {id(entity) for call in context.calls if _deletes(call) for entity in written_by(context, call)}
    for call in context.calls:
        table = table_of(context, call)
        if table is None or call.pattern.operation is not Operation.DELETE or _counts_none(call):
            continue
        for parent in written_by(context, call):
            root = _root_of(table, parent)
            left = [
                one.name
                for one in _near(context, table, parent, root)
                if id(one) not in gone and _hangs_on(table, one, parent, root) and not _is_cleared(table, one)
            ]
            if left:
                message = (
                    f"{call.label} deletes {parent.name}, and nothing deletes its {' and '.join(left)} items with it"
                )
                yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"entities": left})


def _root_of(table: Table, parent: Entity) -> tuple[str, ...]:
    """The partition key of the item collection that an entity is the root of; () if it is not a root."""
    root = base_keys(parent)
    if not parent.identity or not table.sort_key or len(root) != len(table.base.key_names):
        return ()
    partition = [root[key.name] for key in table.partition_key]
    names = {name for template in partition for name in template.attributes}
    is_root = names == set(parent.identity) and all(root[key.name].is_constant for key in table.sort_key)
    return tuple(map(str, partition)) if is_root else ()


def _near(context: RuleContext, table: Table, parent: Entity, root: tuple[str, ...]) -> list[Entity]:
    """What can hang on the parent: entities whose identity has its first attribute, or that share its collection."""
    by_mark = context.once(("by identity and partition", id(table)), lambda: _by_mark(table))
    marks: tuple[str | tuple[str, ...], ...] = (*parent.identity[:1], root)
    places = {place for mark in marks for place in by_mark.get(mark, ())}
    return [table.entities[place] for place in sorted(places)]


def _by_mark(table: Table) -> dict[str | tuple[str, ...], list[int]]:
    """By an attribute of their identity, and by the texts of their partition key: the places of entities."""
    found: dict[str | tuple[str, ...], list[int]] = {}
    marks: tuple[str | tuple[str, ...], ...]
    for place, entity in enumerate(table.entities):
        own = entity.overloads_of(BASE)
        texts = [tuple(one.keys.get(key.name, "") for key in table.partition_key) for one in own]
        marks = (*entity.identity, *texts)
        for mark in marks:
            found.setdefault(mark, []).append(place)
    return found


def _hangs_on(table: Table, child: Entity, parent: Entity, root: tuple[str, ...]) -> bool:
    """Return whether an entity is part of another one, or in the item collection that it begins."""
    if is_part_of(child, parent):
        return True
    if set(child.identity) == set(parent.identity) and _is_named_by(root, child) and not _is_named_by(root, parent):
        return False  # JOB#{jobId} is the job's: a lease of it, in the same collection, can end alone
    own = child.overloads_of(BASE) if root and child is not parent else ()
    if len(own) != 1:
        return False
    texts = tuple(own[0].keys.get(key.name, "") for key in table.partition_key)
    return texts == root or (_collection(texts) == _collection(root) and any(map(_LETTER.search, _collection(root))))


def _collection(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Partition keys without the names of their attributes: ORDER#{orderId} and ORDER#{id} write the same keys."""
    return tuple(_NAME.sub("{", text) for text in texts)


def _is_named_by(root: tuple[str, ...], entity: Entity) -> bool:
    """Return whether the partition key begins with the entity's name, or with its first letters."""
    letters = re.sub(r"[^a-z]", "", root[0].partition("{")[0].lower()) if root else ""
    return len(letters) > 1 and entity.name.lower().startswith(letters)


def _deletes(call: Call) -> bool:
    """Does it delete with others, or as a job? A delete of a single child is not a delete of all of them."""
    is_job = call.top.facts.purpose not in ("", "online") or call.top.facts.follows is not None
    return call.pattern.operation is Operation.DELETE and (_is_of_many(call) or is_job)


def _is_of_many(call: Call) -> bool:
    """Return whether a member deletes with others, or many items; a transaction can delete a single child."""
    within = call.within
    if within is None or within.operation is not Operation.TRANSACT_WRITE or call.pattern.fan_out > 1:
        return within is not None
    return sum(one.operation is Operation.DELETE for one in within.members) > 1


def _is_cleared(table: Table, entity: Entity) -> bool:
    """Do the entity's items expire, or does a consumer of the stream look after them?"""
    expires = bool(table.options.ttl_attribute) and entity.attribute(table.options.ttl_attribute) is not None
    return expires or any(entity.name in one.maintains for one in table.options.consumers)


def _counts_none(call: Call) -> bool:
    """Does the delete require that a number is 0, such as a count of children?"""
    condition = parsed_condition(call.pattern)
    return condition is not None and any(
        isinstance(one, Comparison) and one.operator in ("=", "<", "<=") and _is_zero(one, call)
        for one in walk(condition)
    )


def _is_zero(one: Comparison, call: Call) -> bool:
    value = Kinds((), call.pattern.names, call.pattern.values).value(one.right)
    return value is not None and str(value.data) in ("0", "1")


RULES = (subtree_move, duplicate_edge, orphaned_children)
