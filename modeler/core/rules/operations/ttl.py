"""Items that expire: a valid TTL attribute, and no reliance on timely deletion. facts/limits#features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from difflib import get_close_matches
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import paths_of
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Edit, Fix, Put, put
from modeler.core.keys.attribute_formats import format_of
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.own_ids import is_own_id
from modeler.core.rules.support.read_costs import purpose_of
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, as_decimal

_MILLISECONDS: Final = Decimal(10) ** 11
"""Numbers from here on are not seconds: the year would be 5138."""
_LONG_PAST: Final = Decimal(1_609_459_200)
"""January 1, 2021: more than five years before these rules were written, so DynamoDB ignores it."""
_CLAIMED: Final = frozenset(
    ["lock", "lease", "mutex", "semaphore", "idempotency", "idempotent", "dedup", "reservation", "claim"]
)
_COUNTED_UP: Final = re.compile(r"(?i)attempt|retry|seq|version|revision|step|turn|round|run|page|index$")
_DRAWN: Final = re.compile(r"(?i)(id|hash|token|code|nonce)$")
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_called(entity: Entity, words: frozenset[str]) -> bool:
    """Return whether one of these words is in the entity's name."""
    return any(word.lower().removesuffix("s") in words for word in _WORDS.findall(entity.name))


def ttl_attribute(table: Table) -> str:
    """The name of the table's TTL attribute; '' if none."""
    return table.options.ttl_attribute


