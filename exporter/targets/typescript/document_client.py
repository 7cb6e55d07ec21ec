"""Access patterns with the AWS SDK's document client, for what a library cannot express."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan, UpdateChange
from exporter.targets.access_code.request_expressions import ExpressionCode, key_condition
from exporter.targets.support.literals import typescript_literal
from exporter.targets.typescript.library_project import (
    ModuleInProgress,
    Project,
    condition_value,
    doc,
    resolve_parameter,
    signature,
    table_name,
)
from exporter.targets.typescript.nodes import (
    Code,
    Object,
    Spread,
    TsCall,
    constant,
    member,
    template_code,
    write,
)
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Condition, Node, Projection
from modeler.core.keys import templates as keys

LIBRARY: Final = "@aws-sdk/lib-dynamodb"

_COMMANDS: Final = {
    Operation.GET: "GetCommand",
    Operation.QUERY: "QueryCommand",
    Operation.SCAN: "ScanCommand",
    Operation.PUT: "PutCommand",
    Operation.UPDATE: "UpdateCommand",
    Operation.DELETE: "DeleteCommand",
    Operation.TRANSACT_GET: "TransactGetCommand",
    Operation.TRANSACT_WRITE: "TransactWriteCommand",
    Operation.CHECK: "TransactWriteCommand",
}
_BATCHES: Final = {Operation.BATCH_GET: "batchGet", Operation.BATCH_WRITE: "batchWrite"}
_ACTIONS: Final = {
    Operation.PUT: "Put",
    Operation.UPDATE: "Update",
    Operation.DELETE: "Delete",
    Operation.CHECK: "ConditionCheck",
}


class _Request:
    """The expressions of one request by the name of their parameter, with their names and values as members."""

    def __init__(self, pattern: PatternPlan) -> None:
        self.expressions = ExpressionCode(pattern, constant, lambda name: Code(resolve_parameter(pattern)(name)))
        self.texts: list[tuple[str, Any]] = []

    def add(self, name: str, node: Node | Projection | None) -> None:
        """A node as the expression of that name; nothing for None or an empty projection."""
        if node is not None and node != ():
            self.texts.append((name, self.expressions.add(node)))

    def add_text(self, name: str, text: str) -> None:
        """Add a handwritten expression."""
        self.texts.append((name, self.expressions.add_text(text)))

    def maps(self) -> tuple[Object, Object]:
        """Return the names and values that they use."""
        return Object(self.expressions.names()), Object(self.expressions.values())

    def members(self) -> list[tuple[str, Any]]:
        """Return expressions, names, and values without empty maps."""
        names, values = self.maps()
        found = [*self.texts]
        found += [("ExpressionAttributeNames", names)] if names.members else []
        return found + ([("ExpressionAttributeValues", values)] if values.members else [])


type ReadRows = Callable[[PatternPlan, ModuleInProgress, str], str]
"""The code that makes the items of a library from an expression of rows as DynamoDB has them."""


def raw_function(
    project: Project,
    pattern: PatternPlan,
    module: ModuleInProgress,
    *,
    item_types: Callable[[EntityPlan], str],
    read: ReadRows = lambda pattern, module, rows: rows,
) -> str:
    """Write a function that sends the request of a pattern unchanged; `read` makes items from several rows."""
    module.need("./../table.js", "client", "tableNames")
    for parameter in pattern.parameters:
        if parameter.entity is not None and module.entity is not parameter.entity:
            module.need(f"./../{module.home}/{parameter.entity.name}.js", item_types(parameter.entity), types=True)
    is_page = pattern.operation in {Operation.QUERY, Operation.SCAN}
    head = f"{doc(pattern)}export async function {pattern.function}({signature(pattern, item_types, pages=is_page)})"
    if helper := _BATCHES.get(pattern.operation):
        module.need("./../requests.js", helper)
        asked = _batch_gets if pattern.operation is Operation.BATCH_GET else _batch_writes
        items = Object(list(asked(project, pattern, module)))
        call = write(TsCall(helper, (Code("client"), items)), 1, 9)
        if pattern.operation is Operation.BATCH_GET and (made := read(pattern, module, "found")) != "found":
            return f"{head} {{\n  const found = await {call};\n  return {made};\n}}\n"
        return f"{head} {{\n  return {call};\n}}\n"
    own = _COMMANDS[pattern.operation]
    command = module.renamed.get(own, own)
    module.need(LIBRARY, own if own == command else f"{own} as {command}")
    before = _before(pattern, module)
    request = write(TsCall(f"new {command}", (Object(list(_request(project, pattern, module))),)), 1, 30)
    answer = _answer(pattern, module, read)
    return f"{head} {{\n{before}  const found = await client.send({request});\n  return {answer};\n}}\n"


def _answer(pattern: PatternPlan, module: ModuleInProgress, read: ReadRows) -> str:
    match pattern.operation:
        case Operation.GET:
            return "found.Item"
        case Operation.QUERY | Operation.SCAN:
            return f"{{ items: {read(pattern, module, 'found.Items ?? []')}, next: found.LastEvaluatedKey }}"
        case Operation.TRANSACT_GET:
            return "(found.Responses ?? []).map((one) => one.Item)"
    return "found"


def _request(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> Iterator[tuple[str, Any] | Spread]:
    one = pattern.pattern
    match pattern.operation:
        case Operation.GET | Operation.PUT | Operation.UPDATE | Operation.DELETE:
            yield from _single(project, pattern, module)
        case Operation.QUERY | Operation.SCAN:
            request = _Request(pattern)
            yield "TableName", table_name(project, pattern.table)
            if not pattern.index.is_base:
                yield "IndexName", pattern.index.name
            if pattern.operation is Operation.QUERY:
                request.add("KeyConditionExpression", _key_condition(pattern, request.expressions, module.used))
            request.add("FilterExpression", pattern.filter)
            request.add("ProjectionExpression", pattern.paths)
            yield from request.members()
            if one.consistent:
                yield "ConsistentRead", True
            if one.descending:
                yield "ScanIndexForward", False
            if one.limit:
                yield "Limit", one.limit
            yield "ExclusiveStartKey", Code("next")
        case Operation.TRANSACT_GET:
            keyed = [*([pattern] if pattern.pattern.key else []), *pattern.members]
            yield "TransactItems", [Object([("Get", Object(list(_single(project, one, module))))]) for one in keyed]
        case _:
            members = pattern.members or (pattern,)
            yield "TransactItems", list(_transacted(project, members, module))


def _transacted(project: Project, members: Iterable[PatternPlan], module: ModuleInProgress) -> Iterator[Object]:
    number = 0
    for one in members:
        number += bool(one.affected)
        yield Object([(_ACTIONS[one.operation], Object(list(_single(project, one, module, number, 5))))])


def _single(
    project: Project, pattern: PatternPlan, module: ModuleInProgress, number: int = 1, depth: int = 2
) -> Iterator[tuple[str, Any] | Spread]:
    """Return one item's read or write, alone or in a transaction, where it is the update with that `number` that
    changes keys.

    Its members are `depth` levels deep.
    """
    yield "TableName", table_name(project, pattern.table)
    if pattern.operation is Operation.PUT:
        yield "Item", stored_item(pattern, module)
    else:
        yield "Key", Object(list(_key(pattern, module.used)))
    request = _Request(pattern)
    if pattern.operation is Operation.GET:
        request.add("ProjectionExpression", pattern.paths)
        if pattern.pattern.consistent:
            yield "ConsistentRead", True
    if pattern.operation is Operation.UPDATE and pattern.pattern.update.strip():
        request.add_text("UpdateExpression", pattern.pattern.update)
    request.add("ConditionExpression", pattern.condition)
    if pattern.operation is Operation.UPDATE and not pattern.pattern.update.strip():
        yield from request.texts
        names, values = request.maps()
        module.need("./../requests.js", "updateOf")
        more = [one for one in (names, values) if names.members or values.members]
        yield Spread(Code(write(TsCall("updateOf", (_changes_object(project, pattern, module, number), *more)), depth)))
    else:
        yield from request.members()


def _key(pattern: PatternPlan, used: set[str]) -> Iterator[tuple[str, Any]]:
    for key, given in pattern.elements():
        yield key.name, condition_value(pattern, key, given.templates[0], used)


def _key_condition(pattern: PatternPlan, expressions: ExpressionCode, used: set[str]) -> Condition:
    """Return the key condition, its values as placeholders."""
    return key_condition(
        (
            key.name,
            given.operator,
            [expressions.value(condition_value(pattern, key, text, used)) for text in given.templates],
        )
        for key, given in pattern.elements()
    )


def _batch_gets(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> Iterator[tuple[Code, Any]]:
    keyed = [*([pattern] if pattern.pattern.key else []), *pattern.members]
    by_table: dict[str, list[PatternPlan]] = {}
    for one in keyed:
        by_table.setdefault(table_name(project, one.table).text, []).append(one)
    for name, asked in by_table.items():
        found: list[Any] = []
        for one in asked:
            lists = _lists_of(one)
            each = [
                replace(own, identifier=f"{own.identifier}[at]!") if own in lists else own for own in one.parameters
            ]
            key = Object(list(_key(replace(one, parameters=tuple(each)), module.used)))
            found.append(Spread(Code(f"{lists[0].identifier}.map((_, at) => ({write(key, 4)}))")) if lists else key)
        yield Code(name), Object([("Keys", found)])


def _lists_of(pattern: PatternPlan) -> list[Parameter]:
    """Return parameters of a batch that have several values, in parallel."""
    templates = [keys.parse(text) for one in pattern.pattern.key for text in one.templates]
    named = {name for text in templates for name in text.attributes}
    return [one for one in pattern.parameters if one.several and one.name in named]


def _batch_writes(project: Project, pattern: PatternPlan, module: ModuleInProgress) -> Iterator[tuple[Code, Any]]:
    by_table: dict[str, list[Any]] = {}
    for one in pattern.members:
        if one.operation is Operation.PUT:
            action = ("PutRequest", Object([("Item", stored_item(one, module))]))
        else:
            action = ("DeleteRequest", Object([("Key", Object(list(_key(one, module.used))))]))
        by_table.setdefault(table_name(project, one.table).text, []).append(Object([action]))
    for name, actions in by_table.items():
        yield Code(name), actions


def stored_item(pattern: PatternPlan, module: ModuleInProgress) -> Code:
    """Return the item that a put writes, as DynamoDB stores it."""
    own = pattern.item
    assert own is not None and own.entity is not None  # a put has an item, of an entity
    entity = own.entity
    need_of_entity(module, entity, stored_function(entity))
    return Code(f"{stored_function(entity)}({own.identifier})")


def stored_function(entity: EntityPlan) -> str:
    """Return the name of the function that makes a stored item."""
    return f"stored{entity.name}"


def need_of_entity(module: ModuleInProgress, entity: EntityPlan, *names: str) -> None:
    """Import names from an entity's file, unless this is it."""
    if module.entity is not entity:
        module.need(f"./../{module.home}/{entity.name}.js", *names)


