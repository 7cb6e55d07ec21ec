"""Read-modify-write: whether a version guards it, and how often guarded writes conflict.

facts/choices#write-guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from modeler.core import limits
from modeler.core.capacity.changes import condition_terms
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import (
    Add,
    And,
    Arithmetic,
    Condition,
    Function,
    Literal,
    Name,
    Path,
    Set,
    Update,
)
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.fixes import AddPart as AddPart
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.item_rates import share_of_one
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.version_fixes import (
    EXPECTED,
    as_read,
    can_lack,
    compared,
    given_versions,
    guards,
    is_of_something_else,
    is_version,
    kept,
    version_example,
)
from modeler.core.rules.support.write_targets import (
    actions_of,
    add_condition,
    asked_names,
    bound_placeholders,
    changes_of,
    is_conditioned,
    is_member,
    is_unread,
    members,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.values.attribute_values import AttributeType, number, string
from modeler.core.values.json_values import to_dynamodb_json


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.DESIGN,
    title="Lost update",
    why="Two callers read the same item and write it back, and the first one's change is lost",
    fix="Keep a version: require the one that was read, and write the next one in the same call",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
    hides=("write.no_exists_condition",),
    fixes=True,
)
def no_version_condition(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        table = table_of(context, call) if call.pattern.operation in (Operation.PUT, Operation.UPDATE) else None
        if table is None:
            continue
        entities = written_by(context, call)
        ignored = context.of_call("ignored version", call, partial(_ignored, call, table, entities))
        for entity, said in zip(entities, ignored, strict=True):
            message = _loses(context, call, table) if entity.concurrent else said
            if message:
                yield _version_spot(call, table, entity, message)
                break


def _ignored(call: Call, table: Table, entities: tuple[Entity, ...]) -> tuple[str, ...]:
    return tuple(_ignores(call, table, entity) for entity in entities)


def _ignores(call: Call, table: Table, entity: Entity) -> str:
    """Describe an update that writes a version and does not check it. To keep one says that several clients write."""
    pattern = call.pattern
    if pattern.operation is not Operation.UPDATE or guards(table, pattern) or is_unread(pattern):
        return ""
    for name in given_versions(pattern):
        held = entity.attribute(name)
        counts = held is not None and held.type is AttributeType.N and not is_of_something_else(name)
        if counts and name not in asked_names(pattern) and name not in entity.identity:
            return f"{call.label} writes the {name} of its caller and does not check the one that was read"
    return ""


def _loses(context: RuleContext, call: Call, table: Table) -> str:
    """Describe how an update can be lost; '' if it cannot."""
    pattern = call.pattern
    if is_unread(pattern):
        return ""
    idle = sorted(name for name in compared(pattern) if is_version(name))
    changed = changes_of(table, pattern).keys() - kept(pattern)
    if idle and pattern.operation is Operation.UPDATE and not set(idle) & changed:
        return f"{call.label} checks {idle[0]} but does not write the next one: a second write with it also succeeds"
    if guards(table, pattern):
        return ""
    if pattern.operation is Operation.PUT:
        creates = any("attribute_not_exists" in str(term) for term, _ in names_in_terms(pattern))
        if creates or not (is_conditioned(pattern) or pattern.facts.intent.replace):
            return ""
        return f"{call.label} puts the whole item back and overwrites changes made since it was read"
    if _only_counts(pattern):
        return ""
    given = sorted(name for name in given_versions(pattern) if not idle)
    if given:
        return f"{call.label} writes the {given[0]} of its caller and does not check the one that was read"
    read = _read_before(context, call)
    return f"{call.label} writes a result of {read} and ignores changes made since" if read else ""


def _only_counts(pattern: AccessPattern) -> bool:
    """ADD and `SET x = x + :n` are computed by DynamoDB from the current value."""
    actions = actions_of(pattern)
    if actions:
        return all(
            isinstance(one, Add) or (isinstance(one, Set) and isinstance(one.value, Arithmetic)) for one in actions
        )
    return bool(pattern.add) and not pattern.set and not pattern.remove


def _read_before(context: RuleContext, call: Call) -> str:
    """The read on which the write depends: one it follows on the same key, or an earlier step of the sequence."""
    if is_member(call) and call.top.operation is Operation.STEPS:
        for step in members(context, call.top):
            if step.path == call.path:
                break
            if step.pattern.operation is Operation.GET and _shares(step.pattern, call):
                return f"the {step.pattern.operation} before it"
    follows = call.pattern.facts.follows or call.top.facts.follows
    if follows is None or not follows.same_key:
        return ""
    other = context.design.pattern(follows.code)
    return follows.code if other is not None and other.operation.is_read else ""


def _shares(read: AccessPattern, call: Call) -> bool:
    return not read.entities or not call.pattern.entities or bool(set(read.entities) & set(call.pattern.entities))


def _version_spot(call: Call, table: Table, entity: Entity, message: str) -> Spot:
    pattern = call.pattern
    version = next((one.name for one in entity.attributes if is_version(one.name)), "version")
    field = "condition" if pattern.condition.strip() else "if"
    fixes = _version_fix(table, entity, pattern, version)
    return Spot(message, f"{call.path}.{field}", call.top.id, field, {"version": version}, fixes=fixes)


def _version_fix(table: Table, entity: Entity, pattern: AccessPattern, version: str) -> tuple[Fix, ...]:
    """Require the version that was read, and write the next one: as an intent, or in an explicit update."""
    attribute = entity.attribute(version) or Attribute("", version, AttributeType.N)
    if attribute.type != AttributeType.N or EXPECTED in pattern.values or version in kept(pattern):
        return ()
    edits: list[Edit] = []
    if entity.attribute(version) is None:
        edits.append(AddPart(entity.id, "attributes", {"name": version, "type": "N", "format": "integer"}))
    asked = as_read(entity, version)
    read = version_example(entity, pattern, version)
    parameters = {EXPECTED[1:]: str(read), **pattern.parameters}
    if pattern.operation is Operation.PUT:
        parameters[version] = str(read + 1)
    changed = version in changes_of(table, pattern)
    if pattern.update.strip():
        edits += _guarded(entity, pattern, version, asked, bumped=changed)
    else:
        if pattern.operation is Operation.UPDATE and not changed:
            edits.append(Put(pattern.id, "add", {**pattern.add, version: "1"}))
        if version not in compared(pattern):
            edits += add_condition(pattern, asked)
    if any(isinstance(edit, Put) and edit.field == "if" for edit in edits):
        edits.append(Put(pattern.id, "parameters", parameters))
    return (Fix(f"Require the {version} that was read, and write the next one", tuple(edits)),) if edits else ()


def _guarded(entity: Entity, pattern: AccessPattern, version: str, asked: Condition, *, bumped: bool) -> list[Put]:
    """The explicit update with the next version and the condition for the previous one."""
    values = {**bound_placeholders(pattern), EXPECTED: string("")}
    path = Path((Name(version),))
    actions = actions_of(pattern)
    if not actions:
        return []
    names = pattern.names
    edits: list[Put] = []
    if not bumped:
        held = Function("if_not_exists", (path, Literal(number(0)))) if can_lack(entity, version) else path
        counted = Set(path, Arithmetic("+", held, Literal(number(1))))
        sets = [one for one in actions if isinstance(one, Set)]
        rest = [one for one in actions if not isinstance(one, Set)]
        made = to_dynamodb(Update((*sets, counted, *rest)), names=names, values=values)
        names, values = made.names, dict(made.values)
        edits.append(Put(pattern.id, "update", made.text))
    if version not in compared(pattern):
        terms = condition_terms(pattern)
        made = to_dynamodb(And((*terms, asked)) if terms else asked, names=names, values=values)
        names, values = made.names, dict(made.values)
        edits.append(Put(pattern.id, "condition", made.text))
    known = {*bound_placeholders(pattern), EXPECTED}
    new = {marker: to_dynamodb_json(value) for marker, value in values.items() if marker not in known}
    if any(edit.field == "condition" for edit in edits):
        new[EXPECTED] = to_dynamodb_json(number(version_example(entity, pattern, version)))
    edits.append(Put(pattern.id, "names", dict(names) or None))
    edits.append(Put(pattern.id, "values", {**pattern.values, **new} or None))
    return edits


@rule(
    "write.contention",
    WARNING,
    Scope.DESIGN,
    title="Guarded writes that often conflict",
    why=(
        "A guarded write that conflicts fails (ConditionalCheckFailed, TransactionCanceled, "
        "TransactionConflict): it must read again and retry, which adds load"
    ),
    fix="Spread the item over shards, count with ADD, or guard fewer items; retry with jitter after reading again",
    sources="facts/choices#write-guard, facts/throughput#writes",
)
def contention(context: RuleContext) -> Iterator[Spot]:
    for pattern in context.design.patterns:
        if pattern.per_second is None or not pattern.per_second.peak:
            continue
        found = list(_losses(context, pattern))
        if found:
            share, window, what = max(found, key=lambda one: one[0])
            message = (
                f"{pattern.label}: about {100 * min(share, 1):.0f}% of the calls at peak conflict with "
                f"another on the same {what} within {window:g} ms and fail (estimate)"
            )
            yield Spot(
                message, f"patterns.{pattern.label}.per_second", pattern.id, "per_second", {"share": min(share, 1.0)}
            )


def _losses(context: RuleContext, pattern: AccessPattern) -> Iterator[tuple[float, float, str]]:
    """For each guarded item with too many conflicts: calls per window, the window in ms, and whose item it is."""
    if pattern.operation is Operation.TRANSACT_WRITE:
        calls: tuple[Call, ...] = members(context, pattern)
    elif pattern.operation is Operation.STEPS:
        written = (Operation.UPDATE, Operation.PUT)
        calls = tuple(call for call in members(context, pattern) if call.pattern.operation in written)
    elif pattern.operation in (Operation.UPDATE, Operation.PUT):
        calls = (Call(pattern, pattern, ""),)
    else:
        return
    window = pattern.facts.window_ms
    for call in calls:
        table = table_of(context, call)
        if table is None or pattern.per_second is None or not _is_guarded(table, call):
            continue
        entities = written_by(context, call)
        share = share_of_one(entities[0], call) if len(entities) == 1 else None
        if share is not None and pattern.per_second.peak * share * window > 1000 * limits.CONFLICT_SHARE:
            yield pattern.per_second.peak * share * window / 1000, window, entities[0].name


def _is_guarded(table: Table, call: Call) -> bool:
    if call.in_transaction:
        # A put of a new item conflicts with nothing; transactions conflict on existing items.
        return call.pattern.operation in (Operation.UPDATE, Operation.CHECK)
    return any(is_version(name) for name in guards(table, call.pattern))


RULES = (no_version_condition, contention)
