"""Key schemas: their shape and the types of key attributes.

facts/limits#items, facts/limits#indexes, facts/limits#multi-attribute-keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from modeler.core import limits
from modeler.core.design.design_settings import WITHOUT_MULTI_ATTRIBUTE_KEYS
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.common_fixes import key_document, reads_of, removed_index
from modeler.core.rules.support.context import RuleContext, index_path, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import KEY_TYPES, AttributeType

_PATH_STEP = re.compile(r"[.\[]")
"""Engines known to reject GSI keys of several attributes."""


@rule(
    "keys.schema_shape",
    ERROR,
    Scope.TABLE,
    title="Key schema that DynamoDB rejects",
    why="A table has one partition key attribute and at most one sort key attribute, different ones, each S, N or B",
    fix="Choose one attribute for each",
    sources="facts/limits#items, facts/limits#indexes",
    fixes=True,
)
def schema_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    if len(table.partition_key) != 1:
        count = len(table.partition_key)
        message = f"{table.name} has {count} partition key attributes; a table has exactly one"
        fixes = tuple(_keeping_one(table, "partition_key", table.partition_key))
        yield Spot(message, table_path(table), table.id, "partition_key", fixes=fixes)
    if len(table.sort_key) > 1:
        message = f"{table.name} has {len(table.sort_key)} sort key attributes; a table has at most one"
        fixes = tuple(_keeping_one(table, "sort_key", table.sort_key))
        yield Spot(message, table_path(table), table.id, "sort_key", fixes=fixes)
    for index in table.all_indexes:
        yield from _shape_of(table, index)


def _shape_of(table: Table, index: Index) -> Iterator[Spot]:
    path = index_path(table, index)
    if index.kind is IndexKind.GSI and not index.partition_key:
        yield Spot(f"{index.name} has no partition key", path, index.id, "partition_key")
    names = index.key_names
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        message = f"{index.name} uses {name} twice in its key"
        yield Spot(message, path, index.id, "sort_key", {"name": name}, fixes=(_each_once(index),))
    for key in index.keys:
        if key.type not in KEY_TYPES:
            message = f"The key {key.name} of {index.name} has type {key.type}; a key is S, N or B"
            field = "partition_key" if key in index.partition_key else "sort_key"
            yield Spot(message, path, index.id, field, fixes=_retyped(index, key, AttributeType.S))
        elif holder := _holder(table, key.name):
            message = f"The key {key.name} of {index.name} is inside {holder}; a key must be a top-level attribute"
            yield Spot(message, path, index.id, "partition_key" if key in index.partition_key else "sort_key")


def _holder(table: Table, name: str) -> str:
    """The map or list of an entity that a key's name is a path into; '' if it is an attribute name, even one with a
    dot.
    """
    first = _PATH_STEP.split(name, maxsplit=1)[0]
    entities = table.entities if first != name else ()
    if any(entity.attribute(name) or any(name in one.keys for one in entity.overloads) for entity in entities):
        return ""
    found = (entity.attribute(first) for entity in entities)
    return next((one.name for one in found if one and one.type in (AttributeType.M, AttributeType.L)), "")


def _keeping_one(table: Table, field: str, keys: tuple[KeyAttribute, ...]) -> Iterator[Fix]:
    for key in keys:
        yield Fix(f"Keep only {key.name}", (Put(table.id, field, key_document((key,))),))


def _each_once(index: Index) -> Fix:
    """The fix that keeps the first of each name that a key contains twice."""
    partition = tuple({key.name: key for key in reversed(index.partition_key)}.values())[::-1]
    taken = {key.name for key in partition}
    sort = tuple({key.name: key for key in reversed(index.sort_key) if key.name not in taken}.values())[::-1]
    edits = (
        Put(index.id, "partition_key", key_document(partition)),
        Put(index.id, "sort_key", key_document(sort)),
    )
    return Fix("Use each attribute once", edits)


def _retyped(index: Index, key: KeyAttribute, kind: AttributeType) -> tuple[Fix, ...]:
    """The fix that gives a key attribute of an index another type."""
    edits = []
    for field, keys in (("partition_key", index.partition_key), ("sort_key", index.sort_key)):
        if any(one.name == key.name for one in keys):
            made = tuple(replace(one, type=kind) if one.name == key.name else one for one in keys)
            edits.append(Put(index.id, field, key_document(made)))
    return (Fix(f"Change {key.name} of {index.name} to type {kind}", tuple(edits)),)


@rule(
    "keys.type_conflict",
    ERROR,
    Scope.TABLE,
    title="One key attribute with two types",
    why="An attribute definition has one type for the table and all its indexes; items with another type are rejected",
    fix="Pad the number into text, or give the index a separate key attribute",
    sources="facts/limits#multi-attribute-keys, facts/table-api#messages",
    fixes=True,
)
def type_conflict(context: RuleContext, table: Table) -> Iterator[Spot]:
    first: dict[str, tuple[Index, str]] = {}
    for index in table.all_indexes:
        for key in index.keys:
            known = first.setdefault(key.name, (index, key.type))
            if known[1] != key.type:
                message = f"{key.name} is {known[1]} in {known[0].name} and {key.type} in {index.name}"
                field = "partition_key" if key in index.partition_key else "sort_key"
                fixes = _retyped(index, key, AttributeType(known[1])) if _is_free(table, key) else ()
                yield Spot(message, index_path(table, index), index.id, field, {"name": key.name}, fixes=fixes)


def _is_free(table: Table, key: KeyAttribute) -> bool:
    """Return whether no entity has an attribute of this name, whose type would have to change too."""
    return all(entity.attribute(key.name) is None for entity in table.entities)


@rule(
    "index.gsi_count",
    ERROR,
    Scope.TABLE,
    title="More than 20 GSIs on a table",
    why="The default quota is 20 GSIs per table; it can be raised on request",
    fix="Let entities share indexes with generic keys (GSI1PK, GSI1SK), or request a higher quota",
    sources="facts/limits#indexes",
)
def gsi_count(context: RuleContext, table: Table) -> Iterator[Spot]:
    count = sum(index.kind is IndexKind.GSI for index in table.indexes)
    raised = max(table.options.gsi_quota or 0, limits.GSI_MAX)
    if count > limits.GSI_MAX:
        severity = WARNING if count <= raised else ERROR
        message = f"{table.name} has {count} GSIs; the quota is {raised}"
        yield Spot(message, table_path(table), table.id, "indexes", {"count": count}, severity)


@rule(
    "index.lsi_shape",
    ERROR,
    Scope.TABLE,
    title="LSI that DynamoDB rejects",
    why=(
        "An LSI has the table's partition key and a different sort key; the table needs a sort key, and has at "
        "most 5 LSIs"
    ),
    fix="Make it a GSI",
    sources="facts/limits#indexes, facts/limits#lsis",
    hides=("keys.schema_shape",),
    fixes=True,
)
def lsi_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = [index for index in table.indexes if index.kind is IndexKind.LSI]
    if len(local) > limits.LSI_MAX:
        message = f"{table.name} has {len(local)} LSIs; the limit is {limits.LSI_MAX}"
        facts = {"count": len(local)}
        fixes = _as_gsi(context, table, *local[limits.LSI_MAX :])
        yield Spot(message, table_path(table), table.id, "indexes", facts, fixes=fixes)
    if local and not table.sort_key:
        names = ", ".join(index.name for index in local)
        message = f"{table.name} has no sort key, so it cannot have the LSI{'s' * (len(local) > 1)} {names}"
        places = {"places": [index_path(table, index) for index in local]} if len(local) > 1 else {}
        fixes = _as_gsi(context, table, *local)
        yield Spot(message, index_path(table, local[0]), local[0].id, "kind", places, fixes=fixes)
    for index in local:
        yield from _shape_of_lsi(context, table, index)


def _shape_of_lsi(context: RuleContext, table: Table, index: Index) -> Iterator[Spot]:
    path, fixes = index_path(table, index), _as_gsi(context, table, index)
    if table.sort_key and len(index.sort_key) != 1:
        message = f"The LSI {index.name} has {len(index.sort_key)} sort keys; it must have exactly one"
        yield Spot(message, path, index.id, "sort_key", fixes=fixes)
    elif table.sort_key and index.sort_key == table.sort_key:
        message = f"The LSI {index.name} has the table's own sort key, so it adds nothing"
        away = () if reads_of(context.design, table, index) else removed_index(table, index)
        gone = (Fix(f"Remove {index.name}", away),) if away else ()
        fix = "Remove it, or choose another sort key"
        yield Spot(message, path, index.id, "sort_key", {}, WARNING, fix, gone)
    if index.partition_key != table.partition_key:
        message = f"The LSI {index.name} has a different partition key than {table.name}"
        yield Spot(message, path, index.id, "partition_key", fixes=fixes)


def _as_gsi(context: RuleContext, table: Table, *local: Index) -> tuple[Fix, ...]:
    """The fix that makes local indexes global, if DynamoDB accepts them and no pattern needs strongly consistent reads
    of them.
    """
    count = sum(index.kind is IndexKind.GSI for index in table.indexes) + len(local)
    if count > limits.GSI_MAX or not all(index.partition_key for index in local):
        return ()
    if any(one.consistent for index in local for one in reads_of(context.design, table, index)):
        return ()
    edits: list[Put] = []
    for index in local:
        edits.append(Put(index.id, "kind", str(IndexKind.GSI)))
        if table.is_provisioned and index.capacity.read is None:
            edits.append(Put(index.id, "provisioned", {"read": table.capacity.read, "write": table.capacity.write}))
    names = " and ".join(index.name for index in local)
    return (Fix(f"Make {names} {'a GSI' if len(local) == 1 else 'GSIs'}", tuple(edits)),)


@rule(
    "index.multi_attribute_shape",
    ERROR,
    Scope.TABLE,
    title="GSI key with too many attributes",
    why="A GSI has 1 to 4 partition key attributes and 0 to 4 sort key attributes; some engines support one of each",
    fix="Join some of them in a key template",
    sources="facts/limits#multi-attribute-keys",
)
def multi_attribute_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        if index.kind is not IndexKind.GSI:
            continue
        for field, keys in (("partition_key", index.partition_key), ("sort_key", index.sort_key)):
            if len(keys) > limits.GSI_KEY_ELEMENTS_MAX:
                word = field.replace("_", " ")
                message = f"{index.name} has {len(keys)} {word} attributes; the limit is {limits.GSI_KEY_ELEMENTS_MAX}"
                yield Spot(message, index_path(table, index), index.id, field, {"count": len(keys)})
        lacking = sorted(context.design.options.engines & WITHOUT_MULTI_ATTRIBUTE_KEYS)
        if lacking and max(len(index.partition_key), len(index.sort_key)) > 1:
            message = f"{index.name} has a key of {len(index.keys)} attributes, which {' and '.join(lacking)} rejects"
            fix = "Join the attributes in a key template, or remove the engine from settings.engines"
            yield Spot(message, index_path(table, index), index.id, "partition_key", {}, WARNING, fix)


RULES = (schema_shape, type_conflict, gsi_count, lsi_shape, multi_attribute_shape)