def stored(entity: EntityPlan, project: Project) -> str:
    """Write a function from an item's attributes to the item as the library stores it: with keys and its marks.

    Attributes that the design has only in keys are in it, too: the library does not read them back from the keys.
    """
    fields = entity.fields.values()
    if all(one.name == one.identifier for one in fields):
        members: list[Any] = [Spread(Code("item"))]
    else:
        marks = project.marks(entity)
        members = [(one.name, Code(member("item", one.identifier))) for one in fields if one.name not in marks]
    members += [Spread(Code(f"{one.function}(item)")) for one in reversed(entity.keys)]
    members += project.marks(entity).items()
    head = f"export function {stored_function(entity)}(item: {entity.name}Fields): Record<string, any>"
    return f"/** The item as it is stored. */\n{head} {{\n  return {write(Object(members), 1, 7)};\n}}\n"


def _before(pattern: PatternPlan, module: ModuleInProgress) -> str:
    """Return what a function computes before its request: the keys that result from its updates."""
    moving = [one for one in (pattern, *pattern.members) if one.affected]
    return "".join(f"  {line}\n" for at, one in enumerate(moving, 1) for line in after_lines(one, module, at))


def after_lines(pattern: PatternPlan, module: ModuleInProgress, number: int = 1) -> list[str]:
    """Write `keys` (of the second update of a request `keys2`): the keys of the affected indexes after an update."""
    entity = pattern.entity
    if entity is None or not pattern.affected:
        return []
    need_of_entity(module, entity, *(one.function for one in pattern.affected))
    after = f"{{ {', '.join(after_members(pattern, module.used))} }}"
    calls = [f"...{one.function}(after{ending(number)})" for one in reversed(pattern.affected)]
    end = ending(number)
    return [f"const after{end} = {after};", f"const keys{end} = {{ {', '.join(calls)} }};"]


