"""Reads that look for what TTL has deleted: the attribute also has another meaning. facts/limits#time-to-live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Node, Path, Placeholder
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys.templates import parse
from modeler.core.rules.operations.ttl import has_values, ttl_attribute
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import purpose_of
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_NOW: Final = re.compile(r"(?i)now|today|(current|present)(_?(time|date|moment|second|epoch))?")
_CLEANING: Final = frozenset({"job", "expire"})
"""Purposes of reads that may look for expired items in order to delete them early."""
_BEFORE: Final = frozenset({"<", "<="})


@rule(
    "ttl.read_of_expired",
    WARNING,
    Scope.NEIGHBOURS,
    title="Read looks for what TTL deletes",
    why="TTL deletes an item within days after that time: the attribute cannot also be a date that is looked up later",
    fix="Give the table's TTL an attribute of its own, later than the date that the read is about",
    sources="facts/limits#time-to-live",
    operations={Operation.QUERY, Operation.SCAN},
)
def read_of_expired(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    name = ttl_attribute(table) if table is not None else ""
    if table is None or not name or purpose_of(call) in _CLEANING:
        return
    for entity in context.design.entities_of(pattern):
        if entity.attribute(name) is None and not has_values(entity, name):
            continue
        field = (
            "filter"
            if _filters_past(pattern, name)
            else "key"
            if _asks_past(context, table, entity, pattern, name)
            else ""
        )
        if field:
            message = f"{call.label} wants {entity.name} items whose {name} is past, and TTL deletes those"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
            return


def _filters_past(pattern: AccessPattern, name: str) -> bool:
    if not pattern.filter.strip():
        return False
    try:
        node = parse_condition(pattern.filter)
    except ExpressionInvalid:
        return False
    return any(_is_past(term, pattern, name) for term in (node.terms if isinstance(node, And) else (node,)))


def _is_past(node: Condition, pattern: AccessPattern, name: str) -> bool:
    match node:
        case Comparison("<" | "<=", Path() as path, bound) | Comparison(">" | ">=", bound, Path() as path):
            return name_of(path, pattern.names) == name and _is_now(bound)
        case Between(Path() as path, _, bound):
            return name_of(path, pattern.names) == name and _is_now(bound)
    return False


def _is_now(node: Node) -> bool:
    return isinstance(node, Placeholder) and _NOW.fullmatch(node.text.removeprefix(":")) is not None


def _asks_past(context: RuleContext, table: Table, entity: Entity, pattern: AccessPattern, name: str) -> bool:
    """Does a key condition end at the present, on a key that holds the attribute alone?"""
    index = table.index(pattern.index)
    if index is None:
        return False
    written = {
        key
        for made in context.keys(table, entity, index)
        for key, text in zip(index.key_names, made.templates, strict=False)
        if text is not None and text.attributes == (name,)
    }
    for one in pattern.key:
        given = parse(one.templates[-1]).attributes if one.templates else ()
        until = one.operator in _BEFORE or one.operator == "between"
        if one.name in written and until and given and _NOW.fullmatch(given[-1]):
            return True
    return False


RULES = (read_of_expired,)
