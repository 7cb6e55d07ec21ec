"""The bodies of functions that write."""

from __future__ import annotations

from exporter.targets.python.code import Call, Code, Loop, named_arguments, written
from exporter.targets.python.intents import intent_code
from exporter.targets.python.members import Member, Unwritable
from exporter.targets.python.naming import attributes_of
from exporter.targets.python.reads import Body
from exporter.targets.python.signature import Argument
from exporter.targets.python.texts import Texts
from exporter.targets.python.updates import update_request
from exporter.targets.python.values import literal
from exporter.targets.support.literals import Language, Style, identifier, python_literal
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.write_conditions import condition_of
from modeler.core.evaluator.bindings import typed
from modeler.core.evaluator.plans import entity_written
from modeler.core.evaluator.unstored import unstored
from modeler.core.expressions.nodes import Placeholder, walk
from modeler.core.expressions.parse import parse_condition

_METHODS = {Operation.PUT: "put_item", Operation.UPDATE: "update_item", Operation.DELETE: "delete_item"}
_ACTIONS = {
    Operation.PUT: "Put",
    Operation.UPDATE: "Update",
    Operation.DELETE: "Delete",
    Operation.CHECK: "ConditionCheck",
}


def write_body(member: Member) -> Body:
    """PutItem, UpdateItem, DeleteItem; a ConditionCheck is a transaction of its own."""
    operation = member.scope.pattern.operation
    if operation is Operation.CHECK:
        return transact_write_body([member])
    request = _request(member)
    method = f"{member.table}.{_METHODS[operation]}"
    if member.rounds:
        lines = (
            f"requests: list[dict[str, Any]] = {written([Loop(request, member.clause)], 4)}",
            "for request in requests:",
            f"    {method}(**request)",
        )
        return Body("None", lines)
    if not isinstance(request, dict):
        return Body("None", (f"request = {written(request, 4)}", f"{method}(**request)"))
    return Body("None", (f"{method}({named_arguments(request, 4)})",))


def transact_write_body(members: list[Member]) -> Body:
    """TransactWriteItems: all or nothing."""
    actions: list[Code] = []
    for member in members:
        operation = member.scope.pattern.operation
        request = _request(member, {"TableName": f"{member.table}.name"})
        if operation is Operation.CHECK and condition_of(member.scope.pattern) is None:
            raise Unwritable("a ConditionCheck needs a condition")
        action: Code = {_ACTIONS[operation]: request}
        actions.append(Loop(action, member.clause) if member.rounds else action)
    lines = (
        f"actions: list[dict[str, Any]] = {written(actions, 4)}",
        f"calls.transact_write({members[0].table}, actions, token)",
    )
    return Body("None", lines, ("token: str | None = None",))


def batch_write_body(members: list[Member]) -> Body:
    """BatchWriteItem: puts and deletes without conditions, until all of them are taken."""
    actions: list[Code] = []
    for member in members:
        if condition_of(member.scope.pattern) is not None:
            raise Unwritable("BatchWriteItem takes no conditions; use TransactWriteItems")
        request = _request(member)
        kind = {Operation.PUT: "PutRequest", Operation.DELETE: "DeleteRequest"}.get(member.scope.pattern.operation)
        if kind is None:
            raise Unwritable(f"BatchWriteItem holds puts and deletes only, no {member.scope.pattern.operation}")
        action = f"({member.table}.name, {written({kind: request}, 8)})"
        actions.append(Loop(action, member.clause) if member.rounds else action)
    lines = (
        f"actions: list[tuple[str, dict[str, Any]]] = {written(actions, 4)}",
        f"calls.batch_write({members[0].table}, actions)",
    )
    return Body("None", lines)


def _request(member: Member, first: dict[str, Code] | None = None) -> Code:
    """The arguments of one write."""
    texts = member.texts
    start: dict[str, Code] = dict(first or {})
    match member.scope.pattern.operation:
        case Operation.PUT:
            request: dict[str, Code] = {**start, "Item": _item(member)}
        case Operation.UPDATE:
            return update_request(member, texts, {**start, "Key": member.whole_key()}, add_condition)
        case Operation.DELETE | Operation.CHECK:
            request = {**start, "Key": member.whole_key()}
        case operation:
            raise Unwritable(f"{operation} is no single write")
    add_condition(member, texts)
    return {**request, **texts.request()}


def add_condition(member: Member, texts: Texts) -> None:
    """The pattern's own condition as it is written, else that of its intent. Raises ExpressionInvalid."""
    pattern = member.scope.pattern
    if pattern.condition.strip():
        texts.add_text("ConditionExpression", pattern.condition)
    elif pattern.if_.strip():
        texts.add("ConditionExpression", parse_condition(pattern.if_))


def _item(member: Member) -> Code:
    """The item of a put: an entity's own class where the parameters are its attributes, else a mapping of them."""
    scope = member.scope
    entity = entity_written(scope)
    if entity is not None and _is_an(entity, member):
        return f"{_instance(member, entity)}.to_item()"
    values: dict[str, Code] = {name: member.variable(name) for name in (*scope.bindings.values, *scope.bindings.lists)}
    for name, raw in scope.pattern.set.items():
        values[name] = intent_code(member, raw) or literal(typed(raw, scope.bindings.attributes.get(name)))
    given: dict[str, Code] = {one.name: member.key(one)[0] for one in scope.pattern.key if one.templates}
    left_out = unstored(scope.table, scope.pattern, entity, values.keys())
    hidden = [f"frozenset({python_literal(sorted(left_out))})"] if left_out else []
    if entity is None:
        return {**{name: code for name, code in values.items() if name not in left_out}, **given}
    more: list[Code] = [given, *hidden] if given or hidden else []
    return Call(f"{member.entity(entity).name}.RULES.item", (values, *more))


def _is_an(entity: Entity, member: Member) -> bool:
    """Do the parameters of a put make an instance of its entity, and nothing else?"""
    scope = member.scope
    if scope.pattern.set or scope.pattern.key or scope.bindings.lists or _in_condition(member):
        return False
    known = entity.attributes_by_name
    values = scope.bindings.values
    has_all = all(one.name in values for one in known.values() if one.optional >= 1)
    return bool(values) and has_all and all(
        name in known and value.type == known[name].type for name, value in values.items()
    )  # fmt: skip


def _in_condition(member: Member) -> set[str]:
    """Parameters that the condition speaks of."""
    node = condition_of(member.scope.pattern)
    markers = walk(node) if node is not None else ()
    return {part.text[1:] for part in markers if isinstance(part, Placeholder) and part.text.startswith(":")}


def _instance(member: Member, entity: Entity) -> str:
    """The argument that is an instance of the entity."""
    names = member.entity(entity)
    values = member.scope.bindings.values
    given = [one.name for one in attributes_of(entity) if one.name in values]
    fields = (
        f"{names.fields[name]}={literal(values[name]) if values[name].type != 'NULL' else 'True'}" for name in given
    )
    example = f"{names.name}({', '.join(fields)})"
    wanted = identifier(entity.name, Style.SNAKE, Language.PYTHON, otherwise="entity")
    return member.signature.argument(wanted, Argument("", names.name, example, said="the item to write")).name
