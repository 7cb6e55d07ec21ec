"""Helpers for rules about writes: written entities, conditions, and edits that add to a condition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from modeler.core.capacity.changes import condition_terms
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.design.write_conditions import condition_of
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import bind, expression_values
from modeler.core.evaluator.intent import intent_value
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    Action,
    And,
    Condition,
    Dialect,
    Function,
    Literal,
    Name,
    Path,
    PathPart,
    Placeholder,
    Set,
    Update,
    paths_of,
)
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.printing import print_node, to_dynamodb
from modeler.core.expressions.tokens import tokenise
from modeler.core.fixes import Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_part, of_pattern_on_table
from modeler.core.values.attribute_values import AttributeValue, string
from modeler.core.values.json_values import to_dynamodb_json, to_plain

WRITES = frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE})


def table_of(context: RuleContext, call: Call) -> Table | None:
    """The table that a call writes; a step without one inherits its pattern's."""
    return context.design.table(call.pattern.table or call.top.table)


def written_by(context: RuleContext, call: Call) -> tuple[Entity, ...]:
    """The entities that a call declares as written, or inherits from its pattern."""
    return context.written_by(call)


def writers_of(context: RuleContext, entity: Entity) -> tuple[Call, ...]:
    """The calls that declare an entity as written, in the order of the design."""
    return context.once("writers", lambda: _writers(context)).get(id(entity), ())


def _writers(context: RuleContext) -> dict[int, tuple[Call, ...]]:
    found: dict[int, list[Call]] = {}
    for call in context.calls:
        for entity in () if call.pattern.operation.is_read else written_by(context, call):
            found.setdefault(id(entity), []).append(call)
    return {key: tuple(calls) for key, calls in found.items()}


def members(context: RuleContext, top: AccessPattern) -> tuple[Call, ...]:
    """The calls that a batch, a transaction or a sequence consists of."""
    by_top = context.memo.get("members", (context.design.patterns,), lambda: _by_top(context))
    return by_top.get(id(top), ())


def _by_top(context: RuleContext) -> dict[int, tuple[Call, ...]]:
    found: dict[int, tuple[Call, ...]] = {}
    for call in context.calls:
        if is_member(call):
            found[id(call.top)] = (*found.get(id(call.top), ()), call)
    return found


def is_member(call: Call) -> bool:
    """Return whether it is a step of a batch, a transaction or a sequence."""
    return call.path.endswith("]") and call.pattern is not call.top


def is_conditioned(pattern: AccessPattern) -> bool:
    """Return whether the write has a condition, readable or not."""
    return bool(pattern.condition.strip() or pattern.if_.strip())


def is_of_new_items(table: Table, pattern: AccessPattern) -> bool:
    """Return whether the write's condition holds only for an item that does not exist: it lacks a key of the table."""
    absent = [exists(name, negated=True) for name in table.base.key_names]
    return any(term in absent for term in condition_terms(pattern))


@of_pattern_on_table
def bound_values(table: Table, pattern: AccessPattern) -> Mapping[str, AttributeValue]:
    """The value of each placeholder, as far as values and example parameters show it."""
    try:
        return expression_values(pattern, bind(table, pattern))
    except Invalid:
        return dict(bind(table, pattern).placeholders)


@of_part
def actions_of(pattern: AccessPattern) -> tuple[Action, ...]:
    """The actions of an explicit update expression; none for an update by intent or one that cannot be parsed."""
    if not pattern.update.strip():
        return ()
    try:
        actions = parse_update(pattern.update, Dialect.DYNAMODB).actions
        for action in actions:
            for path in paths_of(action):
                name_of(path, pattern.names)
    except ExpressionInvalid:
        return ()
    return actions


@of_pattern_on_table
def changes_of(table: Table, pattern: AccessPattern) -> Mapping[str, AttributeValue | None]:
    """The attributes that an update changes, with the new value if it is known."""
    found: dict[str, AttributeValue | None] = dict.fromkeys(pattern.remove)
    bindings = bind(table, pattern)
    for name, raw in pattern.set.items():
        is_untold = isinstance(raw, str) and raw.startswith(":") and raw[1:] not in bindings.values
        try:
            found[name] = None if is_untold else intent_value(raw, name, bindings)
        except Invalid:
            found[name] = None
    found |= dict.fromkeys(pattern.add)
    actions = actions_of(pattern)
    values = bound_values(table, pattern) if actions else {}
    for action in actions:
        value = None
        if isinstance(action, Set) and len(action.path.parts) == 1 and isinstance(action.value, Placeholder):
            value = values.get(action.value.text)
        found[name_of(action.path, pattern.names)] = value
    return found


