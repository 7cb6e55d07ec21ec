"""Values that an update must not write: an amount below zero, a key of an index that is not of its type.

facts/expressions#updates, facts/limits#values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from modeler.core.algebra.meant_values import known_range
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator.bindings import bind
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Action, Add, Arithmetic, Literal, Operand, Placeholder, Set, paths_of
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_pattern_on_table
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.version_fixes import guards
from modeler.core.rules.support.write_targets import (
    actions_of,
    asked_names,
    bound_values,
    changes_of,
    is_unread,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.counts_given_back import takes_back
from modeler.core.rules.writes.write_conditions import replaces
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_AMOUNTS: Final = frozenset(
    ("allowance", "availability", "available", "balance", "balances", "budget", "coins", "copies", "credits", "funds",
     "inventory", "left", "points", "quantity", "quota", "remaining", "rooms", "seats", "slots", "spaces", "stock",
     "stocks", "tickets", "tokens", "vacancies")
)  # fmt: skip
"""Last words of what people own or what is on hand: it cannot fall below zero."""


@rule(
    "write.below_zero",
    WARNING,
    Scope.NEIGHBOURS,
    title="Decrement without a lower bound",
    why="Two callers can each take the last one: what is left is then negative, and no request was rejected",
    fix="Require in the condition that the attribute is at least the amount that is taken",
    sources="facts/expressions#updates, facts/choices#write-guard",
    operations={Operation.UPDATE},
)
def below_zero(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or pattern.facts.intent.approximate:
        return
    asked = asked_names(pattern)
    for name in () if is_unread(pattern) else _taken_from(table, pattern):
        entity = next(
            (one for one in written_by(context, call) if name not in asked and _ends_at_zero(one, name)), None
        )
        if entity is not None and not takes_back(context, call, name):
            message = f"{call.label} takes from {name} of {entity.name} without a condition on it"
            field = "update" if pattern.update.strip() else "add"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name, "entity": entity.id})


def _ends_at_zero(entity: Entity, name: str) -> bool:
    """Return whether the attribute cannot mean less than nothing: by its declared range, else by its name."""
    attribute = entity.attribute(name)
    known = known_range(attribute) if attribute is not None else None
    if known is not None:
        return known[0] >= 0
    words = [word.lower() for word in _WORD.findall(name)]
    return bool(words) and words[-1] in _AMOUNTS


@of_pattern_on_table
def _taken_from(table: Table, pattern: AccessPattern) -> tuple[str, ...]:
    """The attributes that an update makes smaller, by amounts that are known or can only be meant to be positive."""
    return tuple(dict.fromkeys(_taken(table, pattern)))


def _taken(table: Table, pattern: AccessPattern) -> Iterator[str]:
    given = bind(table, pattern).values
    for name, raw in pattern.add.items():
        found = given.get(raw[1:]) if isinstance(raw, str) and raw.startswith(":") else None
        if (amount := _number(raw if found is None else found.data)) is not None and amount < 0:
            yield name
    actions = actions_of(pattern)
    values = bound_values(table, pattern) if actions else {}
    for action in actions:
        if _takes(action, values):
            yield name_of(action.path, pattern.names)


def _takes(action: Action, values: Mapping[str, AttributeValue]) -> bool:
    if isinstance(action, Add):
        amount = _amount(action.value, values)
        return amount is not None and amount < 0
    if not isinstance(action, Set) or not isinstance(action.value, Arithmetic):
        return False
    sum_ = action.value
    if action.path not in tuple(paths_of(sum_.left)):
        return False
    amount = _amount(sum_.right, values)
    if sum_.operator == "-":
        return amount is None or amount > 0
    return amount is not None and amount < 0


def _amount(part: Operand, values: Mapping[str, AttributeValue]) -> Decimal | None:
    if isinstance(part, Placeholder) and (value := values.get(part.text)) is not None:
        return _number(value.data)
    return _number(part.value.data) if isinstance(part, Literal) else None


def _number(raw: Any) -> Decimal | None:
    plain = raw.get("N") if isinstance(raw, dict) else raw
    plain = plain.data if isinstance(plain, AttributeValue) else plain
    return as_decimal(str(plain)) if isinstance(plain, int | float | str | Decimal) else None


@rule(
    "write.index_key_value",
    ERROR,
    Scope.PATTERN,
    title="Write gives an index key a value that it cannot have",
    why="A key attribute of an index has the type of the index: NULL, another type and '' are rejected",
    fix="Write the item without the attribute, or remove it: the item is then not in the index",
    sources="facts/limits#values, facts/limits#indexes",
    operations={Operation.UPDATE, Operation.PUT},
)
def index_key_value(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    is_put = pattern.operation is Operation.PUT
    if table is None or not (is_put or pattern.set or pattern.update.strip()):
        return
    changed = _put_values(table, pattern) if is_put else changes_of(table, pattern)
    for index in table.indexes:
        for element in (*index.partition_key, *index.sort_key):
            value = changed.get(element.name)
            if value is None or (value.type is element.type and value.data not in ("", b"")):
                continue
            what = "an empty text" if value.type is element.type else value.type.value
            what = "NULL" if value.type is AttributeType.NULL else what
            message = f"{call.label} sets {element.name}, a key of {index.name} of type {element.type}, to {what}"
            field = "parameters" if is_put else "update" if pattern.update.strip() else "set"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"index": index.id})
            return


def _put_values(table: Table, pattern: AccessPattern) -> Mapping[str, AttributeValue | None]:
    """The attributes that a put lists as NULL or as an empty text. Another type can be that of a template."""
    given = bind(table, pattern).values
    return {name: one for name, one in given.items() if one.type is AttributeType.NULL or one.data in ("", b"")}


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.DESIGN,
    title="Number is written over what other writes count",
    why="It writes the number that was read: increments made since are lost",
    fix="Update only the attributes that change, or require in the condition that the count is the one that was read",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
)
def put_over_count(context: RuleContext) -> Iterator[Spot]:
    counts = {
        (entity.id, name): call.label
        for call in context.calls
        if call.pattern.operation is Operation.UPDATE and (table := table_of(context, call)) is not None
        for name, how in counted_by(table, call.pattern).items()
        if how != "list_append"
        for entity in written_by(context, call)
    }
    for call in context.calls if counts else ():
        table, pattern = table_of(context, call), call.pattern
        if table is not None and pattern.operation is Operation.UPDATE:
            yield from _set_over_count(context, table, call, counts)
        if table is None or pattern.operation is not Operation.PUT or guards(table, pattern):
            continue
        terms = list(names_in_terms(pattern))
        creates = any("attribute_not_exists" in str(term) for term, _ in terms)
        in_batch = call.within is not None and call.within.operation is Operation.BATCH_WRITE and not replaces(pattern)
        if creates or not (terms or pattern.facts.intent.replace or in_batch):
            continue
        asked = {name for _, names in terms for name in names}
        for (held, name), counter in counts.items():
            entity = next((one for one in written_by(context, call) if one.id == held and not one.concurrent), None)
            if entity is not None and name not in asked:
                message = f"{call.label} puts {entity.name} as a whole, over the {name} that {counter} counts"
                field = "steps" if in_batch else "if"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
                break


def _set_over_count(
    context: RuleContext, table: Table, call: Call, counts: dict[tuple[str, str], str]
) -> Iterator[Spot]:
    """An update that sets what others count to a value of its caller; a constant is meant to forget the count."""
    pattern = call.pattern
    given = [name for name, raw in pattern.set.items() if isinstance(raw, str) and raw.startswith(":")]
    asked = asked_names(pattern)
    unread = is_unread(pattern)
    for name in given if not guards(table, pattern) and not unread else ():
        for entity in written_by(context, call):
            counter = counts.get((entity.id, name), "")
            if counter and name not in asked and not entity.concurrent:
                message = f"{call.label} sets {name} of {entity.name}, which {counter} counts, to a value of its caller"
                yield Spot(message, f"{call.path}.if", call.top.id, "if", {"attribute": name})
                return


RULES = (below_zero, index_key_value, put_over_count)
