"""A function for each access pattern that PynamoDB's models can express."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan, PlanKey, plan_key, plans_by_key
from exporter.targets.access_code.naming import PYTHON_BODY
from exporter.targets.access_code.pattern_plan import pattern_plan
from exporter.targets.access_code.request_expressions import KEY_OPERATORS
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.pynamodb.classes import TableNames, fields_of, table_names
from exporter.targets.pynamodb.conditions import condition_code
from exporter.targets.pynamodb.updates import index_keys, update_actions
from exporter.targets.python.code import written
from exporter.targets.python.members import MemberWriter
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
from modeler.core.errors import Invalid
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.plans import entity_written
from modeler.core.evaluator.scope import PatternScope, scope_of
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class ModelFunction:
    """A function and the arguments of an example call."""

    name: str
    pattern: AccessPattern
    arguments: tuple[Argument, ...]
    code: str


@dataclass(slots=True)
class ModelContext:
    """The input of functions."""

    design: Design
    plans: Mapping[PlanKey, EntityPlan]
    tables: dict[str, TableNames]
    database: Database
    taken: set[str]


def writing_of(design: Design, database: Database | None = None) -> ModelContext:
    """Return the input of a design's functions; names that their bodies use are reserved."""
    taken = set(PYTHON_BUILTINS) | {"keys", "wire", "size", "key_actions"}
    return ModelContext(
        design, plans_by_key(design, Language.PYTHON), table_names(design), database or Database.of(design), taken
    )


def function_of(writing: ModelContext, pattern: AccessPattern) -> ModelFunction:
    """The function of a pattern. Raises Unsupported where the library's models cannot say it."""
    makers = {Operation.GET: _get, Operation.QUERY: _query, Operation.SCAN: _scan,
              Operation.PUT: _put, Operation.DELETE: _delete, Operation.UPDATE: _update,
              Operation.BATCH_GET: _batch_get}  # fmt: skip
    maker = makers.get(pattern.operation)
    if maker is None:
        raise Unsupported(f"a model cannot express a {pattern.operation} with the keys and conditions of the pattern")
    scope = scope_of(writing.design, pattern, None, writing.database)
    if not isinstance(scope, PatternScope):
        raise Unsupported("its table or index is not in this design")
    signature = Signature(PYTHON_BODY | {"Path", "Value", "wire", "size", "Iterator", "actions", "key_actions"})
    try:
        plan = pattern_plan(writing.design, writing.plans.values(), pattern)
        member = MemberWriter(plan, scope, writing.plans, signature)
        if member.rounds and pattern.operation is not Operation.BATCH_GET:
            raise Unsupported("it requests several keys in one call of the function; call it for each")
        returns, lines, more = maker(writing, member)
    except Unsupported:
        raise
    except Invalid as error:
        raise Unsupported(error.message) from error
    signature.tables.clear()
    name = identifier(pattern.name or pattern.code, Style.SNAKE, Language.PYTHON, writing.taken, otherwise="pattern")
    writing.taken.add(name)
    code = f"{pattern.code}: " if pattern.code else ""
    notes = [f"{note}." for note in signature.notes]
    said = [
        f"{code}{pattern.name or pattern.operation}.",
        "",
        f"{pattern.operation}.",
        *([""] if notes else []),
        *notes,
    ]
    about = python_docstring(said, 4)
    body = "".join(f"    {line}\n" for line in lines)
    head = f"def {name}({signature.declared(more)}) -> {returns}:\n"
    return ModelFunction(name, pattern, tuple(signature.arguments.values()), head + about + body)


type _Made = tuple[str, list[str], tuple[str, ...]]


def _class(writing: ModelContext, member: MemberWriter) -> str:
    """Return the class to read with: that of the one entity that the pattern names, else the table's,
    which finds the entity.
    """
    scope = member.scope
    named = [one for name in scope.pattern.entities if (one := scope.table.entity(name)) is not None]
    if len(named) == 1:
        return writing.plans[plan_key(scope.table, named[0])].name
    return writing.tables[scope.table.id].name


def _projected(member: MemberWriter) -> str:
    """Return the attributes to get, including keys, by which the library identifies classes."""
    paths = [one for one in member.plan.pattern.projection if one != ALL_ATTRIBUTES]
    if not paths:
        return ""
    wanted = list(dict.fromkeys([*member.plan.table.base.key_names, *paths]))
    return f", attributes_to_get={python_literal(wanted)}"


def _get(writing: ModelContext, member: MemberWriter) -> _Made:
    key = list(member.whole_key().values())
    name = _class(writing, member)
    consistent = ", consistent_read=True" if member.plan.pattern.consistent else ""
    lines = [
        "try:",
        f"    return {name}.get({', '.join(key)}{consistent}{_projected(member)})",
        f"except {name}.DoesNotExist:",
        "    return None",
    ]
    return f"{name} | None", lines, ()


def _filter(member: MemberWriter) -> str:
    node = member.plan.filter
    return f", filter_condition={condition_code(node, member.variable)}" if node is not None else ""


