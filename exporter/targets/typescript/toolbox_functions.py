"""Access patterns as commands of DynamoDB-Toolbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan, UpdateChange
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.document_client import (
    after_lines,
    change_value,
    ending,
    need_of_entity,
    quoted_list,
)
from exporter.targets.typescript.entity_rows import toolbox_rows, whole_entities
from exporter.targets.typescript.key_reading import is_partial, with_key_attributes
from exporter.targets.typescript.library_project import (
    ModuleInProgress,
    Project,
    condition_value,
    doc,
    resolve_parameter,
    signature,
)
from exporter.targets.typescript.model_changes import refuse_change, refuse_other_value, refuse_undeclared_sum
from exporter.targets.typescript.nodes import Code, Object, Spread, TsCall, write
from exporter.targets.typescript.toolbox_conditions import SIGNS, condition
from exporter.targets.typescript.toolbox_schema import DOCUMENTS, LIBRARY, is_place, is_table, schema_names
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Name
from modeler.core.values.attribute_values import AttributeType

_SEND: Final = "\n    .send()"
_RANGES: Final = {**SIGNS, "begins_with": "beginsWith"}


def function(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    """The function of a pattern. Raises Unsupported."""
    makers: Mapping[Operation, Callable[[Project, PatternPlan, ModuleInProgress], str]] = {
        Operation.GET: _get,
        Operation.QUERY: _query,
        Operation.SCAN: _query,
        Operation.PUT: _put,
        Operation.UPDATE: _update,
        Operation.DELETE: _delete,
        Operation.TRANSACT_WRITE: _transaction,
    }
    if pattern.operation not in makers:
        raise Unsupported(f"a {pattern.operation} is one request, not a method of the library")
    for one in pattern.members or (pattern,):
        _need_entities(one, module)
    is_page = pattern.operation in {Operation.QUERY, Operation.SCAN}
    body = makers[pattern.operation](project, pattern, module)
    if any(one.entity is not None for one in pattern.parameters):
        module.need(LIBRARY, "PutItemInput", types=True)
    given = signature(pattern, lambda plan: f"PutItemInput<typeof {plan.name}>", pages=is_page)
    return f"{doc(pattern)}export async function {pattern.function}({given}) {{\n{body}}}\n"


def _need_entities(pattern: PatternPlan, module: ModuleInProgress) -> None:
    if not pattern.entities or any(one.base is None for one in pattern.entities):
        raise Unsupported("it names no entity with a key of the table")
    if not is_table(pattern.table):
        raise Unsupported("the library does not support a table with such keys")
    for one in pattern.entities:
        need_of_entity(module, one, one.name)


def _query(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    if is_partial(pattern):
        return _partial_query(project, pattern, module)
    table = project.tables[pattern.table.name]
    command = "QueryCommand" if pattern.operation is Operation.QUERY else "ScanCommand"
    module.need(LIBRARY, command)
    module.need("./../table.js", table)
    asked = ""
    if pattern.operation is Operation.QUERY:
        asked = f"\n    .query({write(Object(list(_asked(pattern, module))), 2, 11)})"
    if len(pattern.entities) > 1 and pattern.filter is None and whole_entities(pattern):
        rows = toolbox_rows(pattern, module, "Items")
        options = Object(list(_reading_options(pattern)))
        return (
            f"  const {{ Items = [], LastEvaluatedKey }} = await {table}\n    .build({command}){asked}\n"
            f"    .options({write(options, 2, 13)})\n    .send();\n"
            f"  return {{ items: {rows}, next: LastEvaluatedKey }};\n"
        )
    options = Object(list(_page_options(pattern)))
    names = ", ".join(one.name for one in pattern.entities)
    return (
        f"  const {{ Items = [], LastEvaluatedKey }} = await {table}\n    .build({command}){asked}\n"
        f"    .entities({names})\n    .options({write(options, 2, 13)})\n    .send();\n"
        "  return { items: Items, next: LastEvaluatedKey };\n"
    )


def _partial_query(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    """Query an index that does not project every attribute, the library's own included: without entities, because with
    them the library requests an attribute that the index lacks, and requires every attribute of an item.
    """
    entity = pattern.entity
    if entity is None:
        raise Unsupported("it reads several entities from an index that does not project every attribute")
    table = project.tables[pattern.table.name]
    command = "QueryCommand" if pattern.operation is Operation.QUERY else "ScanCommand"
    module.need(LIBRARY, command, "EntityFormatter")
    module.need("./../table.js", table)
    asked = ""
    options = list(_reading_options(pattern))
    if pattern.operation is Operation.QUERY:
        asked = f"\n    .query({write(Object(list(_asked(pattern, module))), 2, 11)})"
    else:
        options.insert(0, ("index", pattern.index.name))
    if pattern.filter is not None:
        if any(name != own for name, own in schema_names(entity).items()):
            raise Unsupported("the filter uses an attribute that the schema has under another name")
        options.insert(0, ("filter", condition(pattern, entity, pattern.filter)))
    rows = with_key_attributes(pattern, module, "rows")
    return (
        f"  const {{ Items = [], LastEvaluatedKey }} = await {table}\n    .build({command}){asked}\n"
        f"    .options({write(Object(options), 2, 13)})\n    .send();\n"
        f"  const formatter = {entity.name}.build(EntityFormatter);\n"
        f"  // {pattern.index.name} does not project every attribute: the keys contain others.\n"
        "  const rows = Items.map((one) => formatter.format(one, { partial: true }));\n"
        f"  return {{ items: {rows}, next: LastEvaluatedKey }};\n"
    )


def _asked(pattern: PatternPlan, module: ModuleInProgress) -> Iterator[tuple[str, Any]]:
    if not pattern.index.is_base:
        yield "index", pattern.index.name
    found = {key.name: (key, given) for key, given in pattern.elements()}
    index = pattern.index
    partition = [
        condition_value(pattern, key, found[key.name][1].templates[0], module.used) for key in index.partition_key
    ]
    yield "partition", partition if len(partition) > 1 else partition[0]
    ranges: list[Any] = []
    for key in index.sort_key:
        if key.name in found:
            given = found[key.name][1]
            values = [condition_value(pattern, key, text, module.used) for text in given.templates]
            is_last = key.name == [one.name for one in index.sort_key if one.name in found][-1]
            if given.operator == "=" and not is_last:
                ranges.append(values[0])
            else:
                ranges.append(
                    Object(
                        [("between", values)] if given.operator == "between" else [(_RANGES[given.operator], values[0])]
                    )
                )
    if ranges:
        yield "range", ranges if len(index.sort_key) > 1 else ranges[0]


def _page_options(pattern: PatternPlan) -> Iterator[tuple[str, Any]]:
    if pattern.filter is not None:
        filters = [(entity.entity.name, condition(pattern, entity, pattern.filter)) for entity in pattern.entities]
        yield "filters", Object(filters)
    if names := _projected_names(pattern):
        yield "attributes", names
    yield from _reading_options(pattern)


def _reading_options(pattern: PatternPlan) -> Iterator[tuple[str, Any]]:
    one = pattern.pattern
    if one.consistent:
        yield "consistent", True
    if one.descending:
        yield "reverse", True
    if one.limit:
        yield "limit", one.limit
    yield "exclusiveStartKey", Code("next")


def _projected_names(pattern: PatternPlan) -> list[str]:
    """Return the projected attributes, by their names in the schema; none for all of them."""
    known = set.intersection(*(set(schema_names(one)) for one in pattern.entities))
    renamed = schema_names(pattern.entities[0])
    if any(schema_names(one)[name] != renamed[name] for one in pattern.entities for name in known):
        raise Unsupported("the entities spell one attribute in two ways")
    if pattern.paths:
        names = [
            path.parts[0].text for path in pattern.paths if len(path.parts) == 1 and isinstance(path.parts[0], Name)
        ]
        if len(names) < len(pattern.paths) or not set(names) <= known:
            raise Unsupported("the projection requests something that not every entity has")
        if unnamed := [name for name in names if not is_place(name)]:
            raise Unsupported(f"the library cannot name {unnamed[0]} in a projection")
        return [renamed[name] for name in names]
    return []


def _get(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    module.need(LIBRARY, "GetItemCommand")
    options: list[tuple[str, Any]] = [("consistent", True)] if pattern.pattern.consistent else []
    if names := _projected_names(pattern):
        options.append(("attributes", names))
    chain = _chain(pattern, "GetItemCommand", ("key", _logical_key(pattern)), options)
    return f"  const {{ Item }} = await {chain}{_SEND};\n  return Item;\n"


def _delete(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    module.need(LIBRARY, "DeleteItemCommand")
    return f"  await {_delete_chain(pattern, 'DeleteItemCommand')}{_SEND};\n"


def _delete_chain(pattern: PatternPlan, command: str) -> str:
    return _chain(pattern, command, ("key", _logical_key(pattern)), _conditioned(pattern))


def _put(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    module.need(LIBRARY, "PutItemCommand")
    return f"  await {_put_chain(pattern, 'PutItemCommand')}{_SEND};\n"


def _put_chain(pattern: PatternPlan, command: str) -> str:
    if pattern.item is None or pattern.pattern.set:
        raise Unsupported("the put sets additional attributes")
    return _chain(pattern, command, ("item", Code(pattern.item.identifier)), _conditioned(pattern))


def _update(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    module.need(LIBRARY, "UpdateItemCommand")
    chain = _update_chain(pattern, module, "UpdateItemCommand")
    before = "".join(f"  {line}\n" for line in after_lines(pattern, module))
    return f"{before}  await {chain}{_SEND};\n"


def _transaction(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    chains: list[str] = []
    before = ""
    number = 0
    for one in pattern.members:
        number += bool(one.affected)
        chains.append(_step(one, module, number))
        before += "".join(f"  {line}\n" for line in after_lines(one, module, number))
    module.need(LIBRARY, "executeTransactWrite")
    lines = "".join(f"    {chain},\n".replace("\n    .", "\n      .") for chain in chains)
    return f"{before}  await executeTransactWrite(\n{lines}  );\n"


def _step(pattern: PatternPlan, module: ModuleInProgress, number: int) -> str:
    match pattern.operation:
        case Operation.PUT:
            command, chain = "PutTransaction", _put_chain(pattern, "PutTransaction")
        case Operation.UPDATE:
            command, chain = "UpdateTransaction", _update_chain(pattern, module, "UpdateTransaction", number)
        case Operation.DELETE:
            command, chain = "DeleteTransaction", _delete_chain(pattern, "DeleteTransaction")
        case _ if pattern.condition is not None:
            command = "ConditionCheck"
            given = write(condition(pattern, pattern.entities[0], pattern.condition), 2, 12)
            chain = _chain(pattern, command, ("key", _logical_key(pattern)), []) + f"\n    .condition({given})"
        case _:
            raise Unsupported("a check needs a condition")
    module.need(LIBRARY, command)
    return chain


def _update_chain(pattern: PatternPlan, module: ModuleInProgress, command: str, number: int = 1) -> str:
    if pattern.pattern.update.strip():
        raise Unsupported("the update is a handwritten expression")
    members: list[tuple[str | Code, Any] | Spread] = [*_logical_key(pattern).members]
    spelled = schema_names(pattern.entities[0])
    for name, change in pattern.mirrored:
        module.need(LIBRARY, "$sum", "$get")
        added = change_value(pattern, change, module.used)
        members.append((spelled[name], TsCall("$sum", (TsCall("$get", (spelled[change.attribute], 0)), added))))
    members += [_changed(pattern, one, module) for one in pattern.changes]
    if pattern.affected:
        module.need("./../requests.js", "writtenOr")
        module.need(LIBRARY, "$remove")
        names = pattern.following_keys
        if any(spelled[name] != name for name in names):
            raise Unsupported("a key of an index has a name that the schema cannot have")
        members.append(Spread(Code(f"writtenOr($remove(), {quoted_list(names)}, keys{ending(number)})")))
    return _chain(pattern, command, ("item", Object(members)), _conditioned(pattern))


def _changed(pattern: PatternPlan, change: UpdateChange, module: ModuleInProgress) -> tuple[str, Any]:
    entity = pattern.entities[0]
    refuse_change(change, entity)
    return schema_names(entity)[change.attribute], _new_value(pattern, change, entity, module)


def _new_value(pattern: PatternPlan, change: UpdateChange, entity: EntityPlan, module: ModuleInProgress) -> Any:
    if change.action == "remove":
        module.need(LIBRARY, "$remove")
        return Code("$remove()")
    attribute = entity.entity.attribute(change.attribute)
    _check_type(pattern, change, entity)
    value = change_value(pattern, change, module.used)
    if change.template is not None:
        module.used.add("needed")
        value = TsCall("needed", (value, change.attribute))
    if change.action == "add":
        module.need(LIBRARY, "$add")
        return TsCall("$add", (value,))
    if attribute is not None and attribute.type in DOCUMENTS:
        module.need(LIBRARY, "$set")
        return TsCall("$set", (value,))
    return value


def _check_type(pattern: PatternPlan, change: UpdateChange, entity: EntityPlan) -> None:
    refuse_undeclared_sum(change, entity)
    attribute = entity.entity.attribute(change.attribute)
    if attribute is None:
        return
    kind = pattern.written_type(change)
    if kind is not attribute.type or (change.action == "add" and kind not in {AttributeType.N, *DOCUMENTS}):
        raise Unsupported(f"{change.attribute} is written with a value of a different type")
    if attribute.values and change.template is not None:
        raise Unsupported(f"{change.attribute} is one of several values, and a template is written")
    if attribute.values and change.constant is not None and change.constant.data not in attribute.values:
        raise refuse_other_value(change)


def _logical_key(pattern: PatternPlan) -> Object:
    if not pattern.is_whole_key():
        raise Unsupported("the key has a different form than the entity writes")
    entity = pattern.entities[0]
    resolve = resolve_parameter(pattern)
    for name in entity.key_inputs:
        attribute, parameter = entity.entity.attribute(name), pattern.parameter(name)
        if attribute is not None and parameter is not None and attribute.type is not parameter.type:
            raise Unsupported(f"{name} has a different type in the pattern than in the entity")
    return Object(
        [(entity.fields[name].identifier, Code(resolve(name))) for name in entity.key_inputs if name in entity.fields]
    )


def _conditioned(pattern: PatternPlan) -> list[tuple[str, Any]]:
    if pattern.condition is None:
        return []
    return [("condition", condition(pattern, pattern.entities[0], pattern.condition))]


def _chain(pattern: PatternPlan, command: str, given: tuple[str, Any], options: list[tuple[str, Any]]) -> str:
    lines = [pattern.entities[0].name, f".build({command})", f".{given[0]}({write(given[1], 2, 8)})"]
    if options:
        lines.append(f".options({write(Object(options), 2, 12)})")
    return "\n    ".join(lines)
