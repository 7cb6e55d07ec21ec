"""Who writes back what was read, whether a version guards it, and how often guarded writes meet.

facts/choices#write-guard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from modeler.core import limits
from modeler.core.capacity.changes import condition_terms
from modeler.core.capacity.skew import hottest_share
from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import (
    Add,
    And,
    Arithmetic,
    Comparison,
    Condition,
    Literal,
    Name,
    Path,
    Placeholder,
    Set,
    Update,
)
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.fixes import Add as AddPart
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import (
    actions_of,
    add_condition,
    bound_placeholders,
    changes_of,
    is_conditioned,
    is_member,
    members,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.values.attribute_values import AttributeType, number, string
from modeler.core.values.json_values import to_dynamodb_json

_EXPECTED = ":expectedVersion"
_VERSION = re.compile(r"(?:.*[_-]|.*(?=V|R))?(?:v|ver|version|rev|revision|etag)", re.IGNORECASE)


def is_version(name: str) -> bool:
    """Is it named as versions are?"""
    return _VERSION.fullmatch(name) is not None


def compared(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that a write's condition asks to be equal to something."""
    found: set[str] = set()
    for term, names in names_in_terms(pattern):
        if isinstance(term, Comparison) and term.operator == "=":
            found |= names
        elif not isinstance(term, Comparison):
            found |= {name for name in names if is_version(name)}
    return frozenset(found)


def guards(table: Table, pattern: AccessPattern) -> frozenset[str]:
    """The attributes by which a write sees that another was there before: asked for, and changed."""
    changed = changes_of(table, pattern).keys() if pattern.operation is Operation.UPDATE else None
    asked = compared(pattern)
    return asked if changed is None else asked & changed


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.DESIGN,
    title="A lost update",
    why="two callers read the same item, each writes back what it made of it, and the first one's change is gone",
    fix="keep a version: ask for the one that was read, and write the next in the same call",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
    hides=("write.no_exists_condition",),
    fixes=True,
)
def no_version_condition(context: RuleContext) -> Iterator[Spot]:
    if not any(entity.concurrent for _, entity in context.design.entities()):
        return
    for call in context.calls:
        table = table_of(context, call)
        entities = [entity for entity in written_by(context, call) if entity.concurrent]
        if table is None or not entities or call.pattern.operation not in (Operation.PUT, Operation.UPDATE):
            continue
        if message := _loses(context, call, table):
            yield _version_spot(call, table, entities[0], message)


def _loses(context: RuleContext, call: Call, table: Table) -> str:
    """How an update may be lost, in words; '' where it cannot."""
    pattern = call.pattern
    if is_conditioned(pattern) and not any(True for _ in names_in_terms(pattern)):
        return ""
    idle = sorted(name for name in compared(pattern) if is_version(name))
    if idle and pattern.operation is Operation.UPDATE and not guards(table, pattern):
        return f"{call.label} asks for {idle[0]} and does not write the next: a second write with it passes too"
    if guards(table, pattern):
        return ""
    if pattern.operation is Operation.PUT:
        creates = any("attribute_not_exists" in str(term) for term, _ in names_in_terms(pattern))
        if creates or not (is_conditioned(pattern) or usage_settings.intent(pattern).get("replace") is True):
            return ""
        return f"{call.label} puts the whole item back and does not see what others wrote since it was read"
    if _only_counts(pattern):
        return ""
    read = _read_before(context, call)
    return f"{call.label} writes what follows from {read}, and does not see what others wrote since" if read else ""


def _only_counts(pattern: AccessPattern) -> bool:
    """ADD and `SET x = x + :n` are computed by DynamoDB from what is there."""
    actions = actions_of(pattern)
    if actions:
        return all(
            isinstance(one, Add) or (isinstance(one, Set) and isinstance(one.value, Arithmetic)) for one in actions
        )
    return bool(pattern.add) and not pattern.set and not pattern.remove