def _query(writing: ModelContext, member: MemberWriter) -> _Made:
    scope, pattern = member.scope, member.plan.pattern
    if len(scope.index.partition_key) != 1 or len(scope.index.sort_key) > 1:
        raise Unsupported("PynamoDB does not support multi-attribute keys")
    given = {condition.name: condition for condition in pattern.key}
    first = given.pop(scope.index.partition_key[0].name, None)
    if first is None or first.operator != "=" or len(given) > 1:
        raise Unsupported("a Query needs the partition key, and at most one condition on the sort key")
    home = writing.tables[scope.table.id]
    ends = "".join(f", range_key_condition={_range(member, one, home)}" for one in given.values())
    ends += _filter(member)
    ends += f", index_name={python_literal(scope.index.name)}" if not scope.index.is_base else ""
    ends += ", consistent_read=True" if pattern.consistent else ""
    ends += ", scan_index_forward=False" if pattern.descending else ""
    name = _class(writing, member)
    call = f"{name}.query({member.key(first)[0]}{ends}{_projected(member)}, limit=limit, page_size=limit)"
    return f"Iterator[{name}]", [f"return {call}"], (f"limit: int | None = {pattern.limit}",)


def _range(member: MemberWriter, condition: KeyCondition, home: TableNames) -> str:
    """Return the condition on a sort key, as an expression of the table's attribute."""
    codes = ", ".join(member.key(condition))
    place = f"{home.name}.{home.fields[condition.name]}"
    match condition.operator:
        case "begins_with":
            return f"{place}.startswith({codes})"
        case "between":
            return f"{place}.between({codes})"
        case operator if operator in KEY_OPERATORS:
            return f"{place} {'==' if operator == '=' else operator} {codes}"
    raise Unsupported(f"a key cannot be compared by {condition.operator}")


def _scan(writing: ModelContext, member: MemberWriter) -> _Made:
    scope, pattern = member.scope, member.plan.pattern
    ends = _filter(member)
    ends += f", index_name={python_literal(scope.index.name)}" if not scope.index.is_base else ""
    ends += ", consistent_read=True" if pattern.consistent else ""
    name = _class(writing, member)
    call = f"{name}.scan({(ends + _projected(member) + ', limit=limit, page_size=limit').removeprefix(', ')})"
    return f"Iterator[{name}]", [f"return {call}"], (f"limit: int | None = {pattern.limit}",)


def _condition(member: MemberWriter) -> str:
    node = member.plan.condition
    return condition_code(node, member.variable) if node is not None else ""


def _put(writing: ModelContext, member: MemberWriter) -> _Made:
    scope = member.scope
    entity = entity_written(scope)
    if entity is None or scope.pattern.set or scope.pattern.key:
        raise Unsupported("a put needs an entity, and parameters that are its attributes")
    plan = writing.plans[plan_key(scope.table, entity)]
    fields = fields_of(plan, writing.tables[scope.table.id])
    known = {name: value for name, value in scope.bindings.values.items() if name in fields}
    given = ", ".join(f"{fields[name]}={_example(member, name)}" for name in known)
    wanted = identifier(entity.name, Style.SNAKE, Language.PYTHON, otherwise="entity")
    argument = member.signature.argument(wanted, Argument("", plan.name, f"{plan.name}({given})"))
    condition = _condition(member)
    return "None", [f"{argument.name}.save({f'condition={condition}' if condition else ''})"], ()


def _example(member: MemberWriter, name: str) -> str:
    value = member.plan.bindings.values[name]
    return "None" if value.type == AttributeType.NULL else literal(value)


def _delete(writing: ModelContext, member: MemberWriter) -> _Made:
    home = writing.tables[member.plan.table.id]
    key = ", ".join(f"{home.fields[one]}={code}" for one, code in member.whole_key().items())
    condition = _condition(member)
    lines = [f"found = {home.name}({key})", f"found.delete({f'condition={condition}' if condition else ''})"]
    return "None", lines, ()


def _update(writing: ModelContext, member: MemberWriter) -> _Made:
    """Yield the actions of the intent, plus those of the index keys that follow."""
    scope = member.scope
    key = ", ".join(member.whole_key().values())
    actions = update_actions(member)
    entity = written_entity(member)
    name = writing.plans[plan_key(scope.table, entity)].name if entity else writing.tables[scope.table.id].name
    lines = [f"actions: list[Action] = {written([*actions], 4)}"]
    if entity is not None and (more := index_keys(member, entity, name)):
        lines.append(f"actions += {more}")
    condition = _condition(member)
    lines.append(f"{name}({key}).update(actions=actions{f', condition={condition}' if condition else ''})")
    return "None", lines, ()


def _batch_get(writing: ModelContext, member: MemberWriter) -> _Made:
    if member.plan.pattern.steps or not member.plan.pattern.key:
        raise Unsupported("a model can read several items of one table by one key condition, and cannot run steps")
    key = list(member.whole_key().values())
    one = f"({', '.join(key)})" if len(key) > 1 else key[0]
    keys = f"[{one} {member.clause}]" if member.rounds else f"[{one}]"
    name = _class(writing, member)
    consistent = ", consistent_read=True" if member.plan.pattern.consistent else ""
    return f"Iterator[{name}]", [f"return {name}.batch_get({keys}{consistent}{_projected(member)})"], ()