def ending(number: int) -> str:
    """Return what follows the names of an update of a transaction, its first one excepted."""
    return str(number) if number > 1 else ""


def after_members(pattern: PatternPlan, used: set[str]) -> Iterator[str]:
    """Return the attributes that the affected keys are made of, with their values after the update."""
    entity = pattern.entity
    assert entity is not None  # only a pattern of one entity affects indexes
    for name, change in pattern.following_inputs:
        if name not in entity.fields:
            continue
        own = entity.field(name)
        value = change_value(pattern, change, used) if change else Code(resolve_parameter(pattern)(name))
        text = "undefined" if change and change.action == "remove" else write(value)
        if change and change.constant is not None and change.action == "set" and isinstance(value, str):
            text += " as const"
        yield own if text == own else f"{own}: {text}"


def change_value(pattern: PatternPlan, change: UpdateChange, used: set[str]) -> Any:
    """Return the value of a change as code."""
    if change.parameter:
        return Code(resolve_parameter(pattern)(change.parameter))
    if change.template is not None:
        return template_code(change.template, resolve_parameter(pattern), pattern.bindings.formats, used)
    return constant(change.constant) if change.constant is not None else None


def _changes_object(project: Project, pattern: PatternPlan, module: ModuleInProgress, number: int) -> Object:
    def path(change: UpdateChange) -> list[Any]:
        return [step if isinstance(step, int) else getattr(step, "text", "") for step in change.path.parts]

    sets: list[Any] = [
        [path(one), change_value(pattern, one, module.used)] for one in pattern.changes if one.action == "set"
    ]
    sets += [[[name], value] for name, value in _of_new_item(project, pattern)]
    removes: list[Any] = [path(one) for one in pattern.changes if one.action == "remove"]
    adds = [[path(one), change_value(pattern, one, module.used)] for one in pattern.changes if one.action == "add"]
    if pattern.affected:
        module.need("./../requests.js", "keyChanges")
        call = f"keyChanges({write(pattern.following_keys)}, keys{ending(number)})"
        sets.append(Spread(Code(f"{call}.set")))
        removes.append(Spread(Code(f"{call}.remove")))
    for name, change in pattern.mirrored:
        module.need("./../requests.js", "sumOf")
        sets.append([[name], TsCall("sumOf", (change.attribute, change_value(pattern, change, module.used)))])
    found = [("set", sets), ("remove", removes), ("add", adds)]
    return Object([(name, value) for name, value in found if value])


def _of_new_item(project: Project, pattern: PatternPlan) -> Iterator[tuple[str, Any]]:
    """Yield what the library needs in an item that the update creates: its marks, and attributes that are in keys."""
    entity = pattern.entity
    if entity is None or pattern.expects_item is True:
        return
    yield from project.marks(entity).items()
    changed = {one.attribute for one in pattern.changes}
    for name in entity.only_in_keys if pattern.is_whole_key() else ():
        attribute, parameter = entity.entity.attribute(name), pattern.parameter(name)
        if attribute and parameter and attribute.type is parameter.type and name not in changed:
            yield name, Code(resolve_parameter(pattern)(name))


def quoted_list(names: list[str]) -> str:
    """Return names as a list of texts."""
    return f"[{', '.join(map(typescript_literal, names))}]"