def _read_before(context: RuleContext, call: Call) -> str:
    """The read on which the write depends: what it follows on the same key, or an earlier step of the sequence."""
    if is_member(call) and call.top.operation is Operation.STEPS:
        for step in members(context, call.top):
            if step.path == call.path:
                break
            if step.pattern.operation is Operation.GET and _shares(step.pattern, call):
                return f"the {step.pattern.operation} before it"
    follows = usage_settings.follows(call.pattern) or usage_settings.follows(call.top)
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
    """Ask for the version that was read, and write the next: as an intent, or in the update's own expression."""
    attribute = entity.attribute(version) or Attribute("", version, AttributeType.N)
    if attribute.type != AttributeType.N or _EXPECTED in pattern.values:
        return ()
    edits: list[Edit] = []
    if entity.attribute(version) is None:
        edits.append(AddPart(entity.id, "attributes", {"name": version, "type": "N", "format": "integer"}))
    asked = Comparison("=", Path((Name(version),)), Placeholder(_EXPECTED))
    parameters = {_EXPECTED[1:]: "1", **pattern.parameters}
    if pattern.operation is Operation.PUT:
        parameters[version] = "2"
    changed = version in changes_of(table, pattern)
    if pattern.update.strip():
        edits += _guarded(pattern, version, asked, bumped=changed)
    else:
        if pattern.operation is Operation.UPDATE and not changed:
            edits.append(Put(pattern.id, "add", {**pattern.add, version: "1"}))
        if version not in compared(pattern):
            edits += add_condition(pattern, asked)
    if any(isinstance(edit, Put) and edit.field == "if" for edit in edits):
        edits.append(Put(pattern.id, "parameters", parameters))
    return (Fix(f"Ask for the {version} that was read, and write the next", tuple(edits)),) if edits else ()


def _guarded(pattern: AccessPattern, version: str, asked: Condition, *, bumped: bool) -> list[Put]:
    """The update's own expressions with the next version and the condition for the one before."""
    values = {**bound_placeholders(pattern), _EXPECTED: string("")}
    path = Path((Name(version),))
    actions = actions_of(pattern)
    if not actions:
        return []
    names = pattern.names
    edits: list[Put] = []
    if not bumped:
        counted = Set(path, Arithmetic("+", path, Literal(number(1))))
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
    known = {*bound_placeholders(pattern), _EXPECTED}
    new = {marker: to_dynamodb_json(value) for marker, value in values.items() if marker not in known}
    if any(edit.field == "condition" for edit in edits):
        new[_EXPECTED] = to_dynamodb_json(number(1))
    edits.append(Put(pattern.id, "names", dict(names) or None))
    edits.append(Put(pattern.id, "values", {**pattern.values, **new} or None))
    return edits


@rule(
    "write.contention",
    WARNING,
    Scope.DESIGN,
    title="Writers that keep losing",
    why="a guarded write that meets another fails (ConditionalCheckFailed, TransactionCanceled, TransactionConflict): "
    "it must read again and retry, which brings more load",
    fix="spread the item over shards, count with ADD, or guard fewer items; retry with jitter after reading again",
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
                f"{pattern.label}: at its peak about {100 * min(share, 1):.0f} % of the calls meet another on the same "
                f"{what} within {window:g} ms and fail (estimate)"
            )
            yield Spot(
                message, f"patterns.{pattern.label}.per_second", pattern.id, "per_second", {"share": min(share, 1.0)}
            )


def _losses(context: RuleContext, pattern: AccessPattern) -> Iterator[tuple[float, float, str]]:
    """For each item that a guarded write touches and that too many meet: calls that fall into one window on it, the
    window in ms, and whose item it is.
    """
    if pattern.operation is Operation.TRANSACT_WRITE:
        calls: tuple[Call, ...] = members(context, pattern)
    elif pattern.operation is Operation.STEPS:
        written = (Operation.UPDATE, Operation.PUT)
        calls = tuple(call for call in members(context, pattern) if call.pattern.operation in written)
    elif pattern.operation in (Operation.UPDATE, Operation.PUT):
        calls = (Call(pattern, pattern, ""),)
    else:
        return
    window = usage_settings.window_ms(pattern)
    for call in calls:
        table = table_of(context, call)
        entities = written_by(context, call)
        if table is None or len(entities) != 1 or pattern.per_second is None:
            continue
        share = _share_of_one(table, entities[0], call)
        if share is None or pattern.per_second.peak * share * window <= 1000 * limits.CONFLICT_SHARE:
            continue
        if _is_guarded(table, call):
            yield pattern.per_second.peak * share * window / 1000, window, entities[0].name


def _is_guarded(table: Table, call: Call) -> bool:
    if call.in_transaction:
        # A put of a new item meets nobody; what is there already is what transactions fight for.
        return call.pattern.operation in (Operation.UPDATE, Operation.CHECK)
    return any(is_version(name) for name in guards(table, call.pattern))


def _share_of_one(table: Table, entity: Entity, call: Call) -> float | None:
    """The share of the calls that fall on the hottest item; None where it is not known."""
    templates = [parse(text) for one in call.pattern.key for text in one.templates]
    if templates and all(template.is_constant for template in templates):
        return 1.0
    skew = usage_settings.skew(call.pattern) or usage_settings.skew(call.top)
    return hottest_share(skew, float(entity.count) if entity.count else None)


RULES = (no_version_condition, contention)
