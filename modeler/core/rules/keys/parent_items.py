"""Tables without a sort key for collections, and collections without an item of the parent.

facts/modeling#partition-keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.sort_key_fixes import with_sort_key


@rule(
    "keys.no_sort_key",
    WARNING,
    Scope.TABLE,
    title="Table needs collections but has no sort key",
    why=(
        "Without a sort key, a partition key has only one item: no children, versions or lists can be read in "
        "one request"
    ),
    fix="Add a sort key, with METADATA for existing items; on a live table this needs a new table",
    sources="facts/modeling#partition-keys",
    fixes=True,
)
def no_sort_key(context: RuleContext, table: Table) -> Iterator[Spot]:
    if table.sort_key or not table.partition_key:
        return
    reason = _wants_collections(context, table)
    if reason:
        message, fixes = f"{table.name} has no sort key, and {reason}", with_sort_key(context, table)
        yield Spot(message, table_path(table), table.id, "sort_key", fixes=fixes)


def _wants_collections(context: RuleContext, table: Table) -> str:
    if len(table.entities) > 1:
        return f"holds {len(table.entities)} entities, which cannot be read together"
    for entity in table.entities:
        if entity.per_parent is not None:
            return f"there are {entity.per_parent.average:g} {entity.name} per parent"
    for call in context.calls:
        pattern = context.asked(call.pattern)
        listed = pattern.operation is Operation.QUERY and pattern.index is None and (pattern.items_returned or 0) > 1
        if listed and context.design.table(pattern.table) is table:
            return f"{call.label} lists {pattern.items_returned:g} items of one partition key"
    return ""


@rule(
    "keys.no_root_item",
    ADVICE,
    Scope.TABLE,
    title="Children without a parent item",
    why="There is no place for data of the parent itself, and a read of the whole collection returns only children",
    fix="Add an entity with the same partition key and a constant sort key, such as METADATA",
    sources="facts/modeling#partition-keys",
)
def no_root_item(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.sort_key or not table.partition_key:
        return
    place = len(table.partition_key)
    roots: set[str] = set()
    children: dict[str, list[str]] = {}
    for entity, key, _ in context.written(table, table.base):
        partition, sort = key.templates[0], key.templates[place]
        if partition is None or sort is None or not partition.references:
            continue
        if sort.is_constant:
            roots.add(partition.source)
        elif entity.name not in children.setdefault(partition.source, []):
            children[partition.source].append(entity.name)
    for partition_text, names in children.items():
        if len(names) > 1 and partition_text not in roots and not _is_elsewhere(context, partition_text, names):
            reader = _reads_all(context, table, names)
            if reader:
                message = (
                    f"{reader} reads all of {partition_text}: {', '.join(names)}, but there is no item for "
                    "the parent itself"
                )
                yield Spot(message, table_path(table), table.id, "entities", {"partition": partition_text})


def _is_elsewhere(context: RuleContext, partition: str, names: list[str]) -> bool:
    """Has the parent an item with another key, such as a course among those of its school?"""
    known = parse(partition).attributes
    return any(
        known[-1] in entity.identity and set(entity.identity) <= set(known)
        for _, entity in context.design.entities()
        if entity.name not in names
    )


def _reads_all(context: RuleContext, table: Table, names: list[str]) -> str:
    """The label of a query that reads several of these entities by their partition key alone."""
    partition = {key.name for key in table.partition_key}
    for call in context.calls:
        pattern = context.asked(call.pattern)
        whole = {condition.name for condition in pattern.key} == partition
        if pattern.operation is not Operation.QUERY or pattern.index is not None or not whole:
            continue
        if context.design.table(pattern.table) is table and any(
            len(set(pair) & set(pattern.entities)) == 2 for pair in combinations(names, 2)
        ):
            return call.label
    return ""


RULES = (no_sort_key, no_root_item)