@of_part
def names_in_terms(pattern: AccessPattern) -> tuple[tuple[Condition, frozenset[str]], ...]:
    """Each term of a write's condition, with the attributes that it uses."""
    return tuple(
        (term, frozenset(name_of(path, pattern.names) for path in paths_of(term))) for term in condition_terms(pattern)
    )


@of_part
def asked_names(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that a write's condition looks at."""
    return frozenset(name for _, used in names_in_terms(pattern) for name in used)


def is_unread(pattern: AccessPattern) -> bool:
    """Return whether the write has a condition that cannot be parsed, which is another finding."""
    return is_conditioned(pattern) and not names_in_terms(pattern)


def exists(name: str, *, negated: bool = False) -> Condition:
    """Return whether the node is `attribute_exists(name)` or `attribute_not_exists(name)`."""
    return Function("attribute_not_exists" if negated else "attribute_exists", (Path((Name(name),)),))


def condition_text(node: Condition) -> str:
    """A condition in the syntax of the design document."""
    return print_node(node)


def add_condition(pattern: AccessPattern, added: Condition) -> tuple[Put, ...]:
    """Return the edits that add a term to a condition; none if the existing condition cannot be parsed.

    An explicit update gets an explicit condition with names and values, anything else the document's `if`.
    """
    terms = condition_terms(pattern)
    if is_conditioned(pattern) and not terms:
        return ()
    if not pattern.condition.strip() and (pattern.if_.strip() or not pattern.update.strip()):
        return (Put(pattern.id, "if", print_node(_all((*terms, added)))),)
    try:
        made = to_dynamodb(_all((*terms, added)), names=pattern.names, values=bound_placeholders(pattern))
    except ExpressionInvalid:
        return ()
    new = {
        name: to_plain(value, value.type)
        for name, value in made.values.items()
        if name not in bound_placeholders(pattern)
    }
    edits = [Put(pattern.id, "condition", made.text)]
    if made.names:
        edits.append(Put(pattern.id, "names", dict(made.names)))
    if new:
        edits.append(Put(pattern.id, "values", {**pattern.values, **new}))
    return tuple(edits)


def bound_placeholders(pattern: AccessPattern) -> dict[str, AttributeValue]:
    """Placeholders that are in use; their meaning does not matter."""
    names = (*(name.removeprefix(":") for name in pattern.values), *pattern.parameters)
    return {f":{name}": string("") for name in names}


def _all(terms: tuple[Condition, ...]) -> Condition:
    return terms[0] if len(terms) == 1 else And(terms)


def update_edits(pattern: AccessPattern, actions: tuple[Action, ...]) -> tuple[Put, ...]:
    """The edits that give a pattern these actions as its explicit update, with the values that they need."""
    known = bound_placeholders(pattern)
    made = to_dynamodb(Update(actions), names=pattern.names, values=known)
    new = {marker: to_dynamodb_json(value) for marker, value in made.values.items() if marker not in known}
    kept = {
        name: raw for name, raw in pattern.values.items() if f":{name.removeprefix(':')}" in _used(made.text, pattern)
    }
    return (
        Put(pattern.id, "update", made.text),
        Put(pattern.id, "names", dict(made.names) or None),
        Put(pattern.id, "values", {**kept, **new} or None),
    )


def _used(text: str, pattern: AccessPattern) -> set[str]:
    """The placeholders that an update and the pattern's condition use."""
    return {token.text for token in tokenise(f"{text} {pattern.condition}") if token.text.startswith(":")}


def resolved[T](part: T, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> T:
    """A node with names for its `#names`, and constants for those of its placeholders that have values."""
    made: Any = part
    match made:
        case Path(parts):
            made = Path(tuple(_named(one, names) for one in parts))
        case Placeholder(text) if text in values:
            made = Literal(values[text])
        case tuple() if not isinstance(made, AttributeValue):
            made = tuple(resolved(one, names, values) for one in made)
        case _ if is_dataclass(made) and not isinstance(made, type | Literal | Name):
            changed = {field.name: resolved(getattr(made, field.name), names, values) for field in fields(made)}
            made = replace(made, **changed)
    found: T = made
    return found


def _named(part: PathPart, names: Mapping[str, str]) -> PathPart:
    return Name(names[part.text]) if isinstance(part, Placeholder) and part.text in names else part


def parsed_condition(pattern: AccessPattern) -> Condition | None:
    """The write's condition in either syntax; None if there is none, or none that can be parsed."""
    try:
        return condition_of(pattern)
    except ExpressionInvalid:
        return None
