"""Counters: increments that fail, that count twice, and that an index shows late.

facts/expressions#updates; facts/building-blocks#p8, facts/building-blocks#p20.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import (
    Action,
    Add,
    Arithmetic,
    Function,
    Literal,
    Operand,
    Path,
    Placeholder,
    Set,
    paths_of,
    walk,
)
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_pattern_on_table
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import together
from modeler.core.rules.support.version_fixes import guards
from modeler.core.rules.support.write_targets import (
    actions_of,
    asked_names,
    bound_values,
    is_conditioned,
    names_in_terms,
    table_of,
    update_edits,
    written_by,
)
from modeler.core.values.attribute_values import AttributeType, number


@of_pattern_on_table
def counted_by(table: Table, pattern: AccessPattern) -> Mapping[str, str]:
    """The attributes that an update adds to, and how: `ADD`, `+` or `list_append`. Adding to a set is idempotent and
    not listed.
    """
    found = {name: "ADD" for name, raw in pattern.add.items() if not isinstance(raw, dict | list) or "N" in raw}
    actions = actions_of(pattern)
    values = bound_values(table, pattern) if actions else {}
    for action in actions:
        name = name_of(action.path, pattern.names)
        if isinstance(action, Add):
            value = values.get(getattr(action.value, "text", ""))
            if value is None or value.type == AttributeType.N:
                found[name] = "ADD"
        elif isinstance(action, Set) and _grows(action.path, action.value):
            found[name] = "list_append" if isinstance(action.value, Function) else "+"
    return found


def _grows(path: Path, value: Operand) -> bool:
    """Return whether the update grows: `a = a + :n`, `a = if_not_exists(a, :zero) + :n`, `a = list_append(a,
    :more)`.
    """
    is_growth = isinstance(value, Arithmetic) or (isinstance(value, Function) and value.name == "list_append")
    return is_growth and any(part == path for part in paths_of(value))


@rule(
    "write.non_idempotent_add",
    WARNING,
    Scope.NEIGHBOURS,
    title="Retry or second delivery counts twice (not idempotent)",
    why="A request can be delivered twice, or retried after a timeout that hid its success: it then counts again",
    fix="Put a token item in the same transaction, or declare that an approximate count is enough",
    sources="facts/building-blocks#p8, facts/building-blocks#x2, facts/choices#write-guard",
    fixes=True,
    operations={Operation.UPDATE},
)
def non_idempotent_add(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None:
        return
    if "at_least_once" not in (call.pattern.facts.delivery, call.top.facts.delivery):
        return
    intents = (call.pattern.facts.intent, call.top.facts.intent)
    if any(intent.approximate for intent in intents) or _is_token_guarded(context, call, table):
        return
    for name, how in counted_by(table, call.pattern).items():
        message = f"A second delivery of {call.label} changes {name} by {how} again: the count is then too high"
        field = "update" if call.pattern.update.strip() else "add"
        intent = {**call.pattern.facts.intent.raw, "approximate": True}
        approximate = Fix("Declare that an approximate count is enough", (Put(call.pattern.id, "intent", intent),))
        # An amount of money that is nearly right is wrong.
        is_money = any(held.format == "money" for one in written_by(context, call) if (held := one.attribute(name)))
        fixes = () if is_money else (approximate,)
        yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name}, fixes=fixes)


def _is_token_guarded(context: RuleContext, call: Call, table: Table) -> bool:
    """Return whether the second delivery is rejected: by a token put in the same transaction, or by a condition on the
    changed attribute.
    """
    for member in together(context, call) if call.in_transaction else ():
        creates = any("attribute_not_exists" in str(term) for term, _ in names_in_terms(member.pattern))
        if member.pattern.operation is Operation.PUT and creates:
            return True
    changed = {name_of(action.path, call.pattern.names) for action in actions_of(call.pattern)}
    changed |= call.pattern.set.keys() | call.pattern.add.keys()
    asked = asked_names(call.pattern)
    return is_conditioned(call.pattern) and bool(guards(table, call.pattern) or asked & changed)


@rule(
    "write.increment_missing",
    WARNING,
    Scope.PATTERN,
    title="Increment of an attribute that may be missing",
    why="SET a = a + :n is rejected if the item has no a yet: the first count fails",
    fix="Use ADD, or if_not_exists(a, :zero) + :n",
    sources="facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def increment_missing(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None:
        return
    asked = asked_names(call.pattern)
    for entity in written_by(context, call):
        for action in actions_of(call.pattern):
            name = _read_name(action, call.pattern)
            if name and name not in asked and _may_be_absent(entity, name):
                message = f"{call.label} increments {name}, which {entity.name} may not have yet"
                yield Spot(
                    message, f"{call.path}.update", call.top.id, "update", {"attribute": name},
                    fixes=tuple(_counted_anew(call.pattern, action)),
                )  # fmt: skip


def _read_name(action: Action, pattern: AccessPattern) -> str:
    """The attribute whose old value an action uses without a default for a missing one; else ''."""
    if not isinstance(action, Set) or not _grows(action.path, action.value):
        return ""
    if any(isinstance(part, Function) and part.name == "if_not_exists" for part in walk(action.value)):
        return ""
    return name_of(action.path, pattern.names)


def _may_be_absent(entity: Entity, name: str) -> bool:
    attribute = entity.attribute(name)
    return attribute is None or attribute.optional < 1 or any(name not in item.values for item in entity.items)


def _counted_anew(pattern: AccessPattern, action: Action) -> Iterator[Fix]:
    """ADD where a number is added; else the same update with an initial value."""
    assert isinstance(action, Set)
    name = name_of(action.path, pattern.names)
    match action.value:
        case Arithmetic("+", left, right) if len(action.path.parts) == 1:
            amount = right if left == action.path else left
            if isinstance(amount, Placeholder):
                yield _rewritten(pattern, action, Add(action.path, amount), f"Count {name} with ADD")
    zero = number(0)
    empty = Function("if_not_exists", (action.path, Literal(zero)))
    if isinstance(action.value, Arithmetic):
        value = _replaced(action.value, action.path, empty)
        yield _rewritten(pattern, action, Set(action.path, value), f"Start {name} at 0 if it is missing")


def _replaced(value: Arithmetic, path: Path, by: Function) -> Arithmetic:
    left = by if value.left == path else value.left
    return Arithmetic(value.operator, left, by if value.right == path else value.right)


def _rewritten(pattern: AccessPattern, old: Action, new: Action, label: str) -> Fix:
    """The update with one action replaced."""
    actions = sorted((new if one is old else one for one in actions_of(pattern)), key=lambda one: type(one).__name__)
    return Fix(label, update_edits(pattern, tuple(actions)))


RULES = (non_idempotent_add, increment_missing)