@rule(
    "ttl.bad_attribute",
    ERROR,
    Scope.ENTITY,
    title="TTL attribute is not a time that DynamoDB reads",
    why="TTL reads a top-level number in epoch seconds, and ignores anything else and times more than five years past",
    fix="Store epoch seconds in a number",
    sources="facts/limits#time-to-live",
    fixes=True,
)
def bad_attribute(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    name = ttl_attribute(table)
    attribute = entity.attribute(name) if name else None
    path = entity_path(table, entity)
    if attribute is not None and (reason := _misdeclared(attribute)):
        edits: list[Edit] = [Put(attribute.id, "type", "N"), Put(attribute.id, "format", "epoch_seconds")]
        fixes = (Fix(f"Make {name} a number of epoch seconds", tuple(edits)),) if not has_values(entity, name) else ()
        yield Spot(f"{name} of {entity.name} {reason}", path, attribute.id, "format", fixes=fixes)
        return
    for item in entity.items:
        value = item.values.get(name) if name else None
        if value is not None and value.type != "NULL" and (reason := _misread(str(value.data), value.type)):
            message = f"{name} of a sample item of {entity.name} {reason}"
            yield Spot(message, f"{path}.items.{item.id}", item.id, f"values.{name}")
            return


def _misdeclared(attribute: Attribute) -> str:
    if attribute.type is not AttributeType.N:
        return f"has type {attribute.type}, not a number"
    if attribute.format not in {"", "epoch_seconds", "integer", "sequence"}:
        return f"holds {attribute.format}, not epoch seconds"
    return ""


def has_values(entity: Entity, name: str) -> bool:
    return any(name in item.values for item in entity.items)


def _misread(text: str, kind: str) -> str:
    number = as_decimal(text) if kind == "N" else None
    if number is None:
        return f"is {text!r} of type {kind}, not a number of seconds"
    if number >= _MILLISECONDS:
        return f"is {text}, which is in milliseconds"
    return f"is {text}, more than five years past" if number < _LONG_PAST else ""


@rule(
    "ttl.bad_attribute",
    ERROR,
    Scope.TABLE,
    title=bad_attribute.title,
    why=bad_attribute.why,
    fix=bad_attribute.fix,
    sources=bad_attribute.sources,
)
def nested_attribute(context: RuleContext, table: Table) -> Iterator[Spot]:
    name = ttl_attribute(table)
    declared = any(entity.attribute(name) is not None for entity in table.entities)
    if not declared and ("." in name or "[" in name):
        message = f"{name} of {table.name} is inside another attribute; TTL reads only a top-level number"
        yield Spot(message, f"tables.{table.name}", table.id, "settings.ttl_attribute")
    elif name in table.base.key_names:
        message = f"{name} is a key of {table.name}; TTL needs a separate attribute"
        yield Spot(message, f"tables.{table.name}", table.id, "settings.ttl_attribute")


@rule(
    "ttl.bad_attribute",
    WARNING,
    Scope.TABLE,
    title=bad_attribute.title,
    why="TTL looks at one attribute, and an item without it never expires",
    fix="Name an attribute of the entities that expire, or add it to them",
    sources=bad_attribute.sources,
    fixes=True,
)
def attribute_of_nobody(context: RuleContext, table: Table) -> Iterator[Spot]:
    name, field = ttl_attribute(table), "settings.ttl_attribute"
    known = {one for entity in table.entities for one in context.attribute_names(entity)}
    held = known | {one for item in table.unassigned for one in item.values} | set(table.base.key_names)
    if not name or not table.entities or name in held or "." in name or "[" in name:
        return
    fit = {one.name for entity in table.entities for one in entity.attributes if not _misdeclared(one)}
    close = get_close_matches(name, sorted(fit - set(table.base.key_names)), 1)
    # Entities that were inferred from samples can lack an attribute that few items have.
    severity = ADVICE if any(entity.provenance for entity in table.entities) else WARNING
    message = f"TTL of {table.name} is on {name}, which no entity has, so nothing expires"
    fixes = put(f"Use {close[0]}", table.id, field, close[0]) if close else ()
    yield Spot(message, f"tables.{table.name}", table.id, field, {"attribute": name}, severity, fixes=fixes)


def spoken_of(text: str, pattern: AccessPattern) -> frozenset[str]:
    """Names of the attributes that a condition or filter uses; none if it cannot be parsed."""
    if not text.strip():
        return frozenset()
    try:
        return frozenset(name_of(path, pattern.names) for path in paths_of(parse_condition(text)))
    except (ExpressionInvalid, KeyError):
        return frozenset()


@rule(
    "ttl.correctness",
    WARNING,
    Scope.NEIGHBOURS,
    title="Create is rejected until TTL deletes the expired item",
    why="TTL deletes items within days, without a guarantee; until then the old item still makes the new one fail",
    fix="Let the condition also accept an expired item",
    sources="facts/anti-patterns#a16, facts/limits#time-to-live",
    fixes=True,
    operations={Operation.PUT, Operation.CHECK, Operation.UPDATE},
)
def correctness(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    name = ttl_attribute(table) if table is not None else ""
    if table is None or not name:
        return
    field = "condition" if pattern.condition.strip() else "if"
    text = pattern.condition if field == "condition" else pattern.if_
    waits = "attribute_not_exists" in text.lower() and not _accepts_past(context, pattern, text, name)
    expects = pattern.facts.intent.expects_gone or purpose_of(call) == "expire"
    for entity in context.design.entities_of(pattern):
        expires = entity.attribute(name) is not None or has_values(entity, name)
        if expires and waits and (expects or is_called(entity, _CLAIMED) or _comes_again(context, entity)):
            message = (
                f"{call.label} creates {entity.name} only if it does not exist, and an expired one can remain for days"
            )
            yield Spot(
                message, f"{call.path}.{field}", call.top.id, field, fixes=_accepting(pattern, field, text, name)
            )
            return


def _accepts_past(context: RuleContext, pattern: AccessPattern, text: str, name: str) -> bool:
    """Return whether a condition looks at the expiration time, or at another time at which the item ends."""
    names = spoken_of(text, pattern)
    times = {
        one.name
        for entity in context.design.entities_of(pattern)
        for one in entity.attributes
        if one.format in {"epoch_seconds", "epoch_millis", "iso"}
    }
    return name in names or (" or " in text.lower() and bool(names & times))


def _comes_again(context: RuleContext, entity: Entity) -> bool:
    """Return whether the key of an expired item can be needed again: it names a thing, such as the charger that a hold
    is for, and is not made for the item.
    """
    held = [one for name in entity.identity if (one := entity.attribute(name)) is not None]
    things = _things(context, entity)
    made = any(one.name not in things and _is_made(entity, one) for one in held)
    return bool(held) and not made and not any(_COUNTED_UP.search(one.name) for one in held)


def _things(context: RuleContext, entity: Entity) -> set[str]:
    """The ids of the other entities of the design."""
    others = (one for table in context.design.tables for one in table.entities if one is not entity)
    return {
        name
        for one in others
        for name in one.identity
        if (held := one.attribute(name)) is not None and is_own_id(one, held)
    }


def _is_made(entity: Entity, one: Attribute) -> bool:
    is_id = format_of(one).unique or (one.format == "id" and _DRAWN.search(one.name) is not None)
    return is_id or is_own_id(entity, one) or format_of(one).time or one.source in {"clock", "counter"}


def _accepting(pattern: AccessPattern, field: str, text: str, name: str) -> tuple[Fix, ...]:
    """The condition that also accepts an expired item; only by intent, if names need no alias."""
    if field != "if" or not pattern.id:
        return ()
    edits: list[Edit] = [
        Put(pattern.id, "if", f"({text}) OR {name} < :now" if " " in text else f"{text} OR {name} < :now")
    ]
    if "now" not in pattern.parameters:
        edits.append(Put(pattern.id, "parameters.now", "1780302600"))
    return (Fix(f"Also accept an item whose {name} is past", tuple(edits)),)


RULES = (
    bad_attribute,
    nested_attribute,
    attribute_of_nobody,
    correctness,
)
