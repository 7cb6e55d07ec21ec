"""Access patterns as calls of OneTable's models."""

from __future__ import annotations

from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan, UpdateChange
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.document_client import after_lines, change_value, quoted_list
from exporter.targets.typescript.key_reading import is_partial, with_key_attributes
from exporter.targets.typescript.library_project import (
    ModuleInProgress,
    Project,
    condition_value,
    doc,
    resolve_parameter,
    signature,
)
from exporter.targets.typescript.model_changes import field_of, refuse_change, refuse_other_value
from exporter.targets.typescript.nodes import Code, Object, Spread, TsCall, write
from exporter.targets.typescript.onetable_conditions import where
from exporter.targets.typescript.onetable_models import carried, carries_index, model_name
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Name
from modeler.core.values.attribute_values import AttributeType

_RANGES: Final = {"begins_with": "begins", "between": "between", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_WRITES: Final = frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK})


def function(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    """The function of a pattern. Raises Unsupported."""
    _refuse(pattern)
    match pattern.operation:
        case Operation.GET:
            body = _get(pattern, module)
        case Operation.QUERY | Operation.SCAN:
            body = _find(project, pattern, module)
        case Operation.PUT | Operation.UPDATE | Operation.DELETE:
            before = "".join(f"  {line}\n" for line in after_lines(pattern, module))
            body = f"{before}  await {_write_call(pattern, module, [])};\n"
        case Operation.TRANSACT_WRITE:
            body = _transaction(project, pattern, module)
        case _:
            raise Unsupported(f"a {pattern.operation} is one request, not a method of a model")
    is_page = pattern.operation in {Operation.QUERY, Operation.SCAN}
    for one in pattern.parameters:
        if one.entity is not None:
            module.need(f"./../models/{one.entity.name}.js", f"{one.entity.name}Type", types=True)
    given = signature(pattern, lambda plan: f"{plan.name}Type", pages=is_page).replace(
        "next?: Record<string, any>", "next?: object"
    )
    return f"{doc(pattern)}export async function {pattern.function}({given}) {{\n{body}}}\n"


def _refuse(pattern: PatternPlan) -> None:
    for one in (pattern, *pattern.members):
        if not carried(one.table) or not (one.index.is_base or carries_index(one.index)):
            raise Unsupported("OneTable does not support the keys of its table or index")
        if not one.members and (not one.entities or any(entity.base is None for entity in one.entities)):
            raise Unsupported("it names no entity with a key of the table")


def _need(pattern: PatternPlan, module: ModuleInProgress) -> EntityPlan:
    """Return the model of the pattern's entity, imported unless this is its file."""
    entity = pattern.entity
    if entity is None:
        raise Unsupported("a write needs one entity")
    if pattern.members or f"{entity.name} = " not in "".join(module.parts()):
        module.need(f"./../entities/{entity.name}.js", entity.name)
    return entity


def _get(pattern: PatternPlan, module: ModuleInProgress) -> str:
    entity = _need(pattern, module)
    params: list[tuple[str, Any]] = [("consistent", True)] if pattern.pattern.consistent else []
    if pattern.paths:
        params.append(("fields", _fields(pattern)))
    arguments = (_key(pattern, module), *([Object(params)] if params else []))
    return f"  return await {write(TsCall(f'{entity.name}.get', arguments), 1, 15)};\n"


def _fields(pattern: PatternPlan) -> list[str]:
    entity = pattern.entities[0]
    names = {**{name: name for name in entity.made}, **{one.name: one.identifier for one in entity.fields.values()}}
    found = [path.parts[0].text for path in pattern.paths if len(path.parts) == 1 and isinstance(path.parts[0], Name)]
    if len(found) < len(pattern.paths) or not set(found) <= set(names):
        raise Unsupported("the projection requests something inside a document, or that the model does not have")
    return [names[name] for name in found]


def _key(pattern: PatternPlan, module: ModuleInProgress) -> Object:
    entity, resolve = pattern.entities[0], resolve_parameter(pattern)
    if pattern.is_whole_key() and all(_is_fitting(pattern, name) for name in entity.key_inputs):
        return Object(
            [
                (entity.fields[name].identifier, Code(resolve(name)))
                for name in entity.key_inputs
                if name in entity.fields
            ]
        )
    return Object(
        [
            (model_name(entity, key.name), condition_value(pattern, key, given.templates[0], module.used))
            for key, given in pattern.elements()
        ]
    )


def _is_fitting(pattern: PatternPlan, name: str) -> bool:
    attribute, parameter = pattern.entities[0].entity.attribute(name), pattern.parameter(name)
    return attribute is not None and parameter is not None and attribute.type is parameter.type


def _find(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    one, entity = pattern.pattern, pattern.entities[0]
    asked: list[tuple[str, Any]] = []
    for key, given in pattern.elements() if pattern.operation is Operation.QUERY else ():
        values = [condition_value(pattern, key, text, module.used) for text in given.templates]
        value = (
            values[0]
            if given.operator == "="
            else Object([(_RANGES[given.operator], values if len(values) > 1 else values[0])])
        )
        asked.append((model_name(entity, key.name) if len(pattern.entities) == 1 else key.name, value))
    params: list[tuple[str, Any]] = [] if pattern.index.is_base else [("index", pattern.index.name)]
    params += where(pattern, pattern.filter)
    params += [("fields", _fields(pattern))] if pattern.paths and len(pattern.entities) == 1 else []
    params += [("consistent", True)] if one.consistent else []
    params += [("reverse", True)] if one.descending else []
    params += [("limit", one.limit)] if one.limit else []
    params += [("hidden", True)] if is_partial(pattern) else []
    params.append(("next", Code("next")))
    call = _reader(project, pattern, module, params)
    made = write(TsCall(call, (Object(asked), Object(params))), 1, 22)
    items = "[...found]"
    if is_partial(pattern) and len(pattern.entities) == 1:
        items = with_key_attributes(pattern, module, "found")
    return f"  const found = await {made};\n  return {{ items: {items}, next: found.next }};\n"


def _reader(project: Project, pattern: PatternPlan, module: ModuleInProgress, params: list[tuple[str, Any]]) -> str:
    is_query = pattern.operation is Operation.QUERY
    if len(pattern.entities) == 1:
        entity = _need(pattern, module)
        return f"{entity.name}.{'find' if is_query else 'scan'}"
    if pattern.filter is not None or pattern.paths:
        raise Unsupported("a filter or a projection over several models")
    table = project.tables[pattern.table.name]
    module.need("./../table.js", table)
    params.append(("parse", True))
    return f"{table}.{'queryItems' if is_query else 'scanItems'}"


def _write_call(pattern: PatternPlan, module: ModuleInProgress, more: list[tuple[str, Any]]) -> str:
    entity = _need(pattern, module)
    condition = pattern.expects_item
    params: list[tuple[str, Any]] = []
    match pattern.operation:
        case Operation.PUT:
            if pattern.item is None or pattern.pattern.set:
                raise Unsupported("the put sets additional attributes")
            method, given = "create", Object([Spread(Code(pattern.item.identifier))])
            params += [] if condition is False else [("exists", None)]
        case Operation.DELETE:
            method, given = "remove", _key(pattern, module)
        case Operation.UPDATE:
            method = "update"
            given, params = _changes(pattern, module)
            params += [] if condition is True else [("exists", None)]
        case _:
            raise Unsupported("a model has no method for a condition alone")
    if pattern.condition is not None and not (
        (condition is False and method == "create") or (condition is True and method == "update")
    ):
        params += where(pattern, pattern.condition)
    params += more
    return write(TsCall(f"{entity.name}.{method}", (given, *([Object(params)] if params else []))), 1, 8)


def _changes(pattern: PatternPlan, module: ModuleInProgress) -> tuple[Object, list[tuple[str, Any]]]:
    if pattern.pattern.update.strip() or pattern.mirrored:
        raise Unsupported("the update is a handwritten expression")
    entity = pattern.entities[0]
    members: list[tuple[str | Code, Any] | Spread] = list(_key(pattern, module).members)
    added: list[tuple[str, Any]] = []
    for change in pattern.changes:
        name = _changed(pattern, change, entity)
        value = change_value(pattern, change, module.used)
        if change.action == "add":
            added.append((name, value))
        elif change.action == "remove":
            members.append((name, None))
        elif change.template is not None:
            module.used.add("needed")
            members.append((name, TsCall("needed", (value, name))))
        else:
            members.append((name, value))
    if pattern.affected:
        module.need("./../requests.js", "writtenOr")
        members.append(Spread(Code(f"writtenOr(null, {quoted_list(pattern.following_keys)}, keys)")))
    return Object(members), [("add", Object(added))] if added else []


def _changed(pattern: PatternPlan, change: UpdateChange, entity: EntityPlan) -> str:
    attribute = entity.entity.attribute(change.attribute)
    refuse_change(change, entity)
    name, kind = field_of(change, entity), pattern.written_type(change)
    if attribute is not None and change.action != "remove" and kind is not attribute.type:
        raise Unsupported(f"{change.attribute} is written with a value of a different type")
    if change.action == "add" and kind is not AttributeType.N:
        raise Unsupported("the update adds to a set")
    values = attribute.values if attribute is not None and change.action == "set" else {}
    if values and not pattern.writes_one_of(change, values):
        raise refuse_other_value(change)
    return name


def _transaction(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> str:
    if any(one.affected or one.operation not in _WRITES for one in pattern.members):
        raise Unsupported("one of its updates changes keys of indexes")
    if len({one.table.name for one in pattern.members}) != 1:
        raise Unsupported("a transaction over several tables")
    table = project.tables[pattern.members[0].table.name]
    module.need("./../table.js", table)
    calls = [
        f"  await {_write_call(one, module, [('transaction', Code('transaction'))])};\n" for one in pattern.members
    ]
    end = f'  await {table}.transact("write", transaction);\n'
    return f"  const transaction = {{}};\n{''.join(calls)}{end}"
