"""A function for each access pattern that PynamoDB's models can say."""

from __future__ import annotations

from dataclasses import dataclass

from exporter.targets.pynamodb.classes import TableNames, fields_of, table_names
from exporter.targets.pynamodb.conditions import condition_code
from exporter.targets.pynamodb.updates import index_keys, update_actions
from exporter.targets.python.code import written
from exporter.targets.python.members import Member, Unwritable
from exporter.targets.python.naming import USED, Names, entity_names, place
from exporter.targets.python.signature import Argument, Signature
from exporter.targets.python.updates import written_entity
from exporter.targets.python.values import literal
from exporter.targets.support.literals import (
    PYTHON_BUILTINS,
    Language,
    Style,
    identifier,
    python_docstring,
    python_literal,
)
from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, KeyCondition, Operation
from modeler.core.design.write_conditions import condition_of
from modeler.core.errors import Invalid
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.plans import entity_written
from modeler.core.evaluator.scope import Scope, scope_of
from modeler.core.evaluator.views import filter_of
from modeler.core.values.attribute_values import AttributeType

_SIGNS = {"=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(frozen=True, slots=True)
class ModelFunction:
    """A function and what it is called with in an example."""

    name: str
    pattern: AccessPattern
    arguments: tuple[Argument, ...]
    code: str


@dataclass(slots=True)
class Writing:
    """What functions are written from."""

    design: Design
    names: Names
    tables: dict[str, TableNames]
    database: Database
    taken: set[str]


def writing_of(design: Design, database: Database | None = None) -> Writing:
    """What the functions of a design are written from; no name that their bodies use is free for them."""
    taken = set(PYTHON_BUILTINS) | {"keys", "wire", "size", "key_actions"}
    return Writing(design, entity_names(design), table_names(design), database or Database.of(design), taken)


def function_of(writing: Writing, pattern: AccessPattern) -> ModelFunction:
    """The function of a pattern. Raises Unwritable where the library's models cannot say it."""
    makers = {Operation.GET: _get, Operation.QUERY: _query, Operation.SCAN: _scan,
              Operation.PUT: _put, Operation.DELETE: _delete, Operation.UPDATE: _update,
              Operation.BATCH_GET: _batch_get}  # fmt: skip
    maker = makers.get(pattern.operation)
    if maker is None:
        raise Unwritable(f"a model says no {pattern.operation} that keeps keys and conditions as the pattern has them")
    scope = scope_of(writing.design, pattern, None, writing.database)
    if not isinstance(scope, Scope):
        raise Unwritable("its table or index is not in this design")
    signature = Signature(USED | {"Path", "Value", "wire", "size", "Iterator", "actions", "key_actions"})
    try:
        member = Member(scope, writing.names, signature)
        if member.rounds and pattern.operation is not Operation.BATCH_GET:
            raise Unwritable("it asks several keys with one call of the function; call it for each")
        returns, lines, more = maker(writing, member)
    except Unwritable:
        raise
    except Invalid as error:
        raise Unwritable(error.message) from error
    signature.tables.clear()
    name = identifier(pattern.name or pattern.code, Style.SNAKE, Language.PYTHON, writing.taken, otherwise="pattern")
    writing.taken.add(name)
    code = f"{pattern.code}: " if pattern.code else ""
    about = python_docstring([f"{code}{pattern.name or pattern.operation}.", "", f"{pattern.operation}."], 4)
    body = "".join(f"    {line}\n" for line in lines)
    head = f"def {name}({signature.declared(more)}) -> {returns}:\n"
    return ModelFunction(name, pattern, tuple(signature.arguments.values()), head + about + body)


type _Made = tuple[str, list[str], tuple[str, ...]]


def _class(writing: Writing, member: Member) -> str:
    """What reads: the class of the one entity that the pattern names, else the table's, which tells entities apart."""
    scope = member.scope
    named = [one for name in scope.pattern.entities if (one := scope.table.entity(name)) is not None]
    if len(named) == 1:
        return writing.names[place(scope.table, named[0])].name
    return writing.tables[scope.table.id].name


def _projected(member: Member) -> str:
    """The attributes to get; keys too, since the library tells classes apart by them."""
    paths = [one for one in member.scope.pattern.projection if one != ALL_ATTRIBUTES]
    if not paths:
        return ""
    wanted = list(dict.fromkeys([*member.scope.table.base.key_names, *paths]))
    return f", attributes_to_get={python_literal(wanted)}"


def _get(writing: Writing, member: Member) -> _Made:
    key = list(member.whole_key().values())
    name = _class(writing, member)
    consistent = ", consistent_read=True" if member.scope.pattern.consistent else ""
    lines = [
        "try:",
        f"    return {name}.get({', '.join(key)}{consistent}{_projected(member)})",
        f"except {name}.DoesNotExist:",
        "    return None",
    ]
    return f"{name} | None", lines, ()


def _filter(member: Member) -> str:
    node = filter_of(member.scope)
    return f", filter_condition={condition_code(node, member.variable)}" if node is not None else ""


def _query(writing: Writing, member: Member) -> _Made:
    scope, pattern = member.scope, member.scope.pattern
    if len(scope.index.partition_key) != 1 or len(scope.index.sort_key) > 1:
        raise Unwritable("PynamoDB knows no keys of several attributes")
    given = {condition.name: condition for condition in pattern.key}
    first = given.pop(scope.index.partition_key[0].name, None)
    if first is None or first.operator != "=" or len(given) > 1:
        raise Unwritable("a Query needs the partition key, and one condition on the sort key at most")
    ends = "".join(f", range_key_condition={_range(member, one)}" for one in given.values())
    ends += _filter(member)
    ends += f", index_name={python_literal(scope.index.name)}" if not scope.index.is_base else ""
    ends += ", consistent_read=True" if pattern.consistent else ""
    ends += ", scan_index_forward=False" if pattern.descending else ""
    name = _class(writing, member)
    call = f"{name}.query({member.key(first)[0]}{ends}{_projected(member)}, limit=limit, page_size=limit)"
    return f"Iterator[{name}]", [f"return {call}"], (f"limit: int | None = {pattern.limit}",)


def _range(member: Member, condition: KeyCondition) -> str:
    values = [f"Value(wire({code}))" for code in member.key(condition)]
    path = f"Path([{python_literal(condition.name)}])"
    if condition.operator == "between":
        return f"{path}.between({', '.join(values)})"
    if condition.operator == "begins_with":
        return f"{path}.startswith({values[0]})"
    if condition.operator not in _SIGNS:
        raise Unwritable(f"a key is not compared by {condition.operator}")
    return f"{path} {_SIGNS[condition.operator]} {values[0]}"


def _scan(writing: Writing, member: Member) -> _Made:
    scope, pattern = member.scope, member.scope.pattern
    ends = _filter(member)
    ends += f", index_name={python_literal(scope.index.name)}" if not scope.index.is_base else ""
    ends += ", consistent_read=True" if pattern.consistent else ""
    name = _class(writing, member)
    call = f"{name}.scan({(ends + _projected(member) + ', limit=limit, page_size=limit').removeprefix(', ')})"
    return f"Iterator[{name}]", [f"return {call}"], (f"limit: int | None = {pattern.limit}",)


def _condition(member: Member) -> str:
    node = condition_of(member.scope.pattern)
    return condition_code(node, member.variable) if node is not None else ""


def _put(writing: Writing, member: Member) -> _Made:
    scope = member.scope
    entity = entity_written(scope)
    if entity is None or scope.pattern.set or scope.pattern.key:
        raise Unwritable("a put needs an entity, and parameters that are its attributes")
    names = writing.names[place(scope.table, entity)]
    fields = fields_of(entity, names, writing.tables[scope.table.id])
    known = {name: value for name, value in scope.bindings.values.items() if name in fields}
    given = ", ".join(f"{fields[name]}={_example(member, name)}" for name in known)
    wanted = identifier(entity.name, Style.SNAKE, Language.PYTHON, otherwise="entity")
    argument = member.signature.argument(wanted, Argument("", names.name, f"{names.name}({given})"))
    condition = _condition(member)
    return "None", [f"{argument.name}.save({f'condition={condition}' if condition else ''})"], ()


def _example(member: Member, name: str) -> str:
    value = member.scope.bindings.values[name]
    return "None" if value.type == AttributeType.NULL else literal(value)


def _delete(writing: Writing, member: Member) -> _Made:
    home = writing.tables[member.scope.table.id]
    key = ", ".join(f"{home.fields[one]}={code}" for one, code in member.whole_key().items())
    condition = _condition(member)
    lines = [f"found = {home.name}({key})", f"found.delete({f'condition={condition}' if condition else ''})"]
    return "None", lines, ()


def _update(writing: Writing, member: Member) -> _Made:
    """The actions of the intent, and with them those of the index keys that follow."""
    scope = member.scope
    key = ", ".join(member.whole_key().values())
    actions = update_actions(member)
    entity = written_entity(member)
    name = writing.names[place(scope.table, entity)].name if entity else writing.tables[scope.table.id].name
    lines = [f"actions = {written([*actions], 4)}"]
    if entity is not None and (more := index_keys(member, entity, name)):
        lines.append(f"actions += {more}")
    condition = _condition(member)
    lines.append(f"{name}({key}).update(actions=actions{f', condition={condition}' if condition else ''})")
    return "None", lines, ()


def _batch_get(writing: Writing, member: Member) -> _Made:
    if member.scope.pattern.steps or not member.scope.pattern.key:
        raise Unwritable("a model gets several items of one table by one key condition, and no steps")
    key = list(member.whole_key().values())
    one = f"({', '.join(key)})" if len(key) > 1 else key[0]
    keys = f"[{one} {member.clause}]" if member.rounds else f"[{one}]"
    name = _class(writing, member)
    consistent = ", consistent_read=True" if member.scope.pattern.consistent else ""
    return f"Iterator[{name}]", [f"return {name}.batch_get({keys}{consistent}{_projected(member)})"], ()
