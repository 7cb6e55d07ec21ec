"""Conditions that hold where the write should fail. facts/expressions#conditions, facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, known_range, meaning_of
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.nodes import And, Comparison, Condition, Function, Not, Or
from modeler.core.keys.attribute_formats import format_of
from modeler.core.rules.operations.ttl import is_called
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.own_ids import is_own_id
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import key_sources, together
from modeler.core.rules.support.version_fixes import is_version
from modeler.core.rules.support.write_targets import (
    asked_names,
    is_unread,
    names_in_terms,
    parsed_condition,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.write_conditions import replaces

_AT_MOST: Final = re.compile(
    r"(?i)\b(at most|no more than|not more than|never more than|max(imum)?( of)?|up to|limit(ed)?( of| to)?|below"
    r"|within (its|the|their) (capacity|limit|quota)|overbook\w*|oversold|overfull|never exceeds?)\b"
)
_PLACES: Final = re.compile(
    r"(?i)free|left|avail|remain|seat|place|slot|member|attend|particip|booked|used|reserved|taken|sold|enrol|occup"
)
_AGAIN: Final = re.compile(r"(?i)overwr|retr|duplicat|twice|idempot|replac|exactly once|only once|created once")
_TOKENS: Final = frozenset(
    ["token", "idempotency", "idempotent", "dedup", "lock", "lease", "mutex", "claim", "event", "message", "request"]
)
_MADE: Final = frozenset({"ulid", "uuid4", "uuid7", "uuid", "ksuid", "nanoid"})


@rule(
    "write.no_condition_on_create",
    WARNING,
    Scope.NEIGHBOURS,
    title="Condition of a create also holds for the item of another",
    why="Different from a value is also what belongs to somebody else: the put replaces it without an error",
    fix="Require attribute_not_exists of the partition key, perhaps OR that the item is the caller's own",
    sources="facts/expressions#conditions, facts/choices#write-guard",
    operations={Operation.PUT},
)
def accepts_others(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    node = parsed_condition(pattern)
    if table is None or node is None or is_unread(pattern) or replaces(pattern) or not _is_met_by_others(node, pattern):
        return
    for entity in written_by(context, call):
        names = sorted(asked_names(pattern) - set(table.base.key_names))
        held = [one for name in names if (one := entity.attribute(name)) is not None]
        if held and not any(meaning_of(one) is Meaning.TIME or is_version(one.name) for one in held):
            message = f"{call.label} puts a {entity.name} also over one whose {held[0].name} is another's"
            field = "condition" if pattern.condition.strip() else "if"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id})
            return


def _is_met_by_others(node: Condition, pattern: AccessPattern) -> bool:
    """Return whether an item that exists, with other values, meets the condition of a put that can also create."""
    match node:
        case And(terms):
            return all(_is_met_by_others(term, pattern) for term in terms)
        case Or(terms):
            return any(_is_met_by_others(term, pattern) for term in terms)
        case Comparison("<>"):
            return True
        case Not(Comparison("=")):
            return True
    return False


@rule(
    "write.condition_always_true",
    WARNING,
    Scope.NEIGHBOURS,
    title="Condition that a new id always meets",
    why="The key contains an id that is made for this item: no item has it yet, and the invariant is not checked",
    fix="Make the key of what may exist only once, or put an item with such a key in the same transaction",
    sources="facts/building-blocks#p2, facts/expressions#conditions",
    operations={Operation.PUT},
)
def condition_always_true(context: RuleContext, call: Call) -> Iterator[Spot]:
    invariant = call.top.facts.invariant.strip()
    if call.pattern is not call.top or not invariant or _AGAIN.search(invariant):
        return  # the invariant of a transaction can be about its members together
    made = _made_id(context, call)
    if made is not None:
        entity, name = made
        message = f"{call.label} checks only that its new {name} is not there yet, and declares: {invariant}"
        field = "condition" if call.pattern.condition.strip() else "if"
        yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id, "attribute": name})


def _made_id(context: RuleContext, call: Call) -> tuple[Entity, str] | None:
    """The entity and the id, made for each item, in the key that a put requires to be free; None if it has none."""
    table, pattern = table_of(context, call), call.pattern
    terms = list(names_in_terms(pattern))
    if table is None or not terms or not all(_is_absence(term) for term, _ in terms):
        return None
    for entity in written_by(context, call):
        if entity.constraint_of or is_called(entity, _TOKENS):
            continue
        sources = key_sources(entity)
        for name in entity.identity:
            held = entity.attribute(name)
            if held is None or name not in sources or held.format not in _MADE or not format_of(held).unique:
                continue
            if len(sources) > 1 and is_own_id(entity, held):
                return entity, name
    return None


def _is_absence(term: Condition) -> bool:
    return isinstance(term, Function) and term.name == "attribute_not_exists"


@rule(
    "write.above_limit",
    WARNING,
    Scope.NEIGHBOURS,
    title="Increment without the upper bound that is declared",
    why="Two callers can each take the last place: the number then exceeds its bound, and no request was rejected",
    fix="Require in the condition that the attribute is below the bound",
    sources="facts/expressions#updates, facts/choices#write-guard",
    operations={Operation.UPDATE},
)
def above_limit(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_unread(pattern) or pattern.facts.intent.approximate:
        return
    invariant = call.top.facts.invariant.strip() or (call.top.name if _AT_MOST.search(call.top.name) else "")
    asked = asked_names(pattern)
    for name, how in counted_by(table, pattern).items():
        if how == "list_append" or name in asked or _takes(pattern, name):
            continue
        for entity in written_by(context, call):
            held = entity.attribute(name)
            bounds = known_range(held) if held is not None else None
            says = f"declares: {invariant}" if invariant and _AT_MOST.search(invariant) else ""
            says = says or (f"its range ends at {bounds[1]:f}" if bounds and _PLACES.search(name) else "")
            if says and not _checked_beside(context, call):
                message = f"{call.label} adds to {name} of {entity.name} without a condition on it, and {says}"
                field = "update" if pattern.update.strip() else "add"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
                return


def _takes(pattern: AccessPattern, name: str) -> bool:
    """Return whether an amount is negative: another rule looks at the lower bound."""
    raw = pattern.add.get(name)
    raw = pattern.parameters.get(raw[1:], raw) if isinstance(raw, str) and raw.startswith(":") else raw
    return str(raw).lstrip().startswith("-") or f"{name} -" in pattern.update


def _checked_beside(context: RuleContext, call: Call) -> bool:
    """Return whether another member of the transaction compares an amount."""
    for one in together(context, call):
        if one is call:
            continue
        for term, used in names_in_terms(one.pattern):
            if isinstance(term, Comparison) and term.operator in {"<", "<=", ">", ">="} and used:
                return True
    return False


RULES = (accepts_others, condition_always_true, above_limit)
