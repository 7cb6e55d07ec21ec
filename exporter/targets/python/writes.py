"""The bodies of functions that write."""

from __future__ import annotations

from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.python.code import Code, Loop, PythonCall, named_arguments, written
from exporter.targets.python.intents import change_code, constant_of
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.reads import Body
from exporter.targets.python.signature import Argument
from exporter.targets.python.texts import Texts
from exporter.targets.python.updates import update_request
from exporter.targets.python.values import literal
from exporter.targets.support.literals import Language, Style, identifier, python_literal
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.evaluator.plans import entity_written
from modeler.core.evaluator.unstored import unstored
from modeler.core.expressions.nodes import Placeholder, walk

_METHODS = {Operation.PUT: "put_item", Operation.UPDATE: "update_item", Operation.DELETE: "delete_item"}
_ACTIONS = {
    Operation.PUT: "Put",
    Operation.UPDATE: "Update",
    Operation.DELETE: "Delete",
    Operation.CHECK: "ConditionCheck",
}


def write_body(member: MemberWriter) -> Body:
    """PutItem, UpdateItem, DeleteItem; a ConditionCheck becomes a transaction."""
    operation = member.plan.pattern.operation
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


def transact_write_body(members: list[MemberWriter]) -> Body:
    """TransactWriteItems: all or nothing."""
    actions: list[Code] = []
    for member in members:
        operation = member.plan.pattern.operation
        request = _request(member, {"TableName": f"{member.table}.name"})
        if operation is Operation.CHECK and member.plan.condition is None:
            raise Unsupported("a ConditionCheck needs a condition")
        action: Code = {_ACTIONS[operation]: request}
        actions.append(Loop(action, member.clause) if member.rounds else action)
    lines = (
        f"actions: list[dict[str, Any]] = {written(actions, 4)}",
        f"calls.transact_write({members[0].table}, actions, token)",
    )
    return Body("None", lines, ("token: str | None = None",))


def batch_write_body(members: list[MemberWriter]) -> Body:
    """BatchWriteItem: puts and deletes without conditions, until all of them are processed."""
    actions: list[Code] = []
    for member in members:
        if member.plan.condition is not None:
            raise Unsupported("BatchWriteItem does not support conditions; use TransactWriteItems")
        request = _request(member)
        kind = {Operation.PUT: "PutRequest", Operation.DELETE: "DeleteRequest"}.get(member.plan.pattern.operation)
        if kind is None:
            raise Unsupported(f"BatchWriteItem holds puts and deletes only, no {member.plan.pattern.operation}")
        action = f"({member.table}.name, {written({kind: request}, 8)})"
        actions.append(Loop(action, member.clause) if member.rounds else action)
    lines = (
        f"actions: list[tuple[str, dict[str, Any]]] = {written(actions, 4)}",
        f"calls.batch_write({members[0].table}, actions)",
    )
    return Body("None", lines)


def _request(member: MemberWriter, first: dict[str, Code] | None = None) -> Code:
    """Return the arguments of one write."""
    texts = member.texts
    start: dict[str, Code] = dict(first or {})
    match member.plan.pattern.operation:
        case Operation.PUT:
            request: dict[str, Code] = {**start, "Item": _item(member)}
        case Operation.UPDATE:
            return update_request(member, texts, {**start, "Key": member.whole_key()}, add_condition)
        case Operation.DELETE | Operation.CHECK:
            request = {**start, "Key": member.whole_key()}
        case operation:
            raise Unsupported(f"{operation} is not a single write")
    add_condition(member, texts)
    return {**request, **texts.request()}


def add_condition(member: MemberWriter, texts: Texts) -> None:
    """Return the pattern's own condition as written, else that of its intent. Raises ExpressionInvalid."""
    pattern = member.plan.pattern
    if pattern.condition.strip():
        texts.add_text("ConditionExpression", pattern.condition)
    else:
        texts.add("ConditionExpression", member.plan.condition)


def _item(member: MemberWriter) -> Code:
    """Return the item of a put: an entity's class if the parameters are its attributes, else a mapping of them."""
    plan, bindings = member.plan, member.plan.bindings
    entity = entity_written(member.scope)
    if entity is not None and _is_an(entity, member):
        return f"{_instance(member, entity)}.to_item()"
    values: dict[str, Code] = {name: member.variable(name) for name in (*bindings.values, *bindings.lists)}
    for change in plan.given:
        values[change.name] = change_code(member, change) or literal(constant_of(member, change))
    given: dict[str, Code] = {one.name: member.key(one)[0] for one in plan.pattern.key if one.templates}
    left_out = unstored(plan.table, plan.pattern, entity, values.keys())
    hidden = [f"frozenset({python_literal(sorted(left_out))})"] if left_out else []
    if entity is None:
        return {**{name: code for name, code in values.items() if name not in left_out}, **given}
    more: list[Code] = [given, *hidden] if given or hidden else []
    return PythonCall(f"{member.entity(entity).name}.RULES.item", (values, *more))


def _is_an(entity: Entity, member: MemberWriter) -> bool:
    """Do the parameters of a put form an instance of its entity, and nothing else?"""
    plan = member.plan
    if plan.pattern.set or plan.pattern.key or plan.bindings.lists or _in_condition(member):
        return False
    known = entity.attributes_by_name
    values = plan.bindings.values
    has_all = all(one.name in values for one in known.values() if one.optional >= 1)
    return bool(values) and has_all and all(
        name in known and value.type == known[name].type for name, value in values.items()
    )  # fmt: skip


def _in_condition(member: MemberWriter) -> set[str]:
    """Return the parameters that the condition uses."""
    node = member.plan.condition
    markers = walk(node) if node is not None else ()
    return {part.text[1:] for part in markers if isinstance(part, Placeholder) and part.text.startswith(":")}


def _instance(member: MemberWriter, entity: Entity) -> str:
    """Return the argument that is an instance of the entity."""
    own = member.entity(entity)
    values = member.plan.bindings.values
    given = [one.name for one in own.attributes if one.name in values]
    fields = (f"{own.field(name)}={literal(values[name]) if values[name].type != 'NULL' else 'True'}" for name in given)
    example = f"{own.name}({', '.join(fields)})"
    wanted = identifier(entity.name, Style.SNAKE, Language.PYTHON, otherwise="entity")
    return member.signature.argument(wanted, Argument("", own.name, example, said="the item to write")).name
