"""Key schemas: their shape and the types of key attributes. FACTS 1.1, 1.2, 1.3."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.rules.context import RuleContext, index_path, table_path
from modeler.core.rules.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.tables import Index, IndexKind, Table
from modeler.core.values import KEY_TYPES


@rule(
    "keys.schema_shape",
    ERROR,
    Scope.TABLE,
    title="A key schema that DynamoDB refuses",
    why="a table has one partition key attribute and at most one sort key attribute, each S, N or B, and not the same",
    fix="choose one attribute for each",
    sources="FACTS 1.1, 1.2",
)
def schema_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    if len(table.partition_key) != 1:
        count = len(table.partition_key)
        message = f"{table.name} has {count} partition key attributes; a table has exactly one"
        yield Spot(message, table_path(table), table.id, "partition_key")
    if len(table.sort_key) > 1:
        message = f"{table.name} has {len(table.sort_key)} sort key attributes; a table has at most one"
        yield Spot(message, table_path(table), table.id, "sort_key")
    for index in table.all_indexes:
        yield from _shape_of(table, index)


def _shape_of(table: Table, index: Index) -> Iterator[Spot]:
    path = index_path(table, index)
    if index.kind is IndexKind.GSI and not index.partition_key:
        yield Spot(f"{index.name} has no partition key", path, index.id, "partition_key")
    names = index.key_names
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Spot(f"{index.name} uses {name} twice in its key", path, index.id, "sort_key", {"name": name})
    for key in index.keys:
        if key.type not in KEY_TYPES:
            message = f"the key {key.name} of {index.name} is of type {key.type}; a key is S, N or B"
            yield Spot(message, path, index.id, "partition_key" if key in index.partition_key else "sort_key")


@rule(
    "keys.type_conflict",
    ERROR,
    Scope.TABLE,
    title="One key attribute with two types",
    why="an attribute definition has one type for the table and all its indexes; items of another type are refused",
    fix="pad the number into text, or give the index a key attribute of its own",
    sources="FACTS 1.3, 6.4",
)
def type_conflict(context: RuleContext, table: Table) -> Iterator[Spot]:
    first: dict[str, tuple[Index, str]] = {}
    for index in table.all_indexes:
        for key in index.keys:
            known = first.setdefault(key.name, (index, key.type))
            if known[1] != key.type:
                message = f"{key.name} is {known[1]} in {known[0].name} and {key.type} in {index.name}"
                yield Spot(message, index_path(table, index), index.id, "partition_key", {"name": key.name})


@rule(
    "index.gsi_count",
    ERROR,
    Scope.TABLE,
    title="More than 20 GSIs on a table",
    why="20 GSIs a table is the default quota; it can be raised by request",
    fix="let entities share indexes with generic keys (GSI1PK, GSI1SK), or ask for a higher quota",
    sources="FACTS 1.2",
)
def gsi_count(context: RuleContext, table: Table) -> Iterator[Spot]:
    count = sum(index.kind is IndexKind.GSI for index in table.indexes)
    quota = table.settings.get("gsi_quota")
    raised = quota if isinstance(quota, int) and quota > limits.GSI_MAX else limits.GSI_MAX
    if count > limits.GSI_MAX:
        severity = WARNING if count <= raised else ERROR
        message = f"{table.name} has {count} GSIs; the quota is {raised}"
        yield Spot(message, table_path(table), table.id, "indexes", {"count": count}, severity)


@rule(
    "index.lsi_shape",
    ERROR,
    Scope.TABLE,
    title="An LSI that DynamoDB refuses",
    why="an LSI has the table's partition key and one other sort key; the table needs a sort key, and has 5 at most",
    fix="make it a GSI",
    sources="FACTS 1.2",
    hides=("keys.schema_shape",),
)
def lsi_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = [index for index in table.indexes if index.kind is IndexKind.LSI]
    if len(local) > limits.LSI_MAX:
        message = f"{table.name} has {len(local)} LSIs; at most {limits.LSI_MAX} can be made"
        yield Spot(message, table_path(table), table.id, "indexes", {"count": len(local)})
    for index in local:
        path = index_path(table, index)
        if not table.sort_key:
            yield Spot(f"{table.name} has no sort key, so it can have no LSI {index.name}", path, index.id, "kind")
        elif len(index.sort_key) != 1:
            count = len(index.sort_key)
            yield Spot(f"the LSI {index.name} has {count} sort keys; it has exactly one", path, index.id, "sort_key")
        elif index.sort_key == table.sort_key:
            message = f"the LSI {index.name} has the table's own sort key, so it adds nothing"
            yield Spot(message, path, index.id, "sort_key", {}, WARNING, "remove it, or choose another sort key")
        if index.partition_key != table.partition_key:
            message = f"the LSI {index.name} has another partition key than {table.name}"
            yield Spot(message, path, index.id, "partition_key")


@rule(
    "index.multi_attribute_shape",
    ERROR,
    Scope.TABLE,
    title="A GSI key of more than 4 + 4 attributes",
    why="a GSI has 1 to 4 partition key attributes and 0 to 4 sort key attributes",
    fix="join some of them in a key template",
    sources="FACTS 1.3",
)
def multi_attribute_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        if index.kind is not IndexKind.GSI:
            continue
        for field, keys in (("partition_key", index.partition_key), ("sort_key", index.sort_key)):
            if len(keys) > limits.GSI_KEY_ELEMENTS_MAX:
                word = field.replace("_", " ")
                message = f"{index.name} has {len(keys)} {word} attributes; at most {limits.GSI_KEY_ELEMENTS_MAX}"
                yield Spot(message, index_path(table, index), index.id, field, {"count": len(keys)})


RULES = (schema_shape, type_conflict, gsi_count, lsi_shape, multi_attribute_shape)
