"""Reads of a sparse index that ask for what it leaves out. facts/building-blocks#p15, facts/throughput#index-writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.evaluator.index_keys import KnownItem, truth
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Comparison, Condition, In, Literal, Operand, Path, Placeholder, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_SHORTEST: Final = 3
_EXCEPT: Final = re.compile(r"(?i)\b(not|without|except|un|non|before|until|no)\W*$")


@rule(
    "query.outside_index",
    ERROR,
    Scope.PATTERN,
    title="Read asks an index for items that are not in it",
    why="An item that does not meet the condition of the index has no key there: the query never returns it",
    fix="Let the condition of the index hold for these items too, or read another index",
    sources="facts/building-blocks#p15, facts/throughput#index-writes",
    hides=("query.filter_discards",),
    operations=SEARCHES,
)
def outside_index(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None and pattern.index else None
    if table is None or index is None:
        return
    for entity in context.design.entities_of(pattern):
        whens = [key.when for key in context.keys(table, entity, index)]
        if not whens or not all(when.strip() for when in whens):
            continue
        for attribute in entity.attributes:
            left = [one for one in attribute.values if _is_left_out(whens, attribute, one)]
            asked = [one for one in _asked(pattern, attribute.name) if one in left]
            named = [] if asked else [one for one in left if _is_named(entity, attribute, one, pattern)]
            if not (asked or named) or (named and _speaks_of(pattern, attribute.name)):
                continue
            values = and_list(asked or named)
            message = (
                f"{call.label} asks {index.name} for {attribute.name} {values}, "
                f"and {entity.name} is there only if {whens[0]}"
            )
            field = "filter" if asked else "index"
            severity = None if asked else WARNING
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"index": index.id}, severity)
            return


def _is_left_out(whens: list[str], attribute: Attribute, value: str) -> bool:
    """Return whether no item with this value meets a condition of the index."""
    if attribute.type is not AttributeType.S:
        return False
    known = KnownItem({attribute.name: AttributeValue(AttributeType.S, value)}, complete=False)
    try:
        return all(truth(parse_condition(when), known) is False for when in whens)
    except ExpressionInvalid:
        return False


def _asked(pattern: AccessPattern, name: str) -> list[str]:
    """The values of an attribute that a filter lets pass, as far as it names them."""
    try:
        node = parse_condition(pattern.filter) if pattern.filter.strip() else None
    except ExpressionInvalid:
        return []
    found: list[str] = []
    for part in walk(node) if node is not None else ():
        if isinstance(part, Comparison) and part.operator == "=":
            for path, value in ((part.left, part.right), (part.right, part.left)):
                found += _constant(pattern, path, value, name)
        elif isinstance(part, In):
            for choice in part.choices:
                found += _constant(pattern, part.operand, choice, name)
    return list(dict.fromkeys(found))


def _constant(pattern: AccessPattern, path: Operand, value: Operand, name: str) -> list[str]:
    if not isinstance(path, Path) or len(path.parts) != 1 or name_of(path, pattern.names) != name:
        return []
    if isinstance(value, Literal):
        return [str(value.value.data)]
    if isinstance(value, Placeholder):
        raw = pattern.values.get(value.text, pattern.values.get(value.text[1:]))
        raw = raw.get("S") if isinstance(raw, dict) else raw
        return [raw] if isinstance(raw, str) else []
    return []


def _is_named(entity: Entity, attribute: Attribute, value: str, pattern: AccessPattern) -> bool:
    """Return whether the name of a read promises items in this state."""
    words = value.replace("_", " ").replace("-", " ")
    if len(words) < _SHORTEST or len(attribute.values) < 2 or words.lower() == entity.name.lower():
        return False
    found = re.search(rf"(?i)\b{re.escape(words)}\b", pattern.name)
    return found is not None and not _EXCEPT.search(pattern.name[: found.start()])


def _speaks_of(pattern: AccessPattern, name: str) -> bool:
    """Return whether the filter looks at the attribute, and so says which values are meant."""
    try:
        node: Condition | None = parse_condition(pattern.filter) if pattern.filter.strip() else None
    except ExpressionInvalid:
        return True
    parts = walk(node) if node is not None else ()
    return any(isinstance(part, Path) and name_of(part, pattern.names) == name for part in parts)


RULES = (outside_index,)
